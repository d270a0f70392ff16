/**
 * Searches the highest level of a load that holds: it rises by a factor until a step breaks, or falls until one holds; then the
 * interval is halved. Both ends of the result have been seen twice: what holds or breaks by chance does not do so again.
 */
import type { LoadLimit, LoadLimitStep } from './result.ts';

/** One search. Levels are arrivals a second or agents. */
export interface LimitSearchCall {
  readonly from: number;
  /** The highest level to try. */
  readonly to: number;
  /** Agents are whole. */
  readonly isWhole: boolean;
  /** Runs one load; undefined after an interruption. */
  readonly tried: (level: number) => Promise<LoadLimitStep | undefined>;
}

/** What a search has found. */
export type FoundLimit = Pick<LoadLimit, 'steps' | 'highest' | 'lowestBroken' | 'limitedBy' | 'ok'>;

const growth = 1.6;
/** The search ends once the gap is this share of the level that holds. */
const gapShareMax = 0.02;
/** How often a step that was late itself is repeated. */
const lateRepeats = 2;
/** It gives up below this share of the first level. */
const lossMax = 1 / 64;
/** A target that holds and breaks at the same level by turns ends the search. */
const stepsMax = 60;

/** Runs until the limit is found, a step could not run, or the budget is spent. */
export async function searchLimit(call: LimitSearchCall): Promise<FoundLimit> {
  return new LimitSearch(call).run();
}

class LimitSearch {
  readonly #call: LimitSearchCall;
  readonly #steps: LoadLimitStep[] = [];
  #held = 0;
  #broken: LoadLimitStep | undefined;
  #isOver = false;

  constructor(call: LimitSearchCall) {
    this.#call = call;
  }

  async run(): Promise<FoundLimit> {
    await this.#bracket();
    for (;;) {
      while (!this.#isOver && this.#held > 0 && this.#gap() !== undefined) await this.#try(this.#gap() ?? 0);
      if (this.#isOver || this.#held === 0) break;
      const held = this.#held;
      const broken = this.#broken?.level;
      if (this.#times(held, true) < 2) {
        await this.#try(held);
        if (this.#broken?.level === held) await this.#fall(held / Math.sqrt(growth));
      } else if (broken !== undefined && this.#times(broken, false) < 2) await this.#breakAgain(broken);
      else break;
    }
    return this.#found();
  }

  async #bracket(): Promise<void> {
    const { from, to } = this.#call;
    const level = this.#rounded(Math.min(from, to));
    await this.#try(level);
    if (this.#broken !== undefined) return this.#fall(level / growth);
    return this.#rise(level);
  }

  async #rise(fromLevel: number): Promise<void> {
    const { to } = this.#call;
    let level = fromLevel;
    while (!this.#isOver && this.#broken === undefined && level < to) {
      level = Math.min(to, this.#rounded(level * growth));
      await this.#try(level);
    }
  }

  /** A level that holds now broke by chance: the limit is above it. */
  async #breakAgain(level: number): Promise<void> {
    await this.#try(level);
    if (this.#held !== level) return;
    const above = this.#steps.filter((step) => !step.holds && step.level > level);
    this.#broken = above.toSorted((one, other) => one.level - other.level)[0];
    await this.#rise(level);
  }

  async #fall(fromLevel: number): Promise<void> {
    this.#held = 0;
    const least = Math.max(this.#call.from * lossMax, this.#call.isWhole ? 1 : 0);
    for (let level = this.#rounded(fromLevel); level >= least && this.#held === 0 && !this.#isOver;) {
      await this.#try(level);
      const next = this.#rounded(level / growth);
      if (next >= level) return;
      level = next;
    }
  }

  /** The next level between held and broken; undefined where they are close enough. */
  #gap(): number | undefined {
    if (this.#broken === undefined) return undefined;
    const gap = this.#broken.level - this.#held;
    if (gap <= this.#held * gapShareMax || (this.#call.isWhole && gap <= 1)) return undefined;
    return this.#rounded(this.#held + gap / 2);
  }

  async #try(level: number): Promise<void> {
    const step = await this.#tried(level);
    if (step === undefined) {
      this.#isOver = true;
      return;
    }
    if (step.holds) this.#held = level;
    else this.#broken = step;
    this.#isOver = step.limitedBy === 'budget' || this.#steps.length >= stepsMax;
  }

  /** A step that was late itself says nothing about the target, and is repeated. */
  async #tried(level: number): Promise<LoadLimitStep | undefined> {
    for (let tries = 1; ; tries += 1) {
      const step = await this.#call.tried(level);
      if (step !== undefined) this.#steps.push(step);
      if (step?.limitedBy !== 'generator' || tries > lateRepeats) return step;
    }
  }

  /** How often the level was seen to hold, or to break. */
  #times(level: number, holds: boolean): number {
    return this.#steps.filter((step) => step.holds === holds && step.level === level).length;
  }

  #rounded(level: number): number {
    return this.#call.isWhole ? Math.max(1, Math.round(level)) : Number(level.toPrecision(4));
  }

  #found(): FoundLimit {
    const isStopped = this.#isOver && this.#broken?.limitedBy !== 'budget';
    const holds = this.#held > 0 && this.#times(this.#held, true) > 1;
    return {
      steps: this.#steps,
      highest: holds ? this.#held : null,
      lowestBroken: this.#broken?.level ?? null,
      limitedBy: isStopped ? 'stop' : (this.#broken?.limitedBy ?? 'level'),
      ok: holds && !isStopped,
    };
  }
}
