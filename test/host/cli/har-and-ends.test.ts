/** What `har` prints, what a sweep ends with, and what a run says of the memory that it needs. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { conclude } from '../../../src/host/cli/commands/sweep/conclude.ts';
import { assertFits } from '../../../src/host/cli/commands/run/memory-need.ts';
import type { Scenario } from '../../../src/simulation/scenario/scenario.ts';
import { endLine, headerLine, recordLine } from '../../live/traffic/traces.ts';
import { fixtureSweep } from '../../report/live-results.ts';
import { called } from './called.ts';
import { hear } from './heard.ts';
import { folderWith } from './orrery.ts';
import { ways } from './ways.ts';

describe('orrery har', () => {
  const entry = (url: string): object => ({
    startedDateTime: '2026-01-01T00:00:00.000Z',
    time: 1,
    request: { method: 'GET', url, headers: [] },
    response: { status: 200, headers: [], content: {} },
  });
  const har = (urls: readonly string[]): string =>
    JSON.stringify({
      log: { version: '1.2', creator: { name: 'x', version: '1' }, entries: urls.map(entry) },
    });

  const ends: (() => void)[] = [];
  afterAll(() => ends.forEach((end) => end()));
  // Its modules, and the routes of the documents, are loaded once.
  beforeAll(async () => {
    const folder = folderWith({ 'a.har': har(['https://a.example/x']) }, (end) => ends.push(end));
    await called(folder, ['har', 'a.har', 'x.ndjson']);
  });

  it('says what is in the trace, what was left out, and the hosts', async () => {
    const hosts = Array.from({ length: 10 }, (_, index) => `https://h${index}.example/faucet/status`);
    const folder = folderWith({
      'none.har': har([]),
      'some.har': har(['https://a.example/faucet/status', 'https://a.example/other', 'data:text/plain,x']),
      'many.har': har(hosts),
      'eight.har': har(hosts.slice(0, 8)),
    });
    expect(await ways(folder, ['har', 'some.har', 'x.ndjson'])).toMatchInlineSnapshot(`
      [
        [
          0,
          "x.ndjson: 1 requests, 1 of them to operations of the documents",
          "left out: 2 of no service",
          "hosts: a.example 1, data:text/plain,x 0",
        ],
        [
          0,
          "{"from":"some.har","to":"x.ndjson","requests":1,"known":1,"leftOut":{"of no service":2},"hosts":{"a.example":{"requests":1,"leftOut":1},"data:text/plain,x":{"requests":0,"leftOut":1}},"ok":true}",
        ],
        [
          0,
        ],
      ]
    `);
    const made: unknown[] = [];
    for (const name of ['none', 'eight', 'many'])
      made.push(await called(folder, ['har', `${name}.har`, 'y.ndjson.gz']));
    expect(made).toMatchInlineSnapshot(`
      [
        {
          "code": 2,
          "stderr": "orrery: none.har:1:1: nothing in it can be replayed; expected requests to services of the platform (--target says where they are)
      ",
          "stdout": "",
        },
        {
          "code": 0,
          "stderr": "",
          "stdout": "y.ndjson.gz: 8 requests, 8 of them to operations of the documents
      hosts: h0.example 1, h1.example 1, h2.example 1, h3.example 1, h4.example 1, h5.example 1, h6.example 1, h7.example 1
      ",
        },
        {
          "code": 0,
          "stderr": "",
          "stdout": "y.ndjson.gz: 10 requests, 10 of them to operations of the documents
      hosts: h0.example 1, h1.example 1, h2.example 1, h3.example 1, h4.example 1, h5.example 1, h6.example 1, h7.example 1, and 2 more
      ",
        },
      ]
    `);
  });

  it('names the file that it has written of a trace', async () => {
    const trace = [headerLine(), recordLine({ n: 0, at: 0 }), endLine(1)].join('');
    expect(await ways(folderWith({ 't.ndjson': trace }), ['har', 't.ndjson', 'x.har']))
      .toMatchInlineSnapshot(`
      [
        [
          0,
          "x.har",
        ],
        [
          0,
          "{"from":"t.ndjson","to":"x.har","ok":true}",
        ],
        [
          0,
        ],
      ]
    `);
  });

  it.each([
    ['a.har', 'b.har'],
    ['a.ndjson', 'b.ndjson'],
    ['a.ndjson.gz', 'b.ndjson.gzip'],
    ['a.ndjsonx', 'b.har'],
    ['a.har', 'b.json'],
    ['xhar', 'b.ndjson'],
  ])('refuses %s and %s', async (from, to) => {
    const { code, stderr } = await called(folderWith(), ['har', from, to]);
    const line = `orrery: ${from} ${to}: expected a .har file and a trace (.ndjson.gz or .ndjson), in either order\n`;
    expect([code, stderr]).toEqual([2, line]);
  });
});

describe('the end of a sweep', () => {
  const summary = fixtureSweep(1, 0);
  const held = { ...summary, ok: true, broken: 0, crashed: 0 };

  it.each([
    [held, 0],
    [{ ...held, ok: false }, 1],
    [{ ...held, broken: 1 }, 3],
    [{ ...held, crashed: 1 }, 3],
    [{ ...held, ok: false, broken: 2, crashed: 1 }, 3],
  ])('has a code', (of, code) => {
    const { stdout } = hear();
    expect(conclude(of, { wallSeconds: 1, folder: 'f', quiet: true })).toBe(code);
    expect(stdout).toEqual([]);
  });

  it('is said', () => {
    const { stdout } = hear();
    conclude(held, { wallSeconds: 1.26, folder: 'f' });
    conclude(held, { wallSeconds: null, folder: 'f', json: false, quiet: false });
    conclude({ ...held, points: 0 }, { wallSeconds: 2, folder: 'f' });
    expect(stdout.join('').split('\n')).toMatchInlineSnapshot(`
      [
        "town  4 points  4 seeds  shard 1/4",
        "digest   abababababababababababababababab  in 1.3 s",
        "  http_req_failed rate  0.0123 (0.0119 to 0.0127)",
        "  http_reqs count  12,345",
        "  steady value  5",
        "4 points: all held.",
        "results: f/results.csv, results.parquet, summary.json",
        "town  4 points  4 seeds  shard 1/4",
        "digest   abababababababababababababababab",
        "  http_req_failed rate  0.0123 (0.0119 to 0.0127)",
        "  http_reqs count  12,345",
        "  steady value  5",
        "4 points: all held.",
        "results: f/results.csv, results.parquet, summary.json",
        "town  no points  4 seeds  shard 1/4",
        "digest   abababababababababababababababab",
        "  http_req_failed rate  0.0123 (0.0119 to 0.0127)",
        "  http_reqs count  12,345",
        "  steady value  5",
        "No points.",
        "results: f/results.csv, results.parquet, summary.json",
        "",
      ]
    `);
  });

  it('is a JSON object with the time that it took', () => {
    const { stdout } = hear();
    conclude(held, { wallSeconds: null, folder: 'f', json: true });
    const { ok, ...rest } = held;
    expect(stdout).toEqual([`${JSON.stringify({ ...rest, wallSeconds: null, ok })}\n`]);
  });
});

describe('the memory that agents need', () => {
  const scenario = (...counts: number[]): Scenario =>
    ({ name: 's', groups: counts.map((count) => ({ count })) }) as unknown as Scenario;

  it('is more than any heap for many agents', () => {
    expect(() => assertFits(scenario(30_000_000, 5_000_000))).toThrow(
      /^scenario s with 35000000 agents needs at least 50068 MiB, and the heap may grow to \d+ MiB; expected fewer agents, or a larger heap: NODE_OPTIONS=--max-old-space-size=200272 gives it what such agents usually take$/,
    );
  });

  it('is said on a terminal where it is usually more', () => {
    const { stderr } = hear({ isTTY: true });
    assertFits(scenario(1_000));
    expect(stderr).toEqual([]);
    const found = [1e5, 2e5, 4e5, 8e5, 1.6e6, 3.2e6].filter((count) => {
      try {
        assertFits(scenario(count));
        return stderr.splice(0).length === 1;
      } catch {
        return false;
      }
    });
    expect(found.length).toBeGreaterThan(0);
    assertFits(scenario(found[0]!));
    expect(stderr.join('')).toMatch(
      /^orrery: scenario s with \d+ agents may need \d+ MiB, and the heap may grow to \d+ MiB; NODE_OPTIONS=--max-old-space-size=\d+ gives it what such agents usually take\n$/,
    );
    hear({ isTTY: false });
    const before = stderr.length;
    assertFits(scenario(found[0]!));
    expect(stderr).toHaveLength(before);
  });
});
