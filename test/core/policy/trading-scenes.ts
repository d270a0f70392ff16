/** What one small scene shows under each option of the trading policies. */
import type { PolicyName, PolicyValue } from '../../../src/core/policy/policies.ts';
import { admitted, type Member, type Overrides, type Stage } from '../../conformance/harness.ts';
import {
  numberOf,
  orderPath,
  orderPathA,
  place,
  positionsOf,
  priceOf,
  trader,
  tradingStage,
  type Oracle,
} from '../../conformance/trading-book.ts';
import type { Scene } from './scene.ts';

type TradingPolicy = Extract<
  PolicyName,
  `trading.${string}` | 'errors.marketClosedStatus' | 'limits.tradingRow'
>;

const orderA = { symbol: 'ETH-PERP', side: 'long', size: 0.01, leverage: 5, type: 'market' };
const perp = { market_type: 'perp' } as const;

/** A limit a little off the market, on the side where it rests: 1 is a tenth of a percent. */
const limitAt = (oracle: Oracle, permille: number): string =>
  oracle.text('ETH', Math.round(oracle.mid('ETH') * (1 + permille / 1_000)));

/** A long position at ten times, kept until it is closed by force; how it ended. */
function liquidated(overrides: Overrides): { stage: Stage; alice: Member; minutes: number } {
  const { stage, alice } = tradingStage(overrides, { usdc: 200 });
  place(alice, { ...perp, amount: 1_000, leverage: 10 });
  let minutes = 0;
  while (positionsOf(alice).length > 0 && minutes < 30 * 1_440) {
    stage.advance('1m');
    minutes += 1;
  }
  return { stage, alice, minutes };
}

