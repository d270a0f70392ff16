/** What a trace has to be to be planned, what its requests become, and which requests led to one of them. */
import { describe, expect, it } from 'vitest';
import { makePlan } from '../../../../src/live/traffic/plan/plan.ts';
import { asRecorded, Schedule } from '../../../../src/live/traffic/plan/schedule.ts';
import { ledThere } from '../../../../src/live/traffic/replay/led-there.ts';
import { targetWith } from '../target/target-with.ts';
import { recordLine, traceFile, type RecordChanges } from '../traces.ts';
import { answerOf, scripted } from './scripted.ts';

const plan = (records: readonly RecordChanges[], toMs = Number.POSITIVE_INFINITY) =>
  makePlan(traceFile(records.map(recordLine)), targetWith('allow: writes\n'), {
    schedule: new Schedule({ ...asRecorded, toMs }),
    only: undefined,
    namespace: 'tests',
  });

describe('a trace', () => {
  const first = { n: 0, at: 1_000 };
  const second = { n: 1, at: 2_000 };

  it.each<[string, readonly RecordChanges[], number, string]>([
    ['a request refers to its own answer', [first, { ...second, path: '/faucet/${1:/id}' }], 3, 'request 1 refers to its own answer; expected answers to earlier records'],
    ['a request refers to a later answer', [{ ...first, body: { a: '${1:/id}', b: '${0:/id}' } }, second], 2, 'request 0 refers to the answer to record 1, a later one; expected answers to earlier records'],
    ['paths are of no service', [first, { ...second, path: '/other/x' }], 1, 'the trace calls a path of no service (1 requests); expected an address under services for each'],
    ['services have no address', [{ ...first, path: '/escrow/x' }, { ...second, path: '/escrow/y' }], 1, 'the trace calls escrow (2 requests); expected an address under services for each'],
    ['there is no request', [], 1, 'the trace has no request; expected at least one'],
  ])('is refused where %s', async (_what, records, line, reason) => {
    await expect(plan(records)).rejects.toMatchObject({ reason, line, column: 1 });
  }); // prettier-ignore

  it('is refused where all its requests come too late', async () => {
    const reason = 'no request of the trace comes before --to 1s; expected a later --to';
    await expect(plan([first], 1_000)).rejects.toMatchObject({ reason, line: 1, column: 1 });
    expect((await plan([first, second], 1_001)).requests).toBe(1);
  });

  it('may refer to earlier answers, and its answers to later ones', async () => {
    const { requests, needs } = await plan([
      { ...first, answer: { a: '${1:/own}' } },
      { ...second, path: '/faucet/${0:/id}' },
    ]);
    expect([requests, needs.count, needs.isNeeded(0), needs.isNeeded(1)]).toEqual([2, 1, true, false]);
  });
});

describe('a request of a script', () => {
  it.each<[Partial<RecordChanges>, boolean]>([
    [{ path: '/faucet/mcp' }, true],
    [{ path: '/faucet/mcp/x' }, false],
    [{ method: 'POST', raw: 'x'.repeat(16 * 1024) }, false],
    [{ method: 'POST', raw: 'x'.repeat(16 * 1024 + 1) }, true],
  ])('is alone on its connection where that may close: case %#', async (change, isAlone) => {
    const { requests } = await scripted([{ n: 0, at: 0, ...change }]);
    expect(requests.map((each) => each.isAlone)).toEqual([isAlone]);
  });

  it.each<[string, Partial<RecordChanges>, string]>([
    ['path', { path: '/faucet/${0:/id}' }, 'GET /f/v7 HTTP/1.1\r\n'],
    ['query', { query: { q: '${0:/id}' } }, 'GET /f/thing?q=v7 HTTP/1.1\r\n'],
    ['headers', { headers: { 'x-id': '${0:/id}' } }, '\r\nx-id: v7\r\n'],
    ['body', { method: 'POST', body: { a: '${0:/id}' } }, '\r\n\r\n{"a":"v7"}'],
    ['text', { method: 'POST', raw: 'a=${0:/id}' }, '\r\n\r\na=v7'],
  ])('has the value that its %s refers to, and is not sent without it', async (_what, change, text) => {
    const { script, requests } = await scripted([
      { n: 0, at: 0, answer: { id: 'v1' } },
      { n: 1, at: 1, ...change },
    ]);
    const [first, second] = requests;
    expect([script.awaits(second!), script.textOf(second!)]).toEqual([0, undefined]);
    expect(script.answered(first!, answerOf(200, { id: 'v7' }), 5)).toBe(0);
    expect(script.awaits(second!)).toBeUndefined();
    expect(script.textOf(second!)).toContain(text);
  });

  it('has its body as it is, and a type only where that is JSON', async () => {
    const { script, requests } = await scripted([
      { n: 0, at: 0, method: 'POST', body: { a: 1 } },
      { n: 1, at: 1, method: 'POST', raw: 'a=1' },
    ]);
    const texts = requests.map((each) => script.textOf(each) ?? '');
    expect(texts.map((text) => text.includes('content-type: application/json'))).toEqual([true, false]);
    expect(texts.map((text) => text.slice(text.indexOf('\r\n\r\n') + 4))).toEqual(['{"a":1}', 'a=1']);
  });
});

