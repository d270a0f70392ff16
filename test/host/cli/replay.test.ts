/** `orrery replay` as a stranger calls it: record a scenario, serve a platform with other ids, replay, compare. */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dryRunSchema, replaySchema } from '../../../docs/result-schemas.ts';
import { TraceLineSchema } from '../../../src/simulation/trace/format.ts';
import { called } from './called.ts';
import { folderWith, orrery, program, scenarioFile, smallScenario, type Outcome } from './orrery.ts';
import { answerJson, toyServer } from '../../live/traffic/toy-server.ts';
import { headerLine, recordLine, traceFile } from '../../live/traffic/traces.ts';
import { serve } from './serve.ts';

const ajv = new Ajv2020({ strict: false });

const faultsOfAllKinds = `faults:
  - { at: 26h, service: escrow, kind: slow, for: 20h, latency: { median: 2s, p99: 9s } }
  - { at: 8h, service: escrow, kind: outage, for: 5h }
  - { at: 20h, service: faucet, kind: error, for: 20h, rate: 50%, effect: after }
  - { at: 22h, service: escrow, kind: error, for: 20h, rate: 30%, effect: undone }
`;

/** Agents that send money back from wallets of their own, with keys that they make of the words they were told. */
const walletScenario = `name: wallets
about: Three wallets.
seed: 3
start: 2026-01-01T00:00:00Z
for: 1d
population:
  - { agent: referrer, count: 1 }
  - { agent: wallet-hopper, count: 3, arrive: { at: 1h, over: 1h }, with: { rounds: 2, referredBy: referrer, friends: swapper } }
  - { agent: swapper, count: 2 }
`;

/** Recordings by scenario: several tests replay the same one. */
const recordings = new Map<string, Buffer>();
const traceName = 'trace.ndjson.gz';

async function recording(scenario: string): Promise<Buffer> {
  const folder = folderWith({
    'small.yaml': smallScenario + faultsOfAllKinds,
    'wallets.yaml': walletScenario,
  });
  const recorded = await orrery(folder, ['record', scenario, '--quiet', '--out', 'recorded']);
  expect(recorded.stderr).toBe('');
  return readFileSync(join(folder, 'recorded', traceName));
}

async function recordedAndServed(scenario: string) {
  const folder = folderWith();
  const recorded = recordings.get(scenario) ?? (await recording(scenario));
  recordings.set(scenario, recorded);
  writeFileSync(join(folder, traceName), recorded);
  const { address } = await serve(['--id-seed', 'other']);
  const target = `name: here\nhosts: [127.0.0.1]\nallow: writes\nsandbox: "${address}"\nclock: sandbox\nrequestsPerSecond: 100000\n`;
  writeFileSync(join(folder, 'target.yaml'), target);
  return { folder, address, trace: traceName };
}

const replay = (folder: string, words: readonly string[]): Promise<Outcome> =>
  called(folder, ['replay', ...words]);

/** The same as a process of its own. The serving process has to answer meanwhile, so this one must not block. */
function replayApart(folder: string, words: readonly string[], whenToSignal?: () => Promise<void>) {
  const child = spawn(process.execPath, [program, 'replay', ...words], { cwd: folder });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (data: Buffer) => (stdout += data.toString()));
  child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
  const signal = async (when: () => Promise<void>): Promise<void> => {
    await when();
    child.kill('SIGINT');
  };
  if (whenToSignal !== undefined) void signal(whenToSignal);
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

