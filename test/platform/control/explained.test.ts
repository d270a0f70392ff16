/** What a caller is answered whose body has the wrong shape, and what calls ask for that take their time. */
import { describe, expect, it } from 'vitest';
import { askedExecution } from '../../../src/platform/control/branches.ts';
import { advanceGoal, clockIsMoving, tooFar } from '../../../src/platform/control/clock.ts';
import { isPastName } from '../../../src/platform/control/history.ts';
import { refuse } from '../../../src/core/base/refusal.ts';
import { explained } from './control-rows.ts';

const agents = { agent: 'escrow-seller' };
const long = (length: number): string => 'a'.repeat(length);
const name = 'expected a name of up to 64 letters, digits, dots, hyphens and underscores, a letter first';
const behaviour = 'expected the name of a shipped behaviour, or of one of the scenario';

describe('a wrong body', () => {
  it.each<[string, unknown, string]>([
    ['advance', [], 'the body is an empty list; expected either {"by": "24h"} or {"to": "2026-02-01T00:00:00Z"}'],
    ['advance', { bye: '1h' }, 'unknown key "bye"; did you mean "by"? expected one of by, to'],
    ['advance', { by: 24 }, 'by is 24; expected a duration such as 250ms, 30s, 10m, 6h, 3d or 2w'],
    ['pace', [], 'the body is an empty list; expected a pace such as {"pace": "60x"}'],
    ['pace', { pace: 60 }, 'pace is 60; expected manual, real, or a factor such as 60x or 0.5x up to 1000000x'],
    ['fault', [], 'the body is an empty list; expected a fault such as {"service": "escrow", "kind": "outage", "for": "10m"}'],
    ['fault', { service: 'bank', kind: 'outage' }, 'service is "bank"; expected one of faucet, escrow, domains, casino, trading, wallet'],
    ['endFault', { number: 0 }, 'number is 0; expected the number of a fault, in order of addition from 1'],
    ['endFault', [], 'the body is an empty list; expected a fault such as {"number": 1}'],
    ['reset', [], 'the body is an empty list; expected any of seed, profile, policies and start'],
    ['reset', { seed: '' }, 'seed is ""; expected a whole number or a text'],
    ['reset', { profile: 'other' }, 'profile is "other"; expected one of published, consistent'],
    ['reset', { policies: { a: true } }, 'a is true; expected an option of the policy'],
    ['reset', { policies: [] }, 'policies is an empty list; expected policies by name'],
    ['grant', [], 'the body is an empty list; expected api_key, amount, and perhaps from'],
    ['grant', { api_key: 'k', amount: 1, from: 'bank' }, 'from is "bank"; expected one of issuer, faucet:pool'],
    ['grant', { api_key: 5, amount: 1 }, 'api_key is 5; expected the key of the agent that receives it'],
    ['addAgents', {}, '"agent" is missing; expected agents such as {"agent": "escrow-seller", "count": 20}'],
    ['addAgents', { agent: '' }, `agent is ""; ${behaviour}`],
    ['addAgents', { agent: long(201) }, `agent is "${long(56)}...; ${behaviour}, at most 200`],
    ['addAgents', { ...agents, count: 0 }, 'count is 0; expected a whole number of agents from 1 to 10000'],
    ['addAgents', { ...agents, count: 10_001 }, 'count is 10001; expected a whole number of agents from 1 to 10000'],
    ['addAgents', { ...agents, name: '-a' }, 'name is "-a"; expected a short name for the group'],
    ['addAgents', { ...agents, arrive: 'now' }, 'arrive is "now"; expected when they arrive, from now on, such as {"over": "2h"}'],
    ['addAgents', { ...agents, arrive: { spread: 'odd' } }, 'spread is "odd"; expected random or even'],
    ['addAgents', { ...agents, arrive: { after: '1h' } }, 'unknown key "after"; expected one of at, over, spread'],
    ['addAgents', { ...agents, with: [] }, 'with is an empty list; expected parameters of the behaviour'],
    ['checkpoint', [], 'the body is an empty list; expected a name such as {"name": "before"}'],
    ['checkpoint', { name: '1st' }, `name is "1st"; ${name}`],
    ['rewind', [], 'the body is an empty list; expected where to, such as {"to": "before"}, {"to": "2026-01-05T00:00:00Z"} or {"to": 4711}'],
    ['rewind', { to: -1 }, 'to is -1; expected the name of a checkpoint, an instant, or the number of an event'],
    ['rewind', { to: 5, branch: 'a b' }, `branch is "a b"; ${name}`],
    ['switchTo', [], 'the body is an empty list; expected a branch such as {"to": "main"}'],
    ['switchTo', { to: '' }, `to is ""; ${name}`],
    ['compareBranches', [], 'the body is an empty list; expected branches such as {"a": "main", "b": "retry"}'],
    ['compareBranches', { a: 'main', b: 5 }, `b is 5; ${name}`],
  ])('of %s is explained: %j', (operation, body, message) => {
    expect(explained(operation, body)).toBe(message);
  }); // prettier-ignore

  it.each<[string, unknown]>([
    ['advance', { by: '24h', to: '2026-02-01T00:00:00Z' }],
    ['pace', { pace: 'anything' }],
    ['fault', { service: 'escrow', kind: 'outage', at: '2026-02-01T00:00:00Z' }],
    ['endFault', { number: 1 }],
    ['reset', { seed: 'x', profile: 'consistent', policies: { a: 1 } }],
    ['grant', { api_key: 'k', amount: '0.000001', from: 'faucet:pool' }],
    ['addAgents', { agent: long(200), count: 10_000, name: long(64), arrive: { spread: 'even' }, with: { a: 1 } }],
    ['addAgents', { agent: 'a', count: 1, name: '0.-_Z', arrive: { at: '1h', over: '2h', spread: 'random' } }],
    ['checkpoint', { name: long(64) }],
    ['rewind', { to: long(64), branch: 'a' }],
    ['rewind', { to: 0 }],
    ['switchTo', { to: 'main' }],
    ['compareBranches', { a: 'main' }],
  ])('is not one of %s: %j', (operation, body) => {
    expect(explained(operation, body)).toBeUndefined();
  }); // prettier-ignore
});

