/** A platform in a test or a script: plain requests and responses, and a clock that moves on `advance` alone. */
import { join } from 'node:path';
import { Refusal, type Outcome } from '../../core/base/refusal.ts';
import {
  formatInstant,
  instantExpected,
  parseDuration,
  parseInstant,
  type Instant,
} from '../../core/base/time.ts';
import type { Method, Request, Response } from '../../core/http/message.ts';
import { resolvePolicies } from '../../core/policy/policies.ts';
import { isPastName, pastNameExpected, readRewind, type Standing } from '../../platform/control/history.ts';
import { clockEndMs, startDefault, parseStart } from '../../platform/world/start.ts';
import type { World } from '../../platform/world/world.ts';
import { queryOf } from '../../core/http/query.ts';
import type { Behaviour } from '../../simulation/population/define-agent.ts';
import { Sandbox } from '../serve/sandbox.ts';
import type { SandboxOptions } from '../serve/sandbox-options.ts';
import { loadBehaviour } from './run/behaviours.ts';
import type {
  BranchComparisonResult,
  CallOptions,
  CreateWorld,
  InhabitedWorld,
  JoiningAgents,
  OwnWorld,
  WorldAgent,
  WorldAgents,
  WorldPoint,
} from './own-world.ts';
import { loadedScenario } from './run/loaded-scenario.ts';

/** Throws an `Error` with what was expected for a policy, profile or start that there is not. */
export function createWorld(options?: CreateWorld): OwnWorld;
/** With a scenario, whose behaviours have to be loaded: rejects with an `Error` for one that is wrong. */
export function createWorld(options: InhabitedWorld): Promise<OwnWorld>;
/** Both forms. */
export function createWorld(options: CreateWorld | InhabitedWorld = {}): OwnWorld | Promise<OwnWorld> {
  if ('scenario' in options) return inhabited(options);
  const { seed = '1', profile = 'published', policies: set = {}, start = startDefault } = options;
  const policies = resolvePolicies(profile, set);
  if (policies instanceof Refusal) throw new Error(policies.message);
  const startMs = parseStart(start);
  if (startMs === undefined)
    throw new Error(`start is "${start}"; expected ${instantExpected}, from 1970 to 9998`);
  return new HeldWorld({ seed: String(seed), profile, policies, startMs });
}

async function inhabited({ scenario: source, at = '0s', ...options }: InhabitedWorld): Promise<OwnWorld> {
  const scenario = await loadedScenario(source, options);
  const { seed, profile, policies } = scenario;
  const world = new HeldWorld({ seed, profile, policies, scenario });
  world.advance(at);
  return world;
}

/** The clock of such a world is moved by calls alone. */
const wall = { elapsedMs: () => 0, nowMs: () => 0 };

class HeldWorld implements OwnWorld {
  readonly #sandbox: Sandbox;

  /** Loaded behaviours, for agents that join; a world that is executed again finds them here too. */
  readonly #behaviours = new Map<string, Behaviour>();

  constructor(base: Omit<SandboxOptions, 'pace' | 'wall' | 'behaviours'>) {
    this.#sandbox = new Sandbox({ ...base, pace: 'manual', wall, behaviours: this.#behaviours });
  }

  get agents(): WorldAgents {
    const { members } = this.#sandbox.served.population;
    return {
      count: members.length,
      list: (group) =>
        members.filter((member) => group === undefined || member.group.name === group).map(agentOf),
      add: (agent, options) => this.#join(agent, options ?? {}),
    };
  }

