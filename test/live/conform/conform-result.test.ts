/** When a comparison is ok: it has asked something, has finished, and every difference is explained. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../../src/live/conform/exchange.ts';
import type { ConformedRun } from '../../../src/live/conform/conform-call.ts';
import { conformResult, type Parts } from '../../../src/live/conform/result.ts';
import { readTarget } from '../../../src/live/traffic/target/target.ts';

const target = readTarget(
  'toy.yaml',
  'name: toy\nhosts: [127.0.0.1]\nservices: { faucet: "http://127.0.0.1:1" }\n',
);

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

const runOf = (exchanges: readonly Exchange[], changes: Partial<ConformedRun> = {}): ConformedRun =>
  ({
    name: 'a run',
    agents: 1,
    exchanges,
    findings: [],
    failedChecks: new Map(),
    hidden: [],
    leftOut: { unlisted: new Map(), withheld: new Map() },
    fromKeys: 0,
    happenings: new Map(),
    ...changes,
  }) as unknown as ConformedRun;

const partsOf = (runs: readonly ConformedRun[], changes: Partial<Parts> = {}): Parts =>
  ({
    call: { target, seed: '1', namespace: 'x' },
    runs,
    causes: [],
    left: [],
    over: undefined,
    policyHash: null,
    sent: 0,
    stopped: null,
    gone: undefined,
    seconds: 1,
    learned: undefined,
    notes: [],
    ...changes,
  }) as unknown as Parts;

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
