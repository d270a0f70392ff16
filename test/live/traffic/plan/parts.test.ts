/** Parts of a plan: what is referred to and for how long, who waits, which sessions belong together. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Ceiling } from '../../../../src/live/traffic/engine/ceiling.ts';
import { GlobalOrder, SessionOrder } from '../../../../src/live/traffic/engine/request-order.ts';
import { AwaitedResponses, Pauses } from '../../../../src/live/traffic/engine/waiting-requests.ts';
import { GivenOut } from '../../../../src/live/traffic/plan/given-out.ts';
import { neededBy, Needs, recordOf, usesOf } from '../../../../src/live/traffic/plan/needs.ts';
import { RetryBudget } from '../../../../src/live/traffic/plan/retry-budget.ts';
import { SessionGroups } from '../../../../src/live/traffic/plan/session-groups.ts';

describe('needs', () => {
  const reference = fc.record({ n: fc.nat({ max: 6 }), pointer: fc.constantFrom('/a', '/b', '/a/0', '/c') });

  it('are what was added, each with its uses, in order of the records', () => {
    fc.assert(
      fc.property(fc.array(reference, { maxLength: 20 }), (references) => {
        const needs = new Needs();
        const uses = new Map<string, number>();
        for (const { n, pointer } of references) {
          needs.add(n, pointer);
          uses.set(`${n} ${pointer}`, (uses.get(`${n} ${pointer}`) ?? 0) + 1);
        }
        needs.seal();
        expect(needs.count).toBe(uses.size);
        expect(new Set(needs.pointers)).toEqual(new Set(references.map(({ pointer }) => pointer)));
        for (let n = 0; n <= 7; n++) {
          const seen: string[] = [];
          needs.eachOf(n, (key, pointer) => {
            expect([recordOf(key), needs.find(n, pointer)]).toEqual([n, key]);
            seen.push(`${n} ${pointer}`);
          });
          expect(seen.toSorted()).toEqual([...uses.keys()].filter((each) => each.startsWith(`${n} `)).toSorted());
          expect(needs.isNeeded(n)).toBe(seen.length > 0);
        }
        for (const [place, count] of uses) {
          const [n = '', pointer = ''] = place.split(' ');
          const key = needs.find(Number(n), pointer) ?? -1;
          expect(Array.from({ length: count }, () => needs.release(key))).toEqual(Array.from({ length: count }, (_, index) => index === count - 1));
        }
        expect([needs.find(7, '/a'), needs.find(0, '/none')]).toEqual([undefined, undefined]);
      }),
      { numRuns: 40 },
    );
  }); // prettier-ignore

  it('are sealed once, and then take no more', () => {
    const needs = new Needs();
    needs.seal();
    expect(() => needs.add(0, '/a')).toThrow(/gathered before/);
    expect(() => needs.seal()).toThrow(/sealed once/);
    expect([needs.count, needs.isNeeded(0)]).toEqual([0, false]);
  });

  it('of a record between others are none', () => {
    const needs = new Needs();
    for (const n of [2, 5]) needs.add(n, '/a');
    needs.seal();
    expect([0, 2, 3, 5, 6].map((n) => needs.isNeeded(n))).toEqual([false, true, false, true, false]);
    expect([needs.find(2, '/a'), needs.find(3, '/a')].map((key) => key === undefined)).toEqual([false, true]);
  });

  it('of a text are all its references that are known', () => {
    const needs = new Needs();
    needs.add(3, '/a');
    needs.seal();
    const text = '{"x":"${3:/a} ${4:/b} ${3:/c}"}';
    expect([neededBy(JSON.parse(text) as object), usesOf(text, needs)]).toEqual([
      [3, 4],
      [needs.find(3, '/a')],
    ]);
  });
});

describe('values that a target has given out', () => {
  function given(...references: readonly (readonly [number, string])[]): GivenOut {
    const needs = new Needs();
    for (const [n, pointer] of references) needs.add(n, pointer);
    needs.seal();
    return new GivenOut(needs);
  }
  const call = 'escrow/B/create';

  it('stand in texts, paths, and JSON, where numbers stay numbers', () => {
    const values = given([0, '/id'], [0, '/n']);
    values.note(0, { id: 'a"b', n: 7, other: 1 }, call);
    expect([values.valueOf(0, '/id'), values.valueOf(0, '/n'), values.valueOf(0, '/other')]).toEqual(['a"b', '7', undefined]);
    expect(values.text('x ${0:/id} ${0:/n}')).toBe('x a"b 7');
    expect(values.text('{"x":"${0:/id}","n":"${0:/n}","t":"of ${0:/n}"}', true)).toBe('{"x":"a\\"b","n":7,"t":"of 7"}');
    expect([values.text('plain'), values.text('${1:/id}'), values.text('{"x":"${1:/id}"}', true)]).toEqual(['plain', undefined, undefined]);
    expect([values.path('/x/${0:/n}'), values.path('/x'), values.path('/x/${1:/id}')]).toEqual(['/x/7', '/x', undefined]);
    expect([values.all(undefined), values.all({ a: 'b', c: '${0:/n}' }), values.all({ a: '${1:/id}' })]).toEqual([undefined, { a: 'b', c: '7' }, null]);
  }); // prettier-ignore

  it('with a slash are in no path', () => {
    const values = given([0, '/id']);
    values.note(0, { id: 'a/b' }, call);
    expect([values.path('/x/${0:/id}'), values.text('/x/${0:/id}')]).toEqual([undefined, '/x/a/b']);
  });

  it('are dropped after their last use', () => {
    const values = given([0, '/n'], [0, '/n'], [0, '/own']);
    values.note(0, { n: 7 }, call);
    const needs = new Needs();
    for (const pointer of ['/n', '/n', '/own']) needs.add(0, pointer);
    needs.seal();
    const [n = 0, own = 0] = [needs.find(0, '/n'), needs.find(0, '/own')];
    values.release([n]);
    expect([values.valueOf(0, '/n'), values.isLacking(0, '/own')]).toEqual(['7', true]);
    values.release([n, own]);
    expect([values.valueOf(0, '/n'), values.isLacking(0, '/own')]).toEqual([undefined, false]);
    values.note(0, { n: 'x' }, call);
    expect(values.text('["${0:/n}"]', true)).toBe('["x"]');
  });

  it('that are lacking may stand where the recording repeats them, unless the documents name them', () => {
    const values = given([0, '/own'], [0, '/n'], [0, '/escrow_id']);
    values.note(0, {}, call);
    expect(['/own', '/n', '/escrow_id', '/never'].map((pointer) => values.isLacking(0, pointer))).toEqual([true, true, false, false]);
    values.note(1, { of: 'late', n: 5, id: 'x' }, call, { of: '${0:/own}', n: '${0:/n}', id: '${0:/escrow_id}' });
    expect(['/own', '/n', '/escrow_id'].map((pointer) => values.valueOf(0, pointer))).toEqual(['late', '5', undefined]);
    expect(values.text('["${0:/n}"]', true)).toBe('[5]');
    expect(values.isLacking(0, '/own')).toBe(false);
  }); // prettier-ignore
});

describe('waiting for limits', () => {
  let nowMs = 0;
  beforeEach(() => {
    nowMs = 1_000;
    vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
    vi.spyOn(Date, 'now').mockImplementation(() => 1_000_000_000);
  });
  afterEach(() => void vi.restoreAllMocks());

  it.each<[string | undefined, number]>([
    ['2', 2_000], ['0.1', 100], ['0', 50], ['-5', 50], [undefined, 1_000], ['x', 1_000], ['', 50],
    [new Date(1_000_003_000).toUTCString(), 3_000], [new Date(999_000_000).toUTCString(), 50],
  ])('after "%s" takes %i ms', (retryAfter, ms) => expect(new RetryBudget(10_000).waitMs(1, retryAfter)).toBe(ms)); // prettier-ignore

  it('is bounded for each session, in all', () => {
    const budget = new RetryBudget(5_000);
    expect([budget.waitMs(1, '3'), budget.waitMs(1, '2'), budget.waitMs(1, '0.05'), budget.waitMs(2, '5'), budget.waitMs(3, '5.001')]).toEqual([3_000, 2_000, 0, 5_000, 0]);
    expect([budget.count, budget.refused, budget.waitedMs]).toEqual([3, 2, 10_000]);
    expect([budget.hasWaited(1), budget.hasWaited(3)]).toEqual([true, false]);
    expect([budget.refuse(), budget.count, budget.refused]).toEqual([0, 2, 3]);
  }); // prettier-ignore

  it('ends when its time is over', () => {
    const budget = new RetryBudget(5_000);
    budget.waitMs(1, '3');
    nowMs += 2_999;
    expect([budget.isWaiting(1), budget.isWaiting(2)]).toEqual([true, false]);
    nowMs += 1;
    expect(budget.isWaiting(1)).toBe(false);
  });
});

describe('requests that wait', () => {
  it('for a response are released with it, in their order', () => {
    const waiting = new AwaitedResponses<string>();
    for (const [n, name] of [[1, 'a'], [2, 'b'], [1, 'c'], [1, 'd']] as const) waiting.add(n, name);
    waiting.remove(1, 'c');
    waiting.remove(1, 'none');
    waiting.remove(9, 'a');
    expect([waiting.take(1), waiting.take(1), waiting.take(9)]).toEqual([['a', 'd'], [], []]);
    waiting.add(3, 'e');
    expect([waiting.takeAll(), waiting.takeAll()]).toEqual([['b', 'e'], []]);
  }); // prettier-ignore

  it('for a time are released after it, unless all are cancelled', () => {
    vi.useFakeTimers();
    try {
      const pauses = new Pauses<string>();
      const ended: string[] = [];
      for (const [name, ms] of [['a', 10], ['b', 20], ['c', 30]] as const) pauses.start(name, ms, () => ended.push(name));
      vi.advanceTimersByTime(10);
      expect(ended).toEqual(['a']);
      expect([pauses.cancelAll(), pauses.cancelAll()]).toEqual([['b', 'c'], []]);
      vi.advanceTimersByTime(100);
      expect(ended).toEqual(['a']);
    } finally {
      vi.useRealTimers();
    }
  }); // prettier-ignore

  const requests = (sessions: readonly number[]) => sessions.map((session, n) => ({ session, n }) as never);

  it('are sent one at a time in each session, in its order', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 3 }), { maxLength: 12 }), (sessions) => {
        type Sent = { readonly session: number; readonly n: number };
        const sent: (Sent & { hasWaited: boolean })[] = [];
        const order = new SessionOrder((request, hasWaited) => sent.push({ ...(request as unknown as Sent), hasWaited })); // prettier-ignore
        for (const request of requests(sessions)) order.offer(request);
        expect(sent.map(({ session }) => session)).toEqual([...new Set(sessions)]);
        expect(order.waitingCount).toBe(sessions.length - sent.length);
        for (const each of sent) order.over(each as never);
        expect(sent.length).toBe(sessions.length);
        expect(order.waitingCount).toBe(0);
        for (const session of new Set(sessions)) {
          const own = sent.filter((each) => each.session === session);
          expect(own.map(({ n }) => n)).toEqual(own.map(({ n }) => n).toSorted((one, other) => one - other));
          expect(own.map(({ hasWaited }) => hasWaited)).toEqual(own.map((_, index) => index > 0));
        }
        // A session whose requests are all over begins anew.
        if (sessions.length > 0) order.offer(requests(sessions)[0]!);
        expect(sent.length).toBe(sessions.length + Math.min(1, sessions.length));
      }),
      { numRuns: 30 },
    );
  });

  it('are given back where they are abandoned', () => {
    const order = new SessionOrder<never>(() => undefined);
    const offered = requests([1, 1, 2, 1, 2]);
    for (const request of offered) order.offer(request);
    expect(new Set(order.abandon())).toEqual(new Set([offered[1], offered[3], offered[4]]));
    expect([order.waitingCount, order.abandon()]).toEqual([0, []]);
  });

  it('are all sent at once over one connection', () => {
    const sent: unknown[] = [];
    const order = new GlobalOrder<never>((request) => sent.push(request));
    const offered = requests([1, 1, 2]);
    for (const request of offered) order.offer(request);
    order.over(offered[0]!);
    expect([sent, order.waitingCount, order.abandon()]).toEqual([offered, 0, []]);
  });
});

describe('a ceiling', () => {
  it.each([1, 50, 100, 400, 5_000])('of %i a second is kept over any time, but for a burst of ten milliseconds', (rate) => {
    const ceiling = new Ceiling(rate);
    const sentMs: number[] = [];
    for (let nowMs = 0; sentMs.length < 200; nowMs += ceiling.waitMs(nowMs)) {
      if (ceiling.waitMs(nowMs) > 0) continue;
      ceiling.count(nowMs);
      sentMs.push(nowMs);
    }
    const burst = Math.max(1, Math.floor((10 * rate) / 1_000 + 1e-9));
    expect(sentMs.filter((ms) => ms === 0)).toHaveLength(burst);
    for (let from = 0; from < 20; from++)
      for (let to = from + 1; to < sentMs.length; to++)
        expect(to - from + 1).toBeLessThanOrEqual((((sentMs[to] ?? 0) - (sentMs[from] ?? 0)) * rate) / 1_000 + burst + 1e-6);
    // Time in which nothing was sent is not made up for.
    const later = (sentMs.at(-1) ?? 0) + 1e6;
    let count = 0;
    while (ceiling.waitMs(later) === 0 && count < 1_000) {
      ceiling.count(later);
      count += 1;
    }
    expect(count).toBe(burst);
  }); // prettier-ignore
});

describe('sessions that belong together', () => {
  it('are those that are joined, whichever way', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat({ max: 9 }), fc.nat({ max: 9 })), { maxLength: 12 }), (pairs) => {
        const groups = new SessionGroups();
        let model = Array.from({ length: 10 }, (_, n) => n);
        for (const [one, other] of pairs) {
          groups.join(one, other);
          model = model.map((group) => (group === model[one] ? (model[other] ?? 0) : group));
        }
        for (let one = 0; one < 10; one++)
          for (let other = 0; other < 10; other++)
            expect(groups.rootOf(one) === groups.rootOf(other)).toBe(model[one] === model[other]);
      }),
      { numRuns: 30 },
    );
  });
});
