/**
 * The referral book alone, for fees of services that stand behind the same port: one payer, its referrer, and an
 * account that fees come into.
 */
import { Journal } from '../../src/base/journal.ts';
import { Kernel } from '../../src/kernel/kernel.ts';
import { Ledger } from '../../src/ledger/ledger.ts';
import type { Agent, FeeService, Platform, ServiceClock } from '../../src/services/ports.ts';
import { Referral } from '../../src/services/referral/referral.ts';
import { open, type Overrides } from './harness.ts';
import { askedInProcess } from './wire.ts';

export interface ReferralBook {
  /** What the payer's own referrer earns of one fee, in micros. */
  earned(service: FeeService, feeMicros: number): number;
}

export function payerOf(overrides: Overrides): ReferralBook {
  askedInProcess('the referral book alone, for fees of services that are not there yet');
  const { world } = open(overrides);
  const journal = new Journal();
  const ledger = new Ledger(journal);
  const issuer = ledger.openAccount('issuer', { mayGoNegative: true });
  const fees = ledger.openAccount('fees');
  const referrer = agentOf('referrer', ledger, null);
  const payer = agentOf('payer', ledger, referrer);
  const platform: Omit<Platform, 'referral'> = {
    ledger,
    journal,
    policies: world.policies,
    agents: world.agents,
    nextId: (prefix) => prefix,
    nextTxHash: () => '',
    stream: (path) => new Kernel({ startMs: 0, seed: 'referral' }).streams.stream(path),
    emit: () => undefined,
  };
  const clock: ServiceClock = { nowMs: 0, schedule: () => () => undefined };
  const referral = new Referral(platform, clock);
  return {
    earned: (service, feeMicros) => {
      ledger.book({ debit: issuer, credit: fees, amount: feeMicros, kind: 'genesis', atMs: 0 });
      const before = referral.earningsOf(referrer).earnedMicros;
      referral.accrue({ service, payer, named: null, feeMicros, feesAccount: fees, atMs: 0 });
      return referral.earningsOf(referrer).earnedMicros - before;
    },
  };
}

const agentOf = (agentId: string, ledger: Ledger, referrer: Agent | null): Agent => ({
  number: 0,
  agentId,
  address: `0x${'0'.repeat(40)}`,
  apiKey: agentId,
  account: ledger.openAccount(agentId),
  createdAtMs: 0,
  referrer,
  metadata: {},
  tier: 'free',
  settledRequests: 0,
});
