/** Files of src stay below 300 lines, except those listed here with their present size; functions within 40. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { expect, it } from 'vitest';

const fileLinesMax = 299;
const functionLinesMax = 40;

/** Lines of a file, and why. */
const longFiles: Readonly<Record<string, number>> = {
  // Tables.
  'simulation/scenario/metric-table.ts': 457,
};

interface Syntax {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

const functionTypes = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];

/** What a function goes by: its own name, or that of the member or variable that it is the value of. */
const nameIn = ({ id, key }: Syntax): string | undefined =>
  ((id ?? key) as { name?: string } | null | undefined)?.name;

/** Every function with its lines, outer ones first. */
function functionsIn(text: string): (readonly [name: string, lines: number])[] {
  const found: (readonly [string, number])[] = [];
  const visit = (value: unknown, name: string): void => {
    if (Array.isArray(value)) for (const item of value) visit(item, name);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    const node = value as Syntax;
    const own = nameIn(node) ?? name;
    if (functionTypes.includes(node.type))
      found.push([own, text.slice(node.start, node.end).split('\n').length]);
    for (const part of Object.values(node)) visit(part, own);
  };
  visit(parseSync('file.ts', text).program, '');
  return found;
}

const root = fileURLToPath(new URL('../../src', import.meta.url));
const texts = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts'))
  .toSorted()
  .map((path) => [path, readFileSync(`${root}/${path}`, 'utf8')] as const);

const inOrder = (sizes: Readonly<Record<string, number>>): [string, number][] =>
  Object.entries(sizes).toSorted(([one], [other]) => (one < other ? -1 : 1));

it('no file of src is longer than it may be', () => {
  const long = texts
    .map(([path, text]): [string, number] => [path, text.split('\n').length - 1])
    .filter(([, lines]) => lines > fileLinesMax);
  expect(inOrder(Object.fromEntries(long))).toEqual(inOrder(longFiles));
});

it('no function of src is longer than it may be', () => {
  const all = texts.flatMap(([path, text]) =>
    functionsIn(text).map(([name, lines]): [string, number] => [`${path} ${name}`, lines]),
  );
  expect(all.length).toBeGreaterThanOrEqual(5_000);
  const long = all.filter(([, lines]) => lines > functionLinesMax);
  expect(long).toEqual([]);
});

it.each([
  ['const x = () => {\n\n};', [['x', 3]]],
  [
    'class A {\n  #b() {\n    return c.map(() => 1);\n  }\n}',
    [
      ['b', 3],
      ['b', 1],
    ],
  ],
  ['export function* d() {}', [['d', 1]]],
])('the count sees functions of every form: %j', (text, functions) => {
  expect(functionsIn(text)).toEqual(functions);
});
