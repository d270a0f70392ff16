/** A mutant that a test of the fast lane has to notice. */
import type { Mutant } from '../mutant.ts';

/** What a mutant breaks, the mutant, and the files below `test` of which one fails. */
export interface NoticedMutant extends Mutant {
  readonly about: string;
  readonly files: readonly string[];
}

type Row = readonly [name: string, within: string, find: string, replace: string];

/** Mutants of one kind: two at least, so that no test fits a single one. */
export const kind = (about: string, files: readonly string[], rows: readonly Row[]): NoticedMutant[] =>
  rows.map(([name, within, find, replace]) => ({
    name,
    room: 'noticed',
    within,
    find,
    replace,
    about,
    files,
  }));
