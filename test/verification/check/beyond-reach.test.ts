/** What coverage leaves out as beyond reach is a refusal of the tables, and what brings others of its kind about does not bring it about. */
import { describe, expect, it } from 'vitest';
import { scenarioHost } from '../../../src/host/app/run/scenario-host.ts';
import { clientRoutes } from '../../../src/verification/check/answer-fields.ts';
import { beyondReach } from '../../../src/verification/check/beyond-reach.ts';
import { Coverage } from '../../../src/verification/check/coverage.ts';
import { execute } from '../../../src/verification/check/execute.ts';
import { watched, type ScenarioSource } from '../../../src/verification/check/source.ts';

/** From a published test mnemonic; it holds no money. */
const sender = {
  base: {
    address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
    to: `0x${'c'.repeat(40)}`,
    private_key: '0x1ab42cc412b618bdea3a599e3c9bae199ebf030895b039e9db1e30dafb12b727',
  },
  bitcoin: {
    address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    to: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    private_key: '4604b4b710fe91f584fff084e1a9159fe4f8408fff380596a604948474ce4fa3',
  },
  tron: {
    address: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
    to: 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8',
    private_key: 'b5a4cea271ff424d7c31dc12a3e43e401df7a40d7412a15750f3f0b6b5449a28',
  },
} as const;

/** One transfer three times in one instant, and again after it has failed; half of the calls are undone. */
function sentAgain(chain: keyof typeof sender): ScenarioSource {
  const { address, to, private_key } = sender[chain];
  const body = { chain, to, amount: '0.5', private_key };
  const send = { by: 'alice', do: 'POST /wallet/v1/wallet/send', body };
  return {
    name: 'again',
    seed: '1',
    for: '2d',
    policies: { 'wallet.failures': 'all' },
    faults: [{ at: '1ms', service: 'wallet', kind: 'error', for: '1d', rate: 0.5, effect: 'undone' }],
    operations: [
      { by: 'alice', do: 'POST /faucet/register', body: { agent_id: 'alice' } },
      { by: 'alice', do: 'POST /_sim/chain/fund', body: { chain, address, amount: '40' } },
      { at: '1s', ...send },
      ...Array.from({ length: 7 }, () => send),
      { at: '1d12h', ...send },
      send,
    ],
    expect: watched,
  };
}

describe('what is beyond reach', () => {
  it('is a refusal of a route', () => {
    const known = clientRoutes().flatMap(({ service, style, row }) =>
      row.refusals.flatMap((code) => [
        `${service}/${row.operation} ${code}`,
        `${service}/${style}/${row.operation} ${code}`,
      ]),
    );
    expect(Object.keys(beyondReach).filter((name) => !known.includes(name))).toEqual([]);
  });

  it.each(['base', 'bitcoin', 'tron'] as const)(
    'is not reached by the same transfer again on %s',
    async (chain) => {
      const coverage = new Coverage();
      const { violations } = await execute(sentAgain(chain), scenarioHost, coverage);
      expect(violations).toEqual([]);
      expect(coverage.seen.operations).toContain('wallet/primary/sendSigned');
      for (const name of Object.keys(beyondReach)) expect(coverage.seen.refusals).not.toContain(name);
    },
  );

  it('does not count', () => {
    const { refusals, outcomes } = new Coverage().result();
    for (const name of Object.keys(beyondReach)) {
      expect(refusals.missing).not.toContain(name);
      const [call = '', code = ''] = name.split(' ');
      const [service = '', ...styleAndOperation] = call.split('/');
      const operation = styleAndOperation.join('/');
      const counted = outcomes.missing.filter(
        (each) => each.startsWith(`${service}/`) && each.endsWith(`/${operation} ${code}`),
      );
      expect(counted).toEqual([]);
    }
  });
});
