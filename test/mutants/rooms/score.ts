/** The scores of rooms as they were measured last, kept as JSON. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { GeneratedMutant } from '../generated/mutant.ts';
import { namesOf, reasonOf } from '../survivor.ts';

/**
 * `noticed` where a test fails or a test file does not load, `endless` where the run does not end, `survived` where all
 * tests pass that pass its place, `unreached` where none does.
 */
export type RoomVerdict = 'noticed' | 'endless' | 'survived' | 'unreached';

export interface TriedMutant extends Omit<GeneratedMutant, 'id' | 'name' | 'room' | 'rule'> {
  readonly verdict: RoomVerdict;
  /** The test that fails first; empty for a survivor. */
  readonly test: string;
}

/** A mutant that no test has noticed. */
export interface Survivor extends Pick<TriedMutant, 'line' | 'column' | 'operator' | 'verdict'> {
  /** Names it by its module and its code, whatever lines come before it. */
  readonly id: string;
}

/** A room, or a sample of it. */
export interface RoomScore {
  readonly room: string;
  /** All mutants that there are. */
  readonly total: number;
  /** Undefined where all were tried. */
  readonly sample?: { readonly size: number; readonly seed: string };
  /** Tests that take longer were not tried yet, so that the score is a lower bound; undefined where all were. */
  readonly upToMs?: number | undefined;
  readonly noticed: number;
  readonly endless: number;
  readonly survivors: readonly Survivor[];
}

/** What was measured. */
export interface Measured extends Pick<RoomScore, 'room' | 'total' | 'sample' | 'upToMs'> {
  readonly tried: readonly TriedMutant[];
}

const folder = new URL('./scores/', import.meta.url);

export function scoreOf({ tried, ...rest }: Measured): RoomScore {
  const count = (wanted: RoomVerdict): number => tried.filter(({ verdict }) => verdict === wanted).length;
  const survivors = named(tried).filter(isLeft).map(kept);
  return { ...rest, noticed: count('noticed'), endless: count('endless'), survivors };
}

export const kept = ({ id, line, column, operator, verdict }: Survivor): Survivor => ({
  id,
  line,
  column,
  operator,
  verdict,
});

const isLeft = ({ verdict }: TriedMutant): boolean => verdict === 'survived' || verdict === 'unreached';

/** Each with its name as its id. */
export function named<Mutant extends Pick<TriedMutant, 'file' | 'original' | 'replacement'>>(
  tried: readonly Mutant[],
): (Mutant & { readonly id: string })[] {
  const names = namesOf(tried);
  return tried.map((mutant, index) => ({ ...mutant, id: names[index] ?? '' }));
}

/** Noticed and endless ones, in percent of those that are not equivalent. */
export function percentOf({ noticed, endless, survivors }: RoomScore): number {
  const found = noticed + endless;
  const open = survivors.filter((survivor) => reasonOf(survivor.id) === undefined).length;
  return found + open === 0 ? 0 : Math.floor((found * 1000) / (found + open)) / 10;
}

/** In order of rooms; none before the first measurement. */
export function scores(): RoomScore[] {
  const files = existsSync(folder) ? readdirSync(folder).toSorted() : [];
  return files.map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as RoomScore);
}

/** Puts a score in the place of the room's last one, with a line for each survivor. */
export function writeScore({ survivors, ...counts }: RoomScore): void {
  const lines = survivors.map((survivor) => JSON.stringify(survivor));
  const text = `${JSON.stringify(counts).slice(0, -1)},"survivors":[\n${lines.join(',\n')}\n]}\n`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL(`${counts.room.replaceAll('/', '-')}.json`, folder), text);
}
