/**
 * A platform on a table: open a world under some policies, let agents join in either style, send requests, let time
 * pass, break things. Requests go straight into `dispatch`; nothing here retries, waits or forgives.
 */
import { expect } from 'vitest';
import { assert, present } from '../../src/core/base/assert.ts';
import type { RefusalCode } from '../../src/core/base/refusal.ts';
import { parseDuration, parseInstant } from '../../src/core/base/time.ts';
import { statusOf } from '../../src/core/http/errors.ts';
import type { Json, JsonObject, Method, Request, Response } from '../../src/core/http/message.ts';
import type { Tier } from '../../src/core/http/limits/published-limits.ts';
import type { Profile } from '../../src/core/base/profile.ts';
import type { PolicyName } from '../../src/core/policy/policies.ts';
import type { RegisteredAgent } from '../../src/platform/services/ports.ts';
import type { World } from '../../src/platform/world/world.ts';
import { Ground, type FaultNow } from './ground.ts';
import { expectStatus } from './expect-status.ts';

export type Overrides = Readonly<Partial<Record<PolicyName, string>>>;
/** `'24h'`, or whole milliseconds. */
export type Delay = string | number;

export interface StageOptions {
  readonly startAt?: string;
  readonly seed?: string;
  readonly profile?: Profile;
  /** Why the platform is not asked over a socket even where CONFORMANCE=http. */
  readonly inProcess?: string;
}

/** A quarter past six, so that no window or day of a test begins with the clock's own. */
const usualStart = '2026-03-01T06:15:00.123Z';

/** Opens a platform under the published profile with the policies given. */
export const open = (overrides: Overrides = {}, options: StageOptions = {}): Stage =>
  new Stage(overrides, options);

export class Stage {
  readonly #ground: Ground;
  #addresses = 0;

  constructor(overrides: Overrides, options: StageOptions) {
    const { startAt = usualStart, seed = 'conformance', profile = 'published', inProcess } = options;
    const startMs = present(parseInstant(startAt), 'a test starts at an instant');
    this.#ground = new Ground({ seed, profile, overrides: { ...overrides }, startMs, inProcess });
  }

  /** The world behind, to look into; what a test does to it goes over the wire too. */
  get world(): World {
    return this.#ground.world;
  }

  get nowMs(): number {
    return this.#ground.nowMs;
  }

  dispatch(request: Request): Response {
    return this.#ground.dispatch(request);
  }

  /** An instant from now as the platform writes it. */
  at(delay: Delay): string {
    return new Date(this.nowMs + msOf(delay)).toISOString();
  }

  /** Lets time pass; what falls due on the way, and at its very end, has happened then. */
  advance(delay: Delay): void {
    this.#ground.advanceTo(this.nowMs + msOf(delay));
  }

  advanceTo(instant: string): void {
    this.#ground.advanceTo(present(parseInstant(instant), 'a test advances to an instant'));
  }

  /** Switches a fault on, now. */
  fault(fault: FaultNow): void {
    this.#ground.fault(fault);
  }

  /** Every request to a service fails for a second: before its effect, after it, or after it and undone. */
  breakDown(service: 'faucet' | 'escrow', effect: 'before' | 'after' | 'undone'): void {
    this.fault({ kind: 'error', service, forMs: 1_000, rate: 1, effect });
  }

  /** A caller without a key; from a new IP address unless one is given. */
  anonymous(ip = this.#nextAddress()): Caller {
    return new Caller(this, ip, undefined);
  }

  /** Registers in style B (funded with 10.00) from a new IP address. */
  joinB(agentId: string, fields: object = {}): Member {
    return this.#join('/faucet/register', agentId, fields);
  }

  /** Registers in style A (nothing is paid yet) from a new IP address. */
  joinA(agentId: string, fields: object = {}): Member {
    return this.#join('/faucet/api/v1/agents/register', agentId, fields);
  }

  /** Two funded agents. */
  pair(): { alice: Member; bob: Member } {
    return { alice: this.joinB('alice'), bob: this.joinB('bob') };
  }

  /** Puts an agent on a tier at once, whatever the upgrade policy says. */
  setTier(member: Member, tier: Tier): void {
    this.#ground.setTier(member.joined.text('api_key'), tier);
  }

  /** Gives an agent money out of an account that may be named: nobody else loses any by it. */
  grant(member: Member, micros: number, from: 'issuer' | 'faucet:pool' = 'issuer'): void {
    this.#ground.grant(member.joined.text('api_key'), micros, from);
  }

  get transfers(): number {
    return this.world.ledger.transferCount;
  }

  /** What an account named like this holds in all, in micros; undefined where there is none. */
  account(name: string): number | undefined {
    const { ledger } = this.world;
    for (let id = 0; id < ledger.accountCount; id++) {
      if (ledger.accountName(id) === name) return ledger.balance(id);
    }
    return undefined;
  }

  /** Everything the platform holds, as text: every account, every ledger row, every agent. */
  snapshot(): string {
    const { ledger, agents } = this.world;
    const accounts = Array.from({ length: ledger.accountCount }, (_, id) => [
      ledger.accountName(id),
      ledger.balance(id),
      ledger.reserved(id),
    ]);
    const rows = Array.from({ length: ledger.transferCount }, (_, id) => [
      ledger.record(id),
      ledger.isOpen(id),
    ]);
    const registered = [...agents.all()].map(({ referrer, ...agent }) => ({
      ...agent,
      referrer: referrer?.agentId,
    }));
    return JSON.stringify({ accounts, rows, registered });
  }

