/** The short style of live crash: launch and cash out (specification.md, Casino). */
import { Type, type Static } from 'typebox';
import { usdcNumber } from '../../../../core/base/money.ts';
import { Refusal, refuse } from '../../../../core/base/refusal.ts';
import { formatInstant } from '../../../../core/base/time.ts';
import { binding } from '../../../../core/http/route.ts';
import { InstantText, UsdcNumber } from '../../../../core/http/wire.ts';
import { hundredthsOf } from '../../../games/params.ts';
import { Stake } from '../play/bet-body.ts';
import type { BetSettled } from '../play/bet-record.ts';
import { CashOut } from '../play/game-params.ts';
import { stakesIn } from '../play/orders.ts';
import { ClientSeed, readStakeOf } from '../play/schemas.ts';
import { Currency, moneyFields, moneyOf, proofFields, proofOf } from '../play/style-short.ts';
import { crashStakes, type Launched } from './live-crash.ts';
import { growthPerSecond } from './live-curve.ts';

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

/** Starts a live round; it cashes out at `cash_out_at` unless the player does so earlier. */
export const crashBetShort = binding({
  body: Type.Object({
    amount: Stake,
    currency: Currency,
    cash_out_at: Type.Optional(CashOut),
    client_seed: ClientSeed,
  }),
  answer: LaunchAnswer,
  read: ({ body, policies }) => {
    const stakes = stakesIn(crashStakes, { style: 'A', policies });
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

/** `POST /games/crash/cashout`: takes no body, since a player has at most one round. */
export const crashCashoutShort = binding({
  drawn: ['won'],
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
