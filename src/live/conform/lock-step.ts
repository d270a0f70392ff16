/**
 * Runs one scenario against a target and the model in lock step. Agents receive the target's responses; every request
 * goes to both, one at a time, and the model's clock follows the target's. Behaviours are the same as in any run.
 */
import type { Instant } from '../../core/base/time.ts';
import { dayMs, formatInstant } from '../../core/base/time.ts';
import type { Method, Response } from '../../core/http/message.ts';
import type { Effect } from '../../core/kernel/effects.ts';
import type { Kernel } from '../../core/kernel/kernel.ts';
import { suspended, type Process } from '../../core/kernel/process.ts';
import type { Agent } from '../../simulation/population/agent.ts';
import type { Population } from '../../simulation/population/population.ts';
import type { CheckEffect, RequestEffect } from '../../simulation/population/agent-effects.ts';
import { assemble } from '../../simulation/scenario/assemble.ts';
import type { FindingResult } from '../../simulation/scenario/result.ts';
import type { PlatformEvent } from '../../platform/services/ports.ts';
import type { World } from '../../platform/world/world.ts';
import { agentAnswer } from './agent-answer.ts';
import { asOperation } from './as-operation.ts';
import { Correspondence } from './correspondence.ts';
import { encodedRequest, requestForTarget, type EncodedRequest } from './encoded-request.ts';
import type { Exchange } from './exchange.ts';
import { ExchangeJudge } from './exchange-judge.ts';
import type { LockStepOptions } from './lock-step-options.ts';
import type { LiveAnswer } from './live-client.ts';

/** A request that an agent waits for. */
interface PendingRequest {
  readonly process: Process;
  readonly agent: Agent;
  readonly request: RequestEffect;
}

/** Bounds a run that never ends. */
const requestsMax = 1_000_000;

/** One run in lock step: `run` once, then read its public fields. It ends after a million requests at the latest. */
export class LockStep {
  /** The model's kernel: it advances only for requests, as that of a served world does. */
  readonly kernel: Kernel;
  /** The agents' kernel. */
  readonly #agents: Kernel;
  readonly world: World;
  readonly exchanges: Exchange[] = [];
  readonly findings: FindingResult[] = [];
  /** Failed checks of behaviours by name; agents check the target's responses. */
  readonly failedChecks = new Map<string, number>();
  /** For each event of the platform, the number of requests answered before it first happened in the model. */
  readonly happenings = new Map<PlatformEvent, number>();
  readonly #options: LockStepOptions;
  readonly #population: Population;
  readonly #ids = new Correspondence();
  readonly judge: ExchangeJudge;
  /** Requests to services that the target file does not list: neither sent nor compared. */
  unlisted = 0;
  readonly #requests: PendingRequest[] = [];
  /** The header that a scripted agent would send now, encoded. */
  readonly #keys = new Map<number, string>();
  #count = 0;
  #isEnough = false;

  constructor(options: LockStepOptions) {
    const { scenario } = options;
    this.#options = options;
    this.judge = new ExchangeJudge(this.#ids, options);
    const { startMs, seed, profile, policies, faults, groups, calls } = scenario;
    const { kernel, world, agentKernel, population } = assemble({
      startMs,
      seed,
      profile,
      policies,
      faults,
      observer: {
        answered: () => undefined,
        happened: (event) => {
          if (!this.happenings.has(event)) this.happenings.set(event, this.#count);
        },
      },
      agents: {
        groups,
        calls,
        clock: 'own',
        driver: () => ({
          request: (process, effect) => this.#requested(process, effect),
          check: (_process, effect) => this.#checked(effect),
        }),
        onFinding: ({ kind, agent, behaviour, atMs, message }) =>
          this.findings.push({
            kind,
            agent,
            behaviour,
            at: formatInstant(atMs),
            message: this.#ids.secrets.text(message),
          }),
      },
    });
    this.kernel = kernel;
    this.world = world;
    this.#agents = agentKernel;
    this.#population = population;
  }

  get agentCount(): number {
    return this.#population.members.length;
  }

  /** Resolves when the scenario's time is over, the target has stopped, or `isEnough` returned true. */
  async run(): Promise<void> {
    const { scenario, driver } = this.#options;
    const endMs = scenario.startMs + scenario.forMs;
    let isIdle = false;
    // Without active agents no request can show what still happens.
    while (!this.#isOver && this.#agents.processCount > 0) {
      const untilMs = await driver.untilMs(isIdle);
      const toMs = Math.max(this.#agents.nowMs, Math.min(untilMs, endMs));
      isIdle = this.#agents.run({ untilMs: toMs, eventsMax: 1 }) !== 'budget';
      await this.#serveRequests();
      if (isIdle && untilMs >= endMs) return;
    }
  }

  get #isOver(): boolean {
    return this.#isEnough || this.#options.driver.isStopped || this.#count >= requestsMax;
  }

  #checked(effect: Effect<unknown>): boolean {
    const { name, holds } = effect.payload as CheckEffect;
    if (!holds) this.failedChecks.set(name, (this.failedChecks.get(name) ?? 0) + 1);
    return holds;
  }

  #requested(process: Process, effect: Effect<unknown>): typeof suspended {
    const agent = this.#population.agentOf(process);
    this.#requests.push({ process, agent, request: effect.payload as RequestEffect });
    return suspended;
  }

