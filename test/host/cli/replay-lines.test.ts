/** What `replay` and `bench` send, say and refuse; their results are in sent-results.test.ts. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { called } from './called.ts';
import type { Outcome } from './orrery.ts';
import { onTerminal } from './terminal.ts';
import { folderOf } from './wrong-folder.ts';

let folder = '';
let requests = 0;
/** Called with each request. */
let answer = (): void => undefined;
const ends: (() => void)[] = [];
const server = createServer((_, response) => {
  requests += 1;
  answer();
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end('{}');
});

beforeAll(async () => {
  folder = folderOf((end) => void ends.push(end));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const target = readFileSync(join(folder, 't.yaml'), 'utf8').replaceAll('http://127.0.0.1:1', address);
  writeFileSync(join(folder, 'live.yaml'), target);
  writeFileSync(join(folder, 'two.yaml'), `${target}budget: { requests: 2 }\n`);
  // Their modules are loaded once.
  for (const call of [replay, `${bench} --shape constant`]) await sent(`${call} --quiet`);
});
afterAll(() => {
  server.close();
  for (const end of ends) end();
});

const replay = 'replay t.ndjson --target live.yaml';
const bench = 'bench --target live.yaml --path /wallet/v1/x --p99 24d --repeats 1';
const sent = (call: string): Promise<Outcome> => called(folder, call.split(' '));
const refused = (message: string): Outcome => ({ code: 2, stdout: '', stderr: `orrery: ${message}\n` });

/** The call on a page. */
const commandOn = (page: string): string | undefined =>
  /npx orrery-sim \w+ [^<]*/.exec(readFileSync(join(folder, page), 'utf8').replaceAll('&#39;', "'"))?.[0];

describe('a replay', () => {
  it.each([
    ['', 2],
    ['--noise', 4],
  ])('sends its trace once, or twice with %s', async (words, count) => {
    requests = 0;
    await sent(`${replay} --speed max --quiet ${words}`.trim());
    expect(requests).toBe(count);
  });

  it('has half of a budget for each of two times', async () => {
    const call = 'replay t.ndjson --target two.yaml --speed max --quiet';
    expect((await sent(call)).code).toBe(0);
    expect(await sent(`${call} --noise`)).toEqual(
      refused(
        'two.yaml:1:1: the trace has 2 requests, and the budget is 1; expected a larger budget.requests, or fewer requests (--from, --to)',
      ),
    );
  });

  it('removes its line from a terminal', async () => {
    expect((await onTerminal(folder, `${replay} --speed max`)).stderr).toBe('\r\u001b[K');
  });

  it.each(['--quiet', '--json'])('has no line on a terminal with %s', async (words) => {
    expect((await onTerminal(folder, `${replay} --speed max ${words}`)).stderr).toBe('');
  });

  it.each(['', '--noise'])('shows how much is answered on a terminal: %s', async (words) => {
    let shown = 0;
    answer = () => {
      vi.advanceTimersByTime(500);
      shown += 1;
    };
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { stderr } = await onTerminal(folder, `${replay} --speed max ${words}`.trim());
    vi.useRealTimers();
    answer = () => undefined;
    const lines = stderr.split('\r\u001b[K');
    expect(lines.filter((line) => /^[01] of 2 answered, \d+ a second$/.test(line))).toHaveLength(shown);
    expect(shown).toBe(words === '' ? 2 : 4);
    expect(stderr.endsWith('\r\u001b[K')).toBe(true);
  });

  it.each(['', ' --out k --machines 1', ' --out k --machines 1000'])(
    'has k6 where it is:%s',
    async (words) => {
      const call = `${replay} --engine k6${words}`.split(' ');
      const none =
        'k6 is not installed: go install go.k6.io/k6@latest, or a package from https://grafana.com/docs/k6; K6_BIN names another place';
      expect(await called(folder, call, { K6_BIN: './none' })).toEqual(refused(none));
    },
  );

  it.each(['--workers 64', '--workers 1 --engine autocannon'])('may have %s', async (words) => {
    const outcome = await sent(`${replay} --dry-run --quiet ${words}`);
    expect(outcome).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  const machines = (text: string): string => `--machines ${text}: expected a number from 1 to 1000`;
  const workers = (text: string): string => `--workers ${text}: expected a number from 1 to 64`;
  it.each([
    ...['0', '1001', 'x1', '1x', '00001'].map((text) => [
      `--engine k6 --out k --machines ${text}`,
      machines(text),
    ]),
    ...['0', '65', 'x1', '1x', '001'].map((text) => [`--workers ${text}`, workers(text)]),
    ['--workers 2 --engine autocannon', '--workers 2: autocannon has its own; expected --engine open'],
  ])('may not have %s', async (words = '', message = '') => {
    expect(await sent(`${replay} ${words}`)).toEqual(refused(message));
  });
});

describe('a bench', () => {
  it.each([
    '--shape constant --rate 2000 --arrivals even --step 1ms',
    '--shape saturation --arrivals even --step 1ms --from-rate 2000 --to-rate 2000',
  ])('with %s is repeated', async (words) => {
    const { stdout, stderr } = await sent(`${bench} ${words} --quiet --out b`);
    expect([stdout, stderr]).toEqual(['', '']);
    expect(commandOn('b/report.html')).toBe(
      `npx orrery-sim bench ${words} --p99 24d --failed 0.01 --repeats 1 --target live.yaml --path /wallet/v1/x`,
    );
  });

  const few =
    'it has fewer than 2 requests, and its first tenth is not measured; expected a longer step or a higher rate';
  const share = (option: string, text: string): string[] => [
    `--baseline low.json --${option} ${text}`,
    `--${option} ${text}: expected a number from 0 to 1`,
  ];
  const rate = (text: string): string[] => [
    `--shape constant --rate ${text}`,
    `--rate ${text}: expected a rate above 0, at most 10000000`,
  ];
  const noBench = (file: string): string[] => [
    `--baseline ${file}`,
    `--baseline ${file}: this is no result of a bench; expected a bench.json`,
  ];
  it.each([
    ['--shape constant --rate 1999 --step 1ms', `--step 1ms: at --rate 1999 ${few}`],
    ['--shape saturation --from-rate 1999 --step 1ms', `--step 1ms: at --from-rate 1999 ${few}`],
    ['--from-rate 3 --to-rate 2', '--to-rate 2 is below --from-rate 3; expected at least that'],
    ...['1.1', 'x0.1', '0.1x', '0.1234567', '123456789', '-0.1'].map((text) => share('failed', text)),
    ...['1.1', 'x'].map((text) => share('tolerance', text)),
    ...['0', '10000001', 'x1', '1x', '123456789', '1.1234567'].map(rate),
    ...['words.json', 'null.json', 'rate.json', 'interval.json', 'part.json'].map(noBench),
    ['--shape closed --connections 10001', '--connections 10001: expected a whole number from 1 to 10000'],
    ['--repeats 101', '--repeats 101: expected a whole number from 1 to 100'],
  ])('may not have %s', async (words = '', message = '') => {
    expect(await sent(`${bench.replace(' --repeats 1', '')} ${words}`)).toEqual(refused(message));
  });
});
