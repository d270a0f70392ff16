/** Reads docs/extending.md: its sections, the blocks of each, and what they make of a project. */

/** A block of code of the page: a new file in full, or changes of a file that is there. */
export interface Block {
  readonly kind: 'new file' | 'change';
  readonly file: string;
  readonly text: string;
}

export interface Section {
  /** The last word of its heading: `game`. */
  readonly name: string;
  /** Files that its table names. */
  readonly listed: readonly string[];
  /** Documents that it says are generated anew. */
  readonly generated: readonly string[];
  readonly blocks: readonly Block[];
}

/** The sections of the page, in order. */
export const sectionsOf = (page: string): Section[] =>
  page
    .split(/^## /m)
    .slice(1)
    .map((text) => ({
      name: /^.*?(\w+)\n/.exec(text)?.[1] ?? '',
      listed: [...text.matchAll(/^\| `([^`]+)` +\|/gm)].map(([, file = '']) => file),
      generated: [...(/^Generated: (.*)\.$/m.exec(text)?.[1]?.matchAll(/`([^`]+)`/g) ?? [])].map(
        ([, file = '']) => file,
      ),
      blocks: [...text.matchAll(/^```(\w+) file=(\S+)\n([\s\S]*?)^```$/gm)].map(
        ([, language, file = '', code = '']) => ({
          kind: language === 'diff' ? 'change' : 'new file',
          file,
          text: code,
        }),
      ),
    }));

/** The rows of the first table: how many source files and generated documents an extension takes. */
export const statedCounts = (page: string): Record<string, readonly [sources: number, documents: number]> =>
  Object.fromEntries(
    [...page.matchAll(/^\| \[.*\]\(#an?-(\w+)\) +\| (\d+) +\| (\d+|none) +\|$/gm)].map(
      ([, name = '', sources, documents]) => [
        name,
        [Number(sources), documents === 'none' ? 0 : Number(documents)],
      ],
    ),
  );

/** The file after a block. Throws where a change does not fit exactly one place. */
export function applied({ kind, file, text }: Block, before: string | undefined): string {
  if (kind === 'new file') {
    if (before !== undefined) throw new Error(`${file} is there already; expected a new file`);
    return text;
  }
  if (before === undefined) throw new Error(`${file} is missing; expected a file to change`);
  return text
    .split('@@\n')
    .map((hunk) => hunk.split('\n').slice(0, -1))
    .reduce((whole, lines) => changed(whole, lines, file), before);
}

function changed(whole: string, lines: readonly string[], file: string): string {
  const side = (marks: string): string =>
    lines
      .filter((line) => marks.includes(line.charAt(0)))
      .map((line) => `${line.slice(1)}\n`)
      .join('');
  const [old, now] = [side(' -'), side(' +')];
  const parts = `\n${whole}`.split(`\n${old}`);
  if (old === '' || parts.length !== 2)
    throw new Error(`${file} has ${parts.length - 1} places; expected one for:\n${old}`);
  return parts.join(`\n${now}`).slice(1);
}
