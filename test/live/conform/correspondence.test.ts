/** Ids of the model and the target that name the same thing: noted where both issue them, followed everywhere. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Correspondence } from '../../../src/live/conform/correspondence.ts';
import { LiveNames } from '../../../src/live/conform/live-names.ts';

describe('names of a target', () => {
  const named = (...pairs: readonly [live: string | number, field: string, model: string][]): LiveNames => {
    const names = new LiveNames();
    for (const pair of pairs) names.add(...pair);
    return names;
  };

  it.each<[string, [string | number, string, string], unknown, unknown]>([
    ['a long one anywhere', ['live-one', '/id', 'esc_1'], { a: ['live-one', { b: 'live-one' }] }, { a: ['esc_1', { b: 'esc_1' }] }],
    ['a long one within a text', ['live-one', '/id', 'esc_1'], 'of live-one, live-one2', 'of esc_1, live-one2'],
    ['one of seven characters in its field alone', ['live-on', '/id', 'esc_1'], { id: 'live-on', of: 'live-on' }, { id: 'esc_1', of: 'live-on' }],
    ['one of eight characters in any field', ['live-on8', '/id', 'esc_1'], { of: 'live-on8' }, { of: 'esc_1' }],
    ['a number in its field alone', [7, '/a/id', 'esc_1'], { id: 7, ids: [7], more: { id: '7' } }, { id: 'esc_1', ids: [7], more: { id: 'esc_1' } }],
    ['items of a list of its field', [7, '/ids', 'esc_1'], { ids: [7, 8] }, { ids: ['esc_1', 8] }],
    ['a long number', [1234567890, '/id', 'esc_1'], { of: 1234567890 }, { of: 'esc_1' }],
    ['nothing else', [7, '/id', 'esc_1'], { id: null, is: true, no: undefined, n: 8 }, { id: null, is: true, no: undefined, n: 8 }],
  ])('are replaced: %s', (_what, pair, live, seen) => {
    expect(named(pair).inModelTerms(live)).toEqual(seen);
    expect(named(pair).isIn(live)).toBe(JSON.stringify(live) !== JSON.stringify(seen));
  }); // prettier-ignore

  it('are new where they are issued for the first time, or again for the same thing', () => {
    const names = named(['live-one', '/id', 'esc_1'], [7, '/n', 'esc_7']);
    expect(names.add('live-one', '/id', 'esc_1')).toBe(true);
    expect(names.add('live-one', '/other', 'esc_2')).toBe(false);
    expect(names.add(7, '/n', 'esc_8')).toBe(false);
    expect(names.add(7, '/m', 'esc_8')).toBe(true);
    expect(names.inModelTerms({ id: 'live-one', n: 7, m: 7 })).toEqual({
      id: 'esc_1',
      n: 'esc_7',
      m: 'esc_8',
    });
  });

  it('are in a value where one of its fields has one, and not in one without', () => {
    const names = named(['live-one', '/id', 'esc_1']);
    expect([{ a: 1, b: 'live-one' }, { b: 'live-one', a: 1 }, { a: 1 }, {}, null, 'live-one', 3].map((value) => names.isIn(value))).toEqual([true, true, false, false, false, true, false]);
    expect(named([7, '/ids', 'x']).isIn({ ids: [8, 7] })).toBe(true);
    expect(named([7, '/ids', 'x']).isIn({ other: [8, 7] })).toBe(false);
  }); // prettier-ignore
});

const esc = (letter: string): string => `esc_${letter.repeat(16)}`;
const call = 'escrow/B/create';
const path = '/escrow/escrow';

describe('ids of both sides', () => {
  it('are sent as the target has issued them, in texts and in bodies, and come back as the model has', () => {
    const issued = fc.oneof(
      fc.string({ minLength: 9, maxLength: 20, unit: fc.constantFrom(...Array.from('0123456789-')) }),
      fc.integer({ min: 10_000_000 }),
    );
    fc.assert(
      fc.property(issued, (live) => {
        const ids = new Correspondence();
        const body = { escrow_id: esc('a'), state: 'open' };
        const { expected, seen, reused } = ids.answered({ n: 3, path, call }, { escrow_id: live, state: 'open' }, body);
        expect([expected, seen, reused]).toEqual([body, body, []]);
        const encoded = ids.encode(`/escrow/${esc('a')}/release`);
        expect(encoded).toBe('/escrow/${3:/escrow_id}/release');
        expect(ids.forTarget(encoded)).toBe(`/escrow/${live}/release`);
        expect(ids.bodyForTarget({ id: ids.encode(esc('a')), of: [ids.encode(`x ${esc('a')}`)] })).toEqual({ id: live, of: [`x ${live}`] });
        const again = ids.answered({ n: 4, path, call: 'escrow/B/detail' }, { escrow_id: live }, { escrow_id: esc('a') });
        expect([again.expected, again.seen]).toEqual([{ escrow_id: '${3:/escrow_id}' }, { escrow_id: esc('a') }]);
        expect([ids.isKnown({ deep: [{ escrow_id: live }] }), ids.isKnown({ escrow_id: 'other' })]).toEqual([true, false]);
      }),
      { numRuns: 30 },
    );
  }); // prettier-ignore

  it.each<[string, unknown]>([
    ['nothing', {}],
    ['an empty text', { escrow_id: '' }],
    ['no body', undefined],
  ])('are those of the model where the target issues %s', (_what, live) => {
    const ids = new Correspondence();
    expect(ids.answered({ n: 0, path, call }, live, { escrow_id: esc('a') }).reused).toEqual([]);
    const sent = ids.forTarget(ids.encode(esc('a')));
    expect(sent).toBe(_what === 'an empty text' ? '' : esc('a'));
  });

  it('of the target that name two things of the model are a difference', () => {
    const ids = new Correspondence();
    ids.answered({ n: 0, path, call }, { escrow_id: 'live-first' }, { escrow_id: esc('a') });
    const { reused } = ids.answered(
      { n: 1, path, call },
      { list: [{ escrow_id: 'live-first' }] },
      { list: [{ escrow_id: esc('b') }] },
    );
    expect(reused).toEqual([
      { kind: 'id', field: '/list/*/escrow_id', recorded: 'something new', live: '"live-first"' },
    ]);
  });

  it.each<[string, unknown]>([
    ['nothing', {}],
    ['an empty text', { escrow_id: '' }],
  ])('are no ids that stand for two things where the target issues %s twice', (_what, live) => {
    const ids = new Correspondence();
    const answers = ['a', 'b'].map((letter, n) => ids.answered({ n, path, call }, live, { escrow_id: esc(letter) }));
    expect(answers).toEqual(['a', 'b'].map((letter) => ({ expected: { escrow_id: esc(letter) }, seen: live, reused: [] })));
  }); // prettier-ignore

  it('of lists are known by their field, whatever their place', () => {
    const ids = new Correspondence();
    const issued = (letters: string, live: (letter: string) => string) => Array.from(letters, (letter) => ({ model: esc(letter), live: live(letter) }));
    const first = issued('abcdefghijkl', (letter) => `live-${letter}`);
    const answered = (n: number, list: typeof first) =>
      ids.answered({ n, path, call }, { ids: list.map((each) => each.live), of: list.map(({ live }) => ({ at: live })) }, {
        ids: list.map(({ model }) => model), of: [],
      }).reused;
    expect(answered(0, first)).toEqual([]);
    const again = issued('mnopqrstuvwx', () => 'live-a');
    expect(answered(1, again)).toEqual(
      again.map(() => ({ kind: 'id', field: '/ids/*', recorded: 'something new', live: '"live-a"' })),
    );
  }); // prettier-ignore

  it('that are numbers are sent as numbers where they are all of a text, from any request', () => {
    for (const n of [3, 12, 1_234_567_890]) {
      const ids = new Correspondence();
      ids.answered({ n, path, call }, { escrow_id: 7 }, { escrow_id: esc('a') });
      const reference = `\${${n}:/escrow_id}`;
      const texts = [reference, `${reference} x`, `x ${reference}`, reference + reference, '${x}', 'x'];
      expect(ids.bodyForTarget(texts)).toEqual([7, '7 x', 'x 7', '77', '${x}', 'x']);
    }
  });

  it('of the target stay, whatever else stands where the model repeats its own', () => {
    const ids = new Correspondence();
    ids.answered({ n: 0, path, call }, { hidden_id: 'live-first' }, { hidden_id: esc('a') });
    ids.answered({ n: 1, path, call }, { of: 'live-other' }, { of: esc('a') });
    expect(ids.forTarget(ids.encode(esc('a')))).toBe('live-first');
  });

  it('that no response has issued name nothing', () => {
    const ids = new Correspondence();
    const { expected, seen } = ids.answered({ n: 0, path, call }, { note: 'x' }, { note: '${9:/id}' });
    expect([expected, seen]).toEqual([{ note: '$${9:/id}' }, { note: 'x' }]);
  });

  it('that no request may refer to stay as they are', () => {
    const ids = new Correspondence();
    const { expected } = ids.answered({ n: 0, path, call }, { note: 'y', '0': 1 }, { note: 'x', '0': 2, no: null, is: [true] });
    expect(expected).toEqual({ note: 'x', '0': 2, no: null, is: [true] });
    expect(ids.encode('x')).toBe('x');
    expect(ids.forTarget('${9:/nothing}')).toBe('');
    expect(ids.bodyForTarget('${9:/nothing}')).toBe('');
    expect(ids.bodyForTarget({ n: 1, cost: '$$5' })).toEqual({ n: 1, cost: '$5' });
  }); // prettier-ignore

  it('that the target issues later stand where the model repeats its own', () => {
    const ids = new Correspondence();
    const answer = { n: 0, path, call };
    // No document has the field, so that the target may leave it out.
    ids.answered(answer, {}, { hidden_id: esc('a'), escrow_id: esc('b') });
    expect(ids.correlation('', path).isLacking?.(0, '/hidden_id')).toBe(true);
    expect(ids.correlation('', path).isLacking?.(0, '/escrow_id')).toBe(false);
    expect(ids.correlation('', path).isLacking?.(9, '/hidden_id')).toBe(false);
    const { seen } = ids.answered({ ...answer, n: 1 }, { of: 'live-late', id: 'live-later' }, { of: esc('a'), id: esc('b') });
    expect(ids.correlation('', path).isLacking?.(0, '/hidden_id')).toBe(false);
    expect(ids.forTarget(ids.encode(esc('a')))).toBe('live-late');
    expect(ids.forTarget(ids.encode(esc('b')))).toBe(esc('b'));
    expect(seen).toEqual({ of: esc('a'), id: 'live-later' });
    const shown = ids.correlation('sent text', path);
    expect([shown.valueOf(0, '/hidden_id'), shown.valueOf(0, '/escrow_id'), shown.valueOf(7, '/x')]).toEqual(['live-late', undefined, undefined]);
    expect([shown.isOwn('text'), shown.isOwn('other')]).toEqual([true, false]);
    expect(shown.clean('x', '/password')).not.toBe('x');
  }); // prettier-ignore

  it('that are secrets are not shown, and of both sides', () => {
    const ids = new Correspondence();
    const [ours, theirs] = ['a', 'b'].map((letter) => `0x${letter.repeat(64)}`);
    const { expected } = ids.answered({ n: 0, path: '/wallet/x', call: '' }, { private_key: theirs }, { private_key: ours ?? '' });
    expect(JSON.stringify(expected)).not.toContain(ours);
    expect(ids.secrets.text(`${ours} ${theirs}`)).not.toMatch(/a{64}|b{64}/);
  }); // prettier-ignore

  it('that are secrets by the names of their fields are hidden, but for what marks a repetition or is public', () => {
    const ids = new Correspondence();
    const model = { api_key: 'x', list: [{ password: 'y', idempotency_key: 'z' }], seed: 'public', name: 'x' };
    const hidden = { api_key: '[redacted]', list: [{ password: '[redacted]', idempotency_key: 'z' }], name: 'x' };
    const expected = (of: string) => ids.answered({ n: 0, path: of, call: '' }, {}, model).expected;
    expect(expected('/casino/seed')).toEqual({ ...hidden, seed: 'public' });
    expect(expected('/faucet/seed')).toEqual({ ...hidden, seed: '[redacted]' });
  }); // prettier-ignore
});
