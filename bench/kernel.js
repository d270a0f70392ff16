/**
 * How fast the kernel resumes sleeping agents, and what an idle agent weighs. Each agent sleeps again and again for a
 * time between 1 ms and a minute. Build first: `npx tsc -p tsconfig.json --outDir dist`.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sleep } from '../dist/src/kernel/effects.js';
import { Kernel } from '../dist/src/kernel/kernel.js';

const startMs = 1_767_225_600_000;
const repetitions = 5;
const sizes = [
  { agents: 100, events: 3_000_000 },
  { agents: 10_000, events: 3_000_000 },
  { agents: 1_000_000, events: 3_000_000 },
];
// The peers pay for a pending timer in a way that makes larger sizes a matter of minutes.
const peerSizes = [
  { agents: 100, events: 200_000 },
  { agents: 10_000, events: 50_000 },
];

/** The bench's own cheap numbers, so that the figure is the kernel's and not a generator's. */
const following = (state) => (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
const delayOf = (state) => 1 + ((state >>> 8) % 60_000);

function* sleeper(number) {
  let state = Math.imul(number + 1, 0x9e3779b1);
  for (;;) {
    state = following(state);
    yield* sleep(delayOf(state));
  }
}

function populatedKernel(agents) {
  const kernel = new Kernel({ startMs, seed: '1' });
  for (let number = 0; number < agents; number += 1) {
    kernel.spawn({ name: `sleeper/${number}`, behaviour: 'sleeper', run: () => sleeper(number) });
  }
  kernel.run({ eventsMax: agents });
  return kernel;
}

const median = (figures) =>
  figures.toSorted((left, right) => left - right)[figures.length >> 1] ?? Number.NaN;

function perSecond(count, work) {
  const begin = process.hrtime.bigint();
  work();
  return count / (Number(process.hrtime.bigint() - begin) / 1e9);
}

function kernelEventsPerSecond({ agents, events }) {
  const kernel = populatedKernel(agents);
  kernel.run({ eventsMax: events >> 1 });
  return median(
    Array.from({ length: repetitions }, () => perSecond(events, () => kernel.run({ eventsMax: events }))),
  );
}

function usedBytes() {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function bytesPerIdleAgent(agents) {
  const before = usedBytes();
  const kernel = populatedKernel(agents);
  const bytes = (usedBytes() - before) / agents;
  // Used here, so that the kernel is still alive when its weight is taken.
  return kernel.processCount === agents ? Math.round(bytes) : Number.NaN;
}

async function loadFakeTimers() {
  try {
    return (await import('@sinonjs/fake-timers')).default;
  } catch {
    return undefined;
  }
}

/** Timer callbacks that set the next timer: fake-timers has no processes, so this flatters it. */
function fakeTimersPerSecond(fakeTimers, { agents, events }) {
  const run = () => {
    const clock = fakeTimers.createClock(startMs, Number.MAX_SAFE_INTEGER);
    for (let number = 0; number < agents; number += 1) {
      let state = Math.imul(number + 1, 0x9e3779b1);
      const again = () => {
        state = following(state);
        clock.setTimeout(again, delayOf(state));
      };
      again();
    }
    return perSecond(events, () => {
      for (let count = 0; count < events; count += 1) clock.next();
    });
  };
  return median(Array.from({ length: repetitions }, run));
}

function peerFigure(fakeTimers, agents) {
  const size = peerSizes.find((candidate) => candidate.agents === agents);
  if (fakeTimers === undefined || size === undefined) return undefined;
  return Math.round(fakeTimersPerSecond(fakeTimers, size));
}

function row(name, unit, ours, peer) {
  if (peer === undefined) return { name, unit, ours, peers: {}, ratio: {} };
  return { name, unit, ours, peers: { fakeTimers: peer }, ratio: { fakeTimers: ours / peer } };
}

/** The rows for `reports/bench.json`; a peer that is not installed or not measured says so in `skipped`. */
export async function kernelRows() {
  const fakeTimers = await loadFakeTimers();
  const missing = fakeTimers === undefined ? '@sinonjs/fake-timers is not installed' : undefined;
  const rows = sizes.map((size) => {
    const ours = Math.round(kernelEventsPerSecond(size));
    const name = `kernel, ${size.agents} sleeping agents`;
    const peer = peerFigure(fakeTimers, size.agents);
    const skipped = missing ?? (peer === undefined ? 'takes minutes at this size' : undefined);
    return { ...row(name, 'events/s', ours, peer), ...(skipped === undefined ? {} : { skipped }) };
  });
  return [...rows, row('kernel, one idle agent', 'bytes', bytesPerIdleAgent(100_000), undefined)];
}
