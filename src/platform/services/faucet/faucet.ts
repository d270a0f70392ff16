/**
 * The faucet: registers agents and gives free USDC out of a finite pool (specification.md, Faucet). Style A pays 1 USDC
 * once; style B pays 10.00 at registration and 2.00 a day. Both styles share one pool and one record per agent (gap
 * F1).
 */
import { parseUsdc, type Micros } from '../../../core/base/money.ts';
import { Refusal, refuse, type Outcome } from '../../../core/base/refusal.ts';
import { Table } from '../../../core/base/table.ts';
import { dayMs } from '../../../core/base/time.ts';
import { LimitRefusal, quotaUsedUp } from '../../../core/http/limit-refusal.ts';
import type { JsonObject } from '../../../core/http/message.ts';
import { newestFirst, type Page, type PageRequest } from '../../../core/http/paging.ts';
import type { AccountId } from '../../../core/ledger/ledger.ts';
import { looksLikeAddress, readName } from '../addresses.ts';
import type { Platform, ReferralEarnings, RegisteredAgent, ServiceClock } from '../ports.ts';

/** FAU15 to FAU17: the one-time claim of style A, the registration grant and the daily claim of style B. */
export const grantMicros = { once: 1_000_000, welcome: 10_000_000, daily: 2_000_000 } as const;

/** The claims of an agent. */
interface Grant {
  readonly agent: RegisteredAgent;
  /** Style B paid at registration. */
  readonly isFunded: boolean;
  hasClaimedOnce: boolean;
  hasClaimedDaily: boolean;
  nextClaimAtMs: number;
  claimedMicros: Micros;
}

/** A request to register an agent. */
export interface AgentRegistration {
  agentId: string;
  referrer: string | undefined;
  metadata: JsonObject;
  /** Style B pays the welcome grant. */
  isFunded: boolean;
}

/** An agent after a registration or a claim; `amountMicros` is what was paid, 0 if nothing was. */
export interface FaucetStatus {
  agent: RegisteredAgent;
  balanceMicros: Micros;
  nextClaimAtMs: number;
  amountMicros: Micros;
}

/**
 * The public list: the most active agents, the total claimed, and the number of agents by framework (FAU08, gap F7).
 */
export interface PublicAgents {
  top: readonly { agent: RegisteredAgent; claimedMicros: Micros }[];
  agentCount: number;
  totalClaimedMicros: Micros;
  frameworks: readonly (readonly [string, number])[];
}

const publicAgentsMax = 20;
const poolEmpty = refuse('SERVICE_UNAVAILABLE', 'the faucet pool is empty');
const claimed = refuse('FAUCET_CLAIMED', 'the faucet allocation was already claimed');

/** What an agent has earned by referring others. */
export interface Referrals extends Pick<ReferralEarnings, 'earnedMicros' | 'pendingMicros'> {
  readonly referred: Page<ReferralEarnings['referred'][number]>;
}

/**
 * The service of one world. Payments come from a pool that is funded once, at the start, and never refilled (gap F5).
 */
export class Faucet {
  readonly #platform: Platform;
  readonly #clock: ServiceClock;
  readonly #joined: (agent: RegisteredAgent) => void;
  readonly #pool: AccountId;
  readonly #grants: Table<Grant>;

  constructor(parts: {
    platform: Platform;
    clock: ServiceClock;
    issuer: AccountId;
    joined: (agent: RegisteredAgent) => void;
  }) {
    const { platform, clock, issuer, joined } = parts;
    this.#platform = platform;
    this.#clock = clock;
    this.#joined = joined;
    this.#grants = new Table(platform.journal);
    this.#pool = platform.ledger.openAccount('faucet:pool');
    const opening = parseUsdc(platform.policies['faucet.pool']) ?? 0;
    if (opening === 0) return;
    platform.ledger.book({
      debit: issuer,
      credit: this.#pool,
      amount: opening,
      kind: 'genesis',
      atMs: clock.nowMs,
    });
  }

  get poolMicros(): Micros {
    return this.#platform.ledger.available(this.#pool);
  }

