/** What a replay says of the answers to its requests, and of requests without one: what is explained, what is kept, and what is the same. */
import { describe, expect, it } from 'vitest';
import { NoiseMask } from '../../../../src/live/traffic/compare/explain.ts';
import { LiveSecrets } from '../../../../src/live/traffic/compare/live-secrets.ts';
import { Namespace } from '../../../../src/live/traffic/correlation/namespace.ts';
import {
  AnswerJudge,
  type JudgeParts,
  type LiveResponse,
} from '../../../../src/live/traffic/plan/answer-judge.ts';
import { GivenOut } from '../../../../src/live/traffic/plan/given-out.ts';
import { Needs } from '../../../../src/live/traffic/plan/needs.ts';
import type { TraceRecord } from '../../../../src/simulation/trace/format.ts';
import { redacted } from '../../../../src/core/http/secrets/names.ts';
import { targetWith } from '../target/target-with.ts';

const startMs = Date.UTC(2026, 0, 1);

function judgeOf({ clock = 'real', faults = [], ...change }: Partial<JudgeParts> & { clock?: string; faults?: unknown[] } = {}) {
  const needs = new Needs();
  needs.seal();
  return new AnswerJudge({
    plan: { header: { start: new Date(startMs).toISOString(), faults }, taken: { usedBy: () => undefined } } as unknown as JudgeParts['plan'],
    target: targetWith(`clock: ${clock}\n`), mask: new NoiseMask(undefined), hasFaults: false, namespace: new Namespace('tests'), sendsAddresses: false,
    given: new GivenOut(needs), secrets: new LiveSecrets(), ...change,
  });
} // prettier-ignore

const recordOf = (change: Partial<TraceRecord> = {}): TraceRecord =>
  ({ n: 0, at: 0, session: 1, call: 'escrow/B/detail', request: { method: 'GET', path: '/escrow/x', ip: '' }, answer: { status: 200, body: {} }, ...change }) as unknown as TraceRecord; // prettier-ignore

const responseOf = (record: TraceRecord, live: LiveResponse['live'], change: Partial<LiveResponse> = {}): LiveResponse => ({
  record, live, head: '', serviceMs: 1, things: [], touched: undefined, isDelayed: false, ...change,
}); // prettier-ignore

const groupsOf = (judge: AnswerJudge) =>
  judge.differences
    .state()
    .groups.map(({ kind, field, explanation, count }) => [kind, field, explanation, count]);

const sandbox = () =>
  targetWith(
    'services: { faucet: "http://127.0.0.1:1", control: "http://127.0.0.1:1/_sim" }\nclock: sandbox\n',
  );

/** A bet has left session 1 less money there, so that the target alone refuses the escrow of request 2. */
function refusedEscrow(change: Parameters<typeof judgeOf>[0] = {}) {
  const judge = judgeOf(change);
  const bet = recordOf({ n: 1, call: 'casino/A/bet', request: { method: 'POST', path: '/casino/bet', ip: '' }, answer: { status: 200, body: { payout: 1 } } });
  judge.judge(responseOf(bet, { status: 200, body: { payout: 0 } }));
  const create = recordOf({ n: 2, call: 'escrow/B/create', request: { method: 'POST', path: '/escrow/escrow', ip: '' }, answer: { status: 201, body: { escrow_id: 'esc_aaaaaaaaaaaaaaaa' } } });
  judge.judge(responseOf(create, { status: 422, body: { code: 'INSUFFICIENT_BALANCE' } }));
  return judge;
} // prettier-ignore

describe('a request without an answer', () => {
  const asked = recordOf({ n: 5, call: 'escrow/B/release' });
  const how = { recorded: '200', live: 'nothing' };

  it.each<[string, 'unsent' | 'failed', readonly number[], Parameters<typeof judgeOf>[0], string | null]>([
    ['that refers to what a draw has prevented follows from the draw', 'unsent', [2], {}, 'drawn'],
    ['that refers to something else is unexplained', 'unsent', [9], {}, null],
    ['that was sent and failed is unexplained, whatever it refers to', 'failed', [2], {}, null],
    ['of a sandbox, which draws as recorded, is unexplained', 'unsent', [2], { namespace: undefined }, null],
  ])('%s', (_what, kind, things, change, explanation) => {
    const judge = refusedEscrow(change);
    const [openBefore, shownBefore] = [judge.open.length, judge.shown.size];
    judge.unanswered({ record: asked, touched: undefined, things }, { kind, ...how });
    expect(groupsOf(judge)).toContainEqual([kind, '', explanation, 1]);
    const isKept = explanation === null;
    expect(judge.open.slice(openBefore)).toEqual(isKept ? [{ kind, field: '', ...how, n: 5, call: asked.call, sessions: [1], things: [5] }] : []);
    expect(judge.shown.size - shownBefore).toBe(isKept ? 1 : 0);
    // It counts as a request of its operation that was not the same.
    expect(judge.evidence.state().operations.get(asked.call)).toEqual({ requests: 1, same: 0 });
  }); // prettier-ignore

  it('is of the sessions that it touches', () => {
    const judge = judgeOf();
    judge.unanswered({ record: asked, touched: [3, 4], things: [] }, { kind: 'failed', ...how });
    expect(judge.open).toMatchObject([{ sessions: [3, 4], things: [5] }]);
  });
});

