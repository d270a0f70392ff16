/** The two clocks of a target: one that follows each request, and one that runs by itself and is estimated. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveAnswer, LiveClient, LiveRequest } from '../../../src/live/conform/live-client.ts';
import { resetSandbox, SandboxTarget, type Sandboxed } from '../../../src/live/conform/sandbox-target.ts';
import { onTargetClock } from '../../../src/live/conform/target-clock.ts';
import { RecordedTarget } from '../../../src/live/conform/target-driver.ts';
import { isResettable, WallClockTarget, type RunPace } from '../../../src/live/conform/wall-clock-target.ts';
import { readTarget } from '../../../src/live/traffic/target/target.ts';
import type { Scenario } from '../../../src/simulation/scenario/scenario.ts';
import { answerOf } from './exchanges.ts';

let wallMs = 0;

beforeEach(() => {
  wallMs = 1_000;
  vi.spyOn(performance, 'now').mockImplementation(() => wallMs);
});

afterEach(() => void vi.restoreAllMocks());

const dateMs = Date.UTC(2026, 0, 1);
const dated = (ms: number, body: unknown = {}, status = 200, more = ''): LiveAnswer =>
  answerOf(body, status, `HTTP/1.1 200 OK\r\nDate: ${new Date(ms).toUTCString()}\r\n${more}\r\n`);

/** A line on which a test answers; what was sent and how long it paused. */
class Line {
  readonly sent: LiveRequest[] = [];
  readonly pauses: number[] = [];
  isStopped = false;
  readonly #answers: (LiveAnswer | (() => LiveAnswer))[];

  constructor(...answers: (LiveAnswer | (() => LiveAnswer))[]) {
    this.#answers = answers;
  }

  send(request: LiveRequest): Promise<LiveAnswer> {
    this.sent.push(request);
    const answer = this.#answers.length > 1 ? this.#answers.shift() : this.#answers[0];
    return Promise.resolve(typeof answer === 'function' ? answer() : (answer ?? answerOf()));
  }

  pause(ms: number): Promise<void> {
    this.pauses.push(ms);
    wallMs += ms;
    return Promise.resolve();
  }
}

const at = (line: Line, extra = '', sendsAddresses = false): Sandboxed => ({
  target: readTarget('toy.yaml', `name: toy\nhosts: [127.0.0.1]\nallow: writes\n${extra}`),
  line: line as unknown as LiveClient,
  sendsAddresses,
});

const services = 'services: { faucet: "http://127.0.0.1:1234/f" }\n';
const sandbox = 'sandbox: "http://127.0.0.1:1234"\n';
const slow: RunPace = { isHurried: false, runMs: 10_000, limitWaitMs: 5_000 };
const request = { method: 'GET', path: '/faucet/x', query: {}, headers: {}, priceMicros: 0, body: undefined, isJson: true, ownHeaders: '' }; // prettier-ignore

