/** Deposits to the addresses that the casino gives out, with and without their chain, and what their owner is shown of them (CAS06, CAS11). */
import { secondMs } from '../../../../core/base/time.ts';
import type { OperationDraft } from '../model-state.ts';
import { outside } from '../move.ts';
import type { CallSeries, SeriesCall, SeriesPause } from './series.ts';

const chains = ['base', 'ethereum', 'solana', 'tron'] as const;

const kind = (index: number): string => `paid-in-${index}`;

export const paidIn: CallSeries = (_, draw) => {
  const asked = [draw.pick(chains), draw.pick(chains)];
  const shown = asked.map((chain, index): OperationDraft => ({
    do: 'POST /casino/api/v1/auth/deposit-address',
    body: { chain },
    makes: { kind: kind(index), field: 'address' },
  }));
  const pay = (index: number): SeriesCall => {
    const chain = draw.pick([{}, { chain: asked[index] }, { chain: draw.pick(chains) }]);
    const amount = draw.pick([2, '1.500001', 0.000001, 75]);
    return (now) => ({
      do: 'POST /_sim/deposit',
      body: { address: now.latest(kind(index))?.reference ?? outside, amount, ...chain },
    });
  };
  const looks: OperationDraft[] = [
    { do: 'GET /casino/api/v1/auth/deposits' },
    { do: 'GET /casino/api/v1/auth/balance' },
  ];
  const stray = { do: 'POST /_sim/deposit', body: { address: outside, amount: 1 } };
  return [...shown, pay(0), ...looks, pay(1), pay(draw.integer(2)), ...looks, stray, ...looks];
};

/** Deposits are confirmed while it goes on, and all of them by its end. */
export const paidInPause: SeriesPause = { stepMs: 3 * secondMs, jumpMs: 60 * secondMs, jumpAt: -3 };
