/** What a campaign has reached of operations, refusals, states and policies, and what it has not. */
import { callOf } from '../oracle/case.ts';
import { policyNames, policyRow, type Policies } from '../../core/policy/policies.ts';
import type { AuditedExchange } from '../oracle/exchange.ts';
import { declaredFields } from '../oracle/fields/declared-fields.ts';
import { clientRoutes as routes, fieldsIn } from './answer-fields.ts';
import { absentFields, beyondReach } from './beyond-reach.ts';
import { allBoundaries, allPairs, InstantCoverage } from './instant-coverage.ts';

/** How much of one kind was reached: both counts are of names, not of occurrences. */
export interface Reached {
  readonly reached: number;
  readonly total: number;
  /** What was never reached, in order of names. */
  readonly missing: readonly string[];
}

/**
 * Coverage by kind. The totals come from the platform's own routes, refusals and policies and do not depend on the
 * runs.
 */
export interface CoverageResult {
  readonly operations: Reached;
  readonly refusals: Reached;
  readonly states: Reached;
  readonly policies: Reached;
  /** Operations by style and outcome: a success, or one of the refusals of the operation. */
  readonly outcomes: Reached;
  /** Pairs of writes of one service that two callers made in one instant. */
  readonly pairs: Reached;
  /** Deadlines with the calls that they decide: a millisecond before, at, and a millisecond after. */
  readonly boundaries: Reached;
  /** Fields of answers that were seen, by what the oracle declares of them. */
  readonly predictedFields: Reached;
  readonly constrainedFields: Reached;
  readonly freeFields: Reached;
}

/** The least that a campaign of so many runs has to reach, in percent. */
export const coverageFloor = {
  runs: 200,
  percent: { operations: 90, refusals: 65, states: 80, policies: 70 },
  /** What lies below, in words. */
  below(coverage: CoverageResult): string[] {
    return Object.entries(this.percent).flatMap(([name, percent]) => {
      const { reached, total } = coverage[name as keyof CoverageResult];
      return reached * 100 >= percent * total ? [] : [`${name} ${reached} of ${total}, expected ${percent}%`];
    });
  },
} as const;

/** States that an answer can name, by the field of each kind of record. */
const states: Readonly<Record<string, readonly string[]>> = {
  escrow: ['locked', 'released', 'refunded', 'expired', 'disputed'],
  domain: ['active', 'expiring'],
  order: ['open', 'filled', 'cancelled'],
  challenge: ['pending', 'resolved', 'declined', 'expired'],
  tournament: ['upcoming', 'active', 'finished', 'cancelled'],
  transaction: ['pending', 'confirmed', 'failed'],
  swap: ['awaiting_deposit', 'processing', 'completed', 'failed', 'refunded', 'expired'],
  bet: ['verified', 'unrevealed'],
  hand: ['open', 'settled'],
};

/** Which kind of record an operation answers with. */
const recordOf: Readonly<Record<string, string>> = {
  'escrow/create': 'escrow',
  'escrow/release': 'escrow',
  'escrow/refund': 'escrow',
  'escrow/dispute': 'escrow',
  'escrow/detail': 'escrow',
  'escrow/list': 'escrow',
  'domains/lookup': 'domain',
  'domains/list': 'domain',
  'trading/place': 'order',
  'trading/cancel': 'order',
  'trading/orders': 'order',
  'casino/createChallenge': 'challenge',
  'casino/acceptChallenge': 'challenge',
  'casino/declineChallenge': 'challenge',
  'casino/challenges': 'challenge',
  'casino/createTournament': 'tournament',
  'casino/tournament': 'tournament',
  'casino/tournaments': 'tournament',
  'wallet/send': 'transaction',
  'wallet/sendSigned': 'transaction',
  'wallet/transaction': 'transaction',
  'wallet/transactions': 'transaction',
  'wallet/chainTransactions': 'transaction',
  'wallet/swapStatus': 'swap',
  'wallet/openSwap': 'swap',
  'casino/verifyBet': 'bet',
  'casino/verifyRound': 'bet',
  'casino/bet': 'hand',
};

/** What some runs have reached, as names by kind: plain data, which another thread can send. */
export type SeenNames = Readonly<Record<SeenKind, readonly string[]>>;

const seenKinds = [
  'operations',
  'refusals',
  'states',
  'policies',
  'outcomes',
  'pairs',
  'boundaries',
  'fields',
] as const;
type SeenKind = (typeof seenKinds)[number];

const declared = declaredFields();
const known = new Set(declared.keys());

