/**
 * Runs each test once without a mutant and then again with every mutant whose place it passes, in one process. A mutant
 * whose place is passed at an import is tried with modules imported again.
 */
import { startTests } from '@vitest/runner';
import { TestRunner, vi, type RunnerTask, type RunnerTestFile } from 'vitest';
import { AttemptLog } from './attempt-log.ts';
import {
  activate,
  Attempts,
  callTest,
  deactivate,
  idleMsMax,
  isBeyondLimit,
  startOfCleanRun,
  whileBusy,
  type CleanRun,
  type Outcome,
  type Test,
} from './attempts.ts';
import { Groups } from './groups.ts';
import { switches } from './switches.ts';

/** How many mutants are tried between two runs without one: a mutant may leave a state behind that fails the next run. */
const betweenCleanRuns = 25;

/** A test that takes no longer is run with a mutant at the import of any module: it may read what the module gives. */
const readingDurationMsMax = 500;

/** A file is imported again where that takes no longer than so many of the longest tests that are tried: others come first. */
const importsMax = 10;

/** Where the tests of a file take as long as so many of the longest that are tried, the rest is left to another run as well. */
const shortTestsMax = 100;

export default class MutantRunner extends TestRunner {
  readonly #log = new AttemptLog();
  /** Whether a test failed without a mutant after some were tried: nothing counts then until modules are new. */
  #wasSpoilt = false;
  /** Tests that failed without a mutant after some were tried: only with modules imported again do they count. */
  readonly #unsure = new Set<string>();
  #hasTried = false;
  /** Mutants whose place a test does not pass again, since a module is loaded once. */
  readonly #atImport = new Set<string>();
  /** By the id of a mutant, and by the module: the tests that pass its place, or any place of it. */
  readonly #passing = new Map<string, Set<string>>();
  readonly #using = new Map<string, Set<string>>();
  /** Of each test so far. */
  readonly #cleanRuns = new Map<string, CleanRun>();
  #allMs = 0;
  /** Of all tests so far, and of the imports before them. */
  #steps = 0;
  #imports: Omit<CleanRun, 'steps'> = { durationMs: 0, idleMs: 0 };
  /** Of the last test. */
  #groupSize = 0;
  /** Whether something takes too long for this run. */
  #isLeft = false;
  #cleanRun: () => CleanRun = startOfCleanRun();

  override onBeforeTryTask(test: Test): void {
    super.onBeforeTryTask(test);
    switches.passed = new Set();
    this.#cleanRun = startOfCleanRun();
  }

