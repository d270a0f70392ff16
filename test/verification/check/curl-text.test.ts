/** A scenario as Bash, as text: which lines it has, and how texts stand in quotes. `curl.test.ts` runs such scripts. */
import { describe, expect, it } from 'vitest';
import type { OperationSource } from '../../../src/simulation/scenario/schema.ts';
import { curlOf } from '../../../src/verification/check/curl.ts';

const head = { name: 'n', seed: '7', for: '1h' };

/** The lines after the prelude and the reset. */
function linesOf(operations: readonly OperationSource[], more: object = {}): string[] {
  const lines = curlOf({ ...head, ...more, operations }).split('\n');
  expect(lines[0]).toBe('#!/usr/bin/env bash');
  expect(lines.at(-1)).toBe('');
  return lines.slice(lines.findIndex((line) => line.startsWith('steer reset')) + 1, -1);
}

const asked = (change: Partial<OperationSource>): string | undefined =>
  linesOf([{ by: 'alice', do: 'POST /faucet/x', ...change }]).at(-1);

describe('a script', () => {
  it.each<[object, string]>([
    [{}, `steer reset '{"seed":"7","start":"2026-01-01T00:00:00.000Z"}'`],
    [{ start: '2026-02-03T00:00:00Z', profile: 'consistent', policies: { a: 'b' } }, `steer reset '{"seed":"7","start":"2026-02-03T00:00:00.000Z","profile":"consistent","policies":{"a":"b"}}'`],
  ])('resets a sandbox to %j', (more, line) => {
    const lines = curlOf({ ...head, ...more }).split('\n');
    expect(lines).toContain(line);
    expect(lines.at(-2)).toBe(line);
  }); // prettier-ignore

  it('brings about faults, and remarks what no call can', () => {
    const more = { network: { latency: 'x' }, population: [{ agent: 'gambler' }], faults: [{ at: '2h', service: 'escrow', kind: 'outage', for: '9h' }] };
    expect(linesOf([], more)).toEqual([
      '# Not made here: the network of the run was {"latency":"x"}', '# Not made here: at the same time there were [{"agent":"gambler"}]',
      `steer fault '{"service":"escrow","kind":"outage","for":"9h","at":"2026-01-01T02:00:00.000Z"}'`,
    ]);
  }); // prettier-ignore

  it('moves the clock before a request that says when it comes', () => {
    expect(linesOf([{ at: '90m', by: 'alice', do: 'GET /x' }])).toEqual([
      '# 90m', `steer clock/advance '{"to":"2026-01-01T01:30:00.000Z"}'`, `ask last alice GET '/x'`,
    ]);
  }); // prettier-ignore

  it.each<[string, Partial<OperationSource>, string]>([
    ['its label', { as: 'one' }, `ask one alice POST '/faucet/x'`],
    ['its query, encoded', { query: { 'a b': 'c&d', e: 'f' } }, `ask last alice POST '/faucet/x''?a%20b=''c%26d''&e=''f'`],
    ['its headers', { headers: { 'x-a': "it's" } }, `ask last alice POST '/faucet/x' -H 'x-a: it'\\''s'`],
    ['its body', { body: { a: [1, null], b: "it's" } }, `ask last alice POST '/faucet/x' -H 'content-type: application/json' --data-raw '{"a":[1,null],"b":"it'\\''s"}'`],
    ['a body of null', { body: null }, `ask last alice POST '/faucet/x' -H 'content-type: application/json' --data-raw 'null'`],
    ['a text', { raw: '@file' }, `ask last alice POST '/faucet/x' -H 'content-type: application/json' --data-raw '@file'`],
    ['a type of its own', { body: {}, headers: { 'content-type': 'text/plain' } }, `ask last alice POST '/faucet/x' -H 'content-type: text/plain' --data-raw '{}'`],
    ['what a client of tools takes', { do: 'POST /api/mcp', headers: { b: 'c' } }, `ask last alice POST '/api/mcp' -H 'accept: application/json, text/event-stream' -H 'b: c'`],
    ['a path that a shell would read', { do: 'GET /$HOME/`x`' }, "ask last alice GET '/$HOME/`x`'"],
  ])('sends %s', (_what, change, line) => expect(asked(change)).toBe(line)); // prettier-ignore

  it.each<[string, Partial<OperationSource>, string]>([
    ['a path', { do: 'GET /x/${one:/id}/y' }, `ask last alice GET '/x/'"$(coded one '/id')"'/y'`],
    ['a query', { query: { q: 'a${one:/id}' } }, `ask last alice POST '/faucet/x''?q=''a'"$(coded one '/id')"''`],
    ['a header', { headers: { h: '${one:/id}' } }, `ask last alice POST '/faucet/x' -H 'h: '"$(line one '/id')"''`],
    ['a text', { raw: '${one:/id}' }, `ask last alice POST '/faucet/x' -H 'content-type: application/json' --data-raw ''"$(words one '/id')"''`],
    ['a whole text of JSON', { body: { a: '${one:/id}' } }, `ask last alice POST '/faucet/x' -H 'content-type: application/json' --data-raw '{"a":'"$(value one '/id')"'}'`],
    ['a part of a text of JSON', { body: { a: 'x${one:/id}' } }, `ask last alice POST '/faucet/x' -H 'content-type: application/json' --data-raw '{"a":"x'"$(part one '/id')"'"}'`],
    ['the characters themselves', { raw: '$${x', body: undefined }, `ask last alice POST '/faucet/x' -H 'content-type: application/json' --data-raw '''\${''x'`],
    ['the characters themselves in JSON', { body: '$${x' }, `ask last alice POST '/faucet/x' -H 'content-type: application/json' --data-raw '"''\${''x"'`],
  ])('looks up a reference in %s', (_what, change, line) => expect(asked(change)).toBe(line)); // prettier-ignore

  it.each<[string, Partial<OperationSource>, RegExp]>([
    ['NUL', { raw: 'a\0b' }, /^# Not made here: POST \/faucet\/x: no argument of a program can hold NUL$/],
    ['a header over two lines', { headers: { a: 'b\nc' } }, /^# Not made here: .*its headers are none of HTTP$/],
    ['a header with a strange name', { headers: { 'a b': 'c' } }, /its headers are none of HTTP$/],
    ['a header without a name', { headers: { '': 'c' } }, /its headers are none of HTTP$/],
  ])('does not send %s', (_what, change, line) => expect(asked(change)).toMatch(line)); // prettier-ignore

  it('takes a reference in a header as it is, whatever its name has', () => {
    expect(linesOf([{ by: 'a', do: 'GET /x', headers: { a: '${one:/x\ny}' } }]).join(' ')).toContain(
      '$(line one',
    );
  });
});
