/** What a load sends and keeps by its options, what is shown of it on a terminal, and a search that was stopped. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { commandContext } from '../../../src/host/app/process/command-context.ts';
import { loadCommand, type LoadCommandOptions } from '../../../src/host/cli/commands/load/load.ts';
import { heardAtTerminal } from './at-terminal.ts';
import { called } from './called.ts';
import { hear } from './heard.ts';
import { folderWith, type Outcome } from './orrery.ts';

let folder = '';
const ends: (() => void)[] = [];
const sent: (string | undefined)[] = [];
let address = '';

/** Each answer is an empty object; what is sent to the services is kept by its traceparent. */
const server = createServer((request, response) => {
  if (request.method === 'POST' && request.url?.startsWith('/v1/') !== true)
    sent.push(request.headers['traceparent'] as string | undefined);
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end('{}');
});

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const other = createServer().listen(0, '127.0.0.1', () => {
      const { port } = other.address() as AddressInfo;
      other.close(() => resolve(port));
    });
  });

const short = 'load s.yaml --target live.yaml --duration 20ms';
const made = (words: string): Promise<Outcome> => called(folder, words.split(' '));

beforeAll(async () => {
  folder = folderWith({}, (end) => void ends.push(end));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const services = `services: { faucet: '${address}/faucet', wallet: '${address}/wallet' }`;
  writeFileSync(join(folder, 'live.yaml'), `name: t\nhosts: [127.0.0.1]\nallow: writes\n${services}\n`);
  writeFileSync(join(folder, 's.yaml'), 'name: s\nfor: 1h\npopulation: [{ agent: idler }]\n');
  writeFileSync(join(folder, 'one.yaml'), 'name: one\nfor: 1h\npopulation: [{ agent: newcomer }]\n');
  const load = 'load: { shape: constant-arrival-rate, rate: 5, for: 1m }\n';
  const expectation = 'expect: { http_req_duration: ["p(99)<500"] }\n';
  writeFileSync(
    join(folder, 'limit.yaml'),
    `name: s\nfor: 1h\npopulation: [{ agent: idler }]\n${load}${expectation}`,
  );
  // Their modules are loaded once.
  await made(`${short} --quiet --out first --otlp ${address}/v1/metrics --otlp-traces ${address}/v1/traces`);
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => {
  server.close();
  for (const end of ends) end();
});

describe('a load', () => {
  it('is repeated with where its figures went', async () => {
    const [prometheus, page] = [await freePort(), await freePort()];
    const traces = `--otlp-traces ${address}/v1/traces --trace-share 0.5`;
    const words = `--otlp ${address}/v1/metrics ${traces} --prometheus ${prometheus} --page ${page}`;
    await made(`${short} ${words} --out figures --quiet`);
    const html = readFileSync(join(folder, 'figures/report.html'), 'utf8').replaceAll('&#39;', "'");
    expect(/npx orrery-sim load [^<]*/.exec(html)?.[0]).toBe(`npx orrery-sim ${short} ${words}`);
  });

  it.each([
    ['', undefined],
    [' --traceparent', '01'],
    [' --otlp-traces ADDRESS', '01'],
    [' --otlp-traces ADDRESS --trace-share 0', '00'],
    [' --otlp-traces ADDRESS --trace-share 1', '01'],
  ])('sends with "%s" what is sampled by %s', async (words, flags) => {
    sent.length = 0;
    const call = `${short.replace('s.yaml', 'one.yaml')}${words.replace('ADDRESS', `${address}/v1/traces`)}`;
    await made(`${call} --quiet --out t${words.length}`);
    expect(new Set(sent.map((each) => each?.split('-').at(-1)))).toEqual(new Set([flags]));
  });

  it('shows a screen on a terminal', async () => {
    const { stderr } = await heardAtTerminal(folder, `${short} --out screen`);
    expect(stderr.join('')).toContain('s against t');
  });

  it.each(['--json --out j', '--quiet --out q'])('shows no screen with %s', async (words) => {
    const { stderr } = await heardAtTerminal(folder, `${short} ${words}`);
    expect(stderr).toEqual([]);
  });

  it.each([
    ['--otlp nowhere', '--otlp nowhere: expected an address such as http://127.0.0.1:4318/v1/metrics'],
    ['--workers 65', '--workers 65: expected a whole number from 1 to 64'],
    ['--workers 65 --queue redis://127.0.0.1:1', '--workers 65: live.yaml allows 64 connections; ex'],
    ['--queue redis://127.0.0.1:1 --work', '--queue redis://127.0.0.1:1: connect ECONNREFUSED'],
    ['--otlp-traces http://h/ --trace-share .', '--trace-share .: expected a share from 0 to 1, such as 0.1'],
  ])('%s is a wrong call', async (words, message) => {
    const { code, stdout, stderr } = await made(`load s.yaml --target live.yaml ${words}`);
    expect([code, stdout, stderr.slice(0, 8 + message.length)]).toEqual([2, '', `orrery: ${message}`]);
  });
});

describe('a search for the limit that is stopped before its first step', () => {
  const text = 's against live: 0 steps, 0 requests\nlimit       none found, it was stopped\n';
  const result = {
    scenario: 's',
    searched: 'arrivals',
    steps: [],
    highest: null,
    limitedBy: 'stop',
    ok: false,
  };

  async function searched(more: Partial<LoadCommandOptions>): Promise<{ code: number; stdout: string }> {
    vi.spyOn(commandContext, 'signal', 'get').mockReturnValue(AbortSignal.abort());
    const { stdout, stderr } = hear();
    const target = join(folder, 'live.yaml');
    const usual = { target, workers: '1', findLimit: '9', step: '1s', set: {}, with: [] };
    const code = await loadCommand(join(folder, 'limit.yaml'), { ...usual, ...more });
    expect(stderr).toEqual([]);
    return { code, stdout: stdout.join('') };
  }

  it('has a text', async () => {
    const before = readdirSync(folder);
    expect(await searched({})).toEqual({ code: 1, stdout: text.replace('live', 't') });
    expect(readdirSync(folder)).toEqual(before);
  });

  it.each([{ json: true }, { json: true, quiet: true }])('is an object with %o', async (more) => {
    const { code, stdout } = await searched(more);
    expect([code, JSON.parse(stdout)]).toMatchObject([1, result]);
  });

  it('is kept, and not spoken of, where that is asked for', async () => {
    const out = join(folder, 'limit');
    expect(await searched({ quiet: true, out })).toEqual({ code: 1, stdout: '' });
    expect(JSON.parse(readFileSync(join(out, 'load-limit.json'), 'utf8'))).toMatchObject(result);
  });
});
