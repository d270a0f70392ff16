import { describe, expect, it } from 'vitest';
import { refuse } from '../../../src/core/base/refusal.ts';
import { addAgents, membersMax } from '../../../src/simulation/scenario/added-agents.ts';
import { holds, parseExpectation, parseSelector } from '../../../src/simulation/scenario/expectation.ts';
import { partsOf } from '../../../src/simulation/scenario/vary.ts';
import { group, newTown } from '../population/town.ts';
import { buyer, idler } from './files.ts';
import { expectationsOf } from './market.ts';

const refused = (message: string) => refuse('BAD_REQUEST', message);
const noPath = (path: string) => `"${path}" is no path; expected one such as population.0.count`;
const longest = Array.from({ length: 32 }, () => 'a').join('.');

describe('the path of a setting', () => {
  it.each([
    ['population.0.with.a', ['population', '0', 'with', 'a']],
    ['policy:limits.burst', ['policies', 'limits.burst']],
    ['policies', ['policies']],
    ['toString', ['toString']],
    [longest, longest.split('.')],
  ])('%j has parts', (path, parts) => expect(partsOf(path)).toEqual(parts));

  it.each([
    ['', noPath('')],
    ['a.', noPath('a.')],
    ['policy:', noPath('policy:')],
    [`${longest}.a`, noPath(`${longest}.a`)],
    ['seed', '"seed" cannot be set: the seed has its own option'],
    ['extends', '"extends" cannot be set: what a scenario builds on is read before anything is set'],
    ['$schema', '"$schema" cannot be set: it says nothing about a run'],
    ['about', '"about" cannot be set: it says nothing about a run'],
    ['name', '"name" cannot be set: the name stays the same'],
    [
      'expect.checks',
      '"expect.checks" cannot be set: what is expected stays the same, or results could not be set side by side',
    ],
    ['limits.burst', '"limits.burst" is a policy; expected policy:limits.burst'],
    ['policies.limits.burst', '"policies.limits.burst" is a policy; expected policy:limits.burst'],
  ])('%j is refused', (path, message) => expect(partsOf(path)).toEqual(refused(message)));
});

describe('a group that joins a world', () => {
  const behaviours = new Map([
    ['idler', idler],
    ['buyer', buyer],
  ]);
  const town = () => newTown({ groups: [group('first', function* () {}, { count: 3 })] }).population;

  it('is called like its behaviour, with a number where that is taken', () => {
    const population = town();
    const names = Array.from({ length: 3 }, () =>
      addAgents(population, behaviours, { agent: 'idler', count: 2 }),
    );
    expect(names.map((added) => ('name' in added ? [added.name, added.members.length] : added))).toEqual([
      ['idler', 2],
      ['idler-2', 2],
      ['idler-3', 2],
    ]);
    expect(addAgents(population, behaviours, { agent: 'buyer', name: 'x' })).toMatchObject({ name: 'x' });
    expect(population.members).toHaveLength(10);
    expect(population.groupNames).toEqual(['first', 'idler', 'idler-2', 'idler-3', 'x']);
  });

  it.each([
    [
      { agent: 'idlr' },
      refuse(
        'NOT_FOUND',
        'there is no agent "idlr"; did you mean "idler"? expected a shipped behaviour or one of the scenario',
      ),
    ],
    [
      { agent: 'idler', name: 'first' },
      refuse('CONFLICT', 'there is a group "first" in this world; expected another name'),
    ],
    [
      { agent: 'idler', count: membersMax - 2 },
      refuse('CONFLICT', 'the world would have more than 200000 agents; expected at most 199997 more'),
    ],
  ])('is refused for %j', (source, refusal) => {
    const population = town();
    expect(addAgents(population, behaviours, source)).toEqual(refusal);
    expect(population.members).toHaveLength(3);
  });

  it('is refused for an unknown parameter, and where nothing may join', () => {
    expect(addAgents(town(), behaviours, { agent: 'buyer', with: { raunds: 3 } })).toMatchObject({
      code: 'BAD_REQUEST',
    });
    expect(addAgents(town(), new Map(), { agent: 'buyer' })).toEqual(
      refuse('NOT_FOUND', 'there is no agent "buyer"; this world has no behaviours'),
    );
  });
});

describe('an expectation', () => {
  it.each([
    [' http_reqs ', { metric: 'http_reqs', tags: {} }],
    ['http_reqs{}', { metric: 'http_reqs', tags: {} }],
    [
      'http_reqs{ service : escrow , , status:200 }',
      { metric: 'http_reqs', tags: { service: 'escrow', status: '200' } },
    ],
  ])('%j selects samples', (name, selector) => expect(parseSelector(name)).toEqual(selector));

  it.each(['xhttp_reqs', '!http_reqs', 'http_reqs{}x', 'http_reqs{{}}', 'toString'])('%j is no metric', (name) => {
    expect(parseSelector(name)).toMatchObject({ code: 'BAD_REQUEST', message: expect.stringMatching(/^there is no metric "/) });
  }); // prettier-ignore

  it.each([
    ['http_reqs', 'many', '"many" is no threshold; expected one such as "count>0"'],
    ['escrow_open', 'x', '"x" is no threshold; expected one such as "value==0"'],
    ['checks', '', '"" is no threshold; expected one such as "rate<0.05"'],
    ['http_req_duration', 'p(9)', '"p(9)" is no threshold; expected one such as "p(99)<400"'],
    ['http_req_duration', 'xp(99)<1', '"xp(99)<1" is no threshold; expected one such as "p(99)<400"'],
    ['http_req_duration', 'p(99)<1x', '"p(99)<1x" is no threshold; expected one such as "p(99)<400"'],
    ['http_req_duration', 'xp(101)<1', '"xp(101)<1" is no threshold; expected one such as "p(99)<400"'],
    [
      'http_req_duration',
      ' p(100.5)<1',
      '" p(100.5)<1" has no such percentile; expected one from p(0) to p(100)',
    ],
    [
      'http_req_duration',
      'rate<1',
      'http_req_duration is a trend and has no "rate"; expected avg, min, med, max, p(N)',
    ],
    ['http_reqs', 'p(1)<1', 'http_reqs is a counter and has no "p(1)"; expected count, value, rate'],
    ['escrow_open', 'count<1', 'escrow_open is a gauge and has no "count"; expected value'],
    ['checks', 'avg<1', 'checks is a rate and has no "avg"; expected rate'],
  ])('of %s is not %j', (metric, threshold, message) => {
    const selector = parseSelector(metric);
    expect('metric' in selector && parseExpectation(metric, selector, threshold)).toEqual(refused(message));
  });

  it.each([
    ['<', [true, false, false]],
    ['<=', [true, true, false]],
    ['==', [false, true, false]],
    ['===', [false, true, false]],
    ['!=', [true, false, true]],
    ['>=', [false, true, true]],
    ['>', [false, false, true]],
  ])('compares with %s', (comparison, outcomes) => {
    const [expectation] = expectationsOf({ http_req_duration: [` p(99.25) ${comparison} -2.5 `] });
    expect(expectation).toMatchObject({ aggregate: 'p(99.25)', comparison, bound: -2.5 });
    expect([-3, -2.5, -2].map((value) => holds(expectation!, value))).toEqual(outcomes);
    expect(holds(expectation!, undefined)).toBe(false);
  });
});
