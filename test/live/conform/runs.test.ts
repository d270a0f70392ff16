/** What is made of finished runs: accounts that stand for registrations, rules of time, noise, and what was left out. */
import { describe, expect, it } from 'vitest';
import { agentAnswer } from '../../../src/live/conform/agent-answer.ts';
import type { ConformedRun } from '../../../src/live/conform/conform-call.ts';
import type { Exchange } from '../../../src/live/conform/exchange.ts';
import {
  accountOf,
  KeyedRegistrations,
  registrationsIn,
} from '../../../src/live/conform/keyed-registrations.ts';
import { LeftOut, summed } from '../../../src/live/conform/left-out.ts';
import type { LiveAnswer } from '../../../src/live/conform/live-client.ts';
import { NoiseFinder } from '../../../src/live/conform/noise.ts';
import { openAs } from '../../../src/live/conform/opened-tier.ts';
import { ownFieldsOf, withoutOwnFields } from '../../../src/live/conform/own-fields-of-runs.ts';
import { timeRuleResults, type Timed } from '../../../src/live/conform/time-rules.ts';
import { AccountPool } from '../../../src/live/traffic/correlation/account-pool.ts';
import { Namespace } from '../../../src/live/traffic/correlation/namespace.ts';
import type { World } from '../../../src/platform/world/world.ts';
import type { RequestEffect } from '../../../src/simulation/population/agent-effects.ts';
import type { ScriptedCall } from '../../../src/simulation/population/script.ts';
import { answerOf, exchangesOf, open } from './exchanges.ts'; // prettier-ignore

const register = (agent: unknown, change: object = {}): RequestEffect =>
  ({ method: 'POST', path: '/faucet/register', headers: {}, query: {}, body: agent === undefined ? {} : { agent_id: agent }, ...change }) as unknown as RequestEffect; // prettier-ignore

const accounts = ['one', 'two'].map((agentId) => ({
  agentId, apiKey: `key-${agentId}`, fields: { agent_address: `0x${agentId}` },
})); // prettier-ignore
const issued = (name: string) => ({
  status: 201,
  headers: {},
  body: { agent_id: name, api_key: 'sk', bonus: '1' },
});

