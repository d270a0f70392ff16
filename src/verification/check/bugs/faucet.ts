import { bugsOf } from './bug.ts';

const faucet = 'platform/services/faucet/faucet';

/** Payments and times of the faucet. */
export const faucetBugs = bugsOf('faucet', [
  ['faucet-daily-pays-one', faucet, 'daily: 2_000_000 }', 'daily: 1_000_000 }'],
  ['faucet-claim-a-millisecond-late', faucet, 'if (atMs < grant.nextClaimAtMs) return this', 'if (atMs <= grant.nextClaimAtMs) return this'],
  ['faucet-claim-twice-in-an-instant', faucet, 'this.#grants.update(grant, { nextClaimAtMs: this.#nextClaimAfter(atMs), hasClaimedDaily: true });', 'this.#grants.update(grant, { nextClaimAtMs: atMs, hasClaimedDaily: true });'],
  ['faucet-once-for-funded-agents', faucet, "grant.isFunded && this.#platform.policies['faucet.crossStyle'] === 'blocked'", "!grant.isFunded && this.#platform.policies['faucet.crossStyle'] === 'independent'"],
  ['faucet-once-again-and-again', faucet, 'this.#grants.update(grant, { hasClaimedOnce: true });', ''],
  ['faucet-next-claim-in-23-hours', faucet, "=== 'rolling') return atMs + dayMs;", "=== 'rolling') return atMs + dayMs - 3_600_000;"],
  ['faucet-balance-shown-to-all', faucet, 'balanceMicros: agent === caller ?', 'balanceMicros: agent !== undefined ?'],
  ['faucet-id-registered-twice-over', faucet, 'if (agents.byId(input.agentId) !== undefined) {', 'if (input.agentId === undefined) {'],
  ['faucet-refers-itself', faucet, 'if (input.referrer === input.agentId) return', 'if (input.referrer === null) return'],
  ['faucet-least-active-first', faucet, 'other.agent.settledRequests < grant.agent.settledRequests', 'other.agent.settledRequests > grant.agent.settledRequests'],
  ['faucet-total-forgets-claims', faucet, 'this.#grants.update(grant, { claimedMicros: grant.claimedMicros + amount });', ''],
]); // prettier-ignore
