/** Mutants of a room, tried by its tests in one process at a time: `mutant-runner.ts` is what runs there. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { GeneratedMutant } from '../generated/mutant.ts';
import { linesOf, type AttemptLine, type AttemptPlan } from './attempt-log.ts';
import type { MutatedRoom } from './room-tests.ts';
import type { TriedMutant } from './score.ts';

const project = fileURLToPath(new URL('../../../', import.meta.url));
const config = fileURLToPath(new URL('./vitest.config.ts', import.meta.url));
const vitest = fileURLToPath(new URL('../../../node_modules/vitest/vitest.mjs', import.meta.url));

export interface Trial {
  readonly room: MutatedRoom;
  readonly mutants: readonly GeneratedMutant[];
  /** Those and all others of the room. */
  readonly all: readonly GeneratedMutant[];
  /** The room's modules with all mutants behind switches, by their place below `src`. */
  readonly instrumented: ReadonlyMap<string, string>;
  /** Tests that take longer without a mutant are not tried; undefined for all. */
  readonly upToMs: number | undefined;
}

/** Tests that take no longer are tried first: a long one is left with the mutants that no short one has noticed. */
const durationsMsMax = [30, 300] as const;

/** What is known after the tests up to a duration; undefined after all. */
export interface Stage {
  readonly upToMs: number | undefined;
  readonly outcomes: TriedMutant[];
}

/** Each mutant with its verdict, after each stage. Throws where a test fails without a mutant. */
export async function* tried({
  room,
  mutants,
  all,
  instrumented,
  upToMs: lastMs,
}: Trial): AsyncGenerator<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-room-'));
  try {
    const [plan, log, modules] = ['plan.json', 'log', 'modules.json'].map((name) => join(folder, name)) as [
      string, string, string,
    ]; // prettier-ignore
    writeFileSync(modules, JSON.stringify(Object.fromEntries(instrumented)));
    writeFileSync(log, '');
    const attempts = {
      log,
      ids: mutants.map(({ id }) => id),
      modules: Object.fromEntries(all.map(({ id, file }) => [id, file])),
    };
    const stage = async (upToMs: number | undefined): Promise<Stage> => {
      writeFileSync(plan, JSON.stringify({ ...attempts, durationMsMax: upToMs } satisfies AttemptPlan));
      while (!(await hasEnded({ room, plan, log, modules, durationMsMax: upToMs })));
      const lines = linesOf(log);
      for (const line of lines)
        if (line.kind === 'failed-clean')
          throw new Error(`room ${room.name}: without a mutant ${line.file} fails`);
      return { upToMs, outcomes: judged(mutants, lines) };
    };
    for (const upToMs of durationsMsMax)
      if (lastMs === undefined || upToMs < lastMs) yield await stage(upToMs);
    yield await stage(lastMs);
    // A mutant may be hidden by another one of its group, and one that no test has noticed hides little.
    appendFileSync(log, `${JSON.stringify({ kind: 'round' } satisfies AttemptLine)}\n`);
    yield await stage(lastMs);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Places {
  readonly room: MutatedRoom;
  readonly plan: string;
  readonly log: string;
  readonly modules: string;
  readonly durationMsMax: number | undefined;
}

/** Runs what is left; false where a mutant computes without end, which is noted. */
async function hasEnded({ room, plan, log, modules, durationMsMax }: Places): Promise<boolean> {
  const before = linesOf(log);
  const round = before.slice(before.findLastIndex(({ kind }) => kind === 'round') + 1);
  const done = round.flatMap((line) =>
    line.kind === 'done' && (!line.isLeft || line.durationMsMax === durationMsMax) ? [line.file] : [],
  );
  const env = {
    ...process.env,
    WHOLE_LISTS: '1',
    ORRERY_ROOM_TESTS: JSON.stringify({
      include: patternsOf(room.tests),
      done: [...done, ...patternsOf(room.without ?? [])],
    }),
    ORRERY_PLANTED: modules,
    ORRERY_ATTEMPTS: plan,
  };
  const call = [
    vitest,
    'run',
    '--root',
    project,
    '--config',
    config,
    '--passWithNoTests',
    '--reporter',
    'dot',
  ];
  const child = spawn(process.execPath, call, { cwd: project, env, stdio: ['ignore', 2, 2] });
  await once(child, 'exit');
  const lines = linesOf(log);
  const last = new Map(
    lines.flatMap((line) => (line.kind === 'file' || line.kind === 'done' ? [[line.file, line.kind]] : [])),
  );
  const left = [...last].flatMap(([file, kind]) => (kind === 'file' ? [file] : []));
  for (const file of left)
    for (const line of endlessIn(file, lines)) appendFileSync(log, `${JSON.stringify(line)}\n`);
  return left.length === 0;
}

/** So often may a process end before the first attempt in a file: a busy machine ends one now and then. */
const startsMax = 3;

/**
 * What did not end in a file whose process was ended: one mutant, or several of which each is then tried alone. Between two
 * attempts it is what an earlier one left behind; the next process goes on.
 */
function endlessIn(file: string, lines: readonly AttemptLine[]): AttemptLine[] {
  const last = lines.findLastIndex((line) =>
    'test' in line ? line.test.startsWith(file) : line.kind === 'done' && line.file === file,
  );
  const starts = lines.slice(last + 1).filter((line) => line.kind === 'file' && line.file === file).length;
  if (starts >= startsMax) throw new Error(`without a mutant ${file} does not end`);
  const line = lines[last];
  if (line?.kind !== 'begin') return [];
  return [{ ...line, kind: line.id.includes(',') ? 'alone' : 'endless' }];
}

const patternsOf = (places: readonly string[]): string[] =>
  places.map((place) => `test/${place.endsWith('/') ? `${place}**/*.test.ts` : place}`);

/** What the lines say of each mutant. */
export function judged(mutants: readonly GeneratedMutant[], lines: readonly AttemptLine[]): TriedMutant[] {
  const found = new Map<string, Pick<TriedMutant, 'verdict' | 'test'>>();
  for (const line of lines) {
    if (line.kind === 'noticed' || line.kind === 'endless')
      found.set(line.id, { verdict: line.kind, test: line.test.replace(/^test\//, '') });
    else if (line.kind === 'passed')
      for (const id of line.id.split(','))
        if (!found.has(id)) found.set(id, { verdict: 'survived', test: '' });
  }
  const unreached = { verdict: 'unreached', test: '' } as const;
  return mutants.map(({ id, file, line, column, operator, original, replacement }) => ({
    file,
    line,
    column,
    operator,
    original,
    replacement,
    ...(found.get(id) ?? unreached),
  }));
}
