/** The functions of the k6 script without k6: in a context that has what the script's head defines. */
import { createContext, runInContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { pathMistake } from '../../../../src/live/traffic/http/sendable-path.ts';
import { laneFunctions } from '../../../../src/live/traffic/k6/lane-functions.ts';
import { lanesOf } from '../../../../src/live/traffic/k6/lanes.ts';
import { asRecorded, Schedule } from '../../../../src/live/traffic/plan/schedule.ts';
import { readTarget } from '../../../../src/live/traffic/target/target.ts';
import { recordLine, traceFile, type RecordChanges } from '../traces.ts';

interface Options {
  readonly headers: Readonly<Record<string, string>>;
  readonly tags: object;
  readonly responseType: string;
  readonly timeout: string;
  readonly responseCallback: object;
}

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly body: string | null;
  readonly options: Options;
}

interface Walk {
  readonly sent: readonly Sent[];
  /** What was added to each metric, with its tags. */
  readonly added: Readonly<Record<string, readonly unknown[]>>;
  readonly checks: Readonly<Record<string, boolean>>;
  readonly sleptS: readonly number[];
  readonly summary: Readonly<Record<string, string>>;
}

interface How {
  /** What each request is answered with; a text is no JSON. */
  readonly answer?: unknown;
  readonly status?: number;
  readonly fixed?: object;
  /** How much later the clock is at each look. */
  readonly tickMs?: number;
  readonly startMs?: number;
  readonly user?: number;
}

/** Walks a lane of a trace; time passes only as `tickMs` says. */
async function walked(records: readonly RecordChanges[], how: How = {}): Promise<Walk> {
  const { answer = {}, status = 200, fixed = {}, tickMs = 0, startMs = 0, user = 1 } = how;
  const file = 'name: k6\nhosts: [127.0.0.1]\nallow: writes\nservices: { faucet: "http://127.0.0.1:1" }\n';
  const lanes = await lanesOf(traceFile(records.map(recordLine)), {
    target: readTarget('k6.yaml', file),
    schedule: new Schedule(asRecorded),
    sendsAddresses: false,
    names: undefined,
  });
  const [sent, sleptS, added, checks]: [Sent[], number[], Record<string, unknown[]>, Record<string, boolean>] = [[], [], {}, {}];
  const response = {
    status,
    json: () => {
      if (typeof answer === 'string') throw new SyntaxError('no JSON');
      return answer;
    },
  };
  const http = {
    request: (method: string, url: string, body: string | null, options: Options) => {
      sent.push({ method, url, body, options });
      return response;
    },
    expectedStatuses: (range: object) => range,
  };
  let nowMs = startMs;
  const metric = (name: string) => ({ add: (...values: unknown[]) => void (added[name] ??= []).push(values.length === 1 ? values[0] : values) });
  const metrics = { sendLag: metric('sendLag'), response: metric('response'), otherStatus: metric('otherStatus'), unresolved: metric('unresolved') };
  const context = createContext({
    ...metrics,
    lanes,
    http,
    encodeURIComponent,
    fixed,
    timeout: '1s',
    sleep: (seconds: number) => void (sleptS.push(seconds), (nowMs += seconds * 1_000)),
    check: (given: unknown, all: Record<string, (answer: unknown) => boolean>) => {
      for (const [name, holds] of Object.entries(all)) checks[name] = holds(given);
    },
    exec: { vu: { idInTest: user }, scenario: { startTime: 0 } },
    Date: { now: () => (nowMs += tickMs) },
    __ENV: { ORRERY_SUMMARY: how.user === 2 ? '' : 'there.json' },
  });
  const text = `${[pathMistake, ...laneFunctions].map(String).join('\n')}\nwalkLane();\nhandleSummary({ a: 1 });`;
  const summary = runInContext(text, context) as Record<string, string>;
  return { sent, added, checks, sleptS, summary: { ...summary } };
} // prettier-ignore

const given = { n: 0, at: 0, answer: { id: 'esc_aaaaaaaaaaaaaaaa' } };

