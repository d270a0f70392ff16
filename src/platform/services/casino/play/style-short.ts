/** The short style of play: coinflip, and the proof of a bet (specification.md, Casino). */
import { Type } from 'typebox';
import { usdcNumber } from '../../../../core/base/money.ts';
import { assert, present } from '../../../../core/base/assert.ts';
import { binding } from '../../../../core/http/route.ts';
import { FreeForm, UsdcNumber } from '../../../../core/http/wire.ts';
import { coinFlip } from '../../../games/coin-flip.ts';
import { casinoGameNamed } from './game-stakes.ts';
import { Stake } from './bet-body.ts';
import type { BetSettled, Placed } from './bet-record.ts';
import type { VerifiedBet } from './fairness.ts';
import { stakesIn } from './orders.ts';
import { ClientSeed, readBet } from './schemas.ts';
import { verifiedView } from './style-a.ts';

/** USDC is the one currency there is (gap C28). */
export const Currency = Type.Optional(Type.Enum(['USDC']));

/** What a player needs to verify the bet later. */
export const proofFields = {
  bet_id: Type.String(),
  seed_hash: Type.String({ description: 'SHA-256 of the server seed' }),
  client_seed: Type.String(),
  nonce: Type.Integer(),
};

/** The values of `proofFields` for a settled bet. */
export const proofOf = ({ bet }: BetSettled) => ({
  bet_id: bet.betId,
  seed_hash: bet.commitment,
  client_seed: bet.clientSeed,
  nonce: bet.nonce,
});

/** The values of `moneyFields` for a settled bet, in USDC. */
export const moneyOf = ({ bet, balanceMicros }: BetSettled) => ({
  won: bet.won,
  payout: usdcNumber(bet.payoutMicros),
  balance: usdcNumber(balanceMicros),
});

/** Whether the bet won, its total return and the balance after it. */
export const moneyFields = { won: Type.Boolean(), payout: UsdcNumber, balance: UsdcNumber };

const coinFlipStakes = present(casinoGameNamed(coinFlip.id), 'the coin flip is a game').stakes;

/** `POST /games/coinflip`: a side and an amount in USDC; settles at once, under the stakes of style A. */
export const coinflipShort = binding({
  body: Type.Object({
    side: Type.Enum(['heads', 'tails']),
    amount: Stake,
    currency: Currency,
    client_seed: ClientSeed,
  }),
  drawn: ['won'],
  answer: Type.Object({ result: Type.Enum(['heads', 'tails']), ...moneyFields, ...proofFields }),
  read: ({ body, policies }) => {
    const { amount, client_seed: clientSeed } = body;
    const stakes = stakesIn(coinFlipStakes, { style: 'A', policies });
    return readBet({ game: coinFlip, stakes }, { amount, clientSeed, params: { ...body } });
  },
  write: (placed: Placed) => {
    assert('bet' in placed, 'a coin settles at once');
    const result = placed.bet.detail['result'] as 'heads' | 'tails';
    return { result, ...moneyOf(placed), ...proofOf(placed) };
  },
});

/** `GET /games/provably-fair/{id}`: the verification of a bet of the caller's (FAI10). */
export const provablyFairShort = binding({
  answer: Type.Object({
    bet_id: proofFields.bet_id,
    game: Type.String(),
    status: Type.Enum(['unrevealed', 'verified', 'mismatch']),
    seed_hash: proofFields.seed_hash,
    client_seed: proofFields.client_seed,
    nonce: proofFields.nonce,
    server_seed: Type.Union([Type.String(), Type.Null()]),
    multiplier: Type.Optional(Type.Number()),
    result: Type.Optional(FreeForm),
  }),
  read: ({ params }) => ({ betId: params['id'] ?? '' }),
  write: (verified: VerifiedBet) => verifiedView(verified) as ProofAnswer,
});

type ProofAnswer = ReturnType<typeof verifiedView> & {
  bet_id: string;
  game: string;
  status: VerifiedBet['status'];
  seed_hash: string;
  client_seed: string;
  nonce: number;
  server_seed: string | null;
};
