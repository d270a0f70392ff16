/** A small market as a scenario in memory: registrations, escrows of every fate, refusals, faults, a bit of network. */
import type { Agent } from '../../../src/simulation/population/agent.ts';
import type { Group } from '../../../src/simulation/population/group.ts';
import { ScenarioRun } from '../../../src/simulation/scenario/run.ts';
import type { RunHooks } from '../../../src/simulation/scenario/run.ts';
import type { RunResult } from '../../../src/simulation/scenario/result.ts';
import type { Scenario } from '../../../src/simulation/scenario/scenario.ts';
import {
  parseExpectation,
  parseSelector,
  type Expectation,
} from '../../../src/simulation/scenario/expectation.ts';
import { Refusal } from '../../../src/core/base/refusal.ts';
import { perfectNetwork } from '../../../src/platform/world/network.ts';
import { group } from '../population/town.ts';
import { policiesWith, startMs } from '../../platform/world/new-world.ts';

export const hourMs = 3_600_000;

/** Buys from its peers in every way there is, and gets some of it wrong. */
export function* trader(agent: Agent): Generator<unknown, void, unknown> {
  const joined = yield* agent.join();
  yield* agent.check('joined', joined.ok);
  for (let round = 0; round < 8; round++) {
    yield* agent.sleep(1 + Math.floor((yield* agent.random()) * 2 * hourMs));
    const peers = agent.peers('trader');
    const receiver = peers[Math.floor((yield* agent.random()) * peers.length)];
    const body = { amount: '0.75', receiver, expires_in: 3600 };
    const made = yield* agent.polite.post('/escrow/escrow', body);
    yield* agent.check('made', made.ok);
    if (!made.ok) continue;
    const id = made.text('escrow_id');
    const fate = yield* agent.random();
    if (fate < 0.5) yield* agent.polite.post(`/escrow/escrow/${id}/release`);
    else if (fate < 0.65) yield* agent.polite.post(`/escrow/escrow/${id}/refund`);
    else if (fate < 0.75) yield* agent.post(`/escrow/escrow/${id}/dispute`, { reason: 'late' });
    yield* agent.get('/escrow/escrows', { query: { limit: 5 } });
    yield* agent.get('/nowhere');
  }
}

export function expectationsOf(lines: Readonly<Record<string, readonly string[]>>): Expectation[] {
  return Object.entries(lines).flatMap(([name, thresholds]) =>
    thresholds.map((threshold) => {
      const selector = parseSelector(name);
      if (selector instanceof Refusal) throw new Error(selector.message);
      const expectation = parseExpectation(name, selector, threshold);
      if (expectation instanceof Refusal) throw new Error(expectation.message);
      return expectation;
    }),
  );
}

export const traders = (count = 20): Group =>
  group('trader', trader, { count, arrival: { atMs: 0, overMs: 2 * hourMs, spread: 'random' } });

export function market(changes: Partial<Scenario> = {}): Scenario {
  return {
    name: 'market',
    about: '',
    seed: '7',
    startMs,
    forMs: 80 * hourMs,
    profile: 'published',
    policies: policiesWith(),
    network: perfectNetwork,
    groups: [traders()],
    calls: [],
    faults: [],
    expectations: [],
    load: undefined,
    resolved: {},
    ...changes,
  };
}

export const rough: Partial<Scenario> = {
  network: {
    latency: { medianMs: 40, p99Ms: 400 },
    drop: 0.02,
    dropAnswer: 0.02,
    duplicate: 0.02,
    timeoutMs: 5_000,
  },
  faults: [
    { kind: 'outage', service: 'escrow', atMs: startMs + 3 * hourMs, forMs: 600_000 },
    {
      kind: 'error',
      service: 'escrow',
      atMs: startMs + 5 * hourMs,
      forMs: hourMs,
      rate: 0.5,
      effect: 'after',
    },
    {
      kind: 'error',
      service: 'escrow',
      atMs: startMs + 5 * hourMs,
      forMs: hourMs,
      rate: 0.5,
      effect: 'undone',
    },
    {
      kind: 'slow',
      service: 'escrow',
      atMs: startMs + 7 * hourMs,
      forMs: hourMs,
      latency: { medianMs: 900, p99Ms: 9_000 },
    },
    { kind: 'clock-hold', service: 'escrow', atMs: startMs + 9 * hourMs, forMs: hourMs },
    { kind: 'clock-step', service: 'faucet', atMs: startMs + 9 * hourMs, byMs: 25 * hourMs },
  ],
};

/** Runs to the end in slices of so many events. */
export function finish(
  scenario: Scenario,
  options: { slice?: number; hooks?: RunHooks } = {},
): { run: ScenarioRun; result: RunResult } {
  const run = new ScenarioRun(scenario, options.hooks);
  while (run.step(options.slice ?? 100_000));
  return { run, result: run.result({ wallSeconds: 0, command: 'none' }) };
}
