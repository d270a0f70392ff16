/** The tables and the trace of a run: whole rows, and when a trace is written. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chdir, cwd } from 'node:process';
import { gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { packageVersion } from '../../../../src/host/app/process/package-version.ts';
import { runToFolder } from '../../../../src/host/app/run/run-to-folder.ts';
import { scenarioHost } from '../../../../src/host/app/run/scenario-host.ts';
import { fingerprintOf, TraceFile } from '../../../../src/host/app/run/trace-file.ts';
import { buildFromValue } from '../../../../src/simulation/scenario/load.ts';
import type { EventRecord } from '../../../../src/simulation/trace/event-record.ts';
import type { TraceRecord } from '../../../../src/simulation/trace/format.ts';
import { folderWith } from '../../../folder-with.ts';
import { startMs } from '../../../platform/world/new-world.ts';

const built = () =>
  buildFromValue(
    {
      name: 'tiny',
      seed: '7',
      for: '1m',
      operations: [
        { by: 'alice', do: 'POST /faucet/register', body: { agent_id: 'alice' } },
        { by: 'bob', do: 'POST /faucet/register', body: { agent_id: 'bob' } },
        { by: 'bob', do: 'POST /faucet/claim' },
        { by: 'bob', do: 'GET /nowhere' },
      ],
    },
    scenarioHost,
  );

/** The lines of a trace in gzip members. */
const traced = (parts: readonly Uint8Array[]): unknown[] =>
  gunzipSync(Buffer.concat(parts))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

beforeEach(() => {
  const before = cwd();
  chdir(folderWith());
  onTestFinished(() => chdir(before));
});

describe('a run with a report', () => {
  it('has a row for each request and each transfer, and a trace', async () => {
    const scenario = await built();
    const { folder, result } = await runToFolder(scenario, { command: 'c', out: 'kept', isRecorded: true });
    const linesOf = (name: string): string[] => readFileSync(join(folder, name), 'utf8').trim().split('\r\n');
    const start = '2026-01-01T00:00:00.000Z';
    // The last column is a hash of the answer.
    expect(linesOf('events.csv').map((line) => line.replace(/,[0-9a-f]{8}$/, ''))).toEqual([
      'event,at,agent,behaviour,service,style,operation,method,path,status,code,replayed,answer',
      `2,${start},alice/1,scripted,faucet,B,register,POST,/faucet/register,201,,false`,
      `3,${start},bob/1,scripted,faucet,B,register,POST,/faucet/register,201,,false`,
      `4,${start},bob/1,scripted,faucet,B,claimDaily,POST,/faucet/claim,409,FAUCET_CLAIMED,false`,
      `5,${start},bob/1,scripted,,,,GET,/nowhere,404,NOT_FOUND,false`,
    ]);
    expect(linesOf('ledger.csv')).toEqual([
      'id,at,debit,credit,amount,kind,phase,resolves',
      `0,${start},issuer,faucet:pool,1000000.00,genesis,single,`,
      `1,${start},faucet:pool,agent:alice,10.00,faucet-welcome,single,`,
      `2,${start},faucet:pool,agent:bob,10.00,faucet-welcome,single,`,
    ]);
    const [header, ...lines] = traced([readFileSync(join(folder, 'trace.ndjson.gz'))]);
    expect(header).toEqual({
      trace: 1,
      orrery: packageVersion(),
      scenario: 'tiny',
      seed: '7',
      profile: 'published',
      policyHash: result.summary.policyHash,
      start,
      policies: scenario.policies,
      faults: [],
      expect: {},
    });
    expect(lines.at(-1)).toEqual({ end: true, requests: 4, digest: result.summary.digest });
    expect(lines.slice(0, -1)).toMatchObject([
      { n: 0, session: 0, agent: 'scripted', call: 'faucet/B/register' },
      { n: 1, session: 1, agent: 'scripted', call: 'faucet/B/register' },
      { n: 2, session: 1, request: { headers: { authorization: 'Bearer ${1:/api_key}' } } },
      { n: 3, session: 1, call: '', answer: { status: 404 } },
    ]);
  });
});

/** An event of the agent `agent` whose request has so many characters more than the least. */
function eventOf(agent: number, more = 0): EventRecord {
  const ip = '10.0.0.1';
  return {
    event: 1,
    atMs: startMs,
    request: { method: 'GET', path: `/x${'y'.repeat(more)}`, query: {}, headers: {}, body: undefined, ip, agent },
    response: { status: 404, headers: {}, body: {} },
    exchange: { route: undefined, code: undefined, replayed: false } as EventRecord['exchange'],
  };
} // prettier-ignore

async function trace(names?: (agent: number) => string) {
  const parts: [string, Uint8Array][] = [];
  const sink = { append: (name: string, part: string | Uint8Array) => void parts.push([name, Buffer.from(part)]) };
  return { file: new TraceFile(sink, await built(), names), parts };
} // prettier-ignore

describe('a trace', () => {
  it('is written once a million characters are gathered, not before', async () => {
    const { file: short, parts: all } = await trace();
    short.record(eventOf(0));
    short.finish('d');
    const endLength = JSON.stringify({ end: true, requests: 1, digest: 'd' }).length + 1;
    const least = gunzipSync(all[0]![1]).length - endLength;
    for (const [more, written] of [[1_000_000 - least - 1, 0], [1_000_000 - least, 1]] as const) {
      const { file, parts } = await trace();
      file.flush();
      expect(parts).toEqual([]);
      file.record(eventOf(0, more));
      file.flush();
      expect(parts.length).toBe(written);
      file.finish('d');
      expect(parts.map(([name]) => name)).toEqual(Array(written + 1).fill('trace.ndjson.gz'));
      const lines = traced(parts.map(([, part]) => part));
      expect(lines.slice(1)).toMatchObject([{ n: 0 }, { end: true, requests: 1, digest: 'd' }]);
    }
  }); // prettier-ignore

  it.each([
    ['those of the scenario', undefined, ['scripted', 'scripted', '']],
    ['what the caller says', (agent: number) => `agent ${agent}`, ['agent 0', 'agent 1', 'agent 2']],
  ])('has the names of behaviours: %s', async (_what, names, expected) => {
    const { file, parts } = await trace(names);
    for (const agent of [0, 1, 2]) file.record(eventOf(agent));
    file.finish('d');
    const records = traced(parts.map(([, part]) => part)).slice(1, -1) as { agent: string }[];
    expect(records.map(({ agent }) => agent)).toEqual(expected);
    expect(file.fingerprints).toHaveLength(3);
  });
});

describe('the fingerprint of a request', () => {
  const record: TraceRecord = {
    n: 3,
    at: 5,
    session: 1,
    agent: 'a',
    call: 'faucet/B/status',
    request: { method: 'GET', path: '/faucet/status', ip: '10.0.0.1' },
    answer: { status: 200, body: {} },
  };

  it('follows from who asks for what and when, not from the answer', () => {
    const of = (changes: Partial<TraceRecord>): string => fingerprintOf({ ...record, ...changes });
    const other = { ...record.request, path: '/faucet/agents' };
    const all = [of({}), of({ at: 6 }), of({ session: 2 }), of({ call: '' }), of({ request: other })];
    expect(new Set(all).size).toBe(5);
    for (const one of all) expect(one).toMatch(/^[0-9a-f]{8}$/);
    expect(of({ n: 4, agent: 'b', answer: { status: 404, body: {} } })).toBe(of({}));
  });
});
