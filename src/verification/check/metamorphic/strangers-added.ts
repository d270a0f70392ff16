/**
 * The same run with two more agents in it, who read what all may read and act on their own objects alone, at the instants of
 * the others' calls and before them: the others get the same answers.
 */
import { dayMs } from '../../../core/base/time.ts';
import type { OperationSource } from '../../../simulation/scenario/schema.ts';
import { scriptedGroups, type ScriptedCall } from '../../../simulation/population/script.ts';
import type { RecordedRun, RunRelation, Variant } from './relation.ts';
import { hasBehaviours } from './scripted.ts';

const common = 'it is about all agents';
const numbered = 'each is drawn or counted after the one before, for all agents';

export const strangersAdded: RunRelation = {
  about: 'with strangers added',
  unless: {
    'escrow/dispute': 'the arbiter draws by the number of the transfer, of which there are more',
    'faucet/register SERVICE_UNAVAILABLE': 'the pool pays strangers too',
    'faucet/claimDaily SERVICE_UNAVAILABLE': 'the pool pays strangers too',
    'faucet/claimOnce SERVICE_UNAVAILABLE': 'the pool pays strangers too',
  },
  free: {
    'faucet/status /body/*': common,
    'faucet/publicAgents /body/*': common,
    'casino/balance /body/recent/*/id': numbered,
    'casino/transactions /body/transactions/*/id': numbered,
    'casino/balance /body/recent/*/resolves': numbered,
    'casino/transactions /body/transactions/*/resolves': numbered,
    'casino/gossip /body/*': common,
    'wallet/gossip /body/*': common,
    'control/ledger /body/*': common,
    'control/digest /body/*': common,
  },
  generated: {
    id: numbered,
    key: numbered,
    'transaction hash': numbered,
    '64 hexadecimal digits': 'the hash of a transaction of Bitcoin, Monero or Tron is one',
    'base58 or bech32': 'the hash of a transaction of Solana is one',
  },
  varied: withStrangers,
};

/** After every other name, so that the numbers and addresses of the others stay. */
const [one, other] = ['zzzz-stranger-1', 'zzzz-stranger-2'] as const;

/** What strangers do, in turn, before a call of the others each: first they join. */
const acts: readonly Pick<OperationSource, 'by' | 'do' | 'body' | 'query' | 'as'>[] = [
  { by: one, do: 'POST /faucet/register', body: { agent_id: one } },
  { by: other, do: 'POST /faucet/register', body: { agent_id: other } },
  { by: one, do: 'GET /api/trading-api/price/ETH-USDC' },
  { by: one, do: 'POST /escrow/escrow', body: { receiver: other, amount: 1 }, as: 'zzzz-escrow' },
  { by: other, do: 'GET /casino/api/v1/kelly/limits' },
  { by: other, do: 'POST /api/domains-api/register', body: { domain: 'zzzz-stranger.agent' } },
  { by: one, do: 'GET /faucet/agents' },
  { by: other, do: 'GET /trading/api/v1/ticker/BTC-PERP' },
  { by: one, do: 'POST /escrow/escrow/${zzzz-escrow:/escrow_id}/release' },
  { by: other, do: 'GET /casino/api/v1/fairness/seed-hash' },
  { by: one, do: 'GET /domains/api/v1/check', query: { domain: 'records-1.agent' } },
  { by: other, do: 'POST /domains/api/v1/dns', body: { domain: 'zzzz-stranger.agent', type: 'A', name: '@', value: '10.0.0.9' } },
  { by: one, do: 'GET /casino/api/v1/stats/leaderboard' },
  { by: other, do: 'GET /api/wallet-api/balance' },
  { by: one, do: 'POST /casino/api/v1/fairness/rotate', body: {} },
  { by: other, do: 'GET /escrow/escrows' },
  { by: one, do: 'GET /wallet/v1/wallet/deposit-address', query: { chain: 'solana' } },
  { by: other, do: 'GET /api/trading-api/portfolio' },
]; // prettier-ignore

/** Prices are drawn minute by minute from the start on: who asks for one months later waits for all of them. */
const pricedMsMax = 40 * dayMs;

function withStrangers({ scenario }: RecordedRun): Variant | undefined {
  const { calls, groups, faults, forMs } = scenario;
  const fit = acts.filter((act) => forMs <= pricedMsMax || !act.do.includes('trading'));
  // The rate of an error is drawn request by request.
  if (hasBehaviours(scenario) || faults.some(({ kind }) => kind === 'error')) return undefined;
  if (groups.some(({ name }) => name >= one)) return undefined;
  const all = calls.flatMap((call, place) => {
    const act = fit[place];
    return act === undefined ? [call] : [callOf(act, call.atMs), call];
  });
  const count = groups.length;
  const strangers = scriptedGroups(all).filter(({ name }) => name >= one);
  return {
    scenario: { ...scenario, calls: all, groups: [...groups, ...strangers] },
    isCompared: ({ agent }) => agent < count,
    asInFirst: (text) => text,
  };
}

function callOf(act: (typeof acts)[number], atMs: number): ScriptedCall {
  const [method = '', path = ''] = act.do.split(' ');
  return {
    atMs,
    by: act.by,
    method: method as ScriptedCall['method'],
    path,
    query: (act.query as ScriptedCall['query']) ?? {},
    headers: {},
    body: act.body as ScriptedCall['body'],
    raw: undefined,
    label: act.as,
    from: undefined,
  };
}
