/** The steps of shrinking one by one: what each tries, that it makes a scenario smaller, and what stays whole. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDuration } from '../../../src/core/base/time.ts';
import type { OperationSource } from '../../../src/simulation/scenario/schema.ts';
import { exactText, normalized, withoutIdleLabels } from '../../../src/verification/check/normalized.ts';
import {
  fewOfOneKind,
  lastOf,
  onlyNeeded,
  withoutKinds,
} from '../../../src/verification/check/operation-kinds.ts';
import { shrink, smallerThan, whole, withTimes } from '../../../src/verification/check/shrink.ts';
import { shrinkToLast } from '../../../src/verification/check/shrink-to-last.ts';
import type { ScenarioSource } from '../../../src/verification/check/source.ts'; // prettier-ignore

const operation = (n: number | string, more: Partial<OperationSource> = {}): OperationSource => ({
  by: 'a',
  do: `GET /x/${n}`,
  ...more,
});
const head = { name: 'n', seed: '1', for: '1s' };
const scenario = (operations: readonly OperationSource[], more: object = {}): ScenarioSource => ({
  ...head,
  ...more,
  operations: [...operations],
});

const [plain, parts, faults, policies, operations, shorter, agents, earlier, plainer, population] = Array.from({ length: 10 }, (_, n) => n) as [number, number, number, number, number, number, number, number, number, number]; // prettier-ignore

/** What one step tries, in its order. */
const tried = (source: ScenarioSource, step: number): ScenarioSource[] =>
  [...smallerThan(source, step)].filter((smaller) => smaller.step === step).map((smaller) => smaller.source);

const pathsOf = ({ operations: list = [] }: ScenarioSource): string =>
  list.map(({ do: call }) => call.slice('GET /x/'.length)).join('');

const many = (text: string): ScenarioSource => scenario(Array.from(text).map((name) => operation(name)));

