/**
 * The interface of a game. A game knows its rules and nothing about money, agents or requests: it parses a bet and
 * plays it with a `pick`. The pay tables of the two profiles are data (`rules`).
 */
import type { Profile } from '../../core/base/profile.ts';
import type { Fraction } from '../../core/base/fraction.ts';
import type { Pick } from '../../core/fairness/pick.ts';
import type { DrawChain } from '../../core/fairness/steps.ts';
import type { ParamForms, SampleBets } from './forms.ts';
import type { Params } from './params.ts';
import type { Ratio } from './ratio.ts';

/** One set of rules for each profile. */
export type ByProfile<Rules> = Readonly<Record<Profile, Rules>>;

/** The outcome of a bet. */
export interface Round {
  /** Total return over the stake, the stake included: 0 is lost, 1 a push. */
  readonly payout: Ratio;
  /** What the player is shown, in the names of the wire. */
  readonly detail: Readonly<Record<string, unknown>>;
}

/** A payout and how likely it is. */
export interface Chance {
  readonly payout: Ratio;
  readonly probability: Fraction;
}

/** A game settled in one call. */
export interface Game<Bet extends object = object, Rules = unknown> {
  readonly id: string;
  /** The house edge as the documents print it (GAM01, GAM04). */
  readonly statedEdge: string;
  /** Its rules in a sentence or two, with the names of the parameters (CAS14). */
  readonly about: string;
  /** The parameters of a bet. */
  readonly params: ParamForms;
  readonly samples: SampleBets;
  readonly rules: ByProfile<Rules>;
  /** The stated edge of one bet as a number: "about 3%" is 3/100. */
  statedEdgeOf(bet: Bet): Ratio;
  /** The bet, or one sentence on what is wrong with the parameters. */
  parseBet(params: Params): Bet | string;
  /** The bet in the names of its parameters, as a report shows it: bets with the same chances look alike. */
  betShown(bet: Bet): BetShown;
  play(bet: Bet, pick: Pick, rules: Rules): Round;
  /** Every bet that a player can place; of bets that differ only by names, one. */
  bets(): Iterable<Bet>;
  /** The same play as a chain of draws, for a game with too many paths to enumerate. */
  steps?(bet: Bet, rules: Rules): DrawChain<unknown, Round>;
  /**
   * The chances of each payout, highest first, for a game whose play takes too long to walk during a request. The audit
   * walks the play in any case, and a test compares the two.
   */
  knownChances?(bet: Bet, rules: Rules): readonly Chance[];
  /** The return of a bet by a formula: a second opinion that shares the pay tables with `play` and nothing else. */
  closedForm?(bet: Bet, rules: Rules): Fraction;
}

/** A bet in the names of its parameters. */
export type BetShown = Readonly<Record<string, string | number>>;

/** How a hand ended. Blackjack may have doubled: then two stakes are in. */
export interface Settlement {
  /** Stakes that were put in: 1, or 2 after a double. */
  readonly stakes: 1 | 2;
  /** Total return over one stake, so a doubled push is 2. */
  readonly payout: Ratio;
}

/** A hand between two calls; a value: every move gives a new one. */
export interface Hand {
  /** Undefined while the hand is open. */
  readonly settled: Settlement | undefined;
}

/** A game of several calls: cards are dealt, then the player moves until the hand is settled. */
export interface HandGame<Open extends Hand = Hand, Move extends object = object, Rules = unknown> {
  readonly id: string;
  readonly statedEdge: string;
  /** Its rules in a sentence or two, with the names of the parameters (CAS14). */
  readonly about: string;
  readonly rules: ByProfile<Rules>;
  statedEdgeOf(): Ratio;
  deal(pick: Pick, rules: Rules): Open;
  /** The move, or one sentence on what is wrong with the parameters. */
  parseMove(params: Params): Move | string;
  /** Why this hand does not allow the move; undefined when it does. */
  mistake(hand: Open, move: Move, rules: Rules): string | undefined;
  /** The hand after an allowed move. The pick continues where the deal or the last move stopped. */
  act(hand: Open, move: Move, context: { pick: Pick; rules: Rules }): Open;
  /** What the player may see of the hand. */
  shown(hand: Open): Readonly<Record<string, unknown>>;
  /** The move in the names of the wire. */
  moveView(move: Move): Readonly<Record<string, unknown>>;
  /** The most that a hand may win, over the first stake. */
  profitMax(rules: Rules): number;
  /** The number of stakes in the hand after the move. */
  stakesOf(move: Move): 1 | 2;
  /**
   * Why the move may not be sent before the deal; it does not depend on the cards, since a refusal would reveal them.
   */
  blindMistake(move: Move, rules: Rules): string | undefined;
  /** The move made for a player who has abandoned the hand. */
  idleMove(hand: Open): Move;
}
