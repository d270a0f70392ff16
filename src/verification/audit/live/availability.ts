/**
 * Whether a house fails on wins. A bet that was refused or lost has an outcome all the same, which follows from the seed
 * that is revealed later. Of an honest house these outcomes have the chances of the rules, whatever makes it refuse: it may
 * refuse by the player, the stake, the game or the time, but not by the outcome.
 */
import { exp, log } from '../../../core/kernel/elementary.ts';
import type { LogFinding } from '../result-schema.ts';

/** The exact chances of the outcomes of a bet, and what each pays as a multiple of the stake. */
export interface Outcomes {
  readonly chances: readonly number[];
  readonly multiples: readonly number[];
}

/** Outcomes that a house may fail on: all that pay more than the stake, or only the larger ones; with weights. */
const events = [
  { above: 1, weight: 0.7 },
  { above: 3, weight: 0.2 },
  { above: 10, weight: 0.1 },
] as const;
/** How many times as likely such an outcome is among the refused bets. */
const ratios = [
  { ratio: 2, weight: 0.15 },
  { ratio: 5, weight: 0.15 },
  { ratio: 20, weight: 0.2 },
  { ratio: 1000, weight: 0.5 },
] as const;
/**
 * Refusals by status, with weights: a house that breaks down on wins may refuse stakes above its limits for good reasons.
 * Status 0 stands for every lost answer.
 */
const groups: ReadonlyMap<number, number> = new Map([
  [0, 0.3],
  [429, 0.15],
  [409, 0.15],
  [403, 0.1],
  [400, 0.1],
  [422, 0.1],
]);
const weightOfOthers = 0.1;
/** The chance of an honest house to be accused, however often one looks. */
const alpha = 0.001;
/** Evidence of one group from which nothing good is said of the house. */
const suspectAbove = 3;

/** Refused or lost bets of one status. */
class Group {
  computed = 0;
  won = 0;
  expected = 0;
  readonly #logs = events.map(() => ratios.map(() => 0));

  add(outcomes: Outcomes, outcome: number): void {
    this.computed += 1;
    for (const [at, { above }] of events.entries()) {
      const chance = chanceAbove(outcomes, above);
      const isHit = (outcomes.multiples[outcome] ?? 0) > above;
      if (at === 0) {
        this.expected += chance;
        if (isHit) this.won += 1;
      }
      for (const [index, { ratio }] of ratios.entries())
        this.#logs[at]![index]! += log((isHit ? ratio : 1) / (1 + chance * (ratio - 1)));
    }
  }

  /** The capital of a mixture of bets on the outcomes: 1 at the beginning, and 1 in the mean for an honest house. */
  get capital(): number {
    let sum = 0;
    for (const [at, event] of events.entries())
      for (const [index, { weight }] of ratios.entries())
        sum += event.weight * weight * exp(Math.min(700, this.#logs[at]![index]!));
    return sum;
  }
}

/** Add each refused or lost bet once, for each nonce the first alone: later ones under it have the same words. */
export class Availability {
  /** Bets that were answered with a refusal, and bets whose answer never came. */
  refused = 0;
  lost = 0;
  readonly #groups = new Map<number, Group>();

  /** A refused or lost bet that would have come to this one of its outcomes. */
  add(outcomes: Outcomes, { outcome, status }: { outcome: number; status: number }): void {
    const key = groups.has(status) ? status : -1;
    const group = this.#groups.get(key) ?? new Group();
    this.#groups.set(key, group);
    group.add(outcomes, outcome);
  }

  /** How many could be computed, how many would have paid more than the stake, and the expected number. */
  get totals(): { computed: number; won: number; expected: number } {
    const totals = { computed: 0, won: 0, expected: 0 };
    for (const { computed, won, expected } of this.#groups.values()) {
      totals.computed += computed;
      totals.won += won;
      totals.expected += expected;
    }
    return totals;
  }

  /** Undecided where the outcomes speak against the house, and not enough to accuse it. */
  get result(): 'contradicted' | 'undecided' | 'consistent' {
    let capital = 0;
    let highest = 0;
    for (const [key, group] of this.#groups) {
      capital += (groups.get(key) ?? weightOfOthers) * group.capital;
      highest = Math.max(highest, group.capital);
    }
    if (capital >= 1 / alpha) return 'contradicted';
    const isComplete = this.totals.computed > 0 || this.refused + this.lost === 0;
    return highest > suspectAbove || !isComplete ? 'undecided' : 'consistent';
  }

  findings(): LogFinding[] {
    return this.#finding(
      'refused-on-wins',
      ({ computed, won, expected }) =>
        `of ${computed} bets that the house refused or did not answer, ${won} would have won by the seeds that it revealed later, ` +
        `where ${expected.toFixed(1)} are expected: it fails on wins. An honest house comes to this with a chance of ${100 * alpha}% at most.`,
    );
  }

  /** The findings where the bets are those before which the house replaced its server seed. */
  findingsOfReplaced(): LogFinding[] {
    return this.#finding(
      'replaced-on-wins',
      ({ computed, won, expected }) =>
        `the house replaced its server seed by itself before ${computed} bets, of which ${won} would have won under the seed that it took away, ` +
        `where ${expected.toFixed(1)} are expected: it avoids wins. An honest house comes to this with a chance of ${100 * alpha}% at most.`,
    );
  }

  #finding(code: string, sentenceOf: (totals: Availability['totals']) => string): LogFinding[] {
    if (this.result !== 'contradicted') return [];
    const { totals } = this;
    return [{ code, game: null, count: Math.max(1, totals.won), line: 1, sentence: sentenceOf(totals) }];
  }
}

const chanceAbove = ({ chances, multiples }: Outcomes, above: number): number =>
  chances.reduce((sum, chance, at) => ((multiples[at] ?? 0) > above ? sum + chance : sum), 0);
