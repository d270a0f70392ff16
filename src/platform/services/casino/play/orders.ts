/** Parses the calls of all styles and games into orders: a bet that one call settles, or a move in a hand. */
import type { Micros } from '../../../../core/base/money.ts';
import { Refusal, refuse, type Outcome } from '../../../../core/base/refusal.ts';
import type { HandGame } from '../../../games/game.ts';
import { hilo, hiloInformed } from '../../../games/hilo.ts';
import { own, wholeNumber, type Params } from '../../../games/params.ts';
import type { CasinoGame, StakeBounds } from './game-stakes.ts';
import { videoPoker } from '../../../games/video-poker.ts';
import type { Policies } from '../../../../core/policy/policies.ts';
import type { BetOrder, MoveOrder } from './bet-record.ts';
import { readBet, readStakeOf } from './schemas.ts';

/** A call as a style passes it on: parameters under the names of style A, not yet checked. */
export interface Sent {
  readonly amount: unknown;
  readonly clientSeed: string | undefined;
  readonly params: Params;
  /** Whose smallest stake holds (gap C38). */
  readonly style: 'A' | 'B';
  readonly policies: Policies;
}

/** A game of several calls. */
export type HandEntry = Extract<CasinoGame, { kind: 'hand' }>;

/** The smallest stake of a game in a style: policy `casino.slotsMinimum`. */
export function minimumOf(
  stakes: StakeBounds,
  { style, policies }: Pick<Sent, 'style' | 'policies'>,
): Micros {
  const policy = policies['casino.slotsMinimum'];
  const isHigher = policy === 'facade' ? style === 'B' : policy === '0.10';
  return isHigher ? stakes.minStyleBMicros : stakes.minMicros;
}

/** The bounds of a game's stakes in a style; no Kelly limit goes below the smallest stake. */
export function stakesIn(stakes: StakeBounds, style: Pick<Sent, 'style' | 'policies'>): StakeBounds {
  const minMicros = minimumOf(stakes, style);
  return minMicros === stakes.minMicros ? stakes : { ...stakes, minMicros };
}

/** Reads a call on any game. Refuses BAD_REQUEST. */
export function readOrder(entry: CasinoGame, sent: Sent): Outcome<BetOrder | MoveOrder> {
  const stakes = stakesIn(entry.stakes, sent);
  if (entry.kind === 'hand') return readMoveOf({ game: entry.game, stakes }, sent);
  if (entry.game.id === hilo.id && sent.policies['casino.hiloGuess'] === 'informed') {
    return readMoveOf({ game: hiloInformed, stakes }, sent);
  }
  return readBet({ game: entry.game, stakes }, sent);
}

/** The deal of video poker: without a move; policy `casino.videoPokerDeal` decides whether it needs an amount. */
export function readDeal(entry: HandEntry, sent: Sent): Outcome<MoveOrder> {
  const { game } = entry;
  const stakes = stakesIn(entry.stakes, sent);
  const stakeMicros = readStake(stakes, sent);
  if (stakeMicros instanceof Refusal) return stakeMicros;
  return { game, stakes, stakeMicros, clientSeed: sent.clientSeed, move: undefined, nonce: undefined };
}

/** Reads a call on a game of several calls. Refuses BAD_REQUEST. */
export const readMove = ({ game, stakes }: HandEntry, sent: Sent): Outcome<MoveOrder> =>
  readMoveOf({ game, stakes: stakesIn(stakes, sent) }, sent);

function readMoveOf(at: { game: HandGame; stakes: StakeBounds }, sent: Sent): Outcome<MoveOrder> {
  const { game, stakes } = at;
  const isDeal = game.id === hilo.id && own(sent.params, 'guess') === undefined;
  const move = isDeal ? undefined : game.parseMove(sent.params);
  if (typeof move === 'string') return refuse('BAD_REQUEST', move);
  const stakeMicros = readStake(stakes, sent);
  if (stakeMicros instanceof Refusal) return stakeMicros;
  const nonce = wholeNumber(own(sent.params, 'nonce'), [0, Number.MAX_SAFE_INTEGER]);
  if (game.id === videoPoker.id && nonce === undefined) {
    return refuse('BAD_REQUEST', 'nonce is the one that the deal answered with');
  }
  return { game, stakes, move, stakeMicros, clientSeed: sent.clientSeed, nonce };
}

const readStake = (stakes: StakeBounds, sent: Sent): Outcome<Micros | undefined> =>
  sent.amount === undefined ? undefined : readStakeOf(stakes, sent.amount);
