/**
 * `npm run mutants -- rooms ROOM... [--sample N] [--seed S] [--fresh] [--write]`: how many of the generated mutants of a room
 * its tests in the fast lane notice. StrykerJS tries them all; those of a sample are tried one by one, with the files that
 * pass their place.
 */
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { generation, sampled, type GeneratedMutant, type Generation } from '../generated/mutant.ts';
import { belowTest, outcomeOf } from '../outcome.ts';
import { mutatedRooms, type MutatedRoom } from './room-tests.ts';
import { percentOf, scoreOf, writeScore, type RoomScore, type TriedMutant } from './score.ts';
import { triedByStryker } from './whole-room.ts';

const { values, positionals } = parseArgs({
  args: process.argv.slice(3),
  allowPositionals: true,
  options: {
    /** How many mutants are drawn in each room; all without it. */
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    /** Tries also what has not changed since the last run. */
    fresh: { type: 'boolean', default: false },
    /** Keeps the score in test/mutants/rooms/scores.json, from which docs/testing.md is written. */
    write: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});

const size = Number(values.sample ?? 1);
if (!Number.isInteger(size) || size < 1)
  throw new Error(`--sample ${values.sample}: expected a whole number from 1`);
const rooms = mutatedRooms.filter(({ name }) => positionals.includes(name));
if (rooms.length === 0 || rooms.length < positionals.length)
  throw new Error(`expected rooms: ${mutatedRooms.map(({ name }) => name).join(', ')}`);

for (const room of rooms) {
  const score = values.sample === undefined ? whole(room) : await sampleOf(room);
  if (values.json) console.log(JSON.stringify(score));
  else console.log(`${room.name}: ${percentOf(score)}% of ${score.sample?.size ?? score.total} mutants`);
  if (values.write) await writeScore(score);
}

function isIn(file: string, places: readonly string[]): boolean {
  return places.some((place) => (place.endsWith('/') ? file.startsWith(place) : file === place));
}

function whole(room: MutatedRoom): RoomScore {
  const tried = triedByStryker(room, { isFresh: values.fresh });
  const score = scoreOf({ room: room.name, total: tried.length, tried });
  if (!values.json) for (const survivor of score.survivors) console.log(lineOf(survivor));
  return score;
}

async function sampleOf(room: MutatedRoom): Promise<RoomScore> {
  const all = await generation((file) => isIn(file, room.sources));
  const filesOf = await passedBy(room, all);
  const tried: TriedMutant[] = [];
  for (const mutant of sampled(all.mutants, { size, seed: values.seed })) {
    tried.push(await triedWith(mutant, all, filesOf.get(mutant.id) ?? []));
    if (!values.json) console.log(lineOf(tried.at(-1)!));
  }
  const sample = { size: tried.length, seed: values.seed };
  return scoreOf({ room: room.name, total: all.mutants.length, sample, tried });
}

/** The files that pass the place of each mutant, by its id. Throws where one fails without a mutant. */
async function passedBy(room: MutatedRoom, { instrumented }: Generation): Promise<Map<string, string[]>> {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-hits-'));
  try {
    const outcome = await outcomeOf({
      modules: instrumented,
      files: room.tests,
      env: { ORRERY_HITS: folder },
    });
    if (outcome.kind !== 'unnoticed')
      throw new Error(`without a mutant ${outcome.file}: ${outcome.test} fails`);
    const passed = new Map<string, string[]>();
    for (const name of readdirSync(folder)) {
      const text = readFileSync(join(folder, name), 'utf8');
      const { file, ids } = JSON.parse(text) as { file: string; ids: string[] };
      for (const id of ids) passed.set(id, [...(passed.get(id) ?? []), belowTest(file)]);
    }
    return passed;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function triedWith(
  mutant: GeneratedMutant,
  { instrumented }: Generation,
  files: readonly string[],
): Promise<TriedMutant> {
  const { id: _, room: __, rule: ___, ...place } = mutant;
  if (files.length === 0) return { ...place, verdict: 'unreached', test: '' };
  const modules = new Map([[mutant.file, instrumented.get(mutant.file) ?? '']]);
  const env = { __STRYKER_ACTIVE_MUTANT__: mutant.id };
  const outcome = await outcomeOf({ modules, files, env });
  if (outcome.kind === 'unnoticed') return { ...place, verdict: 'survived', test: '' };
  // A module that throws at its import takes every test file with it.
  const verdict = outcome.kind === 'endless' ? 'endless' : 'noticed';
  return { ...place, verdict, test: `${outcome.file}: ${outcome.test}` };
}

function lineOf({ verdict, file, line, operator, original, replacement }: TriedMutant): string {
  const short = (code: string): string => code.replaceAll(/\s+/g, ' ').slice(0, 70);
  return `${verdict} ${file}:${line} ${operator}: ${short(original)} -> ${short(replacement)}`;
}
