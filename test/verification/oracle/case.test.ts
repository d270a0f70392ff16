/** What models share: how fields are read, how an outcome is held against what it had to be, and what clocks show. */
import { describe, expect, it } from 'vitest';
import type { AuditedExchange } from '../../../src/verification/oracle/exchange.ts';
import * as shared from '../../../src/verification/oracle/case.ts';
import { closedGamesAt } from '../../../src/verification/oracle/closed-games.ts';
import { differenceText } from '../../../src/verification/oracle/difference-text.ts';
import { caseOf, exchangeOf } from './said.ts';

const { areClocksTrue, expectField, instant, isAsExpected, isClockTrue, isElsewhere, isOk, micros, objects, outcomeOf, sentMicros, shownInstant, signedMicros, text } = shared; // prettier-ignore

it.each<[unknown, number | undefined, number | undefined]>([
  [1.5, 1_500_000, 1_500_000],
  [-1.5, -1_500_000, undefined],
  [0.0000004, 0, undefined],
  [0.0000006, 1, undefined],
  ['1.50', 1_500_000, 1_500_000],
  ['-1.50', -1_500_000, undefined],
  ['--1', undefined, undefined],
  ['1.1234567', undefined, undefined],
  ['x', undefined, undefined],
  [null, undefined, undefined],
  [undefined, undefined, undefined],
])('%j is read as %s, and as sent as %s', (value, signed, sent) => {
  expect([signedMicros(value), micros({ x: value }, 'x'), sentMicros({ x: value }, 'x')]).toEqual([signed, signed, sent]);
  expect([micros(undefined, 'x'), sentMicros(undefined, 'x'), text(undefined, 'x'), text({ x: 7 }, 'x'), text({ x: 's' }, 'x')]).toEqual([undefined, undefined, undefined, undefined, 's']);
}); // prettier-ignore

it('instants and lists are read where they are', () => {
  expect([instant({ at: '1970-01-01T00:00:01.000Z' }, 'at'), instant({ at: 'x' }, 'at'), instant({ at: 5 }, 'at'), instant({}, 'at')]).toEqual([1000, undefined, undefined, undefined]);
  expect([objects({ x: [1] }, 'x'), objects({ x: 'x' }, 'x'), objects({}, 'x')]).toEqual([[1], [], []]);
}); // prettier-ignore

describe('an outcome', () => {
  const of = (status: number, code?: string): AuditedExchange => exchangeOf('casino/A/bet', { status, answer: { code } });
  it('is the code of an answer, or its status', () => {
    expect([200, 299, 300, 199].map((status) => isOk(of(status)))).toEqual([true, true, false, false]);
    expect([of(200, 'x'), of(429), of(404, 'NOT_FOUND'), of(418)].map(outcomeOf)).toEqual(['OK', 'RATE_LIMIT', 'NOT_FOUND', '418']);
    expect([of(429), of(401, 'UNAUTHORIZED'), of(500, 'INTERNAL_ERROR'), of(503, 'SERVICE_UNAVAILABLE'), of(503, 'MARKET_CLOSED'), of(404, 'NOT_FOUND'), of(200)].map(isElsewhere)).toEqual([true, true, true, true, false, false, false]);
    expect(shared.callOf(of(200))).toBe('casino/A/bet');
  });

  it('is held against what it had to be', () => {
    const held = (exchange: AuditedExchange, outcome: 'OK' | 'CONFLICT', more: object = {}, faults: readonly object[] = []) => {
      const { file, said } = caseOf({ setting: { faults, policies: {} } });
      return [isAsExpected(file, exchange, { outcome, property: 'bet-records', ...more }), said];
    };
    const wrong = (seen: string, wanted: string) => [`bet-records: casino/A/bet is answered ${seen}; expected ${wanted}`];
    expect([held(of(200), 'OK'), held(of(409, 'CONFLICT'), 'CONFLICT'), held(of(429), 'OK'), held(of(500, 'INTERNAL_ERROR'), 'OK')]).toEqual([[true, []], [false, []], [false, []], [false, []]]);
    expect([held(of(200), 'CONFLICT'), held(of(409, 'CONFLICT'), 'OK'), held(of(400, 'BAD_REQUEST'), 'OK')]).toEqual([[false, wrong('OK', 'CONFLICT')], [false, wrong('CONFLICT', 'OK')], [false, wrong('BAD_REQUEST', 'OK')]]);
    expect([held(of(400, 'BAD_REQUEST'), 'OK', { allowsBadRequest: true }), held(of(409, 'CONFLICT'), 'OK', { allowsBadRequest: true })]).toEqual([[false, []], [false, wrong('CONFLICT', 'OK')]]);
    const closed = { kind: 'game-closed', service: 'casino', target: 'dice', atMs: 0, endMs: 5 };
    expect([held(of(409, 'GAME_CLOSED'), 'OK', {}, [closed]), held(of(409, 'GAME_CLOSED'), 'OK')]).toEqual([[false, []], [false, wrong('GAME_CLOSED', 'OK')]]);
    expect([closedGamesAt(caseOf({ setting: { faults: [closed] } }).file.setting, 0), closedGamesAt(caseOf({ setting: { faults: [closed, { ...closed, kind: 'market-closed' }] } }).file.setting, 6)]).toEqual([['dice'], []]);
  });
}); // prettier-ignore

