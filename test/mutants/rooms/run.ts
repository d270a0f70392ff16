/**
 * `npm run mutants -- rooms ROOM... [--file MODULE] [--test FILE] [--sample N] [--seed S] [--up-to MS] [--again] [--write]
 * [--json]`: how many of the generated mutants of a room its tests notice. `--stryker [--fresh]` lets StrykerJS try them, which is slower.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { generation, sampled, type GeneratedMutant } from '../generated/mutant.ts';
import { reasonOf } from '../survivor.ts';
import { isAt, roomsNamed, type MutatedRoom } from './room-tests.ts';
import {
  kept,
  named,
  percentOf,
  scoreOf,
  scores,
  writeScore,
  type RoomScore,
  type Survivor,
} from './score.ts';
import { instrumentedHeader } from './switches.ts';
import { tried, type Trial } from './tried.ts';
import { triedByStryker } from './whole-room.ts';

const { values, positionals } = parseArgs({
  args: process.argv.slice(3),
  allowPositionals: true,
  options: {
    /** How many mutants are drawn in each room; all without it. */
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    /** Tries the survivors of the kept score alone: tests have only been added since. */
    again: { type: 'boolean', default: false },
    /** Tries the mutants of these modules alone, named below `src`; a folder ends with a slash. */
    file: { type: 'string', multiple: true },
    /** Tries them with these tests alone, named below `test`, alike; with `--again` what they notice may be written. */
    test: { type: 'string', multiple: true },
    /** Tries them with the tests that take so many milliseconds or fewer: the score is then a lower bound. */
    'up-to': { type: 'string' },
    /** Lets StrykerJS try all mutants itself. */
    stryker: { type: 'boolean', default: false },
    /** Tries also what has not changed since StrykerJS's last run. */
    fresh: { type: 'boolean', default: false },
    /** Keeps the score in test/mutants/rooms/scores, from which docs/testing.md is written. */
    write: { type: 'boolean', default: false },
    /** Prints the kept score and tries nothing. */
    kept: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});

const size = Number(values.sample ?? 1);
if (!Number.isInteger(size) || size < 1)
  throw new Error(`--sample ${values.sample}: expected a whole number from 1`);
const longestMs = values['up-to'] === undefined ? undefined : Number(values['up-to']);
if (longestMs !== undefined && !(longestMs > 0))
  throw new Error(`--up-to ${values['up-to']}: expected a number of milliseconds`);
const { file: files, test: tests } = values;
// What further tests notice of the survivors adds to a score; a part of a room has none.
const isPart = files !== undefined || (tests !== undefined && !values.again);
if (isPart && (values.write || values.stryker))
  throw new Error(
    '--file, --test: expected without --write and --stryker, for a part of a room has no score',
  );
if (files !== undefined && values.again)
  throw new Error('--file: expected without --again, which tries the survivors of a whole room');

for (const place of tests ?? [])
  if (!existsSync(new URL(`../../${place}`, import.meta.url)))
    throw new Error(`--test ${place}: expected a file or a folder below test`);

for (const rooms of withSameTests(roomsNamed(positionals))) {
  let measured: RoomScore[] = [];
  for await (measured of measurements(rooms.map((room) => ({ ...room, tests: tests ?? room.tests }))))
    if (values.write) for (const score of measured) writeScore(score);
  for (const score of measured) {
    if (values.json) console.log(JSON.stringify(score));
    else for (const survivor of score.survivors) console.log(lineOf(survivor));
    if (!values.json)
      console.log(`${score.room}: ${percentOf(score)}% of ${score.sample?.size ?? score.total} mutants`);
  }
}

/** Rooms whose mutants the same tests try: each test then runs once for all of them. */
function withSameTests(rooms: readonly MutatedRoom[]): MutatedRoom[][] {
  const isApart = values.stryker || values.again;
  const key = ({ name, tests: own, without = [] }: MutatedRoom): string =>
    isApart ? name : [...own, '', ...without].join('\n');
  return [...new Set(rooms.map(key))].map((wanted) => rooms.filter((room) => key(room) === wanted));
}

