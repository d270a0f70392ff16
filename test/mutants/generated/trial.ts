/** Runs the checker in a process of its own, with one generated mutant active, or with all of them counted. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { GeneratedMutant, Generation } from './mutant.ts';

const compiled = new URL('../../../compiled/src/', import.meta.url);
/** The module that a process imports first, to load the modules of a plan (`ORRERY_MUTANTS`). */
const registerUrl = new URL('./register.js', import.meta.url).href;

/** Where a plan names the compiled module of a file below `src`. */
const compiledUrl = (file: string): string => new URL(file.replace(/\.ts$/, '.js'), compiled).href;

/** The same for every mutant of a sample. */
export interface TrialBounds {
  /** Which scenarios are checked. */
  readonly seed: string;
  /** The service that they are about; undefined for any. */
  readonly service?: string | undefined;
  /** Operations after which a mutant survives. */
  readonly operationsMax: number;
}

/** The run without a mutant: nothing breaks in it, and every place it passes is counted. */
export interface Baseline {
  readonly runs: number;
  readonly operations: number;
  /** A digest of all answers, by run. */
  readonly digests: readonly string[];
  /** Operations of all runs up to this one, by run. */
  readonly operationsBy: readonly number[];
  /** How often each mutant's place was passed, by id. */
  readonly hits: Readonly<Record<string, number>>;
  /** Mutants whose places are passed while modules load: they may change any run. */
  readonly loaded: ReadonlySet<string>;
  /** By mutant, the runs that pass its place, from 1 and in order: no other run can differ. */
  readonly runsBy: Readonly<Record<string, readonly number[]>>;
}

/**
 * What became of a mutant: `found` where a property breaks; `endless` where a run does not end; `unreached` where no
 * run comes by its place; `unseen` where no answer differs; `accepted` where answers differ and no property breaks.
 */
export type Verdict = 'found' | 'endless' | 'unreached' | 'unseen' | 'accepted';

export interface TrialResult extends GeneratedMutant {
  readonly verdict: Verdict;
  readonly runs: number;
  readonly operations: number;
  /** The property that breaks, and how; empty for a survivor. */
  readonly property: string;
  readonly message: string;
  /** The first run whose answers differ; 0 for none. */
  readonly differsIn: number;
  /** Operations that the campaign does until it is found, those of runs that do not pass its place too; 0 for a survivor. */
  readonly foundAfter: number;
}

/** What the process prints. */
interface Answer {
  readonly runs: number;
  readonly operations: number;
  readonly property?: string;
  readonly message?: string;
  readonly differsIn?: number;
  /** The run that breaks a property. */
  readonly foundIn?: number;
  readonly digests?: readonly string[];
  /** Operations by run. */
  readonly counts?: readonly number[];
  readonly hits?: Readonly<Record<string, number>>;
  readonly loaded?: readonly string[];
  readonly runsBy?: Readonly<Record<string, readonly number[]>>;
}

const nothingSeen = { property: '', message: '', differsIn: 0, foundAfter: 0 };

const worker = fileURLToPath(new URL('./worker.js', import.meta.url));
/** A mutant may pass its place so many times as often as the sources do. */
const hitsFactor = 100;
const hitsLeast = 1_000_000;
/**
 * A process whose mutant loops without passing its place is ended after so many times what all runs take without a mutant, however
 * busy the machine is; not a bound of the measure.
 */
const stuckFactor = 20;
const stuckLeastMs = 600_000;
const outputBytesMax = 256 * 1024 * 1024;

/** Trials of one generation, in a folder of their own; `close` removes it. */
export class Trials {
  readonly #generation: Generation;
  readonly #bounds: TrialBounds;
  readonly #folder = mkdtempSync(join(tmpdir(), 'orrery-generated-'));
  #baseline: Baseline | undefined;
  /** No bound for the runs without a mutant. */
  #stuckMs = 0;

  constructor(generation: Generation, bounds: TrialBounds) {
    this.#generation = generation;
    this.#bounds = bounds;
  }

