/** Which answers of a session its scenario has, and when its last operation has one. */
import { describe, expect, it } from 'vitest';
import {
  countOf,
  endsWithAnswer,
  reasonedAnswer,
  repeatedAnswers,
  shortAnswer,
  type ReasonedAnswer,
} from '../../../../src/host/app/session/repeated-answers.ts';
import { sessionScenario } from '../../../../src/host/app/session/session-scenario.ts';
import type { OperationSource } from '../../../../src/simulation/scenario/schema.ts';
import type { ScenarioSource } from '../../../../src/verification/check/source.ts';
import { joined, madeSession, outsideOf, scenarioOf, type Happened, type MadeParts } from './made-session.ts';

const key = 'sk_live_aaaaaaaaaaaaaaaaaaaaaaaa';
const claim = { call: 'POST /faucet/claim', key, status: 409, code: 'FAUCET_CLAIMED' } as const;
const stray = { call: 'GET /x', status: 404, code: 'NOT_FOUND' } as const;
const claimed = { call: 'faucet/claimDaily', status: 409, code: 'FAUCET_CLAIMED' };
const strayed = { call: '', status: 404, code: 'NOT_FOUND' };

const repeated = (happened: readonly Happened[], parts: MadeParts = {}) =>
  repeatedAnswers(sessionScenario(madeSession(happened, parts), '.'), '.');

// The first run compiles what all others use.
await repeated([stray]);

describe('a repeated session', () => {
  it('has the answers that it had', async () => {
    expect(await repeated([joined('mine', key), claim, stray])).toStrictEqual({
      same: 3,
      of: 3,
      first: null,
    });
    expect(await repeated([stray])).toStrictEqual({ same: 1, of: 1, first: null });
  });

  it.each<[string, Partial<Happened>, object]>([
    ['status', { status: 200 }, { ...claimed, status: 200 }],
    ['code', { code: 'CONFLICT' }, { ...claimed, code: 'CONFLICT' }],
  ])('names the first answer with another %s, and counts the others', async (_what, other, was) => {
    const happened = [joined('mine', key), { ...claim, ...other }, { ...stray, status: 200 }, stray];
    expect(await repeated(happened)).toEqual({
      same: 2,
      of: 4,
      first: { request: 1, was, is: claimed },
    });
  });

  it('names an answer of another operation', async () => {
    const written = sessionScenario(madeSession([stray]), '.');
    const other = outsideOf({ ...stray, call: 'POST /faucet/claim' });
    const records = written.written.map((record) => ({ ...record, exchange: other }));
    expect(await repeatedAnswers({ ...written, written: records }, '.')).toEqual({
      same: 0,
      of: 1,
      first: { request: 0, was: { ...strayed, call: 'faucet/claimDaily' }, is: strayed },
    });
  });

  it('counts neither operations of the scenario itself nor its agents', async () => {
    const operations = [{ by: 'own', do: 'GET /faucet/agents' }];
    const scenario = await scenarioOf({ population: [{ agent: 'newcomer' }], operations });
    expect(await repeated([stray, joined('mine', key)], { scenario })).toStrictEqual({
      same: 2,
      of: 2,
      first: null,
    });
  });
});

const sourceOf = (...operations: OperationSource[]): ScenarioSource => ({
  name: 'small',
  seed: '7',
  start: '2026-03-01T00:00:00Z',
  for: '1h',
  operations,
});
const register = { by: 'mine', do: 'POST /faucet/register', body: { agent_id: 'mine' } };
const again = { by: 'mine', do: 'POST /faucet/claim' };
const get = { by: 'other', do: 'GET /x' };

it.each([
  [claimed, 2],
  [strayed, 2],
  [{ ...claimed, status: 400 }, 0],
  [{ ...claimed, code: '' }, 0],
  [{ ...claimed, call: '' }, 0],
])('counts the operations with the answer %o, of any caller', async (answer, count) => {
  const source = sourceOf(register, again, get, again, { ...get, by: 'mine' });
  expect(await countOf(source, '.', answer)).toBe(count);
});

describe('the last operation', () => {
  const wanted: ReasonedAnswer = { ...claimed, reason: 'the faucet allocation was already claimed' };
  const ends = (source: ScenarioSource, answer = wanted, isStopped?: () => boolean) =>
    endsWithAnswer(source, answer, { folder: '.', ...(isStopped === undefined ? {} : { isStopped }) });

  it.each([
    ['has the answer', sourceOf(register, again), true],
    ['has it a second time', sourceOf(register, again, again), true],
    ['has it after those of another caller', sourceOf(register, get, again), true],
    ['is another one', sourceOf(register, again, get), false],
    ['is another one of the same caller', sourceOf(register, again, { ...get, by: 'mine' }), false],
    ['has another answer', sourceOf(again), false],
    ['is not there', { ...sourceOf(), operations: undefined, population: [{ agent: 'newcomer' }] }, false],
    ['is in a scenario that cannot be built', { ...sourceOf(register, again), for: 'long' }, false],
  ] as [string, ScenarioSource, boolean][])('%s', async (_what, source, is) => {
    expect(await ends(source)).toBe(is);
  });

  it.each([{ call: '' }, { status: 400 }, { code: 'CONFLICT' }, { reason: '' }])(
    'does not have an answer that differs in %o',
    async (other) => {
      expect(await ends(sourceOf(register, again), { ...wanted, ...other })).toBe(false);
    },
  );

  it('is not waited for after a stop, and what fails otherwise is thrown', async () => {
    const source = sourceOf(register, again);
    expect(await ends(source, wanted, () => false)).toBe(true);
    expect(await ends(source, wanted, () => true)).toBe(false);
    const failing = (): boolean => {
      throw new Error('not to be asked');
    };
    await expect(ends(source, wanted, failing)).rejects.toThrow('not to be asked');
  });
});

it.each([
  ['the escrow esc_abcdefghijklmnop has 10.25 of 7', 'the escrow # has #.# of #'],
  ['ab_abcdefghijklmnop', '#'],
  ['abcdefgh_22222222234567ab', '#'],
  ['a_abcdefghijklmnop', 'a_abcdefghijklmnop'],
  ['ab_abcdefghijklmno', 'ab_abcdefghijklmno'],
  ['ab_abcdefghijklmno1', 'ab_abcdefghijklmno#'],
  [5, ''],
  [undefined, ''],
])('the reason of the error %s is "%s"', (error, reason) => {
  const { event } = outsideOf({ ...claim, answer: error === undefined ? {} : { error } });
  expect(reasonedAnswer(event)).toStrictEqual({ ...claimed, reason });
});

it('is an operation, a status and a code', () => {
  const of = (happened: Happened) => shortAnswer(outsideOf(happened).event);
  expect(of({ call: 'GET /faucet/agents' })).toStrictEqual({
    call: 'faucet/publicAgents',
    status: 200,
    code: '',
  });
  expect(of(stray)).toStrictEqual(strayed);
});
