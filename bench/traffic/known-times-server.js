/**
 * A server whose service times are known. `node known-times-server.js exponential MEAN_MS` draws them, `stall AT_MS,FOR_MS`
 * answers at once but for a stall. `GET /times` answers p50, p90 and p99 of the times that it really took: a busy
 * machine adds to the drawn ones. Prints its port.
 */
import { createServer } from 'node:http';

const [kind, words] = process.argv.slice(2);
const [first, second] = words.split(',').map(Number);
const took = [];
let state = 0x9e3779b9;
let startMs;

/** From 0 to 1 (mulberry32). */
function draw() {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

function waitMs() {
  if (kind === 'exponential') return -Math.log(1 - draw()) * first;
  startMs ??= performance.now();
  const sinceMs = performance.now() - startMs;
  return sinceMs >= first && sinceMs < first + second ? first + second - sinceMs : 0;
}

function percentiles() {
  const sorted = took.toSorted((left, right) => left - right);
  const at = (share) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return { count: sorted.length, p50: at(0.5), p90: at(0.9), p99: at(0.99) };
}

createServer((message, response) => {
  const answer = (body) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(body));
  };
  if (message.url === '/times') {
    answer(percentiles());
    return;
  }
  const fromMs = performance.now();
  const end = () => {
    took.push(performance.now() - fromMs);
    answer({});
  };
  const ms = waitMs();
  if (ms === 0) end();
  else setTimeout(end, ms);
}).listen(0, '127.0.0.1', function listening() {
  process.stdout.write(`${this.address().port}\n`);
});
