/** The plan as k6 gets it: lanes, script, segments; and the real program where it is installed. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { describe, expect, it, onTestFinished } from 'vitest';
import { exportK6, runExported } from '../../../src/live/traffic/k6/k6-replay.ts';
import { lanesOf, type LaneStep } from '../../../src/live/traffic/k6/lanes.ts';
import { differencesFor, walkable } from '../../../src/live/traffic/k6/left-out.ts';
import { k6Script, segmentCommands, testRunYaml } from '../../../src/live/traffic/k6/script.ts';
import { carriedThresholds } from '../../../src/live/traffic/thresholds/carried.ts';
import { asRecorded, Schedule } from '../../../src/live/traffic/plan/schedule.ts';
import { Replay } from '../../../src/live/traffic/replay/replay.ts';
import type { ReplayCall } from '../../../src/live/traffic/replay/replay-call.ts';
import { readTarget } from '../../../src/live/traffic/target/target.ts';
import { answerJson, toyServer, type Respond } from './toy-server.ts';
import { headerLine, recordLine, traceFile, type RecordChanges } from './traces.ts';
import { isCi } from '../../ci.ts';

interface TestRun {
  readonly spec: { readonly script: object; readonly runner: { readonly env: readonly object[] } };
}

const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'orrery-k6-test-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
};

const targetAt = (port: number, extra = '') =>
  readTarget(
    'toy.yaml',
    `name: toy\nhosts: [127.0.0.1]\nallow: writes\nservices: { faucet: "http://127.0.0.1:${port}/f" }\n${extra}`,
  );

const callOf = (records: readonly RecordChanges[], port: number, expectations = {}): ReplayCall => ({
  trace: traceFile(records.map(recordLine), headerLine({ expect: expectations })),
  target: targetAt(port),
  schedule: asRecorded,
  keepsThinkTime: true,
  warmUpMs: 0,
  noise: undefined,
  namespace: 'tests',
  limitWaitMs: 2_000,
  answersOnly: false,
  ca: undefined,
});

const lanesFor = (records: readonly RecordChanges[]): Promise<LaneStep[][]> =>
  lanesOf(traceFile(records.map(recordLine)), {
    target: targetAt(1),
    schedule: new Schedule(asRecorded),
    sendsAddresses: true,
    names: undefined,
  });

const numbers = (lanes: readonly (readonly LaneStep[])[]): number[][] =>
  lanes.map((lane) => lane.map(({ n }) => n));

describe('lanes', () => {
  it('keep sessions apart, and in order', async () => {
    const lanes = await lanesFor(Array.from({ length: 6 }, (_, n) => ({ n, at: n, session: n % 2 })));
    expect(numbers(lanes)).toEqual([
      [0, 2, 4],
      [1, 3, 5],
    ]);
  });

  it('join sessions that need each other, also by way of a third, and keep what is needed', async () => {
    const lanes = await lanesFor([
      { n: 0, at: 0, session: 0 },
      { n: 1, at: 1, session: 1, path: '/faucet/${0:/id}' },
      { n: 2, at: 2, session: 2, headers: { authorization: '${1:/key}' } },
      { n: 3, at: 3, session: 3 },
      { n: 4, at: 4, session: 2, path: '/faucet/${0:/id}' },
    ]);
    expect(numbers(lanes)).toEqual([[0, 1, 2, 4], [3]]);
    expect(lanes[0]?.map(({ keeps }) => keeps)).toEqual([['/id'], ['/key'], [], []]);
  });

  it('are laid end to end where they do not overlap', async () => {
    const lanes = await lanesFor([
      { n: 0, at: 0, session: 0 },
      { n: 1, at: 500, session: 1 },
      { n: 2, at: 5000, session: 2 },
    ]);
    expect(numbers(lanes)).toEqual([[0, 2], [1]]);
  });
});

const mnemonic =
  'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';

/** A request signed with a key of the client's own, one that names its answer, and one that has nothing to do with it. */
const withDerivedKeys: readonly RecordChanges[] = [
  { n: 0, at: 0, session: 0, method: 'POST', path: '/faucet/0', answer: { mnemonic, id: 'tx_a' } },
  { n: 1, at: 1, session: 0, method: 'POST', path: '/faucet/1', body: { key: '${0:/mnemonic#base}' } },
  { n: 2, at: 2, session: 0, path: '/faucet/2', query: { id: '${1:/id}' } },
  { n: 3, at: 3, session: 0, path: '/faucet/3' },
];

