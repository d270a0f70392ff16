/**
 * One bet at a live casino, from its first call to its settlement: a single call, the two phases of video poker, or a
 * hand of blackjack (CAS15). A round uses only its requests and responses.
 */
import type { Micros } from '../../../core/base/money.ts';
import { usdcNumber } from '../../../core/base/money.ts';
import { blackjack } from '../../../platform/games/blackjack.ts';
import { videoPoker } from '../../../platform/games/video-poker.ts';
import type { GameEntry } from '../../../platform/games/registry.ts';
import { isOk, type Fields, type LiveCall, type LiveCallAnswer } from './call.ts';

/** A bet to place again and again: a game, and the parameters of the request. */
export interface LiveBet {
  readonly entry: GameEntry;
  /** The parameters of a single call; of a hand nothing. */
  readonly params: Readonly<Record<string, unknown>>;
}

/** What every call with a stake carries beside the bet's own parameters. */
export interface RoundSent {
  readonly stakeMicros: Micros;
  readonly clientSeed: string;
}

/** How a round ended: with the last answer, and the parameters as a log has them. */
export interface RoundEnd {
  readonly params: Readonly<Record<string, unknown>>;
  readonly answer: LiveCallAnswer;
  /** Every nonce that an answer named, in order. */
  readonly nonces: readonly unknown[];
}

/** A generator that yields calls and receives the answer of each. */
export type LiveCallSequence<Result> = Generator<LiveCall, Result, LiveCallAnswer>;

/**
 * Plays one bet to its end and stakes at most once what `sent` names. Ends at the first answer that is no success.
 */
export function playRound({ entry, params }: LiveBet, sent: RoundSent): LiveCallSequence<RoundEnd> {
  if (entry.game.id === videoPoker.id) return playPoker(sent);
  if (entry.game.id === blackjack.id) return playBlackjack(sent);
  return playSingle(entry, params, sent);
}

/** The path of a game's call: its name with hyphens. */
export const pathOf = ({ names }: GameEntry): string =>
  names.find((name) => name.includes('-')) ?? names[0] ?? '';

/** A call with a stake; nothing else puts an amount into a body. */
const staking = (
  path: string,
  params: Readonly<Record<string, unknown>>,
  { stakeMicros, clientSeed }: RoundSent,
): LiveCall => ({
  method: 'POST',
  path,
  body: { ...params, amount: usdcNumber(stakeMicros), client_seed: clientSeed },
  stakeMicros,
});

function* playSingle(
  entry: GameEntry,
  params: LiveBet['params'],
  sent: RoundSent,
): LiveCallSequence<RoundEnd> {
  const answer = yield staking(`/games/${pathOf(entry)}`, params, sent);
  return { params, answer, nonces: [answer.body.get('nonce')] };
}

/** Holds pairs and better. The hold need not be the best, because the draw is recomputed. */
function* playPoker(sent: RoundSent): LiveCallSequence<RoundEnd> {
  const path = '/games/video-poker/deal';
  let dealt = yield { method: 'POST', path, body: { client_seed: sent.clientSeed } };
  // Some houses take the stake with the deal (gap C14).
  const isStaked = dealt.status === 400;
  if (isStaked) dealt = yield staking(path, {}, sent);
  const nonce = dealt.body.get('nonce');
  if (!isOk(dealt)) return { params: { holds: [] }, answer: dealt, nonces: [nonce] };
  const cards = cardsIn(dealt.body.get('cards'));
  const holds = cards.filter((card) => cards.some((other) => other !== card && other[0] === card[0]));
  const draw = '/games/video-poker/draw';
  const answer = yield isStaked
    ? { method: 'POST', path: draw, body: { holds, nonce } }
    : staking(draw, { holds, nonce }, sent);
  return { params: { holds }, answer, nonces: [nonce, answer.body.get('nonce')] };
}

/** No hand of any game has more cards. */
const cardsMax = 30;

const cardsIn = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.slice(0, cardsMax).filter((card): card is string => typeof card === 'string')
    : [];

/** No hand takes more calls than this. */
const movesMax = 12;
const standsAt = 17;

/** Hits below 17, never doubles: one stake is all that a hand can cost. */
function* playBlackjack(sent: RoundSent): LiveCallSequence<RoundEnd> {
  const actions: string[] = [];
  const nonces: unknown[] = [];
  let action = 'hit';
  for (let move = 0; ; move += 1) {
    const path = '/games/blackjack';
    const answer = yield move === 0
      ? staking(path, { action }, sent)
      : { method: 'POST', path, body: { action } };
    actions.push(action);
    nonces.push(answer.body.get('nonce'));
    const shown = shownHand(answer.body);
    // A first call that only deals, or deals a blackjack, has shown two cards (gap C11).
    if (move === 0 && shown.cards === 2) actions.pop();
    const isOver = answer.body.get('status') !== 'open' || move + 1 === movesMax;
    if (!isOk(answer) || isOver) return { params: { actions }, answer, nonces };
    action = shown.total < standsAt ? 'hit' : 'stand';
  }
}

function shownHand(body: Fields): { cards: number; total: number } {
  const result = body.get('result') as { player?: unknown; player_total?: unknown } | null | undefined;
  const total = result?.player_total;
  return { cards: cardsIn(result?.player).length, total: typeof total === 'number' ? total : standsAt };
}
