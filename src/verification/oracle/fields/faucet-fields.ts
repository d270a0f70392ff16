/** Which fields of the faucet the oracle looks at, and how; measured by `test/verification/oracle/noticed`. */
import type { FieldTable } from './field-table.ts';

export const faucetFields: FieldTable = {
  'A/agentDetail': {
    predicted: '/agent_id /balance_usdc',
    constrained: '/agent_address /created_at',
  },
  'A/claimOnce': {
    predicted: '/amount_usdc',
  },
  'A/register': {
    predicted: '/api_key',
    constrained: '/agent_address /created_at',
  },
  'A/status': {
    predicted: '/balance_usdc /eligible',
  },
  'B/claimDaily': {
    predicted: '/amount /balance /next_claim',
  },
  'B/publicAgents': {
    predicted: '/agents/[]/rank /total_agents /total_claimed',
    constrained: '/agents/[]/activity /agents/[]/agent_id /agents/[]/total_claimed /frameworks/*',
  },
  'B/referrals': {
    predicted: '/fees_earned /pending_payouts /referred_agents/[]/fees_earned /referred_count',
    constrained: '/page /referred_agents/[]/agent_id /referred_agents/[]/registered_at /total',
  },
  'B/register': {
    predicted: '/amount /api_key /balance /currency /next_claim',
    constrained: '/agent_id',
  },
  'B/status': {
    predicted: '/can_claim /next_claim /next_claim_in_seconds /pool_balance',
  },
}; // prettier-ignore
