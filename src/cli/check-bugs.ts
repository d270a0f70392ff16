/** `orrery check --bugs`: every planted bug in a process of its own, and how soon and how small it is found. */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { InvariantError } from '../base/assert.ts';
import { canary, plantedBugs } from '../check/bugs/table.ts';
import type { PlantedBug } from '../check/bugs/bug.ts';
import { execute } from '../check/execute.ts';
import type { ScenarioSource } from '../check/source.ts';
import { CallMistake, exitCode } from './exit.ts';
import { scenarioHost } from './scenario-host.ts';
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

/** Of one core: what else the machine does makes no difference. */
const secondsMax = 60;
/** A bug that keeps a run from ending is given up after this long. */
const stuckMs = 900_000;

export async function bugsCommand(options: CheckOptions): Promise<number> {
  const wanted = typeof options.bugs === 'string' ? options.bugs : undefined;
  const bugs = plantedBugs.filter(
    ({ name, room }) => wanted === undefined || name === wanted || room === wanted,
  );
  if (bugs.length === 0)
    throw new CallMistake(`--bugs ${wanted}: expected the name of a planted bug, or a room`);
  const kept = new KeptResults(options.out);
  const results: BugResult[] = [];
  for (const bug of bugs) {
    const known = kept.of(bug);
    results.push(known ?? (await lookFor(bug, options.seed ?? '1')));
    kept.keep(results);
    if (known !== undefined) continue;
    if (options.json !== true && options.quiet !== true)
      process.stdout.write(lineOf(results.at(-1) as BugResult));
  }
  const found = results.filter((result) => result.found);
  if (wanted === undefined && !found.some(({ name }) => name === canary)) {
    throw new InvariantError(`the canary ${canary} was not found: the checker is blind`);
  }
  const sizes = found
    .filter(({ property }) => property !== 'determinism')
    .map(({ operations }) => operations)
    .toSorted((one, other) => one - other);
  const medianOperations = sizes[Math.floor(sizes.length / 2)] ?? 0;
  const ok = found.length === results.length && medianOperations <= 6;
  kept.finish(results, medianOperations);
  const summary = { bugs: results, found: found.length, total: results.length, medianOperations, ok };
  if (options.json === true) process.stdout.write(`${JSON.stringify(summary)}\n`);
  else
    process.stdout.write(
      `${found.length} of ${results.length} found; median of ${medianOperations} operations\n`,
    );
  return ok ? exitCode.held : exitCode.failed;
}

