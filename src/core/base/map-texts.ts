/** Walks the texts of a JSON value. */

/** The value with every text replaced; field names stay. `map` gets the nearest field name, empty for none. */
export function mapTexts(
  value: unknown,
  map: (text: string, field: string) => unknown,
  field: string = '',
): unknown {
  if (typeof value === 'string') return map(value, field);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map, field));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapTexts(item, map, name)]));
}
