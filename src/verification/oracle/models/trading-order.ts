/** An order of the trading service, as the oracle follows it. */
import type { Micros } from '../../../core/base/money.ts';
import type { OpenEnd } from '../books.ts';
import type { Scaled } from './trade-arithmetic.ts';

/** `end` is the fill that may still happen by itself; `holds` is the reserved amount in micro-USDC. */
export interface TradingOrder {
  readonly id: string;
  readonly agent: string;
  readonly pair: string;
  state: 'open' | 'filled' | 'cancelled';
  end: OpenEnd | undefined;
  readonly holds: Micros;
  readonly lots: Scaled | undefined;
}