/** Collects what the runs of a campaign reach; one object for all of them. */
export class Coverage {
  readonly #instants = new InstantCoverage();
  readonly #seen: Readonly<Record<SeenKind, Set<string>>> = {
    operations: new Set(),
    refusals: new Set(),
    states: new Set(),
    policies: new Set(),
    outcomes: new Set(),
    pairs: this.#instants.pairs,
    boundaries: this.#instants.boundaries,
    fields: new Set(),
  };

  /** What it has collected so far. */
  get seen(): SeenNames {
    const names = seenKinds.map((kind) => [kind, [...this.#seen[kind]]]);
    return Object.fromEntries(names) as SeenNames;
  }

  /** Takes in what others have collected. */
  add(seen: SeenNames): void {
    for (const kind of seenKinds) for (const name of seen[kind]) this.#seen[kind].add(name);
  }

  reached(exchange: AuditedExchange): void {
    const { service, operation, status, answer } = exchange;
    if (service === '') return;
    this.#instants.reached(exchange);
    const call = callOf(exchange);
    if (status < 300) this.#seen.operations.add(call);
    else this.#seen.refusals.add(`${service}/${operation} ${String(answer['code'])}`);
    this.#seen.outcomes.add(`${call} ${status < 300 ? 'OK' : String(answer['code'])}`);
    if (status < 300) for (const field of fieldsIn(call, answer, known)) this.#seen.fields.add(field);
    const kind = recordOf[`${service}/${operation}`];
    if (kind !== undefined && status < 300) this.#gather(kind, answer, 0);
  }

  /** A run begins. */
  ranUnder(policies: Policies): void {
    this.#instants.begin();
    for (const name of policyNames) this.#seen.policies.add(`${name}=${policies[name]}`);
  }

  /** The names that were reached, beside all that there are. */
  result(): CoverageResult {
    return {
      operations: reachedOf(allOperations(), this.#seen.operations),
      refusals: reachedOf(allRefusals(), this.#seen.refusals),
      states: reachedOf(
        Object.entries(states).flatMap(([kind, names]) => names.map((name) => `${kind} ${name}`)),
        this.#seen.states,
      ),
      policies: reachedOf(allOptions(), this.#seen.policies),
      outcomes: reachedOf(allOutcomes(), this.#seen.outcomes),
      pairs: reachedOf(unique(allPairs()), this.#seen.pairs),
      boundaries: reachedOf(allBoundaries(), this.#seen.boundaries),
      predictedFields: this.#fieldsOf((name) => name === 'predicted'),
      constrainedFields: this.#fieldsOf((name) => name === 'constrained'),
      freeFields: this.#fieldsOf((name) => name !== 'predicted' && name !== 'constrained'),
    };
  }

  #fieldsOf(isWanted: (name: string) => boolean): Reached {
    const all = [...declared]
      .filter(([field, name]) => isWanted(name) && !isAbsent(field))
      .map(([field]) => field);
    return reachedOf(all, this.#seen.fields);
  }

  #gather(kind: string, value: unknown, depth: number): void {
    if (typeof value !== 'object' || value === null || depth > 4) return;
    for (const [name, part] of Object.entries(value)) {
      if (name === 'status' && typeof part === 'string') this.#seen.states.add(`${kind} ${part}`);
      else this.#gather(kind, part, depth + 1);
    }
  }
}

const absent = Object.keys(absentFields);
const isAbsent = (field: string): boolean => absent.some((name) => field.startsWith(name));

function reachedOf(all: readonly string[], seen: ReadonlySet<string>): Reached {
  const missing = all.filter((name) => !seen.has(name)).toSorted();
  return { reached: all.length - missing.length, total: all.length, missing };
}

const isBeyondReach = (name: string): boolean =>
  [name, name.replace(/^(\w+)\/\w+\/(?=\w+ )/, '$1/')].some((each) => beyondReach[each] !== undefined);

const unique = (names: readonly string[]): string[] =>
  [...new Set(names)].filter((name) => !isBeyondReach(name));

const allOperations = (): string[] =>
  unique(routes().map(({ service, style, row }) => `${service}/${style}/${row.operation}`));

const allRefusals = (): string[] =>
  unique(
    routes().flatMap(({ service, row }) => row.refusals.map((code) => `${service}/${row.operation} ${code}`)),
  );

const allOutcomes = (): string[] =>
  unique(
    routes().flatMap(({ service, style, row }) =>
      ['OK', ...row.refusals].map((code) => `${service}/${style}/${row.operation} ${code}`),
    ),
  );

const allOptions = (): string[] =>
  policyNames.flatMap((name) => {
    const { options } = policyRow(name);
    return options === 'usdc' ? [] : Object.keys(options).map((option) => `${name}=${option}`);
  });
