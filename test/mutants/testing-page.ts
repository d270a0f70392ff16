/** The tables of docs/testing.md: mutants that have to be noticed, and scores of rooms. */
import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { noticedMutants } from './noticed/table.ts';
import { mutatedRooms } from './rooms/room-tests.ts';
import { percentOf, scores, type RoomScore } from './rooms/score.ts';
import { reasonOf } from './survivor.ts';

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
    '| room | mutants | tried | tests | noticed | endless | survived | unreached | equivalent | score |',
    '|---|---|---|---|---|---|---|---|---|---|',
    ...roomRows(scores()),
    '',
  ].join('\n');

const roomRows = (measured: readonly RoomScore[]): string[] =>
  mutatedRooms
    .map(({ name }) => ({ name, score: measured.find(({ room }) => room === name) }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ name, score }) =>
      score === undefined ? `| ${name} | | not measured${' |'.repeat(8)}` : scoreRow(score),
    );

function scoreRow(score: RoomScore): string {
  const { room, total, sample, upToMs, noticed, endless, survivors } = score;
  const open = survivors.filter((survivor) => reasonOf(survivor.id) === undefined);
  const count = (wanted: string): number => open.filter(({ verdict }) => verdict === wanted).length;
  const tried = sample === undefined ? 'all' : `${sample.size}, seed \`${sample.seed}\``;
  const counts = [noticed, endless, count('survived'), count('unreached'), survivors.length - open.length];
  const tests = upToMs === undefined ? 'all' : `up to ${upToMs} ms`;
  return `| ${room} | ${total} | ${tried} | ${tests} | ${counts.join(' | ')} | ${percentOf(score)}% |`;
}
