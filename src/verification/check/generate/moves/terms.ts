/** Terms that single calls seldom draw: swaps between any two assets of the chains, names that are bid for, orders that are odd in one term. */
import { hourMs, secondMs } from '../../../../core/base/time.ts';
import type { Draw } from '../draw.ts';
import { outside, spelled } from '../move.ts';
import type { ModelState, OperationDraft } from '../model-state.ts';
import type { CallSeries, SeriesCall, SeriesPause } from './series.ts';

const wallet = '/wallet/v1/wallet';

interface Asset {
  readonly chain: string;
  readonly token: string;
  /** An address of the chain. */
  readonly to: string;
}

const solana = 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk';
const tron = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
const bitcoin = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';

/** What can be swapped (gaps W10, W11): contracts of USDC as its issuer publishes them, and native assets. */
const assets: readonly Asset[] = [
  { chain: 'base', token: 'native', to: outside },
  { chain: 'base', token: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', to: outside },
  { chain: 'ethereum', token: 'native', to: outside },
  { chain: 'ethereum', token: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', to: outside },
  { chain: 'solana', token: 'native', to: solana },
  { chain: 'solana', token: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', to: solana },
  { chain: 'tron', token: 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8', to: tron },
  { chain: 'bitcoin', token: 'native', to: bitcoin },
];

const latestSwap = (now: ModelState): string => now.latest('swap')?.reference ?? 'none';

/** Orders between any two assets, paid in too little, just enough or not at all, and what becomes of them. */
export const chainSwaps: CallSeries = (model, draw) => {
  if (draw.chance(80)) model.policies['wallet.failures'] = draw.pick(['all', 'tenth', 'none', 'none']);
  if (draw.chance(30)) model.policies['wallet.failedSwap'] = 'kept';
  const isAlone = draw.chance(60);
  if (isAlone) model.policies['wallet.swapDeposit'] = 'agent';
  const calls = Array.from({ length: 3 }, () => swapped(draw, isAlone));
  const looks: SeriesCall[] = [
    (now) => ({ do: `GET ${wallet}/swap/status/${latestSwap(now)}` }),
    (now) => ({ do: `GET ${wallet}/swap/status/${now.first('swap')?.reference ?? 'none'}` }),
  ];
  return [...calls.flat(), ...looks, { do: 'GET /_sim/chain/books' }, ...looks, looks[0] as SeriesCall];
};

function swapped(draw: Draw, mayBeShort: boolean): readonly SeriesCall[] {
  // What USDC is swapped into USDC is known to the micro.
  const among = draw.chance(25) ? assets.filter(({ token }) => token !== 'native') : assets;
  const [from, to] = [draw.pick(among), draw.pick(among)];
  const amount = draw.pick([0.01, 0.5, '1.25', 40, '2500', 0.1, 0.3, draw.chance(70) ? 3 : '0.0000001']);
  const body = { from_chain: from.chain, to_chain: to.chain, from_token: from.token, to_token: to.token, amount };
  const order: OperationDraft = {
    do: `POST ${wallet}/swap`,
    body: { ...body, to_address: draw.chance(90) ? to.to : draw.pick([outside, bitcoin, 'x']) },
    makes: { kind: 'swap', field: 'order_id' },
  };
  const pay: SeriesCall = (now) => ({
    do: 'POST /_sim/chain/fund',
    body: {
      chain: from.chain,
      address: now.latest('swap')?.reference.replace('order_id', 'deposit_address') ?? outside,
      amount: draw.chance(45) ? String(amount) : draw.pick(mayBeShort ? ['0.001', '5000', '5000'] : ['5000']),
      ...(from.token === 'native' ? {} : { asset: 'usdc' }),
    },
  });
  const quote = { do: `GET ${wallet}/swap/quote`, query: { ...body } };
  return [quote, order, ...(draw.chance(60) ? [pay] : [])];
} // prettier-ignore

const swapStatus = (id = 'none'): OperationDraft => ({ do: `GET ${wallet}/swap/status/${id}` });

/** Orders without a deposit of the run, where a wallet outside may pay, each looked at once it has expired (gap W12). */
export const unpaidSwaps: CallSeries = (model, draw) => {
  model.policies['wallet.swapDeposit'] = draw.pick(['sim', 'sim', 'agent']);
  if (draw.chance(50)) model.policies['wallet.failures'] = 'none';
  const ids: string[] = [];
  const opened = Array.from({ length: 6 }, (): readonly SeriesCall[] => {
    const [from, to] = [draw.pick(assets.filter(({ chain }) => chain !== 'bitcoin')), draw.pick(assets)];
    const body = { from_chain: from.chain, to_chain: to.chain, from_token: from.token, to_token: to.token, amount: 3, to_address: to.to };
    return [
      { do: `POST ${wallet}/swap`, body, makes: { kind: 'swap', field: 'order_id' } },
      (now) => swapStatus(ids[ids.push(latestSwap(now)) - 1]),
    ];
  });
  return [...opened.flat(), ...opened.map((_, index) => () => swapStatus(ids[index]))];
}; // prettier-ignore
export const unpaidSwapsPause: SeriesPause = { stepMs: secondMs, jumpMs: 2 * hourMs, jumpAt: 12 };

/** An order whose deposit comes once it has expired, and what becomes of it (gap W13). */
export const lateDeposits: CallSeries = (_, draw) => {
  const from = draw.pick(assets.filter(({ chain }) => chain === 'base' || chain === 'ethereum'));
  const to = draw.pick(assets.filter((asset) => asset !== from));
  const look: SeriesCall = (now) => ({ do: `GET ${wallet}/swap/status/${latestSwap(now)}` });
  return [
    {
      do: `POST ${wallet}/swap`,
      body: { from_chain: from.chain, to_chain: to.chain, from_token: from.token, to_token: to.token, amount: 3, to_address: to.to },
      makes: { kind: 'swap', field: 'order_id' },
    },
    look,
    (now) => ({
      do: 'POST /_sim/chain/fund',
      body: {
        chain: from.chain,
        address: now.latest('swap')?.reference.replace('order_id', 'deposit_address') ?? outside,
        amount: '3',
        ...(from.token === 'native' ? {} : { asset: 'usdc' }),
      },
    }),
    look, look, look, look,
  ];
}; // prettier-ignore
export const lateDepositsPause: SeriesPause = { stepMs: 25_000, jumpMs: 30 * 60_000, jumpAt: 1 };

const domains = '/api/domains-api';

/** The price that is all of the balance that was looked at. */
const allOf = (now: ModelState): object => ({ price: now.latest('balance')?.reference ?? '1' });

/** A name that two agents bid for before it is sold, mostly where a sale needs a bid (gap N6), and its years (gap N9). */
export const soldNames: CallSeries = (model, draw, person) => {
  if (draw.chance(75)) model.policies['domains.saleConsent'] = 'bid';
  if (draw.chance(40)) model.policies['domains.unusedYears'] = 'refunded';
  const domain = draw.pick(['sold-name.agent', 'sold.bot', 'x1.dao']);
  const others = model.registered.filter((each) => each !== person);
  const [buyer, rival] = [draw.pick(others.concat('nobody')), draw.pick(others.concat(person))];
  const price = draw.pick([0.5, '0.000001', 1, 3]);
  const transfer = (by: string, to: string, more: object = {}): OperationDraft => ({
    do: `POST ${domains}/transfer`,
    by,
    body: { domain, to, ...more },
  });
  const looks = [person, buyer].map((by) => ({ do: `GET ${domains}/domains`, by }));
  const bid = { price: draw.pick([price, price, 2, 0.25]) };
  const gift = draw.chance(20) ? [transfer(buyer, draw.pick([outside, rival]))] : [];
  const soldForAll: readonly SeriesCall[] = [
    { do: 'GET /api/wallet-api/balance', by: buyer, makes: { kind: 'balance', field: 'usdc' } },
    (now) => transfer(buyer, buyer, allOf(now)),
    (now) => transfer(person, buyer, allOf(now)),
  ];
  return [
    transfer(buyer, buyer, bid),
    { do: `POST ${domains}/register`, by: person, body: { domain, years: draw.pick([1, 2, 5, 10]) } },
    ...(draw.chance(30) ? soldForAll : []),
    transfer(person, buyer, { price }),
    transfer(buyer, buyer, bid),
    transfer(rival, rival, { price: draw.pick([0.4, 900]) }),
    // To a bid that another owner has had.
    ...(draw.chance(50) ? [transfer(person, rival), transfer(rival, buyer, { price: 0.25 })] : []),
    transfer(person, draw.chance(70) ? buyer : rival, { price }),
    ...looks,
    transfer(person, buyer),
    transfer(buyer, person, { price: 900 }),
    ...gift,
    { do: `GET ${domains}/lookup/${spelled(domain, draw)}` },
    ...looks,
  ];
};

/** Years up to ten from now, to the instant, and one more than that (gap N7). */
export const tenYears: CallSeries = (model, draw, person) => {
  const domain = `ten-years-${model.operations.length}.${draw.pick(['agent', 'bot'])}`;
  const first = 1 + draw.integer(9);
  const renew = (years: number): OperationDraft => ({ do: `POST ${domains}/renew`, by: person, body: { domain, years } });
  const look = { do: `GET ${domains}/lookup/${spelled(domain, draw)}` };
  const over = [renew(11 - first), look];
  return [
    { do: draw.pick([`POST ${domains}/register`, 'POST /domains/api/v1/register']), by: person, body: { domain, years: first } },
    ...(draw.chance(50) ? over : []), renew(10 - first), look, renew(1), look, renew(draw.pick([1, 10])), look,
  ];
}; // prettier-ignore

/** All in one instant; later a year may be added again. */
export const tenYearsPause: SeriesPause = { stepMs: 0, jumpMs: 1, jumpAt: -2 };

/** Orders of which one term is missing, superfluous, out of its range or too fine. */
export const oddOrders: CallSeries = (_, draw) => {
  const pair = draw.pick(['ETH-USDC', 'BTC-USDC', 'DOGE-USDC']);
  const terms: readonly object[] = [
    { type: 'limit' },
    { type: 'limit', price: '0' },
    { type: 'limit', price: '-1' },
    { type: 'limit', price: 2000.5 },
    { type: 'limit', price: '0.0000000000001' },
    { price: '2000' },
    { leverage: 1 },
    { leverage: 5 },
    { market_type: 'perp', leverage: 1.234 },
    { market_type: 'perp', leverage: '2.5' },
    { market_type: 'perp', type: 'limit', price: '1500', leverage: 10 },
    { market_type: 'perp', leverage: 0.99 },
    { amount: '0.999999' },
    { amount: 1_000_000.000001 },
    { amount: 8_000_000_000 },
  ];
  const inB = (): OperationDraft => ({
    do: 'POST /api/trading-api/order',
    body: { pair, side: draw.pick(['buy', 'buy', 'sell']), amount: draw.pick([1, '2.5', 3]), ...draw.pick(terms) },
    makes: { kind: 'resting', field: 'order_id' },
  });
  const inA = (): OperationDraft => ({
    do: 'POST /trading/api/v1/orders',
    body: {
      symbol: pair.replace('-USDC', draw.chance(90) ? '-PERP' : '-USDC'),
      side: draw.pick(['long', 'short', 'buy']),
      size: draw.pick([0.001, '0.002', 0.0000001, 20, 1_000_000, '10000000', '0.0012345678901']),
      ...draw.pick([{}, { type: 'limit', price: '1500' }, { type: 'limit' }, { leverage: 1.234 }, { leverage: '10' }, { price: '3000' }]),
    },
    makes: { kind: 'order', field: 'order_id' },
  });
  const list = { do: 'GET /api/trading-api/orders' };
  return [inB(), inB(), inA(), inB(), inB(), inA(), inB(), inB(), inA(), list, { do: 'GET /api/trading-api/portfolio' }];
}; // prettier-ignore
