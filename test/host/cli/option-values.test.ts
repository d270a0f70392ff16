/** The values of options on their own: boundaries, and the line that refuses a wrong one. */
import { describe, expect, it } from 'vitest';
import { FileMistake } from '../../../src/core/base/file-mistake.ts';
import { CallMistake } from '../../../src/host/app/process/exit.ts';
import { rulesWith } from '../../../src/host/cli/options/compare-rules.ts';
import { argumentOf, longFlags, nameOf, optionOf } from '../../../src/host/cli/options/option-of.ts';
import { blamed } from '../../../src/host/cli/options/option-origins.ts';
import {
  countOption,
  traceOption,
  wallOption,
  wholeOption,
} from '../../../src/host/cli/options/option-values.ts';
import type { CompareRules } from '../../../src/live/traffic/compare/rules.ts';

/** What it gives, or the line of the mistake. */
function madeBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    if (error instanceof CallMistake) return error.message;
    throw error;
  }
}

const day = 86_400_000;
const such = 'such as 200ms, 30s or 10m, at most 24d';

it.each([
  ['0s', 0, 0],
  ['0s', 1, `--step 0s: expected a duration above 0 ${such}`],
  ['1ms', 1, 1],
  ['soon', 0, `--step soon: expected a duration ${such}`],
  ['999ms', 1000, `--step 999ms: expected a duration of at least 1s, ${such}`],
  ['1s', 1000, 1000],
  ['24d', 1, 24 * day],
  ['25d', 0, `--step 25d: expected a duration ${such}`],
  ['24d 1ms', 0, `--step 24d 1ms: expected a duration ${such}`],
])('a time on the wall clock: %s, of at least %d ms', (text, leastMs, made) => {
  expect(madeBy(() => wallOption('--step', text, { leastMs }))).toBe(made);
});

it.each([
  ['0s', 0],
  ['60d', 60 * day],
  ['2932532d', 2_932_532 * day],
  ['2932533d', '--to 2932533d: expected a duration such as 30s or 2d, at most 2932532d'],
  ['x', '--to x: expected a duration such as 30s or 2d, at most 2932532d'],
])('a time within a trace: %s', (text, made) => {
  expect(madeBy(() => traceOption('--to', text))).toBe(made);
});

const wrongWhole = (text: string): string => `--port ${text}: expected a whole number from 2 to 10`;
it.each([
  ...['2', '3', '10', '010'].map((text) => [text, Number(text)] as const),
  ...['1', '11', '', '2.5', '-3', '+3', 'x3', '3x', ' 3', '1e1'].map(
    (text) => [text, wrongWhole(text)] as const,
  ),
])('a whole number from 2 to 10: %j', (text, made) => {
  expect(madeBy(() => wholeOption('--port', text, [2, 10]))).toBe(made);
});

it.each([
  ['1', 1],
  ['999999999999999', 999_999_999_999_999],
  ['1000000000000000', '--runs 1000000000000000: expected a whole number above 0'],
  ['0', '--runs 0: expected a whole number above 0'],
  ['-1', '--runs -1: expected a whole number above 0'],
  ['many', '--runs many: expected a whole number above 0'],
])('how many: %s', (text, made) => {
  expect(madeBy(() => countOption('--runs', text))).toBe(made);
});

describe('rules of a comparison', () => {
  const rules: CompareRules = {
    ignore: ['/a'],
    unordered: ['/b'],
    tolerance: new Map([
      ['/price', { kind: 'share', most: 0.5 }],
      ['/fee', { kind: 'amount', most: 3 }],
    ]),
  };
  const pointer = 'expected the end of a JSON pointer such as /price';
  const bound = 'expected a field and a share or an amount, such as /price=1% or /fee=0.01';

  it('are those of the target and of the call, which takes precedence', () => {
    const options = { ignore: ['/x', '/y'], unordered: ['/z'], tolerance: ['/price=1%', '/a=b=0.25'] };
    const made = rulesWith(rules, options);
    expect(made).toEqual({
      ignore: ['/a', '/x', '/y'],
      unordered: ['/b', '/z'],
      tolerance: new Map([
        ['/price', { kind: 'share', most: 0.01 }],
        ['/a=b', { kind: 'amount', most: 0.25 }],
        ['/fee', { kind: 'amount', most: 3 }],
      ]),
    });
    expect([...made.tolerance.keys()]).toEqual(['/price', '/a=b', '/fee']);
    expect(rulesWith(rules, { ignore: [], tolerance: [] })).toEqual(rules);
  });

  it.each([
    [{ ignore: ['/a', 'b', 'c/'] }, `--ignore b: ${pointer}`],
    [{ ignore: ['c/'] }, `--ignore c/: ${pointer}`],
    [{ unordered: ['/a', 'd'] }, `--unordered d: ${pointer}`],
    [{ tolerance: ['/price'] }, `--tolerance /price: ${bound}`],
    [{ tolerance: ['price/=1'] }, `--tolerance price/=1: ${bound}`],
    [{ tolerance: ['/price=much'] }, `--tolerance /price=much: ${bound}`],
    [{ tolerance: ['/price1%'] }, `--tolerance /price1%: ${bound}`],
    [{ tolerance: ['3'] }, `--tolerance 3: ${bound}`],
    [{ tolerance: ['=3'] }, `--tolerance =3: ${bound}`],
  ])('are refused: %j', (part, line) => {
    expect(madeBy(() => rulesWith(rules, { ignore: [], tolerance: [], ...part }))).toBe(line);
  });
});

