/** The agents of a load beyond those of the scenario's own counts: who they are, and which process is whose. */
import { describe, expect, it } from 'vitest';
import { Kernel } from '../../../../src/core/kernel/kernel.ts';
import type { Process } from '../../../../src/core/kernel/process.ts';
import { sourceOf } from '../../../../src/live/load/engine/source-of.ts';
import type { Stage } from '../../../../src/live/load/engine/agent-sources.ts';
import type { LoadCall } from '../../../../src/live/load/load-call.ts';
import { LivePopulation } from '../../../../src/live/load/plan/live-population.ts';
import { scriptedGroups, type ScriptedCall } from '../../../../src/simulation/population/script.ts';
import { group } from '../../../simulation/population/town.ts';
import { startMs } from '../../../platform/world/new-world.ts';
import { stagesOf } from '../loading.ts';

const idle = function* () {};
/** In the order of their names: the one agent of `one` has number 0, those of `two` have 1 and 2. */
const [one, two] = [group('one', idle, { count: 1 }), group('two', idle, { count: 2 })];

function populated(groups = [two, one]) {
  const asked: { process: string; path: string }[] = [];
  const kernel = new Kernel({
    startMs,
    seed: '7',
    performers: {
      request: ({ name }, { payload }) => {
        asked.push({ process: name, path: (payload as { path: string }).path });
        return { ok: true, body: {} };
      },
    },
  });
  return { kernel, asked, population: new LivePopulation({ kernel, groups, backoff: 'max' }) };
}
const processOf = (name: string) => ({ name }) as Process;

describe('an agent of a load', () => {
  it('within the count of its group is the one of the simulated population', () => {
    const { population } = populated();
    const { members } = population;
    expect(members.map(({ name }) => name)).toEqual(['one/1', 'two/1', 'two/2']);
    expect(population.memberOf(one, 0)).toBe(members[0]);
    expect([0, 1].map((index) => population.memberOf(two, index))).toEqual([members[1], members[2]]);
  });

  it('beyond the count continues the numbers of its group, with an address that no other has', () => {
    const { population } = populated();
    const further = [population.memberOf(one, 1), population.memberOf(two, 2), population.memberOf(one, 2), population.memberOf(two, 3)];
    expect(further.map(({ name }) => name)).toEqual(['one/2', 'two/3', 'one/3', 'two/4']);
    const all = [...population.members, ...further];
    expect(new Set(all.map(({ ip }) => ip)).size).toBe(all.length);
    expect(new Set(all.map(({ number }) => number)).size).toBe(all.length);
    expect(new Set(all.map((member) => member.persona().agentId)).size).toBe(all.length);
  }); // prettier-ignore

  it('has the draws of its name, however many there were before it', () => {
    const [early, late] = [populated().population, populated().population];
    for (let index = 1; index < 5; index += 1) late.memberOf(one, index);
    expect(late.memberOf(two, 7).persona()).toEqual(early.memberOf(two, 7).persona());
  });

  it('beyond the count has the peers of the scenario', () => {
    const { population } = populated();
    const ids = population.members.slice(1).map((member) => member.persona().agentId);
    expect(population.memberOf(one, 5).peers('two')).toEqual(ids);
    expect(population.memberOf(two, 5).peers('two')).toEqual(ids);
  });

  it('is the same until it is forgotten', () => {
    const { population } = populated();
    const further = population.memberOf(one, 1);
    expect(population.memberOf(one, 1)).toBe(further);
    population.forget(further);
    expect(population.memberByProcess(processOf('one/2'))).toBeUndefined();
    const other = population.memberOf(one, 1);
    expect(other).not.toBe(further);
    expect([other.name, other.ip === further.ip]).toEqual(['one/2', false]);
  });

  it('is found by its processes, and a process of no agent has none', () => {
    const { population } = populated();
    const further = population.memberOf(two, 2);
    const found = (name: string) => population.memberByProcess(processOf(name))?.name;
    expect(['one/1', 'two/1', 'two/2/child', 'two/2/child/more'].map(found)).toEqual(['one/1', 'two/1', 'two/2', 'two/2']);
    expect(population.memberByProcess(processOf('two/3/child'))).toBe(further);
    expect(['two/4', 'three/1'].map(found)).toEqual([undefined, undefined]);
  }); // prettier-ignore
});

describe('what decides when agents begin', () => {
  const call = (atMs: number): ScriptedCall =>
    ({ atMs, by: 'desk', method: 'GET', path: '/faucet/status', query: {}, headers: {}, body: undefined }) as unknown as ScriptedCall; // prettier-ignore

  it('leaves out those whose calls are listed, which are made without it', () => {
    const began: string[] = [];
    const stage: Stage = {
      begin: ({ name }) => void began.push(name),
      endLast: () => undefined,
      dropped: () => undefined,
      actingCount: 0,
    };
    const load = stagesOf({ shape: 'constant-agents', agents: 40, for: '1s' });
    const desk = scriptedGroups([call(0)]);
    const scenario = { load, groups: [...desk, one, two] };
    const { groups, source } = sourceOf({ scenario, share: { index: 0, count: 1 } } as unknown as LoadCall, stage); // prettier-ignore
    expect(groups.map(({ name, arrival }) => [name, arrival])).toEqual(
      ['desk', 'one', 'two'].map((name) => [name, { atMs: 0, overMs: 0, spread: 'even' }]),
    );
    const { population, kernel, asked } = populated([...groups]);
    source(population).act(0);
    expect(began).toHaveLength(40);
    expect(began.filter((name) => name.startsWith('desk'))).toEqual([]);
    expect(asked).toEqual([]);
    population.startCalls([call(0), call(70)]);
    kernel.run({ untilMs: startMs + 69 });
    expect(asked).toEqual([{ process: 'desk/1/1', path: '/faucet/status' }]);
    kernel.run({ untilMs: startMs + 70 });
    expect(asked).toHaveLength(2);
    expect(population.memberByProcess(processOf(asked[1]!.process))?.name).toBe('desk/1');
  });
});
