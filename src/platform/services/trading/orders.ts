/** All orders of the platform, and which of them are open in which market. */
import { GroupIndex, Table } from '../../../core/base/table.ts';
import type { Journal } from '../../../core/base/journal.ts';
import { newestFirst, type Page } from '../../../core/http/paging.ts';
import type { Instant } from '../../../core/base/time.ts';
import type { RegisteredAgent } from '../ports.ts';
import type { Market } from './markets.ts';
import type { Order, OrderFilter } from './order-record.ts';
import type { Ticks } from './units.ts';

/** The open orders of a market or of an agent, oldest first. */
interface OpenOrders {
  orders: readonly Order[];
}

/** The marks that matter to the open orders of a market; nothing is reached where there are none. */
export interface OrderLimits {
  readonly highestBuy: Ticks;
  readonly lowestSell: Ticks;
  readonly firstPlacedAtMs: Instant;
}

/** Indexes orders by id, agent and market; moves no money. */
export class Orders {
  readonly #orders: Table<Order>;
  readonly #byAgent: GroupIndex<Order>;
  /** A market maker asks for its orders of one pair every few minutes, and has thousands. */
  readonly #byPair: GroupIndex<Order>;
  readonly #open: Table<OpenOrders>;
  readonly #openOf: Table<OpenOrders>;
  /** Of the list that a market had when they were asked for: a changed list is another one. */
  readonly #limits = new WeakMap<readonly Order[], OrderLimits>();

  constructor(journal: Journal) {
    this.#orders = new Table(journal);
    this.#byAgent = new GroupIndex(journal);
    this.#byPair = new GroupIndex(journal);
    this.#open = new Table(journal);
    this.#openOf = new Table(journal);
  }

  get(id: string): Order | undefined {
    return this.#orders.get(id);
  }

  add(order: Order): void {
    this.#orders.insert(order.id, order);
    this.#byAgent.add(order.agent.agentId, order);
    this.#byPair.add(pairKey(order.agent, order.market.asset.pair), order);
    if (order.state === 'open') this.#list(order, (open) => [...open, order]);
  }

  /** Fills or cancels an open order. */
  settle(order: Order, end: Pick<Order, 'state' | 'fill'>): void {
    this.#orders.update(order, { reservation: null, ...end });
    this.#list(order, (open) => open.filter((other) => other !== order));
  }

  /** The open orders of a market, oldest first. */
  openIn(market: Market): readonly Order[] {
    return this.#open.get(market.symbol)?.orders ?? [];
  }

  limitsIn(market: Market): OrderLimits {
    const open = this.openIn(market);
    let limits = this.#limits.get(open);
    if (limits === undefined) this.#limits.set(open, (limits = limitsOf(open)));
    return limits;
  }

  /** The open orders of all markets. */
  *open(): Iterable<Order> {
    for (const { orders } of this.#open.rows()) yield* orders;
  }

  /** An agent's orders, newest first. */
  list(agent: RegisteredAgent, { state, pair, request }: OrderFilter): Page<Order> {
    if (state === 'open') {
      const open = this.#openOf.get(agent.agentId)?.orders ?? [];
      return newestFirst(pair === undefined ? open : open.filter((order) => isOf(order, pair)), request);
    }
    const own =
      pair === undefined ? this.#byAgent.get(agent.agentId) : this.#byPair.get(pairKey(agent, pair));
    return newestFirst(state === undefined ? own : own.filter((order) => order.state === state), request);
  }

  #list({ market, agent }: Order, change: (open: readonly Order[]) => readonly Order[]): void {
    changeList(this.#open, market.symbol, change);
    changeList(this.#openOf, agent.agentId, change);
  }
}

function changeList(
  table: Table<OpenOrders>,
  key: string,
  change: (open: readonly Order[]) => readonly Order[],
): void {
  const row = table.get(key) ?? table.insert(key, { orders: [] });
  table.update(row, { orders: change(row.orders) });
}

function limitsOf(open: readonly Order[]): OrderLimits {
  let [highestBuy, lowestSell, firstPlacedAtMs] = [-Infinity, Infinity, Infinity];
  for (const { side, limit, placedAtMs } of open) {
    if (limit !== null && side === 'buy') highestBuy = Math.max(highestBuy, limit);
    if (limit !== null && side === 'sell') lowestSell = Math.min(lowestSell, limit);
    firstPlacedAtMs = Math.min(firstPlacedAtMs, placedAtMs);
  }
  return { highestBuy, lowestSell, firstPlacedAtMs };
}

/** An agent id has no space. */
const pairKey = ({ agentId }: RegisteredAgent, pair: string): string => `${agentId} ${pair}`;

const isOf = ({ market }: Order, pair: string): boolean => market.asset.pair === pair;
