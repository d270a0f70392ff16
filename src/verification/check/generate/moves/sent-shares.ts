/** Sends of an agent that others have brought: what each level earns of their fees once they are confirmed, and takes out (gap X5). */
import { minuteMs, secondMs } from '../../../../core/base/time.ts';
import type { Draw } from '../draw.ts';
import { outside } from '../move.ts';
import type { ModelState, OperationDraft } from '../model-state.ts';
import type { CallSeries, SeriesCall, SeriesPause } from './series.ts';

/** Seconds until a deposit has arrived. */
const arrivalCalls = 5;

const sendOf = (by: string, to: string, draw: Draw): OperationDraft => ({
  do: draw.chance(70) ? 'POST /api/wallet-api/send' : 'POST /wallet/api/v1/send',
  by,
  body: {
    to: draw.chance(60) ? to : outside,
    amount: draw.pick([0.5, '1.37', 2]),
    chain: draw.pick(['base', 'base', 'arbitrum', 'polygon', 'ethereum']),
  },
  makes: { kind: 'transaction', field: 'tx_hash' },
});

const looksOf = (by: string): OperationDraft[] =>
  ['/wallet/v1/referral/stats', '/faucet/referrals', '/casino/api/v1/auth/referral/stats'].map((path) => ({
    do: `GET ${path}`,
    by,
  }));

/** Reads of all who may have earned, and what one of them then takes out. */
function earnings(model: ModelState, earner: string): readonly OperationDraft[] {
  const withdraw = { do: 'POST /wallet/v1/referral/withdraw', by: earner, body: { address: outside } };
  return [...model.registered.flatMap(looksOf), withdraw, ...looksOf(earner)];
}

export const sentShares: CallSeries = (model, draw, person) => {
  if (draw.chance(30)) model.policies['wallet.failures'] = draw.pick(['none', 'tenth', 'all']);
  const by = `payer-${model.operations.length}`;
  const register: OperationDraft = {
    do: 'POST /faucet/register',
    by,
    body: { agent_id: by, referrer: person },
    makes: { kind: by, field: 'api_key' },
  };
  const deposit: SeriesCall = (now) => ({
    do: 'POST /_sim/deposit',
    by,
    body: { api_key: now.latest(by)?.reference ?? '', amount: 100 },
  });
  const waits = Array.from({ length: arrivalCalls }, () => ({ do: 'GET /api/wallet-api/balance', by }));
  const sends = Array.from({ length: 1 + draw.integer(4) }, () => sendOf(by, person, draw));
  const before = draw.chance(40) ? looksOf(person) : [];
  const later = earnings(model, person);
  const filler = Array.from({ length: callsBefore - sends.length - before.length }, () => ({
    do: 'GET /api/wallet-api/transactions',
    by,
  }));
  return [register, deposit, ...waits, ...sends, ...before, ...filler, ...later];
};

/** The calls between the deposit and the earnings. */
const callsBefore = 8;

/** Every chain has confirmed by then. */
export const sentSharesPause: SeriesPause = {
  stepMs: secondMs,
  jumpMs: 20 * minuteMs,
  jumpAt: 2 + arrivalCalls + callsBefore,
};
