/**
 * All mutants of a room, tried by StrykerJS itself: a second opinion on `tried.ts`, ten times as slow because each mutant
 * imports its modules again.
 */
import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MutatedRoom } from './room-tests.ts';
import type { RoomVerdict, TriedMutant } from './score.ts';

const project = fileURLToPath(new URL('../../../', import.meta.url));
const stryker = fileURLToPath(
  new URL('../../../node_modules/@stryker-mutator/core/bin/stryker.js', import.meta.url),
);

/** What StrykerJS says of a mutant: `RuntimeError` where a test file does not load. */
const verdicts: Readonly<Record<string, RoomVerdict>> = {
  Killed: 'noticed',
  RuntimeError: 'noticed',
  Timeout: 'endless',
  Survived: 'survived',
  NoCoverage: 'unreached',
};

/**
 * Every mutant of the room with its verdict, in order of the sources. What was tried before and has not changed is taken
 * from `reports/mutants`, unless `isFresh`. Throws where a test fails without a mutant.
 */
export function triedByStryker(room: MutatedRoom, { isFresh }: { isFresh: boolean }): TriedMutant[] {
  const kept = join(project, 'reports', 'mutants');
  mkdirSync(kept, { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), 'orrery-room-'));
  try {
    // StrykerJS does not follow a folder of packages that is a link.
    symlinkSync(realpathSync(join(project, 'node_modules')), join(folder, 'node_modules'), 'junction');
    const [config, report] = [join(folder, 'stryker.config.json'), join(folder, 'report.json')];
    const incremental = join(kept, `${room.name}.incremental.json`);
    writeFileSync(config, JSON.stringify(optionsFor(room, { folder, report, incremental, isFresh })));
    const env = {
      ...process.env,
      WHOLE_LISTS: '1',
      ORRERY_ROOM_TESTS: JSON.stringify(patternsOf(room.tests)),
    };
    const run = spawnSync(process.execPath, [stryker, 'run', config], {
      cwd: project,
      env,
      stdio: ['ignore', 2, 2],
    });
    if (run.status !== 0)
      throw new Error(`room ${room.name}: StrykerJS ends with ${run.status ?? run.signal}`);
    return triedIn(JSON.parse(readFileSync(report, 'utf8')) as Report);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Places {
  readonly folder: string;
  readonly report: string;
  readonly incremental: string;
  readonly isFresh: boolean;
}

function optionsFor(room: MutatedRoom, { folder, report, incremental, isFresh }: Places): object {
  return {
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'test/mutants/rooms/stryker-vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    mutate: room.sources.map((place) => `src/${place.endsWith('/') ? `${place}**/*.ts` : place}`),
    concurrency: 1,
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: report },
    incremental: true,
    incrementalFile: incremental,
    force: isFresh,
    tempDirName: join(folder, 'sandbox'),
    symlinkNodeModules: false,
    ignorePatterns: ['reports', 'site', 'bench', 'dist', 'compiled'],
    // TypeScript 7 has no interface that StrykerJS could rewrite tsconfig.json with; vitest needs none.
    tsconfigFile: 'none.json',
    disableTypeChecks: false,
    timeoutMS: 5000,
    timeoutFactor: 2,
  };
}

const patternsOf = (places: readonly string[]): string[] =>
  places.map((place) => `test/${place.endsWith('/') ? `${place}**/*.test.ts` : place}`);

/** The part of StrykerJS's report that is read: its lines and columns count from 1. */
export interface Report {
  readonly files: Readonly<
    Record<string, { readonly source: string; readonly mutants: readonly Reported[] }>
  >;
  readonly testFiles?: Readonly<
    Record<string, { readonly tests: readonly { readonly id: string; readonly name: string }[] }>
  >;
}

interface Reported {
  readonly mutatorName: string;
  readonly replacement: string;
  readonly status: string;
  readonly killedBy?: readonly string[];
  readonly location: { readonly start: Position; readonly end: Position };
}

interface Position {
  readonly line: number;
  readonly column: number;
}

export function triedIn({ files, testFiles = {} }: Report): TriedMutant[] {
  const names = new Map(
    Object.entries(testFiles).flatMap(([file, { tests }]) =>
      tests.map(({ id, name }) => [id, `${file.replace(/^test\//, '')}: ${name}`] as const),
    ),
  );
  const byPlace = Object.entries(files).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return byPlace.flatMap(([path, { source, mutants }]) =>
    mutants
      .toSorted((one, other) => order(one.location.start, other.location.start))
      .map(({ mutatorName, replacement, status, killedBy, location }) => ({
        file: path.replace(/^src\//, ''),
        ...location.start,
        operator: mutatorName,
        original: textAt(source, location),
        replacement,
        verdict: verdicts[status] ?? unexpected(status),
        test: names.get(killedBy?.[0] ?? '') ?? '',
      })),
  );
}

const order = (one: Position, other: Position): number => one.line - other.line || one.column - other.column;

function unexpected(status: string): never {
  throw new Error(`StrykerJS says ${status}; expected one of ${Object.keys(verdicts).join(', ')}`);
}

/** The code between two places, counted from 1. */
function textAt(text: string, { start, end }: { start: Position; end: Position }): string {
  const lines = text.split('\n').slice(start.line - 1, end.line);
  const last = lines.length - 1;
  lines[last] = lines[last]?.slice(0, end.column - 1) ?? '';
  lines[0] = lines[0]?.slice(start.column - 1) ?? '';
  return lines.join('\n');
}
