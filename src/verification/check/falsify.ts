/** Scenarios one after the other through fast-check until one fails, and the smallest one that fails alike. */
import { asyncProperty, check, PreconditionFailure, type Arbitrary } from 'fast-check';
import { triesMax } from './shrink.ts';
import type { ScenarioSource } from './source.ts';

/** Why a scenario fails. */
export interface ScenarioFailure {
  /** The same for two scenarios that show one thing: shrinking keeps to it. */
  readonly signature: string;
  readonly message: string;
}

/** The smallest scenario found that fails like the first one, and how to find it again. */
export interface Falsified<F extends ScenarioFailure> {
  readonly source: ScenarioSource;
  readonly failure: F;
  /** Which run of the seed it was made from, counted from 0, and the steps that made it small: fast-check's `path`. */
  readonly path: string;
}

/** What is generated and how it is judged. The same seed and path generate the same scenarios in the same order. */
export interface Falsification<F extends ScenarioFailure> {
  readonly scenarios: Arbitrary<ScenarioSource>;
  /** A whole number of 32 bits. */
  readonly seed: number;
  /** The run to begin with, or the path of a counterexample. */
  readonly path: string;
  readonly runsMax: number;
  /** Why a scenario fails; undefined where it holds. What it throws ends everything. */
  readonly tried: (source: ScenarioSource) => Promise<F | undefined>;
  /** The same while a failure is shrunk; what it throws shows nothing. */
  readonly triedAgain: (source: ScenarioSource) => Promise<F | undefined>;
  /** Asked before each run. */
  readonly isOver?: (() => Promise<boolean>) | undefined;
  /** Asked before each try of shrinking; what is small so far then stays as it is. */
  readonly isStopped?: (() => Promise<boolean>) | undefined;
}

/** Undefined where every run holds, or the time is up. */
export async function falsify<F extends ScenarioFailure>(
  options: Falsification<F>,
): Promise<Falsified<F> | undefined> {
  const { scenarios, seed, path, runsMax } = options;
  const attempts = new Attempts(options);
  const property = asyncProperty(scenarios, (source) => attempts.holds(source));
  const { counterexample, counterexamplePath } = await check(property, { seed, path, numRuns: runsMax });
  if (attempts.fault !== undefined) throw attempts.fault;
  const { latest } = attempts;
  if (counterexample === null || counterexamplePath === null || latest === undefined) return undefined;
  return { source: counterexample[0], failure: latest, path: counterexamplePath };
}

/** Everything after the first failure is a try of making it smaller. */
class Attempts<F extends ScenarioFailure> {
  /** Of the smallest scenario so far. */
  latest: F | undefined;
  fault: unknown;
  readonly #options: Falsification<F>;
  #tries = 0;

  constructor(options: Falsification<F>) {
    this.#options = options;
  }

  /** Throws where the scenario fails, as fast-check has it. */
  async holds(source: ScenarioSource): Promise<void> {
    const failure =
      this.latest === undefined ? await this.#first(source) : await this.#again(source, this.latest);
    if (failure === undefined) return;
    this.latest = failure;
    throw new Error(failure.message);
  }

  async #first(source: ScenarioSource): Promise<F | undefined> {
    if ((await this.#options.isOver?.()) === true) throw new PreconditionFailure(true);
    try {
      return await this.#options.tried(source);
    } catch (error) {
      this.fault = error;
      throw new PreconditionFailure(true);
    }
  }

  async #again(source: ScenarioSource, { signature }: F): Promise<F | undefined> {
    this.#tries += 1;
    if (this.#tries > triesMax || (await this.#options.isStopped?.()) === true)
      throw new PreconditionFailure(true);
    const failure = await this.#options.triedAgain(source).catch(() => undefined);
    return failure?.signature === signature ? failure : undefined;
  }
}
