/** Looks for one mutant with `orrery check`, in processes of their own that have it, and says how it was found. */
import { execFile, type ExecFileException } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Mutant } from './mutant.ts';
import { planting, unmutated, type Planting } from './plant.ts';

export interface MutantResult {
  readonly name: string;
  readonly room: string;
  readonly found: boolean;
  /** Processor time of one core, of every process that looked for it. */
  readonly seconds: number;
  readonly runs: number;
  readonly operations: number;
  readonly property: string | null;
}

export interface Search {
  readonly seed: string;
  /** Processor time of the search; shrinking comes after it, and two more processes. */
  readonly seconds: number;
}

/** A mutant that takes longer is not found, however long the search may be. */
export const secondsMax = 60;
/** Enough for what differs from run to run; each is run by two processes. */
const twiceRuns = 250;
/** A mutant that keeps a run from ending is given up after this long. */
const stuckMs = 900_000;
const outputBytesMax = 64 * 1024 * 1024;

/** What `orrery check --json` says, as far as it is read here. */
interface Answer {
  readonly runs: number;
  readonly cpuSeconds: number;
  readonly findings: readonly { readonly property: string; readonly operations: number }[];
  readonly twice: { readonly diverged: readonly number[] };
}

export async function lookFor(mutant: Mutant, search: Search): Promise<MutantResult> {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-mutant-'));
  const plant = planting([mutant.name]);
  try {
    return await foundIn(folder, { mutant, plant, search });
  } finally {
    rmSync(folder, { recursive: true, force: true });
    plant.remove();
  }
}

async function foundIn(
  folder: string,
  { mutant, plant, search }: { mutant: Mutant; plant: Planting; search: Search },
): Promise<MutantResult> {
  const { name, room } = mutant;
  const budget = ['--runs', '1000000', '--for', `${search.seconds}s`, '--cpu', '--twice', '0'];
  const answer = await checked(plant, folder, [...budget, '--seed', search.seed]);
  const [finding] = answer?.findings ?? [];
  const [seconds, runs] = [answer?.cpuSeconds ?? 0, answer?.runs ?? 0];
  if (answer !== undefined && finding === undefined)
    return { name, room, ...(await differing(plant, folder, { seed: search.seed, seconds, runs })) };
  const isReal = finding !== undefined && (await failsOnlyWith(plant, folder));
  return {
    name,
    room,
    found: isReal && seconds <= secondsMax,
    seconds,
    runs,
    operations: finding?.operations ?? 0,
    property: finding?.property ?? null,
  };
}

/** No property is broken by what differs from run to run: two processes are asked to do the same. */
async function differing(
  plant: Planting,
  folder: string,
  before: { seed: string; seconds: number; runs: number },
): Promise<Omit<MutantResult, 'name' | 'room'>> {
  const call = ['--runs', String(twiceRuns), '--twice', '1', '--seed', before.seed];
  const answer = await checked(plant, folder, call);
  const [run] = answer?.twice.diverged ?? [];
  const seconds = Math.round((before.seconds + (answer?.cpuSeconds ?? 0)) * 100) / 100;
  return {
    found: run !== undefined && seconds <= secondsMax,
    seconds,
    runs: before.runs + (run ?? twiceRuns),
    operations: 0,
    property: run === undefined ? null : 'determinism',
  };
}

async function checked(
  plant: Planting,
  folder: string,
  call: readonly string[],
): Promise<Answer | undefined> {
  const rest = ['--findings', '1', '--no-regressions', '--json', '--out', folder];
  const { stdout } = await ran(plant, folder, ['check', ...call, ...rest]);
  try {
    return JSON.parse(stdout) as Answer;
  } catch {
    return undefined;
  }
}

/** `orrery run` has to fail on what was found where the mutant is, and to hold without it. */
async function failsOnlyWith(plant: Planting, folder: string): Promise<boolean> {
  for (const file of readdirSync(folder).filter((each) => each.endsWith('.yaml'))) {
    const call = ['run', file, '--quiet', '--out', 'run'];
    const { code } = await ran(plant, folder, call);
    if (code !== 1 && code !== 3) return false;
    if ((await ran(unmutated, folder, call)).code !== 0) return false;
  }
  return true;
}

/** The compiled command line in a folder; resolves however it ends. */
function ran(
  { program }: Planting,
  folder: string,
  call: readonly string[],
): Promise<{ code: number | undefined; stdout: string }> {
  const options = {
    cwd: folder,
    encoding: 'utf8',
    timeout: stuckMs,
    maxBuffer: outputBytesMax,
  } as const;
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...call], options, (error, stdout) =>
      resolve({ code: codeOf(error), stdout }),
    );
  });
}

function codeOf(error: ExecFileException | null): number | undefined {
  if (error === null) return 0;
  return typeof error.code === 'number' ? error.code : undefined;
}
