/**
 * Sums that follow from drawn outcomes: where a bet has paid another amount than expected, balances differ by just that amount
 * from then on. After a sale or a swap at another price, or another network fee, no amount can be said. Any other difference
 * of a balance is none that a draw explains.
 */
import { isDrawn } from '../../../platform/world/documented-fields.ts';
import { isDecimal } from './forms.ts';
import type { Difference } from './difference.ts';
import { isOfPart, isShareOfBalance, paidInBatch, Payouts, type BothBodies } from './payouts.ts';
import { ReferralTree } from './referral-tree.ts';

/** Sums that a payout adds to; `total` alone counts the items of a list. */
const sumField =
  /(?:^|[/_])(?:balance|available|equity|won|payouts|profit|net|returned|earned|usdc|eth|margin|reserved|bankroll|withdrawn)(?:_|$)/;
/** True for a field that holds a sum of an account. */
export const isSum = (field: string): boolean => sumField.test(field);
/** Where a response says what a bet has paid, or holds several bets. */
const payoutField = /(?:^|\/)(?:payout|results)$/;

/** Where a response says who has won against whom. */
const contestField = /(?:^|\/)(?:paid|winner_id|prize)$/;
/** Calls that begin a contest of several agents. */
const contestCall = /^casino\/\w+\/(?:create|join|enter)/;
/** The casino's share of net losses for all referrers together (REF08). */
const shareOfLosses = 0.1;
/** Platforms round to a micro. */
const roundingMax = 1e-6 * 2;

/** A request whose response is compared. */
interface Judged {
  readonly n: number;
  readonly session: number;
  readonly call: string;
  readonly request: { readonly body?: unknown };
  readonly things: readonly number[];
}

/** Follows the sessions of one run. Note the differences of each response, then ask for each of them. */
export class DrawnSums {
  /** What was paid beyond what was expected, by session. */
  readonly #paid = new Map<number, Payouts>();
  /** Sessions whose money a price or a fee decides, or with a payout that the target shows under no known name. */
  readonly #isUnknown = new Set<number>();
  /** Who has begun a contest or has joined it, by the request that did. */
  readonly #contestants = new Map<number, Set<number>>();
  readonly #referrals = new ReferralTree();

  note(
    { n, session, call, request, things }: Judged,
    differences: readonly Difference[],
    bodies: BothBodies = { recorded: undefined, live: undefined },
  ): void {
    this.#referrals.note({ n, session, call, request, things });
    if (isPriced(call, request.body) && differences.some(({ field }) => isDrawn(call, field)))
      this.#isUnknown.add(session);
    if (!call.startsWith('casino/')) return;
    if (contestCall.test(call)) this.#enter({ n, session, things });
    if (differences.some(({ field }) => contestField.test(field)))
      for (const each of this.contestants({ session, things })) this.#isUnknown.add(each);
    const batch = paidInBatch(call, bodies);
    if (batch === undefined) this.#notePayouts(session, differences);
    else for (const amount of batch) this.#paidOf(session).add(amount);
  }

  #notePayouts(session: number, differences: readonly Difference[]): void {
    for (const { kind, field, recorded, live } of differences) {
      // A history shows bets again.
      if (!payoutField.test(field) || field.startsWith('/bets/')) continue;
      const [before, now] = [numberIn(recorded), numberIn(live)];
      if (kind !== 'amount' || before === undefined || now === undefined) this.#isUnknown.add(session);
      else this.#paidOf(session).add(now - before);
    }
  }

  /** All that are known to take part in the contest that a request of the session is about. */
  contestants({ session, things }: Pick<Judged, 'session' | 'things'>): readonly number[] {
    return [session, ...things.flatMap((thing) => [...(this.#contestants.get(thing) ?? [])])];
  }

  /** Those of the things that are contests. */
  contestsIn(things: readonly number[]): readonly number[] {
    return things.filter((thing) => this.#contestants.has(thing));
  }

  #enter({ n, session, things }: Pick<Judged, 'n' | 'session' | 'things'>): void {
    this.#contestants.set(n, new Set([session]));
    for (const thing of things) this.#contestants.get(thing)?.add(session);
  }

  #paidOf(session: number): Payouts {
    const paid = this.#paid.get(session) ?? new Payouts();
    this.#paid.set(session, paid);
    return paid;
  }

  /** No amount can be said of the sums of this session from now on. */
  forget(session: number): void {
    this.#isUnknown.add(session);
  }

  /** True if draws may have left the session less on that side than on the other. */
  mayBeLess(session: number, side: 'recorded' | 'live'): boolean {
    const paid = this.#paid.get(session)?.net ?? 0;
    const { least, most } = this.#ofReferred(session);
    if (least < most) return true;
    return this.#isUnknown.has(session) || (side === 'live' ? paid < 0 : paid > 0);
  }

  /** A difference of a sum as it would be without what was paid beyond what was expected. */
  withoutPayouts(session: number, difference: Difference): Difference {
    const { kind, field, live } = difference;
    const [now, paid] = [numberIn(live), this.#paid.get(session)?.net];
    if (kind !== 'amount' || !sumField.test(field) || now === undefined || paid === undefined)
      return difference;
    return { ...difference, live: (now - paid).toFixed(6) };
  }

  /** True for a sum that differs by what was paid beyond what was expected, and for a limit that is a share of one. */
  explains(session: number, call: string, { kind, field, recorded, live }: Difference): boolean {
    const isShare = isShareOfBalance(call, field);
    if (kind !== 'amount' || !(isShare || sumField.test(field))) return false;
    if (this.#isUnknown.has(session)) return true;
    const [before, now, paid] = [numberIn(recorded), numberIn(live), this.#paid.get(session)];
    if (before === undefined || now === undefined) return false;
    const { least, most } = this.#ofReferred(session);
    const beside = now - before - (paid?.net ?? 0);
    if (!isShare && least < most && beside >= least - roundingMax && beside <= most + roundingMax)
      return true;
    if (paid === undefined) return false;
    if (isShare) return (now - before) * paid.net > 0;
    if (isOfPart(call, field)) return paid.mayBe(now - before, roundingMax);
    return Math.abs(beside) < roundingMax;
  }

  /** At least and at most what referrals have earned the session beyond what was expected: those below it have lost more, or less. */
  #ofReferred(session: number): { readonly least: number; readonly most: number } {
    let [least, most] = [0, 0];
    for (const each of this.#referrals.below(session)) {
      const paid = this.#paid.get(each);
      const isUnknown = this.#isUnknown.has(each);
      least -= isUnknown ? Number.POSITIVE_INFINITY : shareOfLosses * (paid?.most ?? 0);
      most -= isUnknown ? Number.NEGATIVE_INFINITY : shareOfLosses * (paid?.least ?? 0);
    }
    return { least, most };
  }
}

/** True for a call whose price decides what it pays. A purchase at the market costs what was asked for, at any price. */
function isPriced(call: string, body: unknown): boolean {
  const [service = '', , operation = ''] = call.split('/');
  if (service === 'wallet') return true;
  if (service !== 'trading' || operation !== 'place') return false;
  const {
    side,
    type = 'market',
    market_type: kind = 'spot',
  } = (body ?? {}) as Readonly<Record<string, unknown>>;
  return !(call === 'trading/B/place' && side === 'buy' && type === 'market' && kind === 'spot');
}

/** The number in a displayed value, which is JSON. */
function numberIn(shownText: string): number | undefined {
  const text = shownText.replaceAll('"', '');
  return isDecimal(text) ? Number(text) : undefined;
}
