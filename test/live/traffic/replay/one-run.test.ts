/** One run of a replay: which address each request goes to, what is sent along to this machine, how a sandbox is set up, and which order is kept. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FileMistake } from '../../../../src/core/base/file-mistake.ts';
import { asRecorded } from '../../../../src/live/traffic/plan/schedule.ts';
import { defaultReplay, type ReplayCall } from '../../../../src/live/traffic/replay/replay-call.ts';
import { Replay } from '../../../../src/live/traffic/replay/replay.ts';
import { readTarget, type Target } from '../../../../src/live/traffic/target/target.ts';
import { listening } from '../transports/gateway.ts';
import { answerJson, toyServer } from '../toy-server.ts';
import { headerLine, recordLine, traceFile, type RecordChanges } from '../traces.ts';

const targetOf = (services: Record<string, string>, more = '', hosts = ['127.0.0.1']): Target =>
  readTarget('t.yaml', `name: toy\nhosts: ${JSON.stringify(hosts)}\nservices: ${JSON.stringify(services)}\nallow: writes\n${more}`); // prettier-ignore

interface Recorded extends RecordChanges {
  /** Of a trace of real clients: how long the request took. */
  readonly took?: number;
}

const lineOf = ({ took, ...changes }: Recorded): string =>
  took === undefined
    ? recordLine(changes)
    : `${JSON.stringify({ ...(JSON.parse(recordLine(changes)) as object), took })}\n`;

const planned = (
  records: readonly Recorded[],
  target: Target,
  { header = headerLine(), ...change }: Partial<ReplayCall> & { header?: string } = {},
): Promise<Replay> =>
  Replay.plan({
    ...defaultReplay,
    trace: traceFile(records.map(lineOf), header),
    target,
    schedule: { ...asRecorded, speed: 'max' },
    namespace: 'tests',
    ca: undefined,
    ...change,
  });

const [faucet, escrow] = [
  { n: 0, at: 0, path: '/faucet/a' },
  { n: 1, at: 1, path: '/escrow/b' },
];

describe('an address of the target file', () => {
  it('is asked for what its service is asked for: ports are different addresses', async () => {
    const toys = [await toyServer(), await toyServer()];
    const [one, other] = toys.map(({ port }) => `http://127.0.0.1:${port}`);
    const replay = await planned([faucet, escrow], targetOf({ faucet: one!, escrow: other! }));
    expect(await replay.run()).toMatchObject({ ok: true, same: 2 });
    expect(toys.map(({ asked }) => asked.map(({ url }) => url))).toEqual([['/a'], ['/b']]);
  });

  it('is one connection where two services share it', async () => {
    const toy = await toyServer();
    const address = `http://127.0.0.1:${toy.port}`;
    const target = targetOf({ faucet: `${address}/f`, escrow: `${address}/e` }, 'connections: 1\n');
    const result = await (await planned([faucet, escrow], target)).run();
    expect([result.ok, result.connections, toy.connectionsMost()]).toEqual([true, 1, 1]);
    expect(toy.asked.map(({ url }) => url).toSorted()).toEqual(['/e/b', '/f/a']);
  });

  it('with another host or with TLS is another one, at the same port', async () => {
    const toy = await toyServer();
    const target = targetOf({ faucet: `http://127.0.0.1:${toy.port}`, escrow: `http://127.0.0.2:${toy.port}` }, '', ['127.0.0.1', '127.0.0.2']);
    const otherHost = await (await planned([faucet, escrow], target)).run();
    expect([otherHost.failures, toy.asked.map(({ url }) => url)]).toEqual([{ refused: 1 }, ['/a']]);
    const services = { faucet: `http://127.0.0.1:${toy.port}`, escrow: `https://127.0.0.1:${toy.port}` };
    const otherScheme = await (await planned([faucet, escrow], targetOf(services))).run();
    expect([otherScheme.failures, otherScheme.same]).toEqual([{ tls: 1 }, 1]);
  }); // prettier-ignore
});

describe('the address of an agent', () => {
  const sentTo = async (
    services: Record<string, string>,
    hosts: string[],
    resolve?: ReplayCall['resolve'],
  ) => {
    const toy = await toyServer();
    const target = targetOf({ faucet: `http://127.0.0.1:${toy.port}`, ...services }, '', ['127.0.0.1', ...hosts]); // prettier-ignore
    await (await planned([faucet], target, resolve === undefined ? {} : { resolve })).run();
    return toy.asked.map(({ headers }) => headers['x-sim-ip']);
  };

  /** Each run has a part of the network for itself. */
  const ofThisRun: unknown = expect.stringMatching(/^10\.\d+\.0\.1$/);

  it.each<[string, Record<string, string>, string[], readonly unknown[]]>([
    ['to this machine alone', {}, [], [ofThisRun]],
    ['to this machine by two of its addresses', { escrow: 'http://127.3.4.5:1' }, ['127.3.4.5'], [ofThisRun]],
    ['to this machine by IPv6', { escrow: 'http://[::1]:1' }, ['::1'], [ofThisRun]],
    ['to none where one service is elsewhere', { escrow: 'http://192.0.2.127:1' }, ['192.0.2.127'], [undefined]],
    ['to none where one is elsewhere by IPv6', { escrow: 'http://[2001:db8::1]:1' }, ['2001:db8::1'], [undefined]],
  ])('is sent %s', async (_what, services, hosts, expected) => {
    expect(await sentTo(services, hosts)).toEqual(expected);
  }); // prettier-ignore

  it('is that of a name once it is resolved', async () => {
    const services = { escrow: 'http://near.example:1' };
    const resolve = (): Promise<string[]> => Promise.resolve(['127.0.0.1']);
    expect(await sentTo(services, ['near.example'], resolve)).toEqual([ofThisRun]);
  });
});

