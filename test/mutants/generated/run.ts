/**
 * `npm run mutants -- generated`: how many of a sample of generated mutants the checks find. Exit code 1 where fewer
 * than `--least` percent are found.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { generation, sampled, type GeneratedMutant } from './mutant.ts';
import { foundPercent, roomRows, writePage } from './page.ts';
import { services } from '../../../src/verification/check/service-path.ts';
import { Trials, type TrialResult } from './trial.ts';
import { unobservableRules } from './unobservable.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    /** How many mutants are drawn. */
    sample: { type: 'string', default: '120' },
    /** How many of the drawn ones are left out, from the first on: a sample can be measured in parts. */
    skip: { type: 'string', default: '0' },
    /** Draws the sample; the scenarios too, unless `--scenarios` is given. */
    seed: { type: 'string', default: '1' },
    scenarios: { type: 'string' },
    /** Operations after which a mutant survives. */
    operations: { type: 'string', default: '10000' },
    /** Only mutants of this room. */
    room: { type: 'string' },
    least: { type: 'string', default: '0' },
    /** A file for all results as JSON. */
    out: { type: 'string' },
    /** Puts the tables into docs/generated-mutants.md. */
    write: { type: 'boolean', default: false },
  },
});

/** Throws for what is no whole number. */
function countOf(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name} ${text}: expected a whole number`);
  return Number(text);
}

const bounds = {
  seed: values.scenarios ?? values.seed,
  operationsMax: countOf('operations', values.operations),
};
const all = await generation();
const ofRoom = all.mutants.filter(({ room }) => values.room === undefined || room === values.room);
const observable = ofRoom.filter(({ rule }) => rule === undefined);
for (const rule of Object.keys(unobservableRules))
  console.log(`by rule unobservable: ${ofRoom.filter((mutant) => mutant.rule === rule).length} (${rule})`);
const drawn = sampled(observable, { size: countOf('sample', values.sample), seed: values.seed }).slice(
  countOf('skip', values.skip),
);
const trialsBy = new Map<string | undefined, Trials>();
const results = await resultsOf(drawn).finally(() => trialsBy.forEach((trials) => trials.close()));
const rows = roomRows(results);
const measurement = { ...bounds, seed: values.seed, total: observable.length, results };
if (values.out !== undefined)
  writeFileSync(values.out, JSON.stringify({ ...measurement, rooms: rows }, null, 1));
if (values.write) await writePage(measurement);
for (const row of rows)
  console.log(`${row.room}: ${foundPercent(row)}% of ${row.total}, ${JSON.stringify(row.counts)}`);
const share = rows.at(-1);
process.exitCode = share !== undefined && foundPercent(share) >= countOf('least', values.least) ? 0 : 1;

async function resultsOf(wanted: readonly GeneratedMutant[]): Promise<TrialResult[]> {
  const done: TrialResult[] = [];
  for (const mutant of wanted) {
    const result = await (await trialsOf(mutant)).tried(mutant);
    done.push(result);
    console.log(lineOf(result));
  }
  return done;
}

/** Scenarios about the service that the mutant is part of, as who changes it would check it; any for what all services share. */
async function trialsOf({ room }: GeneratedMutant): Promise<Trials> {
  const service = room === 'games' ? 'casino' : services.find((name) => name === room);
  const begun = trialsBy.get(service);
  if (begun !== undefined) return begun;
  const trials = new Trials(all, { ...bounds, service });
  trialsBy.set(service, trials);
  const { runs, operations } = await trials.baseline();
  console.log(
    `${service ?? 'all'}, without a mutant: ${runs} runs, ${operations} operations, nothing breaks`,
  );
  return trials;
}

function lineOf({ verdict, file, line, operator, replacement, property, operations }: TrialResult): string {
  const code = replacement.replaceAll(/\s+/g, ' ').slice(0, 60);
  return `${verdict} ${file}:${line} ${operator} ${code}: ${operations} operations ${property}`;
}
