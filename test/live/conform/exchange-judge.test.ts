/** Which differences of an exchange are explained, and by what; what is learnt; what is shown. */
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/core/http/message.ts';
import type { BothResponses } from '../../../src/live/conform/exchange-judge.ts';
import type { LiveAnswer } from '../../../src/live/conform/live-client.ts';
import { noRules } from '../../../src/live/traffic/compare/rules.ts';
import type { LearnedNames } from '../../../src/live/traffic/names/learned-names.ts';
import { answerOf } from './exchanges.ts';
import { both, foundIn, judgeWith, keyed, ownNames, type Options } from './judged.ts';

describe('an exchange', () => {
  it('is not compared where it is about the sandbox, or an account stands for it', () => {
    for (const change of [{ call: 'control/control/digest' }, { call: 'control/control/policy' }, { isFromKeys: true }])
      expect(judgeWith().judge(both({ a: 1 }, { a: 2 }, change))).toMatchObject({ differences: [] });
    expect(foundIn(judgeWith(), { a: 1 }, { a: 2 }, { call: 'control/control/time' })).toHaveLength(1);
  }); // prettier-ignore

  it('is seen by the agent in the ids of the model', () => {
    const [ours, theirs] = [`esc_${'a'.repeat(16)}`, `esc_${'b'.repeat(16)}`];
    const { seen, differences } = judgeWith().judge(both({ escrow_id: ours }, { escrow_id: theirs }));
    expect([seen, differences]).toEqual([answerOf({ escrow_id: ours }), []]);
    const failed: LiveAnswer = { kind: 'failed', reason: 'timeout' };
    expect(judgeWith().judge(both({}, failed)).seen).toBe(failed);
  });

  it('finds an id that was issued twice, unless the statuses differ or there is no answer', () => {
    const id = (letter: string) => ({ escrow_id: `esc_${letter.repeat(16)}` });
    const again = (live: LiveAnswer | Json) => {
      const judge = judgeWith();
      judge.judge(both(id('a'), id('x')));
      return foundIn(judge, id('b'), live, { n: 1 }).filter(([kind]) => kind === 'id');
    };
    expect(again(id('x'))).toEqual([['id', '/escrow_id', null]]);
    expect(again(answerOf(id('x'), 201))).toEqual([]);
    expect(again({ kind: 'failed', reason: 'timeout' })).toEqual([]);
  });

  it('may be told in other words, but for those that the request has brought itself', () => {
    const said = (body: Json) =>
      foundIn(
        judgeWith(),
        { of: 'one two three' },
        { of: 'four five six' },
        {
          request: { ...both({}, {}).request, body },
        },
      );
    expect(said({})).toEqual([]);
    expect(said({ memo: 'one two three' })).toEqual([['value', '/of', null]]);
  });
});

