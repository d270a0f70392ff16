/** Which of several fields is the counterpart: told by more answers, by ids of other operations, by words, and by what bets do. */
import { describe, expect, it } from 'vitest';
import { LearnedNames } from '../../../../src/live/traffic/names/learned-names.ts';

type Pair = readonly [ours: object, theirs: object];

function learned(pairs: Readonly<Record<string, readonly Pair[]>>, session = 1) {
  const names = new LearnedNames();
  for (const [call, list] of Object.entries(pairs))
    for (const [ours, theirs] of list)
      names.add(call, { ours, theirs, toleranceMs: 0, session, isSecret: () => false });
  return names.found();
}
/** The names that are found for one operation, and what is missing. */
const namesOf = (pairs: readonly Pair[], call = 'escrow/B/detail') => {
  const [found] = learned({ [call]: pairs });
  return [Object.fromEntries((found?.names ?? []).map(({ ours, theirs }) => [ours, theirs])), found?.missing];
};
const id = (letter: string): string => `esc_${letter.repeat(16)}`;

describe('a counterpart among several', () => {
  it('is the one with more different values, and leaves the rest to others', () => {
    const pairs: Pair[] = [
      [{ p: 'a' }, { s: 'a' }],
      [
        { p: 'b', q: 'b' },
        { s: 'b', t: 'b' },
      ],
      [
        { p: 'c', q: 'c' },
        { s: 'c', t: 'c' },
      ],
    ];
    expect(namesOf(pairs)).toEqual([{ '/p': '/s', '/q': '/t' }, []]);
    expect(namesOf(pairs.toReversed())).toEqual([{ '/p': '/s', '/q': '/t' }, []]);
  });

  it('is the one with more answers where there are as many values', () => {
    const pairs: Pair[] = [
      [{ p: 'a' }, { s: 'a', t: 'a' }],
      [{ p: 'b' }, { s: 'b', t: 'b' }],
      [{ p: 'b' }, { s: 'b' }],
    ];
    expect(namesOf(pairs)).toEqual([{ '/p': '/s' }, []]);
  });

  it('is the one with more of its words where both fit', () => {
    const of = (value: string): Pair => [{ created_by: value }, { times: { made_by: value, created_by: value }, other: value }];
    expect(namesOf([of('a'), of('b')])).toEqual([{ '/created_by': '/times/created_by' }, []]);
    const one = (value: string): Pair => [{ created_when: value }, { made: value, times_created: value }];
    expect(namesOf([one('a'), one('b')])).toEqual([{ '/created_when': '/times_created' }, []]);
  }); // prettier-ignore

  it('is none where two of ours fit one of theirs equally well', () => {
    const of = (value: string): Pair => [{ p: value, q: value }, { s: value }];
    expect(namesOf([of('a'), of('b')])).toEqual([{}, ['/p', '/q']]);
  });

  it('is no field that has our name and means the same, and may be one that means something else', () => {
    const same = (value: string): Pair => [{ p: value, q: value }, { p: value }];
    expect(namesOf([same('a'), same('b')])).toEqual([{}, ['/q']]);
    const other = (value: string): Pair => [{ p: value, q: `${value}!` }, { p: `${value}!`, t: value }];
    expect(namesOf([other('a'), other('b')])).toEqual([{ '/p': '/t', '/q': '/p' }, []]);
    const lacking = (value: string): Pair => [{ p: value }, { t: value }];
    expect(namesOf([lacking('a'), [{ p: 'x' }, {}], lacking('b'), [{}, { t: 'y' }]])).toEqual([{ '/p': '/t' }, []]);
  }); // prettier-ignore

  it('is told by ids that another operation has told apart', () => {
    const told: Pair[] = [[{ zid: id('a') }, { key: 'x-000001' }], [{ zid: id('b') }, { key: 'x-000002' }]];
    const open: Pair[] = [[{ zref: id('a') }, { s: 'x-000001', t: 'y-000001' }], [{ zref: id('b') }, { s: 'x-000002', t: 'y-000002' }]];
    const names = (pairs: Readonly<Record<string, readonly Pair[]>>) => learned(pairs).map(({ call, names: found }) => [call, found.map(({ ours, theirs }) => `${ours} ${theirs}`)]);
    expect(names({ 'escrow/B/list': open })).toEqual([['escrow/B/list', []]]);
    expect(names({ 'escrow/B/list': open, 'escrow/B/detail': told })).toEqual([['escrow/B/list', ['/zref /s']], ['escrow/B/detail', ['/zid /key']]]);
  }); // prettier-ignore

  it('is told by ids of ids, round by round', () => {
    const chain = (from: string, to: string, n: number): Pair[] =>
      ['a', 'b'].map((letter, at): Pair => [
        { [`z${n}`]: `${from}_${letter.repeat(16)}`, [`w${n}`]: `${to}_${letter.repeat(16)}` },
        { s: `${from}-00000${at}`, t: `${to}-00000${at}`, u: `other-00000${at}` },
      ]);
    const first: Pair[] = ['a', 'b'].map((letter, at): Pair => [{ z0: `one_${letter.repeat(16)}` }, { s: `one-00000${at}` }]);
    const found = learned({ 'escrow/B/list': chain('one', 'two', 1), 'escrow/B/detail': first });
    expect(found.map(({ names }) => names.map(({ ours, theirs }) => `${ours} ${theirs}`))).toEqual([['/z1 /s'], ['/z0 /s']]);
  }); // prettier-ignore

  it('is looked for in the first two hundred answers of an operation', () => {
    const good = (n: number): Pair => [{ p: `a${n}` }, { s: `a${n}` }];
    const bad: Pair = [{ p: 'x' }, { s: 'y' }];
    const many = (count: number): Pair[] => Array.from({ length: count }, (_, n) => good(n));
    expect([namesOf([...many(200), bad])[0], namesOf([...many(199), bad])[0]]).toEqual([{ '/p': '/s' }, {}]);
  });

  it('is said with the answers that confirm it', () => {
    const [found] = learned({ 'escrow/B/detail': ['a', 'b', 'b'].map((value): Pair => [{ p: value, n: '7' }, { s: value, n: 7 }]) }); // prettier-ignore
    expect(found).toEqual({ call: 'escrow/B/detail', names: [{ ours: '/p', theirs: '/s', confirmed: 3 }], missing: [] }); // prettier-ignore
  });
});

