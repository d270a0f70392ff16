/** No file of src leads back to itself through its imports; types and dynamic imports count as well. */
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { importsOf } from './source-file.ts';

type Graph = ReadonlyMap<string, readonly string[]>;

function importGraph(texts: ReadonlyMap<string, string>): Graph {
  return new Map(
    Array.from(texts, ([path, text]) => [
      path,
      importsOf(text)
        .filter(({ specifier }) => specifier.startsWith('.'))
        .map(({ specifier }) => posix.join(posix.dirname(path), specifier)),
    ]),
  );
}

/** The sets of files that all lead to each other (Tarjan 1972), each in order of names. */
function circlesIn(graph: Graph): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (file: string): void => {
    order.set(file, order.size);
    lowest.set(file, order.size - 1);
    stack.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next))
        lowest.set(file, Math.min(lowest.get(file) ?? 0, lowest.get(next) ?? Infinity));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const circle = stack.splice(stack.indexOf(file));
    if (circle.length > 1 || graph.get(file)?.includes(file) === true) found.push(circle.toSorted());
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return found.toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1));
}

it('no file of src leads back to itself', () => {
  const root = fileURLToPath(new URL('../../src', import.meta.url));
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts'));
  const graph = importGraph(new Map(files.map((path) => [path, readFileSync(`${root}/${path}`, 'utf8')])));
  expect([...graph.values()].flat().length).toBeGreaterThanOrEqual(2_000);
  expect(circlesIn(graph)).toEqual([]);
});

it.each([
  [{ 'a.ts': "import { b } from './b.ts';", 'b.ts': "import type { A } from './a.ts';" }, [['a.ts', 'b.ts']]],
  [
    {
      'a.ts': "await import('./x/b.ts');",
      'x/b.ts': "export * from './c.ts';",
      'x/c.ts': "import '../a.ts';",
    },
    [['a.ts', 'x/b.ts', 'x/c.ts']],
  ],
  [{ 'a.ts': "import { type A } from './a.ts';" }, [['a.ts']]],
  [{ 'a.ts': "import { b } from './b.ts';\nimport './c.ts';", 'b.ts': "import './c.ts';", 'c.ts': '' }, []],
])('the search sees circles of types and of dynamic imports: %j', (texts, circles) => {
  expect(circlesIn(importGraph(new Map(Object.entries(texts))))).toEqual(circles);
});
