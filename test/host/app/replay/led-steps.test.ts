/** The requests that led to a cause of differences, as a report of a replay shows them. */
import { describe, expect, it } from 'vitest';
import { headerLine, recordLine, traceFile } from '../../../live/traffic/traces.ts';
import { cause, viewOf, withCauses } from './finished-replay.ts';

const startMs = Date.UTC(2026, 0, 1);

describe('the requests that led to a cause', () => {
  const records = [
    recordLine({ n: 0, at: 5, method: 'POST', body: { a: 1 }, status: 201, answer: { id: 'x' } }),
    recordLine({ n: 1, at: 6, method: 'PUT', raw: 'not json', status: 409, answer: { code: 'TAKEN' } }),
    recordLine({
      n: 2,
      at: 7,
      path: '/faucet/thing',
      query: { page: '2', of: 'a b' },
      status: 200,
      answer: { code: 7 },
    }),
    recordLine({ n: 3, at: 8, session: -1, path: '/', call: '', method: 'POST', status: 404, answer: {} }),
  ];
  const trace = () => traceFile(records, headerLine({ start: '2026-01-01T00:00:00.000Z' }));
  const first = {
    atMs: startMs + 5,
    agent: '#0 hand',
    service: 'faucet',
    operation: 'faucet/B/thing',
    call: 'POST /faucet/thing',
    sent: '{"a":1}',
    status: 201,
    code: '',
    answer: '{"id":"x"}',
  };
  const second = {
    ...first,
    atMs: startMs + 6,
    call: 'PUT /faucet/thing',
    sent: 'not json',
    status: 409,
    code: 'TAKEN',
    answer: '{"code":"TAKEN"}',
  };
  const third = { ...first, atMs: startMs + 7, call: 'GET /faucet/thing?page=2&of=a+b', sent: '' };
  const live = {
    status: 500,
    lines: [
      { text: '{', isChanged: false },
      { text: '  "state": 1', isChanged: true },
      { text: '}', isChanged: false },
    ],
  };

  it('are its steps, the last of which has the answer of the target', async () => {
    const answers = new Map([[2, { expected: { status: 200, lines: [] }, live }]]);
    const view = await viewOf({ trace: trace(), differences: withCauses([cause({ n: 2 })]) }, { answers });
    expect(view.causes[0]).toMatchObject({
      request: 'GET /faucet/thing',
      answers: { expected: { status: 200, lines: [] }, live },
      sequence: `Requests that led there, with their recorded answers; the last answer is the target's.`,
      startMs,
    });
    expect(view.causes[0]?.steps).toStrictEqual([
      first,
      second,
      { ...third, status: 500, code: '', answer: '{ "state": 1 }' },
    ]);
  });

  it.each([
    ['failed', 0],
    ['unsent', 0],
    ['status', 404],
    ['value', 404],
  ] as const)('have no text of the last answer where none was kept: %s', async (kind, status) => {
    const view = await viewOf({ trace: trace(), differences: withCauses([cause({ n: 3, kind })]) });
    expect(view.causes[0]?.request).toBe('POST /');
    expect(view.causes[0]?.steps).toStrictEqual([
      {
        atMs: startMs + 8,
        agent: 'hand',
        service: '',
        operation: '',
        call: 'POST /',
        sent: '',
        status,
        code: '',
        answer: '',
      },
    ]);
  });

  it('have a code only where the recorded answer has one that is text', async () => {
    const numbered = [
      recordLine({ n: 0, at: 1, method: 'POST', answer: { code: 7 } }),
      recordLine({ n: 1, at: 2, method: 'POST', answer: {} }),
    ];
    const view = await viewOf({ trace: traceFile(numbered), differences: withCauses([cause({ n: 1 })]) });
    expect(view.causes[0]?.steps[0]).toMatchObject({ code: '', answer: '{"code":7}' });
  });

  it('are looked up for the first 25 causes', async () => {
    const many = Array.from({ length: 26 }, (_, n) => recordLine({ n, at: n, session: n }));
    const causes = many.map((_, n) => cause({ n }));
    const view = await viewOf({ trace: traceFile(many), differences: withCauses(causes) });
    expect(view.causes.map(({ steps }) => steps.length)).toEqual([...Array<number>(25).fill(1), 0]);
    expect(view.causes[24]?.startMs).toBe(startMs);
  });
});
