/** The words of going back and elsewhere. */
import type { Rewind } from '../../../platform/control/history.ts';
import type { Line } from './lines.ts';
import type { Reexecution } from './reexecution.ts';

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
