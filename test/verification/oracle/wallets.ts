/** What an agent asks of the wallet, and what a model of it says of each answer. */
import type { AuditedExchange, Body } from '../../../src/verification/oracle/exchange.ts';
import { WalletModel } from '../../../src/verification/oracle/models/wallet.ts';
import { FollowedRun } from './followed-run.ts';

export type Policies = Readonly<Record<string, string>>;
export type More = Partial<AuditedExchange>;
export const usdc = 1_000_000;
const byDefault = { 'wallet.sendFee': 'beside', 'wallet.sendMin': '0.01', 'wallet.visibility': 'all', 'wallet.balanceHome': 'ethereum', 'referral.payout': 'daily' }; // prettier-ignore

/** Wallets of alice, bob and carol, who have 50, 5 and 0 USDC. */
export class Wallets extends FollowedRun {
  readonly model: WalletModel;
  constructor(policies: Policies = {}, more: object = {}) {
    super({ policies: { ...byDefault, ...policies }, agents: { alice: 50, bob: 5, carol: 0 }, more });
    this.model = new WalletModel(this.file);
  }

  asks(caller: string | undefined, call: string, more: More = {}): string[] {
    return this.hears(this.model, caller, [`wallet/${call}`, more]);
  }

  sends(body: Body = {}, answer: Body = {}, more: More = {}): string[] {
    const sent = { to: 'bob', amount: 2, chain: 'base', ...body };
    const shown = { tx_hash: '0x1', amount: sent.amount, fee: 0.02, chain: sent.chain, to: '0xb', ...answer };
    return this.asks('alice', 'B/send', { body: sent, answer: shown, ...more });
  }

  polls(status: string, caller = 'alice', more: More = {}): string[] {
    return this.asks(caller, 'B/transaction', { method: 'GET', params: { hash: '0x1' }, answer: { status }, ...more });
  }

  /** What the balances of alice and bob are taken for. */
  sees(alice: readonly [number, number], bob: number): number {
    const of = (available: number, held = 0) => ({ availableMicros: Math.round(available * usdc), heldMicros: Math.round(held * usdc) });
    return this.books.unexplained(new Map([['alice', of(...alice)], ['bob', of(bob)], ['carol', of(0)]])).length;
  }
} // prettier-ignore
