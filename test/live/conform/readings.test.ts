/** Under which readings of the documents the model answers as the target did: which are tried, in which order. */
import { describe, expect, it } from 'vitest';
import { policyNames, policyRow, type PolicyName } from '../../../src/core/policy/policies.ts';
import { scenarioHost } from '../../../src/host/app/run/scenario-host.ts';
import type { Exchange } from '../../../src/live/conform/exchange.ts';
import { readingsOf } from '../../../src/live/conform/readings.ts';
import type { ScenarioSource } from '../../../src/verification/check/source.ts';
import { stepped } from './beside.ts';
import { exchangeAt } from './exchanges.ts';

const how = { host: scenarioHost, ignored: new Set<string>() };
const asked = { by: 'alice', do: 'GET /faucet/status' };

const sourceOf = (operations: ScenarioSource['operations'], policies?: object): ScenarioSource =>
  ({ name: 'beside', seed: '1', for: '1d', operations, ...(policies && { policies }) }) as ScenarioSource;

/** The readings of a policy. */
const allOf = (policy: PolicyName) =>
  Object.keys(policyRow(policy).options).map((value) => ({ policy, value }));

/** What the target has answered to these requests, which is what the model answers under every reading. */
const answered = async (count: number): Promise<readonly Exchange[]> =>
  (await stepped(Array.from({ length: count }, () => asked))).step.exchanges;

const services = ['faucet', 'escrow', 'trading', 'domains', 'casino', 'wallet'];
const groupOf = (policy: string): string => policy.slice(0, policy.indexOf('.'));

/** The policies whose options are looked at for an exchange of these services; nothing is repeated. */
async function triedFor(...called: readonly string[]): Promise<PolicyName[]> {
  const tried = new Set<string>();
  const policies = new Proxy({}, {
    get: (_target, name) => void tried.add(String(name)),
  }); // prettier-ignore
  const exchanges = called.map((service, n) =>
    Object.defineProperty(exchangeAt(n, { call: `${service}/B/x` }), 'live', {
      get: () => {
        throw new Error('repeated');
      },
    }),
  );
  await expect(readingsOf({ ...sourceOf([asked]), policies }, exchanges, how)).rejects.toThrow('repeated');
  return policyNames.filter((name) => tried.has(name));
}

describe('readings of a target', () => {
  it('are three at most, of the called service first, in the order of the policies', async () => {
    const found = await readingsOf(sourceOf([asked]), await answered(1), how);
    expect(found).toEqual([...allOf('faucet.crossStyle'), ...allOf('faucet.claimDay')].slice(0, 3));
  });

  it('are not those that the sequence was run under', async () => {
    const source = sourceOf([asked], { 'faucet.crossStyle': 'independent', 'faucet.claimDay': 'calendar' });
    expect(await readingsOf(source, await answered(1), how)).toEqual([
      { policy: 'faucet.crossStyle', value: 'blocked' },
      { policy: 'faucet.claimDay', value: 'rolling' },
      { policy: 'faucet.firstNextClaim', value: 'after-a-day' },
    ]);
  });

  it('are none where fewer requests are repeated than the target has answered', async () => {
    expect(await readingsOf(sourceOf([asked]), await answered(2), how)).toEqual([]);
    expect(await readingsOf(sourceOf([asked, asked]), await answered(2), how)).toHaveLength(3);
    expect(await readingsOf(sourceOf([asked, asked]), await answered(1), how)).toHaveLength(3);
  });

  it.each([...services.map((service) => [[service]]), [['casino', 'wallet']], [['elsewhere']]])(
    'are looked for among policies with options of %j, and of no other service',
    async (called) => {
      const others = new Set(services.filter((service) => !called.includes(service)));
      expect(await triedFor(...called)).toEqual(
        policyNames.filter((name) => policyRow(name).options !== 'usdc' && !others.has(groupOf(name))),
      );
    },
  );
});
