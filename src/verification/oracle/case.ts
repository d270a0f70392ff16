/** What the models of all services share in one audit. */
import { usdc } from './usdc.ts';
import { parseUsdc, type Micros } from '../../core/base/money.ts';
import { formatInstant, parseInstant, type Instant } from '../../core/base/time.ts';
import type { ExpectedBalances } from './books.ts';
import type { Change } from './open-ends.ts';
import { closedGamesAt } from './closed-games.ts';
import type { AuditedExchange, Balances, Body, RunSetup } from './exchange.ts';
import type { HouseBooks } from './house-books.ts';
import type { PropertyName } from './properties.ts';
import type { Timers } from './timers.ts';

/** An error code of the platform, or a success. */
export type ExpectedOutcome =
  | 'OK'
  | 'BAD_REQUEST'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'INSUFFICIENT_BALANCE'
  | 'FAUCET_CLAIMED'
  | 'GAME_CLOSED'
  | 'MARKET_CLOSED';

/** A fee that has been charged, of which the payer's referrers get shares. */
export interface ChargedFee {
  readonly service: 'trading' | 'escrow' | 'domains' | 'wallet' | 'casino';
  readonly payer: string;
  readonly feeMicros: Micros;
  readonly named?: string | undefined;
  /** True where the balances of the referrers have shown their shares already. */
  readonly isBooked?: boolean;
  /** False where the shares are paid or still due, and nothing shows which. */
  readonly isSure?: boolean;
}

/** What a fee brings at once. */
export interface PaidShares {
  readonly changes: readonly Change[];
  readonly isBooked: boolean;
  /** False where it may have brought something else. */
  readonly isOnly: boolean;
}

/** What is known of an agent. */
export interface KnownAgent {
  readonly agentId: string;
  readonly number: number;
  readonly referrer: string | undefined;
  readonly atMs: Instant;
}

/**
 * What the oracle lends to each model. Models report through `breaks` and change balances only through `books`.
 */
export interface Case {
  readonly setting: RunSetup;
  readonly books: ExpectedBalances;
  /** Accounts that belong to no agent. */
  readonly houses: HouseBooks;
  readonly timers: Timers;
  /** When balances are looked at. */
  nowMs(): Instant;
  readonly agents: ReadonlyMap<string, KnownAgent>;
  /** Ids whose registration was answered 500 and may have succeeded. */
  readonly unknownRegistrations: ReadonlySet<string>;
  /** The agent that an id, address or referral code names. */
  resolve(name: string): string | undefined;
  /** True for an EVM address whose checksum is wrong, where policy `wallet.addresses` has it checked. */
  isMisspelt(name: string): boolean;
  breaks(property: PropertyName, message: string): void;
  feeCharged(fee: ChargedFee): void;
  /**
   * What a fee that has been charged by now may have brought those above its payer: one way, or two where it may have
   * been charged before the last payment of shares.
   */
  sharesOf(fee: ChargedFee, isBetween: boolean): readonly PaidShares[];
  /** From now on the earnings of this agent's referrers cannot be computed, nor those of the one that a fee names. */
  invalidateReferrers(payer: string, named?: string): void;
  betSettled(bet: { player: string; stakeMicros: Micros; payoutMicros: Micros; isAlone: boolean }): void;
}

/** The model of one service: looks at its exchanges, and says what balances must be. */
export interface Model {
  readonly service: string;
  answered(exchange: AuditedExchange, caller: string | undefined): void;
}

/** True where the run has this reading of what the documents leave open. */
export const reads = ({ setting }: Pick<Case, 'setting'>, policy: string, option: string): boolean =>
  setting.policies[policy] === option;

/** `service/style/operation`; empty parts where no route has the path. */
export const callOf = ({ service, style, operation }: AuditedExchange): string =>
  `${service}/${style}/${operation}`;

/** False from the first fault of a service's clock on: the instants that it writes are its own then. */
export const isClockTrue = (
  { setting }: Pick<Case, 'setting'>,
  { service, atMs }: Pick<AuditedExchange, 'service' | 'atMs'>,
): boolean =>
  !setting.faults.some(
    (fault) => fault.kind.startsWith('clock-') && fault.service === service && fault.atMs <= atMs,
  );

/** What the clock of a service shows, whose steps are planned; undefined while it is held. */
export function shownInstant(
  { setting }: Pick<Case, 'setting'>,
  { service, atMs }: Pick<AuditedExchange, 'service' | 'atMs'>,
): Instant | undefined {
  const begun = setting.faults.filter((fault) => fault.service === service && fault.atMs <= atMs);
  const isHeld = begun.some(({ kind, endMs }) => kind === 'clock-hold' && atMs <= endMs);
  return isHeld ? undefined : begun.reduce((nowMs, { byMs }) => nowMs + byMs, atMs);
}

/** True where no clock of any service has been moved yet. */
export const areClocksTrue = (
  { setting }: Pick<Case, 'setting'>,
  { atMs }: Pick<AuditedExchange, 'atMs'>,
): boolean => !setting.faults.some((fault) => fault.kind.startsWith('clock-') && fault.atMs <= atMs);