it.each([
  ['a', true], ['Z9_.-', true], [long(64), true], [long(65), false], ['', false], ['9a', false], ['_a', false], ['a b', false],
] as const)('a name for a part of the past: %j: %s', (text, isName) => {
  expect(isPastName(text)).toBe(isName);
}); // prettier-ignore

it.each<[string, string | undefined, unknown]>([
  ['rewind', '{"to": 5}', { to: { event: 5 }, branch: undefined }],
  ['rewind', '{"to": "before", "branch": "retry"}', { to: { name: 'before' }, branch: 'retry' }],
  ['rewind', '{"to": "-"}', undefined],
  ['rewind', '{}', undefined],
  ['rewind', '5', undefined],
  ['switchTo', '{"to": "main"}', { switchTo: 'main' }],
  ['switchTo', '{"to": 5}', undefined],
  ['compareBranches', '{"a": "main"}', { a: 'main', b: undefined }],
  ['compareBranches', '{"a": "main", "b": "retry"}', { a: 'main', b: 'retry' }],
  ['compareBranches', '{"b": "main"}', undefined],
  ['checkpoint', '{"to": "main"}', undefined],
  ['', '{"to": "main"}', undefined],
  ['rewind', '{"to": 5', undefined],
  ['rewind', '', undefined],
  ['rewind', undefined, undefined],
])('%s of %j asks for an execution: %j', (operation, text, asked) => {
  expect(askedExecution(operation, text)).toEqual(asked);
});

const nowMs = Date.UTC(2026, 0, 1);
const endMs = Date.UTC(9999, 0, 1);

it.each<[string | undefined, number | undefined]>([
  ['{"by": "0s"}', nowMs],
  ['{"by": "1h"}', nowMs + 3_600_000],
  ['{"to": "2026-01-01T00:00:00Z"}', nowMs],
  ['{"to": "2025-12-31T23:59:59.999Z"}', undefined],
  ['{"to": "9999-01-01T00:00:00Z"}', endMs],
  ['{"to": "9999-01-01T00:00:00.001Z"}', undefined],
  ['{"by": "1h", "to": "2026-01-01T00:00:00Z"}', undefined],
  ['{"by": "0.3ms"}', undefined],
  ['{"by": "1h", "x": 1}', undefined],
  ['{}', undefined],
  ['', undefined],
  ['{"by": "1h"', undefined],
  [undefined, undefined],
])('an advance by %j leads to %j', (text, goalMs) => {
  expect(advanceGoal(text, nowMs)).toBe(goalMs);
});

it('refuses a second move of the clock, and an instant that no clock has', () => {
  const ends = 'expected that to end first, or its client to close the connection';
  expect(clockIsMoving(nowMs)).toEqual(
    refuse('CONFLICT', `the clock is being advanced to 2026-01-01T00:00:00.000Z; ${ends}`),
  );
  expect(tooFar('the clock')).toEqual(
    refuse('BAD_REQUEST', 'the clock would leave the years from 1970 to 9999'),
  );
});
