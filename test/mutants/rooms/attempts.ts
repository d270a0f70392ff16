/** One test, run again and again with one mutant after the other. */
import { TestRunner, type RunnerTestCase, type RunnerTestSuite } from 'vitest';

export type Test = RunnerTestCase;

/** What instrumented modules share: StrykerJS names it. */
interface Switches {
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
  currentTestId?: string;
  activeMutant?: string;
  hitCount?: number;
  hitLimit?: number;
}

const shared = globalThis as { __stryker__?: Switches };
export const switches: Switches = (shared.__stryker__ ??= {});

/** `hits` is how often the place is passed without the mutant: much more often is without end. */
export function activate(id: string, hits: number): void {
  const hitLimit = hits + 1000 + Math.min(99 * hits, 1_000_000);
  Object.assign(switches, { activeMutant: id, hitCount: 0, hitLimit });
}

export const isBeyondLimit = (): boolean => (switches.hitCount ?? 0) > (switches.hitLimit ?? 0);

export function deactivate(): void {
  delete switches.activeMutant;
  delete switches.hitCount;
}

/** A test that waits for longer does not end. Tests may replace the timers, so the real one is kept. */
const waitMaxMs = 20_000;
const { setTimeout: later, clearTimeout: never } = globalThis;

type Outcome = 'passed' | 'failed' | 'endless';

export class Attempts {
  readonly #test: Test;

  constructor(test: Test) {
    this.#test = test;
  }

  get name(): string {
    return `${this.#test.file.name}: ${this.#test.fullTestName}`;
  }

  /** Calls the test alone; what it throws goes on. */
  async callTest(): Promise<void> {
    await TestRunner.getTestFn(this.#test)();
  }

  async withMutant(id: string, hits: number): Promise<Outcome> {
    activate(id, hits);
    const outcome = await this.#outcome();
    const isEndless = isBeyondLimit();
    deactivate();
    return isEndless ? 'endless' : outcome;
  }

  async passesClean(): Promise<boolean> {
    return (await this.#outcome()) === 'passed';
  }

  /** The test with the hooks around it, as for a first run. */
  async #outcome(): Promise<Outcome> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Outcome>((resolve) => {
      timer = later(resolve, waitMaxMs, 'endless');
    });
    const run = this.#withHooks().then(
      (): Outcome => 'passed',
      (): Outcome => 'failed',
    );
    const outcome = await Promise.race([run, late]);
    never(timer);
    return outcome;
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
      await this.callTest();
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

/** From the file to the innermost. */
function suitesOf(test: Test): RunnerTestSuite[] {
  const suites: RunnerTestSuite[] = [];
  for (let suite = test.suite; suite !== undefined; suite = suite.suite) suites.unshift(suite);
  if (suites[0] !== test.file) suites.unshift(test.file);
  return suites;
}
