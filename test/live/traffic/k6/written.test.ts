/** The files that k6 gets: the steps of the lanes, the script with its options and headers, and what a cluster is told. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { Namespace } from '../../../../src/live/traffic/correlation/namespace.ts';
import { exportK6 } from '../../../../src/live/traffic/k6/k6-replay.ts';
import { lanesOf, type LaneStep } from '../../../../src/live/traffic/k6/lanes.ts';
import {
  k6Script,
  segmentCommands,
  testRunYaml,
  variablesOf,
} from '../../../../src/live/traffic/k6/script.ts';
import { asRecorded, Schedule, type ScheduleOptions } from '../../../../src/live/traffic/plan/schedule.ts';
import { Replay } from '../../../../src/live/traffic/replay/replay.ts';
import { readTarget } from '../../../../src/live/traffic/target/target.ts';
import { headerLine, recordLine, traceFile, type RecordChanges } from '../traces.ts';
import { callOf, folder, numbers } from './exported.ts';

const here = 'name: toy\nhosts: [127.0.0.1, localhost]\nallow: writes\n';
const target = readTarget(
  'toy.yaml',
  `${here}services: { faucet: "http://127.0.0.1:8080/f", escrow: "https://localhost/deep/e" }\nheaders: { X-Fixed: "a\${VAR}b" }\n`,
  { VAR: 'secret-value' },
);

interface How {
  readonly names?: Namespace;
  readonly schedule?: Partial<ScheduleOptions>;
  readonly sendsAddresses?: boolean;
}

const lanesIn = (
  records: readonly RecordChanges[],
  { names, schedule = {}, sendsAddresses = false }: How = {},
) =>
  lanesOf(traceFile(records.map(recordLine)), {
    target,
    schedule: new Schedule({ ...asRecorded, ...schedule }),
    sendsAddresses,
    names,
  });
const stepOf = async (record: Partial<RecordChanges>, how: How = {}): Promise<LaneStep> =>
  (await lanesIn([{ n: 0, at: 0, ...record }], how))[0]![0]!;

describe('a step of a lane', () => {
  it.each<[string, Partial<RecordChanges>, Partial<LaneStep>]>([
    [
      'has its address and path',
      { path: '/faucet/x' },
      { origin: 'http://127.0.0.1:8080', path: '/f/x', search: '', method: 'GET', body: null, isJson: true },
    ],
    [
      'goes to another host',
      { path: '/escrow/escrow/1' },
      { origin: 'https://localhost', path: '/deep/e/escrow/1' },
    ],
    ['of no service has no origin', { path: '/none' }, { origin: '', path: '/none' }],
    [
      'has its query encoded, without its references',
      { query: { 'a b': 'c&d', e: 'f${0:/g&h}$$i j', k: '$' } },
      { search: '?a%20b=c%26d&e=f${0:/g&h}$$i%20j&k=%24' },
    ],
    [
      'has JSON as text, and says so',
      { method: 'POST', body: { a: 1 } },
      { body: '{"a":1}', headers: { 'content-type': 'application/json' } },
    ],
    [
      'keeps a type that it has',
      { method: 'POST', body: {}, headers: { 'content-type': 'application/x+json' } },
      { headers: { 'content-type': 'application/x+json' } },
    ],
    [
      'has a text that may be no JSON as it is',
      { method: 'POST', raw: 'x' },
      { body: 'x', isJson: false, headers: {} },
    ],
    [
      'knows the status and the kinds of fields that it expects',
      { status: 201, answer: { a: 1, b: 'x', c: null, d: [], e: {}, f: true } },
      { status: 201, fields: { a: 'number', b: 'string', c: 'null', d: 'array', e: 'object', f: 'boolean' } },
    ],
    [
      'has tags of its call',
      {},
      { n: 0, tags: { service: 'faucet', style: 'B', operation: 'thing' }, keeps: [] },
    ],
  ])('%s', async (_what, record, step) => expect(await stepOf(record)).toMatchObject(step));

  it('has the address of its agent only where that is sent', async () => {
    expect((await stepOf({}, { sendsAddresses: true })).headers).toEqual({ 'x-sim-ip': '10.0.0.1' });
    expect((await stepOf({ headers: { 'X-Own': 'a' } })).headers).toEqual({ 'X-Own': 'a' });
  });

  it('is due by the schedule, at once before its window, and not at all behind it', async () => {
    const records = [0, 1_000, 5_000, 9_000].map((at, n) => ({ n, at }));
    const [lane = []] = await lanesIn(records, { schedule: { fromMs: 4_000, toMs: 8_000 } });
    expect(lane.map(({ n, dueMs }) => [n, dueMs])).toEqual([
      [0, 0],
      [1, 0],
      [2, 1_000],
    ]);
  });

  it('has the names of this run, and shares the lane of the registration that it needs', async () => {
    const names = new Namespace('abcd2345');
    const records: RecordChanges[] = [
      { n: 0, at: 0, session: 0, method: 'POST', path: '/faucet/register', body: { agent_id: 'anna' } },
      { n: 1, at: 1, session: 1, method: 'POST', path: '/faucet/pay', body: { to: 'anna' } },
      { n: 2, at: 2, session: 2, path: '/faucet/other' },
    ];
    for (const { n, path = '', body } of records) names.note(n, { path, body });
    const lanes = await lanesIn(records, { names });
    expect(numbers(lanes)).toEqual([[0, 1], [2]]);
    expect(lanes[0]?.map(({ body }) => body)).toEqual([
      '{"agent_id":"anna-abcd2345"}',
      '{"to":"anna-abcd2345"}',
    ]);
  });

  it('keeps each value once, and lanes follow one another after more than a second alone', async () => {
    const [lane = []] = await lanesIn([
      { n: 0, at: 0 },
      { n: 1, at: 0, path: '/faucet/${0:/a}${0:/b}${0:/a}' },
      { n: 2, at: 0, path: '/faucet/${9:/a}' },
    ]);
    expect(lane.map(({ keeps }) => keeps)).toEqual([['/a', '/b'], [], []]);
    const after = async (at: number) =>
      numbers(
        await lanesIn([
          { n: 0, at: 0, session: 0 },
          { n: 1, at, session: 1 },
        ]),
      );
    expect([await after(1_000), await after(1_001)]).toEqual([[[0], [1]], [[0, 1]]]);
  });
});

const script = (change: object = {}): string =>
  k6Script({
    lanes: 3,
    durationMs: 1_001,
    timeoutMs: 1_500,
    thresholds: {},
    hosts: {},
    connectionsMax: 5,
    requestsPerSecondMax: 50,
    ...change,
  });

/** The script's own options. */
const optionsIn = (text: string): Record<string, unknown> =>
  JSON.parse(/export const options = (\{[\s\S]*?\n\});/.exec(text)?.[1] ?? '{}') as Record<string, unknown>;

