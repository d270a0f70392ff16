/** What else explains a difference: limits of addresses, accounts and totals from before the run, other sessions' writes, the frame of a tool's answer. */
import { describe, expect, it } from 'vitest';
import { noiseKeys, NoiseMask, shownMax } from '../../../../src/live/traffic/compare/explain.ts';
import { LiveSecrets } from '../../../../src/live/traffic/compare/live-secrets.ts';
import { Namespace } from '../../../../src/live/traffic/correlation/namespace.ts';
import { TakenAccounts } from '../../../../src/live/traffic/correlation/taken-accounts.ts';
import { AnswerJudge, type JudgeParts } from '../../../../src/live/traffic/plan/answer-judge.ts';
import { GivenOut } from '../../../../src/live/traffic/plan/given-out.ts';
import { Needs } from '../../../../src/live/traffic/plan/needs.ts';
import type { TraceRecord } from '../../../../src/simulation/trace/format.ts';
import { targetWith } from '../target/target-with.ts';

const startMs = Date.UTC(2026, 0, 1);
const at = (ms: number): string => new Date(startMs + ms).toISOString();
/** The account that registration 3 is answered from. */
const ofAccount = { authorization: 'Bearer ${3:/api_key}' };

interface Exchange {
  readonly n?: number;
  readonly session?: number;
  readonly call?: string;
  readonly method?: string;
  readonly path?: string;
  readonly atMs?: number;
  readonly took?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly recorded: readonly [status: number, body?: object, headers?: Record<string, string>];
  readonly live: readonly [status: number, body?: object];
  /** Header lines of the live answer. */
  readonly head?: string;
  readonly things?: readonly number[];
  readonly touched?: readonly number[];
  readonly isDelayed?: boolean;
}

function judging(change: Partial<JudgeParts> = {}) {
  const needs = new Needs();
  needs.seal();
  const taken = new TakenAccounts();
  taken.add(3, { agentId: 'old', apiKey: 'key-old', fields: {} });
  const plan = { header: { start: at(0), faults: [] }, taken } as unknown as JudgeParts['plan'];
  const judge = new AnswerJudge({
    plan, target: targetWith('clock: real\n'), mask: new NoiseMask(undefined), hasFaults: false, namespace: new Namespace('tests'),
    sendsAddresses: false, given: new GivenOut(needs), secrets: new LiveSecrets(), ...change,
  }); // prettier-ignore
  let last = 100;
  const recordOf = (of: Exchange): TraceRecord => {
    const [status, body = {}, headers] = of.recorded;
    const { n = (last += 1), session = 1, call = 'faucet/B/balance', method = 'GET', path = '/faucet/x', atMs = 0 } = of;
    return { n, at: atMs, took: of.took, session, call, request: { method, path, ip: '', headers: of.headers }, answer: { status, body, headers } } as unknown as TraceRecord;
  }; // prettier-ignore
  /** Field and explanation of each difference of one more exchange. */
  const seen = (of: Exchange): string[] => {
    const [liveStatus, liveBody = {}] = of.live;
    const explained: string[] = [];
    const { differences } = judge;
    const add = differences.add.bind(differences);
    differences.add = (...args) => {
      explained.push(`${args[2].field} ${args[3]}`.trim());
      add(...args);
    };
    judge.judge({
      record: recordOf(of), live: { status: liveStatus, body: liveBody }, head: `HTTP/1.1 ${liveStatus} X\r\n${of.head ?? ''}`,
      serviceMs: 0, things: of.things ?? [], touched: of.touched, isDelayed: of.isDelayed === true,
    }); // prettier-ignore
    differences.add = add;
    return explained;
  };
  return { judge, seen, recordOf };
}

describe('what remains of a limit', () => {
  const limits = { 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '5' };
  const head = 'x-ratelimit-limit: 100\r\nx-ratelimit-remaining: 7\r\n';

  it.each([
    [true, true, ['header x-ratelimit-remaining null']],
    [true, false, []],
    [false, true, []],
    [false, false, []],
  ])('is that of the recording for a sandbox (%s) that sees addresses (%s), and no other', (isSandbox, sendsAddresses, expected) => {
    const { seen } = judging({ sendsAddresses, ...(isSandbox ? { namespace: undefined } : {}) });
    expect(seen({ recorded: [200, {}, limits], live: [200], head })).toEqual(expected);
  }); // prettier-ignore
});

