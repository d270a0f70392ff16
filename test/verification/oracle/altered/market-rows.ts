/** Prices, worths and assets that are heard in another form: what the rules of the market and of the wallet say of each. */
import { formatInstant } from '../../../../src/core/base/time.ts';
import type { Balances, Body } from '../../../../src/verification/oracle/exchange.ts';
import { AssetWorths } from '../../../../src/verification/oracle/facts/asset-worths.ts';
import { checkConfirmations } from '../../../../src/verification/oracle/facts/confirmations.ts';
import { MarketPrices } from '../../../../src/verification/oracle/facts/prices.ts';
import { WalletBalances } from '../../../../src/verification/oracle/facts/wallet-balances.ts';
import type { KeptSubject } from '../../../kept-digests.ts';
import { keptOf, type Asked, type FactSubject } from './altered-calls.ts';

const minute = 60_000;
const prices: FactSubject['fact'] = (file) => {
  const model = new MarketPrices(file);
  return (exchange) => model.answered(exchange);
};

const quote = (mid: number, atMs = 0, more: Body = {}): Asked => [
  'trading/B/price',
  { atMs, answer: { pair: 'ETH-USDC', bid: mid * 0.99975, mid, ask: mid * 1.00025, ...more } },
];
const ticker = (price: number, atMs = 0, more: Body = {}): Asked => [
  'trading/A/ticker',
  { atMs, params: { symbol: 'ETH-PERP' }, answer: { mark_price: price, ...more } },
];
const day = { change_24h: 5, volume_24h: '1000.5', funding_rate: 0.0001 };
const marked = (style: string, price: number, atMs = 0): Asked[] => [
  [`trading/${style}/positions`, { atMs, answer: { positions: [{ symbol: 'ETH-PERP', pair: 'ETH-USDC', mark_price: price }, {}] } }],
  [`trading/${style}/markets`, { atMs, answer: { markets: [{ symbol: 'ETH-PERP', pair: 'BTC-USDC', mark_price: price }] } }],
]; // prettier-ignore

const quoted: readonly (readonly Asked[])[] = [
  [quote(2000), quote(2000, 30_000), quote(2001, minute)],
  [quote(2000), ticker(2000, 1000), ...marked('A', 2000, 2000), ...marked('B', 2000, 3000)],
  [quote(2000, 5000, day), ticker(2000, 6000, day), quote(2000, 7000, { ...day, change_24h: 6 }), quote(2000, minute, { ...day, volume_24h: 0, funding_rate: 0.0005 })],
  [quote(2000), quote(2100, 24 * 60 * minute, { change_24h: 5 }), quote(2100, 24 * 60 * minute + minute, { change_24h: 7 }), ['wallet/B/price', { answer: { pair: 'ETH-USDC', mid: 7 } }]],
  [quote(2000), quote(2004, 8 * 60 * minute, { funding_rate: 0.000_01 }), quote(2004, 8 * 60 * minute + 1, { funding_rate: 0.000_08 })],
  [quote(2000), quote(2400, 8 * 60 * minute, { funding_rate: 0.0005 }), quote(2400, 8 * 60 * minute + 1, { funding_rate: 0.000_0625 }), quote(1500, 16 * 60 * minute, { funding_rate: -0.0005 })],
]; // prettier-ignore
const fundings = [{ 'trading.fundingEvery': '1h' }, { 'trading.fundingEvery': '8h' }];

