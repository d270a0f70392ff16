/**
 * `orrery serve` beside fastify and bare node:http, which answer the same body: requests a second with 16 connections of wrk,
 * processor time of the server for each request, and the 99th percentile at half of the rate of fastify (vegeta). Orrery answers with
 * limits, keys, digest and session on: a thousand agents in turn, at a clock so fast that none meets its limits.
 * `node bench/serve.js` prints the rows. Build first: `npm run build`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median, row } from './measure.js';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const program = at('dist/src/host/cli/main.js');
const path = '/faucet/api/v1/faucet/status';
const agents = 1_000;
const connections = 16;
const seconds = 4;
const rounds = 5;
const ticksPerSecond = 100;

/** A child that prints a line with its address or port first. */
async function started(words, portOf) {
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const line = await new Promise((resolve) => {
    child.stdout.once('data', (data) => resolve(String(data).trim()));
  });
  return { pid: child.pid, port: portOf(line), stop: () => child.kill() };
}

/** A served world whose hours pass in a second, and the keys of its agents. */
async function orrery() {
  const words = [program, 'serve', '--port', '0', '--clock', '6000x', '--json'];
  const served = await started(words, (line) => new URL(JSON.parse(line).address).port);
  const keys = [];
  for (let number = 0; number < agents; number++) {
    const answer = await fetch(`http://127.0.0.1:${served.port}/faucet/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-sim-ip': `10.0.${number >> 8}.${number & 255}` },
      body: JSON.stringify({ agent_id: `agent-${number}` }),
    });
    const { api_key: key } = await answer.json();
    keys.push(key);
  }
  return { ...served, keys };
}

/** A script of wrk that sends one request a key in turn: the texts are made once, as every peer's client would. */
const scriptOf = (keys) => `
local keys = { ${keys.map((key) => `"${key}"`).join(', ')} }
local texts = {}
local turn = 0
function init()
  for i, key in ipairs(keys) do
    texts[i] = wrk.format("GET", "${path}", { ["Host"] = "127.0.0.1", ["Authorization"] = "Bearer " .. key })
  end
end
function request()
  turn = turn % #texts + 1
  return texts[turn]
end
`;

/** Processor seconds of all threads of a process so far; not a number where /proc is not there. */
function processorSeconds(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
  } catch {
    return Number.NaN;
  }
}

function loaded({ port, pid }, script, forSeconds = seconds) {
  const before = processorSeconds(pid);
  const words = ['-t1', `-c${connections}`, `-d${forSeconds}s`, '-s', script, `http://127.0.0.1:${port}`];
  const { stdout } = spawnSync('wrk', words, { encoding: 'utf8' });
  if (stdout.includes('Non-2xx')) throw new Error(`port ${port} has refused requests:\n${stdout}`);
  const requests = Number(/(\d+) requests in/.exec(stdout)?.[1]);
  return {
    perSecond: Number(/Requests\/sec:\s*([\d.]+)/.exec(stdout)?.[1]),
    micros: ((processorSeconds(pid) - before) / requests) * 1e6,
  };
}

/** Response times in milliseconds at a rate, from when each request was due: vegeta sends whatever the server does. */
function atRate({ port }, keys, rate) {
  const targets = keys.map((key) => `GET http://127.0.0.1:${port}${path}\nAuthorization: Bearer ${key}\n`);
  const words = ['attack', `-rate=${rate}`, `-duration=${seconds}s`, `-max-workers=${connections}`];
  const sent = spawnSync('vegeta', words, { input: targets.join('\n'), maxBuffer: 2 ** 30 });
  const { stdout } = spawnSync('vegeta', ['report', '-type=json'], { input: sent.stdout, encoding: 'utf8' });
  const { latencies, success, rate: achieved } = JSON.parse(stdout);
  if (success < 1) throw new Error(`port ${port} has refused ${(1 - success) * 100}% of the requests`);
  return { p99: latencies['99th'] / 1e6, perSecond: achieved };
}

export async function serveRows() {
  if (spawnSync('wrk', ['-v']).error !== undefined)
    return [row('serve: a read', 'requests/s', Number.NaN, { skipped: 'wrk is not installed' })];
  const folder = mkdtempSync(join(tmpdir(), 'orrery-serve-'));
  const servers = {};
  try {
    servers.orrery = await orrery();
    const script = join(folder, 'keys.lua');
    writeFileSync(script, scriptOf(servers.orrery.keys));
    const sample = await fetch(`http://127.0.0.1:${servers.orrery.port}${path}`, {
      headers: { authorization: `Bearer ${servers.orrery.keys[0]}` },
    });
    const body = JSON.stringify(await sample.json());
    for (const kind of ['fastify', 'http'])
      servers[kind] = await started([at('bench/serve/peer.js'), kind, body], String);
    const measured = Object.fromEntries(Object.keys(servers).map((name) => [name, []]));
    for (const server of Object.values(servers)) loaded(server, script, 2);
    for (let round = 0; round < rounds; round++)
      for (const [name, server] of Object.entries(servers)) measured[name].push(loaded(server, script));
    const rows = [
      rowOf(
        measured,
        { what: 'a read with everything on', unit: 'requests/s' },
        ({ perSecond }) => perSecond,
      ),
      rowOf(measured, { what: 'processor time of a read', unit: 'µs' }, ({ micros }) => micros),
    ];
    if (spawnSync('vegeta', ['-version']).error !== undefined) return rows;
    const half = Math.round(median(measured.fastify.map(({ perSecond }) => perSecond)) / 2);
    const late = Object.fromEntries(Object.keys(servers).map((name) => [name, []]));
    for (let round = 0; round < rounds; round++)
      for (const [name, server] of Object.entries(servers))
        late[name].push(atRate(server, servers.orrery.keys, half));
    return [
      rowOf(
        measured,
        { what: 'a read with everything on', unit: 'requests/s' },
        ({ perSecond }) => perSecond,
      ),
      rowOf(measured, { what: 'processor time of a read', unit: 'µs' }, ({ micros }) => micros),
      rowOf(late, { what: 'p99 at half of the rate of fastify', unit: 'ms' }, ({ p99 }) => p99),
      rowOf(late, { what: 'rate achieved of that half', unit: 'requests/s' }, ({ perSecond }) => perSecond),
    ];
  } finally {
    for (const { stop } of Object.values(servers)) stop();
    rmSync(folder, { recursive: true });
  }
}

function rowOf(measured, { what, unit }, figure) {
  const { orrery: ours, ...peers } = Object.fromEntries(
    Object.entries(measured).map(([name, figures]) => [name, median(figures.map(figure))]),
  );
  return row(`serve: ${what}`, unit, ours, { peers });
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.stdout.write(`${JSON.stringify(await serveRows(), null, 2)}\n`);
