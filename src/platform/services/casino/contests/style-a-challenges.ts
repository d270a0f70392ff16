/** Style A of challenges (CHA01 to CHA05, gap C34): both rounds are shown with all that it takes to recompute them. */
import { Type } from 'typebox';
import { usdcNumber } from '../../../../core/base/money.ts';
import { Refusal, type Outcome } from '../../../../core/base/refusal.ts';
import { formatInstant } from '../../../../core/base/time.ts';
import { pageAnswer, pageQuery, readPage } from '../../../../core/http/paging.ts';
import { payoutFraction } from '../../../games/exact.ts';
import type { JsonObject } from '../../../../core/http/message.ts';
import { binding } from '../../../../core/http/route.ts';
import { InstantText, UsdcNumber, usdcFrom } from '../../../../core/http/wire.ts';
import { challengeChoices, SingleGame, stakeMinMicros } from '../play/bet-body.ts';
import { Detail } from '../play/answers.ts';
import { paramsShown } from '../play/bet-shown.ts';
import type { BetRecord } from '../play/bet-record.ts';
import type { ChallengeOrder } from './challenge-record.ts';
import type { ChallengeList, ChallengeShown } from './challenges.ts';
import { challengeBet } from './contest-games.ts';
import { stakesIn } from '../play/orders.ts';
import { readStakeOf, singleGame } from '../play/schemas.ts';

const orNull = <Schema extends Parameters<typeof Type.Array>[0]>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description });

const RoundAnswer = Type.Object({
  bet_id: Type.String(),
  multiplier: Type.Number(),
  result: Detail,
  seed_hash: Type.String(),
  server_seed: orNull(Type.String(), 'null until its owner rotates'),
  client_seed: Type.String(),
  nonce: Type.Integer(),
});

const ChallengeAnswer = Type.Object({
  challenge_id: Type.String(),
  status: Type.Enum(['pending', 'resolved', 'declined', 'expired']),
  challenger_id: Type.String(),
  challenged_agent_id: Type.String(),
  game: Type.String(),
  params: Type.Unsafe<JsonObject>({ type: 'object', description: 'the bet both sides play' }),
  amount: UsdcNumber,
  message: orNull(Type.String(), 'null where none was sent'),
  created_at: InstantText,
  expires_at: InstantText,
  settled_at: orNull(InstantText, 'null while pending'),
  challenger_round: orNull(RoundAnswer, 'null unless resolved'),
  challenged_round: orNull(RoundAnswer, 'null unless resolved'),
  winner_id: orNull(Type.String(), 'null if there is no winner'),
  rounds: Type.Integer(),
  paid: Type.Number({ description: 'USDC paid to the winner' }),
});

const WithBalance = Type.Object({ ...ChallengeAnswer.properties, balance: UsdcNumber });

const roundView = (round: BetRecord | undefined, serverSeed: string | undefined) =>
  round === undefined
    ? null
    : {
        bet_id: round.betId,
        multiplier: payoutFraction(round.payout).toNumber(),
        result: round.detail,
        seed_hash: round.commitment,
        server_seed: serverSeed ?? null,
        client_seed: round.clientSeed,
        nonce: round.nonce,
      };

const challengeView = ({ challenge, challengerSeed, challengedSeed }: ChallengeShown) => ({
  challenge_id: challenge.challengeId,
  status: challenge.state,
  challenger_id: challenge.challenger.agentId,
  challenged_agent_id: challenge.challenged.agentId,
  game: challenge.game.game.id,
  params: paramsShown(challenge.game.game, challenge.choice),
  amount: usdcNumber(challenge.amountMicros),
  message: challenge.message,
  created_at: formatInstant(challenge.createdAtMs),
  expires_at: formatInstant(challenge.expiresAtMs),
  settled_at: challenge.settledAtMs === null ? null : formatInstant(challenge.settledAtMs),
  challenger_round: roundView(challenge.duel?.challengerRound, challengerSeed),
  challenged_round: roundView(challenge.duel?.challengedRound, challengedSeed),
  winner_id: challenge.duel?.winner?.agentId ?? null,
  rounds: challenge.duel?.rounds ?? 0,
  paid: usdcNumber(challenge.paidMicros),
});

const withBalance = (shown: ChallengeShown) => ({
  ...challengeView(shown),
  balance: usdcNumber(shown.balanceMicros),
});

const readId = ({ params }: { params: Readonly<Record<string, string | undefined>> }) => ({
  challengeId: params['id'] ?? '',
});

/**
 * `POST /challenges`: the challenged agent, an amount in USDC, and a game with its parameters; those left out are the
 * game's sample bet (CHA05, CHA06).
 */
export const createChallengeA = binding({
  body: Type.Object(
    {
      challenged_agent_id: Type.String({ minLength: 1, maxLength: 64 }),
      game: SingleGame,
      amount: usdcFrom(stakeMinMicros),
      message: Type.Optional(Type.String({ maxLength: 500 })),
    },
    {
      anyOf: challengeChoices,
      description: 'a challenge; parameters of the game may stand beside these, else both play its usual bet',
    },
  ),
  answer: WithBalance,
  read: ({ body, policies }): Outcome<ChallengeOrder> => {
    const game = singleGame(body.game);
    if (game instanceof Refusal) return game;
    const choice = challengeBet(game, { ...body });
    if (choice instanceof Refusal) return choice;
    const amountMicros = readStakeOf(stakesIn(game.stakes, { style: 'A', policies }), body.amount);
    if (amountMicros instanceof Refusal) return amountMicros;
    const message = body.message ?? null;
    return { challengedId: body.challenged_agent_id, game, choice, amountMicros, message };
  },
  write: withBalance,
});

const listDefault = 20;

/** What follows from the draws of both sides. */
const outcome = ['winner_id', 'rounds'];

/** `GET /challenges`: one page of each of the three lists; `limit` and `page` count in each list (CHA02). */
export const challengesA = binding({
  drawn: outcome,
  query: Type.Object(pageQuery),
  answer: Type.Object({
    incoming: Type.Array(ChallengeAnswer, { description: 'pending, newest first' }),
    outgoing: Type.Array(ChallengeAnswer, { description: 'pending, newest first' }),
    settled: Type.Array(ChallengeAnswer, { description: 'both ways, newest first' }),
    totals: Type.Object(
      { incoming: Type.Integer(), outgoing: Type.Integer(), settled: Type.Integer() },
      { description: 'challenges of each list on all pages' },
    ),
    page: pageAnswer.page,
  }),
  read: ({ query, policies }) => readPage(query, listDefault, policies),
  write: ({ incoming, outgoing, settled }: ChallengeList) => ({
    incoming: incoming.rows.map(challengeView),
    outgoing: outgoing.rows.map(challengeView),
    settled: settled.rows.map(challengeView),
    totals: { incoming: incoming.total, outgoing: outgoing.total, settled: settled.total },
    page: incoming.page,
  }),
});

/** `POST /challenges/{id}/accept`: answers with the resolved challenge and the caller's balance (CHA03). */
export const acceptChallengeA = binding({
  drawn: outcome,
  answer: WithBalance,
  read: readId,
  write: withBalance,
});

/** `POST /challenges/{id}/decline`: answers with the declined challenge and the caller's balance (CHA04). */
export const declineChallengeA = binding({ answer: WithBalance, read: readId, write: withBalance });
