/** An answer as lines of JSON for a report, with the fields that differ marked. Bounded, whatever a target answers. */
import { shown, type Difference } from './difference.ts';

/** One line; `isChanged` marks a field that differs from the other answer. */
export interface ShownLine {
  readonly text: string;
  readonly isChanged: boolean;
}

/** One side of a comparison, without secrets. At most 40 lines of 160 characters. */
export interface ShownAnswer {
  /** 0 where there is no answer. */
  readonly status: number;
  readonly lines: readonly ShownLine[];
}

/** Both answers to one request. */
export interface ShownAnswers {
  readonly expected: ShownAnswer;
  readonly live: ShownAnswer;
}

const stepLengthMax = 400;

/** A text for a sequence diagram, at most 400 characters. */
export const stepText = (text: string): string =>
  text.length <= stepLengthMax ? text : `${text.slice(0, stepLengthMax - 3)}...`;

/** An answer in one line, for a sequence diagram. */
export const lineOf = ({ lines }: ShownAnswer): string =>
  stepText(lines.map(({ text }) => text.trim()).join(' '));

interface Line {
  readonly text: string;
  /** A pointer with `*` for list positions; empty for a bracket that closes. */
  readonly field: string;
  /** The value as differences show it; undefined where the line only opens one. */
  readonly value: string | undefined;
}

const [linesMax, readMax, textMax, around] = [40, 2_000, 160, 2];

/** Both answers, with what `differences` name marked. The bodies are without secrets. */
export function shownAnswers(
  expected: { readonly status: number; readonly body: unknown },
  live: { readonly status: number; readonly body: unknown },
  differences: readonly Difference[],
): ShownAnswers {
  const side = (of: typeof live, valueOf: (difference: Difference) => string): ShownAnswer => ({
    status: of.status,
    lines: markedLines(of.body, differences, valueOf),
  });
  return {
    expected: side(expected, ({ recorded }) => recorded),
    live: side(live, (difference) => difference.live),
  };
}

function markedLines(
  body: unknown,
  differences: readonly Difference[],
  valueOf: (difference: Difference) => string,
): ShownLine[] {
  const headers = differences
    .filter(({ field }) => field.startsWith('header '))
    .map((each) => ({ text: clip(`${each.field.slice(7)}: ${valueOf(each)}`), isChanged: true }));
  const lines: Line[] = [];
  addLines(lines, body, { field: '', indent: '', name: '', end: '' });
  const changed = new Set(differences.flatMap((each) => indexesOf(each.field, valueOf(each), lines)));
  return [...headers, ...excerpt(lines, changed)];
}

/** Lines of a field. In a list, those with the value that differs; all of the field if none has it. */
function indexesOf(field: string, value: string, lines: readonly Line[]): number[] {
  if (field === '' || field.startsWith('header ')) return [];
  const own = lines.flatMap((line, index) =>
    line.field === field || line.field.startsWith(`${field}/`) ? [index] : [],
  );
  if (!field.includes('*')) return own;
  const exact = own.filter((index) => lines[index]?.value === value);
  return exact.length > 0 ? exact : own;
}

/** Every line where they are few; otherwise changed ones and two around each, with an ellipsis for those between. */
function excerpt(lines: readonly Line[], changed: ReadonlySet<number>): ShownLine[] {
  const isNear = (index: number): boolean => {
    for (let near = index - around; near <= index + around; near++) if (changed.has(near)) return true;
    return false;
  };
  const isShort = lines.length <= linesMax;
  const found: ShownLine[] = [];
  let isGap = false;
  for (const [index, { text }] of lines.entries()) {
    if (found.length >= linesMax) isGap = true;
    else if (isShort || (changed.size === 0 && index < linesMax) || isNear(index)) {
      if (isGap) found.push({ text: '…', isChanged: false });
      isGap = false;
      found.push({ text, isChanged: changed.has(index) });
    } else isGap = true;
  }
  return isGap ? [...found, { text: '…', isChanged: false }] : found;
}

interface Place {
  readonly field: string;
  readonly indent: string;
  /** `"name": `, or nothing in a list. */
  readonly name: string;
  /** A comma, or nothing after the last. */
  readonly end: string;
}

/** Adds the lines of a value as `JSON.stringify(value, null, 2)` has them, 2,000 at most. */
function addLines(lines: Line[], value: unknown, place: Place): void {
  const { field, indent, name, end } = place;
  if (lines.length >= readMax) return;
  const entries = entriesOf(value);
  if (entries === undefined || entries.length === 0) {
    const text = value === undefined ? 'no JSON' : JSON.stringify(value);
    lines.push({ text: clip(`${indent}${name}${text}${end}`), field, value: shown(value) });
    return;
  }
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  lines.push({ text: clip(`${indent}${name}${open}`), field, value: undefined });
  for (const [index, [key, item]] of entries.entries())
    addLines(lines, item, {
      field: Array.isArray(value) ? `${field}/*` : `${field}/${key}`,
      indent: `${indent}  `,
      name: Array.isArray(value) ? '' : `${JSON.stringify(key)}: `,
      end: index === entries.length - 1 ? '' : ',',
    });
  lines.push({ text: clip(`${indent}${close}${end}`), field: '', value: undefined });
}

function entriesOf(value: unknown): [string, unknown][] | undefined {
  return typeof value === 'object' && value !== null ? Object.entries(value) : undefined;
}

const clip = (text: string): string => (text.length <= textMax ? text : `${text.slice(0, textMax - 3)}...`);