describe('accounts that stand for registrations', () => {
  function standing(mayRegister = false) {
    const pool = new AccountPool({ file: 'toy.yaml', keysFile: 'keys.csv' }, accounts, 'x');
    const names = new Namespace('tests');
    return { pool, names, keyed: new KeyedRegistrations(pool, names, { mayRegister }) };
  }
  const how = (name = 'alice') => ({ model: issued(name), agentCount: 2 });

  it('answer as the model does, under the name of the run, with the key of the account', () => {
    const { keyed, names, pool } = standing();
    names.note(0, register('alice'));
    const answer = keyed.answer(0, register('alice'), how());
    expect(answer).toMatchObject({ kind: 'answer', status: 201, head: '', serviceMs: 0 });
    const [taken] = keyed.taken.all();
    expect(answer?.kind === 'answer' ? answer.body : {}).toEqual({
      agent_id: 'alice', api_key: taken?.apiKey, bonus: '1', agent_address: taken?.fields['agent_address'],
    });
    expect([keyed.taken.count, keyed.taken.has(0), pool.isEmpty]).toEqual([1, true, false]);
    keyed.answer(1, register(undefined), how('any'));
    expect([keyed.taken.count, pool.isEmpty]).toEqual([2, true]);
    keyed.giveBack();
    expect(pool.isEmpty).toBe(false);
  }); // prettier-ignore

  it.each<[string, RequestEffect, object]>([
    ['names a referrer', register('alice', { body: { agent_id: 'alice', referrer: 'bob' } }), {}],
    ['the model refuses', register('alice'), { status: 409 }],
    ['the model answers without a key', register('alice'), { body: {} }],
  ])('are not taken for one that %s', (_what, request, change) => {
    const { keyed } = standing();
    const model = { ...issued('alice'), ...change };
    expect(keyed.answer(0, request, { model, agentCount: 2 })).toBeUndefined();
    expect(keyed.taken.count).toBe(0);
  });

  it('are an error where all are taken, unless agents may register', () => {
    const { keyed } = standing();
    for (const n of [0, 1]) keyed.answer(n, register(`a${n}`), how());
    expect(() => keyed.answer(2, register('a2'), how())).toThrow(/keys\.csv has 2 accounts, and the run registers 3 agents/);
    expect(() => keyed.answer(2, register('a2'), { ...how(), agentCount: 7 })).toThrow(/registers 7 agents/);
    const other = standing(true);
    for (const n of [0, 1]) other.keyed.answer(n, register(`a${n}`), how());
    expect(other.keyed.answer(2, register('a2'), how())).toBeUndefined();
  }); // prettier-ignore

  it.each<[string, RequestEffect[], number]>([
    ['no call', [], 0],
    ['each call for a name of its own', [register('a'), register('b')], 2],
    ['one name once', [register('a'), register('a')], 1],
    ['calls without a name each', [register(undefined), register(undefined)], 2],
    ['a call with a referrer not', [register('a', { body: { agent_id: 'a', referrer: 'b' } }), register('a')], 0],
    ['another path not', [register('a', { path: '/faucet/claim' }), register('b')], 1],
    ['a call with a key not', [register('a', { headers: { authorization: 'Bearer x' } })], 0],
  ])('are counted before a run: %s', (_what, calls, count) => {
    expect(registrationsIn(calls as unknown as ScriptedCall[])).toBe(count);
  }); // prettier-ignore

  it.each<[string, RequestEffect, LiveAnswer, unknown]>([
    ['its name at the target', register('alice'), answerOf({ agent_id: 'alice', api_key: 'sk', agent_address: '0x1' }, 201), { agentId: 'alice-tests', apiKey: 'sk', fields: { agent_address: '0x1' } }],
    ['the name that it was given', register(undefined), answerOf({ agent_id: 'given', api_key: 'sk', agent_address: 7 }, 201), { agentId: 'given', apiKey: 'sk', fields: {} }],
    ['no name', register(undefined), answerOf({ api_key: 'sk' }, 201), undefined],
    ['no key', register('alice'), answerOf({ agent_id: 'alice' }, 201), undefined],
    ['a refusal', register('alice'), answerOf({ agent_id: 'alice', api_key: 'sk' }, 400), undefined],
    ['no answer', register('alice'), { kind: 'failed', reason: 'timeout' }, undefined],
    ['a referrer', register('alice', { body: { referrer: 'bob' } }), answerOf({ agent_id: 'alice', api_key: 'sk' }, 201), undefined],
  ])('are kept from registrations: with %s', (_what, request, live, account) => {
    const names = new Namespace('tests');
    names.note(0, register('alice'));
    expect(accountOf(request, live, names)).toEqual(account);
  }); // prettier-ignore
});

describe('rules of time', () => {
  const hourMs = 3_600_000;
  const timed = (changes: Parameters<typeof exchangesOf>[0], happened: object = {}, lastedMs = 0): Timed =>
    ({
      exchanges: exchangesOf(changes),
      happenings: new Map(Object.entries(happened)),
      lastedMs,
    }) as unknown as Timed;
  const testedIn = (...runs: readonly Timed[]): string[] =>
    timeRuleResults(runs)
      .filter(({ tested }) => tested)
      .map(({ rule }) => rule);
  const claim = (by: string, live: LiveAnswer, call = 'faucet/B/claimDaily'): Partial<Exchange> => ({
    call,
    live,
    operation: { by, do: 'POST /faucet/claim' },
  });
  const [due, rate] = ['a claim is due again a day after the last one', 'a rate limit opens again'];

  it.each<[string, Partial<Exchange>[], string[]]>([
    ['a call that is refused and later accepted', [claim('a', answerOf({}, 409)), claim('a', answerOf())], [due]],
    ['with another status below 300', [claim('a', answerOf({}, 409)), claim('a', answerOf({}, 299))], [due]],
    ['not by a redirect', [claim('a', answerOf({}, 409)), claim('a', answerOf({}, 300))], []],
    ['not by another agent', [claim('a', answerOf({}, 409)), claim('b', answerOf())], []],
    ['not by another call', [claim('a', answerOf({}, 409)), claim('a', answerOf(), 'faucet/A/claimOnce')], []],
    ['not the other way round', [claim('a', answerOf()), claim('a', answerOf({}, 409))], []],
    ['not in another service', [claim('a', answerOf({}, 409), 'casino/B/claim'), claim('a', answerOf(), 'casino/B/claim')], []],
    ['not for another call of the service', [claim('a', answerOf({}, 409), 'faucet/B/status'), claim('a', answerOf(), 'faucet/B/status')], []],
    ['not without an answer', [claim('a', answerOf({}, 409)), claim('a', { kind: 'failed', reason: 'timeout' })], []],
    ['a rate limit, in any service', [claim('a', answerOf({}, 429), 'casino/B/x'), claim('a', answerOf(), 'casino/B/x')], [rate]],
  ])('are tested by %s', (_what, changes, rules) => expect(testedIn(timed(changes))).toEqual(rules)); // prettier-ignore

  it('are tested by a call to the service after the event, in any run', () => {
    const calls = [{ call: 'faucet/B/x' }, { call: 'escrow/B/list' }, { call: 'faucet/B/x' }];
    const rule = 'an escrow that is not released expires';
    expect(testedIn(timed(calls, { escrowExpired: 1 }))).toEqual([rule]);
    expect(testedIn(timed(calls, { escrowExpired: 2 }))).toEqual([]);
    expect(testedIn(timed(calls, { escrowExpired: 0 }))).toEqual([rule]);
    expect(testedIn(timed([{ call: 'escrows/B/x' }], { escrowExpired: 0 }))).toEqual([]);
    expect(testedIn(timed([]), timed(calls, { escrowExpired: 1 }))).toEqual([rule]);
  });

  it('that were not tested were not done, or take longer than the longest run', () => {
    const results = (...lastedMs: number[]) => timeRuleResults(lastedMs.map((ms) => timed([], {}, ms)));
    const whyOf = (found: ReturnType<typeof timeRuleResults>) => found.find(({ rule }) => rule === 'a tournament ends')?.why;
    expect(whyOf(results(1, hourMs, 2))).toBe('no agent of the population did it');
    expect(whyOf(results(1, hourMs - 1))).toMatch(/takes/);
    expect(whyOf(results())).toMatch(/takes/);
  }); // prettier-ignore
});

