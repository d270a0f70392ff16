/** Money moved by the ledger over a run, without the opening balances (`genesis`). */
import type { FlowResult } from '../simulation/scenario/result.ts';
import { sum, sumMicros } from './numbers.ts';

/** The transfers of one kind and their sum in micro-USDC. */
export interface KindTurnover {
  readonly kind: string;
  readonly transfers: number;
  readonly micros: bigint;
}

/** All moving transfers of a run; sums are exact. */
export interface MoneyTurnover {
  readonly transfers: number;
  readonly micros: bigint;
  /** Descending by amount; equal amounts by name. */
  readonly byKind: readonly KindTurnover[];
}

/** Flows of the run itself: everything but the opening balances. */
export const movingFlows = (flows: readonly FlowResult[]): readonly FlowResult[] =>
  flows.filter(({ kind, micros }) => kind !== 'genesis' && micros > 0);

/** Totals over all moving flows, exact. */
export function moneyMoved(flows: readonly FlowResult[]): MoneyTurnover {
  const moving = movingFlows(flows);
  const kinds = [...new Set(moving.map(({ kind }) => kind))];
  const byKind = kinds.map((kind) => {
    const ofKind = moving.filter((flow) => flow.kind === kind);
    return { kind, transfers: sum(ofKind.map(({ transfers }) => transfers)), micros: microsOf(ofKind) };
  });
  const sorted = byKind.toSorted(
    (left, right) =>
      (left.micros === right.micros ? 0 : left.micros < right.micros ? 1 : -1) ||
      (left.kind < right.kind ? -1 : 1),
  );
  return {
    transfers: sum(moving.map(({ transfers }) => transfers)),
    micros: microsOf(moving),
    byKind: sorted,
  };
}

const microsOf = (flows: readonly FlowResult[]): bigint => sumMicros(flows.map(({ micros }) => micros));