  #nextAddress(): string {
    this.#addresses += 1;
    return `10.1.${this.#addresses >> 8}.${this.#addresses & 255}`;
  }

  #join(path: string, agentId: string, fields: object): Member {
    const caller = this.anonymous();
    const joined = caller.post(path, { agent_id: agentId, ...fields });
    expectStatus(joined, 201);
    return new Member(this, caller.ip, agentId, joined);
  }
}

/** Somebody who sends requests from one address, with a key or without. */
export class Caller {
  readonly ip: string;
  readonly key: string | undefined;
  readonly #stage: Stage;

  constructor(stage: Stage, ip: string, key: string | undefined) {
    this.#stage = stage;
    this.ip = ip;
    this.key = key;
  }

  get(path: string, query: Record<string, string> = {}, headers: Record<string, string> = {}): Reply {
    return this.send({ method: 'GET', path, query, headers });
  }

  post(path: string, body?: unknown, headers: Record<string, string> = {}): Reply {
    return this.send({ method: 'POST', path, body, headers });
  }

  /** Sends text as it would be on the wire. */
  postRaw(path: string, rawBody: string, headers: Record<string, string> = {}): Reply {
    return this.send({ method: 'POST', path, rawBody, headers });
  }

  send(parts: Partial<Request> & { method: Method; path: string }): Reply {
    const authorization = this.key === undefined ? {} : { authorization: `Bearer ${this.key}` };
    const headers = { ...authorization, ...parts.headers };
    const request = { query: {}, body: undefined, ip: this.ip, ...parts, headers };
    return new Reply(this.#stage.dispatch(request));
  }

  /** The same address with another key. */
  withKey(key: string | undefined): Caller {
    return new Caller(this.#stage, this.ip, key);
  }
}

/** A registered agent. */
export class Member extends Caller {
  readonly agentId: string;
  /** The answer to the registration. */
  readonly joined: Reply;
  readonly #stage: Stage;

  constructor(stage: Stage, ip: string, agentId: string, joined: Reply) {
    super(stage, ip, joined.text('api_key'));
    this.agentId = agentId;
    this.joined = joined;
    this.#stage = stage;
  }

  get agent(): RegisteredAgent {
    return present(this.#stage.world.agents.byId(this.agentId), 'a member is registered');
  }

  get address(): string {
    return this.agent.address;
  }

  /** What the agent can spend, in micros. */
  get spendable(): number {
    return this.#stage.world.ledger.available(this.agent.account);
  }

  /** What pending transfers hold back, in micros. */
  get held(): number {
    return this.#stage.world.ledger.reserved(this.agent.account);
  }

  /** Creates an escrow in style B and gives its id. */
  lock(receiver: string, amount: number | string, fields: object = {}): string {
    const created = this.post('/escrow/escrow', { receiver, amount, ...fields });
    expectStatus(created, 201);
    return created.text('escrow_id');
  }

  /** One escrow in full, in style B. */
  escrow(id: string): JsonObject {
    const detail = this.get(`/escrow/escrow/${id}`);
    expectStatus(detail, 200);
    return detail.body;
  }
}

/** An answer, with what tests ask of it. */
export class Reply implements Response {
  readonly status: number;
  readonly headers: Response['headers'];
  readonly body: JsonObject;

  constructor(response: Response) {
    this.status = response.status;
    this.headers = response.headers;
    this.body = response.body;
  }

  text(field: string): string {
    return textOf(this.body, field);
  }

  list(field: string): readonly JsonObject[] {
    const value = this.body[field];
    assert(Array.isArray(value), () => `${field} is a list in ${JSON.stringify(this.body)}`);
    return value as readonly JsonObject[];
  }

  header(name: string): number {
    const value = this.headers[name];
    assert(typeof value === 'number', () => `${name} is a number in ${JSON.stringify(this.headers)}`);
    return value;
  }

  /** `[status, code]`; a success has no code. */
  get verdict(): readonly [number, Json | undefined] {
    return [this.status, this.body['code']];
  }
}

/** A field of a record that must be text. */
export function textOf(record: JsonObject, field: string): string {
  const value = record[field];
  assert(typeof value === 'string', () => `${field} is a text in ${JSON.stringify(record)}`);
  return value;
}

/** Says that an answer is the refusal of that code, under the status of the error table. */
export function expectRefused(reply: Reply, code: RefusalCode): void {
  expect(reply.verdict, JSON.stringify(reply.body)).toEqual([statusOf[code], code]);
  expect(reply.body['error']).toEqual(expect.any(String));
}

/** How many of the requests in a row are not answered 429, up to `most`. */
export function admitted(most: number, send: () => Reply): number {
  for (let count = 0; count < most; count++) if (send().status === 429) return count;
  return most;
}

/** Sends as fast as the platform admits for a time, waiting out every Retry-After; how many were admitted. */
export function greedy(stage: Stage, forMs: number, send: () => Reply): number {
  const endMs = stage.nowMs + forMs;
  let count = 0;
  for (;;) {
    const { status, headers } = send();
    if (status !== 429) count += 1;
    else if (stage.nowMs + Number(headers['retry-after']) * 1_000 >= endMs) return count;
    else stage.advance(Number(headers['retry-after']) * 1_000);
  }
}

export const isoInstant: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
export const txHash: unknown = expect.stringMatching(/^0x[0-9a-f]{64}$/);
export const evmAddress: unknown = expect.stringMatching(/^0x[0-9a-f]{40}$/);

const msOf = (delay: Delay): number =>
  typeof delay === 'number' ? delay : present(parseDuration(delay), `${delay} is a duration`);
