/** Style A of the faucet: paths under /api/v1, amounts as JSON numbers (1-platform.md, Faucet). */
import { Type } from 'typebox';
import { usdcNumber, type Micros } from '../../base/money.ts';
import { formatInstant } from '../../base/time.ts';
import { binding } from '../../http/route.ts';
import type { Agent } from '../ports.ts';
import type { Registration, Standing, StatusOf } from './faucet.ts';
import { AgentId, Referrer } from './schemas.ts';

export const registerA = binding({
  body: Type.Object({ agent_id: AgentId, referrer: Referrer }),
  read: ({ body }): Registration => ({
    agentId: body.agent_id,
    referrer: body.referrer,
    metadata: {},
    isFunded: false,
  }),
  write: ({ agent }: Standing) => ({
    agent_address: agent.address,
    api_key: agent.apiKey,
    created_at: formatInstant(agent.createdAtMs),
  }),
});

export const claimA = binding({
  read: () => undefined,
  write: ({ amountMicros }: Standing) => ({ amount_usdc: usdcNumber(amountMicros) }),
});

export const statusA = binding({
  read: () => undefined,
  write: ({ mayClaimOnce, balanceMicros }: StatusOf) => ({
    eligible: mayClaimOnce,
    balance_usdc: usdcNumber(balanceMicros),
  }),
});

export const agentDetailA = binding({
  read: ({ params }) => ({ agentId: params['id'] ?? '' }),
  write: ({ agent, balanceMicros }: { agent: Agent; balanceMicros: Micros | null }) => ({
    agent_id: agent.agentId,
    agent_address: agent.address,
    created_at: formatInstant(agent.createdAtMs),
    ...(balanceMicros === null ? {} : { balance_usdc: usdcNumber(balanceMicros) }),
  }),
});
