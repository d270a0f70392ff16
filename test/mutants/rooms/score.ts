/** The scores of rooms as they were measured last, kept as JSON. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import type { GeneratedMutant } from '../generated/mutant.ts';

/**
 * `noticed` where a test fails or a test file does not load, `endless` where the run does not end, `survived` where all
 * tests pass that pass its place, `unreached` where none does.
 */
export type RoomVerdict = 'noticed' | 'endless' | 'survived' | 'unreached';

export interface TriedMutant extends Omit<GeneratedMutant, 'id' | 'room'> {
  readonly verdict: RoomVerdict;
  /** The test that fails first; empty for a survivor. */
  readonly test: string;
}

/** A sample of a room. */
export interface RoomScore {
  readonly room: string;
  readonly seed: string;
  /** All mutants that there are. */
  readonly total: number;
  /** Noticed and endless ones, in percent of those tried. */
  readonly percent: number;
  readonly tried: readonly TriedMutant[];
}

const place = new URL('./scores.json', import.meta.url);

export function scoreOf({ tried, ...rest }: Omit<RoomScore, 'percent'>): RoomScore {
  const found = tried.filter(({ verdict }) => verdict === 'noticed' || verdict === 'endless').length;
  return { ...rest, percent: tried.length === 0 ? 0 : Math.round((found * 1000) / tried.length) / 10, tried };
}

/** In order of rooms; none before the first measurement. */
export const scores = (): RoomScore[] =>
  existsSync(place) ? (JSON.parse(readFileSync(place, 'utf8')) as RoomScore[]) : [];

/** Puts a score in the place of the room's last one. */
export async function writeScore(score: RoomScore): Promise<void> {
  const others = scores().filter(({ room }) => room !== score.room);
  const all = [...others, score].toSorted((one, other) => (one.room < other.room ? -1 : 1));
  writeFileSync(place, await format(JSON.stringify(all), { parser: 'json', printWidth: 110 }));
}
