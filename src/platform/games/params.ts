/** Parsing of the parameters of a bet. Inherited properties do not count, and no value is converted. */

/** The parameters of a request, not checked yet. */
export type Params = Readonly<Record<string, unknown>>;

/** The parameter's own value; undefined when it was not sent. */
export const own = (params: Params, name: string): unknown =>
  Object.hasOwn(params, name) ? params[name] : undefined;

/** A whole number within the bounds, sent as a number; else undefined. */
export function wholeNumber(value: unknown, [min, max]: readonly [number, number]): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
    ? value
    : undefined;
}

/** One of the words; else undefined. */
export const oneOf = <Word extends string>(value: unknown, words: readonly Word[]): Word | undefined =>
  words.find((word) => word === value);

/** A number of at most two decimals as whole hundredths, within bounds that are hundredths too; else undefined. */
export function hundredthsOf(value: unknown, [min, max]: readonly [number, number]): number | undefined {
  if (typeof value !== 'number') return undefined;
  const hundredths = Math.round(value * 100);
  return hundredths / 100 === value && hundredths >= min && hundredths <= max ? hundredths : undefined;
}
