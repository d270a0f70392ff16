/** Names of fields from pairs of answers: what is taken for a counterpart, and what is not. */
import { describe, expect, it } from 'vitest';
import { LearnedNames } from '../../../src/live/traffic/names/learned-names.ts';

type Pair = readonly [ours: unknown, theirs: unknown];

function learned(pairs: readonly Pair[], call = 'escrow/B/detail') {
  const names = new LearnedNames();
  const isSecret = (name: string): boolean => name.includes('secret');
  for (const [ours, theirs] of pairs)
    names.add(call, { ours, theirs, toleranceMs: 2_000, session: 1, isSecret });
  const [found] = names.found();
  const byOurs = (found?.names ?? []).map(({ ours, theirs, as }) => [
    ours,
    as === undefined ? theirs : `${theirs} as ${as}`,
  ]);
  return { names: Object.fromEntries(byOurs) as object, missing: found?.missing };
}

const hash = (digit: number): string => String(digit).repeat(64);

describe('a counterpart', () => {
  it.each<[string, readonly Pair[], object]>([
    ['has equal texts', [[{ status: 'locked' }, { state: 'locked' }], [{ status: 'released' }, { state: 'released' }]], { '/status': '/state' }],
    ['has equal amounts in another form', [[{ net: '0.50' }, { due: 0.5 }], [{ net: '1' }, { due: 1 }]], { '/net': '/due as text' }],
    ['has the same instants in Unix seconds', [[{ created_at: '2026-01-01T00:00:00.400Z' }, { since: 1767225600 }], [{ created_at: '2026-01-02T00:00:00.000Z' }, { since: 1767312000 }]], { '/created_at': '/since as instant' }],
    ['has ids that change where ours change', [[{ seed_hash: hash(1) }, { a: hash(5), b: hash(8) }], [{ seed_hash: hash(1) }, { a: hash(5), b: hash(9) }], [{ seed_hash: hash(2) }, { a: hash(6), b: hash(7) }]], { '/seed_hash': '/a' }],
    ['has sums that change by the same', [[{ pool: 100 }, { tank: 7 }], [{ pool: 90 }, { tank: -3 }], [{ pool: 85 }, { tank: -8 }]], { '/pool': '/tank' }],
    ['may be in an envelope and in lists', [[{ escrows: [{ fee: '1' }, { fee: '2' }] }, { data: [{ cost: '1' }, { cost: '2' }] }], [{ escrows: [{ fee: '3' }] }, { data: [{ cost: '3' }] }]], { '/escrows/*/fee': '/data/*/cost' }],
  ])('%s', (_what, pairs, names) => {
    expect(learned(pairs)).toEqual({ names, missing: [] });
  });

  it.each<[string, readonly Pair[]]>([
    ['corresponds once', [[{ status: 'locked' }, { state: 'locked' }]]],
    ['differs in one response', [[{ status: 'locked' }, { state: 'locked' }], [{ status: 'locked' }, { state: 'locked' }], [{ status: 'released' }, { state: 'locked' }]]],
    ['is one of two that fit equally well', [[{ status: 'locked' }, { x: 'locked', y: 'locked' }], [{ status: 'released' }, { x: 'released', y: 'released' }]]],
    ['is in another number of lists', [[{ fee: 1 }, { fees: [1] }], [{ fee: 2 }, { fees: [2] }]]],
    ['has the name of a prototype', [[{ status: 'locked' }, JSON.parse('{"__proto__":"locked"}')], [{ status: 'x' }, JSON.parse('{"__proto__":"x"}')]]],
    ['has a secret for a name', [[{ status: 'locked' }, { 'my-secret': 'locked' }], [{ status: 'x' }, { 'my-secret': 'x' }]]],
  ])('is none that %s', (_what, pairs) => {
    const { names, missing } = learned(pairs);
    expect([names, missing?.length]).toEqual([{}, 1]);
  });

  it('is not sought for a field that the target has under our name, or that the documents name', () => {
    const same: Pair[] = [[{ status: 'a' }, { status: 'a', state: 'a' }], [{ status: 'b' }, { status: 'b', state: 'b' }]];
    expect(learned(same)).toEqual({ names: {}, missing: [] });
    const documented: Pair[] = [[{ fee: '1' }, { cost: '1' }], [{ fee: '2' }, { cost: '2' }]];
    expect(learned(documented, 'escrow/B/create')).toEqual({ names: {}, missing: [] });
  });

  it('of payout and balance is found by what a bet does to them', () => {
    const names = new LearnedNames();
    let left = 10;
    for (const [index, paid] of [0, 0.4, 0, 0, 0.4].entries()) {
      left = Math.round((left - 0.2 + paid) * 1e6) / 1e6;
      const ours = { amount: 0.2, payout: index % 2 === 0 ? 0.4 : 0, balance: 5 };
      const theirs = { amount: 0.2, credit: paid, purse: { left }, spin: index * 3 };
      names.add('casino/A/bet', { ours, theirs, toleranceMs: 0, session: 1, isSecret: () => false });
    }
    expect(names.found()[0]?.names).toEqual([
      { ours: '/payout', theirs: '/credit', confirmed: 4 },
      { ours: '/balance', theirs: '/purse/left', confirmed: 4 },
    ]);
  });
}); // prettier-ignore
