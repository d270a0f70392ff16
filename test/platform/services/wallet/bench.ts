/** The wallet by itself, on a ledger and a clock that a test steps: prices are round numbers, and events are kept. */
import { Fraction } from '../../../../src/core/base/fraction.ts';
import { Journal } from '../../../../src/core/base/journal.ts';
import { Refusal, type Outcome } from '../../../../src/core/base/refusal.ts';
import { Streams, type Stream } from '../../../../src/core/kernel/stream.ts';
import { Ledger } from '../../../../src/core/ledger/ledger.ts';
import type { Platform, RegisteredAgent } from '../../../../src/platform/services/ports.ts';
import { transferKinds } from '../../../../src/platform/services/transfer-kinds.ts';
import type { AssetKind, ChainAsset } from '../../../../src/platform/services/wallet/chains/assets.ts';
import { FeeMarket } from '../../../../src/platform/services/wallet/chains/fee-market.ts';
import type { ChainNetwork } from '../../../../src/platform/services/wallet/chains/networks.ts';
import { standInAddress } from '../../../../src/platform/services/wallet/stand-in-address.ts';
import { Wallet } from '../../../../src/platform/services/wallet/wallet.ts';
import { OutsideDirectory } from '../../../../src/platform/world/outside-accounts.ts';
import { policiesWith } from '../../world/new-world.ts';
import { startMs, SteppedClock } from '../trading/bench.ts';

export const native = (network: ChainNetwork): ChainAsset => ({ network, kind: 'native' });
export const usdc = (network: ChainNetwork): ChainAsset => ({ network, kind: 'usdc' });

/** Micro-USDC for one whole unit of each native asset. */
export const worths: Readonly<Record<string, number>> = {
  ETH: 2_000_000_000,
  SOL: 100_000_000,
  BTC: 100_000_000,
  TRX: 200_000,
  XMR: 150_000_000,
  POL: 500_000,
};

/** Draws that a test decides in place of the seed; undefined leaves them to it. */
export type Draws = (path: string) => Stream | undefined;

const streams = new Streams('wallet bench');

export class WalletBench {
  readonly clock = new SteppedClock();
  readonly journal = new Journal();
  readonly ledger = new Ledger(this.journal, transferKinds);
  readonly outside = new OutsideDirectory(this.ledger);
  readonly issuer = this.ledger.openAccount('issuer', { mayGoNegative: true });
  /** The fees that the same seed draws, computed apart. */
  readonly fees = new FeeMarket((path) => streams.stream(path));
  readonly agents: RegisteredAgent[] = [];
  readonly accrued: object[] = [];
  events: [string, number][] = [];
  readonly platform: Platform;
  readonly wallet: Wallet;

  constructor(
    overrides: Record<string, string> = {},
    parts: { draws?: Draws; prices?: Readonly<Record<string, number | undefined>> } = {},
  ) {
    const counts = new Map<string, number>();
    const next = (name: string): number => {
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return count;
    };
    this.platform = {
      journal: this.journal, ledger: this.ledger, outside: this.outside,
      policies: policiesWith({ 'wallet.failures': 'none', ...overrides }),
      stream: (path: string) => parts.draws?.(path) ?? streams.stream(path),
      idStream: (path: string) => streams.stream(`ids/${path}`),
      nextId: (prefix: string) => `${prefix}_${next(prefix)}`,
      nextTxHash: () => `0x${next('hash').toString(16).padStart(64, '0')}`,
      emit: (event: string, amount: number) => void this.events.push([event, amount]),
      referral: { accrue: (fee: object) => void this.accrued.push(fee) },
      agents: {
        byId: (id: string) => this.agents.find(({ agentId }) => agentId === id),
        resolve: (name: string) => this.agents.find(({ address }) => address === name),
      },
    } as unknown as Platform; // prettier-ignore
    const market: Readonly<Record<string, number | undefined>> = { ...worths, ...parts.prices };
    const worthOf = (symbol: string): Fraction | undefined =>
      market[symbol] === undefined ? undefined : Fraction.of(market[symbol]);
    const joined = () => undefined;
    const { platform, clock, issuer } = this;
    this.wallet = new Wallet({ platform, clock, issuer, prices: { worthOf }, joined });
  }

  agent(agentId: string, micros = 0): RegisteredAgent {
    const account = this.ledger.openAccount(`agent:${agentId}`);
    const order = { debit: this.issuer, credit: account, kind: 'genesis', atMs: startMs } as const;
    if (micros > 0) this.ledger.book({ ...order, amount: micros });
    const address = standInAddress('ethereum', streams.stream(agentId));
    const agent = { agentId, account, address } as RegisteredAgent;
    this.agents.push(agent);
    return agent;
  }

  /** A valid address, the same for the same words. */
  place(network: ChainNetwork, words = 'somewhere'): string {
    return standInAddress(network, streams.stream(words));
  }

  /** What an address can spend, in base units. */
  at(network: ChainNetwork, address: string, kind: AssetKind = 'native'): bigint {
    return this.wallet.onChain.available({ network, kind }, address);
  }

  /** Lets so much time pass, and gives the events of it. */
  pass(ms: number): [string, number][] {
    this.events = [];
    this.clock.advanceTo(this.clock.nowMs + ms);
    return this.events;
  }

  /** The amounts of all that is on its way, which is what the ledger holds, transfer by transfer. */
  held(): number[] {
    return [...this.wallet.pendingReasons()].map(({ transfer, amountMicros }) => {
      const record = this.ledger.record(transfer);
      if (!this.ledger.isOpen(transfer) || record.amount !== amountMicros) throw new Error('held otherwise');
      return amountMicros;
    });
  }

  /** All that the ledger holds for transactions. */
  reserved(): number {
    const kinds = transferKinds.filter((kind) => kind.startsWith('wallet-'));
    return kinds.reduce((sum, kind) => sum + this.ledger.reservedFor(kind), 0);
  }

  balance(name: string): number {
    const account = this.ledger.accountNamed(name);
    return account === undefined ? 0 : this.ledger.balance(account);
  }
}

/** What has to be accepted. */
export function accepted<T>(outcome: Outcome<T>): T {
  if (outcome instanceof Refusal) throw new Error(`${outcome.code}: ${outcome.message}`);
  return outcome;
}

/** The code and the message of what has to be refused. */
export function refused(outcome: unknown): string {
  if (!(outcome instanceof Refusal)) throw new Error('it is accepted');
  return `${outcome.code}: ${outcome.message}`;
}