export const tradingScenes: { [Name in TradingPolicy]: Scene<PolicyValue<Name>> } = {
  'errors.marketClosedStatus': {
    play: (overrides) => {
      const { stage, alice } = tradingStage(overrides);
      stage.fault({ kind: 'market-closed', service: 'trading', market: 'all', forMs: 1_000 });
      return alice.post(orderPath, { pair: 'ETH-USDC', side: 'buy', amount: 10 }).verdict;
    },
    shows: { '409': [409, 'MARKET_CLOSED'], '503': [503, 'MARKET_CLOSED'] },
  },
  'limits.tradingRow': {
    play: (overrides) => {
      const { alice } = tradingStage(overrides);
      return [
        admitted(200, () => alice.get('/api/trading-api/portfolio')),
        admitted(200, () => alice.post(orderPath, {})),
      ];
    },
    shows: { orders: [200, 120], service: [120, 0] },
  },
  'trading.sizeA': {
    play: (overrides) => {
      const { alice, oracle } = tradingStage(overrides);
      alice.post(orderPathA, { ...orderA, size: 1 });
      const [position] = positionsOf(alice);
      const coins = position === undefined ? 0 : numberOf(position, 'qty');
      return { coins: Math.round(coins * 100) / 100, isDear: oracle.mid('ETH') > 1_000_000 };
    },
    shows: { base: { coins: 1, isDear: true }, quote: { coins: 0, isDear: true } },
  },
  'trading.sidesA': {
    play: (overrides) => {
      const { alice } = tradingStage(overrides);
      return ['long', 'short', 'buy', 'sell', 'up'].map(
        (side) => alice.post(orderPathA, { ...orderA, side }).status,
      );
    },
    shows: { 'long-short': [201, 201, 400, 400, 400], any: [201, 201, 201, 201, 400] },
  },
  'trading.leverageA': {
    play: (overrides) => {
      const { alice } = tradingStage(overrides);
      const statuses = [1, 10, 10.01, 100, 100.01].map(
        (leverage) => alice.post(orderPathA, { ...orderA, leverage }).status,
      );
      return [...statuses, alice.post(orderPath, { ...perpOrder, leverage: 11 }).status];
    },
    shows: { bounded: [201, 201, 400, 400, 400, 400], wide: [201, 201, 201, 201, 400, 400] },
  },
  'trading.spotLeverage': {
    play: (overrides) => {
      const { alice } = tradingStage(overrides);
      return [1, 2].map((leverage) => {
        const { status, body } = alice.post(orderPath, { ...spotOrder, leverage });
        return [status, body['leverage']];
      });
    },
    shows: {
      reject: [
        [201, '1.00'],
        [400, undefined],
      ],
      ignore: [
        [201, '1.00'],
        [201, '1.00'],
      ],
    },
  },
  'trading.takerFee': {
    play: (overrides) => {
      const { stage, alice, oracle } = tradingStage(overrides);
      const taken = place(alice, { amount: 100 })['fee'];
      place(alice, { amount: 100, type: 'limit', price: limitAt(oracle, 20) });
      stage.advance('1m');
      return [taken, alice.get('/api/trading-api/orders').list('orders')[0]?.['fee']];
    },
    shows: { same: ['0.10', '0.10'], none: ['0.00', '0.10'] },
  },
  'trading.limitFill': {
    play: (overrides) => {
      const { stage, alice, oracle } = tradingStage(overrides);
      // Where the next mid will be: the ask is 2.5 basis points above it.
      const price = oracle.text('ETH', oracle.mid('ETH', 1));
      place(alice, { type: 'limit', price });
      stage.advance('1m');
      return alice.get('/api/trading-api/orders').list('orders')[0]?.['status'];
    },
    shows: { mid: 'filled', quote: 'open' },
  },
  'trading.marketableLimit': {
    play: (overrides) => {
      const { stage, alice, oracle } = tradingStage(overrides);
      const price = limitAt(oracle, 20);
      const first = place(alice, { type: 'limit', price });
      stage.advance('1m');
      const after = alice.get('/api/trading-api/orders').list('orders')[0];
      const fill = oracle.ticks('ETH', after?.['fill_price'] as string);
      // What was bought is worth the amount at the price it was bought at, whichever that is.
      const worth = numberOf(after ?? {}, 'fill_qty') * numberOf(after ?? {}, 'fill_price');
      const isFair = Math.abs(worth - 100) < 0.001;
      return [first['status'], after?.['status'], fill === oracle.ticks('ETH', price), isFair];
    },
    shows: { rests: ['open', 'filled', true, true], taker: ['filled', 'filled', false, true] },
  },
  'trading.orderLife': {
    play: (overrides) => {
      const { stage, alice, oracle } = tradingStage(overrides);
      place(alice, { type: 'limit', price: limitAt(oracle, -500) });
      const { held } = alice;
      stage.advance('24h');
      const early = alice.held;
      stage.advance('1m');
      return [held, early, alice.held];
    },
    shows: {
      cancelled: [100_100_000, 100_100_000, 100_100_000],
      day: [100_100_000, 100_100_000, 0],
    },
  },
  'trading.hours': {
    play: (overrides) => {
      const { stage, alice } = tradingStage(overrides, { startAt: '2026-03-06T23:59:59.999Z' });
      const tryOne = (): number => alice.post(orderPath, spotOrder).status;
      const friday = tryOne();
      stage.advance(1);
      const saturday = tryOne();
      stage.advance('48h');
      return [friday, saturday, tryOne()];
    },
    shows: { always: [201, 201, 201], weekdays: [201, 409, 201] },
  },
  'trading.volatility': {
    play: (overrides) => {
      const { alice, oracle } = tradingStage(overrides);
      const shown = numberOf(priceOf(alice), 'mid');
      const wanted = oracle.mid('ETH') / 1_000;
      return [shown === wanted, excessKurtosis(oracle) > 0.3];
    },
    shows: { clustered: [true, true], constant: [true, false] },
  },
  'trading.fundingEvery': {
    play: (overrides) => {
      const { stage, alice } = tradingStage(overrides);
      place(alice, { ...perp, amount: 900 });
      const margins = ['07:00', '08:00', '09:00'].map((time) => {
        stage.advanceTo(`2026-03-04T${time}:00.000Z`);
        return positionsOf(alice)[0]?.['margin'];
      });
      return margins.map((margin, index) => margin === (margins[index - 1] ?? '900.00'));
    },
    shows: { '8h': [true, false, true], '1h': [false, false, false] },
  },
  'trading.fundingRest': {
    play: (overrides) => {
      const { stage, alice, oracle } = tradingStage(overrides);
      const rate = oracle.feed.fundingRate(oracle.asset('ETH'), oracle.feed.stepAt(stage.nowMs) + 105);
      place(alice, { ...perp, amount: 900, side: rate > 0 ? 'buy' : 'sell' });
      stage.advanceTo('2026-03-04T08:00:00.000Z');
      const left = stage.account('trading:funding') ?? 0;
      return [rate === 0, left > 0];
    },
    shows: { venue: [false, false], account: [false, true] },
  },
  'trading.liquidation': {
    play: (overrides) => {
      const { stage, alice, minutes } = liquidated(overrides);
      const rest = alice.spendable - 99_000_000;
      return [minutes > 0, rest > 0, stage.account('trading:margin')];
    },
    shows: { maintenance: [true, true, 0], bankruptcy: [true, false, 0] },
  },
  'trading.liquidationRest': {
    play: (overrides) => {
      const { alice } = liquidated(overrides);
      return alice.spendable > 99_000_000;
    },
    shows: { returned: true, kept: false },
  },
  'trading.venue': {
    play: (overrides) => {
      const { stage, alice } = tradingStage(overrides);
      place(alice, { amount: 10 });
      return stage.account('trading:venue');
    },
    shows: { '10000000': 10_000_010_000_000, '0': 10_000_000 },
  },
  'trading.venueShort': {
    play: (overrides) => {
      const { stage, alice } = tradingStage({ ...overrides, 'trading.venue': '0' });
      // What the venue took in for the purchase has gone to somebody whose profit it paid.
      place(alice, { amount: 100 });
      place(alice, { ...perp, pair: 'BTC-USDC', amount: 300 });
      drain(stage, 'trading:venue');
      return [
        alice.post(orderPath, { ...spotOrder, side: 'sell', amount: 50 }).verdict,
        stage.account('trading:venue'),
      ];
    },
    shows: { capped: [[409, 'MARKET_CLOSED'], 0], issuer: [[201, undefined], 0] },
  },
  'trading.portfolio': {
    play: (overrides) => {
      const { alice } = tradingStage(overrides);
      place(alice, { amount: 10 });
      place(alice, { ...perp, amount: 20 });
      return positionsOf(alice).map((position) => position['market_type']);
    },
    shows: { all: ['perp', 'spot'], perps: ['perp'] },
  },
  'trading.orderMin': {
    play: (overrides) => {
      const { alice } = tradingStage(overrides);
      return ['0.999999', '1', '4.999999', '5'].map(
        (amount) => alice.post(orderPath, { ...spotOrder, amount }).status,
      );
    },
    shows: { '1': [400, 201, 201, 201], '5': [400, 400, 400, 201] },
  },
  'trading.orderMax': {
    play: (overrides) => {
      const { stage, alice } = tradingStage(overrides);
      stage.grant(alice, 2_000_000_000_000);
      return ['50', '50.000001', '1000000', '1000000.000001'].map(
        (amount) => alice.post(orderPath, { ...spotOrder, amount }).status,
      );
    },
    shows: { '1000000': [201, 201, 201, 400], '50': [201, 400, 400, 400] },
  },
  'trading.reservation': {
    play: (overrides) => {
      const { stage, alice, oracle } = tradingStage(overrides, { usdc: 150 });
      place(alice, { type: 'limit', price: limitAt(oracle, 20) });
      const { held } = alice;
      const second = alice.post(orderPath, { ...spotOrder, amount: 100 }).status;
      stage.advance('1m');
      const orders = alice.get('/api/trading-api/orders').list('orders');
      return [held, second, orders.map(({ status }) => status)];
    },
    shows: { full: [100_100_000, 422, ['filled']], none: [0, 201, ['filled', 'cancelled']] },
  },
  'trading.foreignOrder': {
    play: (overrides) => {
      const { stage, alice, oracle } = tradingStage(overrides);
      const id = place(alice, { type: 'limit', price: limitAt(oracle, -100) })['order_id'] as string;
      const bob = trader(stage, 'bob', 10);
      return [bob, alice].map(
        (member) => member.send({ method: 'DELETE', path: `${orderPath}/${id}` }).status,
      );
    },
    shows: { '404': [404, 200], '403': [403, 200] },
  },
  'trading.marketPrice': {
    play: (overrides) => {
      const { alice } = tradingStage(overrides);
      return alice.post(orderPath, { ...spotOrder, type: 'market', price: 1 }).status;
    },
    shows: { ignored: 201, reject: 400 },
  },
  'trading.netting': {
    play: (overrides) => {
      const { alice } = tradingStage(overrides);
      place(alice, { ...perp, amount: 100 });
      place(alice, { ...perp, amount: 150, side: 'sell' });
      return positionsOf(alice).map((position) => position['side']);
    },
    shows: { flip: ['sell'], 'close-only': [] },
  },
  'trading.fundingShown': {
    play: (overrides) => {
      const { alice } = tradingStage(overrides);
      return ['ETH-USDC', 'SYN-USDC'].map((pair) => 'funding_rate' in priceOf(alice, pair));
    },
    shows: { 'with-perp': [true, true], 'perp-only': [false, true] },
  },
  'trading.unknownMarket': {
    play: (overrides) => {
      const { alice } = tradingStage(overrides);
      return [
        alice.post(orderPath, { ...spotOrder, pair: 'NOTHING-USDC' }).verdict,
        alice.get('/api/trading-api/price/NOTHING-USDC').status,
      ];
    },
    shows: { '404': [[404, 'NOT_FOUND'], 404], closed: [[409, 'MARKET_CLOSED'], 404] },
  },
  'trading.marketCount': {
    play: (overrides) => {
      const { alice } = tradingStage(overrides);
      const markets = alice.get('/trading/api/v1/markets').list('markets');
      return [markets.length, markets.filter(({ type }) => type === 'perp').length];
    },
    shows: { perpetuals: [320, 280], 'all-markets': [280, 240] },
  },
};