describe('an option of a row', () => {
  const about = 'what it is';
  const shapeOf = (row: Parameters<typeof optionOf>[0]): string => {
    const option = optionOf(row);
    const { flags, long, short, defaultValue, defaultValueDescription: without, argChoices } = option;
    const made = { flags, long, short, defaultValue, without, argChoices, about: option.description };
    return JSON.stringify([option.constructor.name, nameOf(row), longFlags(option), made]);
  };

  it('has its letter, its choices and what holds without it', () => {
    expect([
      shapeOf({ flags: '--out <folder>', about, without: 'none there' }),
      shapeOf({ flags: '--quiet', about }),
      shapeOf({ flags: '--seed <seed>', about, default: '1' }),
      shapeOf({ flags: '--target <file>', about, isRequired: true }),
      shapeOf({ flags: '--with-it <a-x>', about, choices: ['a', 'b'], without: 'both' }),
      shapeOf({ flags: '--no-regressions', about }),
      shapeOf({ flags: '--set <a=b>', about, gathers: 'assignments', default: 'x' }),
      shapeOf({ flags: '--ignore <field>', about, gathers: 'list', without: 'y' }),
    ]).toMatchInlineSnapshot(`
      [
        "["Option","out","--out <folder>",{"flags":"-o, --out <folder>","long":"--out","short":"-o","without":"none there","about":"what it is"}]",
        "["Option","quiet","--quiet",{"flags":"-q, --quiet","long":"--quiet","short":"-q","about":"what it is"}]",
        "["Option","seed","--seed <seed>",{"flags":"-s, --seed <seed>","long":"--seed","short":"-s","defaultValue":"1","about":"what it is"}]",
        "["RequiredOption","target","--target <file>",{"flags":"-t, --target <file>","long":"--target","short":"-t","about":"what it is"}]",
        "["Option","with-it","--with-it <a-x>",{"flags":"--with-it <a-x>","long":"--with-it","without":"both","argChoices":["a","b"],"about":"what it is"}]",
        "["Option","no-regressions","--no-regressions",{"flags":"--no-regressions","long":"--no-regressions","about":"what it is"}]",
        "["Option","set","--set <a=b>",{"flags":"--set <a=b>","long":"--set","defaultValue":{},"without":"none","about":"what it is"}]",
        "["Option","ignore","--ignore <field>",{"flags":"--ignore <field>","long":"--ignore","defaultValue":[],"without":"none","about":"what it is"}]",
      ]
    `);
  });

  it('has no name where its flags are none', () => {
    expect(['', 'x --seed', '-s', '--', '--a-b <c>'].map((flags) => nameOf({ flags, about }))).toEqual([
      '',
      '',
      '',
      '',
      'a-b',
    ]);
    expect(longFlags(optionOf({ flags: '--a <x-y, z>', about }))).toBe('--a <x-y, z>');
  });

  it('gathers lists and assignments', () => {
    const list = optionOf({ flags: '--ignore <field>', about, gathers: 'list' }).parseArg!;
    expect(list('c', list('b', []))).toEqual(['b', 'c']);
    const set = optionOf({ flags: '--set <a=b>', about, gathers: 'assignments' }).parseArg!;
    expect(set('d=', set('b=c=d', set('b=x', { a: '1' })))).toEqual({ a: '1', b: 'c=d', d: '' });
    expect(['=x', 'x', ''].map((text) => madeBy(() => set(text, {})))).toEqual(
      ['=x', 'x', ''].map((text) => `--set ${text}: expected POLICY=VALUE`),
    );
  });

  it('and an argument with choices', () => {
    const made = [
      argumentOf({ flags: '[x...]', about }),
      argumentOf({ flags: '<y>', about, choices: ['p', 'q'] }),
    ];
    expect(
      made.map(({ argChoices, description, variadic, required }) => ({
        argChoices,
        description,
        variadic,
        required,
      })),
    ).toEqual([
      { argChoices: undefined, description: about, variadic: true, required: false },
      { argChoices: ['p', 'q'], description: about, variadic: false, required: true },
    ]);
  });
});

describe('a wrong value', () => {
  const file = { path: 'orrery.config.json', line: 2, column: 5 };
  const origins = {
    '--runs': { key: 'check.runs', file },
    '--out': { key: 'ORRERY_OUT' },
    '--a-b': { key: 'c' },
  };

  it.each([
    ['--runs lots:\nx', new FileMistake('orrery.config.json', file, 'check.runs lots:\nx')],
    ['--out: x', new CallMistake('ORRERY_OUT: x')],
    ['--a-b x', new CallMistake('c x')],
    ['--out', undefined],
    ['--outer x', undefined],
    ['--seed x', undefined],
    ['x --out y', undefined],
    ['--constructor x', undefined],
    ['', undefined],
  ])('%j is blamed on where it stands', (message, blame) => {
    const mistake = new CallMistake(message);
    const made = blamed(mistake, origins);
    if (blame === undefined) expect(made).toBe(mistake);
    else expect([made, Object.entries(made as object)]).toEqual([blame, Object.entries(blame)]);
  });

  it('of another kind stays as it is', () => {
    const errors = [new Error('--out: x'), '--out: x', undefined];
    expect(errors.map((error) => blamed(error, origins))).toEqual(errors);
    expect(blamed(errors[0], origins)).toBe(errors[0]);
  });
});
