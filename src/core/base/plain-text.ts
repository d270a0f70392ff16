/**
 * Makes external text safe to display: characters that control a terminal, hide text or reverse its order become JSON
 * escapes. In JSON text such characters occur only in strings, so that the value is unchanged.
 */

/**
 * C0 except tab and line feed, DEL, C1, marks and overrides of writing direction, uncommon line ends, and lone
 * surrogates.
 */
const unsafePattern =
  '[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069\\p{Surrogate}]';
const unsafe = new RegExp(unsafePattern, 'u');

/** The text with every unsafe character in the form `\u001b`; tabs and line feeds stay. */
export const disarmed = (text: string): string =>
  unsafe.test(text)
    ? text.replaceAll(
        new RegExp(unsafePattern, 'gu'),
        (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )
    : text;

/** The same on one line, for a place that ends with the line, such as a comment or a table row. */
export const disarmedLine = (text: string): string => disarmed(text).replaceAll('\n', '\\n');

/** Replaces lone surrogates, which UTF-8 cannot encode, by U+FFFD. */
export const wellFormed = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, '\ufffd');

/** True if `disarmed` would change the text. */
export const isUnsafe = (text: string): boolean => unsafe.test(text);
