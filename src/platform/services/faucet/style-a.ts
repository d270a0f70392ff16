/** Style A of the faucet: paths under /api/v1, amounts as JSON numbers (specification.md, Faucet). */
import { Type } from 'typebox';
import { usdcNumber, type Micros } from '../../../core/base/money.ts';
import { formatInstant } from '../../../core/base/time.ts';
import { binding } from '../../../core/http/route.ts';
import { Address, InstantText, UsdcNumber } from '../../../core/http/wire.ts';
import type { RegisteredAgent } from '../ports.ts';
import type { AgentRegistration, FaucetStatus, StatusOf } from './faucet.ts';
import { AgentId, ApiKey, Referrer } from './schemas.ts';

/** `POST /api/v1/agents/register`: registers without a grant; the only answer with the key (FAU01, FAU12). */
export const registerA = binding({
  body: Type.Object({ agent_id: AgentId, referrer: Referrer }),
  read: ({ body }): AgentRegistration => ({
    agentId: body.agent_id,
    referrer: body.referrer,
    metadata: {},
    isFunded: false,
  }),
  documented: ['agent_address', 'api_key', 'created_at'],
  answer: Type.Object({ agent_address: Address, api_key: ApiKey, created_at: InstantText }),
  write: ({ agent }: FaucetStatus) => ({
    agent_address: agent.address,
    api_key: agent.apiKey,
    created_at: formatInstant(agent.createdAtMs),
  }),
});

/** `POST /api/v1/faucet/claim`: takes no body (FAU02). */
export const claimA = binding({
  read: () => undefined,
  documented: ['amount_usdc'],
  answer: Type.Object({ amount_usdc: UsdcNumber }),
  write: ({ amountMicros }: FaucetStatus) => ({ amount_usdc: usdcNumber(amountMicros) }),
});

/** `GET /api/v1/faucet/status`: whether the one-time claim is still open, and the balance (FAU03, FAU14). */
export const statusA = binding({
  read: () => undefined,
  documented: ['eligible', 'balance_usdc'],
  answer: Type.Object({ eligible: Type.Boolean(), balance_usdc: UsdcNumber }),
  write: ({ mayClaimOnce, balanceMicros }: StatusOf) => ({
    eligible: mayClaimOnce,
    balance_usdc: usdcNumber(balanceMicros),
  }),
});

/** `GET /api/v1/agents/{id}`: the balance is present only for the agent itself (FAU04, gap F6). */
export const agentDetailA = binding({
  read: ({ params }) => ({ agentId: params['id'] ?? '' }),
  answer: Type.Object({
    agent_id: AgentId,
    agent_address: Address,
    created_at: InstantText,
    balance_usdc: Type.Optional(UsdcNumber),
  }),
  write: ({ agent, balanceMicros }: { agent: RegisteredAgent; balanceMicros: Micros | null }) => ({
    agent_id: agent.agentId,
    agent_address: agent.address,
    created_at: formatInstant(agent.createdAtMs),
    ...(balanceMicros === null ? {} : { balance_usdc: usdcNumber(balanceMicros) }),
  }),
});
