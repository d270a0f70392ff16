/** Accounts without a ledger: what a desk moves is added up, and an agent has what a test gives it. */
import { Journal } from '../../../../src/core/base/journal.ts';
import type { Platform, RegisteredAgent } from '../../../../src/platform/services/ports.ts';
import type { TradingTreasury } from '../../../../src/platform/services/trading/treasury.ts';

export class Accounts {
  readonly balances = new Map<string, number>();
  readonly fees: number[] = [];
  /** What the venue can pay; everything unless a test says less. */
  venueMost = Number.MAX_SAFE_INTEGER;
  feeMicros = 0;
  readonly feeOn = (): number => this.feeMicros;
  readonly available = ({ agentId }: RegisteredAgent): number => this.balance(agentId);
  readonly venueCovers = (amount: number): number => Math.min(amount, this.venueMost);
  readonly charge = (_agent: RegisteredAgent, micros: number): void => void this.fees.push(micros);

  balance(name: string): number {
    return this.balances.get(name) ?? 0;
  }
  move(from: string, to: string, { amount }: { amount: number }): void {
    this.balances.set(from, this.balance(from) - amount);
    this.balances.set(to, this.balance(to) + amount);
  }
  pay(from: string, agent: RegisteredAgent, money: { amount: number }): void {
    this.move(from, agent.agentId, money);
  }
  collect(agent: RegisteredAgent, to: string, money: { amount: number }): void {
    this.move(agent.agentId, to, money);
  }
  asTreasury(): TradingTreasury {
    return this as unknown as TradingTreasury;
  }
}

/** A platform of which a desk only needs its journal, its policies and its events. */
export function platformWith(policies: Readonly<Record<string, string>>) {
  const events: [string, unknown][] = [];
  const journal = new Journal();
  const emit = (name: string, value: unknown): void => void events.push([name, value]);
  return { platform: { journal, policies, emit } as unknown as Platform, events, journal };
}
