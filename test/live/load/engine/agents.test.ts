/** When the agents of a load begin and end: by a rate of arrivals, by a number of agents, or all of a population. */
import { describe, expect, it } from 'vitest';
import type { Kernel } from '../../../../src/core/kernel/kernel.ts';
import { ActingAgents } from '../../../../src/live/load/engine/acting-agents.ts';
import {
  NumberOfAgents,
  RateOfArrivals,
  WholePopulation,
  type Stage,
} from '../../../../src/live/load/engine/agent-sources.ts';
import type { WorkerShare } from '../../../../src/live/load/load-call.ts';
import { AgentSequence } from '../../../../src/live/load/plan/agent-sequence.ts';
import { Levels } from '../../../../src/live/load/plan/levels.ts';
import type { LivePopulation } from '../../../../src/live/load/plan/live-population.ts';
import type { Member } from '../../../../src/simulation/population/member.ts';
import type { LoadSource } from '../../../../src/simulation/scenario/load-shape.ts';
import { group } from '../../../simulation/population/town.ts';
import { stagesOf } from '../loading.ts';

const alone: WorkerShare = { index: 0, count: 1 };

/** A stage that keeps a book of what a source does; agents act until they are ended. */
function stageBook() {
  const events: string[] = [];
  const acting: string[] = [];
  const stage: Stage = {
    begin: ({ name }, atMs) => {
      acting.push(name);
      events.push(`${name}@${atMs}`);
    },
    endLast: () => void events.push(`end ${acting.pop()}`),
    dropped: () => void events.push('dropped'),
    get actingCount() {
      return acting.length;
    },
  };
  return { stage, events, acting };
}

const groups = [group('one', function* () {}, { count: 1 }), group('two', function* () {}, { count: 1 })];
const population = {
  memberOf: ({ name }: { name: string }, index: number) => ({ name: `${name}/${index}` }),
} as unknown as LivePopulation;
const partsOf = (source: LoadSource, share = alone) => {
  const plan = stagesOf(source);
  return { plan, levels: new Levels(plan), sequence: new AgentSequence(groups, share), population, share };
}; // prettier-ignore

describe('a rate of arrivals', () => {
  const source = { shape: 'constant-arrival-rate', rate: 4, for: '1s' } as const;

  it('begins an agent at each arrival that is due, and is over after the last', () => {
    const { stage, events } = stageBook();
    const rate = new RateOfArrivals(stage, partsOf(source));
    expect([rate.nextMs, rate.isOver]).toEqual([125, false]);
    rate.act(124.9);
    expect(events).toEqual([]);
    rate.act(375);
    expect(events).toEqual(['one/0@125', 'two/0@375']);
    expect(rate.nextMs).toBe(625);
    rate.act(5_000);
    expect([events.length, rate.nextMs, rate.isOver]).toEqual([4, Infinity, true]);
  });

  it('drops arrivals beyond agentsMax, of which each worker has a share of at least one', () => {
    const limited = (agentsMax: number, share = alone) => {
      const { stage, events } = stageBook();
      new RateOfArrivals(stage, partsOf({ ...source, agentsMax }, share)).act(5_000);
      return events.map((event) => (event === 'dropped' ? 'dropped' : 'began'));
    };
    expect(limited(3)).toEqual(['began', 'began', 'began', 'dropped']);
    expect(limited(1, { index: 1, count: 2 })).toEqual(['began', 'dropped']);
    expect(limited(3, { index: 0, count: 2 })).toEqual(['began', 'dropped']);
  });
});

describe('a number of agents', () => {
  const rising = { shape: 'ramping-agents', from: 1, stages: [{ for: '1s', to: 5 }, { for: '1s', to: 0 }] } as const; // prettier-ignore

  it('is kept as it is to be, every 20 ms, and ends those that began last', () => {
    const { stage, acting, events } = stageBook();
    const source = new NumberOfAgents(stage, partsOf({ ...rising, stages: [...rising.stages] }));
    expect([source.nextMs, source.isOver]).toEqual([0, false]);
    source.act(0);
    expect([acting.length, source.nextMs]).toEqual([1, 20]);
    source.act(19);
    source.act(500);
    expect([acting.length, source.nextMs]).toEqual([3, 520]);
    acting.pop();
    source.act(519.9);
    expect(acting).toHaveLength(2);
    source.act(520);
    expect(acting).toHaveLength(3);
    source.act(1_500);
    expect([acting.length, events.at(-1)]).toEqual([3, 'two/1@520']);
    source.act(1_800);
    expect([acting.length, events.slice(-2)]).toEqual([1, ['end two/1', 'end two/0']]);
    source.act(2_000);
    expect([source.nextMs, source.isOver, acting.length]).toEqual([Infinity, true, 1]);
  });

  it('is split among workers', () => {
    const counts = [0, 1, 2].map((index) => {
      const { stage, acting } = stageBook();
      new NumberOfAgents(stage, partsOf({ shape: 'constant-agents', agents: 5, for: '1s' }, { index, count: 3 })).act(0);
      return acting.length;
    });
    expect(counts).toEqual([2, 2, 1]);
  }); // prettier-ignore
});

