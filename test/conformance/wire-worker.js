/**
 * The other side of `wire.ts`: a thread that starts `orrery serve` processes and speaks HTTP with them, one order at a
 * time, while the thread of the tests waits.
 */
import { spawn } from 'node:child_process';
import { Agent, request as httpRequest } from 'node:http';
import { workerData } from 'node:worker_threads';

/** @type {{ port: import('node:worker_threads').MessagePort, signal: SharedArrayBuffer, program: string }} */
const { port, signal, program } = workerData;
const flag = new Int32Array(signal);
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
/** @type {import('node:child_process').ChildProcess[]} */
const children = [];

/** @returns {Promise<{ pid: number | undefined, port: number }>} */
async function start() {
  const child = spawn(process.execPath, [program, 'serve', '--port', '0', '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const line = await new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (data) => {
      text += data;
      if (text.includes('\n')) resolve(text);
    });
    child.on('close', (code) => reject(new Error(`orrery serve ended with ${code}`)));
  });
  return { pid: child.pid, port: Number(new URL(JSON.parse(line).address).port) };
}

/**
 * One after the other: each is sent when the one before it has been answered.
 * @param {{ port: number, requests: readonly Asked[] }} order
 */
async function askAll({ port: to, requests }) {
  const answers = [];
  for (const request of requests) answers.push(await ask(to, request));
  return answers;
}

/** @typedef {{ method: string, path: string, headers: Record<string, string>, body: string | undefined }} Asked */
/** @param {number} to @param {Asked} asked */
function ask(to, { method, path, body, headers }) {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const options = { agent, host: '127.0.0.1', port: to, method, path, headers: { ...headers, ...length } };
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(options, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8');
      incoming.on('data', (data) => (text += data));
      incoming.on('end', () => resolve({ status: incoming.statusCode, headers: incoming.headers, text }));
      incoming.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

port.on('message', async ({ number, kind, ...order }) => {
  let answer;
  try {
    answer = { number, value: kind === 'start' ? await start() : await askAll(order) };
  } catch (error) {
    answer = { number, error: String(error) };
  }
  port.postMessage(answer, []);
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
});
