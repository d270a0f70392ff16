/** Style A of the games of several calls: blackjack, and the two phases of video poker (specification.md, Games). */
import { Type, type Static, type TSchema } from 'typebox';
import { present } from '../../../../core/base/assert.ts';
import { usdcNumber } from '../../../../core/base/money.ts';
import { casinoGameNamed } from '../play/game-stakes.ts';
import type { JsonObject } from '../../../../core/http/message.ts';
import { binding } from '../../../../core/http/route.ts';
import { cardNames } from '../../../games/video-poker.ts';
import { UsdcNumber } from '../../../../core/http/wire.ts';
import { Stake } from '../play/bet-body.ts';
import type { HandOpen, Placed } from '../play/bet-record.ts';
import { readDeal, readMove, type HandEntry } from '../play/orders.ts';
import { ClientSeed } from '../play/schemas.ts';
import { placedView } from '../play/style-a.ts';

function handEntry(id: string): HandEntry {
  const entry = casinoGameNamed(id);
  return present(entry?.kind === 'hand' ? entry : undefined, `${id} is a game of several calls`);
}

const Cards = Type.Array(Type.String());

/** The answer of every call on a hand; the optional fields are present once the hand is settled. */
const handAnswer = <Result extends TSchema>(result: Result) =>
  Type.Object({
    game: Type.String(),
    status: Type.Enum(['open', 'settled']),
    amount: Type.Number({ description: 'the stakes in the hand, USDC' }),
    result,
    seed_hash: Type.String({ description: 'SHA-256 of the server seed' }),
    client_seed: Type.String(),
    nonce: Type.Integer(),
    balance: UsdcNumber,
    bet_id: Type.Optional(Type.String()),
    win: Type.Optional(Type.Boolean()),
    payout: Type.Optional(UsdcNumber),
    multiplier: Type.Optional(Type.Number({ description: 'total return over the stakes' })),
  });

/** As `placedView`, with a `status` for settled hands too; each game defines the fields of `result`. */
const handView = (placed: Placed): JsonObject => ({ status: 'settled', ...placedView(placed) });

const BlackjackAnswer = handAnswer(
  Type.Object({
    player: Cards,
    dealer: { ...Cards, description: 'the first card, and all of them once the hand is over' },
    player_total: Type.Integer(),
  }),
);

/** `amount` may be left out once a hand is open. */
export const blackjackA = binding({
  body: Type.Object({
    action: Type.Enum(['hit', 'stand', 'double']),
    amount: Type.Optional(Stake),
    client_seed: ClientSeed,
  }),
  answer: BlackjackAnswer,
  read: ({ body, policies }) =>
    readMove(handEntry('blackjack'), {
      amount: body.amount,
      clientSeed: body.client_seed,
      params: { ...body },
      style: 'A',
      policies,
    }),
  write: (placed: Placed) => handView(placed) as Static<typeof BlackjackAnswer> & JsonObject,
});

const DealAnswer = Type.Object({
  cards: Type.Array(Type.String(), { description: 'rank and suit, such as TH' }),
  nonce: Type.Integer({ description: 'names the hand in the draw' }),
  amount: Type.Number({ description: 'the stake taken already, USDC; 0 where the draw names it' }),
  seed_hash: Type.String({ description: 'SHA-256 of the server seed' }),
  client_seed: Type.String(),
  balance: UsdcNumber,
});

/** The deal needs a stake only under policy `casino.videoPokerDeal: staked`. */
export const pokerDealA = binding({
  body: Type.Object({ amount: Type.Optional(Stake), client_seed: ClientSeed }),
  answer: DealAnswer,
  read: ({ body, policies }) => {
    const sent = { amount: body.amount, clientSeed: body.client_seed, params: {}, policies };
    return readDeal(handEntry('video_poker'), { style: 'A', ...sent });
  },
  write: ({ hand, balanceMicros }: HandOpen) => ({
    cards: hand.shown['cards'] as string[],
    nonce: hand.nonce,
    amount: usdcNumber(hand.stakeMicros),
    seed_hash: hand.commitment,
    client_seed: hand.clientSeed,
    balance: usdcNumber(balanceMicros),
  }),
});

const DrawAnswer = handAnswer(Type.Object({ cards: Cards, hand: Type.String() }));

/**
 * `POST /games/video-poker/draw`: the cards to hold by name and the nonce of the deal; the stake too if the deal was
 * free (GAM79).
 */
export const pokerDrawA = binding({
  body: Type.Object({
    holds: Type.Array(Type.Enum([...cardNames]), {
      maxItems: 5,
      uniqueItems: true,
      description: 'the cards to keep, as they were dealt',
    }),
    nonce: Type.Integer({ minimum: 0, description: 'the one of the deal' }),
    amount: Type.Optional(Stake),
    client_seed: ClientSeed,
  }),
  answer: DrawAnswer,
  read: ({ body, policies }) =>
    readMove(handEntry('video_poker'), {
      amount: body.amount,
      clientSeed: body.client_seed,
      params: { ...body },
      style: 'A',
      policies,
    }),
  write: (placed: Placed) => handView(placed) as Static<typeof DrawAnswer> & JsonObject,
});