const jump = (more: object = {}) => ({ service: 'trading', kind: 'price-jump', target: 'ETH-USDC', atMs: 2 * minute, endMs: 2 * minute, basisPoints: 2000, ...more }); // prettier-ignore
const jumps: readonly (readonly object[])[] = [
  [jump()], [jump({ target: 'all' })], [jump({ target: 'BTC-USDC' })], [jump({ basisPoints: -2000 })], [jump({ basisPoints: 800 })], [jump({ basisPoints: 799 })], [jump({ service: 'wallet' })],
  [jump(), jump({ kind: 'slow' })], [jump(), jump({ atMs: 3 * minute })], [jump({ atMs: 0 })], [jump({ atMs: 5 * minute })], [jump({ atMs: 4 * minute + 59_999 })], [jump({ basisPoints: -800 })],
]; // prettier-ignore
const moves = [0.5, 0.8, 0.9, 0.91, 1, 1.09, 1.1, 1.2, 1.3, 1.31, 1.44].flatMap((factor) =>
  [[2000, 5], [2000, 6], [2000, 0], [0.1, 5], [0.09, 5]].map(([price = 0, minutes = 0]): readonly Asked[] => [ticker(price), ticker(price * factor, minutes * minute), ticker(price * factor, minutes * minute + 1), ticker(price, minutes * minute + 2)]),
); // prettier-ignore

const worths: FactSubject['fact'] = (file) => {
  const model = new AssetWorths(file);
  return (exchange) => model.answered(exchange);
};
const token = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const price: Asked = ['trading/B/price', { answer: { pair: 'ETH-USDC', mid: 2000 } }];
const bought: Asked = [
  'wallet/A/swap',
  { answer: { from: 'USDC', to: 'ETH', received: 0.5, received_usdc: 1000 } },
];
const sold: Asked = [
  'wallet/A/swap',
  { answer: { from: 'ETH', to: 'USDC', amount: 0.5, received: 995, fee_usdc: 5 } },
];
const held: Asked = [
  'wallet/A/balance',
  {
    answer: {
      chains: {
        base: { usdc: 10, usdc_equivalent: 1010, native: 0.5, symbol: 'ETH' },
        solana: { usdc: 0, usdc_equivalent: 0, native: 0, symbol: 'SOL' },
      },
    },
  },
];
const offered: Asked = [
  'wallet/primary/quote',
  {
    answer: {
      value_usdc: 1000,
      fees: { total: 10 },
      amount: 0.5,
      amount_out: 0.495,
      from_chain: 'ethereum',
      from_token: 'native',
      to_chain: 'base',
      to_token: 'native',
    },
  },
];
const cashed: Asked = [
  'wallet/primary/quote',
  {
    answer: {
      value_usdc: 1000,
      fees: { total: 10 },
      amount: 0.5,
      amount_out: 990,
      from_chain: 'base',
      from_token: 'native',
      to_chain: 'base',
      to_token: token,
    },
  },
];
const worth: readonly (readonly Asked[])[] = [bought, sold, held, offered, cashed].flatMap((call) => [
  [price, call],
  [call, price],
]);
const exact = [1, 1 + 1e-10, 1 + 1e-8, 1 - 1e-8, 1.005, 1.0101, 0.995, 1.02].map((factor): readonly Asked[] =>
  [bought, sold, held, offered].flatMap((call, at): Asked[] => [[call[0], { ...call[1], atMs: at * minute }], ['trading/B/price', { atMs: at * minute + 1, answer: { pair: 'ETH-USDC', mid: 2000 * factor } }]]),
); // prettier-ignore
const fine = [0, 1e-6, 2e-6, 3e-6, 4e-6, 1e-5].flatMap((off) => [off, -off]).map((off): readonly Asked[] => [
  price, ['wallet/A/swap', { answer: { from: 'USDC', to: 'ETH', received: 0.001, received_usdc: 2 + off } }], ['wallet/A/swap', { answer: { from: 'ETH', to: 'USDC', amount: 0.001, received: 2 + off, fee_usdc: 0 } }], ['wallet/A/swap', { answer: { from: 'ETH', to: 'USDC', amount: 0.001, received: 1.98 + off, fee_usdc: 0 } }],
  ['wallet/primary/quote', { answer: { ...cashed[1]?.answer, value_usdc: 2 + off, amount: 0.001 } }], ['wallet/primary/quote', { answer: { ...offered[1]?.answer, value_usdc: 2 + off, amount: 0.001, amount_out: 0.001, fees: { total: 0 } } }],
]); // prettier-ignore

