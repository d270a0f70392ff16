/** Percent-decoding. */

/** The decoded text; for a broken encoding the result of `otherwise`, by default the text itself. */
export function decoded(text: string, otherwise: (broken: string) => string = (broken) => broken): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return otherwise(text);
  }
}
