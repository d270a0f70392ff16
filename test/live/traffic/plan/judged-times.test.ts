/** What clocks and moments explain of an answer, at the edges of what is certain: its date, how long it took, and what was stated before. */
import { describe, expect, it } from 'vitest';
import { NoiseMask } from '../../../../src/live/traffic/compare/explain.ts';
import { LiveSecrets } from '../../../../src/live/traffic/compare/live-secrets.ts';
import { Namespace } from '../../../../src/live/traffic/correlation/namespace.ts';
import { AnswerJudge, type JudgeParts } from '../../../../src/live/traffic/plan/answer-judge.ts';
import { GivenOut } from '../../../../src/live/traffic/plan/given-out.ts';
import { Needs } from '../../../../src/live/traffic/plan/needs.ts';
import type { TraceRecord } from '../../../../src/simulation/trace/format.ts';
import { targetWith } from '../target/target-with.ts';

const startMs = Date.UTC(2026, 0, 1);
const dayMs = 86_400_000;
const at = (ms: number): string => new Date(startMs + ms).toISOString();

interface Exchange {
  readonly n?: number;
  readonly atMs?: number;
  readonly took?: number;
  readonly session?: number;
  readonly method?: string;
  readonly call?: string;
  readonly headers?: Record<string, string>;
  readonly recorded: readonly [status: number, body?: object];
  readonly live: readonly [status: number, body?: object];
  /** The date of the answer after the start; undefined for none. */
  readonly dateMs?: number | undefined;
  readonly serviceMs?: number;
  readonly things?: readonly number[];
}

const sandbox = 'services: { faucet: "http://127.0.0.1:1", control: "http://127.0.0.1:1/_sim" }\nclock: sandbox\n'; // prettier-ignore

function judging(lines = 'clock: real\n', change: Partial<JudgeParts> = {}) {
  const needs = new Needs();
  needs.seal();
  const plan = { header: { start: at(0), faults: [] }, taken: { usedBy: () => undefined } };
  const judge = new AnswerJudge({
    plan: plan as unknown as JudgeParts['plan'], target: targetWith(lines), mask: new NoiseMask(undefined), hasFaults: false,
    namespace: new Namespace('tests'), sendsAddresses: false, given: new GivenOut(needs), secrets: new LiveSecrets(), ...change,
  }); // prettier-ignore
  let count = 0;
  /** The explanation of each difference of one more exchange. */
  const seen = ({ n = (count += 1), atMs = 0, took = 0, session = 1, method = 'GET', call = 'escrow/B/detail', ...rest }: Exchange): (string | null)[] => {
    const before = judge.differences.state().groups.reduce((sum, group) => sum + group.count, 0);
    const [[status, body = {}], [liveStatus, liveBody = {}]] = [rest.recorded, rest.live];
    const record = { n, at: atMs, took, session, call, request: { method, path: '/escrow/x', ip: '', headers: rest.headers }, answer: { status, body } } as unknown as TraceRecord;
    const head = rest.dateMs === undefined ? '' : `HTTP/1.1 200 OK\r\ndate: ${new Date(startMs + rest.dateMs).toUTCString()}\r\n`;
    const explained: (string | null)[] = [];
    const add = judge.differences.add.bind(judge.differences);
    judge.differences.add = (...args) => { explained.push(args[3]); add(...args); };
    judge.judge({ record, live: { status: liveStatus, body: liveBody }, head, serviceMs: rest.serviceMs ?? 0, things: rest.things ?? [], touched: undefined, isDelayed: false });
    judge.differences.add = add;
    expect(judge.differences.state().groups.reduce((sum, group) => sum + group.count, 0) - before).toBe(explained.length);
    return explained;
  }; // prettier-ignore
  return { judge, seen };
}

const stated = (ms: number) => ({ created_at: at(ms) });
/** One answer with an instant, a day later on the target, and `offMs` beside that. */
const beside = (offMs: number, change: Partial<Exchange> = {}): Exchange => ({
  recorded: [200, stated(0)], live: [200, stated(dayMs + offMs)], dateMs: dayMs, ...change,
}); // prettier-ignore

