/** `orrery load` as a stranger calls it, against a platform on loopback. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { loadSchema } from '../../../docs/result-schemas.ts';
import type { LoadResult } from '../../../src/live/load/result-schema.ts';
import { pause, started } from './interrupting.ts';
import { called } from './called.ts';
import { folderWith, orrery } from './orrery.ts';
import { serve } from './serve.ts';

const ajv = new Ajv2020();

const scenario = (load: string): string => `name: visit
seed: 7
for: 10s
population:
  - { agent: market-watcher, name: watcher, count: 4, with: { every: 200ms } }
  - { agent: newcomer, count: 2 }
${load}
expect:
  http_req_failed: ["rate<0.5"]
  ledger_drift_micros: ["value==0"]
`;

const rate = 'load: { shape: constant-arrival-rate, rate: 10, for: 2s, grace: 20s }';

async function served(load = rate) {
  const { address } = await serve(['--clock', 'real']);
  const target = (allow: string, more = ''): string =>
    `name: here\nhosts: [127.0.0.1]\nallow: ${allow}\nsandbox: "${address}"\n${more}`;
  const folder = folderWith({
    'visit.yaml': scenario(load),
    'writes.yaml': target('writes'),
    'reads.yaml': target('reads'),
    'poor.yaml': target('writes', 'budget: { requests: 5 }\n'),
  });
  return { address, folder };
}

/** Requests that the platform has counted, those of its control included. */
const countedBy = async (address: string): Promise<number> =>
  ((await (await fetch(`${address}/_sim/digest`)).json()) as { events: number }).events;

function resultIn(stdout: string): LoadResult {
  const result = JSON.parse(stdout) as LoadResult;
  expect(ajv.validate(loadSchema, result), ajv.errorsText()).toBe(true);
  return result;
}

