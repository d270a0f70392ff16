/** Style B of the faucet: short paths, amounts as decimal strings (specification.md, Faucet). */
import { Type } from 'typebox';
import { formatUsdc } from '../../../core/base/money.ts';
import { Refusal } from '../../../core/base/refusal.ts';
import { formatInstant, secondMs } from '../../../core/base/time.ts';
import { pageAnswer, pageQuery, pageView, readPage } from '../../../core/http/paging.ts';
import { binding } from '../../../core/http/route.ts';
import { FreeForm, InstantText, readFreeForm, UsdcText } from '../../../core/http/wire.ts';
import type { PublicAgents, FaucetStatus, StatusOf, Referrals } from './faucet.ts';
import { AgentId, ApiKey, Referrer } from './schemas.ts';

const metadataBytesMax = 4096; // gap F8
/** `POST /register`: registers with the welcome grant of 10.00; metadata of at most 4 KiB (FAU05, FAU11, FAU13). */
export const registerB = binding({
  body: Type.Object({ agent_id: AgentId, referrer: Referrer, metadata: Type.Optional(FreeForm) }),
  read: ({ body }) => {
    const metadata = readFreeForm(body.metadata ?? {}, 'metadata', metadataBytesMax);
    if (metadata instanceof Refusal) return metadata;
    return { agentId: body.agent_id, referrer: body.referrer, metadata, isFunded: true };
  },
  documented: ['agent_id', 'api_key', 'amount', 'currency', 'balance', 'next_claim'],
  answer: Type.Object({
    agent_id: AgentId,
    api_key: ApiKey,
    amount: UsdcText,
    currency: Type.String(),
    balance: UsdcText,
    next_claim: InstantText,
  }),
  write: (standing: FaucetStatus) => ({
    agent_id: standing.agent.agentId,
    api_key: standing.agent.apiKey,
    amount: formatUsdc(standing.amountMicros),
    currency: 'USDC',
    balance: formatUsdc(standing.balanceMicros),
    next_claim: formatInstant(standing.nextClaimAtMs),
  }),
});

/** `POST /claim`: `agent_id` counts only without a key, under policy `faucet.firstClaim: keyless` (FAU06). */
export const claimB = binding({
  body: Type.Object({ agent_id: Type.Optional(AgentId) }),
  read: ({ body }) => ({ agentId: body.agent_id }),
  documented: ['amount', 'balance', 'next_claim'],
  answer: Type.Object({ amount: UsdcText, balance: UsdcText, next_claim: InstantText }),
  write: (standing: FaucetStatus) => ({
    amount: formatUsdc(standing.amountMicros),
    balance: formatUsdc(standing.balanceMicros),
    next_claim: formatInstant(standing.nextClaimAtMs),
  }),
});

/** `GET /status`: the daily claim and the balance of the pool (FAU07). */
export const statusB = binding({
  read: () => undefined,
  answer: Type.Object({
    can_claim: Type.Boolean(),
    next_claim_in_seconds: Type.Integer({ minimum: 0 }),
    next_claim: InstantText,
    pool_balance: UsdcText,
  }),
  write: (status: StatusOf) => ({
    can_claim: status.mayClaimDaily,
    next_claim_in_seconds: Math.ceil(status.untilNextClaimMs / secondMs),
    next_claim: formatInstant(status.nextClaimAtMs),
    pool_balance: formatUsdc(status.poolMicros),
  }),
});

/** `GET /agents`: needs no key (FAU08). */
export const publicAgentsB = binding({
  read: () => undefined,
  answer: Type.Object({
    agents: Type.Array(
      Type.Object({
        rank: Type.Integer({ minimum: 1 }),
        agent_id: AgentId,
        activity: Type.Integer({ minimum: 0 }),
        total_claimed: UsdcText,
      }),
    ),
    total_agents: Type.Integer({ minimum: 0 }),
    total_claimed: UsdcText,
    frameworks: Type.Record(Type.String(), Type.Integer({ minimum: 1 })),
  }),
  write: (list: PublicAgents) => ({
    agents: list.top.map(({ agent, claimedMicros }, index) => ({
      rank: index + 1,
      agent_id: agent.agentId,
      activity: agent.settledRequests,
      total_claimed: formatUsdc(claimedMicros),
    })),
    total_agents: list.agentCount,
    total_claimed: formatUsdc(list.totalClaimedMicros),
    frameworks: Object.fromEntries(list.frameworks),
  }),
});

const defaultReferredLimit = 100;

/** `GET /referrals`: a page of the referred agents, 100 by default (AUT18, REF11). */
export const referralsB = binding({
  query: Type.Object(pageQuery),
  read: ({ query, policies }) => readPage(query, defaultReferredLimit, policies),
  answer: Type.Object({
    referred_agents: Type.Array(
      Type.Object({ agent_id: AgentId, registered_at: InstantText, fees_earned: UsdcText }),
    ),
    referred_count: Type.Integer({ minimum: 0 }),
    fees_earned: UsdcText,
    pending_payouts: UsdcText,
    ...pageAnswer,
  }),
  write: ({ referred, earnedMicros, pendingMicros }: Referrals) => ({
    referred_agents: referred.rows.map(({ agent, earnedMicros: fees }) => ({
      agent_id: agent.agentId,
      registered_at: formatInstant(agent.createdAtMs),
      fees_earned: formatUsdc(fees),
    })),
    referred_count: referred.total,
    fees_earned: formatUsdc(earnedMicros),
    pending_payouts: formatUsdc(pendingMicros),
    ...pageView(referred),
  }),
});
