/**
 * Perpetual positions: one for each market and agent, opened and increased with isolated margin, netted by opposite
 * trades, liquidated when the margin is used up, and charged or paid funding. One account holds all margins.
 */
import { assert } from '../../../core/base/assert.ts';
import { exactShare } from '../../../core/base/exact-share.ts';
import type { Micros } from '../../../core/base/money.ts';
import { refuse, type Outcome } from '../../../core/base/refusal.ts';
import { GroupIndex, Table } from '../../../core/base/table.ts';
import type { Platform, RegisteredAgent } from '../ports.ts';
import { DoubtfulPositions } from './doubtful-positions.ts';
import { withFill, withLeft } from './entry-price.ts';
import type { Market } from './markets.ts';
import type { OrderSide } from './order-record.ts';
import { closingOf, isExhausted, worthAt, type Position } from './position.ts';
import { ratePerUnit } from './price-feed.ts';
import type { TradingTreasury } from './treasury.ts';
import { valueOf, type Lots, type Ticks } from './units.ts';

/** A trade at a known price. */
export interface PerpTrade {
  readonly agent: RegisteredAgent;
  readonly market: Market;
  readonly side: OrderSide;
  readonly lots: Lots;
  /** The worth of the order; margin and fee are shares of it. */
  readonly valueMicros: Micros;
  readonly price: Ticks;
  readonly leverage: number;
  readonly role: 'maker' | 'taker';
}

/** The part of a trade that was executed: less than ordered under policy `trading.netting: close-only`. */
export interface Traded {
  readonly lots: Lots;
  readonly valueMicros: Micros;
  readonly feeMicros: Micros;
}

/** A trade divided into the part that closes the present position and the part that opens or increases one. */
interface Plan extends Traded {
  readonly closingLots: Lots;
  readonly openingLots: Lots;
  readonly marginMicros: Micros;
}

/** Keeps and settles positions. A position never loses more than its margin (gap T9). */
export class PerpDesk {
  readonly #platform: Platform;
  readonly #treasury: TradingTreasury;
  readonly #positions: Table<Position>;
  readonly #byAgent: GroupIndex<Position>;
  /** The positions of each market that are not closed. */
  readonly #open: Table<{ positions: readonly Position[] }>;
  /** By market; derived from the positions. */
  readonly #doubtful = new Map<string, DoubtfulPositions>();

  constructor(parts: { platform: Platform; treasury: TradingTreasury }) {
    this.#platform = parts.platform;
    this.#treasury = parts.treasury;
    this.#positions = new Table(parts.platform.journal);
    this.#byAgent = new GroupIndex(parts.platform.journal);
    this.#open = new Table(parts.platform.journal);
  }

  /** An agent's open positions, in the order of their first opening. */
  positionsOf(agent: RegisteredAgent): readonly Position[] {
    return this.#byAgent.get(agent.agentId).filter(({ lots }) => lots > 0);
  }

  openIn(market: Market): readonly Position[] {
    return this.#open.get(market.symbol)?.positions ?? [];
  }

  /** Lots by which a trade on that side would make the agent's position smaller. */
  reducible(agent: RegisteredAgent, market: Market, side: OrderSide): Lots {
    const position = this.#positions.get(keyOf(agent, market));
    return position === undefined || position.side === side ? 0 : position.lots;
  }

  /** Nets, then opens (gap T14). Refuses INSUFFICIENT_BALANCE where margin and fee are not covered. */
  trade(trade: PerpTrade): Outcome<Traded> {
    const position = this.#positionOf(trade.agent, trade.market);
    const plan = this.#planOf(trade, position);
    const closing = plan.closingLots > 0 ? closingOf(position, plan.closingLots, trade.price) : undefined;
    const gain = closing === undefined ? 0 : this.#covered(closing.gainMicros);
    const proceeds = closing === undefined ? 0 : closing.marginMicros + gain;
    if (this.#treasury.available(trade.agent) + proceeds < plan.marginMicros + plan.feeMicros) {
      return refuse('INSUFFICIENT_BALANCE', 'the USDC balance does not cover margin and fee');
    }
    if (closing !== undefined) this.#close(position, plan.closingLots, { ...closing, gainMicros: gain });
    if (plan.openingLots > 0) this.#grow(position, trade, plan);
    const { lots, valueMicros, feeMicros } = plan;
    this.#treasury.charge(trade.agent, feeMicros);
    return { lots, valueMicros, feeMicros };
  }

