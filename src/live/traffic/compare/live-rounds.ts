/** Rounds that a draw ends without a call (live crash): whether one is still open decides what the next call is answered. */
import type { Difference } from './difference.ts';
import type { DrawnRequest } from './drawn-states.ts';

/** Whether a round of a session may be open, on both sides. */
interface Rounds {
  readonly recorded: boolean;
  readonly live: boolean;
}

/** Follows the sessions of one run. */
export class LiveRounds {
  readonly #rounds = new Map<number, Rounds>();
  /** Sessions whose seed was rotated on one side alone: the two sides use seeds of different periods. */
  readonly #rotated = new Set<number>();

  #isRefused(session: number, statuses: { readonly recorded: number; readonly live: number }): boolean {
    const refused = statuses.recorded === 409 ? 'recorded' : 'live';
    const isOneSided = statuses[refused] === 409 && Math.min(statuses.recorded, statuses.live) < 300;
    return isOneSided && this.#rounds.get(session)?.[refused] === true;
  }

  /** True if a draw may have decided that one side alone has refused the call. Note every response once, in its order. */
  note(
    { session, call }: DrawnRequest,
    statuses: { readonly recorded: number; readonly live: number },
  ): boolean {
    // While a round is open, no seed is revealed.
    if (call.endsWith('/rotate')) {
      const isDecided = this.#isRefused(session, statuses);
      if (isDecided) this.#rotated.add(session);
      else if (Math.max(statuses.recorded, statuses.live) < 300) this.#rotated.delete(session);
      return isDecided;
    }
    const isLaunch = /^casino\/\w+\/launch$/.test(call);
    if (!isLaunch && !/^casino\/\w+\/cashOut$/.test(call)) return false;
    const before = this.#rounds.get(session) ?? { recorded: false, live: false };
    const { recorded, live } = statuses;
    const isOpen = (side: keyof Rounds): boolean =>
      isLaunch && (statuses[side] < 300 || (statuses[side] === 409 && before[side]));
    this.#rounds.set(session, { recorded: isOpen('recorded'), live: isOpen('live') });
    const refused = recorded === 409 ? 'recorded' : 'live';
    const isOneSided = statuses[refused] === 409 && Math.min(recorded, live) < 300;
    // A round that was launched on both sides may have crashed on one of them; one that goes on refuses the next.
    return isOneSided && (isLaunch ? before[refused] : before.recorded && before.live);
  }

  /** True for the seed in use after a rotation on one side alone, and for a history without a round that is open on one side. */
  explains({ session, call }: Pick<DrawnRequest, 'session' | 'call'>, { kind, field }: Difference): boolean {
    if (kind === 'id' && /(?:^|_)seed_hash$/.test(field.slice(field.lastIndexOf('/') + 1)))
      return this.#rotated.has(session);
    const rounds = this.#rounds.get(session);
    const mayBeOpen = rounds !== undefined && (rounds.recorded || rounds.live);
    return mayBeOpen && kind === 'amount' && field === '/total' && /^casino\/\w+\/history$/.test(call);
  }
}
