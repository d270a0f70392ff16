/** A load while it runs and when it is over, whether one process sends it or several. */
import type { FindingResult } from '../../simulation/scenario/result.ts';
import type { LoadStop } from './load-call.ts';
import type { LoadMeasures } from './measure/load-measures.ts';
import type { LoadResult, SeriesRow } from './result-schema.ts';
import type { Spent } from '../traffic/target/budget.ts';

/** What a load has measured so far. Wall times in milliseconds from its start. */
export interface LoadView {
  readonly elapsedMs: number;
  readonly lengthMs: number;
  readonly measures: LoadMeasures;
  readonly rows: readonly SeriesRow[];
  readonly agents: number;
  readonly inFlight: number;
  /** Workers that are ready, while a load waits for all of them. */
  readonly waitsFor?: { readonly ready: number; readonly of: number };
}

/** The end of a load: the last view, and what only the end shows. */
export interface LoadEnd extends LoadView {
  readonly speed: number;
  /** The start by the clock of this machine. */
  readonly startedMs: number;
  readonly intervalMs: number;
  readonly probes: number;
  readonly connections: number;
  readonly spent: Spent;
  readonly findings: readonly FindingResult[];
  readonly workers: LoadResult['workers'];
  readonly stopped: LoadStop | undefined;
  readonly notes: readonly string[];
}

/** A prepared load: `run` once, `stop` at any time. */
export interface RunningLoad {
  view(): LoadView;
  /** Rejects with `Forbidden` for what the target file does not allow. */
  run(): Promise<LoadEnd>;
  /** No agent acts any more, and open requests have the grace period. */
  stop(reason: LoadStop): void;
}
