/** Swap orders that are paid around their very end, and paid again once they are over; and parts of a deposit that are only together enough (gaps W12, W13). */
import { minuteMs, secondMs } from '../../../../core/base/time.ts';
import { outside } from '../move.ts';
import type { ModelState, OperationDraft } from '../model-state.ts';
import type { CallSeries, SeriesCall, SeriesPause } from './series.ts';
import { swapTerms } from './wallet.ts';

const wallet = '/wallet/v1/wallet';
const ordersCount = 3;
/** How long an order waits for its deposit. */
const openMs = 30 * minuteMs;

const open = (kind: string): OperationDraft => ({
  do: `POST ${wallet}/swap`,
  body: { ...swapTerms, amount: 2, to_address: outside },
  makes: { kind, field: 'order_id' },
});

const addressOf = (now: ModelState, kind: string): string =>
  now.latest(kind)?.reference.replace('order_id', 'deposit_address') ?? outside;

const pay =
  (kind: string, amount: string): SeriesCall =>
  (now) => ({
    do: 'POST /_sim/chain/fund',
    body: { chain: swapTerms.from_chain, address: addressOf(now, kind), amount },
  });

const look =
  (kind: string): SeriesCall =>
  (now) => ({ do: `GET ${wallet}/swap/status/${now.latest(kind)?.reference ?? 'none'}` });

const onChain =
  (kind: string, what: string): SeriesCall =>
  (now) => ({
    do: `GET ${wallet}/${what}/${addressOf(now, kind)}`,
    query: { chain: swapTerms.from_chain },
  });

export const secondDeposits: CallSeries = (model, draw) => {
  if (draw.chance(85)) model.policies['wallet.swapDeposit'] = 'agent';
  if (draw.chance(30)) model.policies['wallet.failures'] = draw.pick(['none', 'all']);
  const orders = Array.from({ length: ordersCount }, (_, index) => `paid-swap-${model.operations.length}-${index}`);
  const whole = (kind: string): SeriesCall[] => [pay(kind, draw.pick(['2', '2', '3'])), look(kind)];
  const parts = (kind: string): SeriesCall[] => [pay(kind, '1.5'), pay(kind, draw.pick(['0.5', '1.5'])), look(kind)];
  const paid = orders.flatMap((kind) => (draw.chance(80) ? whole(kind) : parts(kind)));
  const waits = Array.from({ length: draw.integer(12) }, () => look(draw.pick(orders)));
  const again = orders.flatMap((kind) => [pay(kind, draw.pick(['2', '0.5', '3'])), look(kind)]);
  const shown = orders.flatMap((kind) => [look(kind), onChain(kind, 'balance'), onChain(kind, 'transactions')]);
  const late = orders.flatMap((kind) => [pay(kind, draw.pick(['2', '0.5'])), look(kind)]);
  const rests = Array.from({ length: 8 }, () => look(draw.pick(orders)));
  return [...orders.map(open), ...waits, ...paid, ...again, ...shown, ...late, ...rests, ...late, ...orders.map(look)];
}; // prettier-ignore

/** A call in each second around the end of the orders. */
export const secondDepositsPause: SeriesPause = {
  stepMs: secondMs,
  jumpMs: openMs - 24 * secondMs,
  jumpAt: ordersCount,
};