/** The scores after each stage, the last of which is final. */
async function* measurements(rooms: readonly MutatedRoom[]): AsyncGenerator<RoomScore[]> {
  const [first] = rooms;
  if (first === undefined) return;
  if (values.kept) yield scores().filter((score) => rooms.some(({ name }) => name === score.room));
  else if (values.stryker) {
    const outcomes = triedByStryker(first, { isFresh: values.fresh });
    yield [scoreOf({ room: first.name, total: outcomes.length, tried: outcomes })];
  } else yield* stagesOf(rooms, first);
}

async function* stagesOf(rooms: readonly MutatedRoom[], first: MutatedRoom): AsyncGenerator<RoomScore[]> {
  const { mutants: all, instrumented } = await generation(
    (file) => rooms.some(({ sources }) => isAt(file, sources)),
    instrumentedHeader,
  );
  const trial = { room: first, all, instrumented, upToMs: longestMs };
  if (values.again) {
    for await (const score of again(trial)) yield [score];
    return;
  }
  const parts = rooms.map((room) => partOf(room, all));
  const mutants = parts.flatMap((part) => part.mutants);
  for await (const { outcomes, upToMs } of tried({ ...trial, mutants }))
    yield parts.map(({ mutants: { length }, ...part }) =>
      scoreOf({ ...part, upToMs, tried: outcomes.splice(0, length) }),
    );
}

/** What is tried of a room. */
function partOf(room: MutatedRoom, all: readonly GeneratedMutant[]) {
  const asked = all.filter(({ file }) => isAt(file, room.sources) && isAt(file, files ?? room.sources));
  if (values.sample === undefined) return { room: room.name, total: asked.length, mutants: asked };
  const mutants = sampled(asked, { size, seed: values.seed });
  const sample = { size: mutants.length, seed: values.seed };
  return { room: room.name, total: asked.length, mutants, sample };
}

/** What the kept score says, with another look at what had survived. */
async function* again(trial: Omit<Trial, 'mutants'>): AsyncGenerator<RoomScore> {
  const { name } = trial.room;
  const last = scores().find((score) => score.room === name);
  if (last === undefined) throw new Error(`room ${name}: expected a score that was kept before`);
  const left = new Map(last.survivors.map(({ id, verdict }) => [id, verdict]));
  const mutants = named(trial.all.map(({ id: key, ...place }) => ({ ...place, key }))).filter(({ id }) =>
    left.has(id),
  );
  if (mutants.length < left.size)
    throw new Error(`room ${name}: its sources have changed; expected the same`);
  const stages = tried({ ...trial, mutants: mutants.map(({ key, ...place }) => ({ ...place, id: key })) });
  for await (const stage of stages) {
    // The names count the equal changes of a file among all.
    const survivors = stage.outcomes
      .map((outcome, index) => kept({ ...outcome, id: mutants[index]?.id ?? '' }))
      .filter(({ verdict }) => verdict === 'survived' || verdict === 'unreached')
      // Other tests than these may have passed its place.
      .map((survivor) =>
        left.get(survivor.id) === 'survived' ? { ...survivor, verdict: 'survived' as const } : survivor,
      );
    const noticed = last.noticed + stage.outcomes.length - survivors.length;
    yield { ...last, upToMs: boundAfter(last.upToMs, stage.upToMs), noticed, survivors };
  }
}

/** How long the tests are that have been tried, after a further stage. */
function boundAfter(lastMs: number | undefined, stageMs: number | undefined): number | undefined {
  if (tests !== undefined || lastMs === undefined) return lastMs;
  return stageMs === undefined ? undefined : Math.max(lastMs, stageMs);
}

function lineOf({ id, line, column, operator, verdict }: Survivor): string {
  const reason = reasonOf(id);
  return `${verdict} ${line}:${column} ${operator} ${id}${reason === undefined ? '' : ` (equivalent: ${reason})`}`;
}
