/**
 * External JSON text. `JSON.parse` accepts any depth, but later recursion over the value (a comparison,
 * `JSON.stringify`) would overflow the stack; therefore text that is nested too deeply is rejected.
 */

/** No document of the platform nests deeper than ten levels. */
export const jsonDepthMax = 128;

const [quote, backslash] = [0x22, 0x5c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The value; undefined for text that is no JSON, or nests deeper than `jsonDepthMax`. */
export function readJson(text: string): unknown {
  if (!isShallow(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Counts brackets outside of strings. A text shorter than twice the limit cannot be too deep. */
export function isShallow(text: string): boolean {
  if (text.length <= 2 * jsonDepthMax) return true;
  let [depth, isInString] = [0, false];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isInString) {
      if (code === backslash) at += 1;
      else if (code === quote) isInString = false;
    } else if (code === quote) isInString = true;
    else if (code === openBracket || code === openBrace) {
      depth += 1;
      if (depth > jsonDepthMax) return false;
    } else if (code === closeBracket || code === closeBrace) depth -= 1;
  }
  return true;
}