describe('a step of shrinking', () => {
  it('tries every other step after it, each once', () => {
    const source = scenario([operation(1), operation(2)], { network: {}, policies: { a: '1', b: '2' } });
    for (let first = 0; first < 10; first++) {
      const seen = [...smallerThan(source, first)].map(({ step }) => step);
      const order = seen.filter((step, index) => step !== seen[index - 1]);
      expect(order).toEqual(order.toSorted((one, other) => ((one - first + 10) % 10) - ((other - first + 10) % 10)));
      expect(new Set(order)).toEqual(new Set([parts, policies, operations]));
    }
  }); // prettier-ignore

  it('writes it in plain words, where it is not', () => {
    const source = scenario([operation(1, { at: '60000ms', as: 'idle' })], { for: '1500ms' });
    expect(tried(source, plain)).toEqual([scenario([operation(1, { at: '1m' })], { for: '1s500ms' })]);
    expect(tried(scenario([{ at: '1m', ...operation(1) }]), plain)).toEqual([]);
  });

  it('takes away each part of what surrounds the operations', () => {
    const around = { population: [], network: {}, faults: [], policies: {}, profile: 'x', start: 'y' };
    const source = scenario([], around);
    expect(tried(source, parts)).toEqual(
      Object.keys(around).map((part) => Object.fromEntries(Object.entries(source).filter(([name]) => name !== part))),
    );
    expect(tried(scenario([]), parts)).toEqual([]);
  }); // prettier-ignore

  it('takes away single faults and policies, of two at least', () => {
    const source = (list: number[]) => scenario([], { faults: list, policies: Object.fromEntries(list.map((n) => [`p${n}`, 'x'])) });
    expect(tried(source([1, 2, 3]), faults).map((each) => each.faults)).toEqual([[2, 3], [1, 3], [1, 2]]);
    expect(tried(source([1, 2]), policies).map((each) => Object.keys(each.policies ?? {}))).toEqual([['p2'], ['p1']]);
    expect([tried(source([1]), faults), tried(source([1]), policies), tried(scenario([]), policies)]).toEqual([[], [], []]);
  }); // prettier-ignore

  it.each([
    ['abcd', ['ab', 'cd', 'abc', 'abd', 'acd', 'bcd']],
    ['abcde', ['ab', 'de', 'bcde', 'abc', 'abe', 'acde'.replace('c', 'd').replace('adde', 'ade'), 'bcde', 'abcd', 'abce', 'abde', 'acde', 'bcde']],
    ['ab', ['a', 'b']],
    ['a', []],
    ['', []],
  ])('takes halves of %s out from the end, then smaller pieces', (text, left) => {
    const found = tried(many(text), operations).map(pathsOf);
    if (text.length < 5) expect(found).toEqual(left);
    // Whatever the pieces: each is what remains without one run of operations, the larger ones first.
    for (const each of found) {
      const start = Array.from(text).findIndex((name, index) => each[index] !== name);
      const size = text.length - each.length;
      expect(text.slice(0, start) + text.slice(start + size)).toBe(each);
    }
    const sizes = found.map((each) => text.length - each.length);
    const wanted = new Set([Math.ceil(text.length / 2), 1]);
    if (text.length > 1) for (const size of wanted) expect(sizes).toContain(size);
    for (const n of Array.from(text).keys()) if (text.length > 1) expect(found).toContain(text.slice(0, n) + text.slice(n + 1));
  }); // prettier-ignore

  it('leaves no operation only where behaviours act', () => {
    expect(tried(scenario([operation('a')], { population: [{}] }), operations).map(pathsOf)).toEqual(['']);
  });

  it('leaves out what refers to what it has taken out', () => {
    const source = scenario([operation('a', { as: 'one' }), operation('${one:/id}')]);
    expect(tried(source, operations).map(({ operations: list }) => list)).toEqual([[operation('a')]]);
  }); // prettier-ignore

  it.each<[string, string | undefined, string[]]>([
    ['4d', undefined, ['1s', '1m', '1h', '1d', '2d', '3d']],
    ['3d', '1h', ['1h', '1d', '2d']],
    ['1h', '1h', []],
    ['61m', '59m', ['1h']],
    ['1s', undefined, []],
  ])('ends after %s sooner, and not before the last operation at %s', (length, at, lengths) => {
    const source = scenario([operation(1, at === undefined ? {} : { at })], { for: length });
    expect(tried(source, shorter).map((each) => each.for)).toEqual(lengths);
  });

  it('lets an operation come earlier: at once, in plain words, or at a round time that is no earlier than the one before', () => {
    const source = scenario([operation(1), operation(2, { at: '90m' }), operation(3, { at: '7200000ms' })], { for: '3h' });
    expect(tried(source, earlier).map(({ operations: list = [] }) => list.map(({ at }) => at))).toEqual([
      [undefined, undefined, '7200000ms'], [undefined, '1h30m', '7200000ms'], [undefined, '1s', '7200000ms'], [undefined, '1m', '7200000ms'], [undefined, '1h', '7200000ms'],
      [undefined, '90m', undefined], [undefined, '90m', '2h'],
    ]);
    const later = scenario([operation(1, { at: '1h' }), operation(2, { at: '1d' })], { for: '3d' });
    expect(tried(later, earlier).map(({ operations: list = [] }) => list.map(({ at }) => at)).slice(-2)).toEqual([['1h', undefined], ['1h', '1h']]);
  }); // prettier-ignore

  it('leaves out single fields of bodies, queries and headers, and whole queries and headers', () => {
    const source = scenario([operation(1), operation(2, { headers: { h: '1' }, query: { q: '1', r: '2' }, body: { b: 1, c: null } })]);
    expect(tried(source, plainer).map(({ operations: [, second] = [] }) => [second?.headers, second?.query, second?.body])).toEqual([
      [undefined, { q: '1', r: '2' }, { b: 1, c: null }], [{}, { q: '1', r: '2' }, { b: 1, c: null }],
      [{ h: '1' }, undefined, { b: 1, c: null }], [{ h: '1' }, { r: '2' }, { b: 1, c: null }], [{ h: '1' }, { q: '1' }, { b: 1, c: null }],
      [{ h: '1' }, { q: '1', r: '2' }, { c: null }], [{ h: '1' }, { q: '1', r: '2' }, { b: 1 }],
    ]);
    for (const body of ['x', ['a'], null, 7]) expect(tried(scenario([operation(1, { body })]), plainer)).toEqual([]);
  }); // prettier-ignore

  it('lets an agent that came earlier do what a later one did', () => {
    const by = (names: string) => scenario(Array.from(names).map((name) => operation(1, { by: name })));
    const namesIn = ({ operations: list = [] }: ScenarioSource) => list.map((each) => each.by).join('');
    expect(tried(by('abca'), agents).map(namesIn)).toEqual(['abaa', 'abba', 'aaca']);
    expect(tried(by('aa'), agents)).toEqual([]);
  });

  it('takes away groups, and agents of a group', () => {
    const group = (agent: string, count?: number) => ({ agent, ...(count === undefined ? {} : { count }) });
    const source = (...groups: object[]) => scenario([], { population: groups });
    const groupsIn = (each: ScenarioSource) => each.population;
    expect(tried(source(group('a', 20)), population).map(groupsIn)).toEqual([[group('a', 1)], [group('a', 4)], [group('a', 16)]]);
    expect(tried(source(group('a'), group('b', 2)), population).map(groupsIn)).toEqual([[group('b', 2)], [group('a')], [group('a'), group('b', 1)]]);
    expect(tried(source(group('a', 1)), population)).toEqual([]);
  }); // prettier-ignore
});

