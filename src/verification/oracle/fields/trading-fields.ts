/** Which fields of the trading the oracle looks at, and how; measured by `test/verification/oracle/noticed`. */
import type { FieldTable } from './field-table.ts';

export const tradingFields: FieldTable = {
  'A/cancel': {
    predicted: '/status',
    constrained: '/order_id',
  },
  'A/markets': {
    constrained: '/count /markets/[]/base /markets/[]/mark_price /markets/[]/quote /markets/[]/status /markets/[]/symbol /markets/[]/type',
  },
  'A/place': {
    constrained: '/entry_price /order_id',
  },
  'A/positions': {
    predicted: '/positions/[]/current_price /positions/[]/mark_price',
    constrained: '/positions/[]/entry_price /positions/[]/liquidation_price /positions/[]/margin /positions/[]/size /positions/[]/symbol /positions/[]/unrealized_pnl',
    unmodelled: '/positions/[]/funding /positions/[]/side',
  },
  'A/ticker': {
    constrained: '/funding_rate /mark_price /symbol',
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
