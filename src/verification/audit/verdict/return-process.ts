/**
 * Bets on the return of a game, and the confidence sequence that comes out of them (Waudby-Smith and Ramdas, betting).
 * One bettor says that the game returns more than m, one that it returns less; each stakes a share of a capital that
 * starts at 1 and was chosen before the round. Where the return is m, neither capital ever passes 2/alpha but with
 * probability alpha/2. The returns m that no bettor has ruled out are the confidence sequence: it holds at all times
 * at once.
 */
import { exp, log } from '../../../core/kernel/elementary.ts';

/** What a game claims to pay, per stake of 1. */
export interface ReturnClaim {
  /** The possible total returns of a round; none is negative once `shift` is added. */
  readonly payouts: readonly number[];
  readonly mean: number;
  readonly variance: number;
}

interface Batch {
  readonly share: { readonly more: number; readonly less: number };
  readonly counts: readonly number[];
}

/** One process for one game. The order of `add` matters: shares for a batch follow from the batches before it. */
export class ReturnProcess {
  readonly #claim: ReturnClaim;
  readonly #logAlpha: number;
  readonly #tolerance: number;
  readonly #lowest: number;
  readonly #highest: number;
  readonly #batches: Batch[] = [];
  #rounds = 0;
  #logMore = 0;
  #logLess = 0;

  /** Bets are sized to tell a return that is off by `tolerance`. */
  constructor(claim: ReturnClaim, { alpha, tolerance }: { alpha: number; tolerance: number }) {
    this.#claim = claim;
    this.#tolerance = tolerance;
    this.#logAlpha = log(2 / alpha);
    this.#lowest = Math.min(...claim.payouts);
    this.#highest = Math.max(...claim.payouts);
  }

  get rounds(): number {
    return this.#rounds;
  }

  /** Rounds that were played after the last call, by outcome. The shares depend on how many there are, not on what. */
  add(counts: readonly number[]): void {
    const rounds = counts.reduce((sum, count) => sum + count, 0);
    this.#rounds += rounds;
    const batch = { share: this.#shareAt(this.#rounds), counts };
    this.#batches.push(batch);
    this.#logMore += this.#growth(batch, this.#claim.mean, 'more');
    this.#logLess += this.#growth(batch, this.#claim.mean, 'less');
  }

  /** The logarithm of the e-value against the claimed return: the mean of both capitals. */
  logValue(): number {
    const high = Math.max(this.#logMore, this.#logLess);
    return high + log((exp(this.#logMore - high) + exp(this.#logLess - high)) / 2);
  }

  /** The returns that are left at this time. */
  bounds(): { low: number; high: number } {
    return { low: this.#boundary('more'), high: this.#boundary('less') };
  }

  /** A bettor's capital falls as m moves towards his side of the truth: halving finds where it leaves 2/alpha. */
  #boundary(side: 'more' | 'less'): number {
    const ends = [this.#lowest, this.#highest] as const;
    let [outside, inside] = side === 'more' ? ends : [ends[1], ends[0]];
    for (let step = 0; step < 60; step += 1) {
      const middle = (outside + inside) / 2;
      if (this.#capitalAt(middle, side) >= this.#logAlpha) outside = middle;
      else inside = middle;
    }
    return outside;
  }

  #capitalAt(mean: number, side: 'more' | 'less'): number {
    return this.#batches.reduce((sum, batch) => sum + this.#growth(batch, mean, side), 0);
  }

  #growth({ share, counts }: Batch, mean: number, side: 'more' | 'less'): number {
    const signed = side === 'more' ? share.more : -share.less;
    // A return far from the claim would let the capital fall below nothing: there the stake is cut.
    const worst = side === 'more' ? this.#lowest - mean : this.#highest - mean;
    const stake = signed * worst < -0.75 ? -0.75 / worst : signed;
    let growth = 0;
    for (const [category, count] of counts.entries()) {
      if (count === 0) continue;
      growth += count * log(1 + stake * (this.#claim.payouts[category]! - mean));
    }
    return growth;
  }

  /** Rounds until a return that is off by the tolerance is ruled out, where chance is kind to neither side. */
  roundsToSettle(): number {
    const { more, less } = this.#shareAt(1);
    const { variance } = this.#claim;
    const rounds = [more, less].map(
      (share) => this.#logAlpha / (share * this.#tolerance - (share * share * variance) / 2),
    );
    return Math.ceil(Math.max(...rounds));
  }

  /** The best share against a return that is off by the tolerance; later, against what this many rounds can see. */
  #shareAt(rounds: number): Batch['share'] {
    const variance = Math.max(this.#claim.variance, 1e-12);
    const wanted = Math.min(
      this.#tolerance / variance,
      Math.sqrt((2 * this.#logAlpha) / (variance * rounds)),
    );
    return {
      more: Math.min(wanted, 0.5 / (this.#claim.mean - this.#lowest)),
      less: Math.min(wanted, 0.5 / (this.#highest - this.#claim.mean)),
    };
  }
}
