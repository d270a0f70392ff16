/** Live curves that have ended by themselves: the point where each crashes is drawn, and known once its seed is out (GAM37, gap C27). */
import type { Instant } from '../../../core/base/time.ts';
import { areClocksTrue, type Case } from '../case.ts';
import { drawnFields, type DrawnRound } from './draws.ts';
import { reachedAt, type LiveCurve } from './live-curves.ts';

interface LandedCurve {
  readonly curve: LiveCurve;
  readonly hasWon: boolean;
  /** When balances have shown it. */
  readonly seenMs: Instant;
}

/** What the arithmetic of the power may be wrong by, in hundredths. */
const slack = 1e-6;

/** Checks `bet-payouts`. Give it the ends that are sure, and every seed that is revealed. */
export class LandedCurves {
  readonly #case: Case;
  #curves: LandedCurve[] = [];

  constructor(file: Case) {
    this.#case = file;
  }

  landed(curve: LiveCurve, hasWon: boolean): void {
    const landed = { curve, hasWon, seenMs: this.#case.nowMs() };
    this.#curves.push(landed);
    if (hasWon && this.#isBefore(landed, curve.top))
      this.#case.breaks('bet-payouts', `a curve pays ${curve.top / 100}x before it is there`);
  }

  /** `rounds` are those under the seed. */
  revealed({ seed, hash }: { seed: string; hash: string }, rounds: readonly DrawnRound[]): void {
    const under = this.#curves.filter(({ curve }) => curve.commitment === hash);
    this.#curves = this.#curves.filter((landed) => !under.includes(landed));
    for (const landed of under) {
      const round = rounds.find(({ nonce }) => nonce === landed.curve.nonce);
      if (round === undefined) continue;
      const { crash_point: point } = drawnFields({ ...round, game: 'crash' }, seed);
      this.#holdsEnd(landed, Math.round(Number(point) * 100));
    }
  }

  #holdsEnd(landed: LandedCurve, crash: number): void {
    const { curve, hasWon } = landed;
    const end = `a curve that crashes at ${crash / 100}x`;
    if (hasWon !== crash >= curve.top)
      this.#case.breaks(
        'bet-payouts',
        `${end} is ${hasWon ? 'won' : 'lost'}; it was to be cashed out at ${curve.top / 100}x`,
      );
    else if (!hasWon && this.#isBefore(landed, crash))
      this.#case.breaks('bet-payouts', `${end} is lost before it is there`);
  }

  /** True where the end was seen before the curve could be there, by clocks that nothing has moved. */
  #isBefore({ curve, seenMs }: LandedCurve, hundredths: number): boolean {
    return areClocksTrue(this.#case, { atMs: seenMs }) && reachedAt(curve, seenMs) < hundredths - slack;
  }
}
