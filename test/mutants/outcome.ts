/** What test files of the fast lane say with other modules in place of those of `src`. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fastLane } from '../lanes.ts';

/**
 * `noticed` where a test fails; `endless` where the run does not end; `broken` where a file does not load, a run leaves
 * no result, or no test loads a planted module: no test has judged then.
 */
export type Outcome =
  | { readonly kind: 'unnoticed' }
  | { readonly kind: 'noticed' | 'endless' | 'broken'; readonly file: string; readonly test: string };

/** What is run. */
export interface PlantedRun {
  /** Texts of modules, by their place below `src`. */
  readonly modules: ReadonlyMap<string, string>;
  /** Places below `test`: files, or folders that end with a slash. */
  readonly files: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const project = fileURLToPath(new URL('../../', import.meta.url));
const config = fileURLToPath(new URL('./vitest.config.ts', import.meta.url));
const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
/** Ends a run whose mutant computes or waits without end. */
const endlessMs = 240_000;

export async function outcomeOf(run: PlantedRun): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-planted-'));
  try {
    const [plan, report] = [join(folder, 'plan.json'), join(folder, 'report.json')];
    writeFileSync(plan, JSON.stringify(Object.fromEntries(run.modules)));
    const [first = ''] = run.files;
    if (!(await hasEnded(run, { plan, report })))
      return { kind: 'endless', file: first, test: 'the run does not end' };
    if (!existsSync(report)) return { kind: 'broken', file: first, test: 'no result' };
    if (run.modules.size > 0 && !existsSync(join(folder, 'loaded.txt')))
      return { kind: 'broken', file: first, test: 'no planted module is loaded' };
    return outcomeIn(JSON.parse(readFileSync(report, 'utf8')) as Report);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Resolves to false where the run had to be ended. */
function hasEnded(
  { files, env }: PlantedRun,
  { plan, report }: { plan: string; report: string },
): Promise<boolean> {
  const call = [vitest, 'run', '--root', project, '--config', config, ...fastLane, '--bail', '1'];
  call.push('--maxWorkers', '1', '--reporter', 'json', `--outputFile=${report}`);
  call.push(...files.map((file) => `test/${file}`));
  const options = {
    cwd: project,
    env: { ...process.env, ...env, ORRERY_PLANTED: plan },
    timeout: endlessMs,
    killSignal: 'SIGKILL',
    maxBuffer: 64 * 1024 * 1024,
  } as const;
  return new Promise((resolve) => {
    execFile(process.execPath, call, options, (error) => resolve(error?.killed !== true));
  });
}

/** The part of vitest's JSON that is read. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

function outcomeIn({ testResults }: Report): Outcome {
  if (testResults.length === 0) return { kind: 'broken', file: '', test: 'no test file' };
  for (const { name, assertionResults } of testResults) {
    const failed = assertionResults.find(({ status }) => status === 'failed');
    if (failed !== undefined) return { kind: 'noticed', file: belowTest(name), test: failed.fullName };
  }
  const broken = testResults.find(({ status }) => status === 'failed');
  return broken === undefined
    ? { kind: 'unnoticed' }
    : { kind: 'broken', file: belowTest(broken.name), test: 'the file itself' };
}

/** The place of a file below `test`. */
export const belowTest = (path: string): string => relative(join(project, 'test'), path);