describe('shrinking', () => {
  it('goes on with the step that helped, and ends at the bound of its tries or from outside', async () => {
    const source = many('abcdefgh');
    const always = async (): Promise<boolean> => true;
    const never = async (): Promise<boolean> => false;
    expect(await shrink(source, always, { triesMax: 0 })).toEqual({ source, tries: 0 });
    expect((await shrink(source, always, { triesMax: 2 })).tries).toBe(2);
    expect(pathsOf((await shrink(source, always)).source)).toHaveLength(1);
    const all = [...smallerThan(source, 0)].length;
    expect(await shrink(source, never)).toEqual({ source, tries: all });
    let asked = 0;
    expect((await shrink(source, never, { isOver: () => ++asked > 3 })).tries).toBe(3);
    // The first candidate of the step that helped comes next.
    const seen: string[] = [];
    await shrink(scenario([operation('a'), operation('b')], { network: {}, start: '' }), async (each) => {
      seen.push(Object.keys(each).join());
      return each.network === undefined && pathsOf(each) === 'ab';
    });
    expect(seen.slice(0, 3)).toEqual(['name,seed,for,start,operations', 'name,seed,for,operations', 'name,seed,for,operations']);
  }); // prettier-ignore
});

describe('a list of operations', () => {
  it('has the time of each, and is the same once it is written again', () => {
    const timed = fc.array(fc.record({ n: fc.nat({ max: 9 }), afterMs: fc.constantFrom(0, 0, 1, 1_000, 3_600_000) }), { maxLength: 6 });
    fc.assert(
      fc.property(timed, (steps) => {
        let atMs = 0;
        const list = steps.map(({ n, afterMs }) => ({ atMs: (atMs += afterMs), operation: operation(n) }));
        expect(withTimes(whole(list))).toEqual(list);
        for (const [index, { at }] of whole(list).entries()) expect(at !== undefined).toBe((steps[index]?.afterMs ?? 0) > 0);
      }),
      { numRuns: 40 },
    );
    expect(withTimes([operation(1, { at: 'x' }), operation(2)]).map(({ atMs }) => atMs)).toEqual([0, 0]);
  }); // prettier-ignore

  it('leaves out what refers to nothing, or to what comes later, and labels that stand alone', () => {
    const at = (list: OperationSource[]) => whole(list.map((each, index) => ({ atMs: index, operation: each })));
    const [one, of] = [operation('a', { as: 'one' }), operation('${one:/id}', { as: 'two' })];
    expect(at([one, of]).map(({ as }) => as)).toEqual(['one', undefined]);
    expect(at([of, one])).toEqual([operation('a', { at: '1ms' })]);
    expect(at([of, operation('${two:/id}')])).toEqual([]);
    expect(withoutIdleLabels([one, operation('b', { as: 'x', body: { of: '${one:/id}' } })])).toEqual([one, operation('b', { body: { of: '${one:/id}' } })]);
  }); // prettier-ignore

  it('is normal with durations in words, without labels that stand alone, and without an empty list', () => {
    expect(normalized({ ...scenario([]), for: '0s', expect: { a: ['value==0'] } })).toEqual({ ...head, for: exactText('0s'), expect: { a: ['value==0'] } });
    expect(Object.keys(normalized(scenario([operation(1)])))).toEqual(['name', 'seed', 'for', 'operations']);
    fc.assert(
      fc.property(fc.nat({ max: 1e9 }), (ms) => {
        expect(parseDuration(exactText(`${ms}ms`))).toBe(ms);
        expect(exactText(exactText(`${ms}ms`))).toBe(exactText(`${ms}ms`));
      }),
      { numRuns: 30 },
    );
  }); // prettier-ignore
});

