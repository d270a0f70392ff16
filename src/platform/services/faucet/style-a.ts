/** Style A of the faucet: paths under /api/v1, amounts as JSON numbers (specification.md, Faucet). */
import { Type } from 'typebox';
import { usdcNumber, type Micros } from '../../../core/base/money.ts';
import { formatInstant } from '../../../core/base/time.ts';
import { binding } from '../../../core/http/route.ts';
import { Address, InstantText, UsdcNumber } from '../../../core/http/wire.ts';
import type { Agent } from '../ports.ts';
import type { Registration, Standing, StatusOf } from './faucet.ts';
import { AgentId, ApiKey, Referrer } from './schemas.ts';

export const registerA = binding({
  body: Type.Object({ agent_id: AgentId, referrer: Referrer }),
  read: ({ body }): Registration => ({
    agentId: body.agent_id,
    referrer: body.referrer,
    metadata: {},
    isFunded: false,
  }),
  answer: Type.Object({ agent_address: Address, api_key: ApiKey, created_at: InstantText }),
  write: ({ agent }: Standing) => ({
    agent_address: agent.address,
    api_key: agent.apiKey,
    created_at: formatInstant(agent.createdAtMs),
  }),
});

export const claimA = binding({
  read: () => undefined,
  answer: Type.Object({ amount_usdc: UsdcNumber }),
  write: ({ amountMicros }: Standing) => ({ amount_usdc: usdcNumber(amountMicros) }),
});

export const statusA = binding({
  read: () => undefined,
  answer: Type.Object({ eligible: Type.Boolean(), balance_usdc: UsdcNumber }),
  write: ({ mayClaimOnce, balanceMicros }: StatusOf) => ({
    eligible: mayClaimOnce,
    balance_usdc: usdcNumber(balanceMicros),
  }),
});

export const agentDetailA = binding({
  read: ({ params }) => ({ agentId: params['id'] ?? '' }),
  answer: Type.Object({
    agent_id: AgentId,
    agent_address: Address,
    created_at: InstantText,
    balance_usdc: Type.Optional(UsdcNumber),
  }),
  write: ({ agent, balanceMicros }: { agent: Agent; balanceMicros: Micros | null }) => ({
    agent_id: agent.agentId,
    agent_address: agent.address,
    created_at: formatInstant(agent.createdAtMs),
    ...(balanceMicros === null ? {} : { balance_usdc: usdcNumber(balanceMicros) }),
  }),
});
