/**
 * The faucet: registers agents and gives free USDC out of a finite pool (1-platform.md, Faucet). Style A pays 1 USDC
 * once; style B pays 10.00 at registration and 2.00 a day. Both draw on one pool and one record per agent (gap F1).
 */
import { parseUsdc, type Micros } from '../../base/money.ts';
import { Refusal, refuse, type Outcome } from '../../base/refusal.ts';
import { Table } from '../../base/table.ts';
import { dayMs } from '../../base/time.ts';
import { LimitRefusal, quotaUsedUp } from '../../http/limit-refusal.ts';
import type { JsonObject } from '../../http/message.ts';
import type { AccountId } from '../../ledger/ledger.ts';
import type { Agent, Platform, ReferralEarnings, ServiceClock } from '../ports.ts';

/** P:250: the one-time claim of style A, the registration grant and the daily claim of style B. */
export const grantMicros = { once: 1_000_000, welcome: 10_000_000, daily: 2_000_000 } as const;

/** What the faucet remembers of an agent. */
interface Grant {
  readonly agent: Agent;
  /** Style B paid at registration. */
  readonly isFunded: boolean;
  hasClaimedOnce: boolean;
  hasClaimedDaily: boolean;
  nextClaimAtMs: number;
  claimedMicros: Micros;
}

export interface Registration {
  agentId: string;
  referrer: string | undefined;
  metadata: JsonObject;
  /** Style B pays the welcome grant. */
  isFunded: boolean;
}

export interface Standing {
  agent: Agent;
  balanceMicros: Micros;
  nextClaimAtMs: number;
  amountMicros: Micros;
}

/** The public list: top agents by activity, total claimed, breakdown by framework (P:143, gap F7). */
export interface PublicAgents {
  top: readonly { agent: Agent; claimedMicros: Micros }[];
  agentCount: number;
  totalClaimedMicros: Micros;
  frameworks: readonly (readonly [string, number])[];
}

const publicAgentsMax = 20;
const poolEmpty = refuse('SERVICE_UNAVAILABLE', 'the faucet pool is empty');
const claimed = refuse('FAUCET_CLAIMED', 'the faucet allocation was already claimed');

export class Faucet {
  readonly #platform: Platform;
  readonly #clock: ServiceClock;
  readonly #joined: (agent: Agent) => void;
  readonly #pool: AccountId;
  readonly #grants: Table<Grant>;

  constructor(parts: {
    platform: Platform;
    clock: ServiceClock;
    issuer: AccountId;
    joined: (agent: Agent) => void;
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

  /** P:112. Refuses BAD_REQUEST (referrer), CONFLICT (id taken), SERVICE_UNAVAILABLE (pool empty). */
  register(input: Registration): Outcome<Standing> {
    const { agents, policies } = this.#platform;
    const referrer = input.referrer === undefined ? null : (agents.resolve(input.referrer) ?? null);
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

  /** Style A: once per agent address, ever (P:113). Refuses FAUCET_CLAIMED, SERVICE_UNAVAILABLE. */
  claimOnce(_input: undefined, caller: Agent): Outcome<Standing> {
    const grant = this.#grantOf(caller);
    if (!this.#mayClaimOnce(grant)) return claimed;
    if (this.poolMicros < grantMicros.once) return poolEmpty;
    this.#grants.update(grant, { hasClaimedOnce: true });
    this.#pay(grant, grantMicros.once, 'faucet-claim');
    return this.#standing(grant, grantMicros.once);
  }

  /**
   * Style B: once per 24 hours (P:113). Under policy `faucet.firstClaim: keyless` a first claim comes without a key and
   * names its agent. Refuses UNAUTHORIZED, FAUCET_CLAIMED, SERVICE_UNAVAILABLE.
   */
  claimDaily(input: { agentId: string | undefined }, caller: Agent | undefined): Outcome<Standing> {
    const grant = caller === undefined ? this.#firstClaimant(input.agentId) : this.#grantOf(caller);
    if (grant instanceof Refusal) return grant;
    const atMs = this.#clock.nowMs;
    if (atMs < grant.nextClaimAtMs) return this.#claimedTooEarly(grant, atMs);
    if (this.poolMicros < grantMicros.daily) return poolEmpty;
    this.#grants.update(grant, { nextClaimAtMs: this.#nextClaimAfter(atMs), hasClaimedDaily: true });
    this.#pay(grant, grantMicros.daily, 'faucet-claim');
    return this.#standing(grant, grantMicros.daily);
  }

  status(_input: undefined, caller: Agent): Outcome<StatusOf> {
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
    caller: Agent,
  ): Outcome<{ agent: Agent; balanceMicros: Micros | null }> {
    const agent = this.#platform.agents.resolve(input.agentId);
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

  referrals(_input: undefined, caller: Agent): Outcome<ReferralEarnings> {
    return this.#platform.referral.earningsOf(caller);
  }

  #newGrant(agent: Agent, isFunded: boolean): Grant {
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

  #grantOf(agent: Agent): Grant {
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

  #standing(grant: Grant, amountMicros: Micros): Standing {
    const { agent, nextClaimAtMs } = grant;
    return {
      agent,
      nextClaimAtMs,
      amountMicros,
      balanceMicros: this.#platform.ledger.available(agent.account),
    };
  }
}

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
  const place = top.findIndex((other) => other.agent.settledRequests < grant.agent.settledRequests);
  if (place >= 0) top.splice(place, 0, grant);
  else if (top.length < publicAgentsMax) top.push(grant);
  if (top.length > publicAgentsMax) top.pop();
}
