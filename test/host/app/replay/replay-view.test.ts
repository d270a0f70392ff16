/** What a report shows of a finished replay: the whole view, its sentences, and its causes. */
import { describe, expect, it } from 'vitest';
import type { ReplayResult } from '../../../../src/live/traffic/replay/result-schema.ts';
import { cause, listed, quiet, state, viewOf, withCauses, zero } from './finished-replay.ts';

describe('the view of a replay', () => {
  it('has every field of a replay without a request', async () => {
    expect(await viewOf({})).toStrictEqual({
      command: 'replay',
      against: 'recording',
      target: 'toy',
      comparison: 'full',
      engine: 'open',
      ok: true,
      about: '0 requests in 0 sessions, 0.0 s, 0 a second of 0 offered.',
      meta: 'trace no-such-trace.gz · engine open',
      troubles: [],
      requests: 0,
      unsent: 0,
      same: 0,
      explained: 0,
      unexplained: 0,
      seconds: 0,
      statusCounts: {},
      namespace: null,
      operations: [],
      hidden: [],
      timeRules: [],
      times: [
        { name: 'response time', ...zero },
        { name: 'service time', ...zero },
      ],
      expectations: [],
      notes: [],
      causes: [],
      groups: [],
      differences: [],
      findings: [],
      repeat: 'orrery replay t.gz',
    });
  });

  it('carries the figures of the result over', async () => {
    const measured: NonNullable<ReplayResult['measured']> = {
      startedAt: '2026-01-01T00:00:00.000Z',
      requests: 9,
      perSecond: 8,
      failed: 0,
      responseMs: zero,
      serviceMs: zero,
      errors: {},
      operations: [],
      intervalSeconds: 1,
      series: [],
    };
    const operations = [{ call: state.call, requests: 9, same: 6, explained: 2, unexplained: 1 }];
    const notCompared = [{ rule: 'wording', field: '/a', count: 3 }] as const;
    const timeRules: ReplayResult['timeRules'] = [
      { rule: 'r', after: '1h', tested: false, outcome: 'not reached', why: 'too short' },
    ];
    const thresholds = [{ metric: 'checks', threshold: 'rate>0', value: null, ok: true }];
    const view = await viewOf({
      requests: 9,
      sessions: 4,
      seconds: 1.26,
      achievedPerSecond: 7.5,
      offeredPerSecond: 8.4,
      engine: 'k6',
      comparison: 'status',
      statusCounts: { '200': 7, '404': 2 },
      responseMs: { ...zero, p50: 1 },
      serviceMs: { ...zero, max: 2 },
      same: 6,
      namespace: 'n1',
      notes: ['a note'],
      differences: { explained: 2, unexplained: 1, groups: [], causes: [] },
      ok: false,
      measured,
      operations,
      notCompared,
      timeRules,
      thresholds,
    });
    expect(view).toMatchObject({
      about: '9 requests in 4 sessions, 1.3 s, 8 a second of 8 offered. Answers: 200: 7, 404: 2.',
      meta: 'trace no-such-trace.gz · engine k6',
      comparison: 'status',
      ok: false,
      explained: 2,
      unexplained: 1,
      namespace: 'n1',
      notes: ['a note'],
      times: [
        { name: 'response time', p50: 1, max: 0 },
        { name: 'service time', p50: 0, max: 2 },
      ],
      expectations: thresholds,
      hidden: notCompared,
      operations,
      timeRules,
      measured,
    });
  });
});

describe('what went wrong beside differences', () => {
  it.each<[string, Partial<ReplayResult>, string[]]>([
    ['nothing', { failures: {}, unsent: 0, voidReason: null, stopped: false }, []],
    [
      'requests without an answer, by reason',
      { failures: { reset: 2, timeout: 1 } },
      ['Requests without an answer: 2 (reset).', 'Requests without an answer: 1 (timeout).'],
    ],
    ['requests not sent', { unsent: 1 }, ['Requests not sent: 1.']],
    [
      'requests refused for their rate, not those that were repeated',
      { retries: { sent: 5, refused: 2 } },
      ['Requests refused for their rate: 2 (--limit-wait was used up).'],
    ],
    ['requests that were repeated with success', { retries: { sent: 5, refused: 0 } }, []],
    ['void times', { voidReason: 'it lagged' }, ['The times are void: it lagged.']],
    ['an early stop', { stopped: true }, ['It was stopped before its end.']],
  ])('%s', async (_what, changes, troubles) => {
    expect((await viewOf(changes)).troubles).toEqual(troubles);
  });
});

describe('groups and differences', () => {
  const group = { ...state, explanation: null, count: 3, n: 1, recorded: '"a"', live: '"b"' };
  const all = [
    listed({ n: 1, cause: null }),
    listed({ n: 2, cause: 4 }),
    listed({ n: 3, cause: 5 }),
    listed({ n: 4, cause: 6, field: '/other' }),
    listed({ n: 5, cause: null, explanation: 'time' }),
  ];

  it('names the cause of the first unexplained difference of the same call, kind and field', async () => {
    const groups = [
      group,
      { ...group, field: '/other' },
      { ...group, field: '/none' },
      { ...group, explanation: 'time' as const },
    ];
    const view = await viewOf({ differences: { ...quiet.differences, groups } }, { listed: all });
    const shown = { ...state, explanation: null, run: '', n: 1, expected: '"a"', live: '"b"', count: 3 };
    expect(view.groups).toStrictEqual([
      { ...shown, cause: 4 },
      { ...shown, field: '/other', cause: 6 },
      { ...shown, field: '/none', cause: null },
      { ...shown, explanation: 'time', cause: null },
    ]);
  });

  it('lists each difference with its cause', async () => {
    const shown = { ...state, explanation: null, run: '', expected: '"open"', live: '"closed"' };
    expect((await viewOf({}, { listed: all })).differences).toStrictEqual([
      { ...shown, n: 1, cause: null },
      { ...shown, n: 2, cause: 4 },
      { ...shown, n: 3, cause: 5 },
      { ...shown, field: '/other', n: 4, cause: 6 },
      { ...shown, explanation: 'time', n: 5, cause: null },
    ]);
  });
});

describe('a cause', () => {
  it('has the differences of its answer that are not explained, and says that its requests are not known', async () => {
    const evidence = [
      listed(),
      listed({ kind: 'amount', field: '/sum', recorded: '"1"', live: '"2"' }),
      listed({ n: 1 }),
      listed({ explanation: 'time', cause: null }),
    ];
    const view = await viewOf({ differences: withCauses([cause({ alike: 3 })]) }, { listed: evidence });
    expect(view.causes).toStrictEqual([
      {
        subject: 'state',
        about: 'faucet/B/thing: /state is "closed", the recording says "open"',
        call: 'faucet/B/thing',
        request: 'request 0',
        answers: undefined,
        fields: [
          { kind: 'value', field: '/state', expected: '"open"', live: '"closed"' },
          { kind: 'amount', field: '/sum', expected: '"1"', live: '"2"' },
        ],
        extent: '3 of this kind; first at request 0',
        sequence: 'The requests that led there are not shown.',
        steps: [],
        startMs: 0,
        readings: [],
        files: [],
      },
    ]);
  });

  it('says how many differences follow from it, and where it showed first', async () => {
    const view = await viewOf({ differences: withCauses([cause({ n: 7, alike: 1, followers: 2 })]) });
    expect(view.causes[0]?.extent).toBe('1 of this kind, 2 follow from it; first at request 7');
    expect(view.causes[0]?.request).toBe('request 7');
  });
});
