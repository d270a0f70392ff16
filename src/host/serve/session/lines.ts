/** The ways that a world has gone: a line is everything from outside, in order, and where the world stood when it was left. */
import type { Branch, Checkpoint, Standing } from '../../../platform/control/history.ts';
import type { SessionEntry } from './entry.ts';

/** One branch. Entries are only appended, and shared with the lines that leave it. */
export interface Line {
  readonly name: string;
  readonly from: Branch['from'];
  readonly entries: SessionEntry[];
  /** Its last point; not current for the line that is served. */
  end: Standing;
}

/** A checkpoint: so many entries of a line had come. */
export interface Mark extends Checkpoint {
  readonly line: Line;
  readonly entryCount: number;
}

/** The name of the first line. */
export const mainLine = 'main';
/** Each may hold a whole session. */
export const linesMax = 32;
export const marksMax = 1_000;

/** The first of `branch-2`, `branch-3`, ... that is free. */
export function freeName(taken: ReadonlyMap<string, unknown>): string {
  for (let number = 2; ; number++) if (!taken.has(`branch-${number}`)) return `branch-${number}`;
}

/** True where the line has come by the mark. */
export function isOn({ entries }: Line, mark: Mark): boolean {
  const { entryCount, line, atMs } = mark;
  const next = entries[entryCount];
  if (entryCount > entries.length || (next !== undefined && next.atMs < atMs)) return false;
  return entryCount === 0 || entries[entryCount - 1] === line.entries[entryCount - 1];
}

/** The first line of a world. */
export const newLine = (): Line => ({
  name: mainLine,
  from: undefined,
  entries: [],
  end: { branch: mainLine, atMs: 0, event: 0, digest: '' },
});
