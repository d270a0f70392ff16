/** What autocannon sends of a trace and counts: filled-in requests, connections, the pinned address, and what is refused. */
import net from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startAutocannon } from '../../../../src/live/traffic/autocannon/autocannon-replay.ts';
import { asRecorded } from '../../../../src/live/traffic/plan/schedule.ts';
import { Replay } from '../../../../src/live/traffic/replay/replay.ts';
import { defaultReplay, type ReplayCall } from '../../../../src/live/traffic/replay/replay-call.ts';
import { readTarget } from '../../../../src/live/traffic/target/target.ts';
import { movesClock, realClock } from '../bench/closed-parts.ts';
import { hostileServer } from '../hostile-server.ts';
import { answerJson, toyServer, type Respond } from '../toy-server.ts';
import { recordLine, traceFile, type RecordChanges } from '../traces.ts';

afterEach(realClock);

interface Changes extends Partial<ReplayCall> {
  readonly services?: string;
  /** Further lines of the target file. */
  readonly lines?: string;
}

function callOf(records: readonly RecordChanges[], port: number, changes: Changes = {}): ReplayCall {
  const { services = `faucet: "http://127.0.0.1:${port}/f"`, lines = '', ...more } = changes;
  const text = `name: toy\nhosts: [127.0.0.1, localhost, shop.example]\nallow: writes\nservices: { ${services} }\n${lines}`;
  const target = readTarget('toy.yaml', text);
  const trace = traceFile(records.map(recordLine));
  const resolve = () => Promise.resolve(['127.0.0.1']);
  return { ...defaultReplay, trace, target, schedule: asRecorded, namespace: 'tests', ca: undefined, resolve, ...more };
} // prettier-ignore

/** `allow` alone differs from the target that was planned for. */
async function started(call: ReplayCall, allow = call.target.allow) {
  const { plan } = await Replay.plan(call);
  return { plan, run: await startAutocannon({ ...call, target: { ...call.target, allow } }, plan) };
}

async function replayed(records: readonly RecordChanges[], respond: Respond, changes: Changes = {}) {
  const ports: unknown[] = [];
  const toy = await toyServer((asked, response, index) => {
    ports.push(response.socket?.remotePort);
    respond(asked, response, index);
  });
  const services = changes.services?.replaceAll('PORT', String(toy.port));
  const { run } = await started(callOf(records, toy.port, services === undefined ? changes : { ...changes, services })); // prettier-ignore
  return { result: await run.result, asked: toy.asked, ports, toy };
}

const answering: Respond = (_asked, response) => answerJson(response, {});