describe('the past of an account', () => {
  const balance = (recorded: number, live: number, headers: Readonly<Record<string, string>> = ofAccount): Exchange => ({
    call: 'faucet/B/agent', headers, recorded: [200, { balance: recorded }], live: [200, { balance: live }],
  }); // prettier-ignore
  const claim = { call: 'faucet/B/claimDaily', method: 'POST', headers: ofAccount } as const;

  it('is how much its sums differ from the first answer on', () => {
    const { seen } = judging();
    expect([seen(balance(10, 110)), seen(balance(12, 112)), seen(balance(12, 113)), seen(balance(12, 12))]).toEqual([
      ['/balance existing'], ['/balance existing'], ['/balance null'], [],
    ]);
  }); // prettier-ignore

  it('is not that of other keys', () => {
    const { seen } = judging();
    expect(seen(balance(10, 110, { authorization: 'Bearer ${4:/api_key}' }))).toEqual(['/balance null']);
  });

  it('may have had its claim: what that pays is missing from then on', () => {
    const { seen } = judging();
    seen(balance(10, 110));
    expect(seen({ ...claim, recorded: [200, { amount: '5.00' }], live: [409, {}] })).toEqual(['existing']);
    expect([seen(balance(15, 110)), seen(balance(15, 115))]).toEqual([
      ['/balance existing'],
      ['/balance null'],
    ]);
  });

  it('may have had more money: one side alone then has what was paid for', () => {
    const paid = (call: string, path: string): Exchange => ({
      n: 5, call, method: 'POST', path, headers: ofAccount, recorded: [422, { code: 'INSUFFICIENT_BALANCE' }], live: [201, { escrow_id: 'esc_bbbbbbbbbbbbbbbb' }],
    });
    const list = (n: number): Exchange => ({
      n, call: 'escrow/B/list', path: '/escrow/escrows', headers: ofAccount, recorded: [200, { total: 1 }], live: [200, { total: 2 }],
    });
    const { seen } = judging();
    expect(seen(paid('escrow/B/create', '/escrow/escrow'))).toEqual(['existing']);
    expect(seen(list(6))).toEqual(['/total drawn']);
    // A claim makes nothing.
    const other = judging();
    expect(other.seen({ ...claim, recorded: [409, {}], live: [200, { amount: '5.00' }] })).toEqual(['existing']);
    expect(other.seen({ ...list(6), call: 'faucet/B/claims', path: '/faucet/claims' })).toEqual(['/total existing']);
  }); // prettier-ignore
});

describe('a total of all agents', () => {
  it('is larger by what was there before, for as long as that is the same', () => {
    const { seen } = judging();
    const total = (recorded: number, live: number): Exchange => ({ recorded: [200, { total_agents: recorded }], live: [200, { total_agents: live }] }); // prettier-ignore
    expect([seen(total(5, 105)), seen(total(6, 106)), seen(total(6, 108))]).toEqual([
      ['/total_agents existing'],
      ['/total_agents existing'],
      ['/total_agents null'],
    ]);
  });

  it('of a sandbox, which begins empty, is compared', () => {
    const { seen } = judging({ namespace: undefined });
    expect(seen({ recorded: [200, { total_agents: 5 }], live: [200, { total_agents: 105 }] })).toEqual(['/total_agents null']); // prettier-ignore
  });
});

describe('an item of a list', () => {
  const hidden = (live: readonly object[], before?: Exchange): unknown => {
    const { judge, seen } = judging();
    if (before !== undefined) seen(before);
    const found = seen({ call: 'escrow/B/list', recorded: [200, { items: [] }], live: [200, { items: live }] }); // prettier-ignore
    return [found, judge.hidden.list().map(({ rule, count }) => `${count} ${rule}`)];
  };

  it('that neither this run nor its recording has made was there before', () => {
    expect(hidden([{ escrow_id: 'esc_cccccccccccccccc' }])).toEqual([[], ['1 existing']]);
  });

  it('that this run has made is one too many', () => {
    const made = { recorded: [201, { escrow_id: 'esc_aaaaaaaaaaaaaaaa' }], live: [201, { escrow_id: 'esc_cccccccccccccccc' }] } as const; // prettier-ignore
    expect(hidden([{ escrow_id: 'esc_cccccccccccccccc' }], made)).toEqual([['/items null'], []]);
  });

  it('with a name of this run is one too many', () => {
    const { token } = new Namespace('tests');
    expect(hidden([{ agent_id: `anna-${token}` }])).toEqual([['/items null'], []]);
  });
});

describe('instants of one answer', () => {
  const dayMs = 86_400_000;
  const date = `date: ${new Date(startMs + dayMs).toUTCString()}\r\n`;
  const both = (firstMs: number, secondMs: number): string[] =>
    judging().seen({
      recorded: [200, { created_at: at(0), expires_at: at(0) }],
      live: [200, { created_at: at(dayMs + firstMs), expires_at: at(dayMs + secondMs) }],
      head: date,
    });

  it('are as far ahead as one of them that is explained, to the second', () => {
    expect(both(2_005, 3_005)).toEqual(['/created_at time', '/expires_at time']);
    expect(both(2_005, 3_006)).toEqual(['/created_at time', '/expires_at null']);
    expect(both(2_006, 2_006)).toEqual(['/created_at null', '/expires_at null']);
  });
});

