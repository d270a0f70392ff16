/** What a bench of a path or of a mix sends, request by request, and what is refused before. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { benchLoad } from '../../../../src/host/app/bench/bench-load.ts';
import type { LoadOptions } from '../../../../src/host/app/bench/load-options.ts';
import { SessionTrace } from '../../../../src/host/app/session/session-trace.ts';
import { PinnedAddresses } from '../../../../src/live/traffic/target/pinned-addresses.ts';
import { readTarget } from '../../../../src/live/traffic/target/target.ts';
import { answerJson, toyServer } from '../../../live/traffic/toy-server.ts';
import { folderWith } from '../../cli/orrery.ts';
import { policiesWith } from '../../serve/serving.ts';
import { outsideOf, startMs, type Happened } from '../session/made-session.ts';

interface Toy {
  readonly host?: string;
  readonly port?: number;
  readonly allow?: string;
  /** Adds the control address of a sandbox. */
  readonly isSandbox?: boolean;
}

function targetOf({ host = '127.0.0.1', port = 81, allow = 'reads', isSandbox = false }: Toy) {
  const at = (path: string): string => `"http://${host.includes(':') ? `[${host}]` : host}:${port}/${path}"`;
  const control = isSandbox ? `, control: ${at('_sim')}` : '';
  const services = `{ faucet: ${at('faucet')}, escrow: ${at('escrow')}${control} }`;
  return readTarget('toy.yaml', `name: toy\nhosts: ["${host}"]\nallow: ${allow}\nservices: ${services}\n`);
}

async function loadFor(toy: Toy, options: Partial<LoadOptions>) {
  const target = targetOf(toy);
  const pinned = await PinnedAddresses.resolve(target);
  return benchLoad(target, pinned, { header: [], agents: '2', seed: '7', ...options });
}

/** The first line and the headers of each message, but for its host. */
const sentBy = async (toy: Toy, options: Partial<LoadOptions>): Promise<string[]> => {
  const { load } = await loadFor(toy, options);
  return load.messages.map(({ text, call }) => {
    const [line, ...headers] = text.trim().split('\r\n');
    const kept = headers.filter((header) => !/^(host|accept|connection|user-agent)/i.test(header));
    return [`${call}:`, line, ...kept].join(' ');
  });
};
const http = 'HTTP/1.1';

describe('a bench of one path', () => {
  const path = '/faucet/agents';
  const far = { host: '203.0.113.9', isSandbox: true };

  it('sends it as the operation that it is', async () => {
    const { load, ...rest } = await loadFor({}, { path });
    expect(rest).toEqual({ path, mix: null });
    expect(load.endpoints).toMatchObject([{ host: '127.0.0.1', port: 81, address: '127.0.0.1' }]);
    expect(await sentBy({}, { path })).toEqual([`faucet/B/publicAgents: GET /faucet/agents ${http}`]);
    expect(await sentBy({}, { path: '/faucet/none' })).toEqual([
      `GET /faucet/none: GET /faucet/none ${http}`,
    ]);
  });

  it('sends the headers of the call', async () => {
    const header = ['X-A:  b: c ', 'x-d:'];
    expect(await sentBy({}, { path, header })).toEqual([
      `faucet/B/publicAgents: GET /faucet/agents ${http} x-a: b: c x-d:`,
    ]);
  });

  it('comes from a thousand addresses at a sandbox of this machine', async () => {
    const lines = await sentBy({ isSandbox: true }, { path });
    const line = (ip: string): string => `faucet/B/publicAgents: GET /faucet/agents ${http} x-sim-ip: ${ip}`;
    expect([0, 255, 256, 999].map((number) => lines[number])).toEqual(
      ['10.78.0.0', '10.78.0.255', '10.78.1.0', '10.78.3.231'].map(line),
    );
    expect([lines.length, new Set(lines).size]).toEqual([1_000, 1_000]);
    expect(await sentBy({ isSandbox: true, host: '::1' }, { path })).toHaveLength(1_000);
  });

  it.each<[string, Toy, Partial<LoadOptions>]>([
    ['at a sandbox of another machine', far, {}],
    ['with a key', { isSandbox: true }, { header: ['Authorization: Bearer x'] }],
  ])('comes from one address %s', async (_what, toy, options) => {
    expect(await sentBy(toy, { path, ...options })).toHaveLength(1);
  });

  const either = 'expected either --path or --mix: what is to be read; or --request: what is to be sent';
  it.each<[Partial<LoadOptions>, string]>([
    [{}, either],
    [{ path, mix: 'small.yaml' }, either],
    [{ path, header: ['plain'] }, '--header plain: expected NAME: VALUE'],
    [{ path, header: [': x'] }, '--header : x: expected NAME: VALUE'],
    [
      { path: '/none/x' },
      '--path /none/x: expected a path of a service in toy.yaml, such as /wallet/v1/wallet/chains',
    ],
    [
      { path: '/wallet/v1/wallet/chains' },
      '--path /wallet/v1/wallet/chains: expected a path of a service in toy.yaml, such as /wallet/v1/wallet/chains',
    ],
    [
      { path, header: ['x-a: \u0001'] },
      '--header: a header for /agents holds what no HTTP message can carry',
    ],
  ])('is refused with the options %j', async (options, message) => {
    await expect(loadFor({}, options)).rejects.toMatchObject({ name: 'CallMistake', message });
  });

  it('stays below its address', async () => {
    await expect(loadFor({}, { path: '/faucet/../x' })).rejects.toThrow(
      /^--path \/faucet\/\.\.\/x: .+; expected a path that stays below its address$/,
    );
  });
});