describe('the script', () => {
  it('says how many users walk, for how long at most, and what is reported', () => {
    expect(optionsIn(script({ thresholds: { http_reqs: ['count>1'] }, hosts: { a: '1.2.3.4' } }))).toEqual({
      scenarios: { replay: { executor: 'per-vu-iterations', vus: 3, iterations: 1, maxDuration: '64s' } },
      thresholds: { http_reqs: ['count>1'] },
      hosts: { a: '1.2.3.4' },
      maxRedirects: 0,
      insecureSkipTLSVerify: false,
      summaryTrendStats: ['avg', 'min', 'med', 'max', 'p(50)', 'p(90)', 'p(99)', 'p(99.9)', 'count'],
      systemTags: ['status', 'method', 'scenario', 'error_code', 'check', 'group'],
    });
  });

  it('imports what it uses, and is JavaScript but for that', () => {
    const text = script({ headers: target.carried?.named ?? [], hasClientCertificate: true });
    const imports = [...text.matchAll(/^import (.*) from '(.*)';$/gm)].map(
      ([, names, module]) => `${names} ${module}`,
    );
    expect(imports).toEqual([
      'exec k6/execution',
      'http k6/http',
      '{ check, sleep } k6',
      '{ SharedArray } k6/data',
      '{ Counter, Trend } k6/metrics',
    ]);
    const body = text
      .replaceAll(/^import .*$/gm, '')
      .replaceAll(/^export (?:default walkLane;|\{ handleSummary \};|(?=const))/gm, '');
    // oxlint-disable-next-line no-implied-eval, no-new-func -- only whether it can be read
    expect(() => new Function(body)).not.toThrow();
    expect(text).toMatch(/export \{ handleSummary \};\nexport default walkLane;\n$/);
    for (const metric of ['orrery_send_lag', 'orrery_response', 'orrery_other_status', 'orrery_unresolved'])
      expect(text).toContain(`('${metric}'`);
    expect(text).toContain("const timeout = '1500ms';");
  });

  it.each([
    [0.5, 1],
    [1.9, 1],
    [50, 50],
  ])('keeps a ceiling of %d a second as %d, one at least', (requestsPerSecondMax, rps) => {
    expect(script({ requestsPerSecondMax })).toContain(
      `Math.floor(${rps} / (Number(__ENV.ORRERY_MACHINES) || 1))`,
    );
  });

  it('has headers with variables, and no value of one', () => {
    const part = (...parts: string[]) => ({ name: 'X-A', parts });
    const text = script({
      headers: [
        ...(target.carried?.named ?? []),
        part('', 'ONE', ''),
        part('b'),
        part('', 'ONE', '-', 'TWO', 'c'),
        part(''),
      ],
    });
    const [, fixed = ''] = /const fixed = \{\n([\s\S]*?)\};/.exec(text) ?? [];
    expect(fixed.split('\n')).toEqual([
      '  "X-Fixed": "a" + variable("VAR") + "b",',
      '  "X-A": variable("ONE"),',
      '  "X-A": "b",',
      '  "X-A": variable("ONE") + "-" + variable("TWO") + "c",',
      '  "X-A": "",',
      '',
    ]);
    expect(text).not.toContain('secret-value');
    expect(variablesOf([part('', 'ONE', ''), part('b'), part('', 'ONE', '-', 'TWO', 'c')])).toEqual([
      'ONE',
      'TWO',
    ]);
  });

  it('opens a client certificate only where there is one', () => {
    expect(script()).not.toContain('tlsAuth');
    expect(script({ hasClientCertificate: true })).toContain(
      "options.tlsAuth = [{ cert: open(variable('ORRERY_TLS_CERT')), key: open(variable('ORRERY_TLS_KEY')) }];",
    );
  });
});