const assets: FactSubject['fact'] = (file) => {
  const model = new WalletBalances(file);
  const balances: Balances = new Map([['alice', { availableMicros: 10_000_000, heldMicros: 0 }]]);
  return (exchange, agent) => model.answered(exchange, { agent, balances });
};
const shows = (chains: Body, query = {}): Asked => ['wallet/B/balance', { query, answer: { chains } }];
const home = {
  ethereum: { usdc: '10.00', eth: '0.5' },
  base: { usdc: '0.00', eth: '0' },
  polygon: { usdc: '0.00', pol: '0' },
};
const buys = (to: string, received: number): Asked => [
  'wallet/A/swap',
  { body: { from: 'USDC', to, amount: 100 }, answer: { from: 'USDC', to, received } },
];
const sells = (from: string, amount: number): Asked => [
  'wallet/A/swap',
  { body: { from, to: 'USDC', amount }, answer: { from, to: 'USDC', received: 1 } },
];
const refuses = (amount: number, more: Body = {}): Asked => [
  'wallet/A/send',
  {
    status: 422,
    body: { token: 'native', chain: 'base', amount, ...more },
    answer: { code: 'INSUFFICIENT_BALANCE' },
  },
];
const balances: readonly (readonly Asked[])[] = [
  [buys('ETH', 0.5), shows(home)],
  [buys('base:ETH', 0.5), refuses(0.1), refuses(0.499), refuses(0.4991), refuses(0.1, { chain: 'ethereum' }), refuses(0.1, { token: 'USDC' })],
  [buys('SOL', 2), sells('SOL', 1), sells('SOL', 1.1), shows({ solana: { symbol: 'SOL', native: 1, usdc: 0 } }), sells('SOL', -3)],
  [buys('base:eth', 0.5), sells('ETH', 0.2), refuses(0.2), shows({ base: { eth: 0.3, usdc: 10 } }, { chain: 'base' }), shows({ base: { eth: 0.2 } }, { chain: 'base' }), shows({ base: { eth: 0.31 } }, { chain: 'base' })],
  ...(['fund', 'send', 'sendSigned'] as const).map((operation): readonly Asked[] => [buys('ETH', 0.5), [`wallet/A/${operation}`, { body: { chain: 'polygon', token: 'native' }, answer: {} }], shows({ base: { eth: 0.7 }, polygon: { pol: 3 } }), sells('ETH', 9)]),
  [['wallet/primary/openSwap', { body: { from_chain: 'base', to_chain: 'solana' }, answer: {} }], shows({ base: { eth: 1 }, solana: { symbol: 'SOL', native: 1 }, polygon: { pol: 1 } }), refuses(-1), sells('ETH', 1)],
  [['wallet/A/send', { body: { chain: 'base' }, answer: { chain: 'base' } }], ['wallet/A/send', { body: { chain: 'polygon', token: 'USDC' }, answer: { chain: 'polygon' } }], ['wallet/A/send', { body: { chain: 'solana', token: 'native' }, status: 400, answer: {} }], shows({ base: { eth: 1 }, polygon: { pol: 1 }, solana: { symbol: 'SOL', native: 1 } })],
]; // prettier-ignore
const genesis = [{}, { 'wallet.genesis': 'gas' }, { 'wallet.balanceHome': 'everywhere' }];

