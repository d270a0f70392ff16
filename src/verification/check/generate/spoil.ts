/** One field of a call that is left out, of another type, or at an edge: most of what is made must be refused. */
import type { Draw } from './draw.ts';
import type { OperationDraft } from './model-state.ts';

/** Values of every JSON type, and texts and numbers that are easily taken for something else. */
const strange: readonly unknown[] = [
  null, true, false, [], {}, [1], { a: 1 }, '', ' ', 'x', '0', '-1', '1e3', '0x10', '١', 'NaN', '1.', '.5', '+1', ' 1', '1,5', '١٢',
  'x'.repeat(300), 0, -1, 1e-7, 1e21, 0.1, 1.5, 2, 99, 1_000_000.000001,
]; // prettier-ignore

/** The same for a query, which has texts only. */
const strangeTexts = [
  '',
  ' ',
  '0',
  '-1',
  '1.5',
  '1e1',
  'x',
  '101',
  '100',
  '2',
  'all',
  '2026-01-01',
  '2026-01-01T00:00:00Z',
] as const;

/** The call with one of its fields changed; undefined where it has none. */
export function spoiled(call: OperationDraft, draw: Draw): OperationDraft | undefined {
  const { makes: _, ...rest } = call;
  const { body, query } = rest;
  if (typeof body === 'object' && body !== null && Object.keys(body).length > 0) {
    const changed = withOne(body as Readonly<Record<string, unknown>>, strange, draw);
    return { ...rest, body: changed };
  }
  if (query === undefined || Object.keys(query).length === 0) return undefined;
  const changed = Object.entries(withOne(query, strangeTexts, draw));
  return { ...rest, query: Object.fromEntries(changed.map(([name, value]) => [name, String(value)])) };
}

function withOne(
  part: Readonly<Record<string, unknown>>,
  values: readonly unknown[],
  draw: Draw,
): Record<string, unknown> {
  const name = draw.pick(Object.keys(part));
  if (draw.chance(20)) return Object.fromEntries(Object.entries(part).filter(([field]) => field !== name));
  if (draw.chance(8)) return { ...part, unknown_field: draw.pick(values) };
  return { ...part, [name]: near(part[name], values, draw) };
}

/** Another value, or the same one a step to either side, or in the other notation. */
function near(value: unknown, values: readonly unknown[], draw: Draw): unknown {
  if (draw.chance(60)) return draw.pick(values);
  if (typeof value === 'number')
    return draw.pick<unknown>([
      value + 1,
      value - 1,
      0 - value,
      value + 0.000001,
      value + 0.0000001,
      String(value),
    ]);
  if (typeof value === 'string' && !value.includes('$'))
    return draw.pick<unknown>([
      `${value} `,
      value.toUpperCase(),
      value.slice(1),
      `${value}x`,
      [value],
      jsonNumber(Number(value)),
    ]);
  return draw.pick(values);
}

/** What JSON and so the file of a scenario make of a number. */
const jsonNumber = (value: number): number | null => (Number.isFinite(value) ? value : null);