it('a whole population begins at once, each worker its own, without the scripted ones', () => {
  const members = Array.from({ length: 6 }, (_, number) => ({ number, name: `m${number}`, behaviour: number === 4 ? 'scripted' : 'visitor' }));
  const { stage, events } = stageBook();
  const source = new WholePopulation(stage, { members } as unknown as LivePopulation, { index: 0, count: 2 });
  expect([source.nextMs, source.isOver]).toEqual([0, false]);
  source.act();
  source.act();
  expect([events, source.nextMs, source.isOver]).toEqual([['m0@0', 'm2@0'], Infinity, true]);
}); // prettier-ignore

describe('agents that act', () => {
  /** Runs of the processes by name, of which the test takes each step. */
  function kernelOf() {
    const runs = new Map<string, Generator<unknown, void, unknown>>();
    const ended: string[] = [];
    const spawn = ({ name, run }: { name: string; run: () => Generator<unknown, void, unknown> }) => {
      const steps = run();
      runs.set(name, steps);
      return { name, end: () => { ended.push(name); steps.return(); } };
    }; // prettier-ignore
    return { kernel: { spawn } as unknown as Kernel, runs, ended };
  }
  const member = (name: string) =>
    ({ name, behaviour: 'visitor', run: function* () { yield 'arrival'; yield 'work'; } }) as unknown as Member; // prettier-ignore

  it('count from their start, arrive with their first turn, and leave after their open requests', () => {
    const seen: string[] = [];
    const { kernel, runs, ended } = kernelOf();
    const agents = new ActingAgents(kernel, { began: () => void seen.push('began'), ended: ({ name }, isDone) => void seen.push(`${name} ${isDone}`) });
    for (const name of ['a', 'b', 'c']) agents.begin(member(name));
    expect([agents.count, seen]).toEqual([3, []]);
    for (const name of ['a', 'b', 'c']) runs.get(name)!.next();
    expect(seen).toEqual([]);
    for (const name of ['a', 'b', 'c']) runs.get(name)!.next();
    expect(seen).toEqual(['began', 'began', 'began']);
    runs.get('a')!.next();
    expect([agents.count, seen.at(-1), agents.find({ name: 'a' })]).toEqual([2, 'a true', undefined]);
    agents.find({ name: 'c' })!.inFlight = 1;
    agents.endLast();
    expect([agents.count, ended, agents.find({ name: 'c' })?.isLeaving]).toEqual([1, [], true]);
    agents.endLast();
    expect([agents.count, ended, seen.at(-1)]).toEqual([0, ['b'], 'b false']);
    agents.endLast();
    expect([agents.count, ended]).toEqual([0, ['b']]);
    runs.get('c')!.return();
    expect([agents.count, seen.at(-1)]).toEqual([0, 'c false']);
  }); // prettier-ignore

  it('have neither arrived nor ended where they are ended before they arrive', () => {
    const seen: string[] = [];
    const { kernel, runs, ended } = kernelOf();
    const agents = new ActingAgents(kernel, { began: () => void seen.push('began'), ended: () => void seen.push('ended') });
    agents.begin(member('a'));
    runs.get('a')!.next();
    agents.endLast();
    expect([agents.count, ended, seen, agents.find({ name: 'a' })]).toEqual([0, ['a'], [], undefined]);
  }); // prettier-ignore

  it('that wait for nothing arrive and end in one turn', () => {
    const seen: string[] = [];
    const { kernel, runs } = kernelOf();
    const agents = new ActingAgents(kernel, { began: () => void seen.push('began'), ended: (_, isDone) => void seen.push(String(isDone)) });
    agents.begin({ name: 'a', behaviour: 'visitor', run: function* () {} } as unknown as Member);
    expect([runs.get('a')!.next().done, seen, agents.count]).toEqual([true, ['began', 'true'], 0]);
  }); // prettier-ignore

  it('all end together, but for those with open requests', () => {
    const { kernel, runs, ended } = kernelOf();
    const agents = new ActingAgents(kernel, { began: () => undefined, ended: () => undefined });
    for (const name of ['a', 'b']) {
      agents.begin(member(name));
      runs.get(name)!.next();
    }
    agents.find({ name: 'a' })!.inFlight = 2;
    agents.endAll();
    agents.endAll();
    expect([agents.count, ended]).toEqual([0, ['b']]);
    agents.begin(member('d'));
    expect(agents.count).toBe(1);
  });
});
