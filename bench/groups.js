/** What can be measured by itself: the rows of each group, by its name. Nothing is measured, or started, before it is asked for. */
import { auditRows, drawRows } from './audit.js';
import { checkRows } from './check.js';
import { dispatchRows } from './dispatch.js';
import { kernelRows } from './kernel.js';
import { runRows } from './runs.js';
import { scaleRows } from './scale.js';
import { serveRows } from './serve.js';
import { sweepRows } from './sweep.js';
import { trafficRows } from './traffic.js';

/** Each gives its rows, or a promise of them. */
export const groups = {
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
