/** What a trace of real clients needs when it is replayed: how exactly its times are known, and whose world it is of. */
import { describe, expect, it } from 'vitest';
import { compareAnswers } from '../../../src/live/traffic/compare/compare-answers.ts';
import { explainByTime, isDayOver, isWindowEnd } from '../../../src/live/traffic/compare/explain.ts';
import { makePlan } from '../../../src/live/traffic/plan/plan.ts';
import { asRecorded, Schedule } from '../../../src/live/traffic/plan/schedule.ts';
import { readTarget } from '../../../src/live/traffic/target/target.ts';
import { headerLine, recordLine, traceFile } from './traces.ts';

describe('a trace of real clients', () => {
  it('cannot set up the world of a sandbox, and the error says what can be done', async () => {
    const trace = traceFile(
      [recordLine({ n: 0, at: 0 })],
      headerLine({ seed: '', profile: '', policyHash: '' }),
    );
    const text =
      'name: box\nhosts: [127.0.0.1]\nallow: writes\nsandbox: "http://127.0.0.1:1"\nclock: sandbox\n';
    const how = { schedule: new Schedule(asRecorded), only: undefined, namespace: 'tests' };
    await expect(makePlan(trace, readTarget('box.yaml', text), how)).rejects.toThrow(
      /^box\.yaml:1:1: clock: sandbox .* expected clock: real or a factor such as 60x/,
    );
  });
});

describe('an instant', () => {
  const difference = { kind: 'time' as const, field: '/at' };
  const apart = (seconds: number) => ({
    ...difference,
    recorded: '"2026-01-01T00:00:00.000Z"',
    live: JSON.stringify(new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString()),
  });
  const now = { shiftMs: 100_000, toleranceMs: 2_000 };

  it.each([
    [101, [], 'time'],
    [110, [], null],
    [110, [{ byMs: 90_000, toleranceMs: 2_000 }], null],
    // The request that caused it was known less exactly.
    [110, [{ byMs: 90_000, toleranceMs: 25_000 }], 'time'],
  ])('that lies %s s later, after causes %j: %s', (seconds, earlier, expected) => {
    expect(explainByTime(apart(seconds), { ...now, earlier })).toBe(expected);
  });
});

describe('a date in place of an instant', () => {
  const found = (recorded: object, live: object) =>
    compareAnswers(
      { status: 200, body: recorded },
      { status: 200, body: live },
      { valueOf: () => undefined, isOwn: () => false, clean: (value) => value },
    ).map(({ kind, field }) => `${kind} ${field}`);
  const expires = '2027-11-23T04:13:57.714Z';

  it('is none where the documents speak of a date and the day is the same', () => {
    expect(found({ expires }, { expires: '2027-11-23' })).toEqual([]);
    expect(found({ expires: '2027-11-23' }, { expires })).toEqual([]);
    expect(found({ expires }, { expires: '2027-11-24' })).toEqual(['time /expires']);
    expect(found({ expires }, { expires: 'soon' })).toEqual(['shape /expires']);
    expect(found({ expires_at: expires }, { expires_at: '2027-11-23' })).toEqual(['shape /expires_at']);
  });

  it.each([
    ['2027-11-23', 0, 'time'],
    ['2027-11-24', 20 * 3_600_000, 'time'],
    ['2027-11-24', 0, null],
    ['2027-11-22', 0, null],
  ])('is explained by the clock: %s at a shift of %s ms: %s', (live, shiftMs, expected) => {
    const difference = {
      kind: 'time' as const,
      field: '/expires',
      recorded: `"${expires}"`,
      live: `"${live}"`,
    };
    expect(explainByTime(difference, { shiftMs, toleranceMs: 2_000 })).toBe(expected);
  });
});

describe('the end of a window of a rate limit', () => {
  it.each([
    ['55366', '54454', true],
    ['55366', '90000', false],
    ['30', '59', true],
    ['30', '61', false],
    ['30', '-1', false],
  ])('in %s s may be in %s s: %s', (recorded, live, expected) => {
    expect(isWindowEnd({ kind: 'amount', field: '/retry_after_seconds', recorded, live })).toBe(expected);
    expect(isWindowEnd({ kind: 'amount', field: '/limit', recorded, live })).toBe(false);
  });

  it.each([
    ['1d', 187, 300_000, true],
    ['1d', 187, 3 * 86_400_000 + 300_000, true],
    ['1d', 187, 100_000, false],
    ['1d', 187, -100_000, false],
    ['1d', 80_000, 300_000, false],
    ['1m', 1, 300_000, false],
  ])(
    'of %s that ends in %s s is over on a clock that is %s ms ahead: %s',
    (window, left, shiftMs, expected) => {
      const refusal = { window, retry_after_seconds: left };
      expect(isDayOver(refusal, { shiftMs, toleranceMs: 2_000 })).toBe(expected);
    },
  );
});

describe('a text that is a JSON object', () => {
  const text = (value: unknown): unknown => ({ content: [{ type: 'text', text: JSON.stringify(value) }] });
  const found = (recorded: unknown, live: unknown) =>
    compareAnswers(
      { status: 200, body: text(recorded) },
      { status: 200, body: text(live) },
      { valueOf: () => undefined, isOwn: () => false, clean: (value) => value },
    ).map(({ kind, field }) => `${kind} ${field}`);

  it('is compared as one, field by field', () => {
    const claim = { amount: '0.50', price: '$1', at: '2026-01-01T00:00:00.000Z' };
    expect(found(claim, { price: '$1', at: '2026-01-01T01:00:00.000+01:00', amount: '0.5' })).toEqual([]);
    expect(found(claim, { ...claim, at: '2026-01-01T00:00:01.000Z' })).toEqual(['time /content/*/text/at']);
    expect(found(claim, { ...claim, amount: '0.60' })).toEqual(['amount /content/*/text/amount']);
    expect(found(claim, { amount: '0.50', price: '$1' })).toEqual(['shape /content/*/text/at']);
  });
});
