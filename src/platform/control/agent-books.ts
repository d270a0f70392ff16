/** What an agent holds in the books of the services, for display. Reads the world without changing it. */
import { formatUsdc } from '../../core/base/money.ts';
import { Refusal } from '../../core/base/refusal.ts';
import { formatInstant } from '../../core/base/time.ts';
import { allRows } from '../../core/http/paging.ts';
import type { Escrow } from '../services/escrow/escrow-record.ts';
import type { RegisteredAgent } from '../services/ports.ts';
import type { Order } from '../services/trading/order-record.ts';
import { gainOf, type PositionView } from '../services/trading/position.ts';
import type { Portfolio } from '../services/trading/trading.ts';
import { formatDecimal } from '../services/trading/units.ts';
import type { World } from '../world/world.ts';
import type { AgentInFull } from './observed.ts';

type Books = Pick<AgentInFull, 'escrows' | 'orders' | 'positions'>;
type Row<Name extends 'escrows' | 'orders'> = Books[Name]['rows'][number];

/** Of a longer list the newest are shown. */
const rowMax = 50;

const partOf = <Item, Shown>(
  items: readonly Item[],
  show: (item: Item) => Shown,
): { total: number; rows: Shown[] } => ({
  total: items.length,
  rows: items.slice(0, rowMax).map(show),
});

/** Open escrows of either side, resting orders, positions and holdings. */
export function booksOf({ services }: World, agent: RegisteredAgent): Books {
  const { escrow, trading } = services;
  const request = { limit: allRows, page: 1 };
  const escrows = escrow.list({ role: 'all', state: undefined, request }, agent);
  const orders = trading.orders({ state: 'open', pair: undefined, request }, agent);
  const portfolio = trading.portfolio(undefined, agent);
  const open = escrows instanceof Refusal ? [] : escrows.rows.filter(isOpen);
  return {
    escrows: partOf(open, (one) => escrowRow(one, agent)),
    orders: partOf(orders instanceof Refusal ? [] : orders.rows, orderRow),
    positions:
      portfolio instanceof Refusal
        ? []
        : [...portfolio.positions.map(positionRow), ...portfolio.holdings.map(holdingRow)],
  };
}

const isOpen = ({ state }: Escrow): boolean => state === 'locked' || state === 'disputed';

function escrowRow(escrow: Escrow, agent: RegisteredAgent): Row<'escrows'> {
  const isSender = escrow.sender === agent;
  const untilMs = escrow.dispute?.resolvesAtMs ?? escrow.expiresAtMs;
  return {
    id: escrow.id,
    role: isSender ? 'sender' : 'receiver',
    other: isSender ? escrow.receiver.name : escrow.sender.agentId,
    amount: formatUsdc(escrow.amountMicros),
    state: escrow.state,
    until: formatInstant(untilMs),
  };
}

const orderRow = ({ id, market, side, lots, limit }: Order): Row<'orders'> => ({
  id,
  market: market.symbol,
  side,
  size: formatDecimal(lots, market.asset.lotDecimals),
  limit: limit === null ? null : formatDecimal(limit, market.asset.priceDecimals),
});

function positionRow({ position, mark, liquidation }: PositionView): Books['positions'][number] {
  const { market, side, lots, marginMicros } = position;
  const price = (ticks: number): string => formatDecimal(ticks, market.asset.priceDecimals);
  return {
    market: market.symbol,
    side: side === 'buy' ? 'long' : 'short',
    size: formatDecimal(lots, market.asset.lotDecimals),
    mark: price(mark),
    margin: formatUsdc(marginMicros),
    gain: formatUsdc(gainOf(position, mark)),
    liquidation: liquidation === null ? null : price(liquidation),
  };
}

const holdingRow = ({
  holding: { asset, lots },
  mark,
}: Portfolio['holdings'][number]): Books['positions'][number] => ({
  market: asset.pair,
  side: 'spot',
  size: formatDecimal(lots, asset.lotDecimals),
  mark: formatDecimal(mark, asset.priceDecimals),
  margin: null,
  gain: null,
  liquidation: null,
});
