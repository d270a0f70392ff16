/** 32 bits of a text (FNV-1a). */
export function wordOf(text: string): number {
  let word = 0x811c9dc5;
  for (const character of text) word = Math.imul(word ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return word | 0;
}