describe('orrery replay', () => {
  it('repeats a recording on a platform that gives out other ids: every answer is the recorded one', async () => {
    const { folder, trace } = await recordedAndServed(scenarioFile('escrow-expiry'));
    const words = [trace, '--target', 'target.yaml', '--speed', 'max', '--json', '--out', 'replayed'];
    const { code, stdout, stderr } = await replayApart(folder, words);
    expect(stderr).toBe('');
    const result = JSON.parse(stdout) as Record<string, unknown>;
    expect(ajv.validate(replaySchema, result), ajv.errorsText()).toBe(true);
    expect(result).toMatchObject({
      ok: true,
      unsent: 0,
      failures: {},
      differences: { explained: 0, unexplained: 0, groups: [] },
    });
    expect(result['same']).toBe(result['requests']);
    expect(result['requests']).toBeGreaterThan(2000);
    expect(code).toBe(0);
    expect(JSON.parse(readFileSync(join(folder, 'replayed/replay.json'), 'utf8'))).toEqual(result);
    const lines = gunzipSync(readFileSync(join(folder, trace)))
      .toString()
      .trimEnd()
      .split('\n');
    const isLine = ajv.compile(TraceLineSchema);
    expect(lines.filter((line) => !isLine(JSON.parse(line)))).toEqual([]);
  });

  it('writes a page, tables and JUnit of what differs, with both answers and the requests before', async () => {
    const answers = [{ escrow_id: 'esc_aaaaaaaaaaaaaaaa' }, { fee: '0.01', status: 'locked' }];
    const lives = [{ escrow_id: 'x-1' }, { fee: '0.02', status: 'locked' }];
    const toy = await toyServer((_asked, response, index) => answerJson(response, lives[index] ?? {}));
    const trace = traceFile([
      recordLine({ n: 0, at: 0, method: 'POST', body: {}, answer: answers[0] ?? {} }),
      recordLine({ n: 1, at: 1, path: '/faucet/escrow/${0:/escrow_id}', answer: answers[1] ?? {} }),
    ]);
    const target = `name: toy\nhosts: [127.0.0.1]\nallow: writes\nservices: { faucet: "http://127.0.0.1:${toy.port}" }\n`;
    const folder = folderWith({ 'target.yaml': target });
    const words = [trace, '--target', 'target.yaml', '--speed', 'max', '--answers-only', '--out', 'found'];
    const { code, stdout } = await replay(folder, words);
    expect([code, stdout]).toEqual([1, expect.stringContaining('report: found/replay.html\n')]);
    const file = (name: string): string => readFileSync(join(folder, 'found', name), 'utf8');
    const page = file('replay.html').replaceAll('<wbr />', '');
    expect(page).toContain('faucet/B/thing: /fee is &quot;0.02&quot;, the recording says &quot;0.01&quot;');
    expect(page).toContain('<mark>  &quot;fee&quot;: &quot;0.02&quot;,</mark>');
    expect(page).toMatch(/class="sequence"[\s\S]*POST \/faucet\/thing[\s\S]*GET \/faucet\/escrow/);
    expect(page).toContain('npx orrery-sim replay ');
    expect(file('groups.csv')).toContain('faucet/B/thing,amount,/fee,,1,1,,1,"""0.01""","""0.02"""\r\n');
    expect(file('differences.csv')).toContain(',1,faucet/B/thing,amount,/fee,,1,"""0.01""","""0.02"""\r\n');
    expect(file('junit.xml')).toContain('tests="2" failures="2"');
  });

  it('repeats what was signed with keys that no trace holds, on a platform that gives out other words', async () => {
    const { folder, trace } = await recordedAndServed('wallets.yaml');
    const text = gunzipSync(readFileSync(join(folder, trace))).toString();
    expect(text).toMatch(/"private_key":"\$\{\d+:\/mnemonic#ethereum\.bare\}"/);
    expect(text).not.toMatch(/"(mnemonic|private_key)":"[a-z0-9]/);
    const { stdout } = await replay(folder, [trace, '--target', 'target.yaml', '--speed', 'max', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      unsent: 0,
      differences: { explained: 0, unexplained: 0 },
    });
  });

  it('repeats injected faults: outages and errors come back in the same instants', async () => {
    const { folder, trace } = await recordedAndServed('small.yaml');
    const { stdout } = await replay(folder, [trace, '--target', 'target.yaml', '--speed', 'max', '--json']);
    const result = JSON.parse(stdout) as { statusCounts: Record<string, number>; differences: object };
    expect(Object.keys(result.statusCounts).filter((status) => Number(status) >= 500)).not.toEqual([]);
    expect(result.differences).toMatchObject({ unexplained: 0 });
  });

  it('finds a platform that reads the documents differently before it sends anything', async () => {
    const { folder, trace, address } = await recordedAndServed('small.yaml');
    const wrong = gunzipSync(readFileSync(join(folder, trace)))
      .toString()
      .replace(/"policyHash":"\w+"/, '"policyHash":"0000000000000000"');
    writeFileSync(join(folder, 'wrong.ndjson'), wrong);
    const { code, stderr } = await replay(folder, ['wrong.ndjson', '--target', 'target.yaml']);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/reads the documents differently/)]);
    expect(address).toMatch(/^http/);
  });

  it('says what it would do, and does nothing, in a dry run', async () => {
    const { folder, trace, address } = await recordedAndServed('small.yaml');
    const before = await (await fetch(`${address}/_sim/digest`)).text();
    const words = [trace, '--target', 'target.yaml', '--dry-run', '--speed', '1000x', '--json'];
    const { code, stdout } = await replay(folder, words);
    expect(ajv.validate(dryRunSchema, JSON.parse(stdout)), ajv.errorsText()).toBe(true);
    expect(JSON.parse(stdout)).toMatchObject({
      hosts: ['127.0.0.1'],
      services: ['escrow', 'faucet'],
      sessions: 12,
      ok: true,
    });
    expect(code).toBe(0);
    const after = JSON.parse(await (await fetch(`${address}/_sim/digest`)).text()) as { events: number };
    // Asking for the digest is a request as well.
    expect(after.events - (JSON.parse(before) as { events: number }).events).toBe(1);
  });

  it('sends over several threads what does not hang together, and counts as one', async () => {
    const toy = await toyServer();
    const records = Array.from({ length: 40 }, (_, n) =>
      recordLine({ n, at: n, session: n % 4, path: `/faucet/${n}` }),
    );
    const folder = folderWith({
      'target.yaml': `name: toy\nhosts: [127.0.0.1]\nallow: reads\nservices: { faucet: "http://127.0.0.1:${toy.port}" }\nconnections: 5\n`,
    });
    const trace = traceFile(records, headerLine({ expect: { http_reqs: ['count==40'] } }));
    const words = [trace, '--target', 'target.yaml', '--speed', 'max', '--json', '--workers'];
    const { code, stdout, stderr } = await replayApart(folder, [...words, '3']);
    expect([code, stderr]).toEqual([0, '']);
    const result = JSON.parse(stdout) as { thresholds: object[] };
    expect(ajv.validate(replaySchema, result), ajv.errorsText()).toBe(true);
    expect(result).toMatchObject({
      workers: 3,
      requests: 40,
      same: 40,
      thresholds: [{ value: 40, ok: true }],
    });
    for (const session of [0, 1, 2, 3]) {
      const own = toy.asked.map(({ url }) => Number(url.slice(1))).filter((n) => n % 4 === session);
      expect(own).toEqual(Array.from({ length: 10 }, (_, index) => index * 4 + session));
    }
    expect(toy.connectionsMost()).toBeLessThanOrEqual(5);
    const wrong = await replay(folder, [...words, '0']);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringMatching(/--workers 0: expected a number/)]);
  });

  it('stops at Ctrl-C, with requests unsent, and still reports', async () => {
    const { folder, trace, address } = await recordedAndServed('small.yaml');
    const clock = async (): Promise<string> => (await fetch(`${address}/_sim/clock`)).text();
    const before = await clock();
    // However long planning takes: the clock moves with the first request.
    const whenSent = async (): Promise<void> => {
      while ((await clock()) === before);
    };
    const words = [trace, '--target', 'target.yaml', '--speed', '1000x', '--json'];
    const { code, stdout } = await replayApart(folder, words, whenSent);
    const result = JSON.parse(stdout) as { stopped: boolean; unsent: number; ok: boolean };
    expect(ajv.validate(replaySchema, result), ajv.errorsText()).toBe(true);
    expect(result).toMatchObject({ stopped: true, ok: false });
    expect(result.unsent).toBeGreaterThan(0);
    expect(code).toBe(130);
  });

  it.each<[string, string, string[], RegExp]>([
    ['a target that is missing', '', ['--target', 'nowhere.yaml'], /^orrery: nowhere\.yaml:1:1: there is no such file; expected a target file\n$/],
    ['a target with a typo', 'hsots: [127.0.0.1]\n', ['--target', 'target.yaml'], /^orrery: target\.yaml:1:1: unknown key "hsots"; did you mean "hosts"\?/],
    ['a speed that is none', 'name: x\nhosts: [127.0.0.1]\nservices: { faucet: "http://127.0.0.1:1" }\n', ['--target', 'target.yaml', '--speed', 'fast'], /^orrery: --speed fast: expected a factor/],
    ['a trace that is missing', 'name: x\nhosts: [127.0.0.1]\nservices: { faucet: "http://127.0.0.1:1" }\n', ['--target', 'target.yaml'], /^orrery: t\.ndjson\.gz:1:1: there is no such file; expected a trace\n$/],
    ['no target', '', [], /replay needs --target <file>/],
  ])('exits 2 with one clear line for %s', async (_what, target, words, line) => {
    const { code, stdout, stderr } = await called(folderWith({ 'target.yaml': target }), ['replay', 't.ndjson.gz', ...words]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(line);
  }); // prettier-ignore
});
