/** Formats digits in linear time. */

/** `12300` becomes `123`; zeros alone become an empty text. */
export function withoutEndingZeros(digits: string): string {
  return withoutEnding(digits, '0');
}

/** The text without a trailing run of the character. */
export function withoutEnding(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end -= 1;
  return text.slice(0, end);
}

/** `1234567` is `1,234,567`. */
export function groupedDigits(digits: string): string {
  const first = digits.length % 3;
  const groups = first === 0 ? [] : [digits.slice(0, first)];
  for (let from = first; from < digits.length; from += 3) groups.push(digits.slice(from, from + 3));
  return groups.join(',');
}
