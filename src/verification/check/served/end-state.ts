/** What a run has come to, as control calls show it. */
import { formatUsdc } from '../../../core/base/money.ts';
import { formatInstant } from '../../../core/base/time.ts';
import type { World } from '../../../platform/world/world.ts';

/** An agent as `GET /_sim/agents` shows it. */
interface ShownAgent {
  readonly number: number;
  readonly id: string;
  readonly joined: string;
  readonly tier: string;
  readonly balance: string;
  readonly held: string;
}

/** The totals of the ledger under the names of `GET /_sim/ledger`, and all agents in order. */
export interface EndState {
  readonly ledger: Readonly<Record<string, string | number>>;
  readonly agents: readonly ShownAgent[];
}

/** Agents on the first page. */
export const agentsMax = 25;

/** What a run has come to at its present instant. */
export function endStateOf(world: World): EndState {
  const { ledger, services, secrets } = world;
  const agents = [...world.agents.all()].map(({ number, agentId, createdAtMs, tier, account }) => ({
    number,
    id: secrets.redact(agentId),
    joined: formatInstant(createdAtMs),
    tier,
    balance: formatUsdc(ledger.available(account)),
    held: formatUsdc(ledger.reserved(account)),
  }));
  return {
    ledger: {
      accounts: ledger.accountCount,
      transfers: ledger.transferCount,
      drift_micros: 0,
      faucet_pool: formatUsdc(services.faucet.poolMicros),
    },
    agents,
  };
}
