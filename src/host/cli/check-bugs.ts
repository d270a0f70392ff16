/** `orrery check --bugs`: every planted bug in a process of its own, and how soon and how small it is found. */
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
import { InvariantError } from '../../core/base/assert.ts';
import { canary, plantedBugs } from '../../verification/check/bugs/table.ts';
import type { PlantedBug } from '../../verification/check/bugs/bug.ts';
import { execute } from '../../verification/check/execute.ts';
import type { ScenarioSource } from '../../verification/check/source.ts';
import { commandContext } from '../app/process/command-context.ts';
import { CallMistake, exitCode } from '../app/process/exit.ts';
import { runOwnProgram, type OwnRun } from '../app/process/own-program.ts';
import { scenarioHost } from '../app/run/scenario-host.ts';
import type { CheckOptions } from './commands/check/check.ts';
import { complain, say, sayJson } from './output/output.ts';

interface BugResult {
  readonly name: string;
  readonly room: string;
  readonly found: boolean;
  readonly seconds: number;
  readonly runs: number;
  readonly operations: number;
  readonly property: string | null;
}

/** Of one core: what else the machine does makes no difference. Shrinking comes after the search, and two more processes. */
const secondsMax = 60;
const searchSeconds = 36;
/** Enough for what the machine has a say in; each is run by two processes. */
const twiceRuns = 250;
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
    const result = known ?? (await lookFor(bug, options.seed ?? '1'));
    commandContext.assertGoesOn(() => `after ${results.length} of ${bugs.length} planted bugs`);
    results.push(result);
    kept.keep(results);
    if (known !== undefined) continue;
    if (options.json !== true && options.quiet !== true) say(lineOf(results.at(-1) as BugResult));
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
  if (options.json === true) sayJson(summary);
  else if (options.quiet !== true)
    say(`${found.length} of ${results.length} found; median of ${medianOperations} operations\n`);
  return ok ? exitCode.held : exitCode.failed;
}

async function lookFor(bug: PlantedBug, seed: string): Promise<BugResult> {
  const { name, room } = bug;
  const folder = mkdtempSync(join(tmpdir(), 'orrery-bug-'));
  const budget = ['--runs', '1000000', '--for', `${searchSeconds}s`, '--cpu', '--twice', '0'];
  const { answer, log } = await checkedWith(bug, folder, [...budget, '--seed', seed]);
  const [finding] = answer?.findings ?? [];
  const seconds = answer?.cpuSeconds ?? 0;
  const isReal =
    finding !== undefined && (await passesAsShipped(folder)) && (await failsWithBug(folder, bug));
  if (process.env['ORRERY_KEEP_FINDINGS'] === undefined) rmSync(folder, { recursive: true, force: true });
  else complain(`${name}: ${textsIn(folder)} ${log}`);
  const result = { name, room, found: isReal && seconds <= secondsMax, seconds };
  if (finding !== undefined || answer === undefined) {
    return {
      ...result,
      runs: answer?.runs ?? 0,
      operations: finding?.operations ?? 0,
      property: finding?.property ?? null,
    };
  }
  return { ...result, ...(await partsFrom(bug, { seed, secondsBefore: seconds, runsBefore: answer.runs })) };
}

/** No property is broken by what differs from run to run: two processes are asked to do the same. */
async function partsFrom(
  bug: PlantedBug,
  { seed, secondsBefore, runsBefore }: { seed: string; secondsBefore: number; runsBefore: number },
): Promise<Pick<BugResult, 'found' | 'seconds' | 'runs' | 'operations' | 'property'>> {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-bug-'));
  const { answer } = await checkedWith(bug, folder, [
    '--runs',
    String(twiceRuns),
    '--twice',
    '1',
    '--seed',
    seed,
  ]);
  rmSync(folder, { recursive: true, force: true });
  const [run] = answer?.twice?.diverged ?? [];
  const seconds = Math.round((secondsBefore + (answer?.cpuSeconds ?? 0)) * 100) / 100;
  return {
    found: run !== undefined && seconds <= secondsMax,
    seconds,
    runs: runsBefore + (run ?? twiceRuns),
    operations: 0,
    property: run === undefined ? null : 'determinism',
  };
}

/** `orrery check` in a process of its own, with the bug in it. */
async function checkedWith(
  bug: PlantedBug,
  folder: string,
  call: readonly string[],
): Promise<{ answer: Answer | undefined; log: string }> {
  const all = ['check', ...call, '--findings', '1', '--no-regressions', '--json', '--out', folder];
  const { stdout, stderr } = await runPlanted(bug, all);
  return { answer: parsed(stdout), log: stderr };
}

function runPlanted({ name }: PlantedBug, call: readonly string[]): Promise<OwnRun> {
  const register = new URL('./plant-register.js', import.meta.url).href;
  const execArgv = ['--import', register];
  return runOwnProgram(call, { env: { ORRERY_PLANTED_BUG: name }, execArgv, timeoutMs: stuckMs });
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
async function failsWithBug(folder: string, bug: PlantedBug): Promise<boolean> {
  for (const file of scenariosIn(folder)) {
    const { code } = await runPlanted(bug, ['run', file, '--quiet', '--out', join(folder, 'run')]);
    if (code !== exitCode.failed && code !== exitCode.brokenInvariant) return false;
  }
  return true;
}

const textsIn = (folder: string): string =>
  scenariosIn(folder)
    .map((file) => `\n${readFileSync(file, 'utf8')}`)
    .join('');

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
    'Each bug is a change of one place in one compiled module (`src/verification/check/bugs/`), made while the module is loaded; the shipped files stay as they are.',
    'A scenario counts its registrations. Seconds are processor time of one core and include the start of the process and the shrinking;',
    'those of `determinism` are of all three processes: one that looked for a broken property, and two that were asked to do the same.',
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