  /** Closes every position of a market whose margin is used up at the mark price (gap T9). */
  liquidate(market: Market, mark: Ticks): void {
    const buffer = this.#platform.policies['trading.liquidation'];
    for (const position of this.#doubtfulIn(market).at(mark, this.openIn(market))) {
      if (isExhausted(position, mark, buffer)) this.#liquidate(position, mark);
    }
  }

  /**
   * Longs pay shorts, or shorts longs if the rate is negative, from margin to margin through one account.
   * The venue pays or takes the difference of longs and shorts, so that each settlement adds up to 0 (gap T8).
   */
  settleFunding(market: Market, at: { mark: Ticks; rate: number }): void {
    const positions = this.openIn(market);
    const payers: OrderSide = at.rate > 0 ? 'buy' : 'sell';
    const dues = positions.map((position) => ({ position, due: fundingOn(position, at) }));
    const before = this.#treasury.balance('trading:funding');
    for (const { position, due } of dues) if (position.side === payers) this.#payFunding(position, due);
    const owed = dues.reduce((sum, { position, due }) => sum + (position.side === payers ? 0 : due), 0);
    this.#topUpFunding(owed);
    for (const { position, due } of dues) if (position.side !== payers) this.#receiveFunding(position, due);
    if (this.#platform.policies['trading.fundingRest'] === 'venue') this.#drainFunding();
    this.#platform.emit('fundingSettled', this.#treasury.balance('trading:funding') - before);
  }

  /** Micros by which the margins of all positions differ from their account; anything but 0 is a bug. */
  driftMicros(): Micros {
    let margins = 0;
    for (const { marginMicros } of this.#positions.rows()) margins += marginMicros;
    return Math.abs(margins - this.#treasury.balance('trading:margin'));
  }

  #planOf(trade: PerpTrade, position: Position): Plan {
    const reducible = position.side === trade.side ? 0 : position.lots;
    const closingLots = Math.min(trade.lots, reducible);
    const isClosingOnly = closingLots > 0 && this.#platform.policies['trading.netting'] === 'close-only';
    const lots = isClosingOnly ? closingLots : trade.lots;
    const share = (part: Lots): Micros =>
      part === trade.lots
        ? trade.valueMicros
        : exactShare(trade.valueMicros, { numerator: part, denominator: trade.lots, rounding: 'ceil' });
    const valueMicros = share(lots);
    const openingLots = lots - closingLots;
    return {
      lots,
      valueMicros,
      closingLots,
      openingLots,
      feeMicros: this.#treasury.feeOn(valueMicros, trade.role),
      marginMicros: marginFor(openingLots === 0 ? 0 : share(openingLots), trade.leverage),
    };
  }

  /** A profit, capped at what the venue can pay; a loss unchanged. */
  #covered(gainMicros: Micros): Micros {
    return gainMicros <= 0 ? gainMicros : this.#treasury.venueCovers(gainMicros);
  }

  /** Margin and profit go back to the agent; a loss is taken from the margin first. */
  #close(
    position: Position,
    lots: Lots,
    closing: { marginMicros: Micros; costMicros: Micros; gainMicros: Micros },
  ): void {
    const { marginMicros, costMicros, gainMicros } = closing;
    const loss = Math.max(0, -gainMicros);
    assert(loss <= marginMicros, 'a position never loses more than its margin');
    this.#treasury.move('trading:margin', 'trading:venue', { amount: loss, kind: 'trading-loss' });
    const rest = { amount: marginMicros - loss, kind: 'trading-margin' } as const;
    this.#treasury.pay('trading:margin', position.agent, rest);
    const profit = { amount: Math.max(0, gainMicros), kind: 'trading-profit' } as const;
    this.#treasury.pay('trading:venue', position.agent, profit);
    this.#shrink(position, { lots, marginMicros, costMicros });
  }

