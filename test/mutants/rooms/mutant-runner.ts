/**
 * Runs each test once without a mutant and then again with every mutant whose place it passes, in one process. A mutant
 * whose place is passed at an import is tried with modules imported again.
 */
import { startTests } from '@vitest/runner';
import { TestRunner, vi, type RunnerTask, type RunnerTestFile } from 'vitest';
import { AttemptLog } from './attempt-log.ts';
import { activate, Attempts, deactivate, isBeyondLimit, switches, type Test } from './attempts.ts';

/** How many mutants are tried between two runs without one: a mutant may leave a state behind that fails the next run. */
const betweenCleanRuns = 25;

interface Passing {
  readonly tests: Set<string>;
  hits: number;
}

export default class MutantRunner extends TestRunner {
  readonly #log = new AttemptLog();
  /** Whether a test failed without a mutant after some were tried: nothing counts then until modules are new. */
  #wasSpoilt = false;
  /** By the id of a mutant: the tests that pass its place, and how often they do. */
  readonly #passing = new Map<string, Passing>();

  override onBeforeTryTask(test: Test): void {
    super.onBeforeTryTask(test);
    switches.currentTestId = test.id;
  }

  async runTask(test: Test): Promise<void> {
    const attempts = new Attempts(test);
    await attempts.callTest();
    delete switches.currentTestId;
    const hits = switches.mutantCoverage?.perTest[test.id] ?? {};
    for (const [id, count] of Object.entries(hits)) this.#passed(id, count).tests.add(test.id);
    const open = Object.keys(hits).filter((id) => this.#log.isOpen(id));
    for (let from = 0; from < open.length && !this.#wasSpoilt; from += betweenCleanRuns)
      await this.#tryBatch(attempts, open.slice(from, from + betweenCleanRuns), hits);
  }

  async #tryBatch(
    attempts: Attempts,
    ids: readonly string[],
    hits: Readonly<Record<string, number>>,
  ): Promise<void> {
    const noticed: string[] = [];
    for (const id of ids) {
      if (this.#log.wasTried(id, attempts.name)) continue;
      this.#log.begin(id, attempts.name);
      const outcome = await attempts.withMutant(id, hits[id] ?? 0);
      this.#log.end(id, attempts.name, { passed: outcome === 'passed' });
      if (outcome === 'passed') continue;
      if (outcome === 'endless') this.#log.ended(id, attempts.name, 'endless');
      else noticed.push(id);
    }
    this.#wasSpoilt = noticed.length > 0 && !(await attempts.passesClean());
    if (!this.#wasSpoilt) for (const id of noticed) this.#log.ended(id, attempts.name, 'noticed');
  }

  onBeforeRunFiles(files: RunnerTestFile[]): void {
    for (const { name } of files) this.#log.started(name);
  }

  override async onAfterRunFiles(files?: RunnerTestFile[]): Promise<void> {
    const atImport = switches.mutantCoverage?.static ?? {};
    for (const [id, count] of Object.entries(atImport)) this.#passed(id, count).tests.clear();
    for (const file of files ?? []) {
      if (file.result?.state === 'fail') this.#log.failedClean(file.name);
      else await this.#tryAgain(file);
      this.#log.done(file.name);
    }
    super.onAfterRunFiles();
  }

  /** Mutants at the import of a module, and where tests were spoilt those that are left. */
  async #tryAgain(file: RunnerTestFile): Promise<void> {
    const atImport = switches.mutantCoverage?.static ?? {};
    for (const [id, passing] of this.#passing)
      if (this.#wasSpoilt || id in atImport) await this.#tryImported(file, id, passing);
  }

  #passed(id: string, hits: number): Passing {
    const passing = this.#passing.get(id) ?? { tests: new Set(), hits: 0 };
    passing.hits += hits;
    this.#passing.set(id, passing);
    return passing;
  }

  /** Imports the file and its modules again, with the mutant, and runs the tests that pass its place; none listed are all. */
  async #tryImported(file: RunnerTestFile, id: string, { tests, hits }: Passing): Promise<void> {
    const name = `${file.name} again`;
    if (!this.#log.isOpen(id) || this.#log.wasTried(id, name)) return;
    this.#log.begin(id, name);
    vi.resetModules();
    activate(id, hits);
    const failed = await firstFailure(this.#silent(tests), file);
    const isEndless = isBeyondLimit();
    this.#log.end(id, name, { passed: failed === undefined && !isEndless });
    if (isEndless) this.#log.ended(id, name, 'endless');
    else if (failed !== undefined) this.#log.ended(id, failed, 'noticed');
    deactivate();
  }

  /** This runner without its reports: those who called know only of the first run. */
  #silent(tests: ReadonlySet<string>): TestRunner {
    let hasFailed = false;
    const nothing = (): void => undefined;
    const silence = {
      onBeforeRunFiles: nothing,
      onCollected: nothing,
      onTaskUpdate: nothing,
      onAfterRunFiles: nothing,
      onAfterRunSuite: nothing,
    };
    return Object.assign(Object.create(this) as TestRunner, silence, {
      runTask: (test: Test) => new Attempts(test).callTest(),
      onCleanupWorkerContext: nothing,
      onBeforeTryTask: (test: Test) => TestRunner.prototype.onBeforeTryTask.call(this, test),
      onBeforeRunTask: async (test: Test) => {
        if (hasFailed || (tests.size > 0 && !tests.has(test.id))) test.mode = 'skip';
        await TestRunner.prototype.onBeforeRunTask.call(this, test);
      },
      onAfterRunTask: (test: Test) => {
        hasFailed ||= test.result?.state === 'fail';
      },
    });
  }
}

/** What fails first; the file itself where it does not load. */
async function firstFailure(runner: TestRunner, file: RunnerTestFile): Promise<string | undefined> {
  const [again] = await startTests([{ filepath: file.filepath, testLocations: undefined }], runner);
  const failed = again === undefined ? undefined : failureIn(again);
  if (failed !== undefined) return `${file.name}: ${failed}`;
  return again?.result?.state === 'fail' ? `${file.name}: the file itself` : undefined;
}

function failureIn(task: RunnerTask): string | undefined {
  if (task.type === 'test') return task.result?.state === 'fail' ? task.fullTestName : undefined;
  for (const inner of task.tasks) {
    const failed = failureIn(inner);
    if (failed !== undefined) return failed;
  }
  return undefined;
}
