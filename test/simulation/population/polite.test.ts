import { describe, expect, it } from 'vitest';
import { Effect } from '../../../src/core/kernel/effects.ts';
import { Agent } from '../../../src/simulation/population/agent.ts';
import type { Answer } from '../../../src/simulation/population/answer.ts';
import type { BackoffPolicy } from '../../../src/simulation/population/polite.ts';
import type { RequestEffect } from '../../../src/simulation/population/agent-effects.ts';
import { answerOf } from './town.ts';

const nowMs = 1_000_000;

function newAgent(backoff: BackoffPolicy): Agent {
  const persona = (): never => {
    throw new Error('no persona needed');
  };
  return new Agent({ number: 0, name: 'a/1', ip: '10.0.0.0', persona, peers: () => [], backoff });
}

/** Drives one polite call by hand: gives it the answers, and notes what it sent and how long it waited. */
function drive(call: Generator<unknown, Answer, unknown>, answers: readonly Answer[]) {
  const sent: RequestEffect[] = [];
  const waitsMs: number[] = [];
  let step = call.next();
  while (step.done !== true) {
    const effect = step.value;
    if (!(effect instanceof Effect)) throw new Error('no effect');
    if (effect.kind === 'request') {
      sent.push(effect.payload as RequestEffect);
      step = call.next(answers[Math.min(sent.length, answers.length) - 1]);
    } else if (effect.kind === 'sleep') {
      waitsMs.push(effect.payload as number);
      step = call.next();
    } else step = call.next(nowMs);
  }
  return { sent, waitsMs, answer: step.value };
}

const ok = answerOf(200);
const limited = (retryAfter?: number | string): Answer =>
  answerOf(429, retryAfter === undefined ? {} : { 'retry-after': retryAfter });
const seconds = (...list: number[]): number[] => list.map((wait) => wait * 1000);

describe('a polite call', () => {
  it.each<[string, BackoffPolicy, Answer[], number[]]>([
    ['a success: none', 'max', [ok], []],
    ['a refusal: none', 'max', [answerOf(400), ok], []],
    [
      '429s that ask for less than the doubling: 1, 2, 4',
      'max',
      [limited(1), limited(1), limited(1), ok],
      seconds(1, 2, 4),
    ],
    [
      '429s that ask for more: what they ask for',
      'max',
      [limited(9), limited(30), limited(3), ok],
      seconds(9, 30, 4),
    ],
    ['a 429 that asks for more than a minute: that much', 'max', [limited(3600), ok], seconds(3600)],
    ['429s without Retry-After: the doubling', 'max', [limited(), limited(), ok], seconds(1, 2)],
    [
      '429s by Retry-After alone: exactly that',
      'retry-after',
      [limited(1), limited(1), limited(7), ok],
      seconds(1, 1, 7),
    ],
    [
      '500s: the doubling, under either policy',
      'retry-after',
      [answerOf(500), answerOf(500), answerOf(500), ok],
      seconds(1, 2, 4),
    ],
    ['a 503 with Retry-After: the longer', 'max', [answerOf(503, { 'retry-after': 90 }), ok], seconds(90)],
    [
      'a 503 with Retry-After, by Retry-After alone: the longer too',
      'retry-after',
      [answerOf(503, { 'retry-after': 90 }), ok],
      seconds(90),
    ],
    ['time-outs: the doubling', 'max', [answerOf(0), answerOf(0), ok], seconds(1, 2)],
    [
      'a mixture: one doubling for all',
      'max',
      [limited(1), answerOf(500), answerOf(0), limited(1), ok],
      seconds(1, 2, 4, 8),
    ],
    [
      'a Retry-After that is a date: the doubling',
      'max',
      [limited('Wed, 21 Oct 2026 07:28:00 GMT'), ok],
      seconds(1),
    ],
    ['a Retry-After with a fraction: at least that long', 'retry-after', [limited('1.0005'), ok], [1001]],
    ['502 and 504: none, they are not in the guidance', 'max', [answerOf(502), ok], []],
  ])('waits after %s', (_, backoff, answers, waits) => {
    const driven = drive(newAgent(backoff).polite.get('/x'), answers);
    expect(driven.waitsMs).toEqual(waits);
    expect(driven.sent).toHaveLength(waits.length + 1);
    expect(driven.answer).toBe(answers[waits.length]);
  });

  it('doubles up to a minute, gives up after twelve retries and hands out the last answer', () => {
    const { waitsMs, sent, answer } = drive(newAgent('max').polite.get('/x'), [limited(1)]);
    expect(waitsMs).toEqual(seconds(1, 2, 4, 8, 16, 32, 60, 60, 60, 60, 60, 60));
    expect([sent.length, answer.status]).toEqual([13, 429]);
  });

  it('slows down when fewer than ten requests are left, spreading them over the rest of the window', () => {
    const left = (remaining: number, secondsLeft: number): number[] =>
      drive(newAgent('max').polite.get('/x'), [
        answerOf(200, {
          'x-ratelimit-remaining': remaining,
          'x-ratelimit-reset': nowMs / 1000 + secondsLeft,
        }),
      ]).waitsMs;
    expect(left(10, 30)).toEqual([]);
    expect(left(9, 30)).toEqual(seconds(3));
    expect(left(0, 30)).toEqual(seconds(30));
    expect(left(2, 10)).toEqual([3334]);
    expect(left(0, 3600)).toEqual(seconds(60));
    expect(left(0, 0)).toEqual([]);
    expect(left(0, -5)).toEqual([]);
    expect(
      drive(newAgent('max').polite.get('/x'), [answerOf(200, { 'x-ratelimit-remaining': 0 })]).waitsMs,
    ).toEqual([]);
  });
});