describe('a sandbox', () => {
  /** What a sandbox is asked, with the instant and the body of each request. */
  async function sandbox(records: readonly Recorded[], header: Record<string, unknown> = {}) {
    const toy = await toyServer((asked, response) =>
      answerJson(response, asked.url === '/_sim/reset' ? { policy_hash: '0' } : {}),
    );
    const target = targetOf({ faucet: `http://127.0.0.1:${toy.port}`, control: `http://127.0.0.1:${toy.port}/_sim` }, 'clock: sandbox\n'); // prettier-ignore
    const result = await (await planned(records, target, { header: headerLine(header) })).run();
    const asked = toy.asked.map(({ method, url, headers, text }) =>
      [method, url, headers['x-sim-at'], text].join(' ').trimEnd(),
    );
    return { asked, result, most: toy.connectionsMost() };
  }

  it('has the world of the trace before the first request, and the instant of each', async () => {
    const faults = [{ kind: 'outage', at: '5s', service: 'faucet' }];
    const { asked, result } = await sandbox([faucet, { ...escrow, path: '/faucet/b' }], { faults });
    expect(asked).toEqual([
      'POST /_sim/reset  {"seed":"7","profile":"published","policies":{},"start":"2026-01-01T00:00:00.000Z"}',
      'POST /_sim/fault  {"kind":"outage","service":"faucet","at":"2026-01-01T00:00:05.000Z"}',
      'GET /a 2026-01-01T00:00:00.000Z',
      'GET /b 2026-01-01T00:00:00.001Z',
    ]);
    expect(result).toMatchObject({ ok: true, same: 2, namespace: null, connections: 1 });
  });

  it('repeats the faults of the recording, so that they explain nothing; another target does not', async () => {
    const header = { faults: [{ kind: 'outage', at: '0s', service: 'faucet' }] };
    const failed = { ...faucet, status: 503, answer: { code: 'UNAVAILABLE' } };
    const explained = ({ differences }: Awaited<ReturnType<typeof sandbox>>['result']) =>
      differences.groups.filter(({ kind }) => kind === 'status').map(({ explanation }) => explanation);
    expect(explained((await sandbox([failed], header)).result)).toEqual([null]);
    const toy = await toyServer();
    const target = targetOf({ faucet: `http://127.0.0.1:${toy.port}` });
    const result = await (await planned([failed], target, { header: headerLine(header) })).run();
    expect(explained(result)).toEqual(['fault']);
    expect(toy.asked.map(({ url }) => url)).toEqual(['/a']);
  });
});

describe('the order of real clients', () => {
  /** What a server is asked and answers, where its first answer waits for the next request or for some time. */
  async function order(answersOnly: boolean) {
    const log: string[] = [];
    const server = createServer(({ url = '' }: IncomingMessage, response: ServerResponse) => {
      log.push(`asked ${url}`);
      const answer = (): void => {
        log.push(`answered ${url}`);
        answerJson(response, {});
      };
      if (url === '/a') setTimeout(answer, 30);
      else answer();
    });
    const target = targetOf({ faucet: `http://127.0.0.1:${await listening(server)}` });
    const records = [
      { ...faucet, took: 5 },
      { n: 1, at: 6, session: 1, path: '/faucet/b', took: 1 },
    ];
    const result = await (await planned(records, target, { answersOnly })).run();
    expect([result.ok, result.same]).toEqual([true, 2]);
    return log;
  }

  it('is kept where answers alone are judged', async () => {
    expect(await order(true)).toEqual(['asked /a', 'answered /a', 'asked /b', 'answered /b']);
  });

  it('is not where times are measured', async () => {
    expect(await order(false)).toEqual(['asked /a', 'asked /b', 'answered /b', 'answered /a']);
  });
});

describe('a replay', () => {
  it('of a file that is not there says so as the reader of traces does', async () => {
    const trace = join('/nowhere', 'trace.ndjson.gz');
    const target = targetOf({ faucet: 'http://127.0.0.1:1' });
    await expect(planned([faucet], target, { trace })).rejects.toBeInstanceOf(FileMistake);
  });

  it('asks again at every write whether it is allowed', async () => {
    const toy = await toyServer();
    const target = targetOf({ faucet: `http://127.0.0.1:${toy.port}` });
    const replay = await planned([{ ...faucet, method: 'POST' }], target);
    Object.assign(target, { allow: 'reads' });
    await expect(replay.run()).rejects.toThrow('POST is not allowed at target toy (allow: reads); expected allow: writes in t.yaml'); // prettier-ignore
    expect(toy.asked).toEqual([]);
  });
});
