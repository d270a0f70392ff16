import { describe, expect, it } from 'vitest';
import type { Agent } from '../../../src/simulation/population/agent.ts';
import type { NetworkConditions } from '../../../src/platform/world/network.ts';
import type { Fault } from '../../../src/platform/world/faults.ts';
import { startMs, textIn } from '../../platform/world/new-world.ts';
import { group, newTown } from './town.ts';

const constant = (ms: number) => ({ medianMs: ms, p99Ms: ms });
const receiver = `0x${'1'.repeat(40)}`;

/** One agent that registers before the network gets bad, and then asks once for an escrow. */
function once(options: {
  network?: Partial<NetworkConditions>;
  faults?: readonly Fault[];
  headers?: Record<string, string>;
  ask?: (agent: Agent) => Generator<unknown, unknown, unknown>;
}) {
  const { headers, ask } = options;
  const town = newTown({
    network: { timeoutMs: 1000, ...options.network },
    groups: [
      group('a', function* (agent) {
        yield* agent.sleep(1000);
        if (ask !== undefined) yield* ask(agent);
        else {
          const body = { amount: '1.00', receiver };
          yield* agent.post('/escrow/escrow', body, headers === undefined ? {} : { headers });
        }
      }),
    ],
  });
  const { agent } = town.population.members[0]!;
  const { body } = town.world.dispatch({
    method: 'POST',
    path: '/faucet/register',
    query: {},
    headers: {},
    body: { agent_id: 'a' },
    ip: '1.1.1.1',
  });
  agent.authorize(textIn(body, 'api_key'));
  town.arrived.length = 0;
  const before = town.world.ledger.transferCount;
  for (const fault of options.faults ?? []) town.world.faults.add(fault);
  town.run(60_000);
  const seen = town.exchanged.map(({ answer }) => ({
    status: answer.status,
    sentAtMs: answer.sentAtMs - startMs,
    receivedAtMs: answer.receivedAtMs - startMs,
  }));
  return {
    town,
    seen,
    arrivals: town.arrived.map(({ atMs, status }) => [atMs, status]),
    /** An escrow is two pending transfers. */
    escrows: (town.world.ledger.transferCount - before) / 2,
  };
}

describe('a request', () => {
  it('on a perfect network is answered in the same instant, for any time-out', () => {
    const { seen, arrivals } = once({ network: { timeoutMs: 1 } });
    expect([seen, arrivals]).toEqual([[{ status: 201, sentAtMs: 1000, receivedAtMs: 1000 }], [[1000, 201]]]);
  });

  it('takes the latency there and back', () => {
    const { seen, arrivals } = once({ network: { latency: constant(40) } });
    expect([seen, arrivals]).toEqual([[{ status: 201, sentAtMs: 1000, receivedAtMs: 1080 }], [[1040, 201]]]);
  });

  it.each([
    ['999 ms after it was sent is in time', 998, { status: 201, sentAtMs: 1000, receivedAtMs: 1998 }],
    ['1000 ms after it was sent is too late', 1000, { status: 0, sentAtMs: 1000, receivedAtMs: 2000 }],
  ])('whose answer comes %s', (_, roundTripMs, answer) => {
    const { seen, escrows } = once({ network: { latency: constant(roundTripMs / 2) } });
    expect([seen, escrows]).toEqual([[answer], 1]);
  });

  it('that arrives only after the time-out still has its effect, which its sender never hears of', () => {
    const { seen, arrivals, escrows } = once({ network: { latency: constant(2500) } });
    expect(seen).toEqual([{ status: 0, sentAtMs: 1000, receivedAtMs: 2000 }]);
    expect([arrivals, escrows]).toEqual([[[3500, 201]], 1]);
  });

  it('that is lost never arrives and times out exactly at timeoutMs', () => {
    const { seen, arrivals, escrows } = once({ network: { drop: 1, latency: constant(10) } });
    expect(seen).toEqual([{ status: 0, sentAtMs: 1000, receivedAtMs: 2000 }]);
    expect([arrivals, escrows]).toEqual([[], 0]);
  });

  it('whose response is lost has its effect but times out', () => {
    const { seen, arrivals, escrows } = once({ network: { dropAnswer: 1, latency: constant(10) } });
    expect(seen).toEqual([{ status: 0, sentAtMs: 1000, receivedAtMs: 2000 }]);
    expect([arrivals, escrows]).toEqual([[[1010, 201]], 1]);
  });

  it('that is delivered twice has two effects and one answer', () => {
    const { seen, arrivals, escrows } = once({ network: { duplicate: 1, latency: constant(10) } });
    expect(seen).toEqual([{ status: 201, sentAtMs: 1000, receivedAtMs: 1020 }]);
    expect([arrivals, escrows]).toEqual([[[1010, 201], [1021, 201]], 2]);
  }); // prettier-ignore

  it('that is delivered twice under an Idempotency-Key has one effect', () => {
    const headers = { 'idempotency-key': 'k' };
    const { seen, arrivals, escrows } = once({ network: { duplicate: 1, latency: constant(10) }, headers });
    expect(seen).toEqual([{ status: 201, sentAtMs: 1000, receivedAtMs: 1020 }]);
    expect([arrivals, escrows]).toEqual([[[1010, 201], [1021, 201]], 1]);
  }); // prettier-ignore

  it('that is lost on a network that duplicates is lost altogether', () => {
    expect(once({ network: { drop: 1, duplicate: 1 } }).arrivals).toEqual([]);
  });

  it('made politely survives a lost response, with one effect for all its attempts', () => {
    const { seen, escrows } = once({
      network: { dropAnswer: 0.6, latency: constant(10) },
      *ask(agent) {
        for (let count = 0; count < 5; count++)
          yield* agent.polite.post('/escrow/escrow', { amount: '1.00', receiver });
      },
    });
    expect(seen.filter(({ status }) => status === 0).length).toBeGreaterThan(0);
    expect([seen.filter(({ status }) => status === 201).length, escrows]).toEqual([5, 5]);
  });
});