const spotOrder = { pair: 'ETH-USDC', side: 'buy', amount: 10 };
const perpOrder = { ...spotOrder, ...perp };

/** Takes all that an account holds out of the platform, as nothing in the service could. */
function drain(stage: Stage, name: string): void {
  const { ledger } = stage.world;
  const ids = Array.from({ length: ledger.accountCount }, (_, id) => id);
  const account = ids.find((id) => ledger.accountName(id) === name) ?? 0;
  const issuer = ids.find((id) => ledger.accountName(id) === 'issuer') ?? 0;
  const amount = ledger.balance(account);
  ledger.book({ debit: account, credit: issuer, amount, kind: 'genesis', atMs: stage.nowMs });
}

/** How much heavier the tails of a week of returns are than a bell curve's, jumps left out. */
function excessKurtosis(oracle: Oracle): number {
  const asset = oracle.asset('ETH');
  const mids = Array.from({ length: 7 * 1_440 }, (_, step) => oracle.feed.mid(asset, step));
  const returns = mids.slice(1).map((mid, index) => mid / (mids[index] ?? mid) - 1);
  const quiet = returns.filter((move) => Math.abs(move) < 0.006);
  const moment = (power: number): number =>
    quiet.reduce((sum, move) => sum + move ** power, 0) / quiet.length;
  return moment(4) / moment(2) ** 2 - 3;
}