describe('the answer of a tool', () => {
  it.each([
    ['/faucet/mcp', 'resultType', 'protocol'],
    ['/faucet/mcp', 'other', 'null'],
    ['/faucet/mcp/x', 'resultType', 'null'],
  ])('at %s has a frame with /result/%s: %s', (path, name, explanation) => {
    const { seen } = judging();
    expect(seen({ path, call: 'faucet/B/none', recorded: [200, { result: { [name]: 'x' } }], live: [200, { result: {} }] })).toEqual([`/result/${name} ${explanation}`]);
  }); // prettier-ignore
});

describe('a refusal for the rate on both sides', () => {
  const refused = (change: Partial<Exchange>): string[] => {
    const body = { window: '1d', retry_after_seconds: 3_600 };
    return judging().seen({
      recorded: [429, { ...body, of: 1 }],
      live: [429, { ...body, of: 2 }],
      ...change,
    });
  };
  const hourLater = `date: ${new Date(startMs + 3_600_000).toUTCString()}\r\n`;

  it('has no other fields because its session has waited, or because its day is over', () => {
    expect([refused({ isDelayed: true }), refused({ head: hourLater }), refused({ head: hourLater, headers: ofAccount })]).toEqual([['/of null'], ['/of null'], ['/of null']]);
  }); // prettier-ignore

  it('is none for the day where it is no such refusal', () => {
    const body = { window: '1d', retry_after_seconds: 80_000 };
    const seen = (status: number): string[] => judging().seen({ recorded: [status, body], live: [200], head: hourLater }); // prettier-ignore
    expect([seen(429), seen(403)]).toEqual([['limit'], ['null']]);
  });
});

describe('a write of another session', () => {
  /** A read of session 1 beside a write of session 2, by the order in which they were sent and answered there. */
  const read = (write: Partial<Exchange>, steps: readonly (readonly ['sent' | 'answered', number])[]): string[] => {
    const { judge, seen, recordOf } = judging();
    const record = recordOf({ n: 1, session: 2, method: 'POST', took: 10, recorded: [200], live: [200], ...write }); // prettier-ignore
    judge.order.planned({ record, things: [], touched: [1, 2] });
    for (const [what, n] of steps) judge.order[what](n);
    return seen({ n: 2, call: 'escrow/B/detail', atMs: 100, took: 10, recorded: [200, { state: 'open' }], live: [200, { state: 'held' }] });
  }; // prettier-ignore
  const inOrder = [['sent', 1], ['answered', 1], ['sent', 2], ['answered', 2]] as const; // prettier-ignore
  const turned = [['sent', 2], ['answered', 2], ['sent', 1], ['answered', 1]] as const; // prettier-ignore

  it('that came before on one side alone explains what it may have changed', () => {
    expect(read({ atMs: 0 }, turned)).toEqual(['/state time']);
    expect(read({ atMs: 0 }, inOrder)).toEqual(['/state null']);
    expect(read({ atMs: 200 }, inOrder)).toEqual(['/state time']);
    expect(read({ atMs: 0, method: 'GET' }, turned)).toEqual(['/state null']);
  });
});

describe('unexplained differences', () => {
  const failed = { kind: 'failed', recorded: '200', live: 'reset' } as const;

  it('are kept for causes, ten thousand of them', () => {
    const { judge, recordOf } = judging();
    judge.open.length = 9_999;
    for (const n of [1, 2]) judge.unanswered({ record: recordOf({ n, recorded: [200], live: [200] }), touched: undefined, things: [] }, failed); // prettier-ignore
    expect([judge.open.length, judge.open.at(-1)?.n]).toEqual([10_000, 1]);
  });

  it('are kept for a mask, a hundred thousand of them', () => {
    const { judge, recordOf } = judging();
    for (let count = 1; count < shownMax; count += 1) judge.shown.set(`${count}`, '');
    for (const n of [1, 2]) judge.unanswered({ record: recordOf({ n, recorded: [200], live: [200] }), touched: undefined, things: [] }, failed); // prettier-ignore
    const keys = [1, 2].map((n) => noiseKeys(n, [{ ...failed, field: '' }])[0] ?? '');
    expect([judge.shown.size, ...keys.map((key) => judge.shown.get(key))]).toEqual([100_000, 'reset', undefined]); // prettier-ignore
  });
});
