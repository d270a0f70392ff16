/**
 * `npm run mutants -- [FILTER...]`: how soon and how small `orrery check` finds each mutant. A filter is the name of a
 * folder, or part of the name of a mutant. Exit code 1 where one is missed, or the smallest scenarios are large.
 */
import { parseArgs } from 'node:util';
import { lookFor, type MutantResult, type Search } from './look-for.ts';
import type { Mutant } from './mutant.ts';
import { medianOperations, writePage } from './page.ts';
import { canary, mutants } from './table.ts';

const operationsMax = 6;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    /** Processor time of each search. */
    seconds: { type: 'string', default: '36' },
    /** So many of those that the filters leave, evenly spread. */
    sample: { type: 'string' },
    /** How many are looked for at once. */
    jobs: { type: 'string', default: '1' },
    /** Puts the results into docs/planted-bugs.md as they come. */
    write: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});

/** Throws for what is no whole number from 1. */
function countOf(name: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`--${name} ${text}: expected a whole number from 1`);
  return Number(text);
}

function chosen(): Mutant[] {
  const matching = mutants.filter(
    ({ name, room }) =>
      positionals.length === 0 || positionals.some((filter) => room === filter || name.includes(filter)),
  );
  if (matching.length === 0) throw new Error(`${positionals.join(' ')}: no mutant or folder has this name`);
  if (values.sample === undefined) return matching;
  const step = Math.max(1, matching.length / countOf('sample', values.sample));
  return matching.filter((_, index) => Math.floor(index / step) > Math.floor((index - 1) / step));
}

async function allOf(wanted: readonly Mutant[], search: Search, jobs: number): Promise<MutantResult[]> {
  const results: MutantResult[] = [];
  const waiting = [...wanted];
  const work = async (): Promise<void> => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const result = await lookFor(mutant, search);
      results.push(result);
      if (!values.json) console.log(lineOf(result));
      if (values.write) await writePage(results);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return wanted.flatMap(({ name }) => results.find((result) => result.name === name) ?? []);
}

const lineOf = ({ name, found, seconds, runs, operations, property }: MutantResult): string =>
  `${found ? 'found' : 'MISSED'} ${name}: ${seconds} s, ${runs} runs, ${operations} operations, ${property ?? ''}`;

const search = { seed: values.seed, seconds: countOf('seconds', values.seconds) };
const bugs = await allOf(chosen(), search, countOf('jobs', values.jobs));
const found = bugs.filter((result) => result.found);
if (bugs.some(({ name, found: isFound }) => name === canary && !isFound))
  throw new Error(`the canary ${canary} was not found: the checker is blind`);
const median = medianOperations(bugs);
const ok = found.length === bugs.length && median <= operationsMax;
const summary = { bugs, found: found.length, total: bugs.length, medianOperations: median, ok };
console.log(
  values.json
    ? JSON.stringify(summary)
    : `${found.length} of ${bugs.length} found; median of ${median} operations`,
);
process.exitCode = ok ? 0 : 1;
