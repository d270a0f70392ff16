/** What commands that send to a target print and keep of a result, and the call that repeats it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { called } from './called.ts';
import type { Outcome } from './orrery.ts';
import { folderOf } from './wrong-folder.ts';

let folder = '';
const ends: (() => void)[] = [];

/** Each answer is an empty object. */
const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end('{}');
});

beforeAll(async () => {
  folder = folderOf((end) => void ends.push(end));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const target = readFileSync(join(folder, 't.yaml'), 'utf8').replaceAll('http://127.0.0.1:1', address);
  writeFileSync(join(folder, 'live.yaml'), target);
  // Their modules are loaded once.
  for (const call of [replay, bench, load]) await sent(`${call} --quiet`);
});
afterAll(() => {
  server.close();
  for (const end of ends) end();
});

const replay = 'replay t.ndjson --target live.yaml';
const bench =
  'bench --target live.yaml --path /wallet/v1/x --step 5ms --p99 24d --repeats 1 --shape constant --rate 2000';
const load = 'load s.yaml --target live.yaml --duration 20ms';

const sent = (call: string): Promise<Outcome> => called(folder, call.split(' '));

/** What a command has kept of its result, without its times: the result, and the call on its page. */
function kept(out: string, result: string, page: string): { ok: boolean; command: string | undefined } {
  const { ok } = JSON.parse(readFileSync(join(folder, out, result), 'utf8')) as { ok: boolean };
  const html = readFileSync(join(folder, out, page), 'utf8').replaceAll('&#39;', "'");
  return { ok, command: /npx orrery-sim \w+ [^<]*/.exec(html)?.[0] };
}

/** On a busy machine a generator is late, and says so: the result is then not held. */
const codeOf = (ok: boolean): number => (ok ? 0 : 1);

describe('a replay', () => {
  it('has its report below the text', async () => {
    const { code, stdout, stderr } = await sent(`${replay} --out r1`);
    const { ok, command } = kept('r1', 'replay.json', 'replay.html');
    expect([code, stderr]).toEqual([codeOf(ok), '']);
    expect(stdout).toMatch(/^2 requests in 1 sessions against t: [^]*\nreport: r1\/replay\.html\n$/);
    expect(command).toBe(
      'npx orrery-sim replay t.ndjson --target live.yaml --engine open --speed 1x --think keep --limit-wait 10m --workers 1',
    );
  });

  it('is repeated with all that decides it', async () => {
    const first = '--engine open --speed 2x --from 0s --to 1d --think drop --ramp 1ms';
    const last =
      '--limit-wait 1s --workers 1 --ignore /a --ignore /b --tolerance /c=1% --unordered /d --noise --answers-only';
    const { stdout } = await sent(`${replay} ${first} ${last} --out r2 --quiet`);
    expect(stdout).toBe('');
    expect(kept('r2', 'replay.json', 'replay.html').command).toBe(
      `npx orrery-sim replay t.ndjson --target live.yaml ${first} ${last}`,
    );
  });

  it('may have a text alone', async () => {
    const { stdout } = await sent(replay);
    expect(stdout).toMatch(/^2 requests in 1 sessions against t: /);
    expect(stdout).not.toContain('report:');
  });

  it('fails where nothing answers', async () => {
    const refused = replay.replace('live', 't');
    const { code, stdout, stderr } = await sent(`${refused} --json`);
    const { ok, failures } = JSON.parse(stdout) as { ok: boolean; failures: object };
    expect([code, ok, failures, stderr]).toEqual([1, false, { refused: 2 }, '']);
    expect(await sent(`${refused} --quiet`)).toEqual({ code: 1, stdout: '', stderr: '' });
  });

  it('is planned without being sent', async () => {
    const plan =
      'requests  2\nsessions  1\nwrites    0\nhosts     127.0.0.1\nservices  faucet\nduration  10ms\n';
    const json = {
      requests: 2, preparing: 0, sessions: 1, writes: 0, fromKeys: 0, hosts: ['127.0.0.1'],
      services: ['faucet'], lastAtMs: 10, durationMs: 10, ok: true,
    }; // prettier-ignore
    const dry = `${replay.replace('live', 't')} --dry-run`;
    expect(await sent(dry)).toEqual({ code: 0, stdout: plan, stderr: '' });
    expect(await sent(`${dry} --quiet`)).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(await sent(`${dry} --json`)).toEqual({ code: 0, stdout: `${JSON.stringify(json)}\n`, stderr: '' });
  });

  it('is planned for a part of the trace', async () => {
    const parts = ['--to 10ms', '--to 11ms', '--from 10ms', '--speed 2x --from 5ms --to 9d', '--speed max'];
    const zeros = '--namespace abcd --limit-wait 0s --warm-up 0s --ramp 0s';
    const most = '--namespace 0123456789abcdef --think drop --workers 64';
    const made: unknown[] = [];
    for (const words of [...parts, zeros, most]) {
      const { code, stdout } = await sent(`${replay.replace('live', 't')} --dry-run --json ${words}`);
      const { requests, preparing, lastAtMs, durationMs } = JSON.parse(stdout) as Record<string, number>;
      made.push(`${words}: ${code}, ${requests} ${preparing} ${lastAtMs} ${durationMs}`);
    }
    expect(made).toMatchInlineSnapshot(`
      [
        "--to 10ms: 0, 1 0 0 0",
        "--to 11ms: 0, 2 0 10 10",
        "--from 10ms: 0, 2 1 10 0",
        "--speed 2x --from 5ms --to 9d: 0, 2 1 10 2.5",
        "--speed max: 0, 2 0 10 0",
        "--namespace abcd --limit-wait 0s --warm-up 0s --ramp 0s: 0, 2 0 10 10",
        "--namespace 0123456789abcdef --think drop --workers 64: 0, 2 0 10 10",
      ]
    `);
  });
});