describe('several machines', () => {
  it('have segments without a gap, each with all bounds', () => {
    expect(segmentCommands(1)).toEqual(['k6 run --no-usage-report -e ORRERY_MACHINES=1 --execution-segment 0:1 --execution-segment-sequence 0,1 replay.js']);
    expect(segmentCommands(4).map((line) => / (\d\S*:\S+) /.exec(line)?.[1])).toEqual(['0:1/4', '1/4:2/4', '2/4:3/4', '3/4:1']);
  });

  it('get variables from a secret, and files from a map up to a million bytes', () => {
    const run = (bytes: number) => testRunYaml({ name: 'x', machines: 2, bytes, variables: ['ONE', 'TWO'] });
    const { spec, metadata } = parse(run(1_000_000)) as { spec: { runner: { env: object[] }; script: object; arguments: string }; metadata: object };
    const secret = (key: string) => ({ name: key, valueFrom: { secretKeyRef: { name: 'orrery-x', key } } });
    expect(spec.runner.env).toEqual([{ name: 'ORRERY_MACHINES', value: '2' }, { name: 'K6_AUTO_EXTENSION_RESOLUTION', value: 'false' }, secret('ONE'), secret('TWO')]);
    expect([metadata, spec.script, spec.arguments]).toEqual([{ name: 'orrery-x' }, { configMap: { name: 'orrery-x', file: 'replay.js' } }, '--no-usage-report']);
    expect(run(1_000_000)).toMatch(/^# kubectl create configmap orrery-x --from-file=replay\.js --from-file=lanes\.json\n/);
    expect((parse(run(1_000_001)) as typeof spec & { spec: { script: object } }).spec.script).toHaveProperty('volumeClaim');
    expect(run(1_000_001)).toMatch(/^# put replay\.js and lanes\.json on a volume that many may read, and claim it as orrery-x/);
  });

  it('are written beside the lanes, under the name of the scenario', async () => {
    const call = { ...callOf([{ n: 0, at: 0, session: 0 }, { n: 1, at: 0, session: 1, method: 'POST', body: { t: '</script>' } }], 1), target };
    const trace = traceFile([0, 1].map((n) => recordLine({ n, at: 0, session: n })), headerLine({ scenario: 'A Day/At 5', expect: { http_reqs: ['value>1'] } }));
    const { plan } = await Replay.plan({ ...call, trace });
    const place = folder();
    expect(await exportK6({ ...call, trace }, plan, { folder: place, machines: 2 })).toEqual({ lanes: 2, leftOut: [] });
    const text = (name: string) => readFileSync(join(place, name), 'utf8');
    expect((JSON.parse(text('lanes.json')) as LaneStep[][]).map((lane) => lane.map(({ n }) => n))).toEqual([[0], [1]]);
    expect(text('segments.txt').split('\n')).toEqual([...segmentCommands(2), '']);
    expect(text('testrun.yaml')).toContain('name: orrery-a-day-at-5\n');
    expect(text('testrun.yaml')).toContain('- name: VAR');
    expect(optionsIn(text('replay.js'))).toMatchObject({ thresholds: { http_reqs: ['count>1'] }, scenarios: { replay: { vus: 2 } } });
    expect(text('lanes.json')).toContain('"x-sim-ip"');
  });
}); // prettier-ignore