describe('the target of a replay by autocannon', () => {
  it.each([
    ['::1', true],
    ['127.9.0.1', true],
    ['203.0.113.127', false],
  ])('pinned to %s gets addresses of agents: %s', async (address, isSent) => {
    const toy = await toyServer();
    const connect = net.connect.bind(net);
    const spied = vi.spyOn(net, 'connect').mockImplementation(((port: number) => connect(port, '127.0.0.1')) as typeof net.connect); // prettier-ignore
    const services = `faucet: "http://shop.example:${toy.port}"`;
    const call = callOf([{ n: 0, at: 0 }], 0, { services, resolve: () => Promise.resolve([address]) });
    const pinned = { ...call.target, hosts: [...call.target.hosts, address] };
    // Only that allows writes would be asked first whether it is there.
    const { run } = await started({ ...call, target: pinned }, 'none');
    expect(await run.result).toMatchObject({ requests: 1 });
    expect(spied.mock.calls.map((given) => given.slice(0, 2))).toEqual([[toy.port, address]]);
    const sent = isSent ? { 'x-sim-ip': '10.89.0.1' } : {};
    const headers = { connection: 'keep-alive', host: `shop.example:${toy.port}`, ...sent };
    expect(toy.asked).toEqual([{ method: 'GET', url: '/thing', text: '', headers }]);
  });

  it.each([
    ['gzip', false],
    ['Identity', true],
  ])('that encodes answers as %s is taken: %s', async (encoding, isTaken) => {
    const toy = await toyServer((_asked, response) => {
      response.writeHead(200, { 'content-encoding': encoding });
      response.end();
    });
    const found = started(callOf([{ n: 0, at: 0 }], toy.port)).then(({ run }) => run.result);
    if (isTaken) await expect(found).resolves.toMatchObject({ requests: 1, ok: true });
    else
      await expect(found).rejects.toThrow('toy.yaml: autocannon decodes no answers, and the target encodes them; expected --engine open'); // prettier-ignore
  });

  const one = 'toy.yaml: autocannon speaks to one host and port; expected one, or another engine';
  const tls = 'toy.yaml: autocannon never verifies TLS; expected http, or another engine';
  it.each([
    ['one service by TLS', 'faucet: "http://127.0.0.1:1", casino: "https://127.0.0.1:1"', tls],
    ['two hosts', 'faucet: "http://127.0.0.1:1", casino: "http://localhost:1"', one],
    ['two ports', 'faucet: "http://127.0.0.1:1", casino: "http://127.0.0.1:2"', one],
  ])('is refused with %s', async (_what, services, message) => {
    const records = [{ n: 0, at: 0 }, { n: 1, at: 1, path: '/casino/x' }];
    await expect(started(callOf(records, 0, { services }))).rejects.toMatchObject({ name: 'Forbidden', message });
  }); // prettier-ignore

  it('is refused where the plan has no service of it', async () => {
    const call = callOf([{ n: 0, at: 0 }], 1);
    const { plan } = await Replay.plan(call);
    await expect(startAutocannon(call, { ...plan, services: [] })).rejects.toMatchObject({ name: 'Forbidden', message: one }); // prettier-ignore
  });
});

