/** Which requests an expectation is about, and what its figures are where measures are merged or missing. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judged } from '../../../../src/live/load/measure/judged.ts';
import { LoadMeasures } from '../../../../src/live/load/measure/load-measures.ts';
import { keyOf, selectedTallies, tagsOf } from '../../../../src/live/load/measure/selected.ts';
import { expected } from '../loading.ts';

const outcome = { call: 'escrow/A/create', behaviour: 'visitor', status: 200, code: '', responseMs: 5, serviceMs: 4 }; // prettier-ignore

describe('tags', () => {
  it('have one key for each set of them, in whatever order they are written', () => {
    const tags = fc.uniqueArray(fc.tuple(fc.constantFrom('service', 'style', 'operation', 'status', 'agent'), fc.constantFrom('a', 'b')), {
      selector: ([name]) => name,
    });
    const shuffled = tags.chain((pairs) =>
      fc.tuple(fc.constant(pairs), fc.shuffledSubarray(pairs, { minLength: pairs.length })),
    );
    fc.assert(
      fc.property(shuffled, ([pairs, others]) => {
        expect(keyOf(Object.fromEntries(others))).toBe(keyOf(Object.fromEntries(pairs)));
      }),
      { numRuns: 50 },
    );
    expect(keyOf({ service: 'a', style: 'b' })).not.toBe(keyOf({ service: 'b', style: 'a' }));
    expect(keyOf({ service: 'a' })).not.toBe(keyOf({ style: 'a' }));
  }); // prettier-ignore

  it('of a request outside of the documents are empty, and it belongs to no service, style or operation', () => {
    const tags = tagsOf({ ...outcome, call: '' });
    expect(tags).toEqual({ service: '', style: '', operation: '', status: '200', code: '', agent: 'visitor' });
    const of = expected({ 'http_reqs{service:escrow}': 'count==0', 'http_reqs{style:A}': 'count==0', http_reqs: 'count==1' });
    const measures = new LoadMeasures(of);
    measures.add({ ...outcome, call: '' });
    expect(judged(of, measures, { seconds: 1, agents: 1 }).map(({ value }) => value)).toEqual([0, 0, 1]);
  }); // prettier-ignore

  it('are counted once for all expectations that have them, and for metrics of requests alone', () => {
    const tallies = selectedTallies(
      expected({
        'http_reqs{service:escrow,style:A}': 'count>0',
        'http_req_failed{style:A,service:escrow}': 'rate<1',
        http_req_duration: 'p(99)<400',
        'checks{check:paid}': 'rate==1',
        agents_total: 'value>1',
      }),
    );
    expect(tallies.map((one) => [one.matches({}), one.matches({ service: 'escrow', style: 'A' })])).toEqual([
      [false, true],
      [true, true],
    ]);
  });
});

describe('an expectation', () => {
  it('of requests that were not selected has no value, and does not hold', () => {
    const of = expected({ 'http_reqs{service:escrow}': 'count==0' });
    expect(judged(of, new LoadMeasures([]), { seconds: 1, agents: 1 })).toMatchObject([
      { value: null, ok: false },
    ]);
  });

  it('of the least time has it as it was measured, to the microsecond', () => {
    const of = expected({ http_req_duration: 'min>0' });
    const measures = new LoadMeasures(of);
    for (const responseMs of [7.5, 5.005, 9]) measures.add({ ...outcome, responseMs });
    expect(judged(of, measures, { seconds: 1, agents: 1 })).toMatchObject([{ value: 5.005, ok: true }]);
  });
});

describe('merged measures', () => {
  it('have the failed evaluations of a check of all workers, as they have the passed ones', () => {
    const parts = [[3, 1], [0, 2], [4, 0]] as const; // prettier-ignore
    const merged = new LoadMeasures([]);
    for (const [passed, failed] of parts) {
      const part = new LoadMeasures([]);
      for (let at = 0; at < passed + failed; at += 1) part.check('paid', 'visitor', at < passed);
      merged.merge(structuredClone(part.plain()));
    }
    expect([...merged.checks.values()]).toEqual([
      { name: 'paid', behaviour: 'visitor', passed: 7, failed: 3 },
    ]);
  });

  it('leave out what a worker has selected beyond their own expectations', () => {
    const part = new LoadMeasures(expected({ http_reqs: 'count>0', 'http_reqs{service:escrow}': 'count>0' }));
    part.add(outcome);
    const merged = new LoadMeasures(expected({ http_reqs: 'count>0' }));
    merged.merge(part.plain());
    expect(merged.selected.map(({ tally }) => tally.requests)).toEqual([1]);
  });
});
