/** The input of the oracle: requests, responses, and the balances after each. Plain data, no service's types. */
import type { Micros } from '../../core/base/money.ts';
import type { DurationMs, Instant } from '../../core/base/time.ts';
import type { HouseBalances } from './house-books.ts';

/** A JSON object of a request or response. The oracle checks each field where it reads it. */
export type Body = Readonly<Record<string, unknown>>;

/** One request and its answer. */
export interface AuditedExchange {
  /** Position in the run, from 0. */
  readonly number: number;
  readonly atMs: Instant;
  /** Empty for a path that leads nowhere. */
  readonly service: string;
  readonly style: string;
  readonly operation: string;
  readonly method: string;
  /** The path with its parameters unnamed: `/escrow/escrow/:id`. */
  readonly route: string;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** What was sent as JSON; undefined where it was text, or nothing. */
  readonly body: Body | undefined;
  /** True where text was sent instead. */
  readonly isRaw: boolean;
  readonly ip: string;
  readonly status: number;
  readonly answer: Body;
  readonly answerHeaders: Readonly<Record<string, string | number>>;
}

/** An agent's balance: available and held. */
export interface Balance {
  readonly availableMicros: Micros;
  readonly heldMicros: Micros;
}

/** By agent id. */
export type Balances = ReadonlyMap<string, Balance>;

/** What only the books as a whole can say, at the end of a run. */
export interface Totals {
  readonly driftMicros: Micros;
  /** Reasons of reservations that belong to no service. */
  readonly unexplained: readonly string[];
  readonly tradingDrift: number;
  readonly walletDrift: number;
  /** Accounts below zero that may not be. */
  readonly negative: readonly string[];
}

/** How a run ends. */
export interface FinalBooks {
  readonly balances: Balances;
  readonly houses?: HouseBalances | undefined;
  readonly totals: Totals;
}

/** A fault of the run, as the scenario has it. */
export interface PlannedFault {
  readonly kind: string;
  readonly service: string;
  readonly atMs: Instant;
  readonly endMs: Instant;
  readonly effect: string;
  /** The share of requests that it strikes; 1 for a kind that strikes all. */
  readonly rate: number;
  /** The market or game that it closes, or the market whose price it moves; empty for every other kind. */
  readonly target: string;
  /** By how much a clock is stepped; 0 for every other kind. */
  readonly byMs: DurationMs;
  /** By how much a price jumps; 0 for every other kind. */
  readonly basisPoints: number;
}

/** What is known of a run before it begins. */
export interface RunSetup {
  readonly startMs: Instant;
  readonly endMs: Instant;
  /** Every policy by name. */
  readonly policies: Readonly<Record<string, string>>;
  /** The names of those that are not at their default. */
  readonly changed: readonly string[];
  readonly faults: readonly PlannedFault[];
  /** True where requests may get lost, come late or come twice. */
  readonly isNetworkLossy: boolean;
  /** True where agents act that no list of operations names. */
  readonly hasBehaviours: boolean;
}
