/** A bug that is planted on purpose: one place of the sources with other code in it. */
export interface Mutant {
  readonly name: string;
  /** The service or folder it belongs to; the runner filters by it. */
  readonly room: string;
  /** The declaration it stands in: `Class.member`, a function or constant of a module; empty for other statements. */
  readonly within: string;
  /** One expression, statement or property as the source has it, but for layout, quotes, parentheses and types. */
  readonly find: string;
  /** What stands there instead; empty takes a statement or a property out. */
  readonly replace: string;
}

export type MutantRow = readonly [name: string, within: string, find: string, replace: string];

/** The mutants of one service or folder. */
export const mutantsOf = (room: string, rows: readonly MutantRow[]): Mutant[] =>
  rows.map(([name, within, find, replace]) => ({ name, room, within, find, replace }));