  async #serveRequests(): Promise<void> {
    for (
      let effect = this.#requests.shift();
      effect !== undefined && !this.#isOver;
      effect = this.#requests.shift()
    ) {
      const live = await this.#exchanged(effect);
      if (live.kind === 'failed' && live.reason === 'stopped') return;
    }
  }

  async #exchanged({ process, agent, request }: PendingRequest): Promise<LiveAnswer> {
    const n = this.#count;
    const atMs = this.#agents.nowMs;
    this.#options.names?.note(n, request);
    const encoded = encodedRequest(request, (value) => this.#ids.encode(value));
    const live = await this.#askTarget(request.method, encoded, {
      n,
      atMs,
      ip: this.#options.ip ?? agent.ip,
    });
    if (live.kind === 'failed' && live.reason === 'stopped') return live;
    const isListed = live.kind === 'answer' || live.reason !== 'no address';
    const seen = isListed ? this.#compared({ n, atMs, agent, request, encoded, live }) : live;
    if (process.state === 'waiting') process.resume(agentAnswer(seen, atMs));
    if (!isListed) this.unlisted += 1;
    return live;
  }

  /** Asks the model as well, and keeps both; the target's answer as the agent sees it, in the model's ids. */
  #compared(asked: Asked): LiveAnswer {
    const { n, atMs, agent, request, encoded, live } = asked;
    this.#count += 1;
    this.#followClock(live, atMs);
    const model = this.#modelAnswer(request, agent, live);
    const call = this.#callOf(request);
    const runMs = atMs - this.#options.scenario.startMs;
    const sent = { ...encoded, atMs: runMs, by: this.#nameOf(agent), method: request.method };
    const operation = asOperation(n, sent, this.#keys.get(agent.number));
    const nowMs = this.kernel.nowMs;
    const { differences, seen } = this.judge.judge({
      n,
      call,
      agent: agent.number,
      request,
      live,
      model,
      nowMs,
    });
    this.#noteKey(agent, seen);
    const isSameStatus = live.kind === 'answer' && live.status === model.status;
    this.#keep({ n, atMs: runMs, call, operation, live, answeredAtMs: nowMs, isSameStatus, differences });
    return seen;
  }

  async #askTarget(
    method: Method,
    encoded: EncodedRequest,
    at: { n: number; atMs: Instant; ip: string },
  ): Promise<LiveAnswer> {
    const { names, driver } = this.#options;
    const named =
      names === undefined ? encoded : { ...encoded, ...names.requestToTarget({ ...encoded, ip: at.ip }) };
    const sent = requestForTarget(named, this.#ids);
    const live = await driver.answer({ ...sent, method, ownHeaders: '' }, at);
    return names === undefined || live.kind === 'failed'
      ? live
      : { ...live, body: names.bodyToRecorded(live.body) };
  }

  /** Runs the model up to the instant of the target's response. */
  #followClock(live: LiveAnswer, atMs: Instant): void {
    const { driver, scenario } = this.#options;
    // The date of a target is untrusted: the model never runs longer than the scenario, plus a day.
    const lastMs = scenario.startMs + scenario.forMs + dayMs;
    const saidMs = Math.min(driver.answeredAtMs(live) ?? atMs, lastMs);
    this.kernel.run({ untilMs: Math.max(saidMs, this.kernel.nowMs) });
  }

  /** At the edge of a window the target's clock, which is known to a second or two, decides: the model waits for it. */
  #modelAnswer(request: RequestEffect, agent: Agent, live: LiveAnswer): Response {
    const model = this.#askModel(request, agent);
    const { driver } = this.#options;
    const isRefusedAlone = model.status === 429 && live.kind === 'answer' && live.status !== 429;
    if (!isRefusedAlone || driver.answeredAtMs(live) === undefined) return model;
    this.kernel.run({ untilMs: this.kernel.nowMs + Math.ceil(driver.toleranceMs(live)) });
    return this.#askModel(request, agent);
  }

  #askModel({ method, path, query, headers, body, rawBody }: RequestEffect, agent: Agent): Response {
    return this.world.dispatch({
      method,
      path,
      query,
      headers: lowerCased(headers),
      body,
      rawBody,
      ip: this.#options.ip ?? agent.ip,
      agent: agent.number,
      agentHash: agent.nameHash,
    });
  }

  #keep(exchange: Exchange): void {
    this.exchanges.push(exchange);
    this.#isEnough = this.#options.isEnough?.(exchange) ?? false;
  }

  /** The only agent of its group goes by the name of the group. */
  #nameOf({ number, name }: Agent): string {
    const group = this.#population.members[number]?.group;
    return group?.count === 1 ? group.name : name.replaceAll('/', '-');
  }

  #callOf({ method, path }: RequestEffect): string {
    const route = this.world.router.find(method, path)?.route;
    return route === undefined ? '' : `${route.service}/${route.style}/${route.row.operation}`;
  }

  /** Records the last issued key, which a scripted agent would use. */
  #noteKey({ number }: Agent, seen: LiveAnswer): void {
    if (seen.kind === 'failed' || seen.status < 200 || seen.status >= 300) return;
    const key = (seen.body as { api_key?: unknown } | null | undefined)?.api_key;
    if (typeof key === 'string') this.#keys.set(number, this.#ids.encode(`Bearer ${key}`));
  }
}

/** An exchange before the model has answered. */
interface Asked {
  readonly n: number;
  readonly atMs: Instant;
  readonly agent: Agent;
  readonly request: RequestEffect;
  readonly encoded: EncodedRequest;
  readonly live: LiveAnswer;
}

const lowerCased = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