describe('a clock that runs by itself', () => {
  const begun = async (line: Line, { extra = services, pace = slow, sends = false } = {}): Promise<WallClockTarget> =>
    WallClockTarget.begin(at(line, extra, sends), 'seed', pace); // prettier-ignore

  it('is read from a Date, in the middle of its second, by a request for nothing', async () => {
    const line = new Line(dated(dateMs));
    const target = await begun(line);
    expect([target.startMs, target.policyHash]).toEqual([dateMs + 500, undefined]);
    expect(line.sent).toEqual([{ ...request, path: '/faucet/' }]);
    expect(isResettable(at(line, services).target)).toBe(false);
  });

  it('is that of a sandbox which says what time it is, where it may be reset', async () => {
    const line = new Line(answerOf({ now: new Date(dateMs).toISOString(), policy_hash: 'ab' }));
    const target = await begun(line, { extra: sandbox });
    expect([target.startMs, target.policyHash]).toEqual([dateMs, 'ab']);
    expect(line.sent).toMatchObject([{ method: 'POST', path: '/_sim/reset', body: '{"seed":"seed"}' }]);
    const none = await begun(new Line(answerOf({ policy_hash: 'ab' })), { extra: sandbox });
    expect(none.startMs).toBe(0);
  });

  it.each<[string, LiveAnswer, RegExp]>([
    ['no answer', { kind: 'failed', reason: 'timeout' }, /^toy\.yaml: the target does not answer: GET \/f\/ at 127\.0\.0\.1:1234: timeout$/],
    ['a cause', { kind: 'failed', reason: 'reset', cause: 'it is TLS' }, /does not answer: it is TLS$/],
    ['a stop', { kind: 'failed', reason: 'stopped' }, /does not say what time it is; expected a Date header$/],
    ['no date', answerOf(), /does not say what time it is/],
    ['a date that is none', answerOf({}, 200, 'HTTP/1.1 200 OK\r\nDate: soon\r\n\r\n'), /does not say what time it is/],
    ['a date before all dates', dated(-1_000), /does not say what time it is/],
    ['a date that cannot be written', dated(Date.UTC(9000) + 1_000), /does not say what time it is/],
  ])('is refused with %s', async (_what, answer, message) => {
    await expect(begun(new Line(answer))).rejects.toThrow(message);
  }); // prettier-ignore

  it.each([0, Date.UTC(9000)])('may be %i', async (ms) => {
    expect((await begun(new Line(dated(ms)))).startMs).toBe(ms + 500);
  });

  it.each([1, 60])('goes on with the wall clock, %i times as fast', async (factor) => {
    const extra = `${services}${factor === 1 ? '' : `clock: ${factor}x\n`}`;
    const target = await begun(new Line(dated(dateMs)), { extra });
    wallMs += 250;
    expect(await target.untilMs(false)).toBe(dateMs + 500 + 250 * factor);
    expect(await target.untilMs(true)).toBe(dateMs + 500 + 255 * factor);
    expect(target.toleranceMs(answerOf())).toBe(2_000 + factor * 6);
    expect(target.toleranceMs({ kind: 'failed', reason: 'reset' })).toBe(2_000 + factor * 5);
  });

  it('stays within the second that a response states, from then on', async () => {
    const target = await begun(new Line(dated(dateMs)));
    const ahead = dated(dateMs + 3_000);
    expect(target.answeredAtMs(ahead)).toBe(dateMs + 3_000);
    wallMs += 100;
    expect(target.answeredAtMs(ahead)).toBe(dateMs + 3_000);
    expect(await target.untilMs(false)).toBe(dateMs + 3_100);
    expect(target.answeredAtMs(dated(dateMs + 3_000))).toBe(dateMs + 3_100);
    expect(target.answeredAtMs(dated(dateMs + 1_000))).toBe(dateMs + 1_999);
    wallMs += 10;
    expect(await target.untilMs(false)).toBe(dateMs + 2_009);
    expect(target.answeredAtMs(answerOf())).toBe(dateMs + 2_009);
    expect(target.answeredAtMs({ kind: 'failed', reason: 'reset' })).toBe(dateMs + 2_009);
  });

  it.each([1, 60])('does not follow a date that is far from it, at a factor of %i', async (factor) => {
    const extra = `${services}${factor === 1 ? '' : `clock: ${factor}x\n`}`;
    const mostMs = 60_000 * (factor + 1);
    const target = await begun(new Line(dated(dateMs)), { extra });
    wallMs += 1_000;
    const ownMs = dateMs + 500 + 1_000 * factor;
    for (const byMs of [mostMs + 1_000, -mostMs - 1_000])
      expect(target.answeredAtMs(dated(ownMs + byMs))).toBe(ownMs);
    expect(target.answeredAtMs(dated(ownMs + mostMs - 1_000))).toBe(ownMs - 500 + mostMs - 1_000);
    const later = await begun(new Line(dated(dateMs)), { extra });
    expect(later.answeredAtMs(dated(dateMs - mostMs + 1_000))).toBe(dateMs - mostMs + 1_999);
  });

  it('is not waited for by a hurried run, which ends when its time is over', async () => {
    const line = new Line(dated(dateMs));
    const target = await begun(line, { pace: { ...slow, isHurried: true } });
    expect(await target.untilMs(true)).toBe(Number.MAX_SAFE_INTEGER);
    expect(line.pauses).toEqual([]);
    wallMs += 10_000;
    expect(target.isStopped).toBe(false);
    wallMs += 1;
    expect(target.isStopped).toBe(true);
    const patient = await begun(new Line(dated(dateMs)));
    wallMs += 10_001;
    expect(patient.isStopped).toBe(false);
    const stopped = new Line(dated(dateMs));
    const other = await begun(stopped);
    stopped.isStopped = true;
    expect(other.isStopped).toBe(true);
  });

  it('sends the addresses of agents where the whole target is on this machine', async () => {
    const line = new Line(dated(dateMs));
    await (await begun(line, { sends: true })).answer(request, { ip: '10.0.0.7' });
    await (await begun(line)).answer(request, { ip: '10.0.0.7' });
    expect(line.sent.map(({ ownHeaders }) => ownHeaders)).toEqual(['', 'x-sim-ip: 10.0.0.7\r\n', '', '']);
  });

  describe('after a refusal for the rate', () => {
    const refused = dated(dateMs, { code: 'RATE_LIMITED' }, 429, 'Retry-After: 2\r\n');
    const asked = async (line: Line, change: object = {}, extra = services, pace = slow) => {
      const target = await begun(line, { extra, pace });
      const answer = await target.answer({ ...request, ...change }, { ip: '' });
      return { target, status: answer.kind === 'answer' ? answer.status : 0 };
    };
    const lineOf = (...answers: LiveAnswer[]): Line => new Line(dated(dateMs), ...answers);

    it('waits as the target says and asks again, without a key', async () => {
      const line = lineOf(refused, refused, dated(dateMs));
      const { target, status } = await asked(line);
      expect([status, line.pauses, line.sent.length]).toEqual([200, [2_000, 2_000], 4]);
      expect(target.limitWaits).toEqual({ ms: 4_000, refused: 0 });
    });

    it('gives up where it would wait too long', async () => {
      const line = lineOf(refused);
      const { target, status } = await asked(line);
      expect([status, line.pauses]).toEqual([429, [2_000, 2_000]]);
      expect(target.limitWaits).toEqual({ ms: 4_000, refused: 1 });
    });

    it.each<[string, object, string]>([
      ['with a key', { headers: { authorization: 'Bearer x' } }, services],
      ['at a target whose limits are not to be waited for', {}, `${services}limits: ignore\n`],
    ])('asks once %s', async (_what, change, extra) => {
      const line = lineOf(refused, dated(dateMs));
      const { status } = await asked(line, change, extra);
      expect([status, line.pauses]).toEqual([429, []]);
    });

    it.each([200, 428, 430, 503])('asks once where the status is %i', async (other) => {
      const line = lineOf(dated(dateMs, {}, other, 'Retry-After: 2\r\n'), dated(dateMs));
      expect([(await asked(line)).status, line.pauses]).toEqual([other, []]);
    });

    it('asks no more where it is stopped', async () => {
      const line = new Line(dated(dateMs), () => {
        line.isStopped = true;
        return refused;
      });
      expect([(await asked(line)).status, line.pauses]).toEqual([429, []]);
    });

    it('does not count the waits as time of a hurried run', async () => {
      const pace = { isHurried: true, runMs: 3_000, limitWaitMs: 5_000 };
      const { target } = await asked(lineOf(refused, refused, dated(dateMs)), {}, services, pace);
      wallMs += 3_000;
      expect(target.isStopped).toBe(false);
      wallMs += 1;
      expect(target.isStopped).toBe(true);
    });
  });
});

