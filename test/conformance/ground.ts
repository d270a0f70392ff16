/**
 * What a stage stands on: a sandbox in this process. Where CONFORMANCE=http a served world is asked everything too, over a
 * socket, and both are steered by the same control calls: before the test ends the served world has given the answers that the
 * test has got from the sandbox; and whenever a test looks into the world behind, both have to have the same digest.
 */
import { expect } from 'vitest';
import { assert, present } from '../../src/core/base/assert.ts';
import { Refusal } from '../../src/core/base/refusal.ts';
import { formatInstant } from '../../src/core/base/time.ts';
import type { Tier } from '../../src/core/http/limits/published-limits.ts';
import type { JsonObject, Request, Response } from '../../src/core/http/message.ts';
import type { Profile } from '../../src/core/base/profile.ts';
import { resolvePolicies } from '../../src/core/policy/policies.ts';
import { Sandbox } from '../../src/host/serve/sandbox.ts';
import type { RegisteredAgent } from '../../src/platform/services/ports.ts';
import type { Fault } from '../../src/platform/world/faults.ts';
import type { World } from '../../src/platform/world/world.ts';
import { askedInProcess, isOverHttp, ServedWorld } from './wire.ts';

/** Fields of a fault but for its time, which is now. */
export type FaultNow = Fault extends infer Each ? (Each extends Fault ? Omit<Each, 'atMs'> : never) : never;

export interface GroundOptions {
  readonly seed: string;
  readonly profile: Profile;
  readonly overrides: Readonly<Record<string, string>>;
  readonly startMs: number;
  /** Why this world is not to be asked over a socket, where it is not. */
  readonly inProcess?: string | undefined;
}

/** Time stands still but for control calls. */
const stillness = { elapsedMs: () => 0, nowMs: () => 0 };

export class Ground {
  readonly #sandbox: Sandbox;
  readonly #served: ServedWorld | undefined;
  /** True while nobody has made sure that both worlds are the same. */
  #isUnproved = false;

  constructor({ seed, profile, overrides, startMs, inProcess }: GroundOptions) {
    const policies = resolvePolicies(profile, overrides);
    assert(!(policies instanceof Refusal), 'a test names policies that exist');
    this.#sandbox = new Sandbox({ seed, profile, policies, startMs, pace: 'manual', wall: stillness });
    if (inProcess !== undefined) askedInProcess(inProcess);
    else if (isOverHttp) this.#served = servedLike(this.#sandbox.world, { overrides, startMs });
  }

  /** The world, to look into. */
  get world(): World {
    this.#prove();
    return this.#sandbox.world;
  }

  get nowMs(): number {
    return this.#sandbox.nowMs;
  }

  dispatch(request: Request): Response {
    if (this.#served === undefined) return this.#sandbox.dispatch(request).response;
    this.#isUnproved = true;
    const carried = asCarried(request);
    const { response } = this.#sandbox.dispatch(carried);
    this.#served.expect(carried, (told) => sameAs(response, told));
    return response;
  }

  advanceTo(toMs: number): void {
    if (this.#served === undefined) this.#sandbox.advance(toMs);
    else this.#steer('/clock/advance', { to: formatInstant(toMs) });
  }

  fault(fault: FaultNow): void {
    if (this.#served === undefined) this.#sandbox.addFault({ ...fault, atMs: this.nowMs });
    else this.#steer('/fault', faultSource(fault));
  }

  setTier(apiKey: string, tier: Tier): void {
    if (this.#served === undefined) this.#agentOf(apiKey).tier = tier;
    else this.#steer('/tier', { api_key: apiKey, tier, at_once: true });
  }

  /** Books an amount out of an account into an agent's own. */
  grant(apiKey: string, micros: number, from: string): void {
    if (this.#served !== undefined) {
      this.#steer('/grant', { api_key: apiKey, amount: (micros / 1e6).toFixed(6), from });
      return;
    }
    const { ledger } = this.#sandbox.world;
    const accounts = Array.from({ length: ledger.accountCount }, (_, id) => id);
    const debit = present(
      accounts.find((id) => ledger.accountName(id) === from),
      `there is an account ${from}`,
    );
    const credit = this.#agentOf(apiKey).account;
    ledger.book({ debit, credit, amount: micros, kind: 'genesis', atMs: this.nowMs });
  }

  #agentOf(apiKey: string): RegisteredAgent {
    return present(this.#sandbox.world.agents.find(`Bearer ${apiKey}`), "the key is somebody's");
  }

  #steer(path: string, body: JsonObject): void {
    const { status, body: told } = this.dispatch(control(path, body));
    assert(status === 200, `${path} ${JSON.stringify(body)}: ${JSON.stringify(told)}`);
  }

  #prove(): void {
    if (!this.#isUnproved) return;
    this.dispatch({ ...control('/digest'), method: 'GET' });
    this.#served?.settle();
    this.#isUnproved = false;
  }
}

/** A served world that begins as this one did. */
export function servedLike(
  world: World,
  { overrides, startMs }: { overrides: Readonly<Record<string, string>>; startMs: number },
): ServedWorld {
  const served = new ServedWorld();
  const { seed, profile, policyHash } = world;
  const begin = { seed, profile, policies: overrides, start: formatInstant(startMs) };
  const { status, body } = served.ask(control('/reset', begin));
  assert(status === 200, JSON.stringify(body));
  assert(body['policy_hash'] === policyHash, 'what is served is built from these sources: npm run build');
  return served;
}

/** The answer that came over the socket, which is the one that this process gives, transport headers aside. */
export function sameAs(here: Response, told: Response): Response {
  const isSame =
    here.status === told.status &&
    JSON.stringify(here.body) === JSON.stringify(told.body) &&
    Object.entries(here.headers).every(([name, value]) => told.headers[name] === value);
  if (isSame) return told;
  expect({ ...told }).toEqual({ ...here, headers: expect.objectContaining(here.headers) as unknown });
  return told;
}

/** A body with what JSON can carry of it. */
const asCarried = (request: Request): Request =>
  request.body === undefined
    ? request
    : { ...request, body: JSON.parse(JSON.stringify(request.body)) as unknown };

export const control = (path: string, body?: JsonObject): Request => ({
  method: 'POST',
  path: `/_sim${path}`,
  query: {},
  headers: {},
  body,
  ip: '127.0.0.1',
});

/** A fault as a control call writes it. */
export function faultSource(fault: FaultNow): JsonObject {
  const { service, kind } = fault;
  const lasting = 'forMs' in fault ? { for: `${fault.forMs}ms` } : {};
  switch (fault.kind) {
    case 'error':
      return { service, kind, ...lasting, rate: fault.rate, effect: fault.effect };
    case 'slow':
      return {
        service,
        kind,
        ...lasting,
        latency: { median: `${fault.latency.medianMs}ms`, p99: `${fault.latency.p99Ms}ms` },
      };
    case 'clock-step':
      return { service, kind, by: `${fault.byMs}ms` };
    case 'market-closed':
      return { service, kind, ...lasting, market: fault.market };
    case 'game-closed':
      return { service, kind, ...lasting, game: fault.game };
    default:
      return { service, kind, ...lasting };
  }
}
