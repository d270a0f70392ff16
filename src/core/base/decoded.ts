/** Percent-encoding undone. */

/** The text without its percent-encoding; where that is broken, what `otherwise` makes of it, or the text as it is. */
export function decoded(text: string, otherwise: (broken: string) => string = (broken) => broken): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return otherwise(text);
  }
}
