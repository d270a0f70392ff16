/** The small parts of the server, each by itself. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseInstant } from '../../../src/core/base/time.ts';
import { priority } from '../../../src/core/kernel/event.ts';
import { InternedTexts } from '../../../src/host/serve/direct/interned-texts.ts';
import { isForServices } from '../../../src/host/serve/direct/is-for-services.ts';
import { HeldAnswers } from '../../../src/host/serve/held-answers.ts';
import {
  broken,
  controlFromAfar,
  refused,
  wasAbandoned,
  wasCancelled,
  wasReset,
  whatWasWrong,
} from '../../../src/host/serve/own-refusals.ts';
import { PacedTime } from '../../../src/host/serve/pace.ts';
import { rawAnswer } from '../../../src/host/serve/raw-answer.ts';
import { Ticker } from '../../../src/host/serve/ticker.ts';
import { transportHeaders } from '../../../src/host/serve/transport-headers.ts';
import { virtualDate } from '../../../src/host/serve/virtual-date.ts';
import type { Sandbox } from '../../../src/host/serve/sandbox.ts';
import { FakeWall, newSandbox } from './serving.ts';

describe('a refusal of the server itself', () => {
  it.each([
    [
      'controlFromAfar',
      controlFromAfar,
      403,
      'FORBIDDEN',
      'control calls are answered to programs on this machine alone',
    ],
    ['broken', broken, 500, 'INTERNAL_ERROR', 'internal error'],
    [
      'wasCancelled',
      wasCancelled,
      503,
      'SERVICE_UNAVAILABLE',
      'the clock did not arrive at X-Sim-At; nothing was done',
    ],
    [
      'wasReset',
      wasReset,
      409,
      'CONFLICT',
      'another world is served now, by a reset or a rewind; expected that to come later',
    ],
    ['wasAbandoned', wasAbandoned, 503, 'SERVICE_UNAVAILABLE', 'the world was not rewound; nothing was done'],
  ] as const)('%s', (_name, refusal, status, code, error) => {
    expect(refused(refusal)).toEqual({
      response: { status, headers: {}, body: { error, code } },
      delayMs: 0,
    });
  });

  it.each([
    ['HPE_HEADER_OVERFLOW', 'the headers are too large'],
    ['ERR_HTTP_REQUEST_TIMEOUT', 'the request was not complete in time'],
    ['HPE_INVALID_METHOD', 'this is no valid HTTP request'],
    ['', 'this is no valid HTTP request'],
    [undefined, 'this is no valid HTTP request'],
  ])('of a message that has the mistake %j says: %s', (code, expected) => {
    expect(whatWasWrong(code)).toBe(expected);
  });

  it('is a whole message for a connection that cannot be read', () => {
    expect(rawAnswer('BAD_REQUEST', 'größer')).toBe(
      'HTTP/1.1 400 Bad Request\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: 41\r\n' +
        'connection: close\r\n\r\n{"error":"größer","code":"BAD_REQUEST"}',
    );
  });
});

describe('the Date header', () => {
  const dates = [
    ['2026-01-01T00:00:00Z', 'Thu, 01 Jan 2026 00:00:00 GMT'],
    ['2026-01-01T00:00:00.999Z', 'Thu, 01 Jan 2026 00:00:00 GMT'],
    ['2026-01-01T00:00:01Z', 'Thu, 01 Jan 2026 00:00:01 GMT'],
    ['2026-01-01T23:59:59.999Z', 'Thu, 01 Jan 2026 23:59:59 GMT'],
    ['2026-01-02T00:00:00Z', 'Fri, 02 Jan 2026 00:00:00 GMT'],
    ['2027-01-02T00:00:00Z', 'Sat, 02 Jan 2027 00:00:00 GMT'],
    ['1970-01-01T00:00:00Z', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  ] as const;

  it('is virtual time to the second, forwards and backwards', () => {
    for (const [instant, expected] of [...dates, ...dates.toReversed()])
      expect(virtualDate(parseInstant(instant) ?? Number.NaN)).toBe(expected);
  });

  it('comes after the headers of the world, and the end of the connection after it', () => {
    const date = ['date', 'Thu, 01 Jan 1970 00:00:00 GMT'];
    expect(transportHeaders({ 'x-a': 'b', 'retry-after': 5 }, 0, false)).toEqual([
      'x-a',
      'b',
      'retry-after',
      5,
      ...date,
    ]);
    expect(transportHeaders({}, 0, true)).toEqual([...date, 'connection', 'close']);
  });
});

it.each([
  ['/faucet/status', true],
  ['/', true],
  ['/a/_sim', true],
  ['/_sim', false],
  ['/_sim/clock', false],
  ['/escrow/mcp', false],
  ['/escrow/mcp?a=b', false],
])('a request to %j is answered at once and whole: %j', (url, expected) => {
  expect(isForServices(url)).toBe(expected);
});

it('texts are kept as they are, the first and later ones', () => {
  const texts = new InternedTexts();
  for (const text of ['a', 'b', 'é ÿ', '', 'a', 'é ÿ']) expect(texts.of(text)).toBe(text);
  for (let count = 0; count < 8_200; count++) texts.of(`text ${count}`);
  expect(texts.of('a')).toBe('a');
});

it.each([
  ['manual', 600, 600],
  [1, 600, 600],
  [60, 600, 10],
  [0.5, 600, 1_200],
] as const)('under pace %s, %i virtual ms take %d of the wall', (pace, virtualMs, expected) => {
  const wall = new FakeWall();
  const time = new PacedTime({ pace, wall, startMs: 1_000 });
  expect(time.wallMs(virtualMs)).toBe(expected);
  wall.elapsed += 100;
  const passedMs = pace === 'manual' ? 0 : 100 * pace;
  expect(time.nowMs).toBe(1_000 + passedMs);
  time.set(5_000);
  expect(time.nowMs).toBe(5_000);
  wall.elapsed += 100;
  expect(time.nowMs).toBe(5_000 + passedMs);
});

describe('answers that are held back', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('are given after their delay, of 300 s at most, and at once below 1 ms', () => {
    const held = new HeldAnswers();
    const given: number[] = [];
    for (const delayMs of [900_000, 5, 1, 0.9, 0]) held.after(delayMs, () => given.push(delayMs));
    expect(given).toEqual([0.9, 0]);
    vi.advanceTimersByTime(1);
    expect(given).toEqual([0.9, 0, 1]);
    vi.advanceTimersByTime(3);
    expect(given).toEqual([0.9, 0, 1]);
    vi.advanceTimersByTime(1);
    expect(given).toEqual([0.9, 0, 1, 5]);
    vi.advanceTimersByTime(299_994);
    expect(given).toHaveLength(4);
    vi.advanceTimersByTime(1);
    expect(given).toEqual([0.9, 0, 1, 5, 900_000]);
  });

  it('are given at once, in order and once, when it closes; and none is held afterwards', () => {
    const held = new HeldAnswers();
    const given: string[] = [];
    held.after(1, () => given.push('gone'));
    vi.advanceTimersByTime(1);
    held.after(70, () => given.push('later'));
    held.after(50, () => given.push('sooner'));
    held.close();
    expect(given).toEqual(['gone', 'later', 'sooner']);
    expect(vi.getTimerCount()).toBe(0);
    held.after(50, () => given.push('closed'));
    expect(given).toEqual(['gone', 'later', 'sooner', 'closed']);
    held.close();
    expect(given).toHaveLength(4);
  });
});

describe('a ticker', () => {
  beforeEach(
    () =>
      void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setImmediate', 'clearImmediate'] }),
  );
  afterEach(() => void vi.useRealTimers());

  /** So many events fall due, one each millisecond. */
  function dueIn(sandbox: Sandbox, count: number, fire: () => void): void {
    const { kernel } = sandbox.world;
    for (let index = 0; index < count; index++)
      kernel.schedule(kernel.nowMs + 1 + index, priority.due, { prefetch: () => 0, fire });
  }

  function ticking(tickMs: number | undefined, wall = new FakeWall()) {
    const sandbox = newSandbox({ pace: 1, wall, startMs: 0 });
    const causes: unknown[] = [];
    const ticker = new Ticker({ sandbox, tickMs, onBroken: (cause) => causes.push(cause) });
    return { wall, sandbox, ticker, causes };
  }

  it.each([
    [undefined, 250],
    [40, 40],
  ])('of %j ms runs what is due every %i ms, from its start to its stop', (tickMs, expected) => {
    const { wall, sandbox, ticker } = ticking(tickMs);
    wall.elapsed += 10;
    vi.advanceTimersByTime(1_000);
    expect(sandbox.nowMs).toBe(0);
    ticker.start();
    vi.advanceTimersByTime(expected - 1);
    expect(sandbox.nowMs).toBe(0);
    vi.advanceTimersByTime(1);
    expect(sandbox.nowMs).toBe(10);
    wall.elapsed += 10;
    vi.advanceTimersByTime(expected);
    expect(sandbox.nowMs).toBe(20);
    ticker.stop();
    wall.elapsed += 10;
    vi.advanceTimersByTime(1_000);
    expect([sandbox.nowMs, vi.getTimerCount()]).toEqual([20, 0]);
  });

  it('goes on after other work while the world is behind its clock', () => {
    const wall = new FakeWall();
    const { sandbox, ticker } = ticking(100, wall);
    let fired = 0;
    // Each event takes a fifth of the time that a catch-up may take.
    dueIn(sandbox, 120, () => {
      fired += 1;
      wall.elapsed += 1;
    });
    wall.elapsed += 1_000;
    ticker.start();
    vi.advanceTimersToNextTimer();
    expect([fired, sandbox.isBehind, vi.getTimerCount()]).toEqual([50, true, 2]);
    vi.advanceTimersToNextTimer();
    expect([fired, sandbox.isBehind, vi.getTimerCount()]).toEqual([100, true, 2]);
    vi.advanceTimersToNextTimer();
    expect([fired, sandbox.isBehind, vi.getTimerCount()]).toEqual([120, false, 1]);
    ticker.stop();
  });

  it('does not go on after its stop', () => {
    const wall = new FakeWall();
    const { sandbox, ticker } = ticking(100, wall);
    let fired = 0;
    dueIn(sandbox, 120, () => {
      fired += 1;
      wall.elapsed += 1;
    });
    wall.elapsed += 1_000;
    ticker.start();
    vi.advanceTimersToNextTimer();
    ticker.stop();
    vi.runAllTimers();
    expect([fired, sandbox.isBehind, vi.getTimerCount()]).toEqual([50, true, 0]);
  });

  it('stops at what the world throws, and passes it on', () => {
    const { wall, sandbox, ticker, causes } = ticking(100);
    const failure = new Error('broken');
    dueIn(sandbox, 1, () => {
      throw failure;
    });
    wall.elapsed += 1_000;
    ticker.start();
    vi.advanceTimersByTime(100);
    expect([causes, vi.getTimerCount()]).toEqual([[failure], 0]);
  });
});