describe('the k6 script', () => {
  const withId = [
    given,
    { n: 1, at: 0, path: '/faucet/${0:/id}' },
    { n: 2, at: 0, method: 'POST', body: { id: '${0:/id}', text: 'of ${0:/id}' } },
  ];

  it.each([
    ['a text', 'e"1', '"e\\"1"', 'e%221', 'e\\"1'],
    ['a number', 9071, '9071', '9071', '9071'],
  ])('sends back an id that is %s as what it is', async (_what, id, json, inPath, inText) => {
    const { sent, added } = await walked(withId, { answer: { id } });
    const [, read, written] = sent;
    expect([read?.method, written?.method]).toEqual(['GET', 'POST']);
    expect(read?.url).toBe(`http://127.0.0.1:1/${inPath}`);
    expect(written?.body).toBe(`{"id":${json},"text":"of ${inText}"}`);
    expect(added['unresolved']).toBeUndefined();
  });

  it('knows answers by numbers of several digits', async () => {
    const before = Array.from({ length: 13 }, (_, n) => ({ ...given, n }));
    const body = { id: '${12:/id}', text: 'of ${12:/id}' };
    const { sent } = await walked([...before, { n: 13, at: 0, method: 'POST', body }], { answer: { id: 7 } });
    expect(sent.at(-1)?.body).toBe('{"id":7,"text":"of 7"}');
  });

  it.each<[string, Partial<RecordChanges>, unknown]>([
    ['a value with a slash in its path', { path: '/faucet/${0:/id}' }, 'a/b'],
    ['a path that a value makes climb', { path: '/faucet/${0:/id}' }, '..'],
    ['a line end in a header', { headers: { 'x-text': '${0:/id}' } }, 'a\nb'],
    ['a value that was not given out', { path: '/faucet/${0:/id}' }, undefined],
    ['a value that is no text and no number', { query: { q: '${0:/id}' } }, { a: 1 }],
    ['a missing value in its body', { method: 'POST', body: { a: '${0:/id}' } }, undefined],
    ['a missing value in a header', { headers: { 'x-text': '${0:/id}' } }, null],
  ])('leaves out a request with %s, and counts it', async (_what, change, id) => {
    const { sent, added } = await walked([given, { n: 1, at: 0, ...change }, { n: 2, at: 0 }], { answer: { id } });
    expect([sent.length, added['unresolved']]).toEqual([2, [1]]);
  }); // prettier-ignore

  it('puts values and dollars where they belong', async () => {
    const { sent } = await walked(
      [
        given,
        { n: 1, at: 0, path: '/faucet/${0:/id} x', query: { q: '${0:/id}$$', r: 'a b' }, headers: { 'x-text': '${0:/id}$$' } },
        { n: 2, at: 0, method: 'POST', raw: 'a=${0:/id}&"${0:/id}"' },
      ],
      { answer: { id: 'a"&b' } },
    );
    expect(sent[1]?.url).toBe('http://127.0.0.1:1/a%22&b%20x?q=a%22%26b$&r=a%20b');
    expect(sent[1]?.options.headers).toEqual({ 'x-text': 'a"&b$' });
    expect([sent[1]?.body, sent[2]?.body]).toEqual([null, 'a=a"&b&"a"&b"']);
  }); // prettier-ignore

  it('finds values at any pointer of a trace', async () => {
    const odd = { '}': { '$': [{ '#': { 'a/b': { '~c': 'there' } } }] } };
    const pointer = '/%7D/%24/0/%23/a~1b/~0c';
    const read = { n: 1, at: 0, path: `/faucet/\${0:${pointer}}` };
    expect((await walked([given, read], { answer: odd })).sent[1]?.url).toBe('http://127.0.0.1:1/there');
    for (const answer of [{ '}': null }, { '}': 'x' }, 'no JSON', null, { '}': { '$': {} } }])
      expect((await walked([given, read], { answer })).sent.length).toBe(1);
    const inherited = { n: 1, at: 0, path: '/faucet/${0:/toString/name}' };
    expect((await walked([given, inherited])).sent.length).toBe(1);
  }); // prettier-ignore

  it('sends headers of the target file with each request, and its own tags, time and statuses', async () => {
    const { sent } = await walked([{ n: 0, at: 0, headers: { 'x-own': 'b' } }], { fixed: { 'x-fixed': 'a' } });
    expect(sent[0]?.options).toEqual({
      headers: { 'x-fixed': 'a', 'x-own': 'b' },
      tags: { service: 'faucet', style: 'B', operation: 'thing' },
      responseType: 'none',
      timeout: '1s',
      responseCallback: { min: 200, max: 399 },
    });
    const kept = await walked([given, { n: 1, at: 0, path: '/faucet/${0:/id}', answer: {} }], { answer: { id: 'a' } });
    expect(kept.sent.map(({ options }) => options.responseType)).toEqual(['text', 'none']);
    const needed = await walked([{ n: 0, at: 0, answer: {} }, { n: 1, at: 0, path: '/faucet/${0:/id}' }]);
    expect(needed.sent[0]?.options.responseType).toBe('text');
  }); // prettier-ignore

  it('sends each request at its time, never earlier, and says how late it was', async () => {
    const records = [0, 1_500, 1_500, 4_000].map((at, n) => ({ n, at }));
    const inTime = await walked(records);
    expect(inTime.sleptS).toEqual([1.5, 2.5]);
    expect([inTime.added['sendLag'], inTime.added['response']]).toEqual([[0, 0, 0, 0], [0, 0, 0, 0]]);
    const late = await walked(records, { startMs: 2_000 });
    expect([late.sleptS, late.added['sendLag']]).toEqual([[2], [2_000, 500, 500, 0]]);
    const slow = await walked([{ n: 0, at: 0 }], { tickMs: 10 });
    expect([slow.added['sendLag'], slow.added['response']]).toEqual([[20], [30]]);
    const early = await walked([{ n: 0, at: 100 }], { startMs: 50 });
    expect([early.sleptS, early.added['sendLag']]).toEqual([[0.05], [0]]);
  }); // prettier-ignore

  it('walks the lane of the user it runs for, and writes the summary where it is wanted', async () => {
    const records = [{ n: 0, at: 0, session: 0, path: '/faucet/a' }, { n: 1, at: 0, session: 1, path: '/faucet/b' }];
    const [first, second] = [await walked(records), await walked(records, { user: 2 })];
    expect([first, second].map(({ sent }) => sent.map(({ url }) => url.at(-1)))).toEqual([['a'], ['b']]);
    expect([first.summary, second.summary]).toEqual([{ 'there.json': '{"a":1}' }, { 'summary.json': '{"a":1}' }]);
  }); // prettier-ignore
});

