/** Text for a terminal of any width: cells that go on in the next line, and figures and names that are made to fit. */
import { groupedDigits } from '../../../core/base/digits.ts';

/** Columns between two cells. */
const gap = 2;

/**
 * The cells in order, as many in a line as fit into `room` columns, below a label that stands once. A cell that is wider than
 * a line is cut.
 */
export function packed(label: string, cells: readonly string[], room: number): string[] {
  const width = Math.max(1, room - label.length);
  const lines: string[] = [];
  for (const cell of cells.map((text) => shortened(text, width))) {
    const last = lines.at(-1);
    if (last === undefined || last.length + gap + cell.length > width) lines.push(cell);
    else lines[lines.length - 1] = `${last}${' '.repeat(gap)}${cell}`;
  }
  return lines.map((line, index) => `${index === 0 ? label : ' '.repeat(label.length)}${line}`.trimEnd());
}

/** At most `length` columns, with an ellipsis where the end is missing. */
export function shortened(text: string, length: number): string {
  const characters = Array.from(text);
  return characters.length <= length ? text : `${characters.slice(0, Math.max(0, length - 1)).join('')}…`;
}

/** The same with the end of the text, where names of operations differ. */
export function shortenedAtStart(text: string, length: number): string {
  const characters = Array.from(text);
  return characters.length <= length ? text : `…${characters.slice(1 - length).join('')}`;
}

/** Three significant digits below a thousand, whole numbers above. */
export const figure = (value: number): string =>
  value >= 999.5 ? grouped(Math.round(value)) : String(Number(value.toPrecision(3)));

/** `1,234,567`. */
export const grouped = (value: number): string => groupedDigits(String(value));

const scales = [
  [1e3, 'k'],
  [1e6, 'M'],
  [1e9, 'G'],
  [1e12, 'T'],
] as const;

/** A figure in at most `length` columns, of at least five: in thousands, millions, … where its digits do not fit. */
export function fittedFigure(value: number, length: number): string {
  const whole = figure(value);
  if (whole.length <= length) return whole;
  for (const [unit, letter] of scales) {
    const text = `${figure(value / unit)}${letter}`;
    if (text.length <= length) return text;
  }
  return shortened(whole, length);
}
