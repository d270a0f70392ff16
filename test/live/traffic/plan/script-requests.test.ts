/** What a script makes of a record beside its text: instants on another clock, further tries, the order of real clients, and paths of no service. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { asRecorded, Schedule } from '../../../../src/live/traffic/plan/schedule.ts';
import type { TraceScriptParts } from '../../../../src/live/traffic/plan/trace-script-parts.ts';
import { TraceReader } from '../../../../src/simulation/trace/reader.ts';
import { answerOf, scripted, type Recorded } from './scripted.ts';

let nowMs = 0;
beforeEach(() => {
  nowMs = 1_000;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
});
afterEach(() => void vi.restoreAllMocks());

const dayLater = { date: 'Fri, 02 Jan 2026 00:00:00 GMT' };
const post = { n: 1, at: 0, method: 'POST' } as const;
const sandbox = 'services: { faucet: "http://127.0.0.1:1/f", control: "http://127.0.0.1:1/_sim" }\nclock: sandbox\n'; // prettier-ignore

describe('instants of a request', () => {
  const opens = '2026-01-01T01:00:00.000Z';

  it.each<[string, Partial<Recorded>, string, number | undefined]>([
    ['a body', { body: { starts_at: opens, a: [opens], ends_at: 1_767_229_200 } }, '\r\n\r\n{"starts_at":"2026-01-02T01:00:00.000Z","a":["2026-01-02T01:00:00.000Z"],"ends_at":1767315600}', 86_400_000],
    ['a query', { query: { from: opens } }, 'POST /f/thing?from=2026-01-02T01%3A00%3A00.000Z HTTP/1.1\r\n', undefined],
    ['a text, where they stay', { raw: `at=${opens}` }, `\r\n\r\nat=${opens}`, undefined],
    ['no body', { body: { a: 'b' } }, '\r\n\r\n{"a":"b"}', undefined],
  ])('in %s are as far ahead as the clock of the target', async (_what, change, text, byMs) => {
    const { script, requests } = await scripted([{ n: 0, at: 0 }, { ...post, ...change }]);
    const sent = vi.spyOn(script.judge, 'sentInstants');
    script.answered(requests[0]!, answerOf(200, {}, dayLater), 5);
    expect(script.textOf(requests[1]!)).toContain(text);
    expect(sent.mock.calls).toEqual(byMs === undefined ? [] : [[1, byMs]]);
  }); // prettier-ignore

  it('move on with that clock since its last answer, from the recorded instant of the request', async () => {
    const { script, requests } = await scripted([{ n: 0, at: 0 }, { ...post, at: 60_000, body: { opens } }], 'clock: 60x\n'); // prettier-ignore
    script.answered(requests[0]!, answerOf(200, {}, dayLater), 5);
    nowMs += 2_000;
    // A day and two minutes later, and one of them has passed in the recording.
    expect(script.textOf(requests[1]!)).toContain('{"opens":"2026-01-02T01:01:00.000Z"}');
  });

  it.each([
    ['before the first answer of the target', ''],
    ['in a sandbox', sandbox],
  ])('stay as they are %s', async (_what, extra) => {
    const { script, requests } = await scripted([{ n: 0, at: 0 }, { ...post, body: { opens }, query: { from: opens } }], extra); // prettier-ignore
    const sent = vi.spyOn(script.judge, 'sentInstants');
    if (extra !== '') script.answered(requests[0]!, answerOf(200, {}, dayLater), 5);
    const text = script.textOf(requests[1]!) ?? '';
    expect([text.includes(`{"opens":"${opens}"}`), text.includes('from=2026-01-01T01%3A00'), sent.mock.calls]).toEqual([true, true, []]); // prettier-ignore
  });
});

describe('a value of an earlier answer', () => {
  const records = (change: Partial<Recorded>): Recorded[] => [
    { n: 0, at: 0, answer: { id: 'v' } },
    { ...post, ...change },
  ];

  it.each<[Partial<Recorded>, string]>([
    [{ body: { a: '${0:/id}' } }, '{"a":"x\\"y"}'],
    [{ raw: '{"a":"${0:/id}"}' }, '{"a":"x"y"}'],
  ])('is escaped in JSON, and stands in a text as it is: case %#', async (change, body) => {
    const { script, requests } = await scripted(records(change));
    script.answered(requests[0]!, answerOf(200, { id: 'x"y' }), 5);
    expect(script.textOf(requests[1]!)?.split('\r\n\r\n')[1]).toBe(body);
  });

  it.each<[Partial<Recorded>]>([
    [{ query: { a: '${0:/id}' } }],
    [{ headers: { a: '${0:/id}' } }],
    [{ body: { a: '${0:/id}' } }],
  ])('that is lacking is none to be sent, even where all others are there: case %#', async (change) => {
    const { script, requests } = await scripted(records(change));
    script.answered(requests[0]!, answerOf(200, {}), 5);
    expect([script.awaits(requests[1]!), script.textOf(requests[1]!)]).toEqual([undefined, undefined]);
  });

  it.each([
    [200, 'GET /f/late HTTP/1.1'],
    [201, undefined],
  ])('under another name is that of an answer as recorded, with status %i', async (status, line) => {
    const { script, requests } = await scripted([
      { n: 0, at: 0, call: 'escrow/B/create', answer: { own: 'a' } },
      { n: 1, at: 1, answer: { of: '${0:/own}' } },
      { n: 2, at: 2, path: '/faucet/${0:/own}' },
    ]);
    script.answered(requests[0]!, answerOf(200, {}), 5);
    script.answered(requests[1]!, answerOf(status, { of: 'late' }), 5);
    expect(script.textOf(requests[2]!)?.split('\r\n')[0]).toBe(line);
  });
});

describe('an answer', () => {
  it('without a body is an empty one', async () => {
    const { script, requests } = await scripted([{ n: 0, at: 0 }]);
    script.answered(requests[0]!, { ...answerOf(200), bytes: Buffer.alloc(0), end: 0 }, 5);
    script.work(Number.POSITIVE_INFINITY);
    expect(script.judge.same).toBe(1);
  });

  it.each<[string, number, number, string | undefined, string, Partial<TraceScriptParts>, number, readonly [sent: number, refused: number]]>([
    ['a refusal for the rate', 200, 429, '2', '', {}, 2_000, [1, 0]],
    ['one without a time', 200, 429, undefined, '', {}, 1_000, [1, 0]],
    ['another refusal with a time', 200, 503, '2', '', {}, 2_000, [1, 0]],
    ['another refusal without one', 200, 503, undefined, '', {}, 0, [0, 0]],
    ['an error with a time', 200, 500, '2', '', {}, 0, [0, 0]],
    ['a refusal that was recorded', 429, 429, '2', '', {}, 0, [0, 0]],
    ['a refusal where limits are ignored', 200, 429, '2', 'limits: ignore\n', {}, 0, [0, 0]],
    ['a refusal of a sandbox', 200, 429, '2', sandbox, {}, 0, [0, 0]],
    ['a refusal for longer than a session waits', 200, 429, '11', '', {}, 0, [0, 1]],
    ['one that the budget does not cover again', 200, 429, '2', '', { spare: { requests: 0, micros: undefined } }, 0, [0, 1]],
    ['neither', 200, 429, '11', '', { spare: { requests: 0, micros: undefined } }, 0, [0, 1]],
  ])('after which the request is sent again, or not: %s', async (_what, recorded, status, after, extra, change, againMs, [count, refused]) => {
    const { script, requests } = await scripted([{ n: 0, at: 0, status: recorded }], extra, { limitWaitMs: 10_000, ...change });
    const judged = vi.spyOn(script.meter.thresholds, 'add');
    const live = answerOf(status, {}, after === undefined ? {} : { 'retry-after': after });
    expect(script.answered(requests[0]!, live, 5)).toBe(againMs);
    expect([script.retries.count, script.retries.refused]).toEqual([count, refused]);
    // Thresholds do not judge a try that is followed by another one, and nothing is compared.
    expect(judged).toHaveBeenCalledTimes(againMs > 0 ? 0 : 1);
    script.work(Number.POSITIVE_INFINITY);
    expect(script.judge.evidence.state().operations.size).toBe(againMs > 0 ? 0 : 1);
  }); // prettier-ignore
});

describe('the order of real clients', () => {
  const two: Recorded[] = [
    { n: 0, at: 0, took: 5 },
    { n: 1, at: 10, session: 1, took: 5 },
  ];

  it('is kept where that is asked: a request follows those that were over', async () => {
    const { script, requests } = await scripted(two, '', { keepsOrder: true });
    expect(requests.map(({ follows }) => follows)).toEqual([[], [0]]);
    expect(requests.map((each) => script.follows(each))).toEqual([undefined, 0]);
    script.answered(requests[0]!, answerOf(200), 5);
    expect(script.follows(requests[1]!)).toBeUndefined();
    const { requests: free } = await scripted(two);
    expect(free.map(({ follows }) => follows)).toEqual([[], []]);
  });

  it('does not wait for what waits for a rate limit', async () => {
    const { script, requests } = await scripted(two, '', { keepsOrder: true, limitWaitMs: 10_000 });
    expect(script.answered(requests[0]!, answerOf(429, {}, { 'retry-after': '2' }), 5)).toBe(2_000);
    expect(script.follows(requests[1]!)).toBeUndefined();
    nowMs += 2_000;
    expect(script.follows(requests[1]!)).toBe(0);
  });

  it('is open where a write beside a request may have come before it', async () => {
    const explained = async (keepsOrder: boolean): Promise<string[]> => {
      const { script, requests, differences } = await scripted([
        { n: 0, at: 0, took: 20, method: 'POST', answer: { id: 'esc_aaaaaaaaaaaaaaaa' } },
        { n: 1, at: 10, took: 5, session: 1, path: '/faucet/${0:/id}', answer: { state: 'open' } },
      ], '', { keepsOrder });
      const answers = [{ id: 'esc_bbbbbbbbbbbbbbbb' }, { state: 'held' }];
      for (const [index, each] of requests.entries()) {
        expect(script.textOf(each)).toBeDefined();
        script.answered(each, answerOf(200, answers[index]), 5);
      }
      script.work(Number.POSITIVE_INFINITY);
      return differences();
    }; // prettier-ignore
    expect([await explained(true), await explained(false)]).toEqual([['1 value /state time'], ['1 value /state null']]); // prettier-ignore
  });
});

describe('a script', () => {
  it.each<[string, string, string]>([
    ['http://127.0.0.1:1/base/_sim', '/other/x', 'GET /base/other/x HTTP/1.1'],
    ['http://127.0.0.1:1/base/_sim', '/_sim/x', 'GET /base/_sim/x HTTP/1.1'],
    ['http://127.0.0.1:1/_simulated', '/other/x', 'GET /_simulated/other/x HTTP/1.1'],
  ])('sends what is of no service to where the control of %s is: %s', async (control, path, line) => {
    const services = `services: { control: "${control}" }\nclock: sandbox\n`;
    const { script, requests } = await scripted([{ n: 0, at: 0, path }], services);
    expect(script.textOf(requests[0]!)?.split('\r\n')[0]).toBe(line);
  });

  it('in a sandbox waits for the answers that it refers to', async () => {
    const { script, requests } = await scripted([{ n: 0, at: 0, answer: { id: 'v' } }, { n: 1, at: 1, path: '/faucet/${0:/id}' }], sandbox); // prettier-ignore
    expect(requests.map(({ needs, touched, uses }) => [needs, touched, uses.length])).toEqual([[[], undefined, 0], [[0], undefined, 1]]); // prettier-ignore
    expect(requests.map((each) => script.awaits(each))).toEqual([undefined, 0]);
  });

  it('reads no further than the last request that is sent', async () => {
    const reads = vi.spyOn(TraceReader.prototype, 'next');
    const schedule = new Schedule({ ...asRecorded, speed: 'max', toMs: 5 });
    const { requests } = await scripted(
      [
        { n: 0, at: 0 },
        { n: 1, at: 9 },
      ],
      '',
      { schedule },
    );
    // The plan reads to the end.
    expect([requests.map(({ n }) => n), reads.mock.calls.length]).toEqual([[0], 3]);
  });
});