describe('what was not sent', () => {
  it('is counted by call, or by service where no call has the path', () => {
    const left = new LeftOut();
    const failed = (reason: 'no address' | 'withheld' | 'stopped' | 'timeout'): LiveAnswer => ({ kind: 'failed', reason });
    expect([
      left.add(failed('no address'), '/escrow/x', 'escrow/B/x'), left.add(failed('no address'), '/escrow/x', ''),
      left.add(failed('no address'), '/escrow/x', 'escrow/B/x'), left.add(failed('withheld'), '/casino/x', 'casino/B/x'),
      left.add(failed('no address'), '', ''),
    ]).toEqual([true, true, true, true, true]);
    expect([answerOf(), failed('stopped'), failed('timeout')].map((live) => left.add(live, '/a/x', 'a/B/x'))).toEqual([false, false, false]);
    expect([...left.unlisted]).toEqual([['escrow/B/x', 2], ['escrow', 1], ['', 1]]);
    expect([...left.withheld]).toEqual([['casino/B/x', 1]]);
  }); // prettier-ignore

  it('is summed over runs, the most frequent first, then by name', () => {
    const [one, other] = [{ b: 1, c: 2, d: 1 }, { a: 1, b: 1 }].map((counts) => new Map(Object.entries(counts)));
    expect(summed([one ?? new Map(), other ?? new Map()])).toEqual({
      count: 6,
      operations: [['b', 2], ['c', 2], ['a', 1], ['d', 1]].map(([call, requests]) => ({ call, requests })),
    });
    expect(summed([])).toEqual({ count: 0, operations: [] });
  }); // prettier-ignore
});

describe('fields that the documents do not name', () => {
  const field = (name: string) => open({ kind: 'value', field: `/${name}`, recorded: '"1"', live: '"2"' });
  const runOf = (changes: Partial<Exchange>[]): ConformedRun =>
    ({ exchanges: exchangesOf(changes) }) as unknown as ConformedRun;

  it.each<[string, Partial<Exchange>, boolean]>([
    ['that differ in a success', {}, true],
    ['that differ in a refusal', { live: answerOf({}, 300) }, false],
    ['that differ where the statuses do', { isSameStatus: false }, false],
    ['that differ without an answer', { live: { kind: 'failed', reason: 'timeout' } }, false],
  ])('%s are theirs: %s', (_what, change, isTheirs) => {
    const fields = ownFieldsOf([runOf([{ differences: [field('zz_own')], ...change }])], undefined);
    expect(fields.isTheirs('faucet/B/status', field('zz_own'))).toBe(isTheirs);
  });

  it('are explained, and nothing else is', () => {
    const drawn = { ...field('zz_own'), explanation: 'drawn' as const };
    const run = runOf([{ call: 'escrow/B/create', differences: [field('zz_own'), field('escrow_id'), drawn] }]);
    const fields = ownFieldsOf([run], undefined);
    const [exchange] = withoutOwnFields(run, fields).exchanges;
    expect(exchange?.differences).toEqual([{ ...field('zz_own'), explanation: 'undocumented' }, field('escrow_id'), drawn]);
  }); // prettier-ignore
});

