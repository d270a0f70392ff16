/** Changes of one field of an answer, from the finest to the coarsest. */

export const changeNames = ['slightly', 'more', 'other', 'absent'] as const;
export type ChangeName = (typeof changeNames)[number];
/** A change by its name, or another value in its place. */
export type FieldChange = ChangeName | { readonly put: unknown };

type Change = (value: unknown) => unknown;

const isInstant = (text: string): boolean => /^\d{4}-\d\d-\d\dT/.test(text);
const isNumeric = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);

/** One unit of the last place that is shown. */
function slightly(value: unknown): unknown {
  if (typeof value === 'number') return Number.isInteger(value) ? value + 1 : value + 1e-6;
  if (typeof value !== 'string') return other(value);
  if (isInstant(value)) return new Date(Date.parse(value) + 1).toISOString();
  if (!isNumeric(value)) return other(value);
  const digits = value.split('.')[1]?.length ?? 0;
  return (Number(value) + 10 ** -digits).toFixed(digits);
}

function more(value: unknown): unknown {
  if (typeof value === 'number') return value * 2 + 1;
  if (typeof value !== 'string') return other(value);
  if (isInstant(value)) return new Date(Date.parse(value) + 86_400_000).toISOString();
  return isNumeric(value) ? String(Number(value) * 2 + 1) : other(value);
}

function other(value: unknown): unknown {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return -value - 1;
  if (value === null) return '1';
  return `${value as string}1`;
}

const changes: Readonly<Record<ChangeName, Change>> = {
  slightly,
  more,
  other,
  absent: () => undefined,
};

/** A copy in which the first value at `path` is changed; `[]` is an item of a list, `*` a member of an object. */
export function changed(value: unknown, path: readonly string[], name: FieldChange): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return typeof name === 'string' ? changes[name](value) : name.put;
  if (first === '[]') {
    const list = value as readonly unknown[];
    const place = list.findIndex((item) => has(item, rest));
    return list.map((item, index) => (index === place ? changed(item, rest, name) : item));
  }
  const member = first === '*' ? Object.keys(value as object)[0] : first;
  if (member === undefined) return value;
  const inner = (value as Record<string, unknown>)[member];
  // What an open object has is an object again, such as a balance by chain.
  const isDeep = first === '*' && typeof inner === 'object' && inner !== null;
  return { ...(value as object), [member]: changed(inner, isDeep ? ['*'] : rest, name) };
}

/** True where a value has something at the path. */
function has(value: unknown, path: readonly string[]): boolean {
  const [first, ...rest] = path;
  if (first === undefined || first === '*') return true;
  if (typeof value !== 'object' || value === null) return false;
  if (first === '[]') return Array.isArray(value) && value.some((item) => has(item, rest));
  return first in value && has((value as Record<string, unknown>)[first], rest);
}
