/** Which fields of the trading the oracle looks at, and how; measured by `test/verification/oracle/fields.test.ts`. */
import type { FieldTable } from './field-table.ts';

export const tradingFields: FieldTable = {
  'A/cancel': {
    predicted: '/status',
    constrained: '/order_id',
  },
  'A/markets': {
    constrained: '/count /markets/[]/base /markets/[]/mark_price /markets/[]/quote /markets/[]/symbol /markets/[]/type',
    unmodelled: '/markets/[]/status',
  },
  'A/place': {
    constrained: '/entry_price',
    made: '/order_id',
  },
  'A/positions': {
    predicted: '/positions/[]/current_price /positions/[]/mark_price',
    constrained: '/positions/[]/size',
    unmodelled: '/positions/[]/entry_price /positions/[]/funding /positions/[]/liquidation_price /positions/[]/margin /positions/[]/side /positions/[]/symbol /positions/[]/unrealized_pnl',
  },
  'A/ticker': {
    constrained: '/mark_price /symbol',
    unmodelled: '/funding_rate',
  },
  'B/cancel': {
    predicted: '/status',
    constrained: '/amount /fee /fill_price /fill_qty /leverage /market_type /order_id /pair /price /side /ts /type',
  },
  'B/orders': {
    constrained: '/orders/[]/amount /orders/[]/fee /orders/[]/fill_price /orders/[]/fill_qty /orders/[]/leverage /orders/[]/market_type /orders/[]/order_id /orders/[]/pair /orders/[]/price /orders/[]/side /orders/[]/status /orders/[]/ts /orders/[]/type /page /total',
  },
  'B/place': {
    predicted: '/order_id',
    constrained: '/amount /fee /fill_price /fill_qty /leverage /market_type /pair /price /side /status /ts /type',
  },
  'B/portfolio': {
    predicted: '/positions/[]/current_price /positions/[]/mark_price',
    constrained: '/positions/[]/entry_price /positions/[]/funding /positions/[]/liquidation_price /positions/[]/margin /positions/[]/market_type /positions/[]/pair /positions/[]/qty /positions/[]/side /positions/[]/unrealized_pnl /positions/[]/value',
    unmodelled: '/positions/[]/reserved_qty',
  },
  'B/price': {
    constrained: '/ask /bid /funding_rate /mid /pair',
    unmodelled: '/change_24h /volume_24h',
  },
}; // prettier-ignore
