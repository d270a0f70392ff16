/** `orrery load --find-limit` against servers whose capacity and whose limiter are known. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { loadLimitSchema } from '../../../docs/result-schemas.ts';
import type { LoadLimit } from '../../../src/live/load/limit/result.ts';
import { answerJson, toyServer, type Respond } from '../../live/traffic/toy-server.ts';
import { share } from '../../campaigns.ts';
import { folderWith, orreryApart } from './orrery.ts';

const ajv = new Ajv2020();

const behaviour = (steps: string): string => `import { defineAgent } from 'orrery-sim';
export default defineAgent({
  name: 'visitor',
  about: 'asks',
  parameters: {},
  *run(agent) {
    ${steps}
  },
});
`;
const once = "yield* agent.get('/faucet/status');";
const always = `for (;;) ${once}`;

interface Searched {
  readonly respond: Respond;
  readonly steps?: string;
  readonly load: string;
  readonly target?: string;
  readonly p99Ms?: number;
  readonly words: readonly string[];
}

async function searched({ respond, steps = once, load, target = '', p99Ms = 300, words }: Searched) {
  const { port } = await toyServer(respond);
  const folder = folderWith({
    'visit.yaml': `name: visit
for: 1h
population:
  - { agent: ./visitor.js, name: visitor, count: 1 }
load: { ${load}, grace: 5s }
expect:
  http_req_duration: ["p(99)<${p99Ms}"]
  http_req_failed: ["rate<0.01"]
`,
    'visitor.js': behaviour(steps),
    'target.yaml': `name: toy\nhosts: [127.0.0.1]\nservices: { faucet: "http://127.0.0.1:${port}/faucet" }\n${target}`,
  });
  const call = ['load', 'visit.yaml', '--target', 'target.yaml', ...words];
  const { code, stdout, stderr } = await orreryApart(folder, [...call, '--json', '--out', 'kept']);
  expect(stderr).toBe('');
  const result = JSON.parse(stdout) as LoadLimit;
  expect(ajv.validate(loadLimitSchema, result), ajv.errorsText()).toBe(true);
  const kept = readdirSync(join(folder, 'kept')).toSorted();
  expect(kept).toEqual(['junit.xml', 'load-limit.json', 'manifest.json', 'steps.csv']);
  return { code, result };
}

const arrivals = (rate: number): string => `shape: constant-arrival-rate, rate: ${rate}`;

/** So many at once, each for so long; the rest waits in line. `perSecond` is what it really did while all were busy. */
function pool(workers: number, serviceMs: number) {
  const line: (() => void)[] = [];
  let [busy, tookMs, count] = [0, 0, 0];
  const next = (): void => {
    const begin = busy < workers ? line.shift() : undefined;
    if (begin === undefined) return;
    busy += 1;
    const fromMs = performance.now();
    begin();
    setTimeout(() => {
      busy -= 1;
      count += 1;
      tookMs += performance.now() - fromMs;
      next();
    }, serviceMs);
  };
  const respond: Respond = (_asked, response) => {
    line.push(() => setTimeout(() => answerJson(response, {}), serviceMs));
    next();
  };
  return { respond, perSecond: () => (1000 * workers) / (tookMs / count) };
}

/** The limit within 7% of what the target can do, and it is the target. */
async function poolOfFour(): Promise<void> {
  const { respond, perSecond } = pool(4, 40);
  const { code, result } = await searched({
    respond,
    load: `${arrivals(80)}, for: 1m`,
    target: 'connections: 1000',
    words: ['--find-limit', '400', '--step', '6s'],
  });
  expect(code).toBe(0);
  expect(result).toMatchObject({ searched: 'arrivals', limitedBy: 'target' });
  const { highest, lowestBroken } = result;
  expect((highest ?? 0) / perSecond()).toBeGreaterThan(0.93);
  expect((lowestBroken ?? 0) / perSecond()).toBeLessThan(1.07);
}

async function ownCeiling(): Promise<void> {
  const { code, result } = await searched({
    respond: (_asked, response) => answerJson(response, {}),
    load: `${arrivals(40)}, for: 1m`,
    target: 'requestsPerSecond: 60',
    words: ['--find-limit', '400', '--step', '4s'],
  });
  expect(code).toBe(0);
  expect(result.limitedBy).toBe('ceiling');
  expect(result.highest).toBeGreaterThan(55);
  expect(result.lowestBroken).toBeLessThan(66);
}

async function fewConnections(): Promise<void> {
  const { code, result } = await searched({
    respond: (_asked, response) => setTimeout(() => answerJson(response, {}), 100),
    steps: always,
    load: 'shape: constant-agents, agents: 2, for: 1m',
    target: 'connections: 4',
    p99Ms: 340,
    words: ['--find-limit', '100', '--step', '3s'],
  });
  expect(code).toBe(0);
  // n agents share 4 connections of 100 ms: the response time is n / 4 times 100 ms.
  expect(result).toMatchObject({ searched: 'agents', limitedBy: 'connections' });
  expect(result.highest).toBeGreaterThanOrEqual(10);
  expect(result.highest).toBeLessThanOrEqual(13);
}

describe('orrery load --find-limit', () => {
  it.each(
    share('limitsSearched', [
      ['a pool of 4 with 40 ms, within 7% of its capacity', poolOfFour],
      ['our own ceiling', ownCeiling],
      ['few connections', fewConnections],
    ] as const),
  )('%s: is named', (_name, search) => search());

  it('a budget that ends and a level that is never reached are named', async () => {
    const respond: Respond = (_asked, response) => answerJson(response, {});
    const load = `${arrivals(20)}, for: 1m`;
    const poor = await searched({
      respond,
      load,
      words: ['--find-limit', '100', '--step', '1s', '--budget-requests', '40'],
    });
    expect(poor.code).toBe(1);
    expect(poor.result).toMatchObject({ limitedBy: 'budget', ok: false, spent: { requests: 40 } });
    const rich = await searched({ respond, load, words: ['--find-limit', '20', '--step', '1s'] });
    expect(rich.result).toMatchObject({ highest: 20, lowestBroken: null, limitedBy: 'level', ok: true });
  });

  it('refuses a scenario that has nothing to search or to judge', async () => {
    const folder = folderWith({
      'plain.yaml': 'name: plain\nfor: 1h\npopulation:\n  - { agent: newcomer, count: 1 }\n',
      'target.yaml': 'name: none\nhosts: [127.0.0.1]\nsandbox: "http://127.0.0.1:1"\n',
    });
    const call = ['load', 'plain.yaml', '--target', 'target.yaml', '--find-limit', '10'];
    const { code, stderr } = await orreryApart(folder, call);
    expect(code).toBe(2);
    expect(stderr).toMatch(/--find-limit needs a shape/);
  });
});
