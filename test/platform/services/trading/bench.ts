/** The service by itself, on a ledger and a clock that a test steps: its prices are known beforehand, and its events kept. */
import { Journal } from '../../../../src/core/base/journal.ts';
import { Refusal } from '../../../../src/core/base/refusal.ts';
import { Streams } from '../../../../src/core/kernel/stream.ts';
import { Ledger } from '../../../../src/core/ledger/ledger.ts';
import type { Platform, PriceJump, RegisteredAgent } from '../../../../src/platform/services/ports.ts';
import { transferKinds } from '../../../../src/platform/services/transfer-kinds.ts';
import { Markets } from '../../../../src/platform/services/trading/markets.ts';
import type { Order, Placement } from '../../../../src/platform/services/trading/order-record.ts';
import type { PositionView } from '../../../../src/platform/services/trading/position.ts';
import { originOf, PriceFeed } from '../../../../src/platform/services/trading/price-feed.ts';
import { Trading } from '../../../../src/platform/services/trading/trading.ts';
import { policiesWith } from '../../world/new-world.ts';

export const minuteMs = 60_000;
/** Wednesday, four minutes before funding is settled. */
export const startMs = Date.UTC(2026, 2, 4, 7, 56);

/** Due calls run in the order of their time, and at one time in the order of their scheduling. */
export class SteppedClock {
  nowMs = startMs;
  #due: { atMs: number; call: () => void }[] = [];

  readonly schedule = (atMs: number, call: () => void): (() => void) => {
    const entry = { atMs, call };
    this.#due.push(entry);
    return () => void (this.#due = this.#due.filter((other) => other !== entry));
  };

  /** The times of all that is scheduled. */
  get times(): readonly number[] {
    return this.#due.map(({ atMs }) => atMs);
  }

  advanceTo(toMs: number): void {
    for (;;) {
      const next = this.#due.filter(({ atMs }) => atMs <= toMs).toSorted((a, b) => a.atMs - b.atMs)[0];
      if (next === undefined) break;
      this.#due = this.#due.filter((other) => other !== next);
      this.nowMs = Math.max(this.nowMs, next.atMs);
      next.call();
    }
    this.nowMs = toMs;
  }
}

export class TradingBench {
  readonly clock = new SteppedClock();
  readonly journal = new Journal();
  readonly ledger = new Ledger(this.journal, transferKinds);
  readonly issuer = this.ledger.openAccount('issuer', { mayGoNegative: true });
  readonly jumps: PriceJump[] = [];
  /** Names of markets that a fault has closed. */
  closed: readonly string[] = [];
  events: [string, number][] = [];
  readonly accrued: object[] = [];
  readonly trading: Trading;
  readonly feed: PriceFeed;
  readonly markets: Markets;

  constructor(overrides: Record<string, string> = {}) {
    const streams = new Streams('bench');
    const stream = (path: string) => streams.stream(path);
    const policies = policiesWith(overrides);
    let ids = 0;
    const platform = {
      ledger: this.ledger, journal: this.journal, policies, stream,
      nextId: (prefix: string) => `${prefix}_${(ids += 1)}`,
      emit: (event: string, amount: number) => void this.events.push([event, amount]),
      referral: { accrue: (fee: object) => void this.accrued.push(fee) },
    } as unknown as Platform; // prettier-ignore
    const hours = {
      jumps: this.jumps,
      isClosed: (names: readonly string[]) => names.some((name) => this.closed.includes(name)),
    };
    this.trading = new Trading({ platform, clock: this.clock, issuer: this.issuer, hours });
    this.markets = new Markets({ stream, counted: 'perpetuals' });
    this.feed = new PriceFeed({
      originMs: originOf(startMs),
      stream,
      clustering: 'clustered',
      jumps: this.jumps,
    });
  }

  agent(agentId: string, usdc: number): RegisteredAgent {
    const account = this.ledger.openAccount(`agent:${agentId}`);
    if (usdc > 0) {
      const amount = Math.round(usdc * 1e6);
      this.ledger.book({ debit: this.issuer, credit: account, amount, kind: 'genesis', atMs: startMs });
    }
    return { agentId, account } as RegisteredAgent;
  }

  /** The mid price of ETH so many minutes from now. */
  mid(minutesAhead = 0): number {
    return this.feed.mid(this.eth, this.feed.stepAt(this.clock.nowMs + minutesAhead * minuteMs));
  }

  get eth() {
    return this.markets.assetOf('ETH-USDC')!;
  }

  /** Ticks of ETH as a price is sent. */
  price(ticks: number): string {
    return (ticks / 10 ** this.eth.priceDecimals).toFixed(this.eth.priceDecimals);
  }

  /** An order for 100 USDC of ETH on the spot market, unless it says otherwise; what is refused as its code. */
  place(agent: RegisteredAgent, fields: Partial<Placement> = {}): Order | string {
    const marketType = fields.marketType ?? 'spot';
    const usual = { marketType, side: 'buy', type: 'market', price: undefined, leverage: 100 } as const;
    const size = { micros: 100_000_000 };
    const outcome = this.trading.place({ ...usual, name: 'ETH-USDC', size, ...fields }, agent);
    return outcome instanceof Refusal ? outcome.code : outcome;
  }

  /** An order that has to be accepted. */
  placed(agent: RegisteredAgent, fields: Partial<Placement> = {}): Order {
    const order = this.place(agent, fields);
    if (typeof order === 'string') throw new Error(`the order is refused: ${order}`);
    return order;
  }

  /** The agent's only position. */
  position(agent: RegisteredAgent): PositionView {
    const [view, ...others] = this.trading.positions(undefined, agent) as readonly PositionView[];
    if (view === undefined || others.length > 0) throw new Error('there is not one position');
    return view;
  }

  /** Lets so many minutes pass, and gives the events of that time. */
  pass(minutes: number): [string, number][] {
    this.events = [];
    this.clock.advanceTo(this.clock.nowMs + minutes * minuteMs);
    return this.events;
  }

  /** The price of a pair changes by so many hundredths of a per cent, from the next minute on. */
  jump(basisPoints: number): void {
    this.jumps.push({ pair: 'ETH-USDC', atMs: this.clock.nowMs, basisPoints });
  }

  balance(name: string): number {
    const account = this.ledger.accountNamed(name);
    return account === undefined ? 0 : this.ledger.balance(account);
  }
}