  async runTask(test: Test): Promise<void> {
    await callTest(test).catch((error: unknown) => {
      if (this.#hasTried) this.#unsure.add(test.id);
      throw error;
    });
    const clean = this.#cleanRun();
    const { passed = new Set<string>() } = switches;
    switches.passed = undefined;
    this.#steps += clean.steps;
    this.#cleanRuns.set(test.id, clean);
    this.#allMs += clean.durationMs;
    for (const id of passed) {
      testsOf(this.#passing, id).add(test.id);
      testsOf(this.#using, this.#log.moduleOf(id)).add(test.id);
    }
    const open = [...passed].filter((id) => this.#log.isOpen(id));
    if (open.length > 0 && this.#isTooLong(clean.durationMs)) this.#isLeft = true;
    else await this.#tryAll(new Attempts(test, clean), open);
    switches.passed = this.#atImport;
  }

  #isTooLong(durationMs: number): boolean {
    const { durationMsMax = Number.POSITIVE_INFINITY } = this.#log;
    return durationMs > durationMsMax || this.#allMs > shortTestsMax * durationMsMax;
  }

  #isTooLongToImport(): boolean {
    const { durationMsMax = Number.POSITIVE_INFINITY } = this.#log;
    return this.#imports.durationMs > importsMax * durationMsMax;
  }

  async #tryAll(attempts: Attempts, open: readonly string[]): Promise<void> {
    const groups = this.#groupsOf(open, attempts.name);
    while (!this.#wasSpoilt && (await this.#tryBatch(attempts, groups)));
    this.#groupSize = groups.size;
  }

  #groupsOf(ids: readonly string[], test: string): Groups {
    const left = ids.filter((id) => !this.#log.wasTried(id, test));
    return new Groups(left, { isAlone: (id) => this.#log.isAlone(id), size: this.#groupSize });
  }

  /** False after the last one. */
  async #tryBatch(attempts: Attempts, groups: Groups): Promise<boolean> {
    const noticed: string[] = [];
    let ids = groups.next();
    for (let count = 0; count < betweenCleanRuns && ids !== undefined; count += 1, ids = groups.next()) {
      this.#log.begin(ids, attempts.name, attempts.cleanMs);
      const outcome = await attempts.withMutants(ids);
      const single = this.#settled(groups, ids, { outcome, test: attempts.name });
      if (single !== undefined && outcome === 'endless') this.#log.ended(single, attempts.name, 'endless');
      else if (single !== undefined) noticed.push(single);
    }
    this.#wasSpoilt = noticed.length > 0 && !(await attempts.passesClean());
    if (!this.#wasSpoilt) for (const id of noticed) this.#log.ended(id, attempts.name, 'noticed');
    return ids !== undefined;
  }

  /** Writes what the attempt says; the mutant that it shows, if it is a single one. */
  #settled(
    groups: Groups,
    ids: readonly string[],
    { outcome, test }: { outcome: Outcome; test: string },
  ): string | undefined {
    this.#hasTried = true;
    if (outcome === 'passed') {
      // Its module was loaded by the first run of the test alone.
      if (switches.hit.size === 0) for (const id of ids) this.#atImport.add(id);
      this.#log.passed(groups.passed(ids, switches.hit), test);
    } else this.#log.tried(ids, test);
    return outcome === 'passed' ? undefined : groups.failed(ids);
  }

  onBeforeCollect(): void {
    switches.passed = this.#atImport;
    this.#cleanRun = startOfCleanRun();
  }

  onBeforeRunFiles(files: RunnerTestFile[]): void {
    const { steps, ...imports } = this.#cleanRun();
    this.#steps += steps;
    this.#imports = imports;
    for (const { name } of files) this.#log.started(name);
  }

  override async onAfterRunFiles(files?: RunnerTestFile[]): Promise<void> {
    switches.passed = undefined;
    for (const id of this.#atImport) testsOf(this.#passing, id);
    for (const file of files ?? []) {
      if (file.result?.state !== 'fail' || (await this.#passesImported(file))) {
        await this.#tryAgain(file);
        this.#log.done(file.name, { isLeft: this.#isLeft });
      } else if (this.#hasTried) this.#log.spoilt(file.name);
      else {
        this.#log.failedClean(file.name);
        this.#log.done(file.name, { isLeft: false });
      }
    }
    super.onAfterRunFiles();
  }

  /**
   * Whether the tests that failed after some mutants pass with modules imported again, and without a mutant. Their mutants
   * are then tried alike, for those tests did not come to it. A mutant may also break the file outside of its tests.
   */
  async #passesImported(file: RunnerTestFile): Promise<boolean> {
    if (!this.#hasTried) return false;
    const passed = (switches.passed = new Set<string>());
    vi.resetModules();
    const failed = await firstFailure(this.#silent(this.#unsure), file);
    switches.passed = undefined;
    for (const id of passed) for (const test of this.#unsure) testsOf(this.#passing, id).add(test);
    this.#wasSpoilt = true;
    return failed === undefined;
  }

  /** Mutants at the import of a module, and where tests were spoilt those that are left. */
  async #tryAgain(file: RunnerTestFile): Promise<void> {
    const test = `${file.name} again`;
    const testsWith = new Map<string, ReadonlySet<string>>();
    for (const [id, passing] of this.#passing) {
      if (!this.#log.isOpen(id) || !(this.#wasSpoilt || this.#atImport.has(id))) continue;
      const tests = this.#atImport.has(id) ? this.#testsReading(this.#log.moduleOf(id)) : passing;
      if (this.#isTooLongToImport() || this.#isTooLong(this.#cleanRunOf(tests).durationMs))
        this.#isLeft = true;
      else testsWith.set(id, tests);
    }
    const groups = this.#groupsOf([...testsWith.keys()], test);
    for (let ids = groups.next(); ids !== undefined; ids = groups.next()) {
      const tests = new Set(ids.flatMap((id) => [...(testsWith.get(id) ?? [])]));
      await this.#tryImported(file, { groups, ids, tests, test });
    }
    this.#groupSize = groups.size;
  }

  /** Those that pass a place of the module, and all short ones. */
  #testsReading(module: string): Set<string> {
    const short = [...this.#cleanRuns].filter(([, { durationMs }]) => durationMs <= readingDurationMsMax);
    return new Set([...testsOf(this.#using, module), ...short.map(([id]) => id)]);
  }

  #cleanRunOf(tests: ReadonlySet<string>): Omit<CleanRun, 'steps'> {
    const runs = [...this.#cleanRuns].filter(([id]) => tests.has(id)).map(([, clean]) => clean);
    return {
      durationMs: runs.reduce((sum, { durationMs }) => sum + durationMs, 0),
      idleMs: runs.reduce((sum, { idleMs }) => sum + idleMs, 0),
    };
  }

  /** Imports the file and its modules again, with these mutants, and runs these tests. */
  async #tryImported(
    file: RunnerTestFile,
    {
      groups,
      ids,
      tests,
      test,
    }: { groups: Groups; ids: readonly string[]; tests: Set<string>; test: string },
  ): Promise<void> {
    const clean = this.#cleanRunOf(tests);
    this.#log.begin(ids, test, this.#imports.durationMs + clean.durationMs);
    vi.resetModules();
    activate(ids, this.#steps);
    const run = firstFailure(this.#silent(tests), file);
    const failed = await whileBusy(run, this.#imports.idleMs + 10 * clean.idleMs + idleMsMax);
    const isEndless = failed === 'endless' || isBeyondLimit();
    // What is still to come of a run that is left would meet the next mutants.
    if (isEndless) tests.clear();
    const outcome = isEndless ? 'endless' : failed === undefined ? 'passed' : 'failed';
    deactivate();
    const single = this.#settled(groups, ids, { outcome, test });
    if (single !== undefined && outcome === 'endless') this.#log.ended(single, test, 'endless');
    else if (single !== undefined) this.#log.ended(single, failed ?? test, 'noticed');
  }

  /** This runner without its reports: those who called know only of the first run. */
  #silent(tests: ReadonlySet<string>): TestRunner {
    let hasFailed = false;
    const nothing = (): void => undefined;
    const silence = {
      onBeforeCollect: nothing,
      onBeforeRunFiles: nothing,
      onCollected: nothing,
      onTaskUpdate: nothing,
      onAfterRunFiles: nothing,
      onAfterRunSuite: nothing,
    };
    return Object.assign(Object.create(this) as TestRunner, silence, {
      runTask: callTest,
      onCleanupWorkerContext: nothing,
      onBeforeTryTask: (test: Test) => TestRunner.prototype.onBeforeTryTask.call(this, test),
      onBeforeRunTask: async (test: Test) => {
        if (hasFailed || !tests.has(test.id)) test.mode = 'skip';
        await TestRunner.prototype.onBeforeRunTask.call(this, test);
      },
      onAfterRunTask: (test: Test) => {
        hasFailed ||= test.result?.state === 'fail';
      },
    });
  }
}

/** What is listed there, from now on at least an empty set. */
function testsOf(lists: Map<string, Set<string>>, key: string): Set<string> {
  const tests = lists.get(key) ?? new Set();
  lists.set(key, tests);
  return tests;
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
