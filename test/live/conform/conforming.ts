/** A comparison with whatever listens on a port of loopback. */
import { scenarioHost } from '../../../src/host/app/run/scenario-host.ts';
import { Conform } from '../../../src/live/conform/conform.ts';
import type { ConformCall } from '../../../src/live/conform/conform-call.ts';
import type { ConformResult } from '../../../src/live/conform/result-schema.ts';
import { buildFromValue } from '../../../src/simulation/scenario/load.ts';
import { readTarget } from '../../../src/live/traffic/target/target.ts';

/** A target file for an orrery serve, or for anything else at that port. */
export const sandboxText = (port: number, extra = 'clock: sandbox\n'): string =>
  `name: here\nhosts: [127.0.0.1]\nallow: writes\nsandbox: "http://127.0.0.1:${port}"\nrequestsPerSecond: 100000\n${extra}`;

export interface Setup extends Partial<ConformCall> {
  readonly text: string;
  /** Scenarios as a person would write them. */
  readonly sources?: readonly unknown[];
}

export async function prepared({ text, sources = [], ...call }: Setup): Promise<Conform> {
  const scenarios = await Promise.all(sources.map(async (source) => buildFromValue(source, scenarioHost)));
  return Conform.prepare({
    target: readTarget('target.yaml', text),
    host: scenarioHost,
    ca: undefined,
    seed: '1',
    scenarios,
    generatedRuns: 0,
    ignored: new Set(),
    asksTwice: false,
    causesMax: 20,
    searchMs: 60_000,
    runMs: 1_000,
    limitWaitMs: 1_000,
    namespace: 'tests',
    ...call,
  });
}

export const conformed = async (setup: Setup): Promise<ConformResult> => (await prepared(setup)).run();

/** A few agents of several kinds for a day. */
export const smallPopulation = {
  name: 'small',
  seed: 7,
  for: '1d',
  population: [
    { agent: 'newcomer', count: 3, arrive: { over: '6h' } },
    { agent: 'escrow-buyer', count: 3, with: { every: '3h' } },
    { agent: 'escrow-seller', count: 2 },
    { agent: 'gambler', count: 2, with: { every: '2h', rounds: 4 } },
    { agent: 'trader', count: 2, with: { every: '4h' } },
    { agent: 'wallet-hopper', count: 2, with: { rounds: 2 } },
    { agent: 'mcp-client', count: 1, with: { every: '6h' } },
  ],
};
