/** What shows which reading a platform has of what is open about markets: a rule for each policy. */
import { callOf, isOk, objects, outcomeOf, text } from '../case.ts';
import type { AuditedExchange } from '../exchange.ts';

/** Pairs that there are both as a spot market and as a perpetual in every run (gap T7). */
const twofold: readonly unknown[] = ['ETH-USDC', 'BTC-USDC'];

/** By policy, what is wrong with an answer under an option; undefined where nothing is. */
export const tradingReadings = {
  // TRD25, gap T3: the message of a refusal names its field.
  'trading.spotLeverage': (option: string, exchange: AuditedExchange): string | undefined => {
    const { body, answer } = exchange;
    if (callOf(exchange) !== 'trading/B/place' || body?.['market_type'] === 'perp') return undefined;
    const leverage = body?.['leverage'];
    const isPlain = typeof leverage === 'number' || typeof leverage === 'string';
    const isWithin = isPlain && /^(?:10|[1-9])$/.test(String(leverage));
    const isNamed =
      outcomeOf(exchange) === 'BAD_REQUEST' && (text(answer, 'error') ?? '').includes('leverage');
    return option === 'ignore' && isWithin && isNamed ? 'an asset is refused with a leverage' : undefined;
  },
  // TRD22, gap T13: the message of a refusal names its field.
  'trading.marketPrice': (option: string, exchange: AuditedExchange): string | undefined => {
    const { body, answer } = exchange;
    if (option !== 'reject' || callOf(exchange) !== 'trading/B/place' || body?.['type'] === 'limit')
      return undefined;
    const isPriced = body?.['price'] !== undefined;
    if (isPriced && isOk(exchange)) return 'an order at the market has a price';
    const isNamed = outcomeOf(exchange) === 'BAD_REQUEST' && /\bprice\b/.test(text(answer, 'error') ?? '');
    // Of another type nothing is known: a refusal may name whatever it takes the order for.
    return isNamed && body?.['type'] === 'market' && !isPriced
      ? 'an order is refused for a price that it lacks'
      : undefined;
  },
  // TRD10, gap T9.
  'trading.portfolio': (option: string, exchange: AuditedExchange): string | undefined => {
    const rows = callOf(exchange) === 'trading/B/portfolio' ? objects(exchange.answer, 'positions') : [];
    const isShown = rows.some((row) => row['market_type'] === 'spot');
    return option === 'perps' && isShown ? 'an asset is among the positions' : undefined;
  },
  // Gap T15.
  'trading.fundingShown': (option: string, exchange: AuditedExchange): string | undefined => {
    const { answer } = exchange;
    if (callOf(exchange) !== 'trading/B/price' || !isOk(exchange)) return undefined;
    const isShown = answer['funding_rate'] !== undefined;
    if (answer['pair'] === 'ACE-USDC' && !isShown) return 'a perpetual has no rate';
    if (!twofold.includes(answer['pair'])) return undefined;
    return isShown === (option === 'with-perp') ? undefined : `a rate is ${isShown ? 'shown' : 'not shown'}`;
  },
  // TRD04, TRD12, gap T17.
  'trading.marketCount': (option: string, exchange: AuditedExchange): string | undefined => {
    if (callOf(exchange) !== 'trading/A/markets' || !isOk(exchange)) return undefined;
    const types = objects(exchange.answer, 'markets').map(({ type }) => type);
    const seen = types.filter((type) => type === 'perp').length;
    const wanted = option === 'perpetuals' ? 280 : 240;
    return seen === wanted ? undefined : `${seen} perpetuals are listed; expected ${wanted}`;
  },
};
