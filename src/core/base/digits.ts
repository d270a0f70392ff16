/** Digits as people write them, in time that grows with their number. */

/** `12300` is `123`; nothing is left of zeros alone. */
export function withoutEndingZeros(digits: string): string {
  return withoutEnding(digits, '0');
}

/** A text without so many of this character as it ends with. */
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
