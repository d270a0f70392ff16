/** One word of a shell command, for bash, dash, zsh and every other POSIX shell. Nothing in it is run or expanded. */
import { isUnsafe, wellFormed } from './plain-text.ts';

/** Needs no quotes, unless it starts with `=`, which zsh takes for the path of a command. */
const plainWord = /^[\w./:@%+=,-]+$/;

/**
 * The text as one argument. Characters that control a terminal are produced by `printf`. NUL and lone surrogates,
 * which no argument can hold, become U+FFFD.
 */
export const shellWord = (text: string): string =>
  plainWord.test(text) && !text.startsWith('=') ? text : quotedForShell(text);

/** The same, always in quotes, so that more may follow. */
export function quotedForShell(text: string): string {
  let quoted = '';
  for (const character of wellFormed(text.replaceAll('\0', '\ufffd'))) {
    if (character === "'") quoted += `'\\''`;
    else if (isUnsafe(character)) quoted += `'"$(printf '${octalOf(character)}')"'`;
    else quoted += character;
  }
  return `'${quoted}'`;
}

const octalOf = (character: string): string =>
  Array.from(new TextEncoder().encode(character), (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(
    '',
  );
