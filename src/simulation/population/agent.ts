/**
 * The API of behaviours. Every method only describes an effect that the behaviour yields; an agent does not know
 * whether time is virtual or the service is real.
 */
import { nameHash } from '../../core/base/name-hash.ts';
import { parseDuration, parseInstant, type DurationMs, type Instant } from '../../core/base/time.ts';
import type { Method } from '../../core/http/message.ts';
import type { Distribution } from '../../core/kernel/distributions.ts';
import {
  log,
  now,
  random,
  sleep,
  sleepUntil,
  spawn,
  type BehaviourSteps,
  type Effect,
  type LogFields,
} from '../../core/kernel/effects.ts';
import type { Answer } from './answer.ts';
import { join, type JoinOptions } from './join.ts';
import type { Persona } from './persona.ts';
import { Polite, type BackoffPolicy } from './polite.ts';
import { checkEffect, requestEffect } from './agent-effects.ts';
import type { RequestOptions } from './request-options.ts';

const noHeaders: Readonly<Record<string, string>> = Object.freeze({});

/** What a population supplies for an agent. */
export interface AgentParts {
  readonly number: number;
  readonly name: string;
  readonly ip: string;
  /** Equal on every call. */
  persona(): Persona;
  peers(population: string): readonly string[];
  readonly backoff: BackoffPolicy;
  /** True where a process of the agent may outlive its behaviour: set by the agent. */
  hasSpawned?: boolean;
}

/**
 * One agent: its identity, its key and its requests. Methods throw `TypeError` for wrong arguments; waits are
 * milliseconds or a duration such as `6h`.
 */
export class Agent {
  readonly #parts: AgentParts;
  #ip: string | undefined = undefined;
  #nameHash: number | undefined = undefined;
  #polite: Polite | undefined = undefined;
  #key: string | undefined = undefined;
  #headers = noHeaders;

  constructor(parts: AgentParts) {
    this.#parts = parts;
  }

  /** Position in the population, from 0. It determines the virtual IP address, but no id and no random stream. */
  get number(): number {
    return this.#parts.number;
  }

  /** The hash of the name, which the digest folds. */
  get nameHash(): number {
    return (this.#nameHash ??= nameHash(this.#parts.name));
  }

  /** `escrow-buyer/17`: names the agent in findings, events and random streams. */
  get name(): string {
    return this.#parts.name;
  }

  /** The virtual IP address requests come from. */
  get ip(): string {
    return (this.#ip ??= this.#parts.ip);
  }

  /** The same methods with the documents' client guidance: wait after a 429, retry after a 500. */
  get polite(): Polite {
    return (this.#polite ??= new Polite(this, this.#parts.backoff));
  }

  /** An invented identity: `agentId`, `owner`, `email`, `framework` and `purpose`, all texts. */
  get persona(): Persona {
    return this.#parts.persona();
  }

  /** The API key in use, if any. */
  get key(): string | undefined {
    return this.#key;
  }

  /** Uses a key from now on; undefined sends none. */
  authorize(key: string | undefined): void {
    this.#key = key;
    this.#headers = key === undefined ? noHeaders : { authorization: `Bearer ${key}` };
  }

  /** The agent ids of a population of this scenario, by its name. */
  peers(population: string): readonly string[] {
    return this.#parts.peers(population);
  }

  /** Registers with the faucet (politely) and uses the key from then on. */
  join(options: JoinOptions = {}): Generator<unknown, Answer, unknown> {
    return join(this, options);
  }

  /** Waits: `'6h'`, or milliseconds, rounded to whole ones. */
  sleep(delay: string | DurationMs): Effect<void> {
    return sleep(
      typeof delay === 'number' ? Math.round(delay) : (parseDuration(delay) ?? badTime('sleep', delay)),
    );
  }

  /** Waits until an instant: RFC 3339 text, or milliseconds since the epoch. */
  sleepUntil(at: string | Instant): Effect<void> {
    return sleepUntil(typeof at === 'number' ? at : (parseInstant(at) ?? badTime('sleepUntil', at)));
  }

  now(): Effect<Instant> {
    return now();
  }

  /** A number in [0, 1), or a draw from a distribution; both use the agent's own stream. */
  random(): Effect<number>;
  random<T>(distribution: Distribution<T>): Effect<T>;
  random<T>(distribution?: Distribution<T>): Effect<T | number> {
    return distribution === undefined ? random() : random(distribution);
  }

  log(message: string, fields?: LogFields): Effect<void> {
    return log(message, fields);
  }

  /** Starts a concurrent process of the same agent. */
  spawn(run: () => BehaviourSteps, name: string): Effect<number> {
    this.#parts.hasSpawned = true;
    return spawn(run, name);
  }

  /** States a condition that should hold, counted in the metric `checks` by name; yields the condition. */
  check(name: string, holds: boolean): Effect<boolean> {
    return checkEffect({ name, holds });
  }

  get(path: string, options?: RequestOptions): Effect<Answer> {
    return this.request('GET', path, undefined, options);
  }

  post(path: string, body?: unknown, options?: RequestOptions): Effect<Answer> {
    return this.request('POST', path, body, options);
  }

  put(path: string, body?: unknown, options?: RequestOptions): Effect<Answer> {
    return this.request('PUT', path, body, options);
  }

  delete(path: string, options?: RequestOptions): Effect<Answer> {
    return this.request('DELETE', path, undefined, options);
  }

  request(method: Method, path: string, body: unknown, options: RequestOptions = {}): Effect<Answer> {
    const { query, headers, raw } = options;
    // A behaviour in JavaScript may pass anything: it must fail here, not in the platform.
    if (typeof path !== 'string') throw new TypeError(`${method} ${String(path)}: expected a path as text`);
    if (headers !== undefined) checkHeaders(headers);
    return requestEffect({
      method,
      path,
      query: query === undefined ? noQuery : textual(query),
      headers: headers === undefined ? this.#headers : { ...this.#headers, ...headers },
      body,
      rawBody: raw,
    });
  }
}

const noQuery: Readonly<Record<string, string>> = Object.freeze({});

const textual = (query: Readonly<Record<string, string | number>>): Record<string, string> =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));

function checkHeaders(headers: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value !== 'string') throw new TypeError(`header ${name}: expected text, got ${typeof value}`);
  }
}

function badTime(verb: string, time: string): never {
  throw new TypeError(`agent.${verb}("${time}"): expected a time such as '6h'`);
}
