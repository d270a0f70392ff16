/**
 * What a campaign reaches where the order of events within a millisecond decides: pairs of calls in one instant, and calls
 * around a deadline. One object for all runs; `begin` comes before each.
 */
import { parseInstant, type Instant } from '../../core/base/time.ts';
import type { AuditedExchange, Body } from '../oracle/exchange.ts';
import { clientRoutes } from './answer-fields.ts';
import { deadlines, sides, type Deadline } from './deadlines.ts';

/** A deadline that an answer of this run has announced. */
interface Announced {
  readonly name: string;
  readonly atMs: Instant;
  /** The id of the object, or the caller. */
  readonly of: string;
}

export class InstantCoverage {
  /** `service/one + service/other`, in order of names: writes of two callers in one instant. */
  readonly pairs = new Set<string>();
  /** `escrow expiry: escrow/release at`. */
  readonly boundaries = new Set<string>();
  #atMs: Instant = 0;
  /** Writes of the current instant. */
  #writes: AuditedExchange[] = [];
  #announced: Announced[] = [];

  /** What an earlier run has announced is over. */
  begin(): void {
    this.#writes = [];
    this.#announced = [];
  }

  reached(exchange: AuditedExchange): void {
    this.#pairUp(exchange);
    this.#meetDeadlines(exchange);
    if (exchange.status < 300) this.#announce(exchange);
  }

  #pairUp(exchange: AuditedExchange): void {
    if (exchange.atMs !== this.#atMs) this.#writes = [];
    this.#atMs = exchange.atMs;
    if (exchange.method === 'GET') return;
    for (const write of this.#writes)
      if (write.service === exchange.service && callerOf(write) !== callerOf(exchange))
        this.pairs.add(pairOf(exchange.service, write.operation, exchange.operation));
    this.#writes.push(exchange);
  }

  #meetDeadlines(exchange: AuditedExchange): void {
    const call = `${exchange.service}/${exchange.operation}`;
    for (const { name, atMs, of } of this.#announced) {
      const side = sides.get(exchange.atMs - atMs);
      if (side === undefined || deadlines[name]?.decides.includes(call) !== true) continue;
      if (of === callerOf(exchange) || namedIn(exchange).has(of))
        this.boundaries.add(boundaryOf(name, call, side));
    }
  }

  #announce(exchange: AuditedExchange): void {
    const call = `${exchange.service}/${exchange.operation}`;
    for (const [name, { announcedBy, objectIn }] of Object.entries(deadlines)) {
      const atMs = instantIn(exchange.answer, announcedBy[call] ?? []);
      if (atMs === undefined) continue;
      const of = objectIn === undefined ? callerOf(exchange) : valueAt(exchange.answer, objectIn);
      if (typeof of === 'string') this.#announced.push({ name, atMs, of });
    }
  }
}

/** Every pair of writes of one service that a client can make. */
export function allPairs(): string[] {
  const writes = new Map<string, Set<string>>();
  for (const { service, method, row } of clientRoutes()) {
    if (service === 'control' || method === 'GET') continue;
    writes.set(service, (writes.get(service) ?? new Set()).add(row.operation));
  }
  return [...writes].flatMap(([service, operations]) =>
    [...operations].flatMap((one) => [...operations].map((other) => pairOf(service, one, other))),
  );
}

/** Each deadline with each call that it decides, on each side. */
export const allBoundaries = (): string[] =>
  Object.entries(deadlines).flatMap(([name, { decides }]: [string, Deadline]) =>
    decides.flatMap((call) => [...sides.values()].map((side) => boundaryOf(name, call, side))),
  );

const pairOf = (service: string, one: string, other: string): string =>
  [`${service}/${one}`, `${service}/${other}`].toSorted().join(' + ');

const boundaryOf = (deadline: string, call: string, side: string): string => `${deadline}: ${call} ${side}`;

/** The key of a call; who registers has none yet. */
const callerOf = ({ headers, ip, body }: AuditedExchange): string =>
  headers['authorization'] ?? `${ip} ${String(body?.['agent_id'])}`;

/** The texts of a request that may be ids. */
const namedIn = ({ params, body = {} }: AuditedExchange): ReadonlySet<unknown> =>
  new Set([...Object.values(params), ...Object.values(body)]);

function instantIn(answer: Body, paths: readonly string[]): Instant | undefined {
  for (const path of paths) {
    const value = valueAt(answer, path);
    if (typeof value === 'string') return parseInstant(value);
  }
  return undefined;
}

function valueAt(answer: Body, path: string): unknown {
  let value: unknown = answer;
  for (const name of path.split('/').slice(1)) value = (value as Body | null | undefined)?.[name];
  return value;
}
