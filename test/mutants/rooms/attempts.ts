/** One test, run again and again with other mutants. */
import { TestRunner, type RunnerTestCase, type RunnerTestSuite } from 'vitest';
import { switches } from './switches.ts';

export type Test = RunnerTestCase;

/** What a test does without a mutant. */
export interface CleanRun {
  /** Places of the room that it passes, each as often as it is passed. */
  readonly steps: number;
  /** How long the process has nothing to do. */
  readonly idleMs: number;
  /** Of the processor, and idle: as long as without other load. */
  readonly durationMs: number;
}

const countedMax = Number.MAX_SAFE_INTEGER;

/** Counts from here what a test does without a mutant. */
export function startOfCleanRun(): () => CleanRun {
  const [idleBeforeMs, spentBeforeMs] = [idleMs(), spentMs()];
  switches.stepsLeft = countedMax;
  return () => ({
    steps: countedMax - switches.stepsLeft,
    idleMs: idleMs() - idleBeforeMs,
    durationMs: spentMs() - spentBeforeMs,
  });
}

/** `steps` is how many places are passed without the mutants: ten times as many are without end. */
export function activate(ids: readonly string[], steps: number): void {
  const isSingle = ids.length === 1;
  Object.assign(switches, {
    active: isSingle ? ids[0] : undefined,
    group: isSingle ? undefined : new Set(ids),
  });
  Object.assign(switches, { hit: new Set(), stepsLeft: 10 * steps + 1_000_000, passed: undefined });
}

export const isBeyondLimit = (): boolean => switches.stepsLeft < 0;

export function deactivate(): void {
  Object.assign(switches, { active: undefined, group: undefined, stepsLeft: Number.POSITIVE_INFINITY });
}

/**
 * A test that waits for longer than ten times as long as without the mutant, and this, does not end. A process that does not
 * get a processor is not idle.
 */
export const idleMsMax = 2000;
/** With several mutants, each of which is tried by itself thereafter. */
const groupIdleMsMax = 300;
const lookEveryMs = 100;

// Tests may replace the timers, so the real ones are kept.
const { setInterval: every, clearInterval: never } = globalThis;
const utilization = performance.eventLoopUtilization.bind(performance);
const idleMs = (): number => utilization().idle;
const usage = process.cpuUsage.bind(process);

function spentMs(): number {
  const { user, system } = usage();
  return (user + system) / 1000 + idleMs();
}

export type Outcome = 'passed' | 'failed' | 'endless';

/** Calls a test alone; what it throws goes on. */
export const callTest = async (test: Test): Promise<void> => {
  await TestRunner.getTestFn(test)();
};

export class Attempts {
  readonly #test: Test;
  readonly #clean: CleanRun;

  constructor(test: Test, clean: CleanRun) {
    this.#test = test;
    this.#clean = clean;
  }

  get name(): string {
    return `${this.#test.file.name}: ${this.#test.fullTestName}`;
  }

  get cleanMs(): number {
    return this.#clean.durationMs;
  }

  async withMutants(ids: readonly string[]): Promise<Outcome> {
    activate(ids, this.#clean.steps);
    const outcome = await this.#outcome(ids.length > 1 ? groupIdleMsMax : idleMsMax);
    const isEndless = isBeyondLimit();
    deactivate();
    return isEndless ? 'endless' : outcome;
  }

  async passesClean(): Promise<boolean> {
    return (await this.#outcome(idleMsMax)) === 'passed';
  }

  /** The test with the hooks around it, as for a first run. */
  async #outcome(waitingMsMax: number): Promise<Outcome> {
    const run = this.#withHooks().then(
      (): Outcome => 'passed',
      (): Outcome => 'failed',
    );
    return whileBusy(run, 10 * this.#clean.idleMs + waitingMsMax);
  }

  async #withHooks(): Promise<void> {
    const { context } = this.#test;
    const suites = suitesOf(this.#test);
    const after: (() => unknown)[] = [];
    try {
      for (const suite of suites)
        for (const hook of TestRunner.getSuiteHooks(suite).beforeEach) {
          const undo: unknown = await hook(context, suite);
          if (typeof undo === 'function') after.push(() => undo() as unknown);
        }
      await callTest(this.#test);
    } finally {
      for (const suite of suites.toReversed())
        for (const hook of TestRunner.getSuiteHooks(suite).afterEach) await hook(context, suite);
      for (const undo of after.toReversed()) await undo();
      await this.#finish();
    }
  }

  /** What the test wants done after it, which a next run of it would want twice. */
  async #finish(): Promise<void> {
    const { onFinished = [] } = this.#test as { onFinished?: ((context: unknown) => unknown)[] };
    for (const hook of onFinished.splice(0).toReversed()) await hook(this.#test.context);
  }
}

/** What a run gives; `endless` once the process has been idle for so long. */
export async function whileBusy<Result>(
  run: Promise<Result>,
  idleMsMaxOfRun: number,
): Promise<Result | 'endless'> {
  const untilMs = idleMs() + idleMsMaxOfRun;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'endless'>((resolve) => {
    timer = every(() => {
      if (idleMs() > untilMs) resolve('endless');
    }, lookEveryMs);
  });
  const result = await Promise.race([run, late]);
  never(timer);
  return result;
}

/** From the file to the innermost. */
function suitesOf(test: Test): RunnerTestSuite[] {
  const suites: RunnerTestSuite[] = [];
  for (let suite = test.suite; suite !== undefined; suite = suite.suite) suites.unshift(suite);
  if (suites[0] !== test.file) suites.unshift(test.file);
  return suites;
}