describe('an explanation', () => {
  const at = (ms: number) => ({ at: new Date(ms).toISOString() });

  it('is a clock that is so far ahead', () => {
    expect(foundIn(judgeWith({}, 6_000), at(0), at(5_000))).toEqual([['time', '/at', 'time']]);
    expect(foundIn(judgeWith({}, 6_000), at(0), at(5_001))).toEqual([['time', '/at', null]]);
    expect(foundIn(judgeWith({}, 6_000, 1), at(0), at(5_001))).toEqual([['time', '/at', 'time']]);
    expect(foundIn(judgeWith(), at(0), at(5_000))).toEqual([['time', '/at', null]]);
    expect(foundIn(judgeWith(ownNames(), 6_000), at(0), at(5_000))).toEqual([['time', '/at', 'time']]);
  });

  it('is the envelope of a tool server, before all else but noise', () => {
    const request = { ...both({}, {}).request, path: '/api/mcp' };
    const envelope = (options: Partial<Options> = {}) => foundIn(judgeWith(options), { result: { ttlMs: 5 } }, { result: {} }, { request });
    expect(envelope()).toEqual([['shape', '/result/ttlMs', 'protocol']]);
    expect(envelope(ownNames())).toEqual([['shape', '/result/ttlMs', 'protocol']]);
    expect(envelope({ isNoise: () => true })).toEqual([['shape', '/result/ttlMs', 'noise']]);
    expect(foundIn(judgeWith(), { result: { ttlMs: 5 } }, { result: {} })).toEqual([['shape', '/result/ttlMs', null]]);
  }); // prettier-ignore

  it('is noise for the call and the field', () => {
    const isNoise = (call: string, { field }: { field: string }) =>
      call === 'faucet/B/status' && field === '/a';
    expect(foundIn(judgeWith({ isNoise }), { a: 1, b: 1 }, { a: 2, b: 2 })).toEqual([
      ['amount', '/a', 'noise'],
      ['amount', '/b', null],
    ]);
  });

  it('is a limit at the edge of a window, where the clock is known', () => {
    const model = { status: 200, headers: { 'x-ratelimit-limit': 10, 'x-ratelimit-reset': 7 }, body: {} };
    const live = answerOf(
      {},
      200,
      'HTTP/1.1 200 OK\r\nx-ratelimit-limit: 10\r\nx-ratelimit-reset: 8\r\n\r\n',
    );
    const reset = (saidMs: number | undefined, toleranceMs: number, options: Partial<Options> = {}) =>
      foundIn(judgeWith(options, saidMs, toleranceMs), {}, live, { model });
    expect(reset(1_000, 1_000)).toEqual([['amount', 'header x-ratelimit-reset', 'time']]);
    expect(reset(1_000, 999)).toEqual([['amount', 'header x-ratelimit-reset', null]]);
    expect(reset(undefined, 1_000)).toEqual([['amount', 'header x-ratelimit-reset', null]]);
    // A target that keeps its data has windows of its own.
    expect(reset(1_000, 0, ownNames())).toEqual([]);
  });

  it('is the past of an account, or a total of all accounts, of a target that keeps its data', () => {
    const balance = (options: Partial<Options>, account: number | undefined) =>
      foundIn(judgeWith(options), { balance: '1.00' }, { balance: '9.00' }, { ...keyed, account, call: 'escrow/B/balance' });
    expect(balance(ownNames(), 0)).toEqual([['amount', '/balance', 'existing']]);
    expect(balance(ownNames(), undefined)).toEqual([['amount', '/balance', null]]);
    expect(balance({}, 0)).toEqual([['amount', '/balance', null]]);
    const pool = (options: Partial<Options>) => foundIn(judgeWith(options), { pool_balance: '1.00' }, { pool_balance: '9.00' });
    expect(pool(ownNames())).toEqual([['amount', '/pool_balance', 'existing']]);
    expect(pool({})).toEqual([['amount', '/pool_balance', null]]);
  }); // prettier-ignore

  it('is an earlier claim of an account, and its sums differ by it from then on', () => {
    const judge = judgeWith(ownNames());
    const call = 'faucet/B/claimDaily';
    expect(foundIn(judge, { balance: '5.00' }, { balance: '15.00' }, { ...keyed, account: 0 })).toEqual([['amount', '/balance', 'existing']]);
    const refused = answerOf({ code: 'ALREADY_CLAIMED' }, 409);
    const model = { status: 200, headers: {}, body: { amount: '2.00' } };
    expect(foundIn(judge, {}, refused, { ...keyed, account: 0, call, model })[0]).toEqual(['status', '', 'existing']);
    expect(foundIn(judge, { balance: '7.00' }, { balance: '15.00' }, { ...keyed, account: 0 })).toEqual([['amount', '/balance', 'existing']]);
    expect(foundIn(judge, { balance: '7.00' }, { balance: '16.00' }, { ...keyed, account: 0 })).toEqual([['amount', '/balance', null]]);
  }); // prettier-ignore

  it('is no past after a claim without an answer', () => {
    const judge = judgeWith(ownNames());
    const balance = (live: string, change: object = {}) => foundIn(judge, { balance: '5.00' }, { balance: live }, { ...keyed, account: 0, ...change });
    balance('15.00');
    foundIn(judge, {}, { kind: 'failed', reason: 'timeout' }, { ...keyed, account: 0, call: 'faucet/B/claimDaily' });
    expect(balance('16.00')).toEqual([['amount', '/balance', null]]);
  }); // prettier-ignore

  it('is no draw after another difference of the same session', () => {
    const judge = judgeWith(ownNames());
    expect(foundIn(judge, { fee: '1' }, { fee: '2' }, { ...keyed, account: 0 })).toEqual([['amount', '/fee', null]]);
    expect(foundIn(judge, { list: [1] }, { list: [1, 2] }, { ...keyed, account: 0 })).toEqual([['shape', '/list', null]]);
  }); // prettier-ignore

  it('is that an item was there before the run', () => {
    const items = (live: Json, options: Partial<Options> = ownNames()) => {
      const judge = judgeWith(options);
      judge.judge(both({ escrow_id: `esc_${'a'.repeat(16)}` }, { escrow_id: 'live-12345' }));
      return foundIn(judge, { list: [{ escrow_id: `esc_${'a'.repeat(16)}` }] }, { list: live }, { n: 1 });
    };
    const mine = { escrow_id: 'live-12345' };
    expect(items([mine, { escrow_id: 'old-12345' }])).toEqual([]);
    expect(items([mine, { escrow_id: 'old-12345' }], {})).toHaveLength(1);
    expect(items([mine, { escrow_id: 'old-12345', of: 'live-12345' }])).toHaveLength(1);
  }); // prettier-ignore

  it('is a draw, where the target draws with other seeds', () => {
    const bet = { call: 'casino/B/bet', request: { ...both({}, {}).request, method: 'POST', path: '/casino/bet', body: { amount: '1', game: 'dice' } } };
    const round = (outcome: string, payout: string) => ({ bet_id: 'x', amount: '1.00', outcome, payout, balance: payout, nonce: 0 });
    const names = foundIn(judgeWith(ownNames()), round('win', '2.00'), round('loss', '0.00'), bet as never);
    const alone = foundIn(judgeWith(), round('win', '2.00'), round('loss', '0.00'), bet as never);
    expect(alone.some(([, , explanation]) => explanation === 'drawn')).toBe(false);
    expect(names.filter(([, , explanation]) => explanation === 'drawn').length).toBeGreaterThan(0);
  }); // prettier-ignore
});

