import { mutantsOf } from '../mutant.ts';

/** Payments and times of the faucet. */
export const faucetMutants = mutantsOf('faucet', [
  ['faucet-daily-pays-one', 'grantMicros', 'daily: 2_000_000', 'daily: 1_000_000'],
  [
    'faucet-claim-a-millisecond-late',
    'Faucet.claimDaily',
    'atMs < grant.nextClaimAtMs',
    'atMs <= grant.nextClaimAtMs',
  ],
  [
    'faucet-claim-twice-in-an-instant',
    'Faucet.claimDaily',
    'nextClaimAtMs: this.#nextClaimAfter(atMs)',
    'nextClaimAtMs: atMs',
  ],
  [
    'faucet-once-for-funded-agents',
    'Faucet.#mayClaimOnce',
    "grant.isFunded && this.#platform.policies['faucet.crossStyle'] === 'blocked'",
    "!grant.isFunded && this.#platform.policies['faucet.crossStyle'] === 'independent'",
  ],
  [
    'faucet-once-again-and-again',
    'Faucet.claimOnce',
    'this.#grants.update(grant, { hasClaimedOnce: true });',
    '',
  ],
  ['faucet-next-claim-in-23-hours', 'Faucet.#nextClaimAfter', 'atMs + dayMs', 'atMs + dayMs - 3_600_000'],
  ['faucet-balance-shown-to-all', 'Faucet.agentDetail', 'agent === caller', 'agent !== undefined'],
  [
    'faucet-id-registered-twice-over',
    'Faucet.register',
    'agents.byId(input.agentId) !== undefined',
    'input.agentId === undefined',
  ],
  ['faucet-refers-itself', 'Faucet.register', 'input.referrer === input.agentId', 'input.referrer === null'],
  [
    'faucet-least-active-first',
    'rank',
    'other.agent.settledRequests < grant.agent.settledRequests',
    'other.agent.settledRequests > grant.agent.settledRequests',
  ],
  [
    'faucet-total-forgets-claims',
    'Faucet.#pay',
    'this.#grants.update(grant, { claimedMicros: grant.claimedMicros + amount });',
    '',
  ],
]);
