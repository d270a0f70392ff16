/** The words of going back and elsewhere. */
import { refuse, type Refusal } from '../../../core/base/refusal.ts';
import type { Instant } from '../../../core/base/time.ts';
import type { Rewind } from '../../../platform/control/history.ts';
import type { ServedWorld } from '../served-world.ts';
import type { Line } from './lines.ts';
import type { Reexecution } from './reexecution.ts';

/** What a history is the past of. */
export interface Present {
  readonly served: ServedWorld;
  readonly movingToMs: Instant | undefined;
  /** Another world is served from now on. */
  replace(served: ServedWorld): void;
}

/** Refuses what would move or replace the world meanwhile. */
export const isExecuting = refuse(
  'CONFLICT',
  'the world is being executed again; expected that to end first',
);

/** Refuses a world that is not the same the second time. */
export const hasDiverged = (event: number): Refusal =>
  refuse(
    'CONFLICT',
    `executed again, the world differs at event ${event}; expected behaviours that use nothing but their agent`,
  );

/** A way back: the line that it is on, and the execution that leads there, unless the world stands there already. */
export interface Way {
  readonly line: Line;
  readonly execution: Reexecution | undefined;
  /** The name of the line that begins there; undefined for a switch, and where nothing would begin. */
  readonly branch: string | undefined;
}

/** Where a call leads. */
export type Destination = Rewind | { readonly switchTo: string };

/** What takes its time and is done in turns. */
export interface LongCall {
  /** True once it is done. */
  step(): boolean;
}