describe('a replay by autocannon', () => {
  it('counts what it sent in the seconds that passed', async () => {
    let nowMs = 4_000;
    vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
    const records = [0, 1, 2].map((n) => ({ n, at: n }));
    const { result, asked, toy } = await replayed(records, (_asked, response, index) => {
      if (index === 3) nowMs = 6_500;
      answerJson(response, {}, index === 2 ? 404 : 200);
    });
    expect(result).toMatchObject({ seconds: 2.5, offeredPerSecond: 1.2, achievedPerSecond: 1.2, requests: 3, same: 2, statusCounts: { 200: 2, 404: 1 }, unsent: 0, failures: {}, ok: false });
    const host = `127.0.0.1:${toy.port}`;
    expect(asked.slice(1)).toEqual(records.map(() => ({
      method: 'GET', url: '/f/thing', text: '', headers: { connection: 'keep-alive', host, 'x-sim-ip': '10.89.0.1' },
    })));
  }); // prettier-ignore

  const given = { n: 0, at: 0, method: 'POST', body: {}, answer: { escrow_id: 'esc_aaaaaaaaaaaaaaaa' } };
  const id = '${0:/escrow_id}';
  it.each<[string, unknown, Partial<RecordChanges>, string, string]>([
    ['a number in JSON', 71, { method: 'PUT', body: { id, text: `of ${id}` } }, 'PUT /f/thing', '{"id":71,"text":"of 71"}'],
    ['text in JSON', 'a"b\\', { method: 'PATCH', body: { id } }, 'PATCH /f/thing', '{"id":"a\\"b\\\\"}'],
    ['text in other bodies', 'a"b', { method: 'POST', raw: `id=${id}` }, 'POST /f/thing', 'id=a"b'],
    ['a path', 'a b', { method: 'DELETE', path: `/faucet/${id}/x` }, 'DELETE /f/a%20b/x', ''],
    ['a query', 'a&b ', { method: 'OPTIONS', query: { q: `${id}$$` } }, 'OPTIONS /f/thing?q=a%26b%20$', ''],
  ])('fills in %s', async (_what, value, record, line, text) => {
    const respond: Respond = (_asked, response) => answerJson(response, { escrow_id: value });
    const { asked, result } = await replayed([given, { n: 1, at: 1, ...record }], respond);
    const [{ method, url, text: sent }] = asked.slice(2) as [(typeof asked)[0]];
    expect([`${method} ${url}`, sent, result.ok]).toEqual([line, text, true]);
  }); // prettier-ignore

  it.each<[string, string, Partial<RecordChanges>]>([
    ['a path that leaves its place', '..', { path: `/faucet/${id}/x` }],
    ['a header that would end its line', 'a\nb', { headers: { 'x-id': id } }],
  ])('sends the headers of the target file with the read in the place of %s', async (_what, value, record) => {
    const respond: Respond = (_asked, response) => answerJson(response, { escrow_id: value });
    const changes = { services: 'faucet: "http://localhost:PORT"', lines: 'headers: { x-key: k }\n' };
    const { asked, result, toy } = await replayed([given, { n: 1, at: 1, ...record }], respond, changes);
    const headers = { connection: 'keep-alive', host: `localhost:${toy.port}`, 'x-key': 'k' };
    expect(asked[1]).toMatchObject({ method: 'POST', url: '/thing', text: '{}', headers: { ...headers, 'content-length': '2' } });
    expect(asked[2]).toEqual({ method: 'GET', url: '/', text: '', headers });
    expect(result).toMatchObject({ requests: 2, unsent: 1, ok: false });
  }); // prettier-ignore

  it('sends nothing of after its window', async () => {
    const records = [0, 1, 2].map((n) => ({ n, at: n * 1_000, session: n, path: `/faucet/${n}` }));
    const { asked, result } = await replayed(records, answering, { schedule: { ...asRecorded, toMs: 1_500 } });
    expect(asked.slice(1).map(({ url }) => url).toSorted()).toEqual(['/f/0', '/f/1']);
    expect(result).toMatchObject({ requests: 2, connections: 2, ok: true });
  }); // prettier-ignore

  it('gives each connection about as many requests', async () => {
    // Sessions of one, one, and two requests.
    const records = [0, 1, 2, 2].map((session, n) => ({ n, at: n, session, path: `/faucet/${session}` }));
    const { asked, ports } = await replayed(records, answering, { lines: 'connections: 2\n' });
    const portsOf = (path: string) => new Set(ports.filter((_, index) => asked[index]?.url === path));
    expect([portsOf('/f/0'), portsOf('/f/2').size]).toEqual([portsOf('/f/1'), 1]);
    expect(portsOf('/f/2')).not.toEqual(portsOf('/f/0'));
  });

  it('waits as long as its timeout in whole seconds, and has each time as it was', async () => {
    movesClock();
    const records = [0, 1].map((n) => ({ n, at: n }));
    const { result } = await replayed(records, (_asked, response, index) => {
      if (index > 0) vi.advanceTimersByTime(2_000);
      // It ends with a sample after the last answer.
      if (index === 2) response.socket?.once('close', () => vi.advanceTimersByTime(50));
      answerJson(response, {});
    }, { lines: 'timeout: 3s\n' });
    const two = { p50: 2_000, p90: 2_000, p99: 2_000, p999: 2_000, max: 2_000 };
    expect(result).toMatchObject({ serviceMs: two, requests: 2, failures: {}, ok: true });
  }); // prettier-ignore

  it('does not hold where bytes follow the last answer', async () => {
    const whole = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}';
    const bytes = [whole, `${whole}no HTTP\r\n\r\n`].map((text) => ({ bytes: text, stop: false }));
    const { port } = await hostileServer(bytes);
    const { run } = await started(callOf([{ n: 0, at: 0 }], port));
    expect(await run.result).toMatchObject({ requests: 1, same: 1, unsent: 0, failures: { autocannon: 1 }, ok: false }); // prettier-ignore
  });
});
