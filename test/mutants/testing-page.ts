/** The tables of docs/testing.md: mutants that have to be noticed, scores of rooms, and what survives. */
import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { noticedMutants } from './noticed/table.ts';
import { scores, type RoomScore, type TriedMutant } from './rooms/score.ts';

const page = new URL('../../docs/testing.md', import.meta.url);
const start = '<!-- the rest is written by UPDATE_DOCS=1 npx vitest run test/mutants -->';

/** The page as it is, and as it has to be. Throws where its marker is missing. */
export async function testingPage(): Promise<{ found: string; expected: string }> {
  const found = readFileSync(page, 'utf8');
  const [head = '', rest] = found.split(start);
  if (rest === undefined) throw new Error(`docs/testing.md: expected the line ${start}`);
  const text = `${head}${start}\n\n${tables()}`;
  const expected = await format(text, { parser: 'markdown', printWidth: 110, proseWrap: 'preserve' });
  return { found, expected };
}

/** Puts the tables into the page. */
export const writeTestingPage = (text: string): void => writeFileSync(page, text);

const tables = (): string =>
  [
    '## Mutants that must be noticed',
    '',
    '| what breaks | mutant | noticed by |',
    '|---|---|---|',
    ...noticedMutants.map(
      ({ about, name, files }) =>
        `| ${about} | \`${name}\` | ${files.map((file) => `\`${file}\``).join(' or ')} |`,
    ),
    '',
    '## Generated mutants by room',
    '',
    '| room | mutants | sample | seed | noticed | endless | survived | unreached | score |',
    '|---|---|---|---|---|---|---|---|---|',
    ...scores().map(scoreRow),
    '',
    '## Survivors of the samples',
    '',
    '| place | verdict | code | replaced by |',
    '|---|---|---|---|',
    ...scores().flatMap(({ tried }) => tried.filter(isLeft).map(survivorRow)),
    '',
  ].join('\n');

const isLeft = ({ verdict }: TriedMutant): boolean => verdict === 'survived' || verdict === 'unreached';

function scoreRow({ room, total, seed, tried, percent }: RoomScore): string {
  const count = (wanted: string): number => tried.filter(({ verdict }) => verdict === wanted).length;
  const counts = ['noticed', 'endless', 'survived', 'unreached'].map(count);
  return `| ${room} | ${total} | ${tried.length} | \`${seed}\` | ${counts.join(' | ')} | ${percent}% |`;
}

const survivorRow = ({ file, line, verdict, original, replacement }: TriedMutant): string =>
  `| ${file}:${line} | ${verdict} | ${cell(original)} | ${cell(replacement)} |`;

const cellLengthMax = 60;

/** Code on one line, as the cell of a table. */
function cell(code: string): string {
  const line = code.replaceAll(/\s+/g, ' ').trim();
  const short = line.length > cellLengthMax ? `${line.slice(0, cellLengthMax)}…` : line;
  return `<code>${short.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('|', '&#124;').replaceAll('{', '&#123;')}</code>`;
}
