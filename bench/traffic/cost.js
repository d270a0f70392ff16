/**
 * What sending costs: processor time per request and lateness of the open engine and of k6 at given rates, in turns
 * against one server. `node cost.js [RATE,…]` prints a line of JSON per client and rate. Needs `/proc`.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const k6 = process.env.K6_BIN ?? 'k6';
const ticksPerSecond = 100;
/** A run lasts `seconds`; the processor time is that of the middle, without start and compilation. */
const seconds = 9;
const [fromSeconds, toSeconds] = [3, 8];

const clients = {
  open: (port, rate) => [
    process.execPath,
    [here('client.js'), 'open-rate', port, String(seconds), String(rate)],
    {},
  ],
  k6: (port, rate) => [
    k6,
    ['run', '--no-usage-report', '--quiet', '--log-output=none', here('k6-rate.js')],
    {
      PORT: port,
      RATE: String(rate),
      SECONDS: String(seconds),
      K6_WEB_DASHBOARD_PORT: '-1',
      K6_AUTO_EXTENSION_RESOLUTION: 'false',
    },
  ],
};

/** Processor seconds of all threads of a process so far. */
function processorSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

export async function cost(name, port, rate) {
  const [program, words, env] = clients[name](port, rate);
  const child = spawn(program, words, { stdio: 'ignore', env: { ...process.env, ...env } });
  const ended = new Promise((resolve) => child.on('close', resolve));
  await pause(fromSeconds * 1000);
  const [beforeMs, before] = [performance.now(), processorSeconds(child.pid)];
  await pause((toSeconds - fromSeconds) * 1000);
  const used = processorSeconds(child.pid) - before;
  const windowSeconds = (performance.now() - beforeMs) / 1000;
  await ended;
  const reply = await fetch(`http://127.0.0.1:${port}/lateness/${rate}`);
  const { requests, ...lateMs } = await reply.json();
  return {
    client: name,
    rate,
    requests,
    microsPerRequest: (used / windowSeconds / (requests / seconds)) * 1e6,
    lateMs,
  };
}

export async function timedServer() {
  const child = spawn(process.execPath, [here('timed-server.js')], { stdio: ['ignore', 'pipe', 'inherit'] });
  const port = await new Promise((resolve) =>
    child.stdout.once('data', (data) => resolve(String(data).trim())),
  );
  return { port, stop: () => child.kill() };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const rates = (process.argv[2] ?? '500,2000,8000').split(',').map(Number);
  const names = (process.argv[3] ?? 'open,k6').split(',');
  const { port, stop } = await timedServer();
  for (const rate of rates)
    for (const name of names) process.stdout.write(`${JSON.stringify(await cost(name, port, rate))}\n`);
  stop();
}