describe('an Idempotency-Key', () => {
  const keysOf = (sent: readonly RequestEffect[]): (string | undefined)[] =>
    sent.map(({ headers }) => headers['idempotency-key']);

  it('is one for all attempts of a call, and another for the next call', () => {
    const agent = newAgent('max');
    const failing = [answerOf(0), answerOf(500), limited(1), ok];
    const calls = [
      drive(agent.polite.post('/x', { a: 1 }), failing),
      drive(agent.polite.post('/x', { a: 1 }), failing),
      drive(agent.polite.put('/x'), failing),
      drive(agent.polite.delete('/x'), failing),
    ];
    const keys = calls.map(({ sent }) => new Set(keysOf(sent)));
    for (const set of keys) expect([set.size, set.has(undefined)]).toEqual([1, false]);
    expect(new Set(keys.flatMap((set) => [...set])).size).toBe(4);
  });

  it('is another for every agent', () => {
    const [ann, bob] = ['ann/1', 'bob/1'].map(
      (name) =>
        new Agent({
          number: 0,
          name,
          ip: '',
          persona: () => undefined as never,
          peers: () => [],
          backoff: 'max',
        }),
    );
    const key = (agent: Agent | undefined) => keysOf(drive(agent!.polite.post('/x'), [ok]).sent)[0];
    expect(key(ann)).not.toBe(key(bob));
  });

  it('is not sent where nothing changes, and may be chosen by the behaviour', () => {
    expect(keysOf(drive(newAgent('max').polite.get('/x'), [ok]).sent)).toEqual([undefined]);
    const own = { headers: { 'idempotency-key': 'mine', 'x-a': '1' } };
    const { sent } = drive(newAgent('max').polite.post('/x', {}, own), [ok]);
    expect(sent[0]?.headers).toEqual({ 'idempotency-key': 'mine', 'x-a': '1' });
  });

  it('goes with the same request each time', () => {
    const { sent } = drive(newAgent('max').polite.post('/x', { a: 1 }, { query: { q: 1 } }), [
      answerOf(500),
      ok,
    ]);
    expect(sent[1]).toEqual(sent[0]);
    expect(sent[0]).toMatchObject({ method: 'POST', path: '/x', body: { a: 1 }, query: { q: '1' } });
  });
});
