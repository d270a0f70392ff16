/** Texts with placeholders: what each stands for, what keeps its type, what is missing, and what means nothing. */
import type { Faker } from '@faker-js/faker';
import { describe, expect, it } from 'vitest';
import { Stream } from '../../../../src/core/kernel/stream.ts';
import {
  compileText,
  compileValue,
  missing,
  TemplateMistake,
  type KnownNames,
  type Surroundings,
} from '../../../../src/live/traffic/bench/requests/template.ts';
import { newFaker, valueTable } from '../../../../src/live/traffic/bench/requests/values.ts';

const known: KnownNames = { accounts: ['seller', 'int'], answers: ['created', 'late'] };
const created = {
  escrow_id: 'esc_1',
  fee: 0,
  list: [{ 'a/b~c': 'deep' }],
  none: null,
  is: true,
  '': { '': 'bare' },
};

function around(change: Partial<Surroundings> = {}): Surroundings {
  return {
    stream: new Stream('1', 'template'),
    faker: newFaker(),
    n: 7,
    agentIdOf: (account) => (account === 'seller' ? 'agent-9' : undefined),
    answerOf: (name) => (name === 'created' ? created : undefined),
    ...change,
  };
} // prettier-ignore

const textOf = (text: string, change?: Partial<Surroundings>): unknown =>
  compileText(text, known)(around(change));
const valueOf = (value: unknown): unknown => compileValue(value, known)(around());

describe('a text', () => {
  it.each<[string, unknown]>([
    ['', ''],
    ['plain', 'plain'],
    ['$5 {n} ${', '$5 {n} ${'],
    ['${n}', 7],
    ['${n}${n}', '77'],
    [' ${n}', ' 7'],
    ['${n} ', '7 '],
    ['${seller}', 'agent-9'],
    ['for ${seller}, ${n}', 'for agent-9, 7'],
    ['${created:/escrow_id}', 'esc_1'],
    ['/x/${created:/escrow_id}/y', '/x/esc_1/y'],
    ['${created:/fee}', 0],
    ['${created:/list/0/a~1b~0c}', 'deep'],
    ['${created://}', 'bare'],
    // An account of an agent that has none yet, an answer that has not come, and what is no text and no number.
    ['${int}', missing],
    ['to ${int}', missing],
    ['${late:/escrow_id}', missing],
    ['x${late:/escrow_id}', missing],
    ['${created:/none}', missing],
    ['${created:/is}', missing],
    ['${created:/list}', missing],
    ['${created:/list/1}', missing],
    ['${created:/fee/x}', missing],
    ['${created:/toString}', missing],
  ])('%j becomes %s', (text, made) => expect(textOf(text)).toBe(made));

  it('has each value in the form of its place, and itself as it is', () => {
    const escape = (part: string): string => encodeURIComponent(part);
    const filled = compileText('/a b/${seller}/${created:/list/0/a~1b~0c}', known, escape);
    expect(filled(around({ agentIdOf: () => 'x/y z' }))).toBe('/a b/x%2Fy%20z/deep');
    expect(compileText('${seller}', known, escape)(around({ agentIdOf: () => 'x/y' }))).toBe('x/y');
  });

  it('draws with a generator that is seeded from the stream before each value', () => {
    const seeds: number[] = [];
    const stream = { word: () => 40 + seeds.length, integer: () => 1 } as unknown as Stream;
    const faker = { seed: (seed: number) => void seeds.push(seed) } as unknown as Faker;
    expect(textOf('${int 3 9} ${pick a b}', { stream, faker })).toBe('4 b');
    expect(seeds).toEqual([40, 41]);
  });

  it('draws another value in each iteration, and the same from the same stream', () => {
    const draw = compileText('${uuid} ${sentence} ${usdc-text 1 9}', known);
    const once = around();
    const [first, second] = [draw(once), draw(once)];
    expect(first).not.toBe(second);
    expect(draw(around())).toBe(first);
  });

  it.each(Object.entries(valueTable))('of the table, %s, is drawn as its usage says', (name, { usage, about }) => {
    expect(usage).toMatch(new RegExp(`^\\$\\{${name}(?: [^{}]+)?\\}$`));
    expect(['string', 'number']).toContain(typeof textOf(usage));
    expect(about).toMatch(/^[a-z]/);
    const padded = usage.replace('{', '{  ').replace('}', ' }').replaceAll(/(\w) (\w)/g, '$1   $2');
    expect(textOf(padded)).toBe(textOf(usage));
  }); // prettier-ignore
});

describe('a value', () => {
  it('has its texts filled in, and all else as it is', () => {
    const value = { a: '${n}', b: ['${seller}', 1, null, true], c: { d: 'x${n}' }, e: null, f: 2.5 };
    expect(valueOf(value)).toEqual({ a: 7, b: ['agent-9', 1, null, true], c: { d: 'x7' }, e: null, f: 2.5 });
    expect([valueOf(null), valueOf(5), valueOf('${n}'), valueOf([]), valueOf({})]).toEqual([null, 5, 7, [], {}]);
  }); // prettier-ignore

  it('is missing as a whole where any part of it is', () => {
    const without = '${late:/escrow_id}';
    for (const value of [[1, without], { a: 1, b: without }, { a: { b: [without] } }, [[without]]])
      expect(valueOf(value)).toBe(missing);
  });
});

describe('a placeholder that means nothing', () => {
  it.each<[string, string]>([
    ['${sellr}', '${sellr} names nothing; did you mean "seller"? expected a value or an account'],
    ['${intt 1 2}', '${intt 1 2} names nothing; did you mean "int"? expected a value or an account'],
    ['${creatd:/x}', '${creatd:/x} names nothing; did you mean "created"? expected an answer before it'],
    ['${zzzzzzzz:/x}', '${zzzzzzzz:/x} names nothing; expected an answer before it'],
    ['${toString}', '${toString} names nothing; expected a value or an account'],
    ['${created}', '${created} names nothing; expected a value or an account'],
    ['${Created:/x}', '${Created:/x} names nothing; expected a value or an account'],
    ['${created:x}', '${created:x} names nothing; expected a value or an account'],
    ['${int 2 1}', '${int 2 1} cannot be read; expected it as in ${int 1 100}'],
    ['${uuid 4}', '${uuid 4} cannot be read; expected it as in ${uuid}'],
    ['${}', '${} names nothing; expected a value or an account'],
  ])('%s is a mistake', (text, message) => {
    expect(() => compileText(`before ${text}`, known)).toThrow(TemplateMistake);
    expect(() => compileValue([{ a: text }], known)).toThrow(message);
  });
});
