/** `orrery check --bugs`: every planted bug in a process of its own, and how soon and how small it is found. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InvariantError } from '../base/assert.ts';
import { canary, plantedBugs } from '../check/bugs/table.ts';
import type { PlantedBug } from '../check/bugs/bug.ts';
import { CallMistake, exitCode } from './exit.ts';
import type { CheckOptions } from './check-command.ts';

interface BugResult {
  readonly name: string;
  readonly room: string;
  readonly found: boolean;
  readonly seconds: number;
  readonly runs: number;
  readonly operations: number;
  readonly property: string | null;
}

const secondsMax = 60;

export function bugsCommand(options: CheckOptions): number {
  const wanted = typeof options.bugs === 'string' ? options.bugs : undefined;
  const bugs = plantedBugs.filter(
    ({ name, room }) => wanted === undefined || name === wanted || room === wanted,
  );
  if (bugs.length === 0)
    throw new CallMistake(`--bugs ${wanted}: expected the name of a planted bug, or a room`);
  const results: BugResult[] = [];
  for (const bug of bugs) {
    results.push(lookFor(bug, options.seed ?? '1'));
    if (options.json !== true && options.quiet !== true)
      process.stdout.write(lineOf(results.at(-1) as BugResult));
  }
  const found = results.filter((result) => result.found);
  if (wanted === undefined && !found.some(({ name }) => name === canary)) {
    throw new InvariantError(`the canary ${canary} was not found: the checker is blind`);
  }
  const sizes = found.map(({ operations }) => operations).toSorted((one, other) => one - other);
  const medianOperations = sizes[Math.floor(sizes.length / 2)] ?? 0;
  const ok = found.length === results.length && medianOperations <= 6;
  const summary = { bugs: results, found: found.length, total: results.length, medianOperations, ok };
  if (options.json === true) process.stdout.write(`${JSON.stringify(summary)}\n`);
  else
    process.stdout.write(
      `${found.length} of ${results.length} found; median of ${medianOperations} operations\n`,
    );
  return ok ? exitCode.held : exitCode.failed;
}

function lookFor(bug: PlantedBug, seed: string): BugResult {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-bug-'));
  const [script = ''] = process.argv.slice(1);
  const register = new URL('./plant-register.js', import.meta.url).href;
  const call = [
    'check',
    '--runs',
    '1000000',
    '--for',
    `${secondsMax - 15}s`,
    '--findings',
    '1',
    '--seed',
    seed,
  ];
  const startedAt = process.hrtime.bigint();
  const ran = spawnSync(
    process.execPath,
    [
      '--import',
      register,
      script,
      ...call,
      '--no-regressions',
      '--json',
      '--out',
      folder,
      '--twice',
      twiceOf(bug),
    ],
    {
      env: { ...process.env, ORRERY_PLANTED_BUG: bug.name },
      encoding: 'utf8',
      timeout: secondsMax * 1000,
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  const seconds = Number(process.hrtime.bigint() - startedAt) / 1e9;
  const answer = parsed(ran.stdout);
  const [finding] = answer?.findings ?? [];
  const keep = process.env['ORRERY_KEEP_FINDINGS'];
  if (keep === undefined) rmSync(folder, { recursive: true, force: true });
  else
    process.stderr.write(
      `${bug.name}: ${readdirSync(folder)
        .filter((file) => file.endsWith('.yaml'))
        .map((file) => `\n${readFileSync(join(folder, file), 'utf8')}`)
        .join('')} ${ran.stderr}`,
    );
  return {
    name: bug.name,
    room: bug.room,
    found: finding !== undefined,
    seconds: Math.round(seconds * 100) / 100,
    runs: answer?.runs ?? 0,
    operations: finding?.operations ?? 0,
    property: finding?.property ?? null,
  };
}

const twiceOf = (_: PlantedBug): string => '0';

interface Answer {
  readonly runs: number;
  readonly findings: readonly { readonly property: string; readonly operations: number }[];
}

function parsed(text: string): Answer | undefined {
  try {
    return JSON.parse(text) as Answer;
  } catch {
    return undefined;
  }
}

const lineOf = ({ name, found, seconds, runs, operations, property }: BugResult): string =>
  `${found ? 'found' : 'MISSED'} ${name}: ${seconds} s, ${runs} runs, ${operations} operations, ${property ?? ''}\n`;