  async #join(agent: string, options: JoiningAgents): Promise<readonly WorldAgent[]> {
    const own = this.#sandbox.scenario?.groups.find(({ behaviour }) => behaviour.name === agent);
    const behaviour = own?.behaviour ?? (await loadBehaviour(agent, join('.', 'here')));
    this.#behaviours.set(behaviour.name, behaviour);
    const { status, body } = this.post('/_sim/agents', { agent: behaviour.name, ...options });
    if (status !== 201) throw new Error(body['error'] as string);
    return this.agents.list(body['group'] as string);
  }

  get seed(): string {
    return this.#world.seed;
  }

  get now(): string {
    return formatInstant(this.#world.kernel.nowMs);
  }

  get digest(): string {
    return this.#world.digest().digest;
  }

  get policyHash(): string {
    return this.#world.policyHash;
  }

  get driftMicros(): number {
    return this.#world.driftMicros();
  }

  get branches(): readonly WorldPoint[] {
    return this.#sandbox.history.branches.map(pointOf);
  }

  get #world(): World {
    return this.#sandbox.world;
  }

  get(path: string, options?: CallOptions): Response {
    return this.#call('GET', path, { body: undefined, options });
  }

  post(path: string, body?: unknown, options?: CallOptions): Response {
    return this.#call('POST', path, { body, options });
  }

  put(path: string, body?: unknown, options?: CallOptions): Response {
    return this.#call('PUT', path, { body, options });
  }

  delete(path: string, options?: CallOptions): Response {
    return this.#call('DELETE', path, { body: undefined, options });
  }

  advance(byOrTo: string): number {
    const { kernel } = this.#world;
    const toMs = instantOf(byOrTo, kernel.nowMs);
    if (toMs < kernel.nowMs)
      throw new Error(`"${byOrTo}" lies before now, ${this.now}; time does not go back`);
    if (toMs > clockEndMs) throw new Error(`"${byOrTo}" lies beyond the years of the clock`);
    return this.#sandbox.advance(toMs).events;
  }

  checkpoint(name: string): WorldPoint {
    this.#sandbox.catchUp();
    return pointOf(accepted(this.#sandbox.history.checkpoint(checkedName(name))));
  }

  rewind(to: string | number, { branch }: { readonly branch?: string } = {}): WorldPoint {
    this.#sandbox.catchUp();
    return pointOf(accepted(this.#sandbox.history.rewind(accepted(readRewind({ to, branch })))));
  }

  branch(name: string): WorldPoint {
    this.#sandbox.catchUp();
    const to = { instantMs: this.#world.kernel.nowMs };
    return pointOf(accepted(this.#sandbox.history.rewind({ to, branch: checkedName(name) })));
  }

  switchTo(branch: string): WorldPoint {
    this.#sandbox.catchUp();
    return pointOf(accepted(this.#sandbox.history.switchTo(branch)));
  }

  compare(a: string, b?: string): BranchComparisonResult {
    const { status, body } = this.post('/_sim/branches/compare', b === undefined ? { a } : { a, b });
    if (status !== 200) throw new Error(body['error'] as string);
    return body as unknown as BranchComparisonResult;
  }

  #call(method: Method, path: string, parts: { body: unknown; options: CallOptions | undefined }): Response {
    const { key, headers = {}, query = {}, ip = '127.0.0.1' } = parts.options ?? {};
    const mark = path.indexOf('?');
    const written = mark < 0 ? {} : queryOf(path.slice(mark + 1));
    const lowered = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
    const request: Request = {
      method,
      path: mark < 0 ? path : path.slice(0, mark),
      query: { ...written, ...query },
      headers: {
        'content-type': 'application/json',
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...Object.fromEntries(lowered),
      },
      // What JSON cannot carry must not get in here either.
      body: parts.body === undefined ? undefined : (JSON.parse(JSON.stringify(parts.body)) as unknown),
      ip,
    };
    return this.#sandbox.dispatch(request).response;
  }
}

function instantOf(text: string, nowMs: Instant): Instant {
  const byMs = parseDuration(text);
  if (byMs !== undefined) return nowMs + byMs;
  const toMs = parseInstant(text);
  if (toMs !== undefined) return toMs;
  throw new Error(`"${text}" is neither a duration such as 24h nor ${instantExpected}`);
}

const agentOf = (member: Sandbox['served']['population']['members'][number]): WorldAgent => ({
  name: member.name,
  behaviour: member.behaviour,
  agentId: member.persona().agentId,
});

const pointOf = ({ branch, atMs, event, digest }: Standing): WorldPoint => ({
  branch,
  now: formatInstant(atMs),
  event,
  digest,
});

function accepted<T>(outcome: Outcome<T>): T {
  if (outcome instanceof Refusal) throw new Error(outcome.message);
  return outcome;
}

function checkedName(name: string): string {
  if (isPastName(name)) return name;
  throw new Error(`"${name}" is no name; expected ${pastNameExpected}`);
}