  #shrink(position: Position, by: { lots: Lots; marginMicros: Micros; costMicros: Micros }): void {
    const lots = position.lots - by.lots;
    this.#update(position, {
      lots,
      entryLotTicks: withLeft(position.entryLotTicks, lots, position.lots),
      marginMicros: position.marginMicros - by.marginMicros,
      costMicros: position.costMicros - by.costMicros,
      ...(lots === 0 ? { fundingMicros: 0 } : {}),
    });
    if (lots > 0) return;
    assert(position.marginMicros === 0 && position.costMicros === 0, 'a closed position holds nothing');
    this.#list(position.market, (open) => open.filter((other) => other !== position));
  }

  #grow(position: Position, trade: PerpTrade, plan: Plan): void {
    const { marginMicros, openingLots } = plan;
    this.#treasury.collect(trade.agent, 'trading:margin', { amount: marginMicros, kind: 'trading-margin' });
    const isNew = position.lots === 0;
    this.#update(position, {
      side: trade.side,
      lots: position.lots + openingLots,
      costMicros: position.costMicros + worthAt(trade.side, openingLots, trade.price),
      entryLotTicks: withFill(position.entryLotTicks, openingLots, trade.price),
      marginMicros: position.marginMicros + marginMicros,
    });
    if (isNew) this.#list(trade.market, (open) => [...open, position]);
  }

  #liquidate(position: Position, mark: Ticks): void {
    const { marginMicros, costMicros, gainMicros } = closingOf(position, position.lots, mark);
    const keepsRest = this.#platform.policies['trading.liquidationRest'] === 'kept' && gainMicros <= 0;
    const taken = keepsRest ? -marginMicros : this.#covered(gainMicros);
    this.#close(position, position.lots, { marginMicros, costMicros, gainMicros: taken });
    this.#platform.emit('positionLiquidated', Math.max(0, -taken));
    this.#platform.emit('marginReturned', marginMicros + Math.min(0, taken));
  }

  #payFunding(position: Position, due: Micros): void {
    const amount = Math.min(due, position.marginMicros);
    this.#treasury.move('trading:margin', 'trading:funding', { amount, kind: 'trading-funding' });
    this.#adjustMargin(position, -amount);
    this.#platform.emit('fundingPaid', amount);
  }

  #receiveFunding(position: Position, due: Micros): void {
    const amount = Math.min(due, this.#treasury.balance('trading:funding'));
    this.#treasury.move('trading:funding', 'trading:margin', { amount, kind: 'trading-funding' });
    this.#adjustMargin(position, amount);
  }

  #adjustMargin(position: Position, by: Micros): void {
    this.#update(position, {
      marginMicros: position.marginMicros + by,
      fundingMicros: position.fundingMicros + by,
    });
  }

  #topUpFunding(owed: Micros): void {
    const missing = owed - this.#treasury.balance('trading:funding');
    if (missing <= 0) return;
    const amount = this.#treasury.venueCovers(missing);
    this.#treasury.move('trading:venue', 'trading:funding', { amount, kind: 'trading-funding' });
  }

  #drainFunding(): void {
    const amount = this.#treasury.balance('trading:funding');
    this.#treasury.move('trading:funding', 'trading:venue', { amount, kind: 'trading-funding' });
  }

  #doubtfulIn(market: Market): DoubtfulPositions {
    let doubtful = this.#doubtful.get(market.symbol);
    if (doubtful === undefined) this.#doubtful.set(market.symbol, (doubtful = new DoubtfulPositions()));
    return doubtful;
  }

  /** Changes a position, which is in doubt from then on. */
  #update(position: Position, patch: Partial<Position>): void {
    const { journal } = this.#platform;
    const doubt = (): void => this.#doubtfulIn(position.market).changed(position);
    // Recorded first, so that it runs after the change is undone.
    if (journal.open) journal.record(doubt);
    this.#positions.update(position, patch);
    doubt();
  }

  #positionOf(agent: RegisteredAgent, market: Market): Position {
    const key = keyOf(agent, market);
    const known = this.#positions.get(key);
    if (known !== undefined) return known;
    const empty = { side: 'buy', lots: 0, costMicros: 0, entryLotTicks: 0n, marginMicros: 0 } as const;
    const position = this.#positions.insert(key, { agent, market, fundingMicros: 0, ...empty });
    this.#byAgent.add(agent.agentId, position);
    return position;
  }

  #list(market: Market, change: (open: readonly Position[]) => readonly Position[]): void {
    const row = this.#open.get(market.symbol) ?? this.#open.insert(market.symbol, { positions: [] });
    this.#open.update(row, { positions: change(row.positions) });
  }
}

const keyOf = (agent: RegisteredAgent, market: Market): string => `${agent.agentId}/${market.symbol}`;

/** Isolated margin: the worth over the leverage (gap T9), rounded up. */
export const marginFor = (valueMicros: Micros, leverage: number): Micros =>
  exactShare(valueMicros, { numerator: 100, denominator: leverage, rounding: 'ceil' });

/** What a position pays or receives at a rate, rounded down to whole micros. */
const fundingOn = (position: Position, { mark, rate }: { mark: Ticks; rate: number }): Micros =>
  exactShare(valueOf(position.lots, mark, 'floor'), {
    numerator: Math.abs(rate),
    denominator: ratePerUnit,
    rounding: 'floor',
  });
