/**
 * One bet at a live casino, from its first call to its settlement: a single call, the two phases of video poker, or a
 * hand of blackjack (CAS15). A round uses only its requests and responses.
 */
import type { Micros } from '../../../core/base/money.ts';
import { usdcNumber } from '../../../core/base/money.ts';
import { blackjack } from '../../../platform/games/blackjack.ts';
import { videoPoker } from '../../../platform/games/video-poker.ts';
import type { GameEntry } from '../../../platform/games/registry.ts';
import { asked, isAnswered, isOk, type Fields, type LiveCall, type LiveCallAnswer } from './call.ts';

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
  /** The hand is doubled with its first cards: it costs both stakes. */
  readonly isDoubled?: boolean;
}

/** How a round ended: with the last answer, and the parameters as a log has them. */
export interface RoundEnd {
  readonly params: Readonly<Record<string, unknown>>;
  readonly answer: LiveCallAnswer;
  /** Every nonce that an answer named, in order. */
  readonly nonces: readonly unknown[];
  /** A hand that failed may still be open at the house. */
  readonly isOpen?: boolean;
  /** Requests that were sent again because their answer was lost, each of which may have used a nonce. */
  readonly repeats?: number;
  /** The answers do not tell which moves the hand had. */
  readonly isUnclear?: boolean;
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
  { stakeMicros, clientSeed, isDoubled = false }: RoundSent,
): LiveCall => ({
  method: 'POST',
  path,
  body: { ...params, amount: usdcNumber(stakeMicros), client_seed: clientSeed },
  stakeMicros: isDoubled ? 2 * stakeMicros : stakeMicros,
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
  const first = yield* asked({ method: 'POST', path, body: { client_seed: sent.clientSeed } });
  const { repeats } = first;
  // Some houses take the stake with the deal (gap C14).
  const isStaked = first.answer.status === 400;
  const dealt = isStaked ? yield staking(path, {}, sent) : first.answer;
  const nonce = dealt.body.get('nonce');
  if (!isOk(dealt))
    return { params: { holds: [] }, answer: dealt, nonces: [nonce], isOpen: !isAnswered(dealt), repeats };
  const cards = cardsIn(dealt.body.get('cards'));
  const holds = cards.filter((card) => cards.some((other) => other !== card && other[0] === card[0]));
  const draw = '/games/video-poker/draw';
  const answer = isStaked
    ? (yield* asked({ method: 'POST', path: draw, body: { holds, nonce } })).answer
    : yield staking(draw, { holds, nonce }, sent);
  const nonces = [nonce, answer.body.get('nonce')];
  return { params: { holds }, answer, nonces, isOpen: !isOk(answer), repeats, isUnclear: cards.length < 5 };
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

/** Doubles where that was drawn before the cards, and else hits below 17. Both stakes count with the first call. */
function* playBlackjack(sent: RoundSent): LiveCallSequence<RoundEnd> {
  const [actions, nonces]: [string[], unknown[]] = [[], []];
  const { isDoubled = false } = sent;
  let action = isDoubled ? 'double' : 'hit';
  let isRepeated = false;
  for (let move = 0; ; move += 1) {
    const path = '/games/blackjack';
    const { answer, repeats } =
      move === 0
        ? { answer: yield staking(path, { action }, sent), repeats: 0 }
        : yield* moved(action);
    actions.push(action);
    nonces.push(answer.body.get('nonce'));
    isRepeated ||= repeats > 0;
    const shown = shownHand(answer.body);
    // A first call that only deals, or deals a blackjack, has shown two cards (gap C11).
    if (move === 0 && shown.cards === 2) actions.pop();
    const isOver = answer.body.get('status') !== 'open' || move + 1 === movesMax;
    const isOpen = !isOk(answer) && (move > 0 || !isAnswered(answer));
    if (!isOk(answer) || isOver) {
      // A house may have played a repeated move twice; without cards the moves are not known.
      const isUnclear = shown.cards < 2 || (isRepeated && shown.cards - 2 !== actions.filter((one) => one === 'hit').length);
      return { params: { actions }, answer, nonces, isOpen, isUnclear };
    }
    const isFirst = isDoubled && move === 0 && shown.cards === 2;
    action = isFirst ? 'double' : shown.total < standsAt ? 'hit' : 'stand';
  }
} // prettier-ignore

/** A later move of a hand; one that stakes is never sent again. */
function* moved(action: string): LiveCallSequence<{ answer: LiveCallAnswer; repeats: number }> {
  const call: LiveCall = { method: 'POST', path: '/games/blackjack', body: { action } };
  return action === 'double' ? { answer: yield call, repeats: 0 } : yield* asked(call);
}

/** What a round has staked in all: both stakes of a hand that was doubled. */
export function stakedIn(sent: RoundSent, { params }: RoundEnd): RoundSent {
  const { actions } = params;
  const isDoubled = Array.isArray(actions) && actions.includes('double');
  return isDoubled ? { ...sent, stakeMicros: 2 * sent.stakeMicros } : sent;
}

function shownHand(body: Fields): { cards: number; total: number } {
  const result = body.get('result') as { player?: unknown; player_total?: unknown } | null | undefined;
  const total = result?.player_total;
  return { cards: cardsIn(result?.player).length, total: typeof total === 'number' ? total : standsAt };
}

/** Ends a hand of blackjack that may be open; false where it may still be. A house without an open hand refuses. */
export function* endHand(): LiveCallSequence<boolean> {
  const { answer } = yield* asked({ method: 'POST', path: '/games/blackjack', body: { action: 'stand' } });
  return isAnswered(answer) && answer.status !== 429;
}
