/**
 * The largest stake of a bet is a share of what an account owns (Kelly). Which share depends on the game; a stake far below any of them
 * is refused for another reason.
 */
import type { DrawnRequest } from './drawn-states.ts';

/** Few bets have a largest stake below this share of a balance: keno on three numbers has one of a two-hundredth. */
const shareMin = 0.0025;

const bet = /^casino\/\w+\/bet$/;

/** Both responses to a request. */
interface Answers extends DrawnRequest {
  readonly recorded: { readonly body?: unknown };
  readonly live: { readonly body?: unknown };
}

/** Follows the balances of the sessions of one run, as responses of the casino tell them. */
export class StakesOfBalance {
  readonly #balances = new Map<number, { recorded: number; live: number }>();

  note({ session, call, recorded, live }: Answers): void {
    if (!call.startsWith('casino/')) return;
    const [ours, theirs] = [balanceIn(recorded.body), balanceIn(live.body)];
    if (ours !== undefined && theirs !== undefined)
      this.#balances.set(session, { recorded: ours, live: theirs });
  }

  /** True for a bet whose stake is a share of the balance of that side which may be above the largest. */
  isShare({ session, call, request }: DrawnRequest, side: 'recorded' | 'live'): boolean {
    const { amount } = (request.body ?? {}) as { readonly amount?: unknown };
    const balance = this.#balances.get(session)?.[side];
    return bet.test(call) && balance !== undefined && Number(amount) >= balance * shareMin;
  }
}

function balanceIn(body: unknown): number | undefined {
  const { balance } = (body ?? {}) as { readonly balance?: unknown };
  const amount = typeof balance === 'number' || typeof balance === 'string' ? Number(balance) : Number.NaN;
  return Number.isFinite(amount) ? amount : undefined;
}
