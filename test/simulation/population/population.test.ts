import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Agent } from '../../../src/simulation/population/agent.ts';
import type { Group } from '../../../src/simulation/population/group.ts';
import { startMs } from '../../platform/world/new-world.ts';
import { group, newTown, type TownOptions } from './town.ts';

/** Registers, looks at others, sends them money, sleeps at random: a bit of everything that could be disturbed. */
function* busy(agent: Agent): Generator<unknown, void, unknown> {
  yield* agent.join();
  for (let round = 0; round < 5; round++) {
    yield* agent.sleep(1 + Math.floor((yield* agent.random()) * 3_600_000));
    const peers = agent.peers('busy');
    const receiver = peers[Math.floor((yield* agent.random()) * peers.length)];
    const made = yield* agent.polite.post('/escrow/escrow', { amount: '0.50', receiver });
    if (made.ok) yield* agent.post(`/escrow/escrow/${made.text('escrow_id')}/release`);
    yield* agent.get('/faucet/status');
  }
}

function* idle(agent: Agent): Generator<unknown, unknown, unknown> {
  for (;;) {
    yield* agent.random();
    yield* agent.sleep('1h');
  }
}

const crowd = (count: number, rest: Partial<Group> = {}): Group =>
  group('busy', busy, { count, arrival: { atMs: 0, overMs: 7_200_000, spread: 'random' }, ...rest });

const rough: TownOptions['network'] = {
  latency: { medianMs: 40, p99Ms: 400 },
  drop: 0.05,
  dropAnswer: 0.05,
  duplicate: 0.05,
};

/** Everything that the agents of one group sent and got, with its times, in order. */
function storyOf(options: TownOptions, name = 'busy'): string[] {
  const town = newTown(options);
  town.run();
  expect(town.findings).toEqual([]);
  return town.exchanged
    .filter(({ agent }) => agent.startsWith(`${name}/`))
    .map(({ agent, request, answer }) => JSON.stringify([agent, request, answer]));
}

describe('one agent more', () => {
  it.each([
    ['on a perfect network', undefined],
    ['on a rough network', rough],
  ])(
    'that only sleeps, at the end, leaves every request and answer of all others as they were: %s',
    (_, network) => {
      const alone = storyOf({ groups: [crowd(12)], network: network ?? {} });
      expect(alone.length).toBeGreaterThan(150);
      for (const count of [1, 3]) {
        const groups = [crowd(12), group('idle', idle, { count })];
        expect(storyOf({ groups, network: network ?? {} })).toEqual(alone);
      }
    },
  );

  it('arrives at its own time and leaves the arrivals of the others alone', () => {
    const arrivals = (count: number): Map<string, number> => {
      const seen = new Map<string, number>();
      const town = newTown({
        groups: [
          group(
            'a',
            function* (agent) {
              seen.set(agent.name, (yield* agent.now()) - startMs);
            },
            { count, arrival: { atMs: 1000, overMs: 60_000, spread: 'random' } },
          ),
        ],
      });
      town.run();
      return seen;
    };
    const [few, many] = [arrivals(5), arrivals(50)];
    expect(few.size).toBe(5);
    for (const [name, atMs] of few) expect(many.get(name)).toBe(atMs);
    expect(new Set(many.values()).size).toBeGreaterThan(45);
  });
});

describe('a population', () => {
  it('names, numbers and places its agents group by group, each with its own address', () => {
    const { population } = newTown({
      groups: [group('a', idle, { count: 2 }), group('b', idle, { count: 2 })],
    });
    expect(population.members.map(({ agent }) => [agent.number, agent.name, agent.ip])).toEqual([
      [0, 'a/1', '10.0.0.0'],
      [1, 'a/2', '10.0.0.1'],
      [2, 'b/1', '10.0.0.2'],
      [3, 'b/2', '10.0.0.3'],
    ]);
  });

  it('gives each of 70,000 agents its own address within 10.0.0.0/8', () => {
    const { population } = newTown({ groups: [group('a', idle, { count: 70_000 })] });
    const addresses = new Set(population.members.map(({ agent }) => agent.ip));
    expect([addresses.size, population.members.at(-1)?.agent.ip]).toEqual([70_000, '10.1.17.111']);
  });

  it('lets a group share addresses, which no other group uses', () => {
    const groups = [group('a', idle, { count: 5, addressCount: 2 }), group('b', idle, { count: 1 })];
    const ips = newTown({ groups }).population.members.map(({ agent }) => agent.ip);
    expect(ips).toEqual(['10.0.0.0', '10.0.0.1', '10.0.0.0', '10.0.0.1', '10.0.0.0', '10.0.0.5']);
  });

  it('gives every agent its own persona, independent of other agents', () => {
    const owners = (groups: readonly Group[]): string[] =>
      newTown({ groups }).population.members.map(({ agent }) => agent.persona.owner);
    const [alone, together] = [owners([crowd(10)]), owners([crowd(20), group('idle', idle)])];
    expect(new Set(together).size).toBeGreaterThan(18);
    expect(together.slice(0, 10)).toEqual(alone);
  });

  it('knows a group by its name: its ids, in order, the same for every agent', () => {
    const seen: (readonly string[])[] = [];
    const town = newTown({
      groups: [
        group('a', idle, { count: 3 }),
        group(
          'b',
          function* (agent) {
            seen.push(agent.peers('a'));
            yield* agent.sleep(1);
          },
          { count: 2 },
        ),
      ],
    });
    town.run(0);
    const ids = town.population.members.slice(0, 3).map(({ agent }) => agent.persona.agentId);
    expect(seen).toEqual([ids, ids]);
  });

  it('arrives within its window: no agent before, all agents after', () => {
    fc.assert(
      fc.property(fc.nat({ max: 100_000 }), fc.integer({ min: 1, max: 100_000 }), (atMs, overMs) => {
        const seen: number[] = [];
        const town = newTown({
          groups: [
            group(
              'a',
              function* (agent) {
                seen.push((yield* agent.now()) - startMs);
              },
              { count: 20, arrival: { atMs, overMs, spread: 'even' } },
            ),
          ],
        });
        town.run();
        expect(seen).toEqual(
          Array.from({ length: 20 }, (_, index) => atMs + Math.floor((overMs * index) / 20)),
        );
      }),
      { numRuns: 20 },
    );
  });

  it('hands each behaviour its parameters', () => {
    const seen: unknown[] = [];
    const behaviour = {
      name: 'p',
      about: '',
      parameters: {},
      *run(agent: Agent, parameters: Readonly<Record<string, unknown>>) {
        seen.push(parameters);
        yield* agent.sleep(1);
      },
    };
    newTown({ groups: [group('p', idle, { behaviour, parameters: { x: 5 }, count: 2 })] }).run(0);
    expect(seen).toEqual([{ x: 5 }, { x: 5 }]);
  });
});
