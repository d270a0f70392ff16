/**
 * Spot trades: USDC against lots of an asset, with the venue as counterparty. Holdings are whole lots; those of all
 * agents together equal what was bought less what was sold.
 */
import { refuse, type Outcome } from '../../../core/base/refusal.ts';
import { GroupIndex, Table } from '../../../core/base/table.ts';
import { exactShare } from '../../../core/base/exact-share.ts';
import type { Micros } from '../../../core/base/money.ts';
import type { Journal } from '../../../core/base/journal.ts';
import type { RegisteredAgent } from '../ports.ts';
import { withFill, withLeft, type LotTicks } from './entry-price.ts';
import type { TradedAsset } from './markets.ts';
import type { OrderSide } from './order-record.ts';
import type { TradingTreasury } from './treasury.ts';
import type { Lots, Ticks } from './units.ts';

/** An agent's balance of one asset. */
export interface SpotHolding {
  readonly agent: RegisteredAgent;
  readonly asset: TradedAsset;
  lots: Lots;
  /** The cost of the lots; a sale reduces it in proportion. */
  costMicros: Micros;
  /** The same before rounding, for the entry price. */
  entryLotTicks: LotTicks;
  /** Reserved for open sell orders. */
  reservedLots: Lots;
}

/** The lots of one asset traded since the start. */
interface Counter {
  readonly asset: TradedAsset;
  boughtLots: Lots;
  soldLots: Lots;
}

/** A trade at a known price. */
export interface SpotTrade {
  readonly agent: RegisteredAgent;
  readonly asset: TradedAsset;
  readonly side: OrderSide;
  readonly lots: Lots;
  readonly price: Ticks;
  readonly valueMicros: Micros;
  readonly feeMicros: Micros;
}

/** Keeps holdings and settles spot trades at once; assets exist only in its own books, USDC in the ledger. */
export class SpotDesk {
  readonly #treasury: TradingTreasury;
  readonly #holdings: Table<SpotHolding>;
  readonly #byAgent: GroupIndex<SpotHolding>;
  readonly #counters: Table<Counter>;

  constructor(parts: { treasury: TradingTreasury; journal: Journal }) {
    this.#treasury = parts.treasury;
    this.#holdings = new Table(parts.journal);
    this.#byAgent = new GroupIndex(parts.journal);
    this.#counters = new Table(parts.journal);
  }

  /** Every holding an agent ever had, oldest first; an empty one has no lots. */
  holdingsOf(agent: RegisteredAgent): readonly SpotHolding[] {
    return this.#byAgent.get(agent.agentId);
  }

  /** Lots that an agent may sell now. */
  free(agent: RegisteredAgent, asset: TradedAsset): Lots {
    const holding = this.#holdings.get(keyOf(agent, asset));
    return holding === undefined ? 0 : holding.lots - holding.reservedLots;
  }

  /** Refuses INSUFFICIENT_BALANCE, naming what is missing (gap E6), and MARKET_CLOSED if the venue cannot pay. */
  trade(trade: SpotTrade): Outcome<undefined> {
    return trade.side === 'buy' ? this.#buy(trade) : this.#sell(trade);
  }

  /** Reserves lots for a sell order; a negative number releases them. */
  reserve(agent: RegisteredAgent, asset: TradedAsset, lots: Lots): void {
    const holding = this.#holdingOf(agent, asset);
    this.#holdings.update(holding, { reservedLots: holding.reservedLots + lots });
  }

  /** Lots by which holdings and counters differ, over all assets; anything but 0 is a bug. */
  driftLots(): Lots {
    const held = new Map<string, Lots>();
    for (const { asset, lots } of this.#holdings.rows())
      held.set(asset.name, (held.get(asset.name) ?? 0) + lots);
    let drift = 0;
    for (const { asset, boughtLots, soldLots } of this.#counters.rows())
      drift += Math.abs((held.get(asset.name) ?? 0) - (boughtLots - soldLots));
    return drift;
  }

  #buy({ agent, asset, lots, price, valueMicros, feeMicros }: SpotTrade): Outcome<undefined> {
    if (this.#treasury.available(agent) < valueMicros + feeMicros) return short('USDC');
    this.#treasury.collect(agent, 'trading:venue', { amount: valueMicros, kind: 'trading-spot' });
    this.#treasury.charge(agent, feeMicros);
    const holding = this.#holdingOf(agent, asset);
    this.#holdings.update(holding, {
      lots: holding.lots + lots,
      costMicros: holding.costMicros + valueMicros,
      entryLotTicks: withFill(holding.entryLotTicks, lots, price),
    });
    const counter = this.#counterOf(asset);
    this.#counters.update(counter, { boughtLots: counter.boughtLots + lots });
    return undefined;
  }

  #sell({ agent, asset, lots, valueMicros, feeMicros }: SpotTrade): Outcome<undefined> {
    if (this.free(agent, asset) < lots) return short(asset.name);
    if (this.#treasury.venueCovers(valueMicros) < valueMicros) {
      return refuse('MARKET_CLOSED', `the venue cannot pay for ${asset.name} at the moment`);
    }
    this.#treasury.pay('trading:venue', agent, { amount: valueMicros, kind: 'trading-spot' });
    this.#treasury.charge(agent, feeMicros);
    const holding = this.#holdingOf(agent, asset);
    this.#holdings.update(holding, withoutLots(holding, lots));
    const counter = this.#counterOf(asset);
    this.#counters.update(counter, { soldLots: counter.soldLots + lots });
    return undefined;
  }

  #holdingOf(agent: RegisteredAgent, asset: TradedAsset): SpotHolding {
    const key = keyOf(agent, asset);
    const known = this.#holdings.get(key);
    if (known !== undefined) return known;
    const empty = { lots: 0, costMicros: 0, entryLotTicks: 0n, reservedLots: 0 };
    const holding = this.#holdings.insert(key, { agent, asset, ...empty });
    this.#byAgent.add(agent.agentId, holding);
    return holding;
  }

  #counterOf(asset: TradedAsset): Counter {
    return (
      this.#counters.get(asset.name) ??
      this.#counters.insert(asset.name, { asset, boughtLots: 0, soldLots: 0 })
    );
  }
}

function withoutLots(
  { lots, costMicros, entryLotTicks }: SpotHolding,
  sold: Lots,
): Pick<SpotHolding, 'lots' | 'costMicros' | 'entryLotTicks'> {
  const left = lots - sold;
  const share = { numerator: left, denominator: lots, rounding: 'floor' } as const;
  return {
    lots: left,
    costMicros: exactShare(costMicros, share),
    entryLotTicks: withLeft(entryLotTicks, left, lots),
  };
}

const keyOf = (agent: RegisteredAgent, asset: TradedAsset): string => `${agent.agentId}/${asset.name}`;

const short = (name: string): Outcome<undefined> =>
  refuse('INSUFFICIENT_BALANCE', `the ${name} balance does not cover the order`);