describe('payout and balance of bets', () => {
  const call = 'casino/A/bet';
  /** Bets of one unit that pay these; ours draw something else. */
  function bets(paid: readonly number[], more: (index: number) => { readonly ours?: object; readonly theirs?: object } = () => ({})): Pair[] {
    let left = 10;
    return paid.map((won, index): Pair => {
      left += won - 1;
      const { ours = {}, theirs = {} } = more(index);
      return [{ amount: 1, payout: (index % 2) * 2, balance: 20 - index, ...ours }, { amount: 1, credit: won, purse: { left }, ...theirs }];
    });
  } // prettier-ignore
  const paid = [0, 2, 0, 0, 2];
  const sums = { '/payout': '/credit', '/balance': '/purse/left' };

  it('are found where our values and theirs are drawn apart', () => {
    expect(namesOf(bets(paid), call)).toEqual([sums, []]);
  });

  it('replace what was equal by chance, of ours and of theirs', () => {
    const chance = bets(paid, (index) => ({ theirs: { bonus: (index % 2) * 2 } }));
    expect(namesOf(chance, call)).toEqual([sums, []]);
    const taken = bets(paid, (index) => ({ ours: { zwin: paid[index] } }));
    expect(namesOf(taken, call)).toEqual([sums, []]);
    const beside = bets(paid, (index) => ({ ours: { zname: `n${index}` }, theirs: { label: `n${index}` } }));
    expect(namesOf(beside, call)).toEqual([{ '/zname': '/label', ...sums }, []]);
  });

  it('are named only in operations whose answers have them', () => {
    const found = learned({ [call]: bets(paid), 'escrow/B/detail': [[{ zone: 'a' }, { s: 'a' }], [{ zone: 'b' }, { s: 'b' }]] }); // prettier-ignore
    expect(found[1]).toEqual({ call: 'escrow/B/detail', names: [{ ours: '/zone', theirs: '/s', confirmed: 2 }], missing: [] }); // prettier-ignore
  });

  it('are no names where they have ours already', () => {
    let left = 10;
    const same = paid.map((won, index): Pair => {
      left += won - 1;
      return [{ amount: 1, payout: (index % 2) * 2, balance: 20 - index }, { amount: 1, payout: won, balance: left }]; // prettier-ignore
    });
    expect(namesOf(same, call)[0]).toEqual({});
  });
});
