/** Everything an export for k6 writes, how lanes join, and what is left out of them. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exportK6 } from '../../../../src/live/traffic/k6/k6-replay.ts';
import { lanesOf } from '../../../../src/live/traffic/k6/lanes.ts';
import { differencesFor, walkable } from '../../../../src/live/traffic/k6/left-out.ts';
import { k6Script, testRunYaml, variablesOf } from '../../../../src/live/traffic/k6/script.ts';
import { asRecorded, Schedule } from '../../../../src/live/traffic/plan/schedule.ts';
import { Replay } from '../../../../src/live/traffic/replay/replay.ts';
import { readTarget } from '../../../../src/live/traffic/target/target.ts';
import { headerLine, recordLine, traceFile, type RecordChanges } from '../traces.ts';
import { callOf, folder, lanesFor, numbers, withDerivedKeys } from './exported.ts';

const services = 'services: { faucet: "http://shop.example/f" }\n';
const targetWith = (lines = '') =>
  readTarget('t.yaml', `name: t\nhosts: [127.0.0.1, 203.0.113.7, shop.example]\nallow: writes\n${services}${lines}`, { KEY: 'k' }); // prettier-ignore

async function exported(records: readonly RecordChanges[], lines = '') {
  const scenario = `${'Über Day '.repeat(6)}end`;
  const trace = traceFile(records.map(recordLine), headerLine({ scenario }));
  const resolve = () => Promise.resolve(['203.0.113.7']);
  const call = { ...callOf([], 1), target: targetWith(lines), trace, resolve };
  const { plan } = await Replay.plan(call);
  const place = folder();
  const said = await exportK6(call, plan, { folder: place, machines: 2 });
  const text = (name: string): string => readFileSync(join(place, name), 'utf8');
  const bytes = (name: string): number => statSync(join(place, name)).size;
  return { call, plan, place, said, text, bytes };
}

const two = [0, 1, 2].map((n) => ({ n, at: 10 * n, session: n % 2 }));

describe('an export for k6', () => {
  it.each([
    ['', { headers: [], hasClientCertificate: false }],
    ['tls: { cert: c.pem, key: k.pem }\n', { headers: [], hasClientCertificate: true }],
    ['headers: { x-key: "${KEY}" }\n', { headers: [{ name: 'x-key', parts: ['', 'KEY', ''] }], hasClientCertificate: false }],
  ])('has the script and the test run of its target, with %j', async (lines, ways) => {
    const { said, text, bytes } = await exported(two, lines);
    expect(said).toEqual({ lanes: 2, leftOut: [] });
    expect(text('replay.js')).toBe(k6Script({
      lanes: 2, durationMs: 20, timeoutMs: 30_000, thresholds: {}, hosts: { 'shop.example': '203.0.113.7' }, connectionsMax: 1_000, requestsPerSecondMax: 1_000, ...ways,
    }));
    // Signs other than letters and digits become dashes, and no more than 50 are kept.
    const name = `${'-ber-day-'.repeat(5)}-ber-`;
    const size = bytes('lanes.json') + bytes('replay.js');
    expect(text('testrun.yaml')).toBe(testRunYaml({ name, machines: 2, bytes: size, variables: variablesOf(ways.headers) }));
  }); // prettier-ignore

  it('goes onto a volume where script and lanes together are too large', async () => {
    // The lanes alone have fewer bytes than a million.
    const raw = 'x'.repeat(999_000);
    const { text, bytes } = await exported([{ n: 0, at: 0, method: 'POST', raw }]);
    expect([bytes('lanes.json') <= 1_000_000, text('testrun.yaml').includes('volumeClaim')]).toEqual([true, true]); // prettier-ignore
  });

  it('has a line for each step, and the lanes one after another', async () => {
    const { text, plan, call } = await exported(two);
    const schedule = new Schedule(asRecorded);
    const lanes = await lanesOf(call.trace, { target: call.target, schedule, sendsAddresses: false, names: plan.names }); // prettier-ignore
    const [[first, third], [second]] = lanes.map((lane) => lane.map((step) => JSON.stringify(step))) as [[string, string], [string]]; // prettier-ignore
    expect(text('lanes.json')).toBe(`[\n[\n${first},\n${third}\n],\n[\n${second}\n]\n]\n`);
  });

  it.each([
    ['127.9.0.1', true],
    ['::1', true],
    ['203.0.113.127', false],
  ])('gives the addresses of agents to hosts at %s: %s', async (address, isSent) => {
    const hosts = `hosts: [127.0.0.1, "${address}", shop.example]`;
    const target = readTarget('t.yaml', `name: t\n${hosts}\nallow: writes\n${services}`);
    const call = { ...callOf([{ n: 0, at: 0 }], 1), target, resolve: () => Promise.resolve([address]) };
    const { plan } = await Replay.plan(call);
    const place = folder();
    await exportK6(call, plan, { folder: place, machines: 1 });
    expect(readFileSync(join(place, 'lanes.json'), 'utf8').includes('x-sim-ip')).toBe(isSent);
  });
});

describe('lanes for k6', () => {
  const at = (...steps: readonly (readonly [number, number])[]): RecordChanges[] =>
    steps.map(([session, dueMs], n) => ({ n, at: dueMs, session }));
  it.each<[string, RecordChanges[], number[][]]>([
    ['a second later is too early', at([0, 500], [1, 1_500]), [[0], [1]]],
    ['more than a second later', at([0, 500], [1, 1_501]), [[0, 1]]],
    ['counted from the last step', at([0, 0], [0, 100], [1, 3_000], [0, 5_000]), [[0, 1, 3], [2]]],
    ['counted from the only step', at([0, 4_000], [1, 4_500]), [[0], [1]]],
  ])('join: %s', async (_what, records, expected) => {
    expect(numbers(await lanesFor(records))).toEqual(expected);
  }); // prettier-ignore

  it('keep references to every record in a query, and encode the rest', async () => {
    const [[step] = []] = await lanesFor([{ n: 0, at: 0, query: { 'a b': 'x&${12:/id}$$ ${1:/b}' } }]);
    expect(step?.search).toBe('?a%20b=x%26${12:/id}$$%20${1:/b}');
  });

  it.each([
    ['http://127.0.0.1:1/_sim', '/none', '/none'],
    ['http://127.0.0.1:1/_sim/x/_sim', '/none', '/_sim/x/none'],
    ['http://127.0.0.1:1/_sim/x', '/none', '/_sim/x/none'],
    ['http://127.0.0.1:1/x/_sim', '/_sim/clock', '/x/_sim/clock'],
  ])('have paths of no service beside the control at %s: %s', async (control, path, expected) => {
    const target = readTarget('t.yaml', `name: t\nhosts: [127.0.0.1]\nallow: writes\nservices: { control: "${control}" }\n`); // prettier-ignore
    const trace = traceFile([recordLine({ n: 0, at: 0, path, call: 'none' })]);
    const how = { target, schedule: new Schedule(asRecorded), sendsAddresses: false, names: undefined };
    const [[step] = []] = await lanesOf(trace, how);
    expect(step).toMatchObject({ origin: 'http://127.0.0.1:1', path: expected, tags: { service: 'none', style: '', operation: '' } }); // prettier-ignore
  });
});

describe('what is left out of lanes for k6', () => {
  it('is said of each call as explained by a secret', async () => {
    const { leftOut } = walkable(await lanesFor(withDerivedKeys));
    const group = { call: 'faucet/B/thing', kind: 'unsent', field: '', explanation: 'secret', live: 'k6 derives no keys' }; // prettier-ignore
    expect(differencesFor(leftOut).state()).toEqual({
      explained: 2,
      unexplained: 0,
      ungrouped: 0,
      groups: [{ ...group, count: 2, n: 1, recorded: 'POST /f/1' }],
    });
  });

  it('is a whole lane where all of it is; fields that others name are kept', async () => {
    const records = [
      { n: 0, at: 0, session: 0 },
      { n: 1, at: 0, session: 0, path: '/faucet/${0:/id}' },
      { n: 2, at: 0, session: 1, path: '/faucet/${9:/words#base}' },
      { n: 3, at: 0, session: 1, path: '/faucet/${2:/id}' },
    ];
    const { lanes, leftOut } = walkable(await lanesFor(records));
    expect([numbers(lanes), leftOut.map(({ n }) => n)]).toEqual([[[0, 1]], [2, 3]]);
    expect(lanes.flat().map(({ keeps }) => keeps)).toEqual([['/id'], []]);
  });
});