describe('the answers of a script', () => {
  it('are compared one at a time where there is no time', async () => {
    const { script, requests } = await scripted([0, 1, 2].map((n) => ({ n, at: n })));
    for (const each of requests) script.answered(each, answerOf(200), 5);
    expect(script.judge.same).toBe(0);
    expect([script.work(0), script.judge.same]).toEqual([true, 1]);
    expect([script.work(60_000), script.judge.same]).toEqual([false, 3]);
    expect([script.work(0), script.judge.same]).toEqual([false, 3]);
  });

  it('are compared before more are sent once two thousand wait', async () => {
    const { script, requests } = await scripted(Array.from({ length: 2_001 }, (_, n) => ({ n, at: n })));
    for (const each of requests.slice(0, 2_000)) script.answered(each, answerOf(200), 5);
    expect(script.judge.same).toBe(0);
    script.answered(requests[2_000]!, answerOf(200), 5);
    expect(script.judge.same).toBeGreaterThan(0);
  });
});

describe('the requests that led to one', () => {
  const numbersOf = async (records: readonly RecordChanges[], numbers: readonly number[]) => {
    const { startMs, records: led } = await ledThere(traceFile(records.map(recordLine)), numbers);
    expect(startMs).toBe(Date.UTC(2026, 0, 1));
    return [...led].map(([n, all]) => [n, all.map((each) => each.n)]);
  };
  const record = (n: number, method: string, session = 0, path = '/faucet/thing') => ({ n, at: n, method, session, path }); // prettier-ignore
  const posts = ['POST', 'POST', 'GET', 'POST'].map((method, n) => record(n, method));
  const session = [
    ...posts,
    record(4, 'POST', 1),
    record(5, 'POST'),
    record(6, 'GET', 0, '/faucet/${4:/id}'),
  ];

  it('are the last three writes of its session, and what it refers to', async () => {
    expect(await numbersOf(session, [6, 2, 0, 4])).toEqual([
      [6, [1, 3, 4, 5, 6]],
      [2, [0, 1, 2]],
      [0, [0]],
      [4, [4]],
    ]);
  });

  it('are none of a request that is not there, and none where none is asked for', async () => {
    expect(await numbersOf(session, [99, 1])).toEqual([[99, []], [1, [0, 1]]]); // prettier-ignore
    expect(await numbersOf(session, [])).toEqual([]);
    expect(await numbersOf(session, [500_001])).toEqual([]);
  });

  it('are ten at most, references before writes', async () => {
    const chain = Array.from({ length: 13 }, (_, n) =>
      record(n, 'POST', n, n === 0 ? '/faucet/thing' : `/faucet/\${${n - 1}:/id}`),
    );
    expect(await numbersOf(chain, [12, 3])).toEqual([
      [12, [3, 4, 5, 6, 7, 8, 9, 10, 11, 12]],
      [3, [0, 1, 2, 3]],
    ]);
  });
});
