/**
 * `npm run mutants -- noticed [FILTER...]`: plants each mutant of the table in turn and runs the test files of its row.
 * A filter is part of a name. Exit code 1 where one is not noticed, or a file fails without a mutant.
 */
import { parseArgs } from 'node:util';
import { SourceIndex } from '../anchor.ts';
import { sourceModules } from '../plant.ts';
import { outcomeOf, type Outcome } from '../outcome.ts';
import { outcomeOfRow } from './planted.ts';
import { noticedMutants } from './table.ts';

const { values, positionals } = parseArgs({
  args: process.argv.slice(3),
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false } },
});

const index = new SourceIndex(sourceModules());
const wanted = noticedMutants.filter(
  ({ name }) => positionals.length === 0 || positionals.some((filter) => name.includes(filter)),
);
if (wanted.length === 0) throw new Error(`${positionals.join(' ')}: no mutant has this name`);

const lines: { name: string; outcome: Outcome }[] = [];
const files = [...new Set(wanted.flatMap((mutant) => mutant.files))];
const unchanged = await outcomeOf({ modules: new Map(), files });
if (unchanged.kind !== 'unnoticed')
  throw new Error(`without a mutant ${unchanged.file}: ${unchanged.test} fails`);
for (const mutant of wanted) {
  const outcome = await outcomeOfRow(mutant, index);
  lines.push({ name: mutant.name, outcome });
  if (!values.json) console.log(lineOf(mutant.name, outcome));
}
if (values.json) console.log(JSON.stringify(lines));
process.exitCode = lines.every(({ outcome }) => outcome.kind === 'noticed') ? 0 : 1;

function lineOf(name: string, outcome: Outcome): string {
  return outcome.kind === 'unnoticed'
    ? `UNNOTICED ${name}`
    : `${outcome.kind} ${name}: ${outcome.file}: ${outcome.test}`;
}
