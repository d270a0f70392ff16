/** A day and a half with a few agents of several kinds, a network and faults: small enough to execute many times. */
import { scenarioHost } from '../../../src/host/app/run/scenario-host.ts';
import { buildFromValue } from '../../../src/simulation/scenario/load.ts';
import type { Scenario } from '../../../src/simulation/scenario/scenario.ts';

export const smallScenario = (): Promise<Scenario> =>
  buildFromValue(
    {
      name: 'small',
      seed: 7,
      for: '36h',
      network: { latency: { median: '40ms', p99: '400ms' }, drop: '1%', duplicate: '0.5%' },
      population: [
        { agent: 'escrow-seller', count: 3, arrive: { over: '2h' }, with: { every: '3h' } },
        { agent: 'escrow-buyer', count: 4, arrive: { at: '30m', over: '4h' }, with: { every: '2h' } },
        { agent: 'faucet-claimer', count: 3, arrive: { over: '6h' } },
      ],
      faults: [
        { at: '5h', service: 'escrow', kind: 'outage', for: '45m' },
        { at: '10h', service: 'faucet', kind: 'error', for: '2h', rate: '30%', effect: 'undone' },
      ],
    },
    scenarioHost,
  );
