/**
 * The nonces of one server seed as a player sees them: of settled bets, and of bets that were refused or lost in between.
 * A missed bet may have used up a nonce or not; the next nonce that is shown tells.
 */
import type { Micros } from '../../../core/base/money.ts';
import type { LiveBet } from './round.ts';

/** A bet without a result: refused, or sent and never answered. */
export interface MissedBet {
  readonly bet: LiveBet;
  readonly params: Readonly<Record<string, unknown>>;
  readonly stakeMicros: Micros;
  readonly clientSeed: string;
  /** The status of the refusal; 0 where the answer was lost or the house broke down. */
  readonly status: number;
  /** Undefined where it is not known. */
  nonce: number | undefined;
}

/** What the nonces of one server seed came to. */
export class PeriodNonces {
  #next: number;
  /** Whether the first nonce is 0 or 1; undefined until one was shown, where the house did not say it before. */
  #base: number | undefined;
  /** Missed bets since the last nonce that was shown, and whether any was missed under this seed. */
  #open: MissedBet[] = [];
  /** Missed bets and repeated requests that have used up no nonce yet: they may still be under way. */
  #unused = 0;
  /** Of these, repeated requests since the last nonce that was shown. */
  #repeats = 0;
  /** False where bets without a nonce were settled after missed ones, so that the next nonce may be a higher one. */
  #isExact = true;
  readonly missed: MissedBet[] = [];

  /** `first` is the nonce of the first bet, as far as it is known. */
  constructor(first: number | undefined) {
    this.#next = first ?? 0;
    this.#base = first;
  }

  /** The nonce of the next bet where nothing was missed; undefined where a missed bet may have used it. */
  get certain(): number | undefined {
    return this.#unused === 0 && this.#base !== undefined ? this.#next : undefined;
  }

  /** The nonce of the next bet, unless one that was missed before is still under way; undefined after a missed bet. */
  get likely(): number | undefined {
    return this.#open.length === 0 && this.#repeats === 0 && this.#base !== undefined
      ? this.#next
      : undefined;
  }

  miss(missed: Omit<MissedBet, 'nonce'>): void {
    const first = this.#base === undefined || !this.#isExact ? undefined : this.#next;
    const entry: MissedBet = { ...missed, nonce: this.#open.length === 0 ? first : undefined };
    this.missed.push(entry);
    this.#open.push(entry);
    this.#unused += 1;
  }

  /** A hand without a result whose nonce an answer showed. */
  missShown(missed: Omit<MissedBet, 'nonce'>, nonce: number): number {
    this.missed.push({ ...missed, nonce });
    return this.show(nonce);
  }

  /** Requests that were sent again, each of which may have used a nonce. */
  mayUse(count: number): void {
    this.#unused += count;
    this.#repeats += count;
  }

  /** A settled bet whose nonce is not shown. */
  pass(): void {
    if (this.#unused > 0) this.#isExact = false;
    this.#next += 1;
    this.#open = [];
    this.#repeats = 0;
  }

  /** A nonce that an answer shows. How many nonces before it belong to no bet that was sent. */
  show(nonce: number): number {
    // A house that counts from 1: nothing was sent that could have had the nonce 0.
    if (this.#base === undefined && this.#unused === 0 && nonce === 1) this.#next = 1;
    const used = nonce - this.#next;
    const spare = this.#base === undefined ? 1 : 0;
    const hidden = Math.max(0, used - this.#unused - spare);
    if (this.#base !== undefined || this.#unused === 0) {
      this.#place(used);
      this.#base ??= this.#next;
    }
    this.#unused = Math.max(0, this.#unused - Math.max(0, used));
    this.#open = [];
    this.#repeats = 0;
    this.#isExact = true;
    this.#next = nonce + 1;
    return hidden;
  }

  /** The end of the period: the house may state how many rounds it had. False where they are more than were sent. */
  end(rounds: number | undefined): boolean {
    if (rounds === undefined) return true;
    // A round counts from 0 or from 1; where no nonce was shown, it is not known which.
    const bases = new Set([0, Math.min(1, this.#base ?? 1)]);
    const ends = Array.from(bases, (base) => rounds + base - this.#next);
    const fitting = ends.filter((used) => used >= 0 && used <= this.#unused);
    if (fitting.length === 1) this.#place(fitting[0]!);
    return fitting.length > 0;
  }

  /**
   * Distributes the nonces that were used up over the missed bets. A house takes a nonce for all refusals of one status or for
   * none; of lost bets any may have arrived. A bet whose nonce differs between the ways that fit has none.
   */
  #place(used: number): void {
    const ways = waysToUse(this.#open, { used, repeats: this.#repeats });
    if (ways.length === 0) return;
    for (const [at, missed] of this.#open.entries()) {
      const least = Math.min(...ways.map((way) => leastBefore(this.#open, at, way)));
      const most = Math.max(...ways.map((way) => mostBefore(this.#open, at, way)));
      missed.nonce = least === most ? this.#next + least : undefined;
    }
  }
}

/** More kinds of answers than these in turn are not told apart. */
const statusesMax = 4;

/** Which missed bets and repeated requests may have used up the nonces between two that were shown. */
interface NonceUse {
  /** Refusals with these statuses used one each. */
  readonly statuses: ReadonlySet<number>;
  /** How many of the lost bets used one. */
  readonly lost: number;
  /** How many of the repeated requests used one. */
  readonly repeats: number;
}

const isLost = ({ status }: MissedBet): boolean => status === 0;

/** All ways in which the missed bets and the repeated requests use up `used` nonces. */
function waysToUse(open: readonly MissedBet[], { used, repeats }: { used: number; repeats: number }): NonceUse[] {
  const refusals = [...new Set(open.filter((missed) => !isLost(missed)).map(({ status }) => status))].slice(0, statusesMax);
  const ways: NonceUse[] = [];
  for (let set = 0; set < 2 ** refusals.length; set += 1) {
    const statuses = new Set(refusals.filter((_, at) => ((set >> at) & 1) === 1));
    const refused = open.filter(({ status }) => statuses.has(status)).length;
    for (let repeated = 0; repeated <= Math.min(repeats, used); repeated += 1) {
      const lost = used - refused - repeated;
      if (lost >= 0 && lost <= open.filter(isLost).length) ways.push({ statuses, lost, repeats: repeated });
    }
  }
  return ways;
} // prettier-ignore

/** The fewest nonces that are used before the bet at `at`. */
function leastBefore(open: readonly MissedBet[], at: number, { statuses, lost }: NonceUse): number {
  const refused = open.slice(0, at).filter(({ status }) => statuses.has(status)).length;
  return refused + Math.max(0, lost - open.slice(at).filter(isLost).length);
}

/** The most nonces that are used before the bet at `at`. */
function mostBefore(open: readonly MissedBet[], at: number, { statuses, lost, repeats }: NonceUse): number {
  const before = open.slice(0, at);
  const refused = before.filter(({ status }) => statuses.has(status)).length;
  return refused + repeats + Math.min(lost, before.filter(isLost).length);
}
