/** Differences belong to one cause where one change of the target explains them all. */
import { describe, expect, it } from 'vitest';
import type { Cause } from '../../../src/live/conform/causes.ts';
import { keyOf, type FoundDifference } from '../../../src/live/conform/exchange.ts';
import { open } from './exchanges.ts';
import { plannedCauses, type Differs } from './planned.ts';

const status = (recorded: string, live: string): FoundDifference =>
  open({ kind: 'status', field: '', recorded, live });
const header = (name: string, recorded: string, live: string, change: Partial<FoundDifference> = {}) =>
  open({ field: `header ${name}`, recorded, live, ...change });
const value = (field: string, recorded: string, live: string) =>
  open({ kind: 'value', field, recorded, live });

/** The same differences whatever came before. */
const always =
  (table: Readonly<Record<string, readonly FoundDifference[]>>): Differs =>
  (call) =>
    table[call] ?? [];

const shortOf = ({ call, keys, followers }: Cause) => [call, keys.size, followers.length];

type Sided = readonly [call: string, difference: FoundDifference];

describe('two differences of two requests', () => {
  it.each<[string, Sided, Sided, number]>([
    ['a header of two services', ['a/B/x', header('etag', '"1"', '"2"')], ['b/B/y', header('etag', '"1"', '"2"')], 1],
    ['a header in another unit', ['a/B/x', header('age', '"1"', '"60"')], ['b/B/y', header('age', '"5"', '"300"')], 1],
    ['a header by the same amount', ['a/B/x', header('age', '"1"', '"3"')], ['b/B/y', header('age', '"10"', '"12"')], 1],
    ['a header by another amount and factor', ['a/B/x', header('age', '"1"', '"3"')], ['b/B/y', header('age', '"10"', '"13"')], 2],
    ['a header by nearly the same factor', ['a/B/x', header('age', '"1000"', '"2000"')], ['b/B/y', header('age', '"1000"', '"2001"')], 1],
    ['a header by a factor that is another one', ['a/B/x', header('age', '"1000"', '"2000"')], ['b/B/y', header('age', '"1000"', '"2003"')], 2],
    ['a header that is lacking', ['a/B/x', header('etag', '"1"', 'nothing', { kind: 'shape' })], ['b/B/y', header('etag', '"5"', 'nothing', { kind: 'shape' })], 1],
    ['two headers', ['a/B/x', header('etag', '"1"', '"2"')], ['b/B/y', header('age', '"1"', '"2"')], 2],
    ['what is left of a limit, and who is refused for it', ['a/B/x', header('x-ratelimit-remaining', '"1"', '"2"')], ['b/B/y', status('200', '429 RATE_LIMITED')], 1],
    ['what is left of a limit, anywhere', ['a/B/x', header('x-ratelimit-remaining', '"1"', '"2"')], ['b/B/y', header('x-ratelimit-remaining', '"10"', '"12"')], 1],
    ['two refusals for the rate', ['a/B/x', status('200', '429 A')], ['b/B/y', status('201', '429 A')], 1],
    ['the same two statuses in one service', ['a/B/x', status('200', '400 A')], ['a/B/y', status('200', '400 A')], 1],
    ['the same two statuses in two services', ['a/B/x', status('200', '400 A')], ['b/B/y', status('200', '400 A')], 2],
    ['the status of one code in two services', ['a/B/x', status('400 A', '409 A')], ['b/B/y', status('400 A', '409 A')], 1],
    ['two statuses of two codes in two services', ['a/B/x', status('400 A', '409 B')], ['b/B/y', status('400 A', '409 B')], 2],
    ['two statuses without a code', ['a/B/x', status('200', '201')], ['b/B/y', status('200', '201')], 2],
    ['money that is not there, in two services', ['a/B/x', status('402 INSUFFICIENT_BALANCE', '200')], ['b/B/y', status('402 INSUFFICIENT_BALANCE', '201')], 1],
    ['two pairs of statuses', ['a/B/x', status('200', '400 A')], ['a/B/y', status('200', '400 B')], 2],
    ['a code in two services', ['a/B/x', open({ kind: 'code', field: '/code', recorded: '"A"', live: '"B"' })], ['b/B/y', open({ kind: 'code', field: '/code', recorded: '"A"', live: '"B"' })], 1],
    ['codes in another case', ['a/B/x', open({ kind: 'code', field: '/code', recorded: '"A"', live: '"a"' })], ['b/B/y', open({ kind: 'code', field: '/code', recorded: '"B"', live: '"b"' })], 1],
    ['two codes', ['a/B/x', open({ kind: 'code', field: '/code', recorded: '"A"', live: '"B"' })], ['b/B/y', open({ kind: 'code', field: '/code', recorded: '"C"', live: '"B"' })], 2],
    ['a field in two places of a service', ['a/B/x', open({ field: '/one/fee' })], ['a/B/y', open({ field: '/two/fee' })], 1],
    ['a field in two services', ['a/B/x', open({ field: '/fee' })], ['b/B/y', open({ field: '/fee' })], 2],
    ['two fields of a service', ['a/B/x', open({ field: '/fee' })], ['a/B/y', open({ field: '/tax' })], 2],
    ['two kinds of one field', ['a/B/x', open({ field: '/fee' })], ['a/B/y', open({ field: '/fee', kind: 'shape' })], 2],
    ['the same words of a field', ['a/B/x', value('/state', '"a"', '"b"')], ['a/B/y', value('/state', '"a"', '"b"')], 1],
    ['other words of a field', ['a/B/x', value('/state', '"a"', '"b"')], ['a/B/y', value('/state', '"a"', '"c"')], 2],
    ['words and other texts of a field', ['a/B/x', value('/state', '"a"', '"b"')], ['a/B/y', value('/state', '"a b"', '"c"')], 2],
    ['other texts of a field', ['a/B/x', value('/state', '"a 1"', '"b 1"')], ['a/B/y', value('/state', '"a 2"', '"b 2"')], 1],
    ['items of one list', ['a/B/x', open({ kind: 'id', field: '/list/*/id' })], ['a/B/x', open({ kind: 'value', field: '/list/*/state' })], 1],
    ['items of one list of two calls', ['a/B/x', open({ kind: 'id', field: '/list/*/id' })], ['a/B/y', open({ kind: 'value', field: '/list/*/state' })], 2],
    ['items of an answer that is a list', ['a/B/x', open({ kind: 'id', field: '/*/id' })], ['a/B/x', open({ kind: 'value', field: '/*/state' })], 1],
    ['items of lists with names of one length', ['a/B/x', open({ kind: 'id', field: '/list/*/id' })], ['a/B/x', open({ kind: 'value', field: '/more/*/state' })], 2],
    ['two amounts of items of one list', ['a/B/x', open({ field: '/list/*/fee' })], ['a/B/x', open({ field: '/list/*/tax' })], 2],
    ['items of a list and of a list within', ['a/B/x', open({ kind: 'id', field: '/list/*/id' })], ['a/B/x', value('/list/one/*/state', '"a"', '"b"')], 2],
    ['fields that are no items, with names of one beginning', ['a/B/x', open({ kind: 'id', field: '/ab' })], ['a/B/x', value('/ac', '"a"', '"b"')], 2],
    ['how requests are counted, and what they are answered', ['a/B/x', header('x-ratelimit-limit', '"1"', '"2"')], ['b/B/y', open()], 2],
    ['a text and a word of one field', ['a/B/x', value('/state', '"a 1"', '"b 1"')], ['a/B/y', value('/state', '"a"', '"b"')], 2],
    ['a field in two services with names of one beginning', ['aa/B/x', open()], ['ab/B/y', open()], 2],
    ['items of two lists', ['a/B/x', open({ kind: 'id', field: '/list/*/id' })], ['a/B/x', open({ kind: 'amount', field: '/more/*/fee' })], 2],
  ])('%s', async (_what, [first, one], [second, other], count) => {
    const differs: Differs = (call, before) => {
      if (first === second) return call === first ? (before.length === 0 ? [one] : [other]) : [];
      return always({ [first]: [one], [second]: [other] })(call, before);
    };
    const { causes } = await plannedCauses([first, second], differs, { attempt: () => Promise.resolve(undefined) });
    expect(causes).toHaveLength(count);
  }); // prettier-ignore
});

