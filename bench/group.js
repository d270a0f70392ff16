/**
 * `node bench/group.js NAME`: the rows of one group as JSON, in a process of its own: what V8 has learnt from one group
 * makes another slower or faster. Build first: `npm run build`.
 */
import { auditRows, drawRows } from './audit.js';
import { checkRows } from './check.js';
import { dispatchRows } from './dispatch.js';
import { kernelRows } from './kernel.js';
import { runRows } from './runs.js';
import { scaleRows } from './scale.js';
import { serveRows } from './serve.js';
import { sweepRows } from './sweep.js';
import { trafficRows } from './traffic.js';

const groups = {
  'kernel-quick': () => kernelRows({ sizes: [{ agents: 100, events: 3_000_000 }] }),
  kernel: () => kernelRows(),
  'dispatch-quick': () => dispatchRows({ rounds: 3, names: ['read', 'claim', 'escrow', 'fastifyInject'] }),
  dispatch: () => dispatchRows(),
  check: () => checkRows(),
  draws: () => drawRows(),
  audit: () => auditRows(),
  'audit-full': () => auditRows({ isFull: true }),
  serve: () => serveRows(),
  sweep: () => sweepRows(),
  traffic: () => trafficRows(),
  runs: () => runRows(),
  scale: () => scaleRows(),
  'scale-full': () => scaleRows([1, 10, 100]),
};

const [name] = process.argv.slice(2);
const rowsOf = groups[name];
if (rowsOf === undefined) {
  process.stderr.write(
    `${name ?? 'a group'} is not measured here; expected one of ${Object.keys(groups).join(', ')}\n`,
  );
  process.exitCode = 2;
} else process.stdout.write(`${JSON.stringify(await rowsOf(), null, 2)}\n`);