describe('what the k6 script states of an answer', () => {
  const answer = { id: 'a', amount: 1, list: [1], none: null, isSo: true, inner: {} };
  const [status, fields] = ['faucet/B/thing: status 200', 'faucet/B/thing: fields of the body'];
  const checked = async (live: unknown, code = 200) => walked([{ n: 0, at: 0, answer }], { answer: live, status: code });

  it.each<[string, unknown, boolean]>([
    ['the same fields', { ...answer, id: 'b', more: 1 }, true],
    ['null for values, and a value for null', { id: null, amount: null, list: null, none: 7, isSo: null, inner: null }, true],
    ['a field less', { ...answer, id: undefined, list: undefined }, false],
    ['a text for a number', { ...answer, amount: '1' }, false],
    ['an object for a list', { ...answer, list: {} }, false],
    ['a list for an object', { ...answer, inner: [] }, false],
    ['fields of a prototype alone', Object.create(answer), false],
    ['no object', 7, false],
    ['null', null, false],
    ['no JSON', 'text', false],
  ])('with %s: %j', async (_what, live, holds) => {
    const { checks, added } = await checked(live);
    expect(checks).toEqual({ [status]: true, [fields]: holds });
    expect(added['otherStatus']).toBeUndefined();
  });

  it('with another status is that alone, counted with both', async () => {
    const { checks, added } = await checked(answer, 404);
    expect(checks).toEqual({ [status]: false });
    expect(added['otherStatus']).toEqual([[1, { recorded: '200', live: '404' }]]);
  });

  it('without fields in the recording is its status alone', async () => {
    const { checks } = await walked([{ n: 0, at: 0 }], { answer: 'text' });
    expect(checks).toEqual({ [status]: true });
  });
}); // prettier-ignore