  /** FAU18. Refuses BAD_REQUEST (agent id, referrer), CONFLICT (id taken), SERVICE_UNAVAILABLE (pool empty). */
  register(input: AgentRegistration): Outcome<FaucetStatus> {
    const { agents, policies } = this.#platform;
    if (looksLikeAddress(input.agentId)) {
      return refuse('BAD_REQUEST', 'agent_id looks like an address of a chain, and must not');
    }
    const named = input.referrer === undefined ? null : readName(input.referrer, 'referrer', this.#platform);
    if (named instanceof Refusal) return named;
    const referrer = named?.agent ?? null;
    if (input.referrer === input.agentId) return refuse('BAD_REQUEST', 'an agent cannot refer itself');
    if (input.referrer !== undefined && referrer === null && policies['referral.unknown'] === 'reject') {
      return refuse('BAD_REQUEST', `referrer "${input.referrer}" is not registered`);
    }
    if (agents.byId(input.agentId) !== undefined) {
      return refuse('CONFLICT', `agent_id "${input.agentId}" is already registered`);
    }
    if (input.isFunded && this.poolMicros < grantMicros.welcome) return poolEmpty;
    const atMs = this.#clock.nowMs;
    const agent = agents.add({ agentId: input.agentId, referrer, metadata: input.metadata, atMs });
    this.#joined(agent);
    const grant = this.#grants.insert(agent.agentId, this.#newGrant(agent, input.isFunded));
    this.#platform.emit('agentRegistered', 0);
    if (input.isFunded) this.#pay(grant, grantMicros.welcome, 'faucet-welcome');
    return this.#standing(grant, input.isFunded ? grantMicros.welcome : 0);
  }

  /** Style A: once per agent address, ever (FAU20). Refuses FAUCET_CLAIMED, SERVICE_UNAVAILABLE. */
  claimOnce(_input: undefined, caller: RegisteredAgent): Outcome<FaucetStatus> {
    const grant = this.#grantOf(caller);
    if (!this.#mayClaimOnce(grant)) return claimed;
    if (this.poolMicros < grantMicros.once) return poolEmpty;
    this.#grants.update(grant, { hasClaimedOnce: true });
    this.#pay(grant, grantMicros.once, 'faucet-claim');
    return this.#standing(grant, grantMicros.once);
  }

  /**
   * Style B: once per 24 hours (FAU21). Under policy `faucet.firstClaim: keyless` a first claim comes without a key and
   * names its agent. Refuses UNAUTHORIZED, FAUCET_CLAIMED, SERVICE_UNAVAILABLE.
   */
  claimDaily(
    input: { agentId: string | undefined },
    caller: RegisteredAgent | undefined,
  ): Outcome<FaucetStatus> {
    const grant = caller === undefined ? this.#firstClaimant(input.agentId) : this.#grantOf(caller);
    if (grant instanceof Refusal) return grant;
    const atMs = this.#clock.nowMs;
    if (atMs < grant.nextClaimAtMs) return this.#claimedTooEarly(grant, atMs);
    if (this.poolMicros < grantMicros.daily) return poolEmpty;
    this.#grants.update(grant, { nextClaimAtMs: this.#nextClaimAfter(atMs), hasClaimedDaily: true });
    this.#pay(grant, grantMicros.daily, 'faucet-claim');
    return this.#standing(grant, grantMicros.daily);
  }

  status(_input: undefined, caller: RegisteredAgent): Outcome<StatusOf> {
    const grant = this.#grantOf(caller);
    const atMs = this.#clock.nowMs;
    return {
      mayClaimOnce: this.#mayClaimOnce(grant),
      mayClaimDaily: atMs >= grant.nextClaimAtMs,
      untilNextClaimMs: Math.max(0, grant.nextClaimAtMs - atMs),
      nextClaimAtMs: grant.nextClaimAtMs,
      balanceMicros: this.#platform.ledger.available(caller.account),
      poolMicros: this.poolMicros,
    };
  }

  /** Any key may read any agent; the balance is shown to the agent itself alone (gap F6). */
  agentDetail(
    input: { agentId: string },
    caller: RegisteredAgent,
  ): Outcome<{ agent: RegisteredAgent; balanceMicros: Micros | null }> {
    const named = readName(input.agentId, 'agent', this.#platform);
    const agent = named instanceof Refusal ? undefined : named.agent;
    if (agent === undefined) return refuse('NOT_FOUND', `there is no agent "${input.agentId}"`);
    return { agent, balanceMicros: agent === caller ? this.#platform.ledger.available(agent.account) : null };
  }

  publicAgents(_input: undefined): Outcome<PublicAgents> {
    const top: Grant[] = [];
    const frameworks = new Map<string, number>();
    let totalClaimedMicros = 0;
    for (const grant of this.#grants.rows()) {
      totalClaimedMicros += grant.claimedMicros;
      const { framework } = grant.agent.metadata;
      if (typeof framework === 'string') frameworks.set(framework, (frameworks.get(framework) ?? 0) + 1);
      rank(top, grant);
    }
    return {
      top: top.map(({ agent, claimedMicros }) => ({ agent, claimedMicros })),
      agentCount: this.#grants.size,
      totalClaimedMicros,
      frameworks: [...frameworks].toSorted(([left], [right]) => (left < right ? -1 : 1)),
    };
  }

  /** AUT18, REF11: the earnings from each referred agent, newest first. */
  referrals(request: PageRequest, caller: RegisteredAgent): Outcome<Referrals> {
    const { referred, earnedMicros, pendingMicros } = this.#platform.referral.earningsOf(caller);
    return { referred: newestFirst(referred, request), earnedMicros, pendingMicros };
  }

  #newGrant(agent: RegisteredAgent, isFunded: boolean): Grant {
    const atMs = this.#clock.nowMs;
    const waits = isFunded && this.#platform.policies['faucet.firstNextClaim'] === 'after-a-day';
    return {
      agent,
      isFunded,
      hasClaimedOnce: false,
      hasClaimedDaily: false,
      nextClaimAtMs: waits ? this.#nextClaimAfter(atMs) : atMs,
      claimedMicros: 0,
    };
  }

  #grantOf(agent: RegisteredAgent): Grant {
    return (
      this.#grants.get(agent.agentId) ?? this.#grants.insert(agent.agentId, this.#newGrant(agent, false))
    );
  }

  #firstClaimant(agentId: string | undefined): Outcome<Grant> {
    const keyNeeded = refuse('UNAUTHORIZED', 'missing or invalid API key');
    if (this.#platform.policies['faucet.firstClaim'] !== 'keyless' || agentId === undefined) return keyNeeded;
    const grant = this.#grants.get(agentId);
    return grant === undefined || grant.hasClaimedDaily ? keyNeeded : grant;
  }

  #mayClaimOnce(grant: Grant): boolean {
    const isBlocked = grant.isFunded && this.#platform.policies['faucet.crossStyle'] === 'blocked';
    return !grant.hasClaimedOnce && !isBlocked;
  }

  #nextClaimAfter(atMs: number): number {
    if (this.#platform.policies['faucet.claimDay'] === 'rolling') return atMs + dayMs;
    return (Math.floor(atMs / dayMs) + 1) * dayMs;
  }

  #claimedTooEarly(grant: Grant, atMs: number): Refusal {
    if (this.#platform.policies['faucet.repeatClaim'] === 'faucet-claimed') return claimed;
    const waitMs = grant.nextClaimAtMs - atMs;
    return new LimitRefusal(quotaUsedUp({ limit: 1, windowMs: dayMs, waitMs, tier: grant.agent.tier }, atMs));
  }

  #pay(grant: Grant, amount: Micros, kind: 'faucet-welcome' | 'faucet-claim'): void {
    const atMs = this.#clock.nowMs;
    this.#platform.ledger.book({ debit: this.#pool, credit: grant.agent.account, amount, kind, atMs });
    this.#grants.update(grant, { claimedMicros: grant.claimedMicros + amount });
    this.#platform.emit('faucetClaimed', amount);
  }

  #standing(grant: Grant, amountMicros: Micros): FaucetStatus {
    const { agent, nextClaimAtMs } = grant;
    return {
      agent,
      nextClaimAtMs,
      amountMicros,
      balanceMicros: this.#platform.ledger.available(agent.account),
    };
  }
}

/**
 * The claims that an agent may make now, in both styles; instants and durations in milliseconds of the faucet's
 * clock.
 */
export interface StatusOf {
  mayClaimOnce: boolean;
  mayClaimDaily: boolean;
  untilNextClaimMs: number;
  nextClaimAtMs: number;
  balanceMicros: Micros;
  poolMicros: Micros;
}

/** Keeps the most active agents, most active first; earlier registration breaks a tie. */
function rank(top: Grant[], grant: Grant): void {
  const index = top.findIndex((other) => other.agent.settledRequests < grant.agent.settledRequests);
  if (index >= 0) top.splice(index, 0, grant);
  else if (top.length < publicAgentsMax) top.push(grant);
  if (top.length > publicAgentsMax) top.pop();
}
