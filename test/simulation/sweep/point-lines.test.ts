/** Lines of points: what is written, and each figure whose absence or kind makes a line unreadable. */
import { describe, expect, it } from 'vitest';
import type { SweepPlan } from '../../../src/simulation/sweep/result-schema.ts';
import { lineOfFailure, lineOfRun, readLine } from '../../../src/simulation/sweep/point-result.ts';
import { expectationsOf, finish, hourMs, market, traders } from '../scenario/market.ts';
import { heldPoint, planOf } from './plans.ts';

const plan = planOf();
const changed = (changes: object): string =>
  JSON.stringify({ ...heldPoint(2, 0.5), run: { ...heldPoint(2, 0.5).run, ...changes } });
const linedUp = (changes: object): string => JSON.stringify({ ...heldPoint(2, 0.5), ...changes });

const counts = ['agents', 'events', 'requests', 'transfers', 'findings'];
const bad: readonly (readonly [string, string])[] = [
  ...counts.flatMap((name) =>
    [-1, 1.5, '1', null].map(
      (value) => [`${name} ${JSON.stringify(value)}`, changed({ [name]: value })] as const,
    ),
  ),
  ...['0123456789abcde', '0123456789abcdef0', '0123456789abcdeg', 'g123456789abcdef', 7].map(
    (policyHash) => [`the hash ${policyHash}`, changed({ policyHash })] as const,
  ),
  ...['0'.repeat(31), '0'.repeat(33), `${'0'.repeat(31)}x`, null].map(
    (digest) => [`the digest ${digest}`, changed({ digest })] as const,
  ),
  ...['1', null].map((virtualSeconds) => [`seconds ${virtualSeconds}`, changed({ virtualSeconds })] as const),
  [
    'seconds without end',
    changed({ virtualSeconds: 0 }).replace('"virtualSeconds":0', '"virtualSeconds":1e999'),
  ],
  ['half a drift', changed({ driftMicros: 0.5 })],
  ['metrics without a map', changed({ metrics: null })],
  ['metrics of a text', changed({ metrics: 'x' })],
  ['one wrong metric of two', changed({ metrics: { a: 1, b: null } })],
  ['no list of expectations', changed({ expectations: { 0: { value: 0.5, ok: true }, length: 1 } })],
  ['too many expectations', changed({ expectations: [1, 2].map(() => ({ value: 0.5, ok: true })) })],
  ['an expectation without a map', changed({ expectations: [null] })],
  ['an expectation of a text', changed({ expectations: ['x'] })],
  ['an expectation with a text', changed({ expectations: [{ value: '0.5', ok: true }] })],
  ['an expectation without a value', changed({ expectations: [{ ok: true }] })],
  ['an expectation without a verdict', changed({ expectations: [{ value: 0.5 }] })],
  ['no run', linedUp({ run: null })],
  ['a run of a text', linedUp({ run: 'x' })],
  ['no message', linedUp({ message: undefined })],
  ['a message that is too long', linedUp({ message: 'x'.repeat(501) })],
  ['a broken point without a message', linedUp({ outcome: 'broken', run: null })],
  ['a broken point with a run', linedUp({ outcome: 'broken', message: 'x' })],
  ['a crashed point without a message', linedUp({ outcome: 'crashed', run: null })],
  ['a crashed point with a run', linedUp({ outcome: 'crashed', message: 'x' })],
];

const good: readonly (readonly [string, string])[] = [
  ['the first point', linedUp({ point: 1 })],
  ['the last point', linedUp({ point: 3 })],
  ['a message of full length', linedUp({ message: 'x'.repeat(500) })],
  ['figures of nothing', changed({ agents: 0, events: 0, requests: 0, transfers: 0, virtualSeconds: 0 })],
  ['a negative drift', linedUp({ outcome: 'failed', run: { ...heldPoint(2, 0.5).run, driftMicros: -2 } })],
  ['a broken point', lineOfFailure(1, 'broken', 'x')],
  ['a crashed point', lineOfFailure(3, 'crashed', '')],
  ['a finding', linedUp({ outcome: 'failed', run: { ...heldPoint(2, 0.5).run, findings: 1 } })],
  [
    'an expectation that failed',
    linedUp({ outcome: 'failed', run: heldPoint(2, 0.5, { expectations: [{ value: 0.6, ok: false }] }).run }),
  ],
  [
    'an expectation without a sample',
    linedUp({
      outcome: 'failed',
      run: { ...heldPoint(2, 0).run, expectations: [{ value: null, ok: false }] },
    }),
  ],
];

describe('a line of a point', () => {
  it.each(bad)('cannot be read with %s', (_, line) => expect(readLine(line, plan)).toBeUndefined());

  it.each(good)('can be read with %s', (_, line) => expect(readLine(line, plan)).toEqual(JSON.parse(line)));

  it('has a verdict for each of the expectations', () => {
    const [expected] = plan.expectations;
    const two: SweepPlan = planOf({ expectations: [expected!, { ...expected!, threshold: 'rate>0' }] });
    const line = (oks: readonly boolean[], outcome: string): string =>
      JSON.stringify({
        ...heldPoint(2, 0.5, {
          expectations: oks.map((ok, index) => ({ value: index === 1 ? 0 : 0.5, ok })),
        }),
        outcome,
      });
    expect(readLine(line([true, false], 'failed'), two)).toEqual(JSON.parse(line([true, false], 'failed')));
    expect(readLine(line([true, false], 'held'), two)).toBeUndefined();
    expect(readLine(line([true, true], 'held'), two)).toBeUndefined();
  });

  it('is one line of at most 500 characters of message', () => {
    expect(lineOfFailure(2, 'broken', `a\n\n b\t${'x'.repeat(600)}`)).toBe(
      `{"point":2,"outcome":"broken","message":"a b ${'x'.repeat(496)}","run":null}`,
    );
  });
});

describe('the line of a run', () => {
  const expectations = expectationsOf({ http_reqs: ['count>1', 'count<1'] });
  const { result } = finish(market({ groups: [traders(2)], forMs: hourMs, expectations }));
  const { summary, metrics } = result;
  const figures = {
    policyHash: summary.policyHash,
    digest: summary.digest,
    virtualSeconds: 3_600,
    agents: 2,
    events: summary.events,
    requests: summary.requests,
    transfers: summary.ledger.transfers,
    driftMicros: 0,
    expectations: summary.expectations.map(({ value, ok }) => ({ value, ok })),
    metrics: Object.fromEntries(metrics.map(({ name, value }) => [name, value])),
  };

  it('has its figures', () => {
    expect(JSON.parse(lineOfRun(4, result))).toEqual({
      point: 4,
      outcome: 'failed',
      message: null,
      run: { ...figures, findings: 0 },
    });
  });

  it('has the first of its findings as a message', () => {
    const findings = ['a\n b', 'c'].map((message) => ({
      kind: 'property',
      behaviour: 'b',
      at: 'noon',
      agent: 'x',
      message,
    }));
    const line = lineOfRun(4, { ...result, summary: { ...summary, findings, ok: true } });
    expect(JSON.parse(line)).toEqual({
      point: 4,
      outcome: 'held',
      message: 'x at noon: a b',
      run: { ...figures, findings: 2 },
    });
  });
});
