/** Whole results of small runs: faults of every kind, single operations on all services, findings and their sequences. */
import { describe } from 'vitest';
import { scenarioHost } from '../../../src/host/app/run/scenario-host.ts';
import { buildFromValue } from '../../../src/simulation/scenario/load.ts';
import type { RunResult } from '../../../src/simulation/scenario/result.ts';
import type { Scenario } from '../../../src/simulation/scenario/scenario.ts';
import { ScenarioRun } from '../../../src/simulation/scenario/run.ts';
import { describeKept } from '../../kept-digests.ts';
import { startMs } from '../../platform/world/new-world.ts';
import { expectationsOf, finish, hourMs, market, rough, traders } from './market.ts';

const expected = {
  http_reqs: ['count>1', 'rate<1'],
  'http_reqs{code:NOT_FOUND}': ['count==0'],
  'http_reqs{service:escrow,status:200}': ['count>0'],
  'http_reqs{operation:create}': ['count>1'],
  'http_req_failed{agent:trader}': ['rate<0.5'],
  http_req_timeouts: ['count==0'],
  'http_req_duration{style:B}': ['avg<50', 'p(99)<400', 'max<1', 'min>=0'],
  rate_limited_total: ['count<1'],
  rate_window_excess: ['value<=0'],
  'checks{check:joined}': ['rate==1'],
  'checks{agent:trader}': ['rate>0.5'],
  property_violations: ['value==0'],
};

const windowMs = { atMs: startMs + hourMs, forMs: hourMs };
const everyFault: Scenario['faults'] = [
  ...(rough.faults ?? []),
  { kind: 'error', service: 'faucet', ...windowMs, rate: 0.07, effect: 'before' },
  { kind: 'clock-step', service: 'escrow', atMs: startMs + 2 * hourMs, byMs: -1_000 },
  { kind: 'market-closed', service: 'trading', ...windowMs, market: 'all' },
  { kind: 'game-closed', service: 'casino', ...windowMs, game: 'all' },
  { kind: 'game-closed', service: 'casino', atMs: startMs + 3 * hourMs, forMs: 5, game: 'dice' },
  { kind: 'price-jump', service: 'trading', atMs: startMs + hourMs, market: 'all', basisPoints: 150 },
  { kind: 'price-jump', service: 'trading', atMs: startMs + hourMs, market: 'ETH', basisPoints: -250 },
];

function roughRun(): RunResult {
  const expectations = expectationsOf(expected);
  return finish(
    market({ ...rough, groups: [traders(4)], faults: everyFault, expectations, forMs: 10 * hourMs }),
  ).result;
}

const operations = [
  { by: 'alice', do: 'POST /faucet/register', body: { agent_id: 'alice' } },
  { by: 'bob', do: 'POST /faucet/register', body: { agent_id: 'bob' } },
  { by: 'alice', do: 'POST /faucet/claim', as: 'claim' },
  {
    by: 'alice',
    do: 'POST /escrow/escrow',
    body: { receiver: 'bob', amount: 1, expires_in: 3600 },
    as: 'lock',
  },
  { by: 'bob', do: 'GET /escrow/escrow/${lock:/escrow_id}', query: { limit: 5, after: 'a b' } },
  { by: 'bob', do: 'GET /escrow/nothing', from: '203.0.113.7' },
  { by: 'bob', do: 'POST /nowhere', raw: 'no { JSON' },
  { by: 'carol', do: 'GET /' },
  { at: '1m', by: 'alice', do: 'POST /casino/bet', body: { game: 'dice', amount: 0.1 }, as: 'bet' },
  {
    by: 'alice',
    do: 'POST /escrow/escrow',
    body: { receiver: 'bob', amount: 2 },
    headers: { 'Idempotency-Key': 'k' },
  },
  {
    by: 'alice',
    do: 'POST /escrow/escrow',
    body: { note: 'see ${claim:/nothing} ${lock:/escrow_id}', of: ['${lock:/amount}'] },
  },
  { at: '2h', by: 'bob', do: 'GET /faucet/status' },
];

/** The result of a run with findings of an agent, of a name that is unknown, and of one agent too many. */
async function played(lines: readonly object[], agents: readonly string[]): Promise<readonly unknown[]> {
  const base = { name: 'by-hand', about: 'By hand.', seed: '1', start: '2026-05-30T20:00:00Z', for: '1d' };
  const run = new ScenarioRun(await buildFromValue({ ...base, operations: lines }, scenarioHost));
  const received: unknown[] = [];
  while (run.step(1_000)) received.push(run.progress);
  const finding = { kind: 'property', behaviour: 'scripted', at: 'noon', message: 'm' } as const;
  for (const agent of agents) run.report({ ...finding, agent });
  const short = run.shortSequence();
  return [short, run.result({ wallSeconds: 1.5, command: 'x' }), received.at(-1), run.findingCount];
}

const repeated = (count: number): readonly object[] => [
  ...operations.slice(0, 2),
  ...Array.from({ length: count - 2 }, (_, index) => ({
    by: index % 5 === 4 ? 'bob' : 'alice',
    do: `GET /faucet/status?n=${index}`,
  })),
];

/** Loaded before the tests, which takes longer than the run. */
const busy = await buildFromValue(
  {
    name: 'busy',
    seed: '1',
    start: '2026-05-30T20:00:00Z',
    for: '6m',
    population: [
      { agent: 'gambler', with: { game: 'dice', bet: '{"direction":"over","threshold":90}', pays: 9.8 } },
      { agent: 'trader', with: { every: '5m', limit: 0.4, strategy: 'random' } },
    ],
  },
  scenarioHost,
);

describe('the whole result of a run', () => {
  describeKept(new URL('runs-kept.json', import.meta.url), [
    {
      name: 'a calm market',
      made: () => [finish(market({ groups: [traders(2)], forMs: 6 * hourMs })).result],
    },
    { name: 'a market with faults', made: () => [roughRun()] },
    { name: 'gamblers and traders', made: () => [finish(busy).result] },
    { name: 'single operations', made: () => played(operations, ['alice', 'elsewhere', 'bob', 'alice']) },
    { name: '40 operations', made: () => played(repeated(40), ['elsewhere', 'alice']) },
    { name: '41 operations', made: () => played(repeated(41), ['elsewhere', 'bob']) },
    { name: '130 operations', made: () => played(repeated(130), ['bob', 'alice', 'carol']) },
  ]);
});