describe('what is left out for k6', () => {
  it('is every request with a derived key, and what needs its answer; no other', async () => {
    const { lanes, leftOut } = walkable(await lanesFor(withDerivedKeys));
    expect([numbers(lanes), leftOut.map(({ n }) => n)]).toEqual([[[0, 3]], [1, 2]]);
    expect(lanes[0]?.[0]?.keeps).toEqual([]);
    expect(differencesFor(leftOut)).toMatchObject({ explained: 2, unexplained: 0 });
  });
});

describe('what is written for k6', () => {
  it('carries the thresholds that k6 can know, and no others', () => {
    const expectations = {
      http_req_failed: ['rate<0.1'],
      'http_req_duration{service:escrow,status:200}': ['p(99)<3000'],
      'http_req_failed{agent:newcomer}': ['rate<1'],
      ledger_drift_micros: ['value==0'],
    };
    expect(Object.keys(carriedThresholds(expectations))).toEqual([
      'http_req_failed',
      'http_req_duration{service:escrow,status:200}',
    ]);
  });

  it('never follows redirects, verifies TLS, pins names, and keeps to the ceiling', () => {
    const script = k6Script({
      lanes: 3,
      durationMs: 1000,
      timeoutMs: 500,
      thresholds: {},
      hosts: { 'shop.example': '203.0.113.7' },
      connectionsMax: 5,
      requestsPerSecondMax: 50,
    });
    expect(script).toMatch(/"maxRedirects": 0/);
    expect(script).toMatch(/"insecureSkipTLSVerify": false/);
    expect(script).toMatch(/"shop\.example": "203\.0\.113\.7"/);
    expect(script).toMatch(/options\.rps = .*\(50 \/ \(Number\(__ENV\.ORRERY_MACHINES\) \|\| 1\)\)/);
  });

  it('splits the users over machines without a gap', () => {
    expect(segmentCommands(3).map((line) => /segment (\S+) .*sequence (\S+)/.exec(line)?.slice(1))).toEqual([
      ['0:1/3', '0,1/3,2/3,1'],
      ['1/3:2/3', '0,1/3,2/3,1'],
      ['2/3:1', '0,1/3,2/3,1'],
    ]);
  });

  it('is a TestRun for a cluster that shares the ceiling out, on a volume where it is too large to be configured', () => {
    const small = parse(testRunYaml({ name: 'x', machines: 3, bytes: 1000 })) as TestRun;
    expect(small).toMatchObject({ apiVersion: 'k6.io/v1alpha1', kind: 'TestRun', spec: { parallelism: 3 } });
    expect(small.spec.script).toEqual({ configMap: { name: 'orrery-x', file: 'replay.js' } });
    expect(small.spec.runner.env[0]).toEqual({ name: 'ORRERY_MACHINES', value: '3' });
    const large = parse(testRunYaml({ name: 'x', machines: 3, bytes: 5e6 })) as TestRun;
    expect(large.spec.script).toEqual({ volumeClaim: { name: 'orrery-x', file: 'replay.js' } });
  });

  it('is nothing where the clock of a sandbox would have to be moved', async () => {
    const call = callOf([{ n: 0, at: 0 }], 1);
    const target = readTarget(
      't.yaml',
      'name: s\nhosts: [127.0.0.1]\nallow: writes\nsandbox: "http://127.0.0.1:1"\nclock: sandbox\n',
    );
    const replay = await Replay.plan({ ...call, target });
    await expect(
      exportK6({ ...call, target }, replay.plan, { folder: folder(), machines: 2 }),
    ).rejects.toThrow(/expected a clock that runs/);
  });
});