const chains = 'ethereum base arbitrum polygon solana tron monero bitcoin'.split(' ');
const windows = [
  0, 249, 250, 400, 1500, 1501, 2000, 6000, 9000, 11_000, 18_000, 24_000, 72_000, 132_000, 720_000, 1e8,
];
const confirmed = (['wallet/B/transaction', 'wallet/A/transactions', 'wallet/B/transactions', 'wallet/primary/chainTransactions'] as const).map((call, at): readonly Asked[] =>
  chains.flatMap((chain) =>
    windows.map((ms): Asked => {
      const row = { tx_hash: 'h', chain, status: ms % 500 === 0 ? 'pending' : 'confirmed', [['created_at', 'ts', 'at'][at % 3] ?? 'at']: formatInstant(1e6), settled_at: ms % 500 === 0 ? null : formatInstant(1e6 + ms) };
      return [call, { atMs: 1e6 + ms, answer: call.endsWith('transaction') ? row : { transactions: [row] } }];
    }),
  ),
); // prettier-ignore
/** On either side of the first and the last instant of each chain. */
const edges = ([['ethereum', 12_000, 12], ['base', 2_000, 10], ['arbitrum', 250, 20], ['polygon', 2_000, 30], ['solana', 400, 32], ['tron', 3_000, 19], ['monero', 120_000, 10]] as const).flatMap(([chain, every, depth]) =>
  [0, depth - 1, 6, depth + 6].map((count): readonly Asked[] =>
    [-1, 0, 1].flatMap((by): Asked[] => [null, formatInstant(1e6 + every * count + by)].map((settled): Asked => ['wallet/B/transaction', { atMs: 1e6 + every * count + by, answer: { tx_hash: 'h', chain, created_at: formatInstant(1e6), settled_at: settled, status: settled === null ? 'pending' : 'failed' } }])),
  ),
); // prettier-ignore
const confirms: FactSubject['fact'] = (file) => (exchange) => checkConfirmations(file, exchange);
const depths = [{}, { 'wallet.confirmed': 'depth' }];

/** Rows as they are. */
export const whole: readonly KeptSubject[] = [
  ...keptOf({ name: 'prices beside a fault', fact: prices, rows: quoted, faults: [jump({ basisPoints: 1 })], isWhole: true }),
  ...keptOf({ name: 'worths to their last digits', fact: worths, rows: [...exact, ...fine], isWhole: true }),
  ...keptOf({ name: 'worths beside a fault', fact: worths, rows: exact, faults: [{ service: 'trading' }], isWhole: true }),
  ...keptOf({ name: 'worths beside a fault of another service', fact: worths, rows: exact, faults: [{ service: 'wallet' }], isWhole: true }),
  ...(['after', 'before'] as const).flatMap((effect) => ['wallet', 'casino'].flatMap((service) => keptOf({ name: `assets beside a fault ${effect} a call of ${service}`, fact: assets, rows: balances, faults: [{ service, effect }], isWhole: true }))),
  ...keptOf({ name: 'edges of confirmations', fact: confirms, rows: edges, policies: depths, isWhole: true }),
  ...keptOf({ name: 'prices as they are', fact: prices, rows: quoted, policies: fundings, isWhole: true }),
  ...keptOf({ name: 'worths as they are', fact: worths, rows: worth, isWhole: true }),
  ...keptOf({ name: 'assets as they are', fact: assets, rows: balances, policies: genesis, isWhole: true }),
]; // prettier-ignore

/** Each row also with one part in another form. */
export const altered: readonly KeptSubject[] = [
  ...jumps.flatMap((faults, index) => keptOf({ name: `jumps ${index}`, fact: prices, rows: moves, faults, isWhole: true })),
  ...keptOf({ name: 'confirmations', fact: confirms, rows: [...confirmed, ...edges], policies: depths, isWhole: true }),
  ...keptOf({ name: 'confirmations beside a clock', fact: confirms, rows: confirmed, faults: [{ service: 'wallet', kind: 'clock-step', atMs: 0 }], isWhole: true }),
  ...quoted.flatMap((row, index) => keptOf({ name: `prices ${index}`, fact: prices, rows: [row], policies: fundings })),
  ...keptOf({ name: 'worths', fact: worths, rows: worth }),
  ...balances.flatMap((row, index) => keptOf({ name: `assets ${index}`, fact: assets, rows: [row], policies: genesis })),
  ...keptOf({ name: 'parts of confirmations', fact: confirms, rows: confirmed.map((row) => row.slice(4, 5)), policies: depths }),
]; // prettier-ignore
