/**
 * The digest of every shipped scenario of an installed Orrery: `node digests-of.js PACKAGE-FOLDER WORKERS [NAME...]`. Prints one
 * line of JSON, with what it ran under. Plain JavaScript, since it is run by every Node that Orrery supports.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as threads from 'node:worker_threads';

/** A minute and more: it has a test of its own, and its first days are in `whole-platform-beginning`. */
const long = 'whole-platform-month.yaml';

/** Largest work first would need to know them; taking the next when one is free comes close. */
async function digestsWithin(home, nextFile) {
  const { runScenario } = await import(pathToFileURL(join(home, 'dist/src/index.js')).href);
  const digests = {};
  for (let file = nextFile(); file !== undefined; file = nextFile()) {
    const { summary } = await runScenario(join(home, 'scenarios', file));
    digests[file.slice(0, -'.yaml'.length)] = summary.digest;
  }
  return digests;
}

const scenarioFiles = (home, only) =>
  readdirSync(join(home, 'scenarios'))
    .filter((file) => file.endsWith('.yaml') && file !== long)
    .filter((file) => only.length === 0 || only.includes(file.slice(0, -'.yaml'.length)))
    .toSorted()
    // Against the order of digests.test.ts: what a run leaves behind in its process then meets other scenarios.
    .toReversed();

/** The place of the next scenario is one counter that all threads share. */
function nextOf(files, counter) {
  return () => files[Atomics.add(counter, 0, 1)];
}

function inThread(data) {
  return new Promise((resolve, reject) => {
    const worker = new threads.Worker(new URL(import.meta.url), { workerData: data });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

if (threads.isMainThread) {
  const [home, workerCount, ...only] = process.argv.slice(2);
  const counter = new Int32Array(new SharedArrayBuffer(4));
  const workers = Array.from({ length: Number(workerCount) }, () => inThread({ home, counter, only }));
  const digests = Object.assign({}, ...(await Promise.all(workers)));
  const { timeZone, locale } = new Intl.DateTimeFormat().resolvedOptions();
  process.stdout.write(`${JSON.stringify({ node: process.versions.node, timeZone, locale, digests })}\n`);
} else {
  const { home, counter, only } = threads.workerData;
  const digests = await digestsWithin(home, nextOf(scenarioFiles(home, only), counter));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
  threads.parentPort?.postMessage(digests);
}
