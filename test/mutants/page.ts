/** The page `docs/planted-bugs.md`: a row for each mutant, kept for those that a run leaves out. */
import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { secondsMax, type MutantResult } from './look-for.ts';
import { mutants } from './table.ts';

const page = new URL('../../docs/planted-bugs.md', import.meta.url);

/** Puts results into the page; rows of mutants that are gone go. */
export async function writePage(results: readonly MutantResult[]): Promise<void> {
  const known = new Map(rowsIn(readFileSync(page, 'utf8')).map((row) => [row.name, row]));
  for (const result of results) known.set(result.name, result);
  const rows = mutants.flatMap(({ name }) => known.get(name) ?? []);
  const text = await format(pageOf(rows), { parser: 'markdown', printWidth: 110, proseWrap: 'preserve' });
  writeFileSync(page, text);
}

/** The results that a page tells of. */
export function rowsIn(text: string): MutantResult[] {
  return text.split('\n').flatMap((line) => {
    if (!line.startsWith('| `')) return [];
    const [name = '', room = '', found, property = '', ...figures] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', ''));
    const [runs = 0, operations = 0, seconds = 0] = figures.map(Number);
    const rest = { runs, operations, seconds, property: property === '' ? null : property };
    return [{ name, room, found: found === 'yes', ...rest }];
  });
}

/** Of what was found; a difference between two processes has no smallest scenario. */
export function medianOperations(results: readonly MutantResult[]): number {
  const sizes = results
    .filter(({ found, property }) => found && property !== 'determinism')
    .map(({ operations }) => operations)
    .toSorted((one, other) => one - other);
  return sizes[Math.floor(sizes.length / 2)] ?? 0;
}

function pageOf(results: readonly MutantResult[]): string {
  const found = results.filter((result) => result.found).length;
  const rows = results.map(
    (each) =>
      `| \`${each.name}\` | ${each.room} | ${each.found ? 'yes' : '**no**'} | ${each.property === null ? '' : `\`${each.property}\``} | ${each.runs} | ${each.operations} | ${each.seconds} |`,
  );
  return [
    '# Planted bugs',
    '',
    '<!-- written by `npm run mutants -- --write` -->',
    '',
    `${found} of ${results.length} found, each within ${secondsMax} s in a separate process; the median of the smallest scenarios has ${medianOperations(results)} operations.`,
    'Each bug replaces one expression or statement of the sources (`test/mutants/tables`); the changed module is compiled and loaded in place of the shipped one, which stays as it is.',
    'A scenario counts its registrations. Seconds are processor time of one core and include the start of the process and the shrinking;',
    'those of `determinism` are of all three processes: one that looked for a broken property, and two that were asked to do the same.',
    '',
    '| bug | room | found | property | runs | operations | seconds |',
    '|---|---|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