async function lookFor(bug: PlantedBug, seed: string): Promise<BugResult> {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-bug-'));
  const [script = ''] = process.argv.slice(1);
  const register = new URL('./plant-register.js', import.meta.url).href;
  const call = [
    'check',
    '--runs',
    '1000000',
    '--for',
    `${secondsMax - 15}s`,
    '--cpu',
    '--findings',
    '1',
    '--seed',
    seed,
  ];
  const ran = spawnSync(
    process.execPath,
    ['--import', register, script, ...call, '--no-regressions', '--json', '--out', folder, '--twice', '0'],
    {
      env: { ...process.env, ORRERY_PLANTED_BUG: bug.name },
      encoding: 'utf8',
      timeout: stuckMs,
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  const answer = parsed(ran.stdout);
  const [finding] = answer?.findings ?? [];
  const seconds = answer?.cpuSeconds ?? 0;
  const isFound =
    finding !== undefined &&
    seconds <= secondsMax &&
    (await passesAsShipped(folder)) &&
    failsWithBug(folder, { bug, script, register });
  const parted = finding === undefined ? partsFrom({ bug, script, register, seed }) : undefined;
  const keep = process.env['ORRERY_KEEP_FINDINGS'];
  if (keep === undefined) rmSync(folder, { recursive: true, force: true });
  else
    process.stderr.write(
      `${bug.name}: ${scenariosIn(folder)
        .map((file) => `\n${readFileSync(file, 'utf8')}`)
        .join('')} ${ran.stderr}`,
    );
  if (parted !== undefined) return { name: bug.name, room: bug.room, found: true, ...parted };
  return {
    name: bug.name,
    room: bug.room,
    found: isFound,
    seconds,
    runs: answer?.runs ?? 0,
    operations: finding?.operations ?? 0,
    property: finding?.property ?? null,
  };
}

/** Enough for what the machine has a say in; each is run by two processes. */
const twiceRuns = 600;

/** No property is broken by what differs from run to run: two processes are asked to do the same. */
function partsFrom(at: {
  bug: PlantedBug;
  script: string;
  register: string;
  seed: string;
}): Pick<BugResult, 'seconds' | 'runs' | 'operations' | 'property'> | undefined {
  const call = ['check', '--runs', String(twiceRuns), '--twice', '1', '--findings', '1', '--seed', at.seed];
  const folder = mkdtempSync(join(tmpdir(), 'orrery-bug-'));
  const ran = spawnSync(
    process.execPath,
    ['--import', at.register, at.script, ...call, '--no-regressions', '--json', '--out', folder],
    {
      env: { ...process.env, ORRERY_PLANTED_BUG: at.bug.name },
      encoding: 'utf8',
      timeout: stuckMs,
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  rmSync(folder, { recursive: true, force: true });
  const answer = parsed(ran.stdout);
  const [run] = answer?.twice?.diverged ?? [];
  if (run === undefined) return undefined;
  return { seconds: answer?.cpuSeconds ?? 0, runs: run, operations: 0, property: 'determinism' };
}

/** A scenario that fails without the bug as well has found something else. This process is as shipped. */
async function passesAsShipped(folder: string): Promise<boolean> {
  for (const file of scenariosIn(folder)) {
    const source = parse(readFileSync(file, 'utf8')) as ScenarioSource;
    if ((await execute(source, scenarioHost)).violations.length > 0) return false;
  }
  return true;
}

/** `orrery run` has to fail on what was found, where the bug is planted. */
function failsWithBug(folder: string, at: { bug: PlantedBug; script: string; register: string }): boolean {
  return scenariosIn(folder).every((file) => {
    const { status } = spawnSync(
      process.execPath,
      ['--import', at.register, at.script, 'run', file, '--quiet', '--out', join(folder, 'run')],
      { env: { ...process.env, ORRERY_PLANTED_BUG: at.bug.name }, timeout: stuckMs },
    );
    return status === exitCode.failed || status === exitCode.brokenInvariant;
  });
}

const scenariosIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => join(folder, name));

/** With `--out`, results are kept as they come, and a campaign that was cut off goes on from them. */
class KeptResults {
  readonly #folder: string | undefined;
  readonly #known: readonly BugResult[];

  constructor(folder: string | undefined) {
    this.#folder = folder;
    const file = folder === undefined ? '' : join(folder, keptName);
    this.#known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as BugResult[]) : [];
    if (folder !== undefined) mkdirSync(folder, { recursive: true });
  }

  of({ name }: PlantedBug): BugResult | undefined {
    return this.#known.find((known) => known.name === name);
  }

  /** What was kept earlier and has not come up again yet is kept on. */
  keep(results: readonly BugResult[]): void {
    if (this.#folder === undefined) return;
    const again = new Set(results.map(({ name }) => name));
    const all = [...results, ...this.#known.filter(({ name }) => !again.has(name))];
    writeFileSync(join(this.#folder, keptName), `${JSON.stringify(all)}\n`);
  }

  /** The page `docs/planted-bugs.md`. */
  finish(results: readonly BugResult[], medianOperations: number): void {
    if (this.#folder === undefined) return;
    const page = bugsPage(results, medianOperations);
    writeFileSync(join(this.#folder, 'planted-bugs.md'), page);
    rmSync(join(this.#folder, keptName));
  }
}

const keptName = 'planted-bugs.partial.json';

function bugsPage(results: readonly BugResult[], medianOperations: number): string {
  const found = results.filter((result) => result.found).length;
  const rows = results.map(
    (each) =>
      `| \`${each.name}\` | ${each.room} | ${each.found ? 'yes' : '**no**'} | ${each.property === null ? '' : `\`${each.property}\``} | ${each.runs} | ${each.operations} | ${each.seconds} |`,
  );
  return [
    '# Planted bugs',
    '',
    '<!-- written by `npx orrery check --bugs --out docs` -->',
    '',
    `${found} of ${results.length} found, each within ${secondsMax} s in a process of its own; the median of the smallest scenarios has ${medianOperations} operations.`,
    'Each bug is a change of one place in one compiled module (`src/check/bugs/`), made while the module is loaded; the shipped files stay as they are.',
    'A scenario counts its registrations. Seconds are processor time of one core and include the start of the process and the shrinking.',
    '',
    '| bug | room | found | property | runs | operations | seconds |',
    '|---|---|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

interface Answer {
  readonly runs: number;
  readonly cpuSeconds: number;
  readonly findings: readonly { readonly property: string; readonly operations: number }[];
  readonly twice?: { readonly diverged: readonly number[] };
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
