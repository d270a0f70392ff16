/**
 * Runs one scenario against a target and the model in lock step. Agents receive the target's responses; every request
 * goes to both, one at a time, and the model's clock follows the target's. Behaviours are the same as in any run.
 */
import type { Instant } from '../../core/base/time.ts';
import { dayMs, formatInstant } from '../../core/base/time.ts';
import type { Response } from '../../core/http/message.ts';
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
import { asOperation, callerName } from '../../verification/check/as-operation.ts';
import { Correspondence } from './correspondence.ts';
import { encodedRequest, lowerCased, requestForTarget, type EncodedRequest } from './encoded-request.ts';
import type { Exchange } from './exchange.ts';
import type { ExistingAccount } from '../traffic/target/existing-account.ts';
import { ExchangeJudge } from './exchange-judge.ts';
import { Nonces } from '../traffic/correlation/nonces.ts';
import { renamed } from '../traffic/names/renamed.ts';
import { neededBy } from '../traffic/plan/needs.ts';
import { priceOfText } from '../traffic/target/spending.ts';
import { accountOf } from './keyed-registrations.ts';
import type { AskedRequest, LockStepOptions, PendingRequest, Registered } from './lock-step-options.ts';
import { LeftOut } from './left-out.ts';
import { openAs } from './opened-tier.ts';
import type { LiveAnswer } from './live-client.ts';

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
  /** Agents hold the target's nonces, so that the model is asked with its own. */
  readonly #nonces = new Nonces();
  readonly judge: ExchangeJudge;
  /** Accounts that the run has registered at a target that keeps its data, in the target's names. */
  readonly registered: ExistingAccount[] = [];
  readonly leftOut = new LeftOut();
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
    const registered = this.#registered(n, atMs, { agent, request });
    const encoded = encodedRequest(request, (value) => this.#ids.encode(value));
    const ip = this.#options.ip ?? agent.ip;
    const answer = registered?.live ?? (await this.#askTarget(request, encoded, { n, atMs, ip }));
    const live = this.#underOurNames(request, answer);
    if (live.kind === 'failed' && live.reason === 'stopped') return live;
    const isLeftOut = this.leftOut.add(live, request.path, this.#callOf(request));
    const asked = { n, atMs, agent, request, encoded, live, registered };
    const seen = isLeftOut ? live : this.#compared(asked);
    if (process.state === 'waiting') process.resume(agentAnswer(seen, atMs));
    return live;
  }

  /** The model's answer to a registration that an account may stand for; `live` undefined if it has to be sent. */
  #registered(
    n: number,
    atMs: Instant,
    { agent, request }: Omit<PendingRequest, 'process'>,
  ): Registered | undefined {
    const { accounts } = this.#options;
    if (accounts === undefined || !this.#callOf(request).endsWith('/register')) return undefined;
    this.#followClock({ kind: 'failed', reason: 'stopped' }, atMs);
    // In the model each agent has another address, so that no cap of registrations applies there either.
    const model = this.#askModel(request, agent, agent.ip);
    return { model, live: accounts.answer(n, request, { model, agentCount: this.agentCount }) };
  }

  /** Asks the model as well, and keeps both; the target's answer as the agent sees it, in the model's ids. */
  #compared(asked: AskedRequest): LiveAnswer {
    const { n, atMs, agent, request, encoded, live, registered } = asked;
    const { names, accounts } = this.#options;
    this.#count += 1;
    this.#followClock(live, atMs);
    const model = registered?.model ?? this.#modelAnswer(request, agent, live);
    openAs(this.#options.tier, this.world, model);
    if (live.kind === 'answer') this.#nonces.note(agent.number, model.body, live.body);
    const call = this.#callOf(request);
    const runMs = atMs - this.#options.scenario.startMs;
    const by = callerName(agent.name, this.#population.members[agent.number]?.group);
    const sent = { ...encoded, atMs: runMs, by, method: request.method };
    const operation = asOperation(n, sent, this.#keys.get(agent.number));
    const nowMs = this.kernel.nowMs;
    const { differences, seen, answers } = this.judge.judge({
      n,
      call,
      agent: agent.number,
      request,
      things: neededBy(encoded),
      live,
      model,
      nowMs,
      isFromKeys: registered?.live !== undefined,
      account: accounts?.taken.usedBy(encoded.headers),
    });
    const made =
      names === undefined || registered?.live !== undefined ? undefined : accountOf(request, live, names);
    if (made !== undefined) this.registered.push(made);
    this.#noteKey(agent, seen);
    const isSameStatus = live.kind === 'answer' && live.status === model.status;
    const times = { atMs: runMs, answeredAtMs: nowMs };
    this.#keep({ n, ...times, call, operation, live, isSameStatus, differences, answers });
    return seen;
  }

  async #askTarget(
    request: RequestEffect,
    encoded: EncodedRequest,
    at: { n: number; atMs: Instant; ip: string },
  ): Promise<LiveAnswer> {
    const { names, driver } = this.#options;
    const named =
      names === undefined ? encoded : { ...encoded, ...names.requestToTarget({ ...encoded, ip: at.ip }) };
    const sent = requestForTarget(named, this.#ids);
    const { method } = request;
    const priceMicros = priceOfText(this.#callOf(request), method, sent.body);
    const live = await driver.answer({ ...sent, method, priceMicros, ownHeaders: '' }, at);
    return names === undefined || live.kind === 'failed'
      ? live
      : { ...live, body: names.bodyToRecorded(live.body) };
  }

  #underOurNames(request: RequestEffect, live: LiveAnswer): LiveAnswer {
    const { fieldNames } = this.#options;
    if (fieldNames === undefined || live.kind === 'failed' || live.status >= 300) return live;
    return { ...live, body: renamed(live.body, this.#callOf(request), fieldNames) };
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

  #askModel(request: RequestEffect, agent: Agent, ip = this.#options.ip ?? agent.ip): Response {
    const asked = this.#nonces.toRecorded(agent.number, request);
    const { method, path, query, headers, body, rawBody } = asked;
    return this.world.dispatch({
      method,
      path,
      query,
      headers: lowerCased(headers),
      body,
      rawBody,
      ip,
      agent: agent.number,
      agentHash: agent.nameHash,
    });
  }

  #keep(exchange: Exchange): void {
    this.exchanges.push(exchange);
    this.#isEnough = this.#options.isEnough?.(exchange) ?? false;
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
