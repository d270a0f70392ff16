/** Results as text for people: every figure in its line, and no line for what there is nothing of. */
import { describe, expect, it } from 'vitest';
import { benchText } from '../../../src/live/traffic/bench/text.ts';
import type { BenchResult, BenchStep } from '../../../src/live/traffic/bench/result.ts';
import type { Plan } from '../../../src/live/traffic/plan/plan.ts';
import { recordProxyText } from '../../../src/live/traffic/record/text.ts';
import type { RecordProxyResult } from '../../../src/live/traffic/record/result.ts';
import type { ReplayResult } from '../../../src/live/traffic/replay/result-schema.ts';
import { planText, replayText } from '../../../src/live/traffic/replay/text.ts';

const linesOf = (text: string): string[] => text.split('\n');

describe('a recording', () => {
  const result = {
    requests: 12, sessions: 3, target: 'live', seconds: 1.25, addedMs: { p50: 0.123, p90: 1, p99: 99.996, max: 100 }, foreignKeys: 0, references: 7,
    statusCounts: { 200: 10, 429: 2 }, leftOut: {}, refused: {}, endedBy: 'signal', trace: 't.ndjson.gz',
  } as unknown as RecordProxyResult;

  it('is five lines, more only where something was left out', () => {
    expect(linesOf(recordProxyText(result))).toEqual([
      '12 requests in 3 sessions against live: 1.3 s, ended by a signal; the trace is complete up to there',
      'references     7',
      'answers        200: 10  429: 2',
      'added time     p50 0.12  p90 1.00  p99 100.00  max 100 ms in this process',
      'trace: t.ndjson.gz',
      '',
    ]);
    const more = { ...result, leftOut: { websocket: 1 }, refused: { host: 2 }, foreignKeys: 4 } as unknown as RecordProxyResult;
    const lines = linesOf(recordProxyText(more));
    expect(lines.slice(3, 5)).toEqual(['left out       websocket: 1', 'refused        host: 2']);
    expect(lines.at(-3)).toBe('keys           4 were given out before the recording: a replay has none for them');
  });

  it.each([['time', 'ended by --for'], ['requests', 'ended by --requests']] as const)('says what ended it: %s', (endedBy, words) => {
    expect(linesOf(recordProxyText({ ...result, endedBy }))[0]).toBe(`12 requests in 3 sessions against live: 1.3 s, ${words}`);
  });
}); // prettier-ignore

describe('a plan', () => {
  const plan = { requests: 9, preparing: 0, sessions: 2, writes: 4, hosts: ['a', 'b'], services: ['escrow', 'faucet'], durationMs: 90_000.4 } as unknown as Plan;

  it('is a figure a line', () => {
    expect(linesOf(planText(plan))).toEqual(['requests  9', 'sessions  2', 'writes    4', 'hosts     a, b', 'services  escrow, faucet', 'duration  1m 30s', '']);
    expect(linesOf(planText({ ...plan, preparing: 3, durationMs: 0 }))).toEqual(expect.arrayContaining(['requests  9 (3 of them at once, to get there)', 'duration  as fast as answers allow']));
  });
}); // prettier-ignore

