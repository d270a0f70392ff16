/** What a scenario under generation knows of the operations that it has so far. */
import { describe, expect, it } from 'vitest';
import { dayMs, hourMs, minuteMs } from '../../../../src/core/base/time.ts';
import { ModelState } from '../../../../src/verification/check/generate/model-state.ts';
import { drawOf } from './furnished.ts';

const startMs = Date.UTC(2026, 0, 1, 7, 59, 30);
const bet = { kind: 'bet', field: 'bet_id' } as const;

it('a model begins with nothing', () => {
  const model = new ModelState(startMs);
  const { operations, registered, planned, faults, policies, isTrading, lead, atMs, healedMs } = model;
  expect({ operations, registered, planned, faults, policies, isTrading, lead, atMs, healedMs }).toEqual({
    operations: [], registered: [], planned: [], faults: [], policies: {}, isTrading: false, lead: undefined, atMs: 0, healedMs: 0,
  }); // prettier-ignore
  expect([model.deadlines(), model.first('bet'), model.latest('bet')]).toEqual([[], undefined, undefined]);
});

describe('operations', () => {
  it('have an instant where it is not the one before, and a label where they make something', () => {
    const model = new ModelState(startMs);
    model.add({ do: 'GET /a' }, 'alice');
    model.atMs = 5;
    model.add({ do: 'GET /b', by: 'bob' }, 'alice');
    model.add({ do: 'POST /c', body: { n: 1 }, makes: bet }, 'alice');
    model.atMs = 7;
    model.add({ do: 'POST /d', makes: { ...bet, also: { kind: 'hand', field: 'nonce' } } }, 'bob');
    expect(model.operations).toEqual([
      { by: 'alice', do: 'GET /a' },
      { at: '5ms', by: 'bob', do: 'GET /b' },
      { by: 'alice', do: 'POST /c', body: { n: 1 }, as: 'bet-1' },
      { at: '7ms', by: 'bob', do: 'POST /d', as: 'bet-2' },
    ]);
    expect(model.operations.map((operation) => 'as' in operation)).toEqual([false, false, true, true]);
    const none = { other: undefined, dueMs: [] };
    expect(model.first('bet')).toEqual({
      kind: 'bet',
      reference: '${bet-1:/bet_id}',
      by: 'alice',
      atMs: 5,
      ...none,
    });
    expect(model.latest('bet')).toEqual({
      kind: 'bet',
      reference: '${bet-2:/bet_id}',
      by: 'bob',
      atMs: 7,
      ...none,
    });
    expect(model.first('hand')).toEqual(model.latest('hand'));
    expect(model.latest('hand')).toEqual({
      kind: 'hand',
      reference: '${bet-2:/nonce}',
      by: 'bob',
      atMs: 7,
      ...none,
    });
  });

  it('may begin later than the run', () => {
    const model = new ModelState(startMs);
    model.atMs = 9;
    model.add({ do: 'GET /a' }, 'alice');
    expect(model.operations).toEqual([{ at: '9ms', by: 'alice', do: 'GET /a' }]);
  });
});

describe('what was made', () => {
  it('may be handed over', () => {
    const model = new ModelState(startMs);
    model.atMs = 3;
    model.handOver('${domain-1:/domain}', 'domain', 'carol');
    const made = {
      kind: 'domain',
      reference: '${domain-1:/domain}',
      by: 'carol',
      atMs: 3,
      other: undefined,
      dueMs: [],
    };
    expect([model.first('domain'), model.latest('domain'), model.latest('bet')]).toEqual([
      made,
      made,
      undefined,
    ]);
  });

  it('has deadlines until they are over', () => {
    const model = new ModelState(startMs);
    model.add({ do: 'POST /a', makes: { ...bet, dueMs: [10, 20] } }, 'alice');
    model.add({ do: 'POST /b', makes: { ...bet, other: 'bob', dueMs: [15] } }, 'alice');
    model.add({ do: 'POST /c', makes: { ...bet, also: { kind: 'hand', field: 'nonce' } } }, 'alice');
    model.handOver('x', 'domain', 'bob');
    expect(model.deadlines()).toEqual([10, 20, 15]);
    model.atMs = 15;
    expect(model.deadlines()).toEqual([20, 15]);
    model.atMs = 16;
    expect(model.deadlines()).toEqual([20]);
  });

  it('is asked for by kind, mostly the latest two', () => {
    const model = new ModelState(startMs);
    expect(model.one(drawOf('1'), 'bet')).toBeUndefined();
    for (let count = 0; count < 10; count += 1) model.add({ do: 'POST /a', makes: bet }, 'alice');
    model.add({ do: 'POST /b', makes: { kind: 'hand', field: 'nonce' } }, 'alice');
    const draw = drawOf('one');
    const counts = new Map<string, number>();
    for (let time = 0; time < 1000; time += 1) {
      const { reference = '' } = model.one(draw, 'bet', 'order') ?? {};
      counts.set(reference, (counts.get(reference) ?? 0) + 1);
    }
    const of = (index: number): number => counts.get(`\${bet-${index}:/bet_id}`) ?? 0;
    expect(counts.size).toBe(10);
    expect([of(10) > 300, of(9) > 300, of(8) < 100, of(1) < 100]).toEqual([true, true, true, true]);
  });

  it('is asked for by a name that never was where there is none, and now and then anyway', () => {
    const model = new ModelState(startMs);
    const draw = drawOf('reference');
    expect(model.reference(draw, 'bet')).toBe('bet_nobody');
    model.add({ do: 'POST /a', makes: bet }, 'alice');
    const asked = Array.from({ length: 400 }, () => model.reference(draw, 'bet'));
    expect(new Set(asked)).toEqual(new Set(['${bet-1:/bet_id}', 'bet_nobody']));
    const never = asked.filter((reference) => reference === 'bet_nobody').length;
    expect([never > 5, never < 60]).toEqual([true, true]);
  });
});

describe('who acts', () => {
  it('is the lead, else the first that is registered, else the first of all', () => {
    const model = new ModelState(startMs);
    expect(model.main).toBe('alice');
    model.registered.push('bob', 'carol');
    expect(model.main).toBe('bob');
    model.lead = 'dave';
    expect(model.main).toBe('dave');
  });

  it('is mostly registered', () => {
    const model = new ModelState(startMs);
    const draw = drawOf('person');
    const persons = (): Set<string> => new Set(Array.from({ length: 300 }, () => model.person(draw)));
    expect(persons()).toEqual(new Set(['alice', 'bob', 'carol', 'dave']));
    model.registered.push('bob');
    const drawn = Array.from({ length: 300 }, () => model.person(draw));
    const others = drawn.filter((person) => person !== 'bob').length;
    expect([others > 0, others < 40]).toEqual([true, true]);
  });
});

describe('an instant', () => {
  it.each([
    ['the next minute', 0, minuteMs, 30_000],
    ['the next minute after one', 30_000, minuteMs, 90_000],
    ['the next hour', 0, 8 * hourMs, 30_000],
    ['the next day', 0, dayMs, 16 * hourMs + 30_000],
  ])('is a multiple on the clock of the run: %s', (_, atMs, everyMs, nextMs) => {
    const model = new ModelState(startMs);
    model.atMs = atMs;
    expect(model.nextMs(everyMs)).toBe(nextMs);
  });

  it('is sent as the clock of the run has it', () => {
    expect(new ModelState(startMs).instantText(30_001)).toBe('2026-01-01T08:00:00.001Z');
  });
});
