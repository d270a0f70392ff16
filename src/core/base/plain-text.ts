/**
 * Text from outside, made harmless to read: characters that steer a terminal, hide text or reverse its order are shown as
 * escapes of JSON. In a JSON text such characters stand in strings alone, so that its value stays the same.
 */

/**
 * C0 but tab and line feed, DEL, C1, the marks and overrides of writing direction, the line ends that only some programs
 * know, and halves of surrogate pairs.
 */
const unsafePattern =
  '[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069\\p{Surrogate}]';
const unsafe = new RegExp(unsafePattern, 'u');

/** The text with every unsafe character as `\u001b`; tabs and line feeds stay. */
export const disarmed = (text: string): string =>
  unsafe.test(text)
    ? text.replaceAll(
        new RegExp(unsafePattern, 'gu'),
        (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )
    : text;

/** The same on one line: for a place that ends with the line, such as a remark or a row of a table. */
export const disarmedLine = (text: string): string => disarmed(text).replaceAll('\n', '\\n');

/** Halves of surrogate pairs, which no UTF-8 can hold, as U+FFFD. */
export const wellFormed = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, '\ufffd');

export const isUnsafe = (text: string): boolean => unsafe.test(text);