describe('a difference after another one', () => {
  /** The second request differs only after the first one. */
  const after =
    (first: string, one: FoundDifference, second: string, other: FoundDifference): Differs =>
    (call, before) =>
      call === first ? [one] : call === second && before.includes(first) ? [other] : [];

  it.each<[string, Sided, Sided, boolean]>([
    ['follows a status in any service', ['a/B/x', status('200', '400 A')], ['b/B/y', open()], true],
    ['follows an amount as an amount in any service', ['a/B/x', open()], ['b/B/y', open({ field: '/balance' })], true],
    ['does not follow an amount as a status', ['a/B/x', open()], ['b/B/y', status('200', '400 A')], false],
    ['does not follow an amount of its service as a value', ['a/B/x', open()], ['a/B/y', value('/state', '"a"', '"b"')], false],
    ['does not follow a value of another service as an amount', ['a/B/x', value('/state', '"a"', '"b"')], ['b/B/y', open()], false],
    ['follows one of its kind in its service', ['a/B/x', value('/state', '"a"', '"b"')], ['a/B/y', value('/is', '"a"', '"c"')], true],
    ['does not follow one of its kind in another service', ['a/B/x', value('/state', '"a"', '"b"')], ['b/B/y', value('/is', '"a"', '"c"')], false],
    ['follows no header', ['a/B/x', header('age', '"1"', '"2"')], ['b/B/y', open()], false],
    ['follows no code', ['a/B/x', open({ kind: 'code', field: '/code' })], ['a/B/y', open({ kind: 'code', field: '/why' })], false],
    ...['message', 'error', 'hint'].map((name): [string, Sided, Sided, boolean] => [
      `follows no ${name}`, ['a/B/x', value(`/${name}`, '"a 1"', '"b 1"')], ['a/B/y', value('/is', '"a"', '"c"')], false,
    ]),
    ['follows a field that has a message within', ['a/B/x', value('/message/is', '"a 1"', '"b 1"')], ['a/B/y', value('/state', '"a"', '"c"')], true],
    ['follows a field of an error', ['a/B/x', value('/my/error', '"a 1"', '"b 1"')], ['a/B/y', value('/state', '"a"', '"c"')], true],
  ])('%s', async (_what, [first, one], [second, other], follows) => {
    const { causes, left } = await plannedCauses(['a/B/none', first, second], after(first, one, second, other));
    expect(left).toEqual([]);
    expect(causes.map(({ call, followers }) => [call, followers.length])).toEqual(
      follows ? [[first, 1]] : [[first, 0], [second, 0]],
    );
    if (follows) expect(causes[0]?.followers).toEqual([keyOf(second, other)]);
  }); // prettier-ignore

  it('that shows without it is another cause', async () => {
    const { causes } = await plannedCauses(
      ['a/B/x', 'b/B/y'],
      always({ 'a/B/x': [status('200', '400 A')], 'b/B/y': [open()] }),
    );
    expect(causes.map(shortOf)).toEqual([
      ['a/B/x', 1, 0],
      ['b/B/y', 1, 0],
    ]);
    expect(causes.map(({ exchanges }) => exchanges.length)).toEqual([1, 1]);
  });

  it.each<[string, string, FoundDifference, boolean]>([
    ['an amount of the same operation in its other style', 'a/A/x', open(), true],
    ['an amount of another operation', 'a/A/y', open(), false],
    ['an amount of another service', 'b/A/x', open(), false],
    ['a header of its other style', 'a/A/x', header('age', '"1"', '"9"'), false],
    ['a status of its other style', 'a/A/x', status('200', '400 A'), false],
    ['a state of its other style', 'a/A/x', value('/state', '"a"', '"b"'), false],
  ])('follows %s, although its answer shows nothing: %s', async (_what, silent, one, follows) => {
    const differs: Differs = (call, before) => {
      if (call === 'a/B/x') return [one];
      return call === 'c/B/z' && before.includes(silent) ? [open({ field: '/balance' })] : [];
    };
    const { causes } = await plannedCauses(['a/B/x', silent, 'c/B/z'], differs);
    expect(causes.map(({ call }) => call)).toEqual(follows ? ['a/B/x'] : ['a/B/x', 'c/B/z']);
  });
});

