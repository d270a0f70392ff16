/** A bound on money, held against the balance of an account of the target that only this test reads. */
import { describe, expect, it } from 'vitest';
import type { LoadResult } from '../../../src/live/load/result-schema.ts';
import { folderWith, orrery } from './orrery.ts';
import { serve } from './serve.ts';

/** Each payment is released at once; its fee of 1% is a whole number of micro-USDC. Amounts differ by agent. */
const payer = `import { defineAgent } from 'orrery-sim';
export default defineAgent({
  name: 'payer',
  about: 'pays the till',
  parameters: {},
  *run(agent) {
    const joined = yield* agent.join();
    if (!joined.ok) return;
    for (;;) {
      const amount = (1071 + 29 * (agent.number % 9)) / 1e4;
      const made = yield* agent.post('/escrow/escrow', { amount, receiver: 'till' });
      if (!made.ok) return;
      yield* agent.post('/escrow/escrow/' + made.body.escrow_id + '/release');
    }
  },
});
`;

const scenario = `name: pay
for: 1h
population: [{ agent: ./payer.js, name: payer, count: 6 }]
load: { shape: constant-agents, agents: 6, for: 60s, grace: 10s }
`;

const smallestMicros = 107_100;

/** An account outside of the load; reads its balance in micro-USDC. */
async function till(address: string): Promise<() => Promise<number>> {
  const ask = async (path: string, init?: RequestInit) =>
    (await (await fetch(`${address}/faucet${path}`, init)).json()) as Record<string, string>;
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ agent_id: 'till' });
  const { api_key: key = '' } = await ask('/register', { method: 'POST', headers, body });
  return async () => {
    const own = await ask('/api/v1/agents/till', { headers: { authorization: `Bearer ${key}` } });
    return Math.round(Number(own['balance_usdc']) * 1e6);
  };
}

describe('orrery load --budget-usdc', () => {
  it.each([
    ['1', '1.50'],
    ['1', '1.333333'],
    ['2', '2.10'],
  ])('with %s workers pays no more than %s, by the balances of the target', async (workers, budget) => {
    const { address } = await serve(['--clock', 'real']);
    const balance = await till(address);
    const before = await balance();
    const folder = folderWith({
      'pay.yaml': scenario,
      'payer.js': payer,
      'target.yaml': `name: here\nhosts: [127.0.0.1]\nallow: writes\nsandbox: "${address}"\n`,
    });
    const words = ['--budget-usdc', budget, '--workers', workers, '--duration', '8s', '--json'];
    const { stdout, stderr } = await orrery(folder, [
      'load',
      'pay.yaml',
      '--target',
      'target.yaml',
      ...words,
    ]);
    expect(stderr).toBe('');
    const result = JSON.parse(stdout) as LoadResult;
    const paidMicros = ((await balance()) - before) / 0.99;
    const spentMicros = Math.round(Number(result.spent.usdc) * 1e6);
    const budgetMicros = Math.round(Number(budget) * 1e6);
    expect(Math.round(paidMicros * 100) / 100).toBe(spentMicros);
    expect(spentMicros).toBeLessThanOrEqual(budgetMicros);
    // Each worker has its part, and what is left of that was too little for its next payment.
    const largestMicros = smallestMicros + 8 * 2_900;
    expect(spentMicros).toBeGreaterThan(budgetMicros - Number(workers) * largestMicros);
    expect(result.requests.withheld).toBeGreaterThan(0);
    expect(result.limits.map(({ by }) => by)).toContain('budget');
  });
});