describe('a bench', () => {
  it('has its report below the text', async () => {
    const { code, stdout, stderr } = await sent(`${bench} --failed 1 --out b1`);
    const { ok, command } = kept('b1', 'bench.json', 'report.html');
    expect([code, stderr]).toEqual([codeOf(ok), '']);
    expect(stdout).toMatch(/^2000 a second offered, [^]*\nreport: b1\/report\.html\n$/);
    expect(command).toBe(
      'npx orrery-sim bench --shape constant --rate 2000 --arrivals even --step 5ms --p99 24d --failed 1 --repeats 1 --target live.yaml --path /wallet/v1/x',
    );
  });

  it('is repeated without the values of headers and with its baseline', async () => {
    const words = '--header a:b --header c:d --baseline low.json';
    const { stdout } = await sent(`${bench} ${words} --out b2 --quiet`);
    expect(stdout).toBe('');
    expect(kept('b2', 'bench.json', 'report.html').command).toBe(
      "npx orrery-sim bench --shape constant --rate 2000 --arrivals even --step 5ms --p99 24d --failed 0.01 --repeats 1 --tolerance 0.1 --target live.yaml --path /wallet/v1/x --baseline low.json --header 'a: ...' --header 'c: ...'",
    );
  });

  it('of a search has no rate', async () => {
    const words = '--from-rate 2000 --to-rate 2000 --quiet --out b3';
    await sent(bench.replace('--shape constant --rate 2000', words));
    expect(kept('b3', 'bench.json', 'report.html').command).toMatchInlineSnapshot(
      `"npx orrery-sim bench --shape saturation --arrivals even --step 5ms --from-rate 2000 --to-rate 2000 --p99 24d --failed 0.01 --repeats 1 --target live.yaml --path /wallet/v1/x"`,
    );
  });

  it('is held against its baseline', async () => {
    const { code, stdout } = await sent(`${bench} --baseline base.json --json`);
    const { baseline, ok } = JSON.parse(stdout) as { baseline: object; ok: boolean };
    expect(code).toBe(codeOf(ok));
    expect(Object.keys(baseline)).toMatchInlineSnapshot(`
      [
        "file",
        "perSecondRatio",
        "p99Ratio",
        "worse",
      ]
    `);
    expect(baseline).toMatchObject({ file: 'base.json' });
  });

  it('falls below a baseline of more requests', async () => {
    const high = { mean: 1e6, low: 1e6, high: 1e6 };
    writeFileSync(
      join(folder, 'high.json'),
      JSON.stringify({ highestPerSecond: 1e6, perSecond: high, p99Ms: null }),
    );
    const { code, stdout } = await sent(`${bench} --baseline high.json --json`);
    const { baseline, ok } = JSON.parse(stdout) as { baseline: { worse: unknown[] }; ok: boolean };
    expect([code, ok, baseline.worse.length > 0]).toEqual([1, false, true]);
  });

  it('fails where nothing answers', async () => {
    const { code, stdout } = await sent(bench.replace('live', 't'));
    expect(code).toBe(1);
    expect(stdout).toMatch(/the connection is refused[^]*\n$/);
    expect(stdout).not.toContain('report:');
  });
});

describe('a load', () => {
  it('has its report below the text', async () => {
    const { code, stdout, stderr } = await sent(`${load} --out l1`);
    const { ok, command } = kept('l1', 'load.json', 'report.html');
    expect(code).toBe(codeOf(ok));
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^s against t: [^]*\nreport: l1\/report\.html\n$/);
    expect(command).toBe(`npx orrery-sim ${load}`);
  });

  it('is repeated with all that decides it', async () => {
    const words =
      '--budget-usdc 1 --budget-requests 5 --seed 3 --profile consistent --set limits.burst=x3 --with population.0.count=2 --abort-on-fail --traceparent';
    const call = load.replace('--duration', '--speed 60x --duration');
    const { stdout } = await sent(`${call} ${words} --out l2 --quiet`);
    expect(stdout).toBe('');
    expect(kept('l2', 'load.json', 'report.html').command).toBe(`npx orrery-sim ${call} ${words}`);
  });

  it('is a JSON object', async () => {
    const { code, stdout, stderr } = await sent(`${load} --json`);
    const { ok, scenario, seed, target, speed } = JSON.parse(stdout) as Record<string, unknown>;
    expect([code, scenario, seed, target, speed, stderr]).toEqual([
      codeOf(ok === true),
      's',
      '1',
      't',
      1,
      '',
    ]);
  });
});