/** True for every 2xx status. */
export const isOk = ({ status }: AuditedExchange): boolean => status >= 200 && status < 300;

/** The code of an answer, `OK` for a success. */
export function outcomeOf(exchange: AuditedExchange): string {
  if (isOk(exchange)) return 'OK';
  // The literal body of a 429 has no code.
  return exchange.status === 429 ? 'RATE_LIMIT' : (text(exchange.answer, 'code') ?? `${exchange.status}`);
}

/** Answers that do not depend on what was asked for. */
const elsewhere = new Set(['RATE_LIMIT', 'UNAUTHORIZED', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE']);

/** True where limits, keys or faults decided, so that the operation never ran. */
export const isElsewhere = (exchange: AuditedExchange): boolean => elsewhere.has(outcomeOf(exchange));

/**
 * Holds an answer against what it had to be; true where both are a success. A BAD_REQUEST that was not expected is let
 * pass where `allowsBadRequest`: not every rule of form is known here.
 */
export function isAsExpected(
  file: Case,
  exchange: AuditedExchange,
  wanted: { outcome: ExpectedOutcome; property: PropertyName; allowsBadRequest?: boolean },
): boolean {
  if (isElsewhere(exchange)) return false;
  const seen = outcomeOf(exchange);
  if (seen === wanted.outcome) return seen === 'OK';
  if (seen === 'BAD_REQUEST' && wanted.allowsBadRequest === true) return false;
  if (seen === 'GAME_CLOSED' && closedGamesAt(file.setting, exchange.atMs).length > 0) return false;
  file.breaks(wanted.property, `${callOf(exchange)} is answered ${seen}; expected ${wanted.outcome}`);
  return false;
}

/** The amount in a field, as number or text; undefined where there is none. */
export const micros = (body: Body | undefined, field: string): Micros | undefined =>
  signedMicros(body?.[field]);

/**
 * An amount of a body, as a number or a decimal text, with its sign; undefined for anything else. A number is
 * rounded to the nearest micro.
 */
export function signedMicros(value: unknown): Micros | undefined {
  if (typeof value === 'number') return Math.round(value * 1_000_000);
  if (typeof value !== 'string') return undefined;
  const sign = value.startsWith('-') ? -1 : 1;
  const size = parseUsdc(sign < 0 ? value.slice(1) : value);
  return size === undefined ? undefined : sign * size;
}

/** An amount as a caller may send it. */
export const sentMicros = (body: Body | undefined, field: string): Micros | undefined =>
  parseUsdc(body?.[field]);

/** A field that is a string; undefined where it is missing or of another type. */
export const text = (body: Body | undefined, field: string): string | undefined => {
  const value = body?.[field];
  return typeof value === 'string' ? value : undefined;
};

/** A field that is an instant in UTC, as epoch milliseconds; undefined where it is missing or cannot be read. */
export const instant = (body: Body | undefined, field: string): Instant | undefined =>
  parseInstant(text(body, field) ?? '');

/** A field that is a list; empty where it is missing or no list. The items are not checked. */
export const objects = (body: Body, field: string): readonly Body[] => {
  const value = body[field];
  return Array.isArray(value) ? (value as readonly Body[]) : [];
};

/** True where an agent has more or less than before. */
export function hasMoved(agent = '', before: Balances | undefined, after: Balances): boolean {
  const [known, now] = [before?.get(agent), after.get(agent)];
  return known !== undefined && now !== undefined && known.availableMicros !== now.availableMicros;
}

/** A field of an answer, what it is and what it must be. */
export interface ExpectedField {
  readonly name: string;
  readonly seen: unknown;
  readonly wanted: unknown;
  /** True for an amount of USDC. */
  readonly isMicros?: boolean | undefined;
}

/** A field that holds an amount. */
export const amountIn = (
  body: Body | undefined,
  name: string,
  wanted: Micros | undefined,
): ExpectedField => ({
  name,
  isMicros: true,
  seen: micros(body, name),
  wanted,
});

/** Says so where a field has another value than it must have. */
export function expectField(file: Case, property: PropertyName, field: ExpectedField): void {
  const { name, seen, wanted } = field;
  if (seen === wanted) return;
  file.breaks(property, `${name} is ${shownAs(field, seen)}; expected ${shownAs(field, wanted)}`);
}

/** The epoch of the year 2001 in milliseconds: no number of this size is anything but an instant. */
const leastInstantMs = 1e12;

/** Amounts with their unit, and instants as texts; of a header they are in seconds. */
function shownAs({ name, isMicros }: ExpectedField, value: unknown): string {
  if (value === '') return 'nothing';
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return String(value);
  if (isMicros === true) return usdc(value);
  if (name === 'x-ratelimit-reset') return `${value} (${formatInstant(value * 1000)})`;
  return value >= leastInstantMs ? formatInstant(value) : String(value);
}
