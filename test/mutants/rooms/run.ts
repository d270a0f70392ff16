/**
 * `npm run mutants -- rooms ROOM... [--file MODULE] [--test FILE] [--sample N] [--seed S] [--again] [--write] [--json]`: how
 * many of the generated mutants of a room its tests notice. `--stryker [--fresh]` lets StrykerJS try them, which is slower.
 */
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
import { tried } from './tried.ts';
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
const { file: files, test: tests } = values;
// What further tests notice of the survivors adds to a score; a part of a room has none.
const isPart = files !== undefined || (tests !== undefined && !values.again);
if (isPart && (values.write || values.stryker))
  throw new Error(
    '--file, --test: expected without --write and --stryker, for a part of a room has no score',
  );
if (files !== undefined && values.again)
  throw new Error('--file: expected without --again, which tries the survivors of a whole room');

for (const rooms of withSameTests(roomsNamed(positionals)))
  for (const score of await scoresOf(rooms.map((room) => ({ ...room, tests: tests ?? room.tests })))) {
    if (!values.json) for (const survivor of score.survivors) console.log(lineOf(survivor));
    if (values.json) console.log(JSON.stringify(score));
    else console.log(`${score.room}: ${percentOf(score)}% of ${score.sample?.size ?? score.total} mutants`);
    if (values.write) writeScore(score);
  }

/** Rooms whose mutants the same tests try: each test then runs once for all of them. */
function withSameTests(rooms: readonly MutatedRoom[]): MutatedRoom[][] {
  const isApart = values.stryker || values.again;
  const key = ({ name, tests: own, without = [] }: MutatedRoom): string =>
    isApart ? name : [...own, '', ...without].join('\n');
  return [...new Set(rooms.map(key))].map((wanted) => rooms.filter((room) => key(room) === wanted));
}

async function scoresOf(rooms: readonly MutatedRoom[]): Promise<RoomScore[]> {
  const [first] = rooms;
  if (first === undefined) return [];
  if (values.kept) return scores().filter((score) => rooms.some(({ name }) => name === score.room));
  if (values.stryker) {
    const outcomes = triedByStryker(first, { isFresh: values.fresh });
    return [scoreOf({ room: first.name, total: outcomes.length, tried: outcomes })];
  }
  const { mutants: all, instrumented } = await generation(
    (file) => rooms.some(({ sources }) => isAt(file, sources)),
    instrumentedHeader,
  );
  if (values.again) return [await again(first, all, instrumented)];
  const parts = rooms.map((room) => {
    const asked = all.filter(({ file }) => isAt(file, room.sources) && isAt(file, files ?? room.sources));
    if (values.sample === undefined) return { room: room.name, total: asked.length, mutants: asked };
    const mutants = sampled(asked, { size, seed: values.seed });
    const sample = { size: mutants.length, seed: values.seed };
    return { room: room.name, total: asked.length, mutants, sample };
  });
  const mutants = parts.flatMap((part) => part.mutants);
  const outcomes = await tried({ room: first, mutants, all, instrumented });
  return parts.map(({ mutants: { length }, ...part }) =>
    scoreOf({ ...part, tried: outcomes.splice(0, length) }),
  );
}

/** What the kept score says, with another look at what had survived. */
async function again(
  room: MutatedRoom,
  all: readonly GeneratedMutant[],
  instrumented: ReadonlyMap<string, string>,
): Promise<RoomScore> {
  const last = scores().find((score) => score.room === room.name);
  if (last === undefined) throw new Error(`room ${room.name}: expected a score that was kept before`);
  const left = new Map(last.survivors.map(({ id, verdict }) => [id, verdict]));
  const mutants = named(all.map(({ id: key, ...place }) => ({ ...place, key }))).filter(({ id }) =>
    left.has(id),
  );
  if (mutants.length < left.size)
    throw new Error(`room ${room.name}: its sources have changed; expected the same`);
  const outcomes = await tried({
    room,
    mutants: mutants.map(({ key, ...place }) => ({ ...place, id: key })),
    all,
    instrumented,
  });
  // The names count the equal changes of a file among all.
  const survivors = outcomes
    .map((outcome, index) => kept({ ...outcome, id: mutants[index]?.id ?? '' }))
    .filter(({ verdict }) => verdict === 'survived' || verdict === 'unreached')
    // Other tests than these may have passed its place.
    .map((survivor) =>
      left.get(survivor.id) === 'survived' ? { ...survivor, verdict: 'survived' as const } : survivor,
    );
  return { ...last, noticed: last.noticed + outcomes.length - survivors.length, survivors };
}

function lineOf({ id, line, column, operator, verdict }: Survivor): string {
  const reason = reasonOf(id);
  return `${verdict} ${line}:${column} ${operator} ${id}${reason === undefined ? '' : ` (equivalent: ${reason})`}`;
}
