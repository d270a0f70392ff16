/** The page `docs/generated-mutants.md`: how many generated mutants of each room are found, and every survivor. */
import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { reasonOf, shortened } from '../survivor.ts';
import type { TrialResult, Verdict } from './trial.ts';

/** What a measurement has done. */
export interface Measurement {
  readonly seed: string;
  /** How many mutants there are altogether. */
  readonly total: number;
  readonly operationsMax: number;
  readonly results: readonly TrialResult[];
}

/** Mutants of one room by verdict; a survivor that no client can see is `equivalent` and nothing else. */
export interface RoomRow {
  readonly room: string;
  readonly total: number;
  readonly counts: Readonly<Record<Verdict | 'equivalent', number>>;
}

const verdicts = ['found', 'endless', 'accepted', 'unseen', 'unreached', 'equivalent'] as const;

/** A row a room, in order of names, and one of all. */
export function roomRows(results: readonly TrialResult[]): RoomRow[] {
  const rooms = [...new Set(results.map(({ room }) => room))].toSorted();
  return [...rooms.map((room) => rowOf(room, results)), { ...rowOf('', results), room: 'all' }];
}

function rowOf(name: string, results: readonly TrialResult[]): RoomRow {
  const own = results.filter(({ room }) => name === '' || room === name);
  const count = (wanted: Verdict | 'equivalent'): number =>
    own.filter((result) => judgedVerdict(result) === wanted).length;
  const counts = {
    found: count('found'),
    endless: count('endless'),
    accepted: count('accepted'),
    unseen: count('unseen'),
    unreached: count('unreached'),
    equivalent: count('equivalent'),
  };
  return { room: name, total: own.length, counts };
}

const isFound = ({ verdict }: TrialResult): boolean => verdict === 'found' || verdict === 'endless';

/** What is found is not equivalent, whatever was judged. */
const judgedVerdict = (result: TrialResult): Verdict | 'equivalent' =>
  isFound(result) || reasonOf(result.name) === undefined ? result.verdict : 'equivalent';

/** In percent of those that are not equivalent, `endless` included: such a run is noticed. */
export function foundPercent({ total, counts }: RoomRow): number {
  const open = total - counts.equivalent;
  return open === 0 ? 0 : Math.round(((counts.found + counts.endless) * 1000) / open) / 10;
}

const page = new URL('../../../docs/generated-mutants.md', import.meta.url);
const start = '<!-- the rest is written by `npm run mutants -- generated --write` -->';

/** Replaces what the page has below its marker. Throws where the marker is missing. */
export async function writePage(measurement: Measurement): Promise<void> {
  const [head = '', rest] = readFileSync(page, 'utf8').split(start);
  if (rest === undefined) throw new Error(`docs/generated-mutants.md: expected the line ${start}`);
  const text = `${head}${start}\n\n${tablesOf(measurement)}`;
  writeFileSync(page, await format(text, { parser: 'markdown', printWidth: 110, proseWrap: 'preserve' }));
}

function tablesOf({ seed, total, operationsMax, results }: Measurement): string {
  const rows = roomRows(results).map(
    (row) =>
      `| ${row.room} | ${row.total} | ${verdicts.map((verdict) => row.counts[verdict]).join(' | ')} | ${foundPercent(row)}% |`,
  );
  const survivors = results
    .filter((result) => !isFound(result))
    .toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
  return [
    `A sample of ${results.length} of ${total} mutants (seed \`${seed}\`), at most ${operationsMax} operations each.`,
    '',
    `| room | sampled | ${verdicts.join(' | ')} | found |`,
    '|---|---|---|---|---|---|---|---|---|',
    ...rows,
    '',
    '## Survivors',
    '',
    'Equivalent where there is a reason, else open.',
    '',
    '| place | verdict | code | replaced by | why no client can see it |',
    '|---|---|---|---|---|',
    ...survivors.map(
      (each) =>
        `| ${placeOf(each)} | ${each.verdict} | ${cell(each.original)} | ${cell(each.replacement)} | ${reasonOf(each.name) ?? ''} |`,
    ),
    '',
  ].join('\n');
}

const placeOf = ({ file, line }: TrialResult): string => `${file}:${line}`;

/** Code on one line, as the cell of a table. */
const cell = (code: string): string =>
  `<code>${shortened(code).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('|', '&#124;').replaceAll('{', '&#123;')}</code>`;