describe('operations by kind', () => {
  const buy = (amount: string, more: object = {}) =>
    operation('buy', { do: 'POST /x/buy', body: { amount, side: 'long' }, ...more });

  it('are those of one agent, path and words, whatever their numbers and ids', () => {
    const kinds = (list: OperationSource[]) => withoutKinds(scenario([...list, operation('last')])).length - 1;
    expect(kinds([buy('1'), buy('2.5')])).toBe(1);
    expect(kinds([buy('1'), buy('1', { by: 'b' })])).toBe(2);
    expect(kinds([buy('1'), buy('1', { body: { amount: '1', side: 'short' } })])).toBe(2);
    expect(kinds([operation('${one:/id}'), operation(`esc_${'a'.repeat(16)}`), operation(12)])).toBe(1);
    expect(kinds([operation('a', { body: null }), operation('a', { body: { n: 7, is: true } })])).toBe(1);
  }); // prettier-ignore

  it('go together, but for the last one', () => {
    const source = scenario([buy('1'), operation('other'), buy('2'), buy('3')]);
    const [withoutBuys, withoutOther] = withoutKinds(source).map((change) => change(source).operations?.map(({ do: call }) => call));
    expect([withoutBuys, withoutOther]).toEqual([['GET /x/other', 'POST /x/buy'], ['POST /x/buy', 'POST /x/buy', 'POST /x/buy']]);
  }); // prettier-ignore

  it('are tried a few at a time before the last one, the latest of each, with what they need', () => {
    const register = operation('register', { by: 'b' });
    const source = scenario([register, operation('a', { by: 'b', as: 'made' }), buy('1'), buy('2'), operation('${made:/id}', { by: 'a' })]);
    const lists = [...fewOfOneKind(source, 2)].map(({ operations: list = [] }) => list.map(({ do: call, body }) => `${call.split('/').at(-1)}${(body as { amount?: string } | undefined)?.amount ?? ''}`));
    const last = ['register', 'a'];
    expect(lists.map((list) => list.slice(0, -1))).toEqual([
      [...last, 'buy1'], [...last, 'buy1'], [...last, 'buy1'], [...last, 'buy1', 'buy2'], [...last, 'buy1', 'buy2'],
    ].map((list) => list));
    expect([...fewOfOneKind(scenario([]), 2)]).toEqual([]);
  }); // prettier-ignore

  it('of the agent of the last one are kept with what they refer to', () => {
    const source = scenario([operation('x', { by: 'c' }), operation('m', { by: 'b' }), operation('n', { by: 'b', as: 'n' }), operation('1'), operation('${n:/id}')]);
    expect(onlyNeeded(source).operations?.map(({ do: call }) => call)).toEqual(['GET /x/m', 'GET /x/n', 'GET /x/1', 'GET /x/${n:/id}']);
  }); // prettier-ignore

  it('are told by what they send alone', () => {
    const sent = lastOf(scenario([operation('a'), operation('b', { at: '1h', as: 'x', by: 'c' })]));
    expect([sent, lastOf(head as ScenarioSource)]).toEqual([JSON.stringify({ do: 'GET /x/b' }), '{}']);
  });
});

describe('shrinking around the last operation', () => {
  it('keeps a time that matters, and gives up the network and the faults where they do not', async () => {
    const timed = scenario([operation('a'), operation('b', { at: '1h' })], { network: {}, faults: [{}], for: '2h' });
    const { source } = await shrinkToLast(timed, async ({ operations: list = [] }) => withTimes(list).at(-1)?.atMs === 3_600_000);
    expect([source.operations, source.network, source.faults]).toEqual([[operation('b', { at: '1h' })], undefined, undefined]);
    const needed = await shrinkToLast(timed, async (each) => each.network !== undefined);
    expect([needed.source.network, needed.source.faults, needed.isFinished]).toEqual([{}, undefined, true]);
  }); // prettier-ignore

  it('is not finished at the bound of its tries', async () => {
    const { tries, isFinished, source } = await shrinkToLast(many('abcdef'), async () => false, {
      triesMax: 4,
    });
    expect([tries, isFinished, pathsOf(source)]).toEqual([4, false, 'abcdef']);
  });
});
