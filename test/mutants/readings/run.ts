/**
 * `npm run mutants -- readings`: the oracle believes another reading of each policy than the platform has, both ways. Exit code 1 where
 * a check notices nothing and no reason is given, or where it notices what has a reason.
 */
import { parseArgs } from 'node:util';
import { alike } from './alike.ts';
import { checkedModules } from './modules.ts';
import { swapName, writePage } from './page.ts';
import { swaps, tried, type SwapResult } from './swap.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    /** How many scenarios are run for each swap before it counts as unnoticed. */
    runs: { type: 'string', default: '400' },
    seed: { type: 'string', default: '1' },
    /** Only policies that begin so. */
    policy: { type: 'string', default: '' },
    /** Puts the table into docs/reading-swaps.md. */
    write: { type: 'boolean', default: false },
  },
});

if (!/^[1-9]\d{0,5}$/.test(values.runs)) throw new Error(`--runs ${values.runs}: expected a whole number`);
const modules = await checkedModules();
const sources = modules.scenariosFrom(values.seed, { first: 1, count: Number(values.runs) });
const results: SwapResult[] = [];
for (const swap of swaps(modules).filter(({ policy }) => policy.startsWith(values.policy))) {
  const result = await tried(swap, sources, modules);
  results.push(result);
  const how = result.property === '' ? 'UNNOTICED' : `${result.property} in run ${result.run}`;
  console.log(`${swapName(swap)}: ${how}, ${result.operations} operations`);
}
const isAlike = (result: SwapResult): boolean => swapName(result) in alike;
const open = results.filter((result) => result.property === '' && !isAlike(result));
const noticed = results.filter(({ property }) => property !== '').length;
if (values.write) writePage({ results, seed: values.seed, runs: Number(values.runs) });
console.log(`${noticed} of ${results.length} noticed, ${open.length} open`);
process.exitCode = open.length === 0 ? 0 : 1;