describe('a cause', () => {
  it('has no consequence in its own answer, nor in the same request where it does not show', async () => {
    const all = [status('200', '400 A'), open({ kind: 'shape', field: '/new' })];
    const { causes } = await plannedCauses(['a/B/x'], always({ 'a/B/x': all }));
    expect(causes.map(shortOf)).toEqual([
      ['a/B/x', 1, 0],
      ['a/B/x', 1, 0],
    ]);
    const differs: Differs = (call, before) => {
      if (call === 'a/B/x') return before.includes('d/B/w') ? [] : [open()];
      const isInOrder = /d\/B\/w.*a\/B\/x/.test(before.join(' '));
      return call === 'c/B/z' && isInOrder ? [open({ field: '/balance' })] : [];
    };
    const later = await plannedCauses(['a/B/x', 'd/B/w', 'a/B/x', 'c/B/z'], differs);
    expect(later.causes.map(shortOf)).toEqual([
      ['a/B/x', 1, 0],
      ['c/B/z', 1, 0],
    ]);
  });

  it('is that of its first occurrence, and of the requests up to it', async () => {
    const differs: Differs = (call, before) =>
      call === 'a/B/x' ? [open({ live: `"${before.length}"` })] : [];
    const calls = ['a/B/none', 'a/B/x', 'a/B/none', 'a/B/x', 'b/B/last'];
    const { causes } = await plannedCauses(calls, differs, { attempt: () => Promise.resolve(undefined) });
    expect(causes).toMatchObject([{ difference: { live: '"1"' }, source: undefined, exchanges: [] }]);
    const asked: string[][] = [];
    await plannedCauses(calls, differs, {
      attempt: ({ resolved }) => {
        asked.push((resolved.operations ?? []).map(({ do: request }) => request));
        return Promise.resolve(undefined);
      },
    });
    expect(asked[0]).toEqual(['GET /a/B/x']);
    expect(asked.flat()).not.toContain('GET /b/B/last');
  });

  it('has the differences of its smallest sequence that are of its level', async () => {
    const all = [header('age', '"1"', '"9"'), open({ kind: 'shape', field: '/new' }), open(), value('/state', '"a"', '"b"')];
    const { causes } = await plannedCauses(['a/B/x'], always({ 'a/B/x': all }));
    expect(causes.map(({ difference, keys }) => [difference.field, keys.size])).toEqual([
      ['header age', 1],
      ['/new', 1],
      ['/fee', 2],
    ]);
  }); // prettier-ignore

  it('shows the values of its smallest sequence', async () => {
    const differs: Differs = (call, before) =>
      call === 'a/B/x' ? [open({ live: `"${before.length}"` })] : [];
    const { causes } = await plannedCauses(['a/B/none', 'a/B/none', 'a/B/x'], differs);
    expect(causes).toMatchObject([{ difference: { live: '"0"' } }]);
  });

  it('is named after its call and its place, and is passed on as it is found', async () => {
    const found: Cause[] = [];
    const differs = always({ 'a/B/x': [open()], '': [status('404', '200')], 'b/B/--Up': [open()] });
    const { causes } = await plannedCauses(['a/B/x', '', 'b/B/--Up'], differs, {
      onCause: (cause) => found.push(cause),
    });
    expect(causes.map(({ source }) => source?.name)).toEqual(['conform-1-a-b-x', 'conform-2-nowhere', 'conform-3-b-b-up']);
    expect(found).toEqual(causes);
  }); // prettier-ignore

  it('is not looked for again where the same difference occurs again, or is explained', async () => {
    const drawn = open({ field: '/drawn', explanation: 'drawn' });
    let tries = 0;
    const { causes } = await plannedCauses(
      ['a/B/x', 'a/B/x', 'a/B/x'],
      always({ 'a/B/x': [open(), drawn] }),
      {
        attempt: () => {
          tries += 1;
          return Promise.resolve(undefined);
        },
      },
    );
    expect(causes.map(shortOf)).toEqual([['a/B/x', 1, 0]]);
    expect(causes[0]).toMatchObject({
      source: undefined,
      tries,
      why: 'the same requests did not show it again',
    });
  });

  it('is one of so many, and what is left is listed', async () => {
    const names = ['a', 'b', 'c', 'd'].map((service) => `${service}/B/x`);
    const differs = always(Object.fromEntries(names.map((name) => [name, [open()]])));
    const { causes, left } = await plannedCauses(names, differs, { causesMax: 2 });
    expect(causes.map(({ call }) => call)).toEqual(names.slice(0, 2));
    expect(left).toEqual(names.slice(2).map((name) => keyOf(name, open())));
    const over = await plannedCauses(names, differs, { over: () => 'the time was over' });
    expect([over.causes, over.left.length]).toEqual([[], 4]);
  });
});
