/** The call under /_sim that compares two branches of a served world. It is no part of the world. */
import { Type } from 'typebox';
import { formatUsdc, type Micros } from '../../core/base/money.ts';
import type { Outcome } from '../../core/base/refusal.ts';
import { formatInstant, type Instant } from '../../core/base/time.ts';
import { binding, rowsOf } from '../../core/http/route.ts';
import { InstantText } from '../../core/http/wire.ts';
import { askedRewind, Name, standing, standingText, type Rewind, type Standing } from './history.ts';
import { closed, controlCall, explainer } from './row.ts';

/** A request as one of two branches had it. */
export interface PartingRow {
  readonly event: number;
  readonly atMs: Instant;
  /** Empty for a client from outside. */
  readonly agent: string;
  readonly service: string;
  readonly operation: string;
  readonly call: string;
  readonly status: number;
  readonly code: string;
  /** A hash of the body. */
  readonly answer: string;
}

/** An agent with another balance; null where it is not registered. */
export interface DifferingBalance {
  readonly agentId: string;
  readonly a: Micros | null;
  readonly b: Micros | null;
}

/** What two branches differ in. */
export interface BranchDifference {
  readonly a: Standing;
  readonly b: Standing;
  /** The first request that differs, and in what; null where every request is the same, or there is none after a branch ended. */
  readonly parted: {
    readonly field: string;
    readonly a: PartingRow | null;
    readonly b: PartingRow | null;
  } | null;
  /** Agents whose balances differ. */
  readonly differing: number;
  /** The first of them. */
  readonly balances: readonly DifferingBalance[];
}

/** Two branches by name. */
export interface BranchPair {
  readonly a: string;
  /** The one that is served unless given. */
  readonly b: string | undefined;
}

/** A past whose branches can be compared. */
export interface BranchHost {
  /** Refuses NOT_FOUND (name), and CONFLICT while the clock moves or the world is executed again. */
  compare(pair: BranchPair): Outcome<BranchDifference>;
}

/** The operation on the past of a host's world. */
export class BranchControl {
  readonly #host: { readonly history: BranchHost };

  constructor(host: { readonly history: BranchHost }) {
    this.#host = host;
  }

  compareBranches(pair: BranchPair): Outcome<BranchDifference> {
    return this.#host.history.compare(pair);
  }
}

const CompareBody = Type.Object(
  { a: Name, b: Type.Optional(Name) },
  { ...closed, description: 'branches such as {"a": "main", "b": "retry"}' },
);
const mistakeIn = explainer(CompareBody);

/** What a call asks for that takes its time; undefined for a body that the operation will refuse. */
export function askedExecution(
  operation: string,
  text: string | undefined,
): Rewind | { readonly switchTo: string } | BranchPair | undefined {
  let body: unknown;
  try {
    body = JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
  return operation === 'compareBranches' ? askedPair(body) : askedRewind(operation, body);
}

const askedPair = (body: unknown): BranchPair | undefined =>
  mistakeIn(body) === undefined ? readPair(body as { a: string; b?: string }) : undefined;

const readPair = ({ a, b }: { a: string; b?: string | undefined }): BranchPair => ({ a, b });

const Row = Type.Union([
  Type.Null(),
  Type.Object({
    event: Type.Integer(),
    at: InstantText,
    agent: Type.String({ description: 'empty for a client from outside' }),
    service: Type.String(),
    operation: Type.String(),
    call: Type.String(),
    status: Type.Integer(),
    code: Type.String(),
    answer: Type.String({ description: 'a hash of the body' }),
  }),
]);
const rowText = (row: PartingRow | null) => {
  if (row === null) return null;
  const { atMs, ...rest } = row;
  return { ...rest, at: formatInstant(atMs) };
};
const Balance = Type.Union([Type.String(), Type.Null()]);
const balanceText = (micros: Micros | null) => (micros === null ? null : formatUsdc(micros));

const row = rowsOf<BranchControl>();

/** The row of `/_sim/branches/compare`; only a host answers it. */
export const branchRows = [
  row('compareBranches', {
    ...controlCall,
    uncounted: true,
    refusals: ['BAD_REQUEST', 'NOT_FOUND', 'CONFLICT'],
    about:
      'Compare two branches at their last points: the first request at which they part, and balances that differ. Both are executed again; other calls are answered meanwhile',
    styles: {
      control: [
        'POST',
        '/branches/compare',
        binding({
          body: CompareBody,
          answer: Type.Object({
            a: Type.Object(standing),
            b: Type.Object(standing),
            same: Type.Boolean({ description: 'both have the same digest' }),
            parted: Type.Union([Type.Null(), Type.Object({ field: Type.String(), a: Row, b: Row })]),
            differing: Type.Integer({ description: 'agents with another balance' }),
            balances: Type.Array(Type.Object({ agent: Type.String(), a: Balance, b: Balance }), {
              description: 'the first of them',
            }),
          }),
          explain: explainer(CompareBody),
          read: ({ body }) => readPair(body),
          write: ({ a, b, parted, differing, balances }: BranchDifference) => ({
            a: standingText(a),
            b: standingText(b),
            same: a.digest === b.digest,
            parted: parted && { field: parted.field, a: rowText(parted.a), b: rowText(parted.b) },
            differing,
            balances: balances.map(({ agentId: agent, a: one, b: two }) => ({
              agent,
              a: balanceText(one),
              b: balanceText(two),
            })),
          }),
        }),
      ],
    },
  }),
];
