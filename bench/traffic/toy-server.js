/**
 * A server that does as little as one can, so that the client is what is measured: every request gets the same answer.
 * `--freeze AT,FOR` makes it stand still once, so many milliseconds after the first request that is no warm-up.
 */
import { createServer } from 'node:net';

const freeze = process.argv[2] === '--freeze' ? process.argv[3].split(',').map(Number) : undefined;
const body = '{"id":"esc_bbbbbbbbbbbbbbbb","state":"locked"}';
const answer = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
const answers = ['', answer, answer + answer];
let isFirst = true;

function standStill() {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, freeze[1]);
}

const server = createServer((socket) => {
  socket.setNoDelay(true);
  let rest = '';
  socket.on('data', (chunk) => {
    const text = rest + chunk.latin1Slice();
    if (isFirst && !text.startsWith('GET /warm ')) {
      isFirst = false;
      if (freeze !== undefined) setTimeout(standStill, freeze[0]);
    }
    let count = 0;
    let at = 0;
    for (let end = text.indexOf('\r\n\r\n'); end >= 0; end = text.indexOf('\r\n\r\n', at)) {
      count += 1;
      at = end + 4;
    }
    rest = text.slice(at);
    if (count > 0) socket.write(answers[count] ?? answer.repeat(count), 'latin1');
  });
  socket.on('error', () => socket.destroy());
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