describe('a replay', () => {
  const times = { p50: 1, p90: 2.5, p99: 99.9, p999: 100.4, max: 1_234.6 };
  const result = {
    engine: 'open', requests: 9, sessions: 2, target: 'toy', seconds: 1.5, achievedPerSecond: 6.4, offeredPerSecond: 7.6, responseMs: times, serviceMs: times,
    sendLagMs: { p50: 0.1, p99: 0.2 }, statusCounts: { 200: 8, 404: 1 }, waits: { session: { count: 0, p99Ms: 0 } }, backPressure: { pendingMost: 5, heldBack: 0 },
    namespace: null, retries: { sent: 0, refused: 0 }, notCompared: [], comparison: 'full', failures: {}, unsent: 0, same: 9,
    differences: { unexplained: 0, explained: 0, groups: [], causes: [] }, timeRules: [], thresholds: [], voidReason: null, stopped: false,
  } as unknown as ReplayResult;
  const change = (more: object): string[] => linesOf(replayText({ ...result, ...more }));
  const plain = [
    '9 requests in 2 sessions against toy: 1.5 s, 6 a second of 8 offered',
    'response time  p50 1.00  p90 2.50  p99 99.90  p99.9 100  max 1235 ms',
    'service time   p50 1.00  p90 2.50  p99 99.90  p99.9 100  max 1235 ms',
    'send lag       p50 0.10  p99 0.20 ms',
    'answers        200: 8  404: 1',
    'back-pressure  at most 5 waited at one time, held back 0 times',
    'differences    0 unexplained, 0 explained, 9 answers alike',
    '',
  ];

  it('is its times, its answers and its differences', () => expect(change({})).toEqual(plain));

  const cause = { call: 'escrow/B/create', kind: 'status', field: '', n: 4, recorded: '201', live: '409', alike: 2, followers: 0 };
  const group = { count: 3, call: 'escrow/B/list', kind: 'amount', field: '/fee', explanation: null, n: 7, recorded: '1', live: '2' };
  it.each<[string, object, string[]]>([
    ['waits that there were', { waits: { session: { count: 0, p99Ms: 1 }, answer: { count: 2, p99Ms: 1.5 }, limit: { count: 1, p99Ms: 100 } } }, ['waited for     answer 2 (p99 1.50 ms)  limit 1 (p99 100 ms)']],
    ['requests without an answer, or not sent', { failures: { timeout: 2, reset: 1 }, unsent: 4 }, ['no answer      timeout: 2  reset: 1', 'not sent       4']],
    ['the names of this run', { namespace: 'abcd' }, ['namespace      abcd']],
    ['requests that were sent again', { retries: { sent: 2, refused: 1 } }, ['sent again     2 after a limit, 1 not: --limit-wait was used up']],
    ['requests that were not sent again', { retries: { sent: 0, refused: 1 } }, ['sent again     0 after a limit, 1 not: --limit-wait was used up']],
    ['what was not compared, by rule', { notCompared: [{ rule: 'a', count: 1 }, { rule: 'b', count: 2 }, { rule: 'a', count: 4 }] }, ['not compared   a 5  b 2']],
    ['an engine that compares less', { engine: 'k6', comparison: 'status' }, ['comparison     status: k6 compares nothing else of an answer', 'differences    0 unexplained, 0 explained, 9 answers with the recorded status']],
    ['one cause', { differences: { unexplained: 3, explained: 1, groups: [], causes: [cause] } }, ['differences    3 unexplained of 1 cause, 1 explained, 9 answers alike', '  1. escrow/B/create status , first at 4: 201 became 409; 2 of this kind']],
    ['causes with what follows', { differences: { unexplained: 3, explained: 1, groups: [], causes: [cause, { ...cause, followers: 5 }] } }, ['differences    3 unexplained of 2 causes, 1 explained, 9 answers alike', '  2. escrow/B/create status , first at 4: 201 became 409; 2 of this kind, 5 follow from it']],
    ['groups with their explanation', { differences: { unexplained: 3, explained: 3, causes: [], groups: [group, { ...group, explanation: 'time' }] } }, ['  3 x escrow/B/list amount /fee, first at 7: 1 became 2', '  3 x escrow/B/list amount /fee [time], first at 7: 1 became 2']],
    ['rules of time, those not reached by name', { timeRules: [{ outcome: 'tested' }, { outcome: 'testable' }, { outcome: 'testable' }, { outcome: 'not reached', rule: 'a day', why: 'too short' }] }, ['rules of time  1 tested, 2 testable, 1 not reached in the time of the run', '  not reached: a day: too short']],
    ['thresholds', { thresholds: [{ metric: 'm', threshold: '<1', value: 0.5, ok: true }, { metric: 'n', threshold: '>1', value: null, ok: false }] }, ['holds  m <1: 0.50', 'BROKEN  n >1: nothing was measured']],
    ['notes, and why it does not count', { notes: ['a', 'b'], voidReason: 'too late', stopped: true }, ['note           a', 'note           b', 'VOID: too late', 'stopped before its end']],
  ])('has %s', (_what, more, lines) => {
    const text = change(more);
    expect(text).toEqual(expect.arrayContaining(lines));
    const others = (more as { engine?: string }).engine === 'k6' ? 1 : 0;
    const replaced = lines.some((line) => line.startsWith('differences')) ? 1 : 0;
    const first = lines.some((line) => line.startsWith('  2.')) ? 1 : 0;
    expect(text).toHaveLength(plain.length + lines.length - replaced - others + first);
  });

  it('has twenty groups and causes at most', () => {
    const differences = { unexplained: 30, explained: 0, groups: Array.from({ length: 21 }, () => group), causes: Array.from({ length: 21 }, () => cause) };
    expect(change({ differences })).toHaveLength(plain.length + 40);
  });
}); // prettier-ignore

