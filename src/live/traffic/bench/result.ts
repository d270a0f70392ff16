/** What a bench of any shape ends with. */
import type { Comparison } from './baseline.ts';
import type { Interval } from '../../../core/base/interval.ts';
import type { BenchStep } from './step.ts';

export const benchShapes = ['saturation', 'constant', 'closed'] as const;
export type BenchShape = (typeof benchShapes)[number];

/** What ended a bench: the target, the generator, the rate asked for, or whoever stopped it. */
export type BenchLimit = 'target' | 'generator' | 'rate' | 'stop';

export interface BenchFigures {
  readonly shape: BenchShape;
  readonly steps: readonly BenchStep[];
  /** The highest rate that held: the mean of the repeated searches; at a constant rate or closed what was achieved. */
  readonly highestPerSecond: number | null;
  /** Its 95% interval over the repetitions; null of fewer than two. */
  readonly perSecond: Interval | null;
  /** The p99 of the response time over the repetitions (closed: of the time from request to answer). */
  readonly p99Ms: Interval | null;
  readonly limitedBy: BenchLimit;
  readonly ok: boolean;
}

export interface BenchResult extends BenchFigures {
  readonly target: string;
  /** What was read: one path, or a mix. */
  readonly path: string | null;
  readonly mix: {
    readonly source: string;
    readonly reads: number;
    /** The share of all requests of the source that the mix stands for. */
    readonly coveredShare: number;
  } | null;
  readonly baseline: Comparison | null;
}
