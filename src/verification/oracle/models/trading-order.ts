/** An order of the trading service, as the oracle follows it. */
import type { Micros } from '../../../core/base/money.ts';
import type { OpenEnd } from '../books.ts';
import type { Scaled } from './trade-arithmetic.ts';

export interface TradingOrder {
  readonly id: string;
  readonly agent: string;
  readonly pair: string;
  state: 'open' | 'filled' | 'cancelled';
  end: OpenEnd | undefined;
  readonly holds: Micros;
  readonly lots: Scaled | undefined;
}
