/**
 * The one place where Orrery writes to stdout and stderr. Text may come from a target, a trace or an untrusted file:
 * whatever would steer the terminal is shown as an escape. In JSON that escape is the character itself.
 */
import { disarmed, disarmedLine } from '../../../core/base/plain-text.ts';

/** Text on stdout. */
export function say(text: string): void {
  process.stdout.write(disarmed(text));
}

/** A result object on stdout, alone on its line. */
export const sayJson = (value: unknown): void => say(`${JSON.stringify(value)}\n`);

/** Text on stderr. */
export function complain(text: string): void {
  process.stderr.write(disarmed(text));
}

/** What our own texts paint with; nothing else of this kind passes. */
// oxlint-disable-next-line no-control-regex -- the escapes that our own colours are made of
const paint = /(\u001b\[(?:0|1|2|31|32)m)/;

/** Text on stdout whose colours stay: only for what no target has said. */
export function sayPainted(text: string): void {
  process.stdout.write(
    text
      .split(paint)
      .map((part, index) => (index % 2 === 1 ? part : disarmed(part)))
      .join(''),
  );
}

/** True where stdout is a terminal that shows colours (https://no-color.org). */
export const isPainted = (): boolean => process.stdout.isTTY && (process.env['NO_COLOR'] ?? '') === '';

const lineStart = '\r\u001b[K';

/** One line on a terminal that the next one replaces; an empty text removes it. */
export function showStatus(text: string): void {
  process.stderr.write(lineStart + disarmedLine(text));
}

/** Puts a terminal back as a status line leaves it: an empty line and a visible cursor. */
export function restoreTerminal(): void {
  if (process.stderr.isTTY) process.stderr.write(`${lineStart}\u001b[?25h`);
}