describe('what is compared', () => {
  it('leaves out what is ignored and what a rule hides, which it counts', () => {
    expect(foundIn(judgeWith({ ignored: new Set(['/a']) }), { a: 1, b: 1 }, { a: 2, b: 2 })).toEqual([['amount', '/b', null]]);
    const judge = judgeWith({ rules: noRules });
    judge.judge(both({ message: 'one two three' }, { message: 'four five six' }));
    expect(judge.hidden.list().reduce((sum, { count }) => sum + count, 0)).toBe(1);
  }); // prettier-ignore

  it('shows both answers to the first few of each open difference, without secrets', () => {
    const judge = judgeWith();
    const asked = () => judge.judge(both({ a: 1, api_key: 'ours-0123456789' }, { a: 2, api_key: 'theirs-0123456789' })).answers;
    const [first, ...others] = Array.from({ length: 5 }, asked);
    expect(first?.expected.lines.map(({ text, isChanged }) => [text, isChanged])).toContainEqual(['  "a": 1,', true]);
    expect(first?.live.lines.map(({ text }) => text)).toContain('  "a": 2,');
    expect(JSON.stringify(first)).not.toContain('0123456789');
    expect(others.map((each) => each === undefined)).toEqual([false, false, false, true]);
    expect(judgeWith().judge(both({ a: 1 }, { a: 1 })).answers).toBeUndefined();
    expect(judgeWith().judge(both({ a: 1 }, { kind: 'failed', reason: 'timeout' })).answers).toBeUndefined();
    expect(judgeWith({ isNoise: () => true }).judge(both({ a: 1 }, { a: 2 })).answers).toBeUndefined();
  }); // prettier-ignore

  it.each<[string, Partial<BothResponses>, LiveAnswer, number]>([
    ['a success of both', {}, answerOf({ a: 1 }), 1],
    ['a success with other statuses', {}, answerOf({ a: 1 }, 201), 0],
    ['a refusal of both', { model: { status: 300, headers: {}, body: { a: 1 } } }, answerOf({ a: 1 }, 300), 0],
    ['no answer', {}, { kind: 'failed', reason: 'timeout' }, 0],
    ['a registration that was not sent', { isFromKeys: true }, answerOf({ a: 1 }), 0],
  ])('is learnt from %s', (_what, change, live, count) => {
    const added: unknown[][] = [];
    const learned = { add: (...of: unknown[]) => added.push(of) } as unknown as LearnedNames;
    judgeWith({ learned }, undefined, 7).judge(both({ a: 1 }, live, change));
    expect(added).toHaveLength(count);
    if (count > 0) expect(added[0]).toMatchObject(['faucet/B/status', { ours: { a: 1 }, theirs: { a: 1 }, toleranceMs: 7, session: 1 }]);
  }); // prettier-ignore
});
