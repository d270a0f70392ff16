/**
 * What the control room shows of a served world: the last requests, domain events, what each agent has asked, and series
 * over virtual time. It only observes: the world and its digest do not change.
 */
import type { Micros } from '../../../core/base/money.ts';
import type { Instant } from '../../../core/base/time.ts';
import type { HttpExchange } from '../../../core/http/exchange.ts';
import type { Request, Response } from '../../../core/http/message.ts';
import type { BoundRoute } from '../../../core/http/bound-route.ts';
import type { World, WorldObserver } from '../../../platform/world/world.ts';
import { AccountGroups } from '../../../simulation/scenario/account-groups.ts';
import { AnsweredCalls } from './answered-calls.ts';
import { SeenPrices } from './seen-prices.ts';
import { RoomSeries } from './series.ts';

/** One dispatched request with its response. A bounded number of the latest is kept. */
export interface SeenExchange {
  /** Counts up from 1. */
  readonly number: number;
  /** Its number among the events of the digest. */
  readonly event: number;
  readonly atMs: Instant;
  /** Position in the registry; null for a caller without a key. */
  readonly agent: number | null;
  readonly route: BoundRoute | undefined;
  readonly code: string;
  /** Both with agents' keys and without keys of wallets: `ShownText` removes the rest. */
  readonly request: Request;
  readonly response: Response;
  readonly slownessMs: number;
  readonly happenings: readonly Happening[];
}

/** A domain event of a service with its amount, for display. */
export interface Happening {
  readonly event: number;
  readonly atMs: Instant;
  readonly name: string;
  readonly amountMicros: Micros;
}

/** A quota as the last call that it bound has shown it. */
export interface SeenQuota {
  /** Whose it is: `escrow`. */
  readonly service: string;
  readonly style: string;
  readonly limit: number;
  remaining: number;
  /** Seconds since the epoch, virtual. */
  resetAt: number;
}

/** What is kept of a request for a list. */
export type SeenLine = Readonly<KeptLine>;

/** Objects of a ring are written over: what lives as long as these would be copied by each garbage collection otherwise. */
interface KeptLine {
  number: number;
  event: number;
  atMs: Instant;
  agent: number | null;
  code: string;
  method: string;
  path: string;
  status: number;
}

/** What an agent has asked. */
export interface AgentSeen {
  readonly counts: { requests: number } & Record<AnswerClass, number>;
  latestMs: Instant;
  /** Those that were met first, oldest first; a bounded number. */
  readonly quotas: SeenQuota[];
  /** The latest, as a ring: `linesOf` has them in order. */
  readonly requests: KeptLine[];
}

type AnswerClass = 'ok' | 'refused' | 'limited' | 'failed';

const exchangeMax = 2_000;
const happeningMax = 40;
/** Quotas that are kept of an agent; a platform has some twenty for one key. */
const quotaMax = 24;
/** Requests that are kept of an agent, without bodies: there may be very many agents. */
const agentRequestMax = 12;

/** The observer of one world of a sandbox; a reset makes a new one. What grows with a world's age is bounded. */
export class Feed implements WorldObserver {
  readonly happenings: Happening[] = [];
  /** By agent number. */
  readonly agents = new Map<number, AgentSeen>();
  readonly classes: Record<AnswerClass, number> = { ok: 0, refused: 0, limited: 0, failed: 0 };
  /** Which of the worlds of a sandbox this is about, from 1. */
  readonly number: number;
  readonly series: RoomSeries;
  readonly prices = new SeenPrices();
  readonly calls = new AnsweredCalls();
  /** Grows with everything that is seen. */
  version = 0;
  /** How long a fault delays the answer to the request that comes now, in virtual milliseconds. */
  slownessMs = 0;
  /** A ring: the exchange of a number stands at that number less 1, modulo its size. */
  readonly #exchanges: SeenExchange[] = [];
  #seen = 0;
  #world: World | undefined;
  #groups: AccountGroups | undefined;