describe('an instant in an answer', () => {
  it.each<[string, number, Partial<Exchange>, string]>([
    ['two seconds, and five milliseconds of the way', 2_005, {}, 'clock: real\n'],
    ['as long as the answer took on top', 2_505, { serviceMs: 500 }, 'clock: real\n'],
    ['as long as the recorded answer took on top', 2_705, { serviceMs: 500, took: 200 }, 'clock: real\n'],
    ['as much faster as the clock runs', 2_000 + 60 * 505 + 7, { serviceMs: 500, took: 7 }, 'clock: 60x\n'],
  ])('is explained within %s', (_what, toleranceMs, change, lines) => {
    for (const sign of [1, -1]) {
      expect(judging(lines).seen(beside(sign * toleranceMs, change))).toEqual(['time']);
      expect(judging(lines).seen(beside(sign * (toleranceMs + 1), change))).toEqual([null]);
    }
  });

  it('counts from the recorded instant of its request, and is unexplained without a date', () => {
    const later = { atMs: 7_000, recorded: [200, stated(7_000)] } as const;
    const seen = (change: Partial<Exchange>) => judging().seen({ ...beside(7_000), ...later, ...change });
    expect([seen({ dateMs: dayMs + 7_000 }), seen({ dateMs: dayMs + 12_000 }), seen({ dateMs: undefined })]).toEqual([['time'], [null], [null]]); // prettier-ignore
  });

  it('may be as far ahead as at an earlier request of its session, about its thing, or that wrote then', () => {
    const hour = { recorded: [200, stated(0)], live: [200, stated(3_600_000)], dateMs: dayMs } as const;
    const fixed = { recorded: [200], live: [200], dateMs: 3_600_000, took: 10 } as const;
    const after = (earlier: Partial<Exchange>, change: Partial<Exchange> = {}) => {
      const { seen } = judging();
      expect(seen({ ...fixed, n: 1, session: 8, ...earlier })).toEqual([]);
      return seen({ ...hour, n: 2, ...change })[0];
    };
    expect([after({}), after({ session: 1 }), after({}, { things: [1] }), after({ things: [4] }, { things: [4] })]).toEqual([null, 'time', 'time', 'time']);
    expect([after({ method: 'POST' }), after({ method: 'POST', atMs: 1, dateMs: 3_600_001 }), after({ method: 'DELETE', atMs: 0 })]).toEqual(['time', null, 'time']);
  }); // prettier-ignore

  it('that a request has sent is as far ahead as it was sent', () => {
    const { judge, seen } = judging();
    judge.sentInstants(5, 3_600_000);
    const shown = (offMs: number) => seen({ recorded: [200, stated(0)], live: [200, stated(3_600_000 + offMs)], dateMs: dayMs, things: [5] }); // prettier-ignore
    expect([shown(1_000), shown(1_001)]).toEqual([['time'], [null]]);
  });

  it('is nothing of a clock that is set to the recording', () => {
    const own = { namespace: undefined };
    expect(judging(sandbox, own).seen(beside(0))).toEqual([null]);
    expect(judging('clock: real\n', own).seen(beside(0))).toEqual(['time']);
  });
});

describe('a refusal for the rate', () => {
  const day = (left: number) => ({ window: '1d', retry_after_seconds: left, code: 'RATE_LIMIT' });

  it('ends its window at another moment, and nothing else does', () => {
    const ends = (status: number, dateMs?: number) =>
      judging().seen({ recorded: [status, { retry_after_seconds: 50 }], live: [status, { retry_after_seconds: 3 }], dateMs });
    expect([ends(429, 0), ends(429), ends(403, 0)]).toEqual([['time'], [null], [null]]);
  }); // prettier-ignore

  it('of a day is over where the target is later in the day', () => {
    const seen = (left: number, dateMs: number, change: Partial<Exchange> = {}) =>
      judging().seen({ recorded: [429, day(left)], live: [200, day(left)], dateMs, headers: { authorization: 'Bearer x' }, ...change })[0];
    expect([seen(3_600, 3_600_000), seen(3_602, 3_600_000), seen(3_603, 3_600_000), seen(3_600, dayMs + 3_600_000)]).toEqual(['limit', 'limit', null, 'limit']);
    expect([seen(3_600, -3_600_000), seen(3_600, 3_600_000, { recorded: [403, day(3_600)] })]).toEqual([null, null]);
  }); // prettier-ignore

  it('of a day that clients share is another on a clock with another time of day', () => {
    const seen = (dateMs: number, headers: Record<string, string> = {}) =>
      judging().seen({ recorded: [429, day(80_000)], live: [200, day(80_000)], dateMs, headers })[0];
    expect([seen(3_600_000), seen(dayMs), seen(dayMs + 3_000), seen(3_600_000, { Authorization: 'Bearer x' }), seen(3_600_000, { Authorization: '' })]).toEqual(['limit', null, 'limit', null, 'limit']);
  }); // prettier-ignore
});

describe('a moment beside a deadline', () => {
  const contest = { call: 'casino/A/createTournament', method: 'POST', recorded: [201, { starts_at: at(60_000) }], live: [201, { starts_at: at(60_000) }], dateMs: 0, n: 1 } as const;
  const enter = { call: 'casino/A/enterTournament', method: 'POST', recorded: [200], live: [409], things: [1], n: 2 } as const;
  const entered = (atMs: number, change: Partial<Exchange> = {}, lines?: string, parts?: Partial<JudgeParts>) => {
    const { seen } = judging(lines, parts);
    expect(seen(contest)).toEqual([]);
    return seen({ ...enter, atMs, dateMs: atMs, ...change })[0];
  };

  it('decides where the request was under way over it on either side, as exactly as that is known', () => {
    expect([57_994, 57_995, 60_000, 62_005, 62_006].map((atMs) => entered(atMs, { dateMs: undefined }))).toEqual([null, 'time', 'time', 'time', null]);
    expect([entered(57_000, { dateMs: undefined, took: 500 }), entered(56_995, { dateMs: undefined, took: 500 }), entered(56_994, { dateMs: undefined, took: 500 })]).toEqual(['time', 'time', null]);
  });

  it('is later on a target whose clock has gone on more than when the deadline was stated', () => {
    expect([entered(50_000, { dateMs: 58_000 }), entered(50_000, { dateMs: 57_000 }), entered(66_000, { dateMs: 62_000 }), entered(66_000, { dateMs: 64_000 })]).toEqual(['time', null, 'time', null]);
  });

  it('is none of a clock that is set to the recording', () => {
    expect(entered(60_000, {}, sandbox, { namespace: undefined })).toBeNull();
  });

  it('leaves what one side alone has done', () => {
    const { seen } = judging();
    seen(contest);
    expect(seen({ ...enter, atMs: 60_000, dateMs: 60_000 })).toEqual(['time']);
    const board = { call: 'casino/A/tournament', recorded: [200, { entrants: 2 }], live: [200, { entrants: 1 }], atMs: 90_000, dateMs: 90_000 } as const;
    expect([seen({ ...board, n: 3, things: [1] }), seen({ ...board, n: 4, things: [9] })]).toEqual([['time'], [null]]);
  });
}); // prettier-ignore
