/**
 * The balance of one account through a live audit: no balance that the house shows may be below the one before, with the
 * stakes and payouts in between. A higher one is a deposit, a bonus or a transfer from another account. A bet whose answer was
 * lost may have been booked or not, whole and once.
 */
import { finePerMicro, type Fine } from '../log/fine-amount.ts';
import type { Micros } from '../../../core/base/money.ts';
import type { MissedBet } from './missed-bets.ts';

/** Where a balance was shown: in the answer to a bet, or by the account itself. */
export type BalanceSource = 'bet' | 'account';

interface Step {
  /** What is shown less what is expected. */
  readonly difference: Fine;
  /** Bets lost before this step. */
  readonly lost: readonly MissedBet[];
  readonly source: BalanceSource;
  /** The chain went on from this balance. */
  readonly isBase: boolean;
}

/** With more of them almost any balance could be explained. */
const lostMax = 6;

/** What the steps of a period came to. */
export interface JudgedSteps {
  /** Balances in answers to bets that are too low. */
  readonly wrong: number;
}

/** Follows one account; steps are judged when the seeds of lost bets are revealed. */
export class BalanceChain {
  #shown: Fine | undefined = undefined;
  #change: Fine = 0;
  /** The chain begins with a balance of the account, which may be one of before. */
  #isTentative = false;
  #lost: MissedBet[] = [];
  #steps: Step[] = [];
  readonly #booked = new Set<MissedBet>();
  /** Lost bets under the seed before. */
  #older: ReadonlySet<MissedBet> = new Set();
  /** Readings of the account in turn that were too low: a house may be late to show what it has booked. */
  #shortReadings = 0;

  /** What the next balance should be; undefined where none was shown or a lost bet may have changed it. */
  get expected(): Fine | undefined {
    return this.#lost.length > 0 ? undefined : this.latest;
  }

  /** The last balance that was shown, with what was booked since. */
  get latest(): Fine | undefined {
    return this.#shown === undefined ? undefined : this.#shown + this.#change;
  }

  /** Readings of the account that were too low without one after them that was not. */
  get shortReadings(): number {
    return this.#shortReadings;
  }

  /** A settled bet changes the balance by its payout less its stake. */
  book(change: Fine): void {
    this.#change += change;
  }

  lose(missed: MissedBet): void {
    this.#lost.push(missed);
  }

  /** What happened to the balance is not known: the chain begins again at the next balance. */
  forget(): void {
    this.#shown = undefined;
    this.#change = 0;
  }

  /** A balance that the house shows; true where it is compared with one before. */
  show(balance: Fine, source: BalanceSource): boolean {
    const before = this.latest;
    const difference = before === undefined ? 0 : balance - before;
    const isMoved = before !== undefined && difference !== 0;
    const isCompared = before !== undefined && !(this.#isTentative && isMoved);
    // The chain does not go on from a reading that may be one of before.
    const isBase = source === 'bet' || difference >= 0 || !isCompared;
    this.#isTentative = before === undefined && source === 'account';
    if (isCompared) this.#steps.push({ difference, lost: [...this.#lost], source, isBase });
    if (isBase) {
      this.#shown = balance;
      this.#change = 0;
    }
    return isCompared;
  }

  /** Judges all steps so far; `payoutOf` is undefined for a lost bet that could not be computed. */
  judge(payoutOf: (missed: MissedBet) => Micros | undefined): JudgedSteps {
    const steps = this.#steps;
    this.#steps = [];
    // With the rotation a request under way has come to its end, and with the next one a late account shows it.
    this.#lost = this.#lost.filter((missed) => !this.#older.has(missed));
    this.#older = new Set(this.#lost);
    let wrong = 0;
    for (const step of steps) {
      const found = this.#explained(step, payoutOf);
      if (step.isBase) for (const missed of found ?? []) this.#booked.add(missed);
      if (step.source === 'account') this.#shortReadings = found === undefined ? this.#shortReadings + 1 : 0;
      else if (found === undefined) wrong += 1;
    }
    // A lost bet explains the last reading: the next one is expected to be like it.
    const last = steps.at(-1);
    if (last?.isBase === false && this.#explained(last, payoutOf) !== undefined) this.forget();
    return { wrong };
  }

  #explained({ difference, lost }: Step, payoutOf: (missed: MissedBet) => Micros | undefined): readonly MissedBet[] | undefined {
    const open = lost.filter((missed) => !this.#booked.has(missed));
    return difference >= 0 && open.length === 0 ? [] : subsetOf(open, difference, payoutOf);
  }
} // prettier-ignore

/**
 * Lost bets whose booking explains the difference, the rest of which must be no loss; undefined where there are none. Bets
 * that could not be computed explain everything.
 */
function subsetOf(
  open: readonly MissedBet[],
  difference: Fine,
  payoutOf: (missed: MissedBet) => Micros | undefined,
): readonly MissedBet[] | undefined {
  const payouts = open.map(payoutOf);
  if (open.length > lostMax || payouts.includes(undefined)) return [];
  let best: { chosen: readonly MissedBet[]; rest: Fine } | undefined;
  for (let set = 0; set < 2 ** open.length; set += 1) {
    const chosen = open.filter((_, at) => ((set >> at) & 1) === 1);
    const micros = chosen.reduce(
      (all, missed) => all + (payouts[open.indexOf(missed)] ?? 0) - missed.stakeMicros,
      0,
    );
    // The micros of a payout are rounded down, and those of the house perhaps not.
    const rest = difference - micros * finePerMicro;
    if (rest >= 0 && rest < (best?.rest ?? Infinity)) best = { chosen, rest };
  }
  return best?.chosen;
}
