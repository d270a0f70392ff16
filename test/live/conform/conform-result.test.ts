/** When a comparison is ok: it has asked something, has finished, and every difference is explained. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../../src/live/conform/exchange.ts';
import type { ConformedRun } from '../../../src/live/conform/conform-call.ts';
import { conformResult, type Parts } from '../../../src/live/conform/result.ts';
import { readTarget } from '../../../src/live/traffic/target/target.ts';
import { partsOf, runOf, target } from './result-parts.ts';

const exchange = (n: number, explanations: readonly (string | null)[]): Exchange =>
  ({
    n,
    atMs: n,
    call: 'faucet/B/claim',
    operation: {},
    live: { kind: 'answer', status: 200, head: '', body: {}, serviceMs: 1 },
    answeredAtMs: n,
    isSameStatus: true,
    differences: explanations.map((explanation) => ({
      kind: 'value',
      field: '/x',
      recorded: '1',
      live: '2',
      explanation,
    })),
  }) as unknown as Exchange;

describe('a comparison', () => {
  it('is ok exactly where there was an exchange and no difference is left without an explanation', () => {
    const explanations = fc.array(fc.constantFrom('draw', 'time', null), { maxLength: 3 });
    const runs = fc.array(fc.array(explanations, { maxLength: 4 }), { maxLength: 3 });
    fc.assert(
      fc.property(runs, (made) => {
        const all = made.flat();
        const result = conformResult(
          partsOf(made.map((each) => runOf(each.map((one, index) => exchange(index, one))))),
        );
        const unexplained = all.flat().filter((each) => each === null).length;
        expect(result.requests).toBe(all.length);
        expect(result.same).toBe(all.filter((each) => each.length === 0).length);
        expect(result.differences).toMatchObject({ unexplained, explained: all.flat().length - unexplained });
        expect(result.ok).toBe(all.length > 0 && unexplained === 0);
      }),
    );
  });

  it('that asked nothing is not ok, whether it had no run or runs without a request', () => {
    expect(conformResult(partsOf([]))).toMatchObject({ ok: false, requests: 0 });
    expect(conformResult(partsOf([runOf([]), runOf([])]))).toMatchObject({ ok: false, requests: 0, runs: 2 });
  });

  it('that was stopped, or whose target is gone, is not ok, and says why', () => {
    const runs = [runOf([exchange(0, [])])];
    expect(conformResult(partsOf(runs)).ok).toBe(true);
    expect(conformResult(partsOf(runs, { stopped: 'budget' }))).toMatchObject({
      ok: false,
      stopped: 'budget',
    });
    const gone = conformResult(partsOf(runs, { gone: 'it was closed' }));
    expect(gone).toMatchObject({ ok: false, findings: ['the target is gone: it was closed'] });
  });
});

describe('the result of a comparison', () => {
  const differs = (change: object) => ({ kind: 'value', field: '/x', recorded: '1', live: '2', explanation: null, ...change }); // prettier-ignore
  const withThem = (n: number, differences: readonly object[], change: object = {}): Exchange =>
    ({ ...exchange(n, []), differences, ...change }) as unknown as Exchange;

  it('has groups of equal differences with their first place, open ones first, each with its cause', () => {
    const [drawn, tax] = [differs({ explanation: 'drawn' }), differs({ field: '/tax', recorded: '3' })];
    const runs = [
      runOf([withThem(0, [drawn]), withThem(1, [drawn, tax])]),
      runOf([withThem(0, [differs({}), differs({ live: '9' }), tax], { call: 'b/B/y' })], { name: 'second' }),
    ];
    const keys = new Set(['["b/B/y","value","/tax"]']);
    const causes = [
      { call: 'b/B/y', difference: tax, keys, followers: [], source: undefined, tries: 2, why: 'no', readings: [] },
      { call: 'b/B/y', difference: tax, keys: new Set(), followers: ['["b/B/y","value","/x"]'], source: undefined, tries: 0, why: null, readings: [] },
    ];
    const { groups } = conformResult(partsOf(runs, { causes } as unknown as Partial<Parts>)).differences;
    const place = { kind: 'value', field: '/x', model: '1', target: '2' };
    expect(groups).toEqual([
      { ...place, call: 'faucet/B/claim', field: '/tax', explanation: null, count: 1, run: 'a run', n: 1, model: '3', cause: null },
      { ...place, call: 'b/B/y', explanation: null, count: 2, run: 'second', n: 0, cause: 1 },
      { ...place, call: 'b/B/y', field: '/tax', explanation: null, count: 1, run: 'second', n: 0, model: '3', cause: 0 },
      { ...place, call: 'faucet/B/claim', explanation: 'drawn', count: 2, run: 'a run', n: 0, cause: null },
    ]);
  }); // prettier-ignore

  it('has each cause with its sentence, and its sequence without secrets', () => {
    const source = {
      name: 'conform-1', seed: '7', for: '1s', start: 'then',
      operations: [{ by: 'a', do: 'POST /x', body: { private_key: '7' } }],
    };
    const cause = {
      call: 'a/B/x', difference: differs({ field: `/a  b/${'c'.repeat(300)}` }), keys: new Set(['1', '2']), followers: ['3'],
      source, tries: 5, why: null, readings: [{ policy: 'p', value: 'v' }],
    };
    const result = conformResult(partsOf([], { causes: [cause, { ...cause, source: undefined }] } as unknown as Partial<Parts>));
    const [first, second] = result.causes;
    expect(first).toMatchObject({
      subject: 'state', call: 'a/B/x', kind: 'value', field: cause.difference.field, model: '1', target: '2',
      readings: cause.readings, differences: 2, followers: 1, requests: 1, tries: 5, why: null,
    });
    expect(Object.entries(first?.scenario ?? {})).toEqual([
      ['name', 'conform-1'], ['about', `a/B/x: /a b/${'c'.repeat(300)}`.slice(0, 200)], ['seed', '7'], ['for', '1s'], ['start', 'then'],
      ['operations', [{ by: 'a', do: 'POST /x', body: { private_key: '[redacted]' } }]],
    ]);
    expect(second).toMatchObject({ requests: 0, scenario: null });
  }); // prettier-ignore

  it('counts agents, calls and statuses over all runs, in order', () => {
    const failed = { live: { kind: 'failed', reason: 'timeout' } };
    const runs = [
      runOf([withThem(0, []), withThem(1, [], { call: '' }), withThem(2, [differs({})], failed)], { agents: 2, fromKeys: 3 }),
      runOf([withThem(0, [], { live: { kind: 'answer', status: 100 } })], { agents: 5, fromKeys: 1 }),
    ];
    const result = conformResult(partsOf(runs, { left: ['a', 'a', 'b'], over: 'no time', sent: 9, notes: ['a note'] }));
    expect(result).toMatchObject({ agents: 7, calls: 1, requests: 4, fromKeys: 4, sent: 9, notes: ['a note'], search: { unexamined: 2, ended: 'no time' } });
    expect(Object.entries(result.statusCounts)).toEqual([['100', 1], ['200', 2], ['timeout', 1]]);
    expect(result.operations).toEqual([
      { call: '', requests: 1, same: 1, explained: 0, unexplained: 0 },
      { call: 'faucet/B/claim', requests: 3, same: 2, explained: 0, unexplained: 1 },
    ]);
    expect(conformResult(partsOf([])).search).toEqual({ unexamined: 0, ended: null });
    expect(conformResult(partsOf([]))).not.toHaveProperty('learned');
  }); // prettier-ignore

  it('names its namespace where the clock runs, and not for a sandbox', () => {
    const sandbox = readTarget('toy.yaml', 'name: toy\nhosts: [127.0.0.1]\nsandbox: "http://127.0.0.1:1"\nclock: sandbox\n');
    const of = (where: typeof target) => conformResult(partsOf([], { call: { target: where, seed: '1', namespace: 'x' } } as unknown as Partial<Parts>));
    expect([of(target).namespace, of(target).clock]).toEqual(['x', 'running']);
    expect([of(sandbox).namespace, of(sandbox).clock]).toEqual([null, 'sandbox']);
  }); // prettier-ignore

  it('has twenty behaviours at fault of a run at most, and every check that did not hold', () => {
    const findings = Array.from({ length: 21 }, (_, n) => ({ agent: `a${n}`, kind: 'k', message: 'm' }));
    const failedChecks = new Map([['c', 2]]);
    const { findings: listed } = conformResult(partsOf([runOf([], { findings, failedChecks } as unknown as Partial<ConformedRun>)]));
    expect(listed).toHaveLength(21);
    expect([listed[0], listed[19], listed[20]]).toEqual(['a0: k: m', 'a19: k: m', 'check "c" did not hold 2 times']);
  }); // prettier-ignore

  it('has what was learnt, field by field', () => {
    const learned = [{ call: 'a/B/x', names: [{ ours: '/a', theirs: '/b' }, { ours: '/c', theirs: '/d', as: 'cents', confirmed: 4 }], missing: ['/e'] }];
    expect(conformResult(partsOf([], { learned } as unknown as Partial<Parts>)).learned).toEqual([
      { call: 'a/B/x', names: [{ field: '/a', at: '/b', confirmed: 0 }, { field: '/c', at: '/d', as: 'cents', confirmed: 4 }], missing: ['/e'] },
    ]);
  }); // prettier-ignore
});
