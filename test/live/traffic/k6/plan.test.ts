/** The plan as k6 gets it: lanes, script, segments, what is left out, and what its summary says of a replay. */
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { exportK6 } from '../../../../src/live/traffic/k6/k6-replay.ts';
import { differencesFor, walkable } from '../../../../src/live/traffic/k6/left-out.ts';
import { k6Script, segmentCommands, testRunYaml } from '../../../../src/live/traffic/k6/script.ts';
import { Replay } from '../../../../src/live/traffic/replay/replay.ts';
import { readTarget } from '../../../../src/live/traffic/target/target.ts';
import { carriedThresholds } from '../../../../src/live/traffic/thresholds/carried.ts';
import { callOf, folder, lanesFor, numbers, withDerivedKeys } from './exported.ts';

interface TestRun {
  readonly spec: { readonly script: object; readonly runner: { readonly env: readonly object[] } };
}

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
