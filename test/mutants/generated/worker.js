/**
 * One process of a trial: checks the scenarios of a seed until a property breaks or so many operations are done, and
 * prints what happened as one line of JSON. Which modules are mutated, and which mutant is active, is decided by who
 * starts it.
 */
import { readFileSync } from 'node:fs';

/**
 * @typedef {object} Task
 * @property {string} seed
 * @property {string} [service] What the scenarios are about.
 * @property {number} operationsMax A run that has begun is finished.
 * @property {number} [hitsMax] An active mutant that is met more often keeps a run from ending.
 * @property {string} [digests] A file with the digest of each run without any mutant.
 * @property {number[]} [only] The runs to repeat, from 1; without it all of them.
 */

/** @type {Task} */
const task = JSON.parse(process.argv[2] ?? '');

/**
 * @type {{ hitCount?: number, hitLimit?: number, currentTestId?: string, mutantCoverage?: {
 *   static: Record<string, number>, perTest: Record<string, Record<string, number>> } }}
 */
const switches = task.hitsMax === undefined ? {} : { hitCount: 0, hitLimit: task.hitsMax };
Object.assign(globalThis, { __stryker__: switches });

/** @type {string[]} */
const known = task.digests === undefined ? [] : JSON.parse(readFileSync(task.digests, 'utf8'));

const compiled = new URL('../../../compiled/src/', import.meta.url);
const load = (/** @type {string} */ file) => import(new URL(file, compiled).href);

try {
  process.stdout.write(`${JSON.stringify(await tried())}\n`);
} catch (error) {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  process.stdout.write(
    `${JSON.stringify({ runs: 0, operations: 0, property: 'does-not-start', message })}\n`,
  );
}

async function tried() {
  const { scenarioOf } = await load('verification/check/campaign.js');
  const { execute } = await load('verification/check/execute.js');
  const { checkHost } = await load('host/app/check/check-host.js');
  const [digests, counts] = [[], []];
  let [runs, operations, differsIn] = [0, 0, 0];
  for (const run of runsOf()) {
    if (task.only === undefined && operations >= task.operationsMax) break;
    runs += 1;
    switches.currentTestId = String(run);
    const checked = await execute(scenarioOf(task.seed, run, task.service), checkHost);
    operations += checked.operations;
    const [broken] = checked.violations;
    if (broken !== undefined) return { runs, operations, foundIn: run, ...broken };
    digests.push(checked.digest);
    counts.push(checked.operations);
    if (differsIn === 0 && run <= known.length && known[run - 1] !== checked.digest) differsIn = run;
  }
  const rest = task.hitsMax === undefined ? { digests, counts, ...passed() } : {};
  return { runs, operations, differsIn, ...rest };
}

/** From the first run on, or those that are asked for. */
function* runsOf() {
  if (task.only !== undefined) yield* task.only;
  else for (let run = 1; ; run += 1) yield run;
}

/** How often each place was passed: while modules load, and in which runs. */
function passed() {
  const { static: loaded = {}, perTest = {} } = switches.mutantCoverage ?? {};
  /** @type {Record<string, number>} */
  const hits = { ...loaded };
  /** @type {Record<string, number[]>} */
  const runsBy = {};
  for (const [run, counts] of Object.entries(perTest))
    for (const [id, count] of Object.entries(counts)) {
      hits[id] = (hits[id] ?? 0) + count;
      (runsBy[id] ??= []).push(Number(run));
    }
  return { hits, loaded: Object.keys(loaded), runsBy };
}
