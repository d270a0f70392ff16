/**
 * Checks paths before they are sent. A path must have one meaning for every proxy, router and file system, so that a
 * request stays below the address in the target file.
 */

/**
 * Why the path must not be sent; undefined if it may. Characters that are encoded later are not checked. The function
 * uses nothing outside itself, because its text is also part of the k6 script.
 */
export function pathMistake(path: string): string | undefined {
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- the text of this function stands alone in the script
  const isSteering = (text: string): boolean => {
    for (const character of text)
      if (character < ' ' || character === '\u007f' || character === '\\') return true;
    return false;
  };
  if (!path.startsWith('/')) return 'it does not begin with a slash';
  if (path.includes('//')) return 'it has an empty segment';
  if (isSteering(path)) return 'it has a control character or a backslash';
  // Some servers decode more than once.
  let plain = path.replace(/[\u0080-\uffff]/g, 'x');
  for (let round = 0; round < 4 && plain.includes('%'); round += 1) {
    plain = plain.replace(/%([0-9a-fA-F]{2})/g, (_whole, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (isSteering(plain)) return 'it has an encoded control character or backslash';
    if (plain.split('/').length > path.split('/').length) return 'it has an encoded slash';
    // Bytes that UTF-8 never contains; lenient decoders read a dot or a slash in the following bytes.
    if (/[\u00c0\u00c1\u00f5-\u00ff]/.test(plain)) return 'it is no UTF-8';
  }
  // Some servers treat text after a semicolon as a parameter of the segment.
  const isDots = plain.split('/').some((segment) => /^\.{1,2}(?:;.*)?$/.test(segment));
  return isDots ? 'it has a segment of dots' : undefined;
}