describe('the program', () => {
  it('is asked for in one line where it is missing', async () => {
    const call = callOf([{ n: 0, at: 0 }], 1);
    const { plan } = await Replay.plan(call);
    const place = folder();
    const { leftOut } = await exportK6(call, plan, { folder: place, machines: 2 });
    const { result } = runExported(call, plan, { folder: place, binary: '/nowhere/k6', leftOut });
    await expect(result).rejects.toThrow(/^k6 is not installed: go install go\.k6\.io\/k6@latest/);
  });

  const binary = process.env['K6_BIN'] ?? 'k6';
  const isInstalled = spawnSync(binary, ['version']).status === 0;
  if (!isInstalled) console.log('k6 is not installed (K6_BIN, or on the PATH): replaying with it is skipped');

  it('is installed where the whole suite counts', () => expect(isInstalled || !isCi).toBe(true));

  it.skipIf(!isInstalled && !isCi)(
    'sends as many requests as the open engine, in order, with ids of the target',
    async () => {
      const records: RecordChanges[] = [
        {
          n: 0,
          at: 0,
          session: 0,
          method: 'POST',
          body: { a: 1 },
          answer: { escrow_id: 'esc_aaaaaaaaaaaaaaaa' },
        },
        { n: 1, at: 20, session: 1, path: '/faucet/${0:/escrow_id}', query: { id: '${0:/escrow_id}' } },
        ...Array.from({ length: 20 }, (_, index) => ({
          n: index + 2,
          at: 40 + index,
          session: index % 4,
          path: `/faucet/${index}`,
        })),
      ];
      const respond: Respond = (_asked, response) =>
        answerJson(response, { escrow_id: 'esc_bbbbbbbbbbbbbbbb' });
      const [forK6, forOpen] = [await toyServer(respond), await toyServer(respond)];
      const call = callOf(records, forK6.port, {
        http_req_failed: ['rate<0.01'],
        'http_req_duration{service:faucet}': ['p(99)<60000'],
      });
      const { plan } = await Replay.plan(call);
      const place = folder();
      const { leftOut } = await exportK6(call, plan, { folder: place, machines: 2 });
      const result = await runExported(call, plan, { folder: place, binary, leftOut }).result;
      const open = await (await Replay.plan(callOf(records, forOpen.port))).run();
      expect([result.requests, forK6.asked.length]).toEqual([open.requests, forOpen.asked.length]);
      expect(result).toMatchObject({ engine: 'k6', unsent: 0, ok: true });
      expect(forK6.asked.map(({ url }) => url).toSorted()).toEqual(
        forOpen.asked.map(({ url }) => url).toSorted(),
      );
      const { metrics } = JSON.parse(readFileSync(join(place, 'summary.json'), 'utf8')) as {
        metrics: Record<string, { thresholds?: object }>;
      };
      expect(metrics['http_req_failed']?.thresholds).toEqual({ 'rate<0.01': { ok: true } });
    },
  );

  it.skipIf(!isInstalled && !isCi)('checks each status, and the fields of each body', async () => {
    const toy = await toyServer(({ url }, response) => {
      if (url.endsWith('/right')) answerJson(response, { id: 'b', amount: 2, more: true, list: [] });
      else if (url.endsWith('/typed')) answerJson(response, { id: 'b', amount: '2', list: [] });
      else if (url.endsWith('/less')) answerJson(response, { id: 'b' });
      else if (url.endsWith('/other')) answerJson(response, { id: 'b' }, 404);
      else response.end('<p>');
    });
    const answer = { id: 'a', amount: 1, list: [1] };
    const records = ['right', 'right', 'typed', 'less', 'other', 'page'].map((name, n) => ({
      n,
      at: n,
      session: 0,
      path: `/faucet/${name}`,
      answer,
    }));
    const call = callOf(records, toy.port);
    const { plan } = await Replay.plan(call);
    const place = folder();
    const { leftOut } = await exportK6(call, plan, { folder: place, machines: 2 });
    const lines = readFileSync(join(place, 'lanes.json'), 'utf8').trim().split('\n');
    expect(lines.filter((line) => line.startsWith('{'))).toHaveLength(records.length);
    await runExported(call, plan, { folder: place, binary, leftOut }).result;
    const { root_group: root } = JSON.parse(readFileSync(join(place, 'summary.json'), 'utf8')) as {
      root_group: { checks: { name: string; passes: number; fails: number }[] };
    };
    const counts = root.checks.map(({ name, passes, fails }) => [name.replace(/^.*: /, ''), passes, fails]);
    expect(counts).toEqual([
      ['status 200', 5, 1],
      ['fields of the body', 2, 3],
    ]);
  });

  it.skipIf(!isInstalled && !isCi)(
    'is not given what it has no keys for, and that is explained',
    async () => {
      const toy = await toyServer((_asked, response) => answerJson(response, { mnemonic, id: 'tx_b' }));
      const call = callOf(withDerivedKeys, toy.port);
      const { plan } = await Replay.plan(call);
      const place = folder();
      const { leftOut } = await exportK6(call, plan, { folder: place, machines: 2 });
      const result = await runExported(call, plan, { folder: place, binary, leftOut }).result;
      expect(toy.asked.map(({ url }) => url)).toEqual(['/f/0', '/f/3']);
      expect(result).toMatchObject({
        requests: 2,
        unsent: 2,
        ok: true,
        differences: {
          explained: 2,
          unexplained: 0,
          groups: [{ kind: 'unsent', explanation: 'secret', n: 1 }],
        },
      });
    },
  );

  it.skipIf(!isInstalled && !isCi)(
    'encodes a value for its place in a request, and leaves out a request that the value would change',
    async () => {
      const toy = await toyServer((_asked, response) =>
        answerJson(response, { quoted: 'a"b&', segments: 'a/b', dots: '..', lines: 'a\r\nb', '$#}~/': 'id' }),
      );
      const sent: readonly Omit<RecordChanges, 'n' | 'at'>[] = [
        { method: 'POST', path: '/faucet/made', body: {} },
        { path: '/faucet/search', query: { q: '${0:/quoted}' } },
        { method: 'POST', path: '/faucet/body', body: { text: '${0:/quoted} $$' } },
        { path: '/faucet/header', headers: { 'x-text': '${0:/quoted}' } },
        { path: '/faucet/${0:/%24%23%7D~0~1}' },
      ];
      const leftOut: readonly Omit<RecordChanges, 'n' | 'at'>[] = [
        { path: '/faucet/${0:/segments}' },
        { path: '/faucet/${0:/dots}' },
        { path: '/faucet/header', headers: { 'x-text': '${0:/lines}' } },
        { path: '/faucet/${0:/missing}' },
      ];
      const call = callOf(
        [...sent, ...leftOut].map((changes, n) => ({ ...changes, n, at: n })),
        toy.port,
      );
      const { plan } = await Replay.plan(call);
      const place = folder();
      const exported = await exportK6(call, plan, { folder: place, machines: 2 });
      const result = await runExported(call, plan, { ...exported, folder: place, binary }).result;
      expect(toy.asked.map(({ url, text, headers }) => [url, text, headers['x-text']])).toEqual([
        ['/f/made', '{}', undefined],
        ['/f/search?q=a%22b%26', '', undefined],
        ['/f/body', '{"text":"a\\"b& $"}', undefined],
        ['/f/header', '', 'a"b&'],
        ['/f/id', '', undefined],
      ]);
      expect(result).toMatchObject({ requests: sent.length, unsent: leftOut.length, ok: false });
    },
  );

  it.skipIf(!isInstalled && !isCi)('agrees with the open engine on every threshold', async () => {
    const respond: Respond = ({ url }, response) => {
      const isRefused = /[13579]$/.test(url);
      answerJson(response, {}, isRefused ? 503 : 200);
    };
    const records: RecordChanges[] = Array.from({ length: 20 }, (_, n) => ({
      n,
      at: n * 5,
      session: n % 4,
      path: `/faucet/${n}`,
      status: n % 2 === 1 ? 503 : 200,
    }));
    const expectations = {
      http_req_failed: ['rate<0.6', 'rate<0.4'],
      'http_req_failed{status:200}': ['rate==0'],
      http_reqs: ['count==20', 'value>20'],
      'http_reqs{service:faucet,status:503}': ['count==10'],
      http_req_duration: ['p(99)<60000', 'max<0.0001', 'avg>0'],
      'http_req_duration{style:B}': ['med<60000'],
      ledger_drift_micros: ['value==0'],
    };
    const verdicts = [];
    for (const engine of ['k6', 'open']) {
      const call = callOf(records, (await toyServer(respond)).port, expectations);
      const replay = await Replay.plan(call);
      const place = folder();
      const { leftOut } = await exportK6(call, replay.plan, { folder: place, machines: 2 });
      const { thresholds, ok } =
        engine === 'k6'
          ? await runExported(call, replay.plan, { folder: place, binary, leftOut }).result
          : await replay.run();
      expect(ok).toBe(false);
      verdicts.push(
        thresholds.map(({ metric, threshold, value, ok: isHeld }) => {
          const isTime = metric.startsWith('http_req_duration');
          return [metric, threshold, isTime ? 'ms' : value, isHeld];
        }),
      );
    }
    expect(verdicts[0]).toEqual(verdicts[1]);
    expect(verdicts[0]?.map(([, , , isHeld]) => isHeld)).toEqual([
      true, false, true, true, false, true, true, false, true, true,
    ]); // prettier-ignore
  });

  it.skipIf(!isInstalled && !isCi)(
    'sends every request once from several machines, each its segment',
    async () => {
      const toy = await toyServer();
      const records = Array.from({ length: 30 }, (_, n) => ({
        n,
        at: n,
        session: n % 5,
        path: `/faucet/${n}`,
      }));
      const call = callOf(records, toy.port);
      const { plan } = await Replay.plan(call);
      const place = folder();
      const { lanes } = await exportK6(call, plan, { folder: place, machines: 3 });
      expect(lanes).toBe(5);
      const lines = readFileSync(join(place, 'segments.txt'), 'utf8').trim().split('\n');
      const codes = lines.map((line) => {
        const [, ...words] = line.split(' ');
        const child = spawn(binary, [...words, '--quiet'], { cwd: place, stdio: 'ignore' });
        return new Promise((resolve, reject) => {
          child.on('error', reject);
          child.on('close', resolve);
        });
      });
      expect(await Promise.all(codes)).toEqual([0, 0, 0]);
      expect(toy.asked.map(({ url }) => url).toSorted()).toEqual(
        records.map(({ n }) => `/f/${n}`).toSorted(),
      );
    },
  );
});