const scenario = {
  seed: '7', startMs: dateMs, calls: [],
  resolved: { faults: [
    { at: '2h', service: 'escrow', kind: 'outage', for: '9h' },
    { at: '12h', service: 'casino', kind: 'slow', for: '2h', latency: { median: '2s' } },
  ] },
} as unknown as Scenario; // prettier-ignore

describe('a sandbox', () => {
  const reset = answerOf({ policy_hash: 'ab', now: 'then' });

  it('is reset to the seed, the start and the faults, without their latency', async () => {
    const line = new Line(reset);
    const target = await SandboxTarget.begin(at(line, sandbox), scenario);
    expect(target.policyHash).toBe('ab');
    expect(line.sent.map(({ path, body }) => [path, JSON.parse(body ?? '')])).toEqual([
      ['/_sim/reset', { seed: '7', start: '2026-01-01T00:00:00.000Z' }],
      ['/_sim/fault', { service: 'escrow', kind: 'outage', for: '9h', at: '2026-01-01T02:00:00.000Z' }],
      ['/_sim/fault', { service: 'casino', kind: 'slow', for: '2h', latency: { median: '0ms' }, at: '2026-01-01T12:00:00.000Z' }],
    ]);
    expect(line.sent[0]).toMatchObject({ method: 'POST', query: {}, headers: {}, priceMicros: 0, isJson: true, ownHeaders: '' });
    const plain = new Line(reset);
    await SandboxTarget.begin(at(plain, sandbox), { ...scenario, resolved: {} });
    expect(plain.sent).toHaveLength(1);
  }); // prettier-ignore

  it.each<[string, LiveAnswer, RegExp]>([
    ['an answer of another status', answerOf({ a: 1 }, 404), /^toy\.yaml: the sandbox does not answer POST \/_sim\/reset: 404 {"a":1}$/],
    ['an answer of almost that status', answerOf({}, 201), /: 201 {}$/],
    ['no answer', { kind: 'failed', reason: 'timeout' }, /\/_sim\/reset: timeout$/],
    ['a cause', { kind: 'failed', reason: 'reset', cause: 'it is TLS' }, /\/_sim\/reset: it is TLS$/],
  ])('that gives %s is refused', async (_what, answer, message) => {
    await expect(resetSandbox(at(new Line(answer), sandbox), { seed: '1' })).rejects.toThrow(message);
  }); // prettier-ignore

  it('that is stopped has no hash', async () => {
    const line = new Line({ kind: 'failed', reason: 'stopped' });
    expect((await resetSandbox(at(line, sandbox), { seed: '1' })).policyHash).toBe('undefined');
  });

  it('has the time of each request, and its address where it is on this machine', async () => {
    const line = new Line(reset);
    for (const sends of [true, false])
      await (await SandboxTarget.begin(at(line, sandbox, sends), { ...scenario, resolved: {} })).answer(request, { atMs: dateMs + 5, ip: '10.0.0.7' });
    const stamp = 'x-sim-at: 2026-01-01T00:00:00.005Z\r\n';
    expect(line.sent.map(({ ownHeaders }) => ownHeaders)).toEqual(['', `x-sim-ip: 10.0.0.7\r\n${stamp}`, '', stamp]);
  }); // prettier-ignore

  it('follows the model', async () => {
    const line = new Line(reset);
    const target = await SandboxTarget.begin(at(line, sandbox), scenario);
    expect([await target.untilMs(), target.answeredAtMs(), target.toleranceMs(), target.isStopped]).toEqual([
      Number.MAX_SAFE_INTEGER, undefined, 0, false,
    ]); // prettier-ignore
    line.isStopped = true;
    expect(target.isStopped).toBe(true);
  });
});