describe('a clock', () => {
  const fault = { kind: 'clock-step', service: 'casino', atMs: 5, endMs: 5, byMs: 100 };
  const file = (...faults: readonly object[]) => caseOf({ setting: { faults } }).file;
  const at = (atMs: number, service = 'casino') => ({ service, atMs });
  it('is true until a fault moves it', () => {
    expect([4, 5, 6].map((atMs) => isClockTrue(file(fault), at(atMs)))).toEqual([true, false, false]);
    expect([isClockTrue(file(fault), at(9, 'wallet')), isClockTrue(file({ ...fault, kind: 'slow' }), at(9)), isClockTrue(file({ ...fault, kind: 'clock-hold' }), at(9))]).toEqual([true, true, false]);
    expect([areClocksTrue(file(fault), at(4)), areClocksTrue(file(fault), at(5)), areClocksTrue(file({ ...fault, kind: 'slow' }), at(9)), areClocksTrue(file(fault), at(9, 'wallet'))]).toEqual([true, false, true, false]);
  });

  it('shows the steps that were planned, and nothing while it is held', () => {
    const hold = { ...fault, kind: 'clock-hold', endMs: 8, byMs: 0 };
    expect([shownInstant(file(fault), at(4)), shownInstant(file(fault), at(5)), shownInstant(file(fault, { ...fault, atMs: 6, byMs: -1 }), at(7)), shownInstant(file(fault), at(9, 'wallet'))]).toEqual([4, 105, 106, 9]);
    expect([4, 5, 8, 9].map((atMs) => shownInstant(file(hold), at(atMs)))).toEqual([4, undefined, undefined, 9]);
  });
}); // prettier-ignore

it('a field that differs is shown with its unit, or as an instant', () => {
  const said = (field: object) => {
    const { file, said: all } = caseOf();
    expectField(file, 'bet-records', { name: 'x', seen: 1, wanted: 2, ...field });
    return all.map((message) => message.replace('bet-records: x is ', ''));
  };
  expect(said({ seen: 2 })).toEqual([]);
  expect([said({}), said({ isMicros: true }), said({ seen: '' }), said({ wanted: '' }), said({ seen: 1.5, isMicros: true }), said({ seen: null })].flat()).toEqual(['1; expected 2', '0.000001 USDC; expected 0.000002 USDC', 'nothing; expected 2', '1; expected nothing', '1.5; expected 0.000002 USDC', 'null; expected 2']);
  expect([said({ seen: 1e12 }), said({ seen: 1e12 - 1 })].flat()).toEqual(['2001-09-09T01:46:40.000Z; expected 2', '999999999999; expected 2']);
  const { file, said: all } = caseOf();
  expectField(file, 'bet-records', { name: 'x-ratelimit-reset', seen: 60, wanted: 61 });
  expect(all).toEqual(['bet-records: x-ratelimit-reset is 60 (1970-01-01T00:01:00.000Z); expected 61 (1970-01-01T00:01:01.000Z)']);
}); // prettier-ignore

it('a difference of a balance says when, and what came last', () => {
  const at = { when: 'at the end', atMs: 5, latest: undefined };
  const words = 'alice has 0.000001 USDC more available and 0.000002 USDC less held than expected, at the end at 1970-01-01T00:00:00.005Z';
  expect(differenceText({ agent: 'alice', available: 1, held: -2 }, at)).toBe(words);
  const latest = { atMs: 4, what: 'the expiry of x' };
  expect(differenceText({ agent: 'alice', available: -1_000_000, held: 0 }, { ...at, latest })).toBe('alice has 1.00 USDC less available and nothing more held than expected, at the end at 1970-01-01T00:00:00.005Z, after the expiry of x at 1970-01-01T00:00:00.004Z');
}); // prettier-ignore
