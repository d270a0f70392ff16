/** How the script of a replay takes each outcome: answers with the recorded status and others, refusals for the rate, and requests that are not sent. */
import { describe, expect, it } from 'vitest';
import type { UnsentReason } from '../../../../src/live/traffic/engine/planned-request.ts';
import type { RecordChanges } from '../traces.ts';
import { answerOf, scripted } from './scripted.ts';

/** The differences of one recorded answer from one live answer. */
async function differing(record: Partial<RecordChanges>, live: ReturnType<typeof answerOf>, extra = '') {
  const { script, requests, differences } = await scripted([{ n: 0, at: 0, ...record }], extra);
  const [request] = requests;
  expect(script.textOf(request!)).toMatch(/^GET \/f\/thing HTTP\/1\.1\r\n/);
  script.answered(request!, live, 5);
  expect(script.work(Number.POSITIVE_INFINITY)).toBe(false);
  expect(script.judge.same).toBe(differences().length === 0 ? 1 : 0);
  return differences();
}

const limits = { 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '99' };

describe('an answer', () => {
  it.each<[string, Partial<RecordChanges>, ReturnType<typeof answerOf>, readonly string[]]>([
    ['the same', { answer: { a: 1 }, answerHeaders: limits }, answerOf(200, { a: 1 }, limits), []],
    ['of another status', { answer: { a: 1 } }, answerOf(404, { a: 1 }), ['1 status null']],
    ['with another value', { answer: { a: 1 } }, answerOf(200, { a: 2 }), ['1 amount /a null']],
    ['without its limits', { answerHeaders: limits }, answerOf(200), ['1 shape header x-ratelimit-limit null', '1 shape header x-ratelimit-remaining null']],
    ['with limits that were not recorded', {}, answerOf(200, {}, limits), []],
    ['of another status, whose limits are not compared', { answerHeaders: limits }, answerOf(500), ['1 status null']],
    ['of another status, with other limits', { answerHeaders: limits }, answerOf(500, {}, { ...limits, 'x-ratelimit-limit': '7' }), ['1 status null']],
  ])('%s', async (_what, record, live, expected) => {
    expect(await differing(record, live)).toEqual(expected);
  }); // prettier-ignore

  it.each([200, 299])('counts for the fields of its call with status %i', async (status) => {
    const { script, requests } = await scripted([{ n: 0, at: 0, status, answer: { a: 1 } }]);
    script.answered(requests[0]!, answerOf(status, { a: 2 }), 5);
    script.work(Number.POSITIVE_INFINITY);
    expect([...script.judge.fields.counts.responses]).toEqual([['faucet/B/thing', 1]]);
  });

  it.each([
    [200, 201],
    [201, 200],
    [300, 300],
    [404, 404],
  ])('does not with status %i recorded and %i there', async (recorded, live) => {
    const { script, requests } = await scripted([{ n: 0, at: 0, status: recorded, answer: { a: 1 } }]);
    script.answered(requests[0]!, answerOf(live, { a: 2 }), 5);
    script.work(Number.POSITIVE_INFINITY);
    expect([...script.judge.fields.counts.responses]).toEqual([]);
  });
});

describe('a refusal for the rate', () => {
  const refusal = { limit: 100, window: '1m' };
  const [free, pro] = ['', 'tier: pro\n'];

  it.each<[string, number, unknown, number, string, string]>([
    ['is explained by the limit of a higher tier', 429, refusal, 200, pro, 'limit'],
    ['is not by that of the same tier', 429, refusal, 200, free, 'null'],
    ['is not where the recording was refused for something else', 403, refusal, 200, pro, 'null'],
    ['is not where the recording was accepted', 200, refusal, 404, pro, 'null'],
    ['is not where both were refused', 200, refusal, 429, pro, 'null'],
    ['is not with a limit that the tier does not have', 429, { limit: 7, window: '1m' }, 200, pro, 'null'],
  ])('%s', async (_what, recorded, body, live, tier, explanation) => {
    const record = { status: recorded, answer: body as Record<string, unknown> };
    expect(await differing(record, answerOf(live, body), `${tier}limits: ignore\n`)).toEqual([`1 status ${explanation}`]); // prettier-ignore
  });

  it.each<[number, number, string]>([
    [429, 429, 'limit'],
    [403, 403, 'null'],
  ])('with status %i names another window than the one with %i: %s', async (recorded, live, explanation) => {
    const record = { status: recorded, answer: refusal };
    const other = answerOf(live, { limit: 50, window: '10s' });
    const found = await differing(record, other, 'limits: ignore\n');
    expect(found.map((each) => each.split(' ').at(-1))).toEqual([explanation, explanation]);
  });
});

describe('a request without an answer', () => {
  const outcome = async (end: (made: Awaited<ReturnType<typeof scripted>>) => void): Promise<string[]> => {
    const made = await scripted([{ n: 0, at: 0, status: 201 }]);
    end(made);
    expect(made.script.judge.evidence.state()).toBeDefined();
    return made.differences();
  };

  it.each<[UnsentReason, readonly string[]]>([
    ['stopped', []],
    ['unresolved', ['1 unsent null']],
    ['unsendable', ['1 unsent null']],
  ])('that was %s', async (reason, expected) => {
    expect(await outcome(({ script, requests }) => script.unsent(requests[0]!, reason))).toEqual(expected);
  });

  it('that failed is a difference, and none waits for it any more', async () => {
    const found = await outcome(({ script, requests }) => {
      const needy = { ...requests[0]!, needs: [0] };
      expect(script.awaits(needy)).toBe(0);
      script.failed(requests[0]!, 'reset');
      expect(script.awaits(needy)).toBeUndefined();
    });
    expect(found).toEqual(['1 failed null']);
  });

  it('says why it has none', async () => {
    const { script, requests } = await scripted([{ n: 0, at: 0 }, { n: 1, at: 1, path: '/faucet/other' }]); // prettier-ignore
    script.failed(requests[0]!, 'timeout');
    script.unsent(requests[1]!, 'unsendable');
    expect(script.judge.open.map(({ n, kind, recorded, live }) => [n, kind, recorded, live])).toEqual([
      [0, 'failed', '200', 'timeout'],
      [1, 'unsent', '"/faucet/other"', 'unsendable'],
    ]);
  });
});
