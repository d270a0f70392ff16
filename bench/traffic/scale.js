/**
 * What one core of a load sends, and what a coordinator costs for each worker: the measured figures of docs/scale.md.
 * Needs redis-server. `node bench/traffic/scale.js` after `npm run build`; prints lines of JSON.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';

const program = fileURLToPath(new URL('../../dist/src/host/cli/main.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'orrery-scale-'));
const ticksPerSecond = 100;

const freePort = () =>
  new Promise((resolve) => {
    const server = createSocket().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** Processor seconds of a process, of user and system; the last that could be read. */
function processorOf(pid) {
  let seconds = 0;
  const timer = setInterval(() => {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
      seconds = (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
    } catch {
      clearInterval(timer);
    }
  }, 50);
  return () => seconds;
}

function orrery(words) {
  const child = spawn(process.execPath, [program, ...words, '--json'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const processor = processorOf(child.pid);
  let text = '';
  child.stdout.on('data', (data) => (text += data));
  return new Promise((resolve) =>
    child.on('close', () => resolve({ result: JSON.parse(text), processorSeconds: processor() })),
  );
}

const scenario = (rate, seconds) => `name: scale
for: 1h
population: [{ agent: ./visitor.js, name: visitor, count: 1 }]
load: { shape: constant-arrival-rate, rate: ${rate}, for: ${seconds}s, grace: 5s }
`;

const server = createServer((request, response) => {
  request.resume();
  response.setHeader('content-type', 'application/json');
  response.end('{"ok":true}');
}).listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
writeFileSync(
  join(folder, 'visitor.js'),
  `import { defineAgent } from 'orrery-sim';
export default defineAgent({ name: 'visitor', about: 'asks once', parameters: {}, *run(agent) { yield* agent.get('/faucet/status'); } });
`,
);
writeFileSync(
  join(folder, 'target.yaml'),
  `name: toy\nhosts: [127.0.0.1]\nconnections: 4000\nrequestsPerSecond: 100000\nservices: { faucet: "http://127.0.0.1:${server.address().port}/faucet" }\n`,
);
const redisPort = await freePort();
const redisServer = spawn(
  'redis-server',
  ['--port', redisPort, '--bind', '127.0.0.1', '--save', '', '--dir', folder],
  { stdio: 'ignore' },
);
const redis = new Redis(redisPort, '127.0.0.1', { retryStrategy: () => 50 });
const redisFigures = async () => {
  const text = await redis.info();
  const read = (name) => Number(new RegExp(`${name}:([\\d.]+)`).exec(text)?.[1]);
  return {
    bytes: read('total_net_input_bytes') + read('total_net_output_bytes'),
    processor: read('used_cpu_user') + read('used_cpu_sys'),
  };
};
const show = (row) => console.log(JSON.stringify(row));

const call = ['load', 'scale.yaml', '--target', 'target.yaml'];
const seconds = 10;
writeFileSync(join(folder, 'scale.yaml'), scenario(1, 1));
const { processorSeconds: startSeconds } = await orrery(call);
for (const rate of [500, 1000, 2000, 4000, 8000]) {
  writeFileSync(join(folder, 'scale.yaml'), scenario(rate, seconds));
  const { result, processorSeconds } = await orrery(call);
  const perRequest = (processorSeconds - startSeconds) / result.requests.answered;
  show({
    what: 'one process',
    rate,
    answered: result.requests.answered,
    microsPerRequest: Math.round(perRequest * 1e6),
    lagP99Ms: result.generatorLagMs.p99,
  });
}
for (const workers of [1, 2, 4, 8]) {
  writeFileSync(join(folder, 'scale.yaml'), scenario(40 * workers, seconds));
  const over = [...call, '--queue', `redis://127.0.0.1:${redisPort}`];
  const before = await redisFigures();
  const [{ result, processorSeconds }] = await Promise.all([
    orrery([...over, '--workers', String(workers)]),
    orrery([...over, '--workers', String(workers), '--work']),
  ]);
  const after = await redisFigures();
  show({
    what: 'coordinator',
    workers,
    processorSeconds: Number(processorSeconds.toFixed(2)),
    redisSeconds: Number((after.processor - before.processor).toFixed(2)),
    redisKilobytes: Math.round((after.bytes - before.bytes) / 1000),
    answered: result.requests.answered,
    clockErrorMs: Math.max(...result.workers.map(({ clockErrorMs }) => clockErrorMs)),
  });
}
redis.disconnect();
redisServer.kill('SIGKILL');
server.close();
server.closeAllConnections();
rmSync(folder, { recursive: true, force: true });
