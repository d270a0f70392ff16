/** The short style of the casino: coinflip, live crash, and the proof of a bet (specification.md, Casino). */
import { Type, type Static } from 'typebox';
import { usdcNumber } from '../../../../core/base/money.ts';
import { assert, present } from '../../../../core/base/assert.ts';
import { Refusal, refuse } from '../../../../core/base/refusal.ts';
import { formatInstant } from '../../../../core/base/time.ts';
import { hundredthsOf } from '../../../games/params.ts';
import { gameNamed, type GameEntry } from '../../../games/registry.ts';
import { binding } from '../../../../core/http/route.ts';
import { FreeForm, InstantText, UsdcNumber } from '../../../../core/http/wire.ts';
import { Stake } from './bet-body.ts';
import { CashOut } from './game-params.ts';
import type { BetSettled, Placed } from './bet-record.ts';
import type { VerifiedBet } from './bets.ts';
import type { Launched } from '../hands/live-crash.ts';
import { growthPerSecond } from '../hands/live-curve.ts';
import { stakesIn } from './orders.ts';
import { ClientSeed, readBet, readStakeOf } from './schemas.ts';
import { verifiedView } from './style-a.ts';

/** USDC is the one currency there is (gap C28). */
const Currency = Type.Optional(Type.Enum(['USDC']));

const entryOf = (name: string): Extract<GameEntry, { kind: 'single' }> => {
  const entry = gameNamed(name);
  return present(entry?.kind === 'single' ? entry : undefined, `${name} is a game of one call`);
};

/** What it takes to verify the bet later. */
const proofFields = {
  bet_id: Type.String(),
  seed_hash: Type.String({ description: 'SHA-256 of the server seed' }),
  client_seed: Type.String(),
  nonce: Type.Integer(),
};

const proofOf = ({ bet }: BetSettled) => ({
  bet_id: bet.betId,
  seed_hash: bet.commitment,
  client_seed: bet.clientSeed,
  nonce: bet.nonce,
});

const moneyOf = ({ bet, balanceMicros }: BetSettled) => ({
  won: bet.won,
  payout: usdcNumber(bet.payoutMicros),
  balance: usdcNumber(balanceMicros),
});

const moneyFields = { won: Type.Boolean(), payout: UsdcNumber, balance: UsdcNumber };

export const coinflipShort = binding({
  body: Type.Object({
    side: Type.Enum(['heads', 'tails']),
    amount: Stake,
    currency: Currency,
    client_seed: ClientSeed,
  }),
  answer: Type.Object({ result: Type.Enum(['heads', 'tails']), ...moneyFields, ...proofFields }),
  read: ({ body, policies }) => {
    const entry = entryOf('coin_flip');
    const { amount, client_seed: clientSeed } = body;
    const at = { game: entry.game, stakes: stakesIn(entry.stakes, { facade: 'A', policies }) };
    return readBet(at, { amount, clientSeed, params: { ...body } });
  },
  write: (placed: Placed) => {
    assert('bet' in placed, 'a coin settles at once');
    const result = placed.bet.detail['result'] as 'heads' | 'tails';
    return { result, ...moneyOf(placed), ...proofOf(placed) };
  },
});

const LaunchAnswer = Type.Object({
  status: Type.Enum(['running']),
  amount: UsdcNumber,
  cash_out_at: Type.Number({ description: 'where the round cashes out by itself' }),
  growth_per_second: Type.Number({ description: 'g of the curve e^(g t)' }),
  started_at: InstantText,
  balance: UsdcNumber,
  seed_hash: proofFields.seed_hash,
  client_seed: proofFields.client_seed,
  nonce: proofFields.nonce,
});

const cashOuts = [101, 10_000] as const;

/** Starts a live round; `cash_out_at` is a promise to cash out there, unless the player does before. */
export const crashBetShort = binding({
  body: Type.Object({
    amount: Stake,
    currency: Currency,
    cash_out_at: Type.Optional(CashOut),
    client_seed: ClientSeed,
  }),
  answer: LaunchAnswer,
  read: ({ body, policies }) => {
    const stakes = stakesIn(entryOf('crash').stakes, { facade: 'A', policies });
    const stakeMicros = readStakeOf(stakes, body.amount);
    if (stakeMicros instanceof Refusal) return stakeMicros;
    const cashOutHundredths = hundredthsOf(body.cash_out_at, cashOuts);
    if (body.cash_out_at !== undefined && cashOutHundredths === undefined) {
      return refuse('BAD_REQUEST', 'cash_out_at is a number from 1.01 to 100 with at most two decimals');
    }
    return { stakeMicros, cashOutHundredths, clientSeed: body.client_seed };
  },
  write: (round: Launched): Static<typeof LaunchAnswer> => ({
    status: 'running',
    amount: usdcNumber(round.stakeMicros),
    cash_out_at: round.cashOutHundredths / 100,
    growth_per_second: growthPerSecond,
    started_at: formatInstant(round.startedAtMs),
    balance: usdcNumber(round.balanceMicros),
    seed_hash: round.commitment,
    client_seed: round.clientSeed,
    nonce: round.nonce,
  }),
});

/** There is one round at a time, so that nothing needs to be named. */
export const crashCashoutShort = binding({
  answer: Type.Object({
    multiplier: Type.Number({ description: 'where the curve was' }),
    crash_point: Type.Number({ description: 'where it would have crashed' }),
    ...moneyFields,
    ...proofFields,
  }),
  read: (): undefined => undefined,
  write: (settled: BetSettled) => ({
    multiplier: settled.bet.detail['cash_out_at'] as number,
    crash_point: settled.bet.detail['crash_point'] as number,
    ...moneyOf(settled),
    ...proofOf(settled),
  }),
});

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