describe('noise', () => {
  const call = 'faucet/B/status';
  const run = (changes: Partial<Exchange>[]) => {
    const scenario = { name: 'run', seed: '7', startMs: 0, forMs: 5_000 };
    return { scenario, exchanges: exchangesOf(changes) } as unknown as ConstructorParameters<
      typeof NoiseFinder
    >[0];
  };

  it('is what a second run did not repeat: the same fields of the same call, from then on', () => {
    const noise = new NoiseFinder(run([{ differences: [open(), open({ field: '/tax' })] }]));
    expect(noise.covers(call, open())).toBe(false);
    const [exchange] = noise.masked(exchangesOf([{ differences: [open({ live: '"9"' }), open({ field: '/tax' })] }]));
    expect(exchange?.differences.map(({ explanation }) => explanation)).toEqual(['noise', null]);
    expect([noise.covers(call, open()), noise.covers(call, open({ field: '/tax' })), noise.covers('a/B/x', open()), noise.covers(call, open({ kind: 'value' }))]).toEqual([true, false, false, false]);
  }); // prettier-ignore

  it('is none where the second run had another request, or what is explained already', () => {
    const first = run([{ differences: [open()] }, { differences: [open({ explanation: 'drawn' })] }, { differences: [open()] }]);
    const again = exchangesOf([{ call: 'a/B/x', differences: [open({ live: '"9"' })] }, { differences: [open({ live: '"9"' })] }]);
    expect(new NoiseFinder(first).masked(again)).toEqual(first.exchanges);
  }); // prettier-ignore

  it('is looked for by the same requests, from the start of the run', () => {
    const lines = [{ operation: { at: '1500ms', by: 'a', do: 'GET /x', as: 'c0' } }];
    expect(new NoiseFinder(run(lines)).secondSource()).toEqual({
      name: 'run-again', seed: '7', start: '1970-01-01T00:00:00.000Z', for: '5000ms',
      operations: [{ at: '1s500ms', by: 'a', do: 'GET /x', as: 'c0' }],
    });
  }); // prettier-ignore
});

describe('an answer as an agent receives it', () => {
  it.each<[string, LiveAnswer, object]>([
    ['an object', answerOf({ a: 1 }, 201, 'HTTP/1.1 201 Created\r\nX-Y: z\r\n\r\n'), { status: 201, headers: { 'x-y': 'z' }, body: { a: 1 } }],
    ['a list', answerOf([1]), { status: 200, body: {} }],
    ['null', answerOf(null), { status: 200, body: {} }],
    ['a text', answerOf('x'), { status: 200, body: {} }],
    ['nothing', { kind: 'failed', reason: 'timeout' }, { status: 0, headers: {}, body: {} }],
  ])('is %s', (_what, live, answer) => {
    expect(agentAnswer(live, 5)).toMatchObject({ ...answer, sentAtMs: 5, receivedAtMs: 5 });
  }); // prettier-ignore
});

describe('accounts of another tier', () => {
  it.each([
    [undefined, { api_key: 'sk' }, 0],
    ['free', { api_key: 'sk' }, 0],
    ['pro', {}, 0],
    ['pro', { api_key: 7 }, 0],
    ['pro', { api_key: 'sk' }, 1],
  ] as const)('%s, for an answer with %j, take %i calls of the model', (tier, body, count) => {
    const asked: unknown[] = [];
    const world = { dispatch: (request: unknown) => asked.push(request) } as unknown as World;
    openAs(tier, world, { status: 201, headers: {}, body });
    expect(asked).toEqual(
      Array.from({ length: count }, () => ({
        method: 'POST', path: '/_sim/tier', query: {}, headers: {}, ip: '127.0.0.1',
        body: { api_key: 'sk', tier: 'pro', at_once: true },
      })),
    );
  }); // prettier-ignore
});
