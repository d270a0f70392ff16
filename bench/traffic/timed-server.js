/**
 * The server of `toy-server.js` that also keeps when each request arrived, in microseconds. `GET /lateness/RATE` answers
 * how late the requests since the last such call came, beside an even schedule of that rate that begins with the
 * earliest: the send lag of any client, measured in one way.
 */
import { createServer } from 'node:net';

const body = '{"id":"esc_bbbbbbbbbbbbbbbb","state":"locked"}';
const headed = (text) =>
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n${text}`;
const answer = headed(body);
const arrivals = new Float64Array(4_000_000);
let count = 0;

/** Of the arrivals in the middle: the first and the last tenth are left out. */
function lateness(perSecond) {
  const gapMs = 1000 / perSecond;
  const from = Math.floor(count / 10);
  const to = count - from;
  let startMs = Number.POSITIVE_INFINITY;
  for (let n = from; n < to; n++) startMs = Math.min(startMs, arrivals[n] - n * gapMs);
  const late = Float64Array.from({ length: to - from }, (_, at) => {
    const n = from + at;
    return arrivals[n] - n * gapMs - startMs;
  }).toSorted();
  const at = (share) => late[Math.min(late.length - 1, Math.floor(late.length * share))] ?? 0;
  const found = { requests: count, p50: at(0.5), p90: at(0.9), p99: at(0.99), max: at(1) };
  count = 0;
  return found;
}

const server = createServer((socket) => {
  socket.setNoDelay(true);
  let rest = '';
  socket.on('data', (chunk) => {
    const nowMs = performance.now();
    const text = rest + chunk.latin1Slice();
    let at = 0;
    let answers = '';
    for (let end = text.indexOf('\r\n\r\n'); end >= 0; end = text.indexOf('\r\n\r\n', at)) {
      if (text.startsWith('GET /lateness/', at)) {
        answers += headed(JSON.stringify(lateness(Number.parseFloat(text.slice(at + 14)))));
      } else {
        arrivals[count++] = nowMs;
        answers += answer;
      }
      at = end + 4;
    }
    rest = text.slice(at);
    if (answers !== '') socket.write(answers, 'latin1');
  });
  socket.on('error', () => socket.destroy());
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