  constructor(number: number, startMs: Instant) {
    this.number = number;
    this.series = new RoomSeries(startMs, () => this.#groups?.totals() ?? {});
  }

  /** Call it once the world is built, before its first event. */
  attach(world: World): void {
    this.#world = world;
    this.#groups = new AccountGroups(world.ledger);
  }

  /** The latest exchanges, oldest first. */
  latest(count: number): readonly SeenExchange[] {
    const first = Math.max(1, this.#seen - Math.min(count, exchangeMax) + 1);
    return Array.from({ length: this.#seen - first + 1 }, (_, index) => this.exchange(first + index)).filter(
      (seen) => seen !== undefined,
    );
  }

  /** Undefined for one that there is not, or that is not kept any more. */
  exchange(number: number): SeenExchange | undefined {
    const kept = this.#exchanges[(number - 1) % exchangeMax];
    return kept?.number === number ? kept : undefined;
  }

  /** The kept exchanges of an agent, oldest first. */
  exchangesOf(agent: number): readonly SeenExchange[] {
    return this.latest(exchangeMax).filter((seen) => seen.agent === agent);
  }

  answered(request: Request, response: Response, { route, principal, code }: HttpExchange): void {
    this.version += 1;
    // The page's own buttons are not the platform's traffic.
    if (route?.service === 'control' || route?.service === 'document') return;
    const atMs = this.#nowMs;
    const event = this.#eventNumber;
    const answerClass = classOf(response.status);
    this.classes[answerClass] += 1;
    this.calls.add(route, response.status);
    this.series.answered(atMs, { event, answerClass, code });
    const exchange: SeenExchange = {
      number: this.#seen + 1,
      event,
      atMs,
      agent: principal?.number ?? null,
      route,
      code: code ?? '',
      request,
      response,
      slownessMs: this.slownessMs,
      happenings: this.#happenedIn(event),
    };
    this.#exchanges[this.#seen % exchangeMax] = exchange;
    this.#seen += 1;
    if (principal !== undefined) this.#noteAgent(principal.number, exchange);
    // What an agent of the scenario waits for, its network decides: it is reported by `received`.
    if (request.agent === undefined) this.series.received(atMs, this.slownessMs);
  }

  happened(name: string, amountMicros: Micros, atMs: Instant): void {
    this.version += 1;
    this.happenings.push({ event: this.#eventNumber, atMs, name, amountMicros });
    if (this.happenings.length > happeningMax) this.happenings.shift();
  }

  /** What a request has caused was reported right before it. */
  #happenedIn(event: number): readonly Happening[] {
    if (this.happenings.at(-1)?.event !== event) return none;
    return this.happenings.filter((happening) => happening.event === event);
  }

  get #nowMs(): Instant {
    return this.#world?.kernel.nowMs ?? this.series.startMs;
  }

  get #eventNumber(): number {
    return this.#world?.eventNumber ?? 0;
  }

  #noteAgent(agent: number, exchange: SeenExchange): void {
    const { route, response, atMs } = exchange;
    let seen = this.agents.get(agent);
    if (seen === undefined) this.agents.set(agent, (seen = newAgentSeen()));
    seen.latestMs = atMs;
    seen.counts.requests += 1;
    seen.counts[classOf(response.status)] += 1;
    keepLine(seen.requests, (seen.counts.requests - 1) % agentRequestMax, exchange);
    noteQuota(seen.quotas, route, response.headers);
  }
}

/** The same quota is the same service, style and limit. */
function noteQuota(quotas: SeenQuota[], route: BoundRoute | undefined, headers: Response['headers']): void {
  const limit = Number(headers['x-ratelimit-limit']);
  if (!(Number.isFinite(limit) && limit > 0)) return;
  const { service, style } = route ?? noRoute;
  const remaining = Number(headers['x-ratelimit-remaining']);
  const resetAt = Number(headers['x-ratelimit-reset']);
  for (const quota of quotas) {
    if (quota.limit !== limit || quota.service !== service || quota.style !== style) continue;
    quota.remaining = remaining;
    quota.resetAt = resetAt;
    return;
  }
  quotas.push({ service, style, limit, remaining, resetAt });
  if (quotas.length > quotaMax) quotas.shift();
}

const noRoute = { service: 'unknown path', style: '' };
const none: readonly Happening[] = [];

const newAgentSeen = (): AgentSeen => ({
  counts: { requests: 0, ok: 0, refused: 0, limited: 0, failed: 0 },
  latestMs: 0,
  quotas: [],
  requests: [],
});

function classOf(status: number): AnswerClass {
  if (status === 429) return 'limited';
  if (status >= 500) return 'failed';
  return status >= 400 ? 'refused' : 'ok';
}

function keepLine(ring: KeptLine[], at: number, exchange: SeenExchange): void {
  const line = ring[at];
  if (line === undefined) {
    ring[at] = lineOf(exchange);
    return;
  }
  const { number, event, atMs, agent, code, request, response } = exchange;
  line.number = number;
  line.event = event;
  line.atMs = atMs;
  line.agent = agent;
  line.code = code;
  line.method = request.method;
  line.path = request.path;
  line.status = response.status;
}

/** The latest requests of an agent, newest first, as they are now. */
export const linesOf = ({ requests }: AgentSeen): SeenLine[] =>
  requests.map((line) => ({ ...line })).toSorted((one, other) => other.number - one.number);

/** Without the bodies of the exchange. */
export const lineOf = ({ number, event, atMs, agent, code, request, response }: SeenExchange): KeptLine => ({
  number,
  event,
  atMs,
  agent,
  code,
  method: request.method,
  path: request.path,
  status: response.status,
});