describe('a bench of a mix', () => {
  const key = 'sk_live_aaaaaaaaaaaaaaaaaaaaaaaa';
  const open: Happened = { call: 'GET /faucet/agents', query: { limit: '5' } };
  const owned: Happened = { call: 'GET /faucet/referrals', key };
  const refused: Happened = { call: 'GET /faucet/agents', status: 429 };

  /** A trace of these requests. */
  function traced(happened: readonly Happened[]): string {
    const parts: Uint8Array[] = [];
    const trace = new SessionTrace(
      { append: (_name, part) => void parts.push(Buffer.from(part)) },
      {
        name: 'small',
        seed: '7',
        profile: 'published',
        policies: policiesWith(),
        startMs,
        groups: [],
        resolved: { name: 'small', for: '1h' },
      },
    );
    for (const one of happened) trace.onEvent(outsideOf(one).event, '');
    trace.finish('0123456789abcdef0123456789abcdef');
    const file = join(folderWith(), 'mix.ndjson.gz');
    writeFileSync(file, Buffer.concat(parts));
    return file;
  }
  const openLine = `faucet/B/publicAgents: GET /faucet/agents?limit=5 ${http}`;
  const all = [open, open, owned, refused];

  it('has the reads of a trace that need no key, and says which share they are', async () => {
    const mix = traced(all);
    expect(await sentBy({}, { mix })).toEqual([openLine]);
    const { path, mix: read } = await loadFor({}, { mix });
    expect([path, read]).toEqual([null, { source: mix, reads: 1, coveredShare: 0.5 }]);
  });

  it('has those that need one too, with each of the given keys', async () => {
    const keys = join(folderWith({ 'keys.txt': 'one\n\ntwo\n' }), 'keys.txt');
    const mix = traced(all);
    const { load, mix: read } = await loadFor({}, { mix, keys });
    expect(read).toEqual({ source: mix, reads: 2, coveredShare: 0.75 });
    const lines = await sentBy({}, { mix, keys });
    expect(lines[0]).toBe(openLine);
    expect(lines.slice(1).map((line) => /authorization: (.*)/.exec(line)?.[1])).toEqual([
      'Bearer one',
      'Bearer two',
    ]);
    // Two of three are the open read; the keys share the third.
    const counts = [0, 0, 0];
    for (let n = 0; n < 600; n += 1) counts[load.pick(n)]! += 1;
    expect(counts.map((count) => Math.round(count / 100))).toEqual([4, 1, 1]);
  });

  it('has one key for all where a header says it', async () => {
    const mix = traced(all);
    const lines = await sentBy({}, { mix, header: ['authorization: Bearer x'], agents: 'many' });
    expect(lines.map((line) => /authorization: (.*)/.exec(line)?.[1])).toEqual(['Bearer x', 'Bearer x']);
  });

  it('registers agents where the target allows writes', async () => {
    const toy = await toyServer(({ url }, response, index) =>
      answerJson(response, url.endsWith('/register') ? { api_key: `key-${index}` } : {}, 201),
    );
    const lines = await sentBy({ port: toy.port, allow: 'writes' }, { mix: traced(all) });
    expect(lines.slice(1).map((line) => /authorization: (.*)/.exec(line)?.[1])).toEqual([
      'Bearer key-0',
      'Bearer key-1',
    ]);
    const names = toy.asked.map(({ text }) => (JSON.parse(text) as { agent_id: string }).agent_id);
    expect(names.map((name) => name.replace(/[0-9a-f]{8}/, '#'))).toEqual(['bench-#-0', 'bench-#-1']);
  });

  it('asks for no keys that it does not need', async () => {
    const mix = traced([open, { call: 'GET /wallet/v1/wallet/chains', key }]);
    expect(await sentBy({ allow: 'writes' }, { mix })).toEqual([openLine]);
  });

  it('is refused where nothing of it can be read', async () => {
    const mix = traced([owned, refused]);
    await expect(loadFor({}, { mix })).rejects.toMatchObject({
      name: 'CallMistake',
      message: `--mix ${mix}: nothing of it can be read at toy.yaml; expected reads`,
    });
  });

  it('is refused with a wrong number of agents before anything is read', async () => {
    await expect(loadFor({}, { mix: 'none.yaml', agents: '0' })).rejects.toThrow(
      '--agents 0: expected a whole number from 1 to 10000',
    );
  });

  it('has the reads of a scenario that is run for it', async () => {
    const scenario = `name: small
seed: 7
for: 1h
operations: [{ by: one, do: GET /faucet/agents }, { by: two, do: POST /faucet/register, body: { agent_id: two } }]
`;
    const mix = join(folderWith({ 'small.yaml': scenario }), 'small.yaml');
    const { load, mix: read } = await loadFor({}, { mix });
    expect(read).toEqual({ source: mix, reads: 1, coveredShare: 0.5 });
    expect(load.messages.map(({ call }) => call)).toEqual(['faucet/B/publicAgents']);
  });
});
