/** What refused and lost bets would have come to, computed from the seeds that were revealed later. */
import { hmacPick, type RoundSeeds } from '../../../core/fairness/hmac.ts';
import type { Micros } from '../../../core/base/money.ts';
import type { Profile } from '../../../core/base/profile.ts';
import { totalReturn, type Ratio } from '../../../platform/games/ratio.ts';
import { payoutFraction } from '../../../platform/games/exact.ts';
import { referenceHands } from '../log/chance/reference-hands.ts';
import { OutcomeLaws } from '../log/chance/outcome-law.ts';
import { replayBet, type LoggedBet } from '../log/logged-bet.ts';
import { isDue } from '../log/rounding.ts';
import type { Outcomes } from './availability.ts';
import type { MissedBet } from './missed-bets.ts';

/** The round of a missed bet, as the rules give it. */
export interface MissedRound {
  readonly outcomes: Outcomes;
  /** The index into the outcomes; of a hand by the reference strategy. */
  readonly outcome: number;
  /** Undefined for a hand, whose decisions were not all made. */
  readonly payoutMicros: Micros | undefined;
  readonly nonce: number;
}

/** Plays missed bets by the rules of one profile. */
export class MissedRounds {
  readonly #profile: Profile;
  readonly #laws: OutcomeLaws;

  constructor(profile: Profile) {
    this.#profile = profile;
    this.#laws = new OutcomeLaws(profile);
  }

  /** Whether a bet is paid as its seeds give with its own nonce, and with the nonce less 1. */
  paidBy(bet: LoggedBet, serverSeed: string): { own: boolean; before: boolean } {
    const [own, before] = this.#payouts(bet, serverSeed);
    const isPaid = (payout: Ratio | undefined): boolean =>
      payout !== undefined && isDue(bet.stakeMicros, payout, bet.payoutMicros);
    return { own: isPaid(own), before: isPaid(before) };
  }

  /** True where a bet is paid more than its seeds give. */
  isAbove(bet: LoggedBet, how: { serverSeed: string; nonceShift: 0 | -1 }): boolean {
    const payout = this.#payouts(bet, how.serverSeed)[-how.nonceShift];
    return payout !== undefined && (totalReturn(bet.stakeMicros, payout) ?? 0) < bet.payoutMicros;
  }

  /** What the seeds give with the nonce of the bet, and with the one before. */
  #payouts(bet: LoggedBet, serverSeed: string): (Ratio | undefined)[] {
    return [bet.nonce, bet.nonce - 1].map((nonce) => {
      if (nonce < 0) return undefined;
      const pick = hmacPick({ serverSeed, clientSeed: bet.clientSeed, nonce });
      const round = replayBet(bet, { pick, profile: this.#profile });
      return typeof round === 'string' ? undefined : round.payout;
    });
  }

  /** Undefined where the nonce is not known. */
  play(
    { bet, params, stakeMicros, clientSeed, nonce: shown }: MissedBet,
    { serverSeed, nonceShift }: { serverSeed: string; nonceShift: 0 | -1 },
  ): MissedRound | undefined {
    const { entry } = bet;
    if (shown === undefined || shown + nonceShift < 0) return undefined;
    const nonce = shown + nonceShift;
    if (entry.kind === 'hand') return this.#playHand(entry.game.id, { serverSeed, clientSeed, nonce });
    const choice = entry.game.parseBet(params);
    if (typeof choice === 'string') return undefined;
    const pick = hmacPick({ serverSeed, clientSeed, nonce });
    const { payout } = entry.game.play(choice, pick, entry.game.rules[this.#profile]);
    const law = this.#laws.of(entry.game, choice);
    const payoutMicros = totalReturn(stakeMicros, payout);
    const chances = law.chances.map(({ probability }) => probability.toNumber());
    const multiples = law.chances.map((each) => payoutFraction(each.payout).toNumber());
    return payoutMicros === undefined
      ? undefined
      : { outcomes: { chances, multiples }, outcome: law.indexOf(payout), payoutMicros, nonce };
  }

  /** A hand goes on by the reference strategy, whose chances are known whatever the player did. */
  #playHand(game: string, seeds: RoundSeeds): MissedRound | undefined {
    const reference = referenceHands[game];
    if (reference === undefined) return undefined;
    const outcomes = {
      chances: reference.chances(this.#profile),
      multiples: reference.multiples(this.#profile),
    };
    const outcome = reference.play(hmacPick(seeds), this.#profile);
    return { outcomes, outcome, payoutMicros: undefined, nonce: seeds.nonce };
  }
}
