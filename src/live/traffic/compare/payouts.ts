/**
 * What the bets of a session have paid beyond what was expected: in all, and at least and at most for any part of them. Figures of one
 * game, of one day or before the latest bets count a part, and no response says which.
 */

/** Follows the bets of one session. */
export class Payouts {
  /** Of all bets. */
  net = 0;
  /** The least and the most that a part of the bets may have paid. */
  least = 0;
  most = 0;

  add(amount: number): void {
    this.net += amount;
    this.least += Math.min(0, amount);
    this.most += Math.max(0, amount);
  }

  /** True for an amount that some of the bets may have paid. */
  mayBe(amount: number, roundingMax: number): boolean {
    return amount >= this.least - roundingMax && amount <= this.most + roundingMax;
  }
}

const statistics = /^casino\/\w+\/(?:stats|session|bankrollCurve|batch)$/;
const partField = /^\/(?:games|by_game|history|results)\//;

/** True for a field that counts some of the bets: those of a game or of a day, or those before an item. */
export const isOfPart = (call: string, field: string): boolean =>
  statistics.test(call) && (call.endsWith('/session') || partField.test(field));

/** True for the largest or the advised stake, which rises with what an account owns. */
export const isShareOfBalance = (call: string, field: string): boolean =>
  /^casino\/\w+\/kelly(?:Limits|Optimal)$/.test(call) &&
  /\/(?:max_bet|max_bet_at_longest_odds|optimal_bet)$/.test(field);

const batch = /^casino\/\w+\/batch$/;

/**
 * What each bet of a batch has paid on the target beyond what was expected, less another stake; a refused bet pays nothing. Undefined where
 * the call is no batch, or a side does not show it. A comparison may stop before the last bet.
 */
export function paidInBatch(call: string, { recorded, live }: BothBodies): readonly number[] | undefined {
  if (!batch.test(call)) return undefined;
  const [before, now] = [gainsIn(recorded), gainsIn(live)];
  if (before === undefined || now?.length !== before.length) return undefined;
  return before.map((gain, at) => now[at]! - gain);
}

/** The bodies of both responses to one request. */
export interface BothBodies {
  readonly recorded: unknown;
  readonly live: unknown;
}

function gainsIn(body: unknown): number[] | undefined {
  const { results } = (body ?? {}) as { readonly results?: unknown };
  return Array.isArray(results) ? results.map(gainOf) : undefined;
}

function gainOf(item: unknown): number {
  const { payout, amount } = (item ?? {}) as Readonly<Record<string, unknown>>;
  const gain = Number(payout) - Number(amount);
  return Number.isFinite(gain) ? gain : 0;
}