describe('orrery load', () => {
  it('agrees with the platform to the request, and keeps a report', async () => {
    const { address, folder } = await served();
    const before = await countedBy(address);
    const words = ['load', 'visit.yaml', '--target', 'writes.yaml', '--out', 'kept', '--json'];
    const { code, stdout, stderr } = await orrery(folder, words);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const result = resultIn(stdout);
    expect(result.agents.arrived).toBe(20);
    expect(result.notJudged).toEqual(['ledger_drift_micros value==0']);
    // The load has read /_sim/clock, and this test /_sim/digest.
    expect((await countedBy(address)) - before).toBe(result.requests.sent + 2);
    const files = [
      'junit.xml', 'load.json', 'manifest.json', 'metrics.json', 'operations.csv', 'report.html', 'series.csv',
    ]; // prettier-ignore
    expect(readdirSync(join(folder, 'kept')).toSorted()).toEqual(files);
    expect(JSON.parse(readFileSync(join(folder, 'kept/load.json'), 'utf8'))).toEqual(result);
    // A load is compared as a run is, under the same names.
    const compared = await orrery(folder, ['compare', 'kept', 'kept', '--json']);
    const { metrics } = JSON.parse(compared.stdout) as { metrics: { name: string; a: number }[] };
    const valueOf = (name: string) => metrics.find((metric) => metric.name === name)?.a;
    expect(valueOf('http_reqs')).toBe(result.requests.sent);
    expect(valueOf('http_req_duration{p(99)}')).toBe(result.responseMs.p99);
  });

  it('splits agents among workers: the same agents arrive, and the platform has got each request once', async () => {
    const { address, folder } = await served();
    const before = await countedBy(address);
    const words = ['load', 'visit.yaml', '--target', 'writes.yaml', '--workers', '2', '--json'];
    const { code, stdout } = await orrery(folder, words);
    const result = resultIn(stdout);
    expect(code).toBe(0);
    expect(result.agents.arrived).toBe(20);
    expect(result.workers.map(({ lost }) => lost)).toEqual([null, null]);
    expect((await countedBy(address)) - before).toBe(result.requests.sent + 2);
  });

  it('a worker that dies is reported with its share, and fails the load', async () => {
    const { address, folder } = await served(
      'load: { shape: constant-agents, agents: 6, for: 8s, grace: 1s }',
    );
    const words = ['load', 'visit.yaml', '--target', 'writes.yaml', '--workers', '2', '--json'];
    const { child, ended } = started(folder, words);
    // The agents act once the platform has got more than was asked here.
    for (let asked = 1; (await countedBy(address)) < asked + 12; asked++) await pause(50);
    const [worker = 0] = childrenOf(child.pid ?? 0);
    process.kill(worker, 'SIGKILL');
    const { code, stdout } = await ended;
    const result = resultIn(stdout);
    expect(code).toBe(1);
    expect(result.ok).toBe(false);
    expect(result.workers.map(({ lost }) => lost ?? '').toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      '',
      'signal SIGKILL',
    ]);
  });

  it('the first signal ends it with a report and 130', async () => {
    const { folder } = await served('load: { shape: constant-agents, agents: 3, for: 1h, grace: 5s }');
    const { child, ended, send } = started(folder, [
      'load',
      'visit.yaml',
      '--target',
      'writes.yaml',
      '--out',
      'kept',
    ]);
    await new Promise<void>((resolve) => {
      // The first line of progress.
      child.stderr?.once('data', () => resolve());
    });
    send('SIGINT');
    const { code, stdout } = await ended;
    expect(code).toBe(130);
    expect(stdout).toContain('stopped: a signal came');
    const kept = JSON.parse(readFileSync(join(folder, 'kept/load.json'), 'utf8')) as LoadResult;
    expect(kept).toMatchObject({ stopped: 'interrupt', ok: false });
    expect(kept.requests.sent).toBeGreaterThan(0);
  });

  it('keeps the budget of the target file, and refuses a write where reads are allowed', async () => {
    const { address, folder } = await served();
    const before = await countedBy(address);
    const poor = await orrery(folder, ['load', 'visit.yaml', '--target', 'poor.yaml', '--json']);
    expect(resultIn(poor.stdout)).toMatchObject({
      stopped: 'budget',
      spent: { requests: 5 },
      requests: { sent: 5 },
    });
    expect((await countedBy(address)) - before).toBe(5 + 2);
    const refused = await called(folder, ['load', 'visit.yaml', '--target', 'reads.yaml']);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(/POST is not allowed at target here \(allow: reads\)/);
  });

  it.each([
    [['--speed', 'max'], /--speed max: expected a factor/],
    [['--workers', '0'], /--workers 0: expected a whole number/],
    [['--workers', '64', '--target', 'few.yaml'], /few.yaml allows 2 connections/],
    [['--otlp', 'ftp://x'], /--otlp ftp:\/\/x: expected an address/],
    [['--otlp-traces', 'x'], /--otlp-traces x: expected an address/],
    [
      ['--otlp-traces', 'http://127.0.0.1:9/v1/traces', '--trace-share', '2'],
      /--trace-share 2: expected a share/,
    ],
    [['--budget-usdc', 'much'], /--budget-usdc much: expected an amount/],
    [['--namespace', 'A'], /--namespace A: expected 4 to 16/],
  ])('%j is refused before anything is sent', async (words, message) => {
    const folder = folderWith({
      'visit.yaml': scenario(rate),
      'writes.yaml': 'name: none\nhosts: [127.0.0.1]\nallow: writes\nsandbox: "http://127.0.0.1:1"\n',
      'few.yaml':
        'name: none\nhosts: [127.0.0.1]\nallow: writes\nconnections: 2\nsandbox: "http://127.0.0.1:1"\n',
    });
    const target = words.includes('--target') ? [] : ['--target', 'writes.yaml'];
    const { code, stderr } = await called(folder, ['load', 'visit.yaml', ...target, ...words]);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});

it('a port that is taken ends the command at once, in one line', async () => {
  const { address, folder } = await served();
  const { port } = new URL(address);
  const call = ['load', 'visit.yaml', '--target', 'writes.yaml', '--page', port];
  for (const words of [call, [...call, '--json']]) {
    const { code, stdout, stderr } = await orrery(folder, words);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(
      new RegExp(`^[^\\n]*--page ${port}: the port is taken; expected a free one[^\\n]*\\n$`),
    );
  }
});

/** The processes that a process has started, from the process table. */
function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent);
}

function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
}