describe('recorded responses', () => {
  it('are given in order, and none after the last', async () => {
    const target = new RecordedTarget([answerOf({ a: 1 }), answerOf({ a: 2 })]);
    const answers = await Promise.all([1, 0, 2].map(async (n) => target.answer(request, { n })));
    expect(answers).toEqual([answerOf({ a: 2 }), answerOf({ a: 1 }), { kind: 'failed', reason: 'stopped' }]);
    expect([await target.untilMs(), target.answeredAtMs(), target.toleranceMs(), target.isStopped, target.limitWaits]).toEqual([
      Number.MAX_SAFE_INTEGER, undefined, 0, false, { ms: 0, refused: 0 },
    ]);
  }); // prettier-ignore
});

describe('a scenario at the time of a target', () => {
  it('is moved with its start, instants in its requests included', () => {
    const instant = '2026-01-02T00:00:00.000Z';
    const calls = [{ query: { until: instant, q: 'x' }, body: { until: instant, at: ['y'] }, path: '/x' }];
    const moved = onTargetClock({ ...scenario, calls } as unknown as Scenario, dateMs + 3_600_000);
    expect(moved).toMatchObject({ startMs: dateMs + 3_600_000, seed: '7' });
    const until = '2026-01-02T01:00:00.000Z';
    expect(moved.calls).toEqual([{ query: { until, q: 'x' }, body: { until, at: ['y'] }, path: '/x' }]);
  });
});
