/** What counts as reached, and what there is to reach. */
import { describe, expect, it } from 'vitest';
import { resolvePolicies, type Policies } from '../../../src/core/policy/policies.ts';
import { clientRoutes } from '../../../src/verification/check/answer-fields.ts';
import {
  Coverage,
  coverageFloor,
  type CoverageResult,
  type Reached,
} from '../../../src/verification/check/coverage.ts';
import type { AuditedExchange } from '../../../src/verification/oracle/exchange.ts';
import { describeKept } from '../../kept-digests.ts';

const exchange: AuditedExchange = {
  number: 0,
  atMs: 1_767_225_600_000,
  service: 'escrow',
  style: 'A',
  operation: 'create',
  method: 'POST',
  route: '',
  path: '',
  params: {},
  query: {},
  headers: { authorization: 'Bearer alice' },
  body: {},
  isRaw: false,
  ip: '10.0.0.1',
  status: 200,
  answer: {},
  answerHeaders: {},
};

function seenOf(...exchanges: Partial<AuditedExchange>[]): Coverage['seen'] {
  const coverage = new Coverage();
  for (const one of exchanges) coverage.reached({ ...exchange, ...one });
  return coverage.seen;
}

const none = {
  operations: [], refusals: [], states: [], policies: [], outcomes: [], pairs: [], boundaries: [], fields: [],
}; // prettier-ignore

describe('an exchange', () => {
  it.each<[string, Partial<AuditedExchange>, Partial<Coverage['seen']>]>([
    ['of no service', { service: '', answer: { status: 'locked' } }, {}],
    ['that succeeds', {}, { operations: ['escrow/A/create'], outcomes: ['escrow/A/create OK'] }],
    [
      'with status 299',
      { status: 299 },
      { operations: ['escrow/A/create'], outcomes: ['escrow/A/create OK'] },
    ],
    [
      'with status 300',
      { status: 300, answer: { code: 'X', status: 'locked', escrow_id: 'e' } },
      { refusals: ['escrow/create X'], outcomes: ['escrow/A/create X'] },
    ],
    [
      'without a code',
      { status: 500 },
      { refusals: ['escrow/create undefined'], outcomes: ['escrow/A/create undefined'] },
    ],
    [
      'with fields',
      { answer: { escrow_id: 'e', no_such_field: 1 } },
      {
        operations: ['escrow/A/create'],
        outcomes: ['escrow/A/create OK'],
        fields: ['escrow/A/create /escrow_id'],
      },
    ],
  ])('%s', (_, one, seen) => {
    expect(seenOf(one)).toEqual({ ...none, ...seen });
  });

  it.each([
    ['at the top', { status: 'locked' }, ['escrow locked']],
    ['of each item of a list', { all: [{ status: 'a' }, { status: 'b' }] }, ['escrow a', 'escrow b']],
    ['below four names', { a: { b: { c: { d: { status: 'x' } } } } }, ['escrow x']],
    ['below five names', { a: { b: { c: { d: { e: { status: 'x' } } } } } }, []],
    ['in an object of that name', { status: { status: 'x' } }, ['escrow x']],
    ['that is no text', { status: 1, other: null, more: 'text', state: 'x' }, []],
  ])('shows a state %s', (_, answer, states) => {
    expect(seenOf({ answer }).states).toEqual(states);
    expect(seenOf({ answer, status: 400 }).states).toEqual([]);
    expect(seenOf({ answer, operation: 'stats' }).states).toEqual([]);
  });

  it('counts a name once', () => {
    expect(seenOf({}, {}, { style: 'B' }).operations).toEqual(['escrow/A/create', 'escrow/B/create']);
  });
});

describe('a campaign', () => {
  const policies = resolvePolicies('published') as Policies;

  it('takes in what others have seen', () => {
    const one = { ...none, operations: ['escrow/A/create'], pairs: ['a'], states: ['escrow locked'] };
    const coverage = new Coverage();
    coverage.add(one);
    coverage.add({ ...none, boundaries: ['b'], pairs: ['a', 'c'], fields: ['f'] });
    expect(coverage.seen).toEqual({ ...one, boundaries: ['b'], pairs: ['a', 'c'], fields: ['f'] });
    const { operations, states } = coverage.result();
    expect([operations.reached, states.reached]).toEqual([1, 1]);
    expect(operations.total).toBe(operations.missing.length + 1);
    expect(operations.missing).not.toContain('escrow/A/create');
  });

  it('counts of each kind the names that there are to reach, and no other', () => {
    const coverage = new Coverage();
    const strange = Array.from({ length: 5_000 }, (_, n) => `of no list ${n}`);
    const kinds = Object.keys(none) as (keyof typeof none)[];
    coverage.add(Object.fromEntries(kinds.map((kind) => [kind, strange])) as typeof none);
    const [all, nothing] = [coverage.result(), new Coverage().result()];
    expect(all).toEqual(nothing);
    expect(Object.values(all).map(({ reached }: Reached) => reached)).toEqual(Array(10).fill(0));
    for (const { total, missing } of Object.values(all) as Reached[]) expect(missing).toHaveLength(total);
  });

  it('counts the policies of its runs', () => {
    const coverage = new Coverage();
    coverage.ranUnder(policies);
    const names = Object.entries(policies).map(([name, value]) => `${name}=${value}`);
    expect(coverage.seen).toEqual({ ...none, policies: names });
    const { policies: reached } = coverage.result();
    expect(names.filter((name) => reached.missing.includes(name))).toEqual([]);
  });

  it('begins each run without the instants of the one before', () => {
    const calls = ['alice', 'bob'].map((by) => ({ ...exchange, headers: { authorization: `Bearer ${by}` } }));
    const [together, apart] = [new Coverage(), new Coverage()];
    for (const call of calls) {
      together.reached(call);
      apart.ranUnder(policies);
      apart.reached(call);
    }
    expect(together.seen.pairs).toEqual(['escrow/create + escrow/create']);
    expect(apart.seen.pairs).toEqual([]);
  });
});

describe('the least that is reached', () => {
  it.each([
    ['operations', 90],
    ['refusals', 65],
    ['states', 80],
    ['policies', 70],
  ])('%s', (name, percent) => {
    const of = (reached: number): CoverageResult => {
      const whole = { reached: 200, total: 200, missing: [] };
      const all = { operations: whole, refusals: whole, states: whole, policies: whole };
      return { ...new Coverage().result(), ...all, [name]: { reached, total: 200, missing: [] } };
    };
    expect(coverageFloor.below(of(2 * percent))).toEqual([]);
    const reached = 2 * percent - 1;
    expect(coverageFloor.below(of(reached))).toEqual([`${name} ${reached} of 200, expected ${percent}%`]);
    expect(coverageFloor.runs).toBe(200);
  });
});

const answer = { status: 'x', code: 'X', list: [{ status: 'y', id: 1 }], id: 'i', balance: '1' };

describe('coverage', () => {
  describeKept(new URL('coverage-kept.json', import.meta.url), [
    { name: 'what there is to reach', made: () => Object.entries(new Coverage().result()) },
    {
      name: 'what each call reaches',
      made: () =>
        clientRoutes().flatMap(({ service, style, row }) =>
          [200, 400].map((status) => seenOf({ service, style, operation: row.operation, status, answer })),
        ),
    },
  ]);
});