describe('a service made slow', () => {
  const slow = (ms: number, service = 'escrow'): Fault => ({
    kind: 'slow',
    atMs: startMs + 1000,
    forMs: 10_000,
    service,
    latency: constant(ms),
  });

  it.each<[string, Fault[], Partial<NetworkConditions>, number, number]>([
    ['answers later by so much', [slow(300)], {}, 201, 1300],
    ['answers later by the sum of its faults', [slow(300), slow(50)], {}, 201, 1350],
    ['has its effect at arrival and answers later', [slow(300)], { latency: constant(10) }, 201, 1320],
    ['that answers at the time-out answers too late', [slow(1000)], {}, 0, 2000],
    ['that is another one changes nothing', [slow(300, 'faucet')], {}, 201, 1000],
  ])('%s', (_, faults, network, status, receivedAtMs) => {
    const { seen, escrows, arrivals } = once({ faults, network });
    expect([seen, escrows]).toEqual([[{ status, sentAtMs: 1000, receivedAtMs }], 1]);
    expect(arrivals[0]?.[0]).toBe(1000 + (network.latency?.medianMs ?? 0));
  });

  it('does not affect paths without a service', () => {
    const { seen } = once({ faults: [slow(300)], *ask(agent) { yield* agent.get('/nowhere'); } }); // prettier-ignore
    expect(seen).toEqual([{ status: 404, sentAtMs: 1000, receivedAtMs: 1000 }]);
  });
});

describe('requests of one agent', () => {
  it('are sequential; those of spawned processes are concurrent, each with its own response', () => {
    const { town, seen } = once({
      network: { latency: constant(100) },
      *ask(agent) {
        yield* agent.spawn(function* () {
          yield* agent.sleep(50);
          yield* agent.check('child', (yield* agent.get('/nowhere')).status === 404);
        }, 'child');
        yield* agent.check('parent', (yield* agent.get('/_sim/clock')).status === 200);
        yield* agent.check('parent again', (yield* agent.get('/_sim/clock')).status === 200);
      },
    });
    expect(town.findings).toEqual([]);
    expect(town.checked.map(({ holds }) => holds)).toEqual([true, true, true]);
    expect(seen.map(({ sentAtMs, receivedAtMs }) => [sentAtMs, receivedAtMs])).toEqual([
      [1000, 1200],
      [1050, 1250],
      [1200, 1400],
    ]);
  });

  it('see outages, errors and rate limits through any network', () => {
    const outage: Fault = { kind: 'outage', atMs: startMs, forMs: 1040, service: 'escrow' };
    const { seen } = once({ faults: [outage], network: { latency: constant(39) } });
    expect(seen[0]).toMatchObject({ status: 503, receivedAtMs: 1078 });
    const later = once({ faults: [outage], network: { latency: constant(40) } });
    expect(later.seen[0]).toMatchObject({ status: 201, receivedAtMs: 1080 });
  });
});
