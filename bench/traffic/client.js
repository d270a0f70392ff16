/** One client in a process of its own: `node client.js NAME PORT`. Prints what it measured as one line of JSON. */
import autocannon from 'autocannon';
import { OpenEngine } from '../../compiled/src/live/traffic/engine/open-engine.js';
import { percentiles } from '../../compiled/src/live/traffic/engine/measures.js';
import { SteadyScript } from '../../compiled/src/live/traffic/bench/steady-script.js';

const [name, portText, secondsText = '3', rateText = '1000'] = process.argv.slice(2);
const port = Number(portText);
const seconds = Number(secondsText);
const connections = 64;
const sessionLength = 4;
const url = `http://127.0.0.1:${port}`;
const key = 'authorization: Bearer sk_live_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n';
const head = `host: 127.0.0.1:${port}\r\n${key}\r\n`;

function engineWith(script, rateMax = 10_000_000) {
  const place = { isTls: false, host: '127.0.0.1', address: '127.0.0.1', port, ca: undefined };
  return new OpenEngine(
    {
      endpoints: [place],
      connectionsMax: connections,
      requestsPerSecondMax: rateMax,
      timeoutMs: 30_000,
      warmUpMs: 0,
      isInLine: false,
      permit: () => undefined,
    },
    script,
  );
}

/** Every session makes a thing and asks for it by its id three times. */
const correlated = (position, before) =>
  position === 0
    ? `GET /thing HTTP/1.1\r\n${head}`
    : `GET /thing/${JSON.parse(before).id} HTTP/1.1\r\n${head}`;

/** As fast as it goes for a second, so that neither the engine nor the server is compiled in the middle of a burst. */
async function warmUp() {
  const engine = engineWith(
    new SteadyScript({
      sessions: 1e9,
      sessionLength,
      requestsPerSecond: undefined,
      method: 'GET',
      message: () => `GET /warm HTTP/1.1\r\n${head}`,
    }),
  );
  setTimeout(() => engine.stop(), 1000);
  await engine.run();
  return { perSecond: engine.counts.answered };
}

const clients = {
  warm: warmUp,
  async open() {
    const script = new SteadyScript({
      sessions: 1e9,
      sessionLength,
      requestsPerSecond: undefined,
      method: 'GET',
      message: correlated,
    });
    const engine = engineWith(script);
    setTimeout(() => engine.stop(), seconds * 1000);
    const running = engine.run();
    await running;
    return { perSecond: engine.counts.answered / seconds, failed: engine.counts.failed };
  },
  async autocannon() {
    const { requests, errors } = await autocannon({
      url: `${url}/thing`,
      connections,
      duration: seconds,
      headers: { authorization: 'Bearer x' },
    });
    return { perSecond: requests.total / seconds, failed: errors };
  },
  async 'autocannon-correlated'() {
    const first = {
      path: '/thing',
      onResponse: (_status, body, context) => (context.id = JSON.parse(body).id),
    };
    const next = { setupRequest: (request, context) => ({ ...request, path: `/thing/${context.id}` }) };
    const { requests, errors } = await autocannon({
      url,
      connections,
      duration: seconds,
      headers: { authorization: 'Bearer x' },
      requests: [first, next, next, next],
    });
    return { perSecond: requests.total / seconds, failed: errors };
  },
  /** 1,000 requests a second, whatever the server does. */
  async 'open-stall'() {
    await warmUp();
    const rate = 1000;
    const message = () => `GET /thing HTTP/1.1\r\n${head}`;
    const engine = engineWith(
      new SteadyScript({
        sessions: rate * seconds,
        sessionLength: 1,
        requestsPerSecond: rate,
        method: 'GET',
        message,
      }),
    );
    await engine.run();
    const { counts, measures, elapsedMs } = engine;
    return {
      ...percentiles(measures.response),
      lagP99: percentiles(measures.lag).p99,
      offered: rate,
      achieved: (counts.answered / elapsedMs) * 1000,
      dropped: rate * seconds - counts.answered,
    };
  },
  /** One rate, for `cost.js`. */
  async 'open-rate'() {
    const rate = Number(rateText);
    const message = () => `GET /thing HTTP/1.1\r\n${head}`;
    const sessions = rate * seconds;
    const engine = engineWith(
      new SteadyScript({ sessions, sessionLength: 1, requestsPerSecond: rate, method: 'GET', message }),
    );
    await engine.run();
    return { answered: engine.counts.answered, lagP99: percentiles(engine.measures.lag).p99 };
  },
  async 'autocannon-stall'() {
    const { latency, requests, errors } = await autocannon({
      url: `${url}/thing`,
      connections,
      duration: seconds,
      overallRate: Number(rateText),
      ignoreCoordinatedOmission: true,
    });
    return {
      p50: latency.p50,
      p90: latency.p90,
      p99: latency.p99,
      achieved: requests.total / seconds,
      dropped: Number(rateText) * seconds - requests.total,
      failed: errors,
    };
  },
};

const before = process.cpuUsage();
const measured = await clients[name]();
const { user, system } = process.cpuUsage(before);
process.stdout.write(`${JSON.stringify({ ...measured, cpuSeconds: (user + system) / 1e6 })}\n`);
process.exit(0);