describe('an answer', () => {
  it('that is as recorded is the same, and its fields are counted where namespaces differ', () => {
    const judge = judgeOf();
    judge.judge(responseOf(recordOf(), { status: 200, body: {} }));
    judge.judge(responseOf(recordOf({ n: 1, answer: { status: 404, body: {} } }), { status: 404, body: {} }));
    judge.judge(responseOf(recordOf({ n: 2, answer: { status: 300, body: {} } }), { status: 300, body: {} }));
    expect([judge.same, groupsOf(judge), judge.open]).toEqual([3, [], []]);
    // Only of successes.
    expect([...judge.fields.counts.responses]).toEqual([['escrow/B/detail', 1]]);
    const own = judgeOf({ namespace: undefined });
    own.judge(responseOf(recordOf(), { status: 200, body: {} }));
    expect([own.same, own.fields.counts.responses.size]).toEqual([1, 0]);
  });

  it('that differs is kept with its request, the things it names and the sessions it touches', () => {
    const judge = judgeOf();
    const record = recordOf({ n: 7, answer: { status: 200, body: { state: 'open' } } });
    judge.judge(responseOf(record, { status: 200, body: { state: 'shut' } }, { things: [3], touched: [1, 2] }));
    expect(judge.open).toEqual([
      { kind: 'value', field: '/state', recorded: '"open"', live: '"shut"', n: 7, call: record.call, sessions: [1, 2], things: [7, 3] },
    ]);
    expect([[...judge.shown.values()], judge.same, [...judge.fields.counts.differing.values()]]).toEqual([['"shut"'], 0, [1]]);
    const masked = judgeOf({ mask: new NoiseMask(new Map([[[...judge.shown.keys()][0] ?? '', '"else"']])) });
    masked.judge(responseOf(record, { status: 200, body: { state: 'shut' } }));
    expect([groupsOf(masked), masked.open]).toEqual([[['value', '/state', 'noise', 1]], []]);
  }); // prettier-ignore

  const error = { status: 503, body: { code: 'UNAVAILABLE' } };
  const limited = { status: 429, body: { code: 'RATE_LIMITED' } };
  const fine = { status: 200, body: {} };
  const [secretBody, plainBody] = [{ a: [`x${redacted}`] }, { a: ['x'] }];

  it.each<[string, string | null, TraceRecord, LiveResponse['live'], Parameters<typeof judgeOf>[0], Partial<LiveResponse>]>([
    ['a fault that the target does not repeat', 'fault', recordOf({ answer: error }), fine, { faults: [{}] }, {}],
    ['a fault that the target does repeat', null, recordOf({ answer: error }), fine, { faults: [{}], hasFaults: true }, {}],
    ['an error where the recording had no faults', null, recordOf({ answer: error }), fine, {}, {}],
    ['a status that is no error', null, recordOf({ answer: { status: 499, body: {} } }), fine, { faults: [{}] }, {}],
    ['the least error', 'fault', recordOf({ answer: { status: 500, body: {} } }), fine, { faults: [{}] }, {}],
    ['a limit of a session that has waited', 'limit', recordOf({ answer: limited }), fine, {}, { isDelayed: true }],
    ['a limit of one that has not', null, recordOf({ answer: limited }), fine, {}, {}],
    ['a success of a session that has waited', null, recordOf(), limited, {}, { isDelayed: true }],
    ['a key that the client has derived', 'secret', recordOf({ request: { method: 'POST', path: '/x', ip: '', body: secretBody } }), error, {}, {}],
    ['one in a text', 'secret', recordOf({ request: { method: 'POST', path: '/x', ip: '', raw: `a=${redacted}` } }), error, {}, {}],
    ['none', null, recordOf({ request: { method: 'POST', path: '/x', ip: '', body: plainBody, raw: 'a=b' } }), error, {}, {}],
  ])('explains %s as %s', (_what, explanation, record, live, parts, response) => {
    const judge = judgeOf(parts);
    judge.judge(responseOf(record, live, response));
    const [status] = groupsOf(judge).filter(([kind]) => kind === 'status');
    expect(status).toEqual(['status', '', explanation, 1]);
  }); // prettier-ignore

  it('has times that are moved by the clock of the target, unless that is set to the recorded one', () => {
    const at = (ms: number) => new Date(startMs + ms).toISOString();
    const explained = (
      change: Parameters<typeof judgeOf>[0],
      dateMs: number | undefined,
      shownMs: number,
    ) => {
      const judge = judgeOf(change);
      const record = recordOf({ at: 5_000, answer: { status: 200, body: { created_at: at(5_000) } } });
      const head =
        dateMs === undefined
          ? ''
          : `HTTP/1.1 200 OK\r\ndate: ${new Date(startMs + dateMs).toUTCString()}\r\n`;
      judge.judge(responseOf(record, { status: 200, body: { created_at: at(shownMs) } }, { head }));
      return groupsOf(judge).map(([, , explanation]) => explanation);
    };
    const day = 86_400_000;
    expect(explained({}, day + 5_000, day + 5_000)).toEqual(['time']);
    expect(explained({}, day + 5_000, day + 6_900)).toEqual(['time']);
    expect(explained({}, day + 5_000, day + 9_000)).toEqual([null]);
    expect(explained({}, day + 5_000, 2 * day)).toEqual([null]);
    expect(explained({}, undefined, day + 5_000)).toEqual([null]);
    expect(explained({ target: sandbox(), namespace: undefined }, day + 5_000, day + 5_000)).toEqual([null]);
  });
});
