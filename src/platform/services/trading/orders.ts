/** All orders of the platform, and which of them are open in which market. */
import { GroupIndex, Table } from '../../../core/base/table.ts';
import type { Journal } from '../../../core/base/journal.ts';
import { newestFirst, type Page } from '../../../core/http/paging.ts';
import type { RegisteredAgent } from '../ports.ts';
import type { Market } from './markets.ts';
import type { Order, OrderFilter } from './order-record.ts';

/** Indexes orders by id, agent and market; moves no money. */
export class Orders {
  readonly #orders: Table<Order>;
  readonly #byAgent: GroupIndex<Order>;
  readonly #open: Table<{ orders: readonly Order[] }>;

  constructor(journal: Journal) {
    this.#orders = new Table(journal);
    this.#byAgent = new GroupIndex(journal);
    this.#open = new Table(journal);
  }

  get(id: string): Order | undefined {
    return this.#orders.get(id);
  }

  add(order: Order): void {
    this.#orders.insert(order.id, order);
    this.#byAgent.add(order.agent.agentId, order);
    if (order.state === 'open') this.#list(order.market, (open) => [...open, order]);
  }

  /** Fills or cancels an open order. */
  settle(order: Order, end: Pick<Order, 'state' | 'fill'>): void {
    this.#orders.update(order, { ...end, reservation: null });
    this.#list(order.market, (open) => open.filter((other) => other !== order));
  }

  /** The open orders of a market, oldest first. */
  openIn(market: Market): readonly Order[] {
    return this.#open.get(market.symbol)?.orders ?? [];
  }

  /** The open orders of all markets. */
  *open(): Iterable<Order> {
    for (const { orders } of this.#open.rows()) yield* orders;
  }

  /** An agent's orders, newest first. */
  list(agent: RegisteredAgent, filter: OrderFilter): Page<Order> {
    const own = this.#byAgent.get(agent.agentId);
    const isAll = filter.state === undefined && filter.pair === undefined;
    return newestFirst(isAll ? own : own.filter((order) => matches(order, filter)), filter.request);
  }

  #list(market: Market, change: (open: readonly Order[]) => readonly Order[]): void {
    const row = this.#open.get(market.symbol) ?? this.#open.insert(market.symbol, { orders: [] });
    this.#open.update(row, { orders: change(row.orders) });
  }
}

const matches = (order: Order, { state, pair }: OrderFilter): boolean =>
  (state === undefined || order.state === state) && (pair === undefined || order.market.asset.pair === pair);