describe('a bench', () => {
  const step = {
    offeredPerSecond: 99.6, achievedPerSecond: 98.4, responseMs: { p50: 1, p99: 2.345 }, failed: 3, holds: true, voidReason: null, limitedBy: null, generatorPart: null,
  } as unknown as BenchStep;
  const result = { steps: [step], highestPerSecond: 99.6, perSecond: null, p99Ms: null, limitedBy: 'rate', mix: null, baseline: null } as unknown as BenchResult;
  const lines = (more: object): string[] => linesOf(benchText({ ...result, ...more }));
  const outcome = (more: object): string | undefined => lines({ steps: [{ ...step, holds: false, ...more }] })[0]?.replace(/^.*failed \d+  /, '');

  it('is a line a step, and the highest rate', () => {
    expect(lines({})).toEqual(['100 a second offered, 98 achieved  p50 1.00  p99 2.35 ms  failed 3  holds', 'highest rate that holds: 100 a second; limited by the highest rate asked for', '']);
    expect(lines({ highestPerSecond: null, steps: [] })[0]).toBe('highest rate that holds: none; limited by the highest rate asked for');
  });

  it.each([
    ['target', 'the target'], ['ceiling', 'the ceiling of the target file'], ['connections', 'the number of connections'], ['budget', 'the budget'], ['generator', 'the generator'], ['stop', 'an interruption'],
  ])('is limited by the %s in words', (limitedBy, words) => expect(lines({ limitedBy })[1]).toBe(`highest rate that holds: 100 a second; limited by ${words}`));

  it('has its mix, its requests, its intervals, its baseline and its notes', () => {
    expect(lines({
      mix: { reads: 5, source: 't.gz', coveredShare: 0.4567 },
      requests: { users: 2, operations: ['a', 'b'], source: 'r.yaml', spent: { requests: 7, usdc: '0.10' } },
      perSecond: { low: -4, high: 110.4, mean: 99 }, p99Ms: { mean: 2.345, low: 1, high: 3.456 }, changedFromPerSecond: 120.4,
      baseline: { file: 'b.json', worse: [] }, notes: ['n'],
    })).toEqual([
      '2 users send a, b of r.yaml', '5 different reads of t.gz, 45.7% of its requests', '100 a second offered, 98 achieved  p50 1.00  p99 2.35 ms  failed 3  holds',
      'taken from the budget, set-up included: 7 requests, at most 0.10 USDC', 'highest rate that holds: 100 a second (95%: 0 to 110); limited by the highest rate asked for',
      'the target changed meanwhile: 120 a second held at first', 'p99 there: 2.35 ms (95%: 1.00 to 3.46)', 'beside b.json: not worse', 'note: n', '',
    ]);
    expect(lines({ baseline: { file: 'b.json', worse: ['rate', 'p99'] } })).toContain('beside b.json: WORSE: rate; p99');
  });

  it.each<[object, string]>([
    [{}, 'interrupted'],
    [{ voidReason: 'late' }, 'VOID: late'],
    [{ voidReason: 'late', generatorPart: 'processor' }, 'VOID: late (processor)'],
    [{ limitedBy: 'ceiling', waitedMs: { ceiling: 1.25, connection: 9 } }, 'BREAKS: the ceiling of the target file, mean wait 1.3 ms'],
    [{ limitedBy: 'connections', waitedMs: { ceiling: 9, connection: 1.25 } }, 'BREAKS: the number of connections, mean wait 1.3 ms'],
    [{ limitedBy: 'connections' }, 'BREAKS: the number of connections, mean wait 0.0 ms'],
    [{ limitedBy: 'target' }, 'BREAKS: the target'],
    [{ limitedBy: 'target', failed: 4, failures: { reset: 1, timeout: 1 } }, 'BREAKS: the target, the connection is reset (1 times)'],
    [{ limitedBy: 'target', failed: 5, failures: { reset: 1, timeout: 1 } }, 'BREAKS: the target'],
    [{ limitedBy: 'generator', failed: 1, failures: { reset: 1 } }, 'BREAKS: the generator'],
    ...Object.entries({ timeout: 'no answer in time', refused: 'the connection is refused', broken: 'an answer is no HTTP', tls: 'TLS fails', unreachable: 'there is no way to the host', proxy: 'the proxy opens no tunnel', other: 'other' })
      .map(([why, words]): [object, string] => [{ limitedBy: 'target', failed: 5, failures: { reset: 1, [why]: 4 } }, `BREAKS: the target, ${words} (4 times)`]),
  ])('says of a step %j: %s', (more, words) => expect(outcome(more)).toBe(words));
}); // prettier-ignore
