/** Random sessions: after each rewind and each switch of branches, digest and balances are those that were noted. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Refusal } from '../../../src/core/base/refusal.ts';
import { minuteMs } from '../../../src/core/base/time.ts';
import type { Request } from '../../../src/core/http/message.ts';
import type { Sandbox } from '../../../src/host/serve/sandbox.ts';
import { testSeed } from '../../seed.ts';
import { newSandbox } from './serving.ts';
import { smallScenario } from './small-scenario.ts';
import { Walk } from './walk.ts';

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('requests'), count: fc.integer({ min: 1, max: 6 }) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('advance'), count: fc.integer({ min: 0, max: 300 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('fault'), count: fc.integer({ min: 0, max: 2 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reset'), count: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('agents'), count: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('checkpoint'), count: fc.constant(0) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('rewind'), count: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('event'), count: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('instant'), count: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('switch'), count: fc.nat() }) },
);
const sessions = fc.array(step, { minLength: 6, maxLength: 30 });

/** What has to be equal: the digest, every balance, and that no money is missing. */
function stateOf({ world, nowMs, faults }: Sandbox): unknown {
  const balances = [...world.agents.all()].map(({ agentId, account }) => [
    agentId,
    world.ledger.available(account),
    world.ledger.reserved(account),
  ]);
  return { nowMs, faults: [...faults], balances, digest: world.digest(), driftMicros: world.driftMicros() };
}

const request = (path: string, body: unknown): Request => ({
  method: 'POST',
  path: `/_sim/${path}`,
  query: {},
  headers: {},
  body: undefined,
  rawBody: JSON.stringify(body),
  ip: '127.0.0.1',
});

const faults = [
  { service: 'escrow', kind: 'outage', for: '2h' },
  { service: 'faucet', kind: 'error', for: '1h', rate: '50%', effect: 'undone' },
  { service: 'escrow', kind: 'slow', for: '3h', latency: { median: '20ms', p99: '2s' } },
];

class Session {
  readonly sandbox: Sandbox;
  readonly #walk: Walk;
  readonly #noted = new Map<string, unknown>();
  readonly #left = new Map<string, unknown>();
  rewinds = 0;

  constructor(sandbox: Sandbox, walk: Walk) {
    this.sandbox = sandbox;
    this.#walk = walk;
  }

  perform(kind: string, count: number): void {
    const { sandbox } = this;
    if (kind === 'requests') for (let sent = 0; sent < count; sent++) this.#send();
    else if (kind === 'advance') this.#post('clock/advance', { by: `${count}m` });
    else if (kind === 'agents') this.#post('agents', { agent: 'faucet-claimer', count }, 201);
    else if (kind === 'fault') this.#post('fault', faults[count]);
    else if (kind === 'reset') this.#reset(count);
    else if (kind === 'checkpoint') this.#checkpoint();
    else if (kind === 'rewind') this.#rewind(count);
    else if (kind === 'switch') this.#switch(count);
    else if (kind === 'event') this.#loose({ event: count % (sandbox.world.eventNumber + 1) });
    else this.#loose({ instantMs: sandbox.nowMs - (count % 600) * minuteMs });
    expect(sandbox.world.driftMicros()).toBe(0);
  }

  #send(): void {
    const sent = this.#walk.next();
    this.#walk.saw(sent, this.sandbox.dispatch(sent).response);
  }

  #post(path: string, body: unknown, status = 200): void {
    expect(this.sandbox.dispatch(request(path, body)).response.status).toBe(status);
  }

  #reset(seed: number): void {
    this.#post('reset', { seed });
    this.#noted.clear();
    this.#left.clear();
  }

  #checkpoint(): void {
    this.sandbox.catchUp();
    const name = `mark-${this.#noted.size}`;
    expect(this.sandbox.history.checkpoint(name)).not.toBeInstanceOf(Refusal);
    this.#noted.set(name, stateOf(this.sandbox));
  }

  #rewind(choice: number): void {
    const name = [...this.#noted.keys()][choice % Math.max(1, this.#noted.size)];
    if (name === undefined) return;
    this.#leave();
    if (this.#isFull()) return;
    expect(this.sandbox.history.rewind({ to: { name }, branch: undefined })).not.toBeInstanceOf(Refusal);
    expect(stateOf(this.sandbox)).toEqual(this.#noted.get(name));
    this.rewinds += 1;
  }

  /** To an instant or an event, for which no state was noted; one before the start is refused. */
  #loose(to: { event: number } | { instantMs: number }): void {
    this.#leave();
    if (this.#isFull()) return;
    const before = stateOf(this.sandbox);
    const outcome = this.sandbox.history.rewind({ to, branch: undefined });
    if (outcome instanceof Refusal) expect(stateOf(this.sandbox)).toEqual(before);
    else expect(outcome.digest).toBe(this.sandbox.world.digest().digest);
  }

  #switch(choice: number): void {
    this.#leave();
    const { branches } = this.sandbox.history;
    const { branch = '' } = branches[choice % branches.length] ?? {};
    expect(this.sandbox.history.switchTo(branch)).not.toBeInstanceOf(Refusal);
    expect(stateOf(this.sandbox)).toEqual(this.#left.get(branch));
  }

  #leave(): void {
    this.sandbox.catchUp();
    const current = this.sandbox.history.branches.find(({ isCurrent }) => isCurrent);
    this.#left.set(current?.branch ?? '', stateOf(this.sandbox));
  }

  #isFull(): boolean {
    return this.sandbox.history.branches.length >= 32;
  }
}

it(`rewinds 200 random sessions to what was noted (TEST_SEED=${testSeed})`, async () => {
  const scenario = await smallScenario();
  let rewinds = 0;
  fc.assert(
    fc.property(sessions, fc.nat(), (steps, seed) => {
      const session = new Session(newSandbox({ scenario }), new Walk(String(seed)));
      for (const { kind, count } of steps) session.perform(kind, count);
      rewinds += session.rewinds;
    }),
    { seed: testSeed, numRuns: 200 },
  );
  expect(rewinds).toBeGreaterThan(200);
});
