/** Variations of a report's data: lists get longer and shorter, numbers and texts become extreme. */
import { oneOf, type DrawBelow } from '../kept-digests.ts';
import { hostileText } from './fixture.ts';

/** What a field of a name may hold; a field that is not to change has no choice but its value. */
export type Choices = Readonly<Record<string, readonly unknown[] | 'fixed'>>;

const texts = [
  '',
  'a',
  hostileText,
  'a long name '.repeat(60),
  'two\nlines \u001b[2J \u202e',
  'snake_case-name',
];
const counts = [0, 0, 1, 2, 3, 10, 99, 100, 999, 1_000, 12_345, 1_234_567, 98_765_432_101];

const isPlain = (value: object): boolean => Object.getPrototypeOf(value) === Object.prototype;

/** One in three values changes; instances of classes and what `choices` fixes stay. */
export function varied<Value>(draw: DrawBelow, value: Value, choices: Choices = {}): Value {
  return variedField(draw, { key: '', value, choices }) as Value;
}

interface Field {
  readonly key: string;
  readonly value: unknown;
  readonly choices: Choices;
}

function variedField(draw: DrawBelow, { key, value, choices }: Field): unknown {
  const choice = Object.hasOwn(choices, key) ? choices[key] : undefined;
  if (choice === 'fixed') return value;
  if (choice !== undefined) return draw(3) === 0 ? value : oneOf(draw, choice);
  if (Array.isArray(value)) return variedList(draw, { key, value, choices });
  if (typeof value === 'object' && value !== null) {
    if (!isPlain(value)) return value;
    const fields = Object.entries(value).map(([name, each]) => [
      name,
      variedField(draw, { key: name, value: each, choices }),
    ]);
    return Object.fromEntries(fields);
  }
  return draw(3) === 0 ? variedLeaf(draw, key, value) : value;
}

/** A list of numbers keeps its length: those beside it are as long. */
function variedList(
  draw: DrawBelow,
  { key, value, choices }: Field & { value: readonly unknown[] },
): unknown[] {
  const { length } = value;
  const isNumbers = typeof value[0] === 'number';
  const size = isNumbers || length === 0 ? length : oneOf(draw, [length, length, 0, 1, 2 * length + 1]);
  return Array.from({ length: size }, (_, at) =>
    variedField(draw, { key, value: value[at % length], choices }),
  );
}

function variedLeaf(draw: DrawBelow, key: string, value: unknown): unknown {
  if (typeof value === 'string') return oneOf(draw, texts);
  if (typeof value === 'boolean') return !value;
  if (typeof value !== 'number') return value;
  const sign = key.endsWith('Micros') && draw(2) === 0 ? -1 : 1;
  return sign * oneOf(draw, counts) * (Number.isInteger(value) ? 1 : 0.123);
}

/** Every list of plain objects with `count` of its entries, from the first on, and in each name its number. */
export function sized<Value extends object>(
  value: Value,
  count: number,
  kept: readonly string[] = [],
): Value {
  const fields = Object.entries(value).map(([name, each]: [string, unknown]) => {
    if (kept.includes(name)) return [name, each];
    if (Array.isArray(each)) return [name, typeof each[0] === 'object' ? sizedList(each, count) : each];
    const isNested = typeof each === 'object' && each !== null && isPlain(each);
    return [name, isNested ? sized(each, count, kept) : each];
  });
  return Object.fromEntries(fields) as Value;
}

const named = [
  'name',
  'metric',
  'message',
  'operation',
  'reason',
  'detail',
  'call',
  'property',
  'about',
  'rule',
];

const sizedList = (list: readonly object[], count: number): object[] =>
  Array.from({ length: count }, (_, at) => {
    const original = list[at % list.length];
    if (original === undefined || !isPlain(original)) return original ?? {};
    const entry = { ...original } as Record<string, unknown>;
    for (const name of named) if (typeof entry[name] === 'string') entry[name] = `${entry[name]} ${at}`;
    return entry;
  });
