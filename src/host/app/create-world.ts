/** A platform in a test or a script: plain requests and responses, and a clock that moves on `advance` alone. */
import { Refusal, type Outcome } from '../../core/base/refusal.ts';
import {
  formatInstant,
  instantExpected,
  parseDuration,
  parseInstant,
  type Instant,
} from '../../core/base/time.ts';
import type { Method, Request, Response } from '../../core/http/message.ts';
import type { Profile } from '../../core/base/profile.ts';
import { resolvePolicies, type PolicyChoices } from '../../core/policy/policies.ts';
import { isPastName, pastNameExpected, readRewind, type Standing } from '../../platform/control/history.ts';
import type { ScenarioObject } from '../../simulation/scenario/scenario-object.ts';
import { clockEndMs, startDefault, parseStart } from '../../platform/world/start.ts';
import type { World } from '../../platform/world/world.ts';
import { queryOf } from '../../core/http/query.ts';
import { Sandbox } from '../serve/sandbox.ts';
import { loadedScenario, type RunScenario } from './run/loaded-scenario.ts';

/**
 * The settings of a world, each with a default. An unknown policy, option or start throws before a world exists.
 */
export interface CreateWorld {
  /** `1` unless given; the same seed and requests give the same answers. */
  readonly seed?: string | number;
  readonly profile?: Profile;
  readonly policies?: PolicyChoices;
  /** An instant in UTC such as `2026-01-01T00:00:00Z`. */
  readonly start?: string;
}

/**
 * What a call sends beside method, path and body. Due events of the present instant run before the call; the clock
 * does not move.
 */
export interface CallOptions {
  /** The API key of the caller. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** The client's IP address; some limits are counted by it. */
  readonly ip?: string;
}

/** The settings of a world in which the agents of a scenario live. */
export interface InhabitedWorld extends RunScenario {
  /** A scenario file, the name of a shipped one, or an object. */
  readonly scenario: string | ScenarioObject;
  /** Runs ahead first: a duration from the start such as `12d`, or an instant. */
  readonly at?: string;
}

/** A point in the past or present of a world. */
export interface WorldPoint {
  readonly branch: string;
  /** RFC 3339, virtual. */
  readonly now: string;
  /** Events of the digest so far. */
  readonly event: number;
  readonly digest: string;
}

/** One whole platform under a virtual clock that stands still until it is advanced. */
export interface OwnWorld {
  readonly seed: string;
  /** RFC 3339, virtual. */
  readonly now: string;
  /** The digest of all events so far, as `orrery run` prints it. */
  readonly digest: string;
  readonly policyHash: string;
  /** The difference between balances and transfers, in micro-USDC: 0 unless Orrery is broken. */
  readonly driftMicros: number;
  /** The last point of each branch. */
  readonly branches: readonly WorldPoint[];
  get(path: string, options?: CallOptions): Response;
  post(path: string, body?: unknown, options?: CallOptions): Response;
  put(path: string, body?: unknown, options?: CallOptions): Response;
  delete(path: string, options?: CallOptions): Response;
  /** Moves the clock by a duration such as `24h`, or to an instant, and runs what falls due. Says how many events ran. */
  advance(byOrTo: string): number;
  /** Names the present. Throws for a name that is taken. */
  checkpoint(name: string): WorldPoint;
  /**
   * Goes back to a checkpoint, an instant or the number of an event: the world is executed again, and its digest must be
   * the one it was. What followed stays in its branch. Throws for the future and for an unknown name, and changes nothing then.
   */
  rewind(to: string | number, options?: { readonly branch?: string }): WorldPoint;
  /** Goes on in a new branch from the present on; the present branch ends here. */
  branch(name: string): WorldPoint;
  /** Goes to the last point of another branch. */
  switchTo(branch: string): WorldPoint;
}

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
  return new HeldWorld(new Sandbox({ seed: String(seed), profile, policies, startMs, pace: 'manual', wall }));
}

async function inhabited({ scenario: source, at = '0s', ...options }: InhabitedWorld): Promise<OwnWorld> {
  const scenario = await loadedScenario(source, options);
  const { seed, profile, policies } = scenario;
  const world = new HeldWorld(new Sandbox({ seed, profile, policies, pace: 'manual', wall, scenario }));
  world.advance(at);
  return world;
}

/** The clock of such a world is moved by calls alone. */
const wall = { elapsedMs: () => 0, nowMs: () => 0 };

class HeldWorld implements OwnWorld {
  readonly #sandbox: Sandbox;

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
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
