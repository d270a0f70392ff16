/**
 * How fast the kernel resumes sleeping agents, and what an idle agent weighs. Each agent sleeps again and again for a
 * time between 1 ms and a minute. Build first: `npx tsc -p tsconfig.json --outDir dist`.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sleep } from '../compiled/src/core/kernel/effects.js';
import { Kernel } from '../compiled/src/core/kernel/kernel.js';
import { median, perSecond, row } from './measure.js';

const startMs = 1_767_225_600_000;
const repetitions = 5;
const allSizes = [
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

/** As a population has them: names are worked out when somebody asks. */
class Sleeper {
  behaviour = 'sleeper';
  constructor(number) {
    this.number = number;
  }
  get name() {
    return `sleeper/${this.number}`;
  }
  run() {
    return sleeper(this.number);
  }
}

function populatedKernel(agents) {
  const kernel = new Kernel({ startMs, seed: '1' });
  for (let number = 0; number < agents; number += 1) {
    kernel.spawn(new Sleeper(number));
  }
  kernel.run({ eventsMax: agents });
  return kernel;
}

const repeated = async (measure) => {
  const figures = [];
  for (let repetition = 0; repetition < repetitions; repetition += 1) figures.push(await measure());
  return Math.round(median(figures));
};

function kernelEventsPerSecond({ agents, events }) {
  const kernel = populatedKernel(agents);
  kernel.run({ eventsMax: events >> 1 });
  return repeated(() => perSecond(events, () => kernel.run({ eventsMax: events })));
}

/**
 * What nothing built on generators can be faster than: the same ones, resumed in an order drawn before, with no clock, no
 * queue and no process around them.
 */
function bareGeneratorsPerSecond({ agents, events }) {
  const sleepers = Array.from({ length: agents }, (_, number) => sleeper(number));
  let state = 1;
  const order = Int32Array.from({ length: events }, () => {
    state = following(state);
    return (state >>> 8) % agents;
  });
  const resumeAll = () => {
    for (let at = 0; at < events; at += 1) sleepers[order[at]].next();
  };
  resumeAll();
  return repeated(() => perSecond(events, resumeAll));
}

function usedBytes() {
  setFlagsFromString('--expose-gc');
  // Twice: what the first frees may have held on to more.
  const collect = runInNewContext('gc');
  collect();
  collect();
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
  return repeated(run);
}

const python = process.env.PYTHON ?? 'python3';
const simPyFile = fileURLToPath(new URL('simpy_kernel.py', import.meta.url));

/** SimPy's processes are generators too; it measures itself the same way. */
function simPyPerSecond({ agents, events }) {
  const { status, stdout } = spawnSync(python, [simPyFile, String(agents), String(events)], {
    encoding: 'utf8',
  });
  return status === 0 ? Number(stdout) : undefined;
}

/** Peers by name, and in words which are not there. */
async function peersOf(fakeTimers, agents) {
  const peers = { bareGenerators: await bareGeneratorsPerSecond({ agents, events: 3_000_000 }) };
  const size = peerSizes.find((candidate) => candidate.agents === agents);
  if (size === undefined) return { peers, skipped: 'the others take minutes at this size' };
  const missing = [];
  if (fakeTimers === undefined) missing.push('@sinonjs/fake-timers');
  else peers.fakeTimers = await fakeTimersPerSecond(fakeTimers, size);
  const simPy = simPyPerSecond(size);
  if (simPy === undefined) missing.push('SimPy');
  else peers.simPy = simPy;
  return { peers, ...(missing.length === 0 ? {} : { skipped: `${missing.join(' and ')} not installed` }) };
}

/** The rows for `reports/bench.json`; a peer that is not installed or not measured says so in `skipped`. */
export async function kernelRows({ sizes = allSizes } = {}) {
  // First, while nothing else has been made in this process that could be freed meanwhile.
  const idle = row('kernel, one idle agent', 'bytes', bytesPerIdleAgent(100_000));
  const fakeTimers = await loadFakeTimers();
  // All of ours before any peer: they share the agents, and what V8 has learnt of those from a peer is nothing of ours.
  const figures = [];
  for (const size of sizes) figures.push(await kernelEventsPerSecond(size));
  const rows = [];
  for (const [index, { agents }] of sizes.entries()) {
    const peers = await peersOf(fakeTimers, agents);
    rows.push(row(`kernel, ${agents} sleeping agents`, 'events/s', figures[index], peers));
  }
  return [...rows, idle];
}
