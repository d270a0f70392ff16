/**
 * Follows what bets were paid against what is due, game by game: it counts every difference, and keeps a sample of the
 * bets that differ and of those that do not, for the diagnosis.
 */
import { totalReturn } from '../../../../platform/games/ratio.ts';
import { detached } from '../detached.ts';
import type { Recomputed } from '../logged-bet.ts';
import type { RevealedBet } from '../replay.ts';
import { isDue } from '../rounding.ts';
import { RowsFound, type RowPlace } from '../rows-found.ts';
import type { CheckedBet } from './checked-bet.ts';
import { showsAnother } from './shown-result.ts';
import { BetSample } from './sample.ts';

/** The bets of one game. Wrong bets were paid another amount; an impossible one has no place in the rules. */
export interface GamePayouts {
  readonly game: string;
  checked: number;
  readonly wrong: RowsFound;
  readonly impossible: RowsFound;
  readonly misshown: RowsFound;
  reason: string;
  readonly wrongBets: BetSample<CheckedBet>;
  readonly rightBets: BetSample<CheckedBet>;
}

export class PayoutLedger {
  /** Bets that were paid the next micro above what is due. */
  roundedUp = 0;
  readonly #byGame = new Map<string, GamePayouts>();

  /** `played` is what the rules give, or why they have no such bet. True where the payout is what is due. */
  add(bet: RevealedBet, place: RowPlace, played: Recomputed | string): boolean {
    const { game } = bet.entry;
    let payouts = this.#byGame.get(game.id);
    if (payouts === undefined) this.#byGame.set(game.id, (payouts = emptyPayouts(game.id)));
    payouts.checked += 1;
    const dueMicros = typeof played === 'string' ? undefined : totalReturn(bet.stakeMicros, played.payout);
    const make = (): CheckedBet => ({
      bet: kept(bet),
      place,
      honest: typeof played === 'string' ? undefined : played,
      dueMicros,
    });
    if (typeof played === 'string' || dueMicros === undefined) {
      if (payouts.impossible.count === 0)
        payouts.reason = typeof played === 'string' ? played : 'its payout leaves all bounds';
      payouts.impossible.add(place);
      if (bet.entry.kind === 'hand') payouts.wrongBets.add(place.bet, make);
      return false;
    }
    if (dueMicros !== bet.payoutMicros && isDue(bet.stakeMicros, played.payout, bet.payoutMicros)) {
      this.roundedUp += 1;
      return this.add({ ...bet, payoutMicros: dueMicros }, place, played);
    }
    if (dueMicros !== bet.payoutMicros) {
      payouts.wrong.add(place);
      payouts.wrongBets.add(place.bet, make);
      return false;
    }
    payouts.rightBets.add(place.bet, make);
    if (showsAnother(bet, played)) payouts.misshown.add(place);
    return true;
  }

  games(): GamePayouts[] {
    return [...this.#byGame.values()];
  }
}

const emptyPayouts = (game: string): GamePayouts => ({
  game,
  checked: 0,
  wrong: new RowsFound(),
  impossible: new RowsFound(),
  misshown: new RowsFound(),
  reason: '',
  wrongBets: new BetSample(),
  rightBets: new BetSample(),
});

/** The bet with its own texts, apart from the chunk of the file that they were cut from. */
const kept = (bet: RevealedBet): RevealedBet => ({
  ...bet,
  player: detached(bet.player),
  commitment: detached(bet.commitment),
  serverSeed: detached(bet.serverSeed),
  clientSeed: detached(bet.clientSeed),
});
