/** Every text of a value replaced by another: names of fields too, and other values as they are. */
export function mappedTexts<T>(value: T, read: (text: string) => string): T {
  if (typeof value === 'string') return read(value) as T;
  if (Array.isArray(value)) return value.map((item: unknown) => mappedTexts(item, read)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, part]) => [read(name), mappedTexts<unknown>(part, read)]);
  return Object.fromEntries(fields) as T;
}
