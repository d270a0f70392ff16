/**
 * Whether a house pays what it claims, as a test that is valid at any time. Three verdicts: `contradicted` once an
 * e-process has passed what chance allows, `consistent` once the confidence sequence holds the claim and leaves no
 * room for a return that is off by the tolerance, else `undecided` with the rounds that are still needed.
 */
import { assert } from '../../../core/base/assert.ts';
import { exp, log } from '../../../core/kernel/elementary.ts';
import { figuresOf, type ExactOutcome } from '../exact/figures.ts';
import type { ReplayedGame } from '../result-schema.ts';
import { AlternativesProcess } from './alternatives-process.ts';
import { CategoryProcess } from './category-process.ts';
import { ReturnProcess } from './return-process.ts';

/** How sure a verdict must be; both values are between 0 and 1. */
export interface VerdictRule {
  /** The chance of ever reporting `contradicted` for an honest house. */
  readonly alpha: number;
  /** The difference of a return that a verdict must be able to detect, as a share of the stake. */
  readonly tolerance: number;
}

/** At most one honest house in a hundred is contradicted; returns are checked to one percent of the stake. */
export const defaultRule: VerdictRule = { alpha: 0.01, tolerance: 0.01 };

/**
 * The shares of the capital: most of it bets on known ways to cheat, which is fast; the rest on any other distribution of
 * the outcomes, and on the return alone. A share of 1/10 costs ln(10) against a process with all of the capital.
 */
const logWeights = [0.8, 0.1, 0.1].map((weight) => log(weight));

/** A verdict with its evidence, for any number of rounds. */
export interface Verdict extends Omit<ReplayedGame, 'game' | 'bet' | 'sentence'> {
  /** The largest logarithm of the e-value so far. */
  readonly logEvidence: number;
}

/** Follows one bet of one game. */
export class Witness {
  readonly #rule: VerdictRule;
  readonly #payouts: readonly number[];
  readonly #figures: { mean: number; variance: number };
  readonly #alternatives: AlternativesProcess;
  readonly #categories: CategoryProcess;
  readonly #returns: ReturnProcess;
  #rounds = 0;
  #paid = 0;
  #impossible = 0;
  #logEvidence = 0;

  constructor(outcomes: readonly ExactOutcome[], rule: VerdictRule = defaultRule) {
    const { returned, variance } = figuresOf(outcomes);
    this.#rule = rule;
    this.#payouts = outcomes.map(({ payout }) => payout.toNumber());
    this.#figures = { mean: returned.toNumber(), variance: variance.toNumber() };
    const chances = outcomes.map(({ probability }) => probability.toNumber());
    this.#alternatives = new AlternativesProcess({ payouts: this.#payouts, chances });
    this.#categories = new CategoryProcess(chances);
    this.#returns = new ReturnProcess({ payouts: this.#payouts, ...this.#figures }, rule);
  }

  get rounds(): number {
    return this.#rounds;
  }

  /** The exact return. */
  get claimed(): number {
    return this.#figures.mean;
  }

  /** More rounds by outcome; a count behind the last outcome is of payouts that cannot be. */
  add(counts: readonly number[]): void {
    const known = counts.slice(0, this.#payouts.length);
    assert(known.length === this.#payouts.length, 'every outcome has a count');
    this.#impossible += counts.slice(this.#payouts.length).reduce((sum, count) => sum + count, 0);
    for (const [category, count] of known.entries()) {
      this.#rounds += count;
      this.#paid += count * this.#payouts[category]!;
    }
    this.#alternatives.add(known);
    this.#categories.add(known);
    this.#returns.add(known);
    this.#logEvidence = Math.max(this.#logEvidence, this.logValue());
  }

  /** The logarithm of the weighted mean of the three e-values; infinite where something was paid that cannot be. */
  logValue(): number {
    if (this.#impossible > 0) return Number.POSITIVE_INFINITY;
    const processes = [this.#alternatives, this.#categories, this.#returns];
    return logMean(processes.map((process, index) => process.logValue() + logWeights[index]!)) + log(3);
  }

  /** `isRejected` where the house is one of many and they are judged together. */
  verdict(isRejected = this.#logEvidence >= -log(this.#rule.alpha)): Verdict {
    const { alpha, tolerance } = this.#rule;
    const { mean: claimed } = this.#figures;
    const { low, high } = this.#returns.bounds();
    const isSettled =
      low > claimed - tolerance && high < claimed + tolerance && low <= claimed && high >= claimed;
    const verdict = isRejected ? 'contradicted' : isSettled ? 'consistent' : 'undecided';
    return {
      rounds: this.#rounds,
      mean: this.#rounds === 0 ? 0 : this.#paid / this.#rounds,
      low,
      high,
      verdict,
      roundsNeeded: verdict === 'undecided' ? Math.max(1, this.#roundsNeeded() - this.#rounds) : 0,
      claimed,
      level: 1 - alpha,
      tolerance,
      logEvidence: this.#logEvidence,
    };
  }

  /** More rounds than computed, because the mean varies about the claim meanwhile; enough in most runs. */
  #roundsNeeded(): number {
    return Math.ceil(1.6 * this.#returns.roundsToSettle());
  }
}

/** log of the mean of numbers given by their logarithms. */
export function logMean(logs: readonly number[]): number {
  const high = Math.max(...logs);
  if (high === Number.POSITIVE_INFINITY) return high;
  return high + log(logs.reduce((sum, value) => sum + exp(value - high), 0) / logs.length);
}

/**
 * Which of many hypotheses to reject (e-BH): the largest k of them with e-values of at least m/(alpha k). Where all
 * houses are honest, the chance of rejecting any is alpha at most, however the games depend on each other.
 */
export function rejectedOf(logEvidence: readonly number[], alpha: number): boolean[] {
  const sorted = logEvidence.toSorted((left, right) => right - left);
  let threshold = Number.POSITIVE_INFINITY;
  for (const [index, value] of sorted.entries()) {
    if (value >= log(logEvidence.length / (alpha * (index + 1)))) threshold = value;
  }
  return logEvidence.map((value) => value >= threshold);
}
