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

/** True where stdout is a terminal that shows colours (https://no-color.org), or is to be painted anyway. */
export function isPainted(): boolean {
  const forced = process.env['FORCE_COLOR'] ?? '';
  if (forced !== '') return forced !== '0' && forced !== 'false';
  return process.stdout.isTTY && (process.env['NO_COLOR'] ?? '') === '';
}

const lineStart = '\r\u001b[K';

/** One line on a terminal that the next one replaces; an empty text removes it. */
export function showStatus(text: string): void {
  process.stderr.write(lineStart + disarmedLine(text));
}

/** Several lines on a terminal that the next ones replace. */
export interface Screen {
  /** What is too wide is cut, and lines that the terminal has no room for are left out at the end. */
  show(lines: readonly string[]): void;
  /** Removes the lines and shows the cursor. */
  clear(): void;
}

/** The size of the terminal on stderr, in characters. */
export const terminalSize = (): { readonly columns: number; readonly rows: number } => ({
  columns: Math.max(20, process.stderr.columns || 80),
  rows: Math.max(5, process.stderr.rows || 24),
});

const wipe = '\u001b[2J\u001b[H';

/**
 * A screen on stderr, below what stands there; hides the cursor until `clear`. A terminal that changes its size breaks the
 * lines again, and where they stand is then unknown: all of it is wiped.
 */
export function startScreen(): Screen {
  let height = 0;
  let isResized = false;
  const resized = (): void => void (isResized = true);
  process.stderr.on('resize', resized);
  const back = (): string => {
    if (isResized) return wipe;
    return height === 0 ? '\r' : `\r\u001b[${height}A`;
  };
  return {
    show: (lines) => {
      const { columns, rows } = terminalSize();
      const cut = lines.slice(0, rows - 1).map((line) =>
        Array.from(disarmedLine(line))
          .slice(0, columns - 1)
          .join(''),
      );
      process.stderr.write(`\u001b[?25l${back()}${cut.map((line) => `\u001b[K${line}\n`).join('')}\u001b[J`);
      height = cut.length;
      isResized = false;
    },
    clear: () => {
      process.stderr.off('resize', resized);
      process.stderr.write(`${back()}\u001b[J\u001b[?25h`);
      height = 0;
    },
  };
}

/** Puts a terminal back as a status line leaves it: an empty line and a visible cursor. */
export function restoreTerminal(): void {
  if (process.stderr.isTTY) process.stderr.write(`${lineStart}\u001b[?25h`);
}
