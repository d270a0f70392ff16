/**
 * Servers whose capacity is known, each in a process of its own: `node server.js KIND` prints its port. Completion times
 * are computed, not awaited: a timer that ends late delays one answer and leaves the capacity as it is.
 */
import { createServer } from 'node:net';

const serviceMs = 20;
const degradeAfterMs = Number(process.argv[3] ?? 60_000);

/** A bucket that holds `burst` tokens and gains `perSecond`; answers true for a token. */
function bucket(perSecond, burst) {
  let [tokens, atMs] = [burst, 0];
  return (nowMs) => {
    tokens = Math.min(burst, tokens + ((nowMs - atMs) * perSecond) / 1000);
    atMs = nowMs;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}

/** Workers that serve in the order of arrival; answers when the request is done. */
function pool(workers) {
  const freeMs = Array.from({ length: workers }, () => 0);
  return (nowMs, takesMs) => {
    const next = freeMs.indexOf(Math.min(...freeMs));
    freeMs[next] = Math.max(nowMs, freeMs[next]) + takesMs;
    return freeMs[next];
  };
}

/** Exponential times, the same in every run (mulberry32). */
function exponential(meanMs) {
  let state = 7;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let word = Math.imul(state ^ (state >>> 15), 1 | state);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    const unit = ((word ^ (word >>> 14)) >>> 0) / 2 ** 32;
    return -meanMs * Math.log1p(-unit);
  };
}

/** A kind makes a function of the time and the head of a request that answers status and time of the response. */
const kinds = {
  swift: () => (nowMs) => ({ status: 200, atMs: nowMs }),
  fixed: () => (nowMs) => ({ status: 200, atMs: nowMs + 150 }),
  bucket() {
    const take = bucket(500, 10);
    return (nowMs) => ({ status: take(nowMs) ? 200 : 429, atMs: nowMs });
  },
  mm1() {
    const [serve, takes] = [pool(1), exponential(2)];
    return (nowMs) => ({ status: 200, atMs: serve(nowMs, takes()) });
  },
  keys() {
    const buckets = new Map();
    return (nowMs, head) => {
      const key = /authorization: (.*)/i.exec(head)?.[1] ?? '';
      if (!buckets.has(key)) buckets.set(key, bucket(20, 3));
      return { status: buckets.get(key)(nowMs) ? 200 : 429, atMs: nowMs };
    };
  },
  pool() {
    const serve = pool(4);
    return (nowMs) => ({ status: 200, atMs: serve(nowMs, serviceMs) });
  },
  degrading() {
    const serve = pool(4);
    let firstMs;
    return (nowMs) => {
      firstMs ??= nowMs;
      return {
        status: 200,
        atMs: serve(nowMs, nowMs - firstMs < degradeAfterMs ? serviceMs : 2 * serviceMs),
      };
    };
  },
};

const answers = {
  200: 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}',
  429: 'HTTP/1.1 429 Too Many Requests\r\ncontent-length: 0\r\n\r\n',
};

const respond = kinds[process.argv[2]]();

const server = createServer((socket) => {
  socket.setNoDelay(true);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.latin1Slice();
    for (let end = text.indexOf('\r\n\r\n'); end >= 0; end = text.indexOf('\r\n\r\n')) {
      const nowMs = performance.now();
      const { status, atMs } = respond(nowMs, text.slice(0, end));
      text = text.slice(end + 4);
      if (atMs <= nowMs) socket.write(answers[status]);
      else setTimeout(() => socket.writable && socket.write(answers[status]), Math.round(atMs - nowMs));
    }
  });
  socket.on('error', () => socket.destroy());
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
process.stdin.on('end', () => process.exit(0)).resume();
