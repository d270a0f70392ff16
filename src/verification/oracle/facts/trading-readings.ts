/** What shows which reading a platform has of what is open about markets: a rule for each policy. */
import { callOf, isOk, objects } from '../case.ts';
import type { AuditedExchange } from '../exchange.ts';

/** Pairs that there are both as a spot market and as a perpetual in every run (gap T7). */
const twofold: readonly unknown[] = ['ETH-USDC', 'BTC-USDC'];

/** By policy, what is wrong with an answer under an option; undefined where nothing is. */
export const tradingReadings = {
  // Gap T15.
  'trading.fundingShown': (option: string, exchange: AuditedExchange): string | undefined => {
    const { answer } = exchange;
    if (callOf(exchange) !== 'trading/B/price' || !isOk(exchange) || !twofold.includes(answer['pair']))
      return undefined;
    const isShown = answer['funding_rate'] !== undefined;
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