  /** Throws where a property breaks without any mutant: no trial would mean anything. */
  async baseline(): Promise<Baseline> {
    const startedMs = Date.now();
    const answer = await this.#ran([...this.#generation.modules.keys()], {}, {});
    this.#stuckMs = Math.max(stuckLeastMs, stuckFactor * (Date.now() - startedMs));
    const { runs, operations, digests, counts = [], hits, property, message } = answer ?? {};
    const { loaded = [], runsBy = {} } = answer ?? {};
    if (runs === undefined || operations === undefined || digests === undefined || hits === undefined)
      throw new Error(`without a mutant ${property ?? 'the checker'} breaks: ${message ?? 'no answer'}`);
    writeFileSync(this.#digestsFile, JSON.stringify(digests));
    const operationsBy = sums(counts);
    this.#baseline = { runs, operations, digests, operationsBy, hits, loaded: new Set(loaded), runsBy };
    return this.#baseline;
  }

  async tried(mutant: GeneratedMutant): Promise<TrialResult> {
    const { hits, loaded, runsBy, runs: all } = this.#baseline ?? (await this.baseline());
    const passed = hits[mutant.id] ?? 0;
    if (passed === 0) return { ...mutant, verdict: 'unreached', runs: 0, operations: 0, ...nothingSeen };
    const every = Array.from({ length: all }, (_, index) => index + 1);
    const own = loaded.has(mutant.id) ? every : (runsBy[mutant.id] ?? []);
    const result = await this.#triedIn(own, mutant, passed);
    // What a process keeps from run to run passes its place in the first one alone.
    const mayBeKept = result.verdict === 'unseen' && own.length < all;
    return mayBeKept ? this.#triedIn(every, mutant, passed) : result;
  }

  async #triedIn(only: readonly number[], mutant: GeneratedMutant, passed: number): Promise<TrialResult> {
    const hitsMax = hitsLeast + hitsFactor * passed;
    const task = { hitsMax, digests: this.#digestsFile, only };
    const answer = await this.#ran([mutant.file], task, { __STRYKER_ACTIVE_MUTANT__: mutant.id });
    if (answer === undefined)
      return { ...mutant, verdict: 'endless', runs: 0, operations: 0, ...nothingSeen };
    const { runs, operations, property = '', message = '', differsIn = 0, foundIn = 0 } = answer;
    const foundAfter = this.#baseline?.operationsBy[foundIn - 1] ?? 0;
    return {
      ...mutant, verdict: verdictOf(answer), runs, operations, property, message, differsIn, foundAfter,
    }; // prettier-ignore
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #digestsFile(): string {
    return join(this.#folder, 'digests.json');
  }

  /** Undefined where the process ends without an answer. */
  #ran(
    files: readonly string[],
    task: { hitsMax?: number; digests?: string; only?: readonly number[] },
    env: Readonly<Record<string, string>>,
  ): Promise<Answer | undefined> {
    const plan = join(this.#folder, 'plan.json');
    const changed = files.map((file) => [compiledUrl(file), this.#generation.modules.get(file) ?? '']);
    writeFileSync(plan, JSON.stringify(Object.fromEntries(changed)));
    const call = ['--import', registerUrl, worker, JSON.stringify({ ...this.#bounds, ...task })];
    const options = {
      env: { ...process.env, ...env, ORRERY_MUTANTS: plan },
      encoding: 'utf8',
      timeout: this.#stuckMs,
      killSignal: 'SIGKILL',
      maxBuffer: outputBytesMax,
    } as const;
    return new Promise((resolve) => {
      execFile(process.execPath, call, options, (_error, stdout) => resolve(answerIn(stdout)));
    });
  }
}

function sums(counts: readonly number[]): number[] {
  let total = 0;
  return counts.map((count) => (total += count));
}

function answerIn(stdout: string): Answer | undefined {
  try {
    return JSON.parse(stdout) as Answer;
  } catch {
    return undefined;
  }
}

function verdictOf({ property, message = '', differsIn = 0 }: Answer): Verdict {
  if (message.includes('Hit count limit reached')) return 'endless';
  if (property !== undefined) return 'found';
  return differsIn > 0 ? 'accepted' : 'unseen';
}
