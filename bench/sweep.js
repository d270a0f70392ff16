/**
 * A sweep of a thousand seeds over one worker and over two, taking turns: how many points a second, and how much faster
 * two are. Build first: `npm run build`.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median, row } from './measure.js';

const project = fileURLToPath(new URL('../', import.meta.url));
const program = join(project, 'dist/src/host/cli/main.js');
const scenario = join(project, 'scenarios/faucet-cooldown.yaml');
// Runs of some forty milliseconds: what threads cost beside them is part of the figure.
const [rounds, seeds] = [1, 1_000];
const lookMs = 200;

/** One sweep by itself: wall seconds of its own count, processor seconds and the most memory of its process. */
function sweep(folder, workers) {
  const words = ['sweep', scenario, '--seeds', String(seeds), '--workers', String(workers)];
  const child = spawn(
    process.execPath,
    [program, ...words, '--out', join(folder, String(workers)), '--json'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let [text, peakMib, cpuSeconds] = ['', 0, 0];
  child.stdout.on('data', (data) => (text += data));
  const timer = setInterval(() => {
    peakMib = Math.max(peakMib, statusOf(child.pid, 'status', /VmHWM:\s+(\d+) kB/) / 1024);
    cpuSeconds = Math.max(
      cpuSeconds,
      statusOf(child.pid, 'stat', /^\d+ \(.*\) \S(?: \S+){10} (\d+ \d+)/) / 100,
    );
  }, lookMs);
  return new Promise((resolve, reject) =>
    child.on('close', (code) => {
      clearInterval(timer);
      if (code !== 0) return reject(new Error(`the sweep over ${workers} workers ended with ${code}`));
      const { wallSeconds, digest } = JSON.parse(text);
      resolve({ perSecond: seeds / wallSeconds, digest, peakMib, cpuSeconds });
    }),
  );
}

/** Where there is no /proc, nothing is known. */
function statusOf(pid, name, pattern) {
  try {
    const found = pattern.exec(readFileSync(`/proc/${pid}/${name}`, 'utf8'))?.[1] ?? '0';
    return found.split(' ').reduce((sum, number) => sum + Number(number), 0);
  } catch {
    return 0;
  }
}

export async function sweepRows() {
  if (availableParallelism() < 2) return [];
  const folder = mkdtempSync(join(tmpdir(), 'orrery-sweep-'));
  const [one, two] = [[], []];
  const load = loadavg()[0];
  try {
    for (let round = 0; round < rounds; round += 1) {
      one.push(await sweep(folder, 1));
      two.push(await sweep(folder, 2));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (new Set([...one, ...two].map(({ digest }) => digest)).size !== 1)
    throw new Error('one worker and two came to different results');
  const of = (runs, key) => median(runs.map((run) => run[key]));
  // Rounds are compared with themselves: a machine that others use is not as fast in one as in another.
  const ratio = median(two.map(({ perSecond }, round) => perSecond / one[round].perSecond));
  const cpuShare = of(two, 'cpuSeconds') / of(one, 'cpuSeconds');
  const points = row(`sweep of ${seeds} seeds over two workers`, 'points/s', of(two, 'perSecond'), {
    peers: { 'one worker': of(one, 'perSecond') },
  });
  return [
    { ...points, ratio: { 'one worker': ratio }, loadBefore: load, cpuSecondsShare: cpuShare },
    row('sweep over two workers, memory', 'MiB at most', of(two, 'peakMib'), {
      peers: { 'one worker': of(one, 'peakMib') },
    }),
  ];
}
