/** What an account has, to its last unit: spent at once, or given back and spent again; and lists longer than a page. */
import type { Draw } from '../draw.ts';
import { outside } from '../move.ts';
import type { ModelState, OperationDraft } from '../model-state.ts';
import { batchOf } from './batches.ts';
import type { CallSeries, SeriesCall } from './series.ts';

const casino = '/casino/api/v1';
const look: OperationDraft = {
  do: 'GET /api/wallet-api/balance',
  makes: { kind: 'balance', field: 'usdc' },
};
const balance = (now: ModelState): string => now.latest('balance')?.reference ?? '1';

/** Ways to spend all of a balance, by the one who has it or by another agent. */
const spends = (draw: Draw, person: string, other: string): readonly SeriesCall[] => {
  const whole =
    (path: string, body: object, field = 'amount'): SeriesCall =>
    (now) => ({ do: `POST ${path}`, by: person, body: { ...body, [field]: balance(now) } });
  return draw.pick<readonly SeriesCall[]>([
    [whole('/escrow/escrow', { receiver: other })],
    [whole('/api/wallet-api/send', { to: other })],
    [whole('/wallet/api/v1/send', { to: outside, chain: 'base' })],
    [whole(`${casino}/auth/withdraw`, { address: outside })],
    [whole(`${casino}/challenges`, { challenged_agent_id: other, game: 'dice' })],
    [whole('/api/trading-api/order', { pair: 'ETH-USDC', side: 'buy' })],
    [whole('/wallet/api/v1/swap', { from: 'USDC', to: 'base:ETH', slippage: draw.pick([2, 1]) })],
    [
      { do: 'POST /api/domains-api/register', by: other, body: { domain: 'whole.agent' } },
      (now) => ({
        do: 'POST /api/domains-api/transfer',
        by: other,
        body: { domain: 'whole.agent', to: person, price: balance(now) },
      }),
    ],
  ]);
};

/** Readings under which the most that an agent can spend is another amount. */
const readings = [['wallet.sendFee', 'inside'], ['wallet.sendFee', 'none'], ['trading.takerFee', 'none'], ['wallet.slippage', 'fraction']] as const; // prettier-ignore

/** All that an agent has, spent in one call. */
export const wholeBalance: CallSeries = (model, draw, person) => {
  const [policy, option] = draw.pick(readings);
  if (draw.chance(40)) model.policies[policy] = option;
  const other = model.registered.find((agent) => agent !== person) ?? person;
  const own = { ...look, by: person };
  return [own, ...spends(draw, person, other), own, ...spends(draw, person, other), own];
};

const cancelResting: SeriesCall = (now) => ({
  do: `DELETE /api/trading-api/order/${now.latest('resting')?.reference ?? 'ord_none'}`,
});

/** What a resting sale has reserved is there again once it is cancelled: it is sold once more, and once too often. */
export const soldAgain: CallSeries = (_, draw) => {
  const pair = 'ETH-USDC';
  const order = (body: object, kind = 'order'): OperationDraft => ({
    do: 'POST /api/trading-api/order',
    body: { pair, ...body },
    makes: { kind, field: 'order_id' },
  });
  const resting = order(
    { side: 'sell', type: 'limit', price: '90000', amount: draw.pick([50, 60, 65, 80]) },
    'resting',
  );
  const portfolio = { do: 'GET /api/trading-api/portfolio' };
  const sale = order({ side: 'sell', amount: draw.pick([1.5, 1.6, 1.75]) });
  return [
    order({ side: 'buy', amount: 3 }),
    resting,
    portfolio,
    cancelResting,
    portfolio,
    sale,
    portfolio,
    sale,
    portfolio,
  ];
};

/** More rows than a list has by default, and what is asked for is more than it may have. */
export const longLists: CallSeries = (_, draw) => {
  const limit = (): number => draw.pick([100, 101, 150, 1000, 21, 99]);
  const asked = (path: string): OperationDraft => ({ do: `GET ${path}`, query: { limit: limit() } });
  return [
    batchOf(draw, 20),
    batchOf(draw, 20),
    asked('/api/casino-api/history'),
    asked('/api/casino-api/history'),
    asked(`${casino}/auth/ledger`),
    asked(`${casino}/kelly/history`),
  ];
};

/** All that a world takes from outside, a micro more, and what is left (CAS06). */
export const allDeposits: CallSeries = (model, draw, person) => {
  const deposit = (amount: number | string): OperationDraft => ({
    do: 'POST /_sim/deposit',
    body: { api_key: model.latest('agent')?.reference ?? 'none', amount },
  });
  const first = 100_000_000 * (1 + draw.integer(9));
  const looks = [{ do: `GET ${casino}/auth/balance`, by: person }];
  const rest = 1_000_000_000 - first;
  return [deposit(first), deposit(rest), ...looks, deposit('0.000001'), deposit(rest - 10_000), deposit(20_000), ...looks];
}; // prettier-ignore
