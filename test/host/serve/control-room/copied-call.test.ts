/** A call as a curl command and as a step of a scenario file, and the texts of both as they are shown. */
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { AnsweredCalls } from '../../../../src/host/serve/control-room/answered-calls.ts';
import { curlOf, stepOf, type CopiedCall } from '../../../../src/host/serve/control-room/copied-call.ts';
import { SeenPrices } from '../../../../src/host/serve/control-room/seen-prices.ts';
import { cut, ShownText } from '../../../../src/host/serve/control-room/shown-text.ts';
import { KnownSecrets } from '../../../../src/core/http/secrets/known-secrets.ts';
import type { BoundRoute } from '../../../../src/core/http/bound-route.ts';
import type { Request } from '../../../../src/core/http/message.ts';
import { newSandbox } from '../serving.ts';

const plain: CopiedCall = {
  method: 'GET',
  target: '/faucet/status',
  by: '',
  sent: undefined,
  contentType: undefined,
  idempotencyKey: undefined,
  sinceStartMs: 0,
};
const dayMs = 86_400_000;
const curl = `curl -g --path-as-is -X`;
const host = `"\${ORRERY_TARGET:-http://127.0.0.1:4010}"`;
const key = `-H "Authorization: Bearer $ORRERY_KEY"`;
const note = '# [redacted] stands for a secret that is not shown.';

describe('a call that is copied', () => {
  it.each<[what: string, call: Partial<CopiedCall>, curl: string[], step: string[]]>([
    ['alone', {}, [`${curl} GET ${host}'/faucet/status'`], ['- at: 0s', 'by: "caller"', 'do: "GET /faucet/status"']],
    [
      'of an agent with a query',
      { by: 'alice', target: '/escrow/escrows?role=all&note=a+%3F%24%7Bb%7D', sinceStartMs: dayMs + 1 },
      [`${curl} GET ${host}'/escrow/escrows?role=all&note=a+%3F%24%7Bb%7D'`, key],
      ['- at: 1d1ms', 'by: "alice"', 'do: "GET /escrow/escrows"', 'query: {"role":"all","note":"a ?$${b}"}'],
    ],
    [
      'with a body, which is JSON unless it says otherwise',
      { method: 'POST', sent: '{"a":"it\'s ${b}"}', by: 'bob' },
      [
        `${curl} POST ${host}'/faucet/status'`,
        key,
        `-H 'Content-Type: application/json'`,
        String.raw`--data-raw '{"a":"it'\''s ${'$'}{b}"}'`,
      ],
      ['- at: 0s', 'by: "bob"', 'do: "POST /faucet/status"', 'body: {"a":"it\'s $${b}"}'],
    ],
    [
      'with a text, a type and a key for repeats',
      { method: 'POST', sent: '{a:', contentType: 'text/plain', idempotencyKey: 'k 1' },
      [
        `${curl} POST ${host}'/faucet/status'`,
        `-H 'Idempotency-Key: k 1'`,
        `-H 'Content-Type: text/plain'`,
        `--data-raw '{a:'`,
      ],
      [
        '- at: 0s',
        'by: "caller"',
        'do: "POST /faucet/status"',
        'headers: {"idempotency-key":"k 1"}',
        'raw: "{a:"',
      ],
    ],
    [
      'with spaces and a mark of direction in its path',
      { target: '/a b\tc\u202e' },
      [`${curl} GET ${host}'/a b\tc'"$(printf '\\342\\200\\256')"''`],
      ['- at: 0s', 'by: "caller"', String.raw`do: "GET /a%20b%09c\u202e"`],
    ],
    [
      'without its secrets',
      { target: '/x?token=[redacted]', sent: '"[redacted]"' },
      [
        note,
        `${curl} GET ${host}'/x?token=[redacted]'`,
        `-H 'Content-Type: application/json'`,
        `--data-raw '"[redacted]"'`,
      ],
      [note, '- at: 0s', 'by: "caller"', 'do: "GET /x"', 'query: {"token":"[redacted]"}', 'body: "[redacted]"'],
    ],
  ])('%s', (_, call, curlLines, stepLines) => {
    const copied = { ...plain, ...call };
    const isNote = (line: string): boolean => line === note;
    const curlText = curlLines.map((line, index) => {
      const isLast = index === curlLines.length - 1;
      return `${isNote(line) || line.startsWith('curl') ? '' : '  '}${line}${isNote(line) || isLast ? '' : ' \\'}`;
    });
    const stepText = stepLines.map((line) => (isNote(line) || line.startsWith('-') ? line : `  ${line}`));
    expect(curlOf(copied).split('\n')).toEqual(curlText);
    expect(stepOf(copied).split('\n')).toEqual(stepText);
    expect(parse(stepOf(copied))).toHaveLength(1);
  }); // prettier-ignore

  it.each([
    ['alice', 'alice'],
    ['a.b_c-9', 'a.b_c-9'],
    ["o'brien & co", 'o-brien---co'],
    ['é', 'caller-'],
    ['.hidden', 'caller.hidden'],
    ['', 'caller'],
    ['a'.repeat(64), 'a'.repeat(64)],
    ['a'.repeat(65), 'a'.repeat(64)],
    [`_${'a'.repeat(70)}`, `caller_${'a'.repeat(57)}`],
  ])('of "%s" has a caller that a scenario may name', (by, name) => {
    expect(parse(stepOf({ ...plain, by }))).toEqual([{ at: '0s', by: name, do: 'GET /faucet/status' }]);
  });
});

describe('a text that is shown', () => {
  const secrets = new KnownSecrets();
  secrets.add('correct-horse-battery');
  const shown = new ShownText(secrets);
  const request: Request = {
    method: 'POST',
    path: '/escrow/escrow',
    query: {},
    headers: {},
    body: undefined,
    ip: '::1',
  };

  it.each([
    ['', 3, ''],
    ['abc', 3, 'abc'],
    ['abcd', 3, 'abc…'],
    ['abcd', 4, 'abcd'],
  ])('"%s" is cut after %i', (text, length, expected) => {
    expect(cut(text, length)).toBe(expected);
  });

  it.each<[query: Record<string, string>, path: string, target: string]>([
    [{}, '/escrow/escrow', '/escrow/escrow'],
    [{ a: 'b c', d: '?' }, '/escrow/escrow', '/escrow/escrow?a=b+c&d=%3F'],
    [{ seed: '12' }, '/escrow/escrow', '/escrow/escrow?seed=[redacted]'],
    [{ a: 'correct-horse-battery' }, '/x', '/x?a=[redacted]'],
  ])('has the query %j of %s', (query, path, target) => {
    expect(shown.target({ ...request, path, query })).toBe(target);
  });

  it.each<[what: Partial<Request>, indent: number, sent: string | undefined]>([
    [{}, 0, undefined],
    [{ rawBody: '' }, 0, undefined],
    [{ body: '' }, 0, undefined],
    [{ body: { a: 1 } }, 0, '{"a":1}'],
    [{ body: { a: 1 } }, 1, '{\n "a": 1\n}'],
    [{ body: { a: 1 }, rawBody: '{"b": 2}' }, 1, '{"b": 2}'],
    [{ body: { a: 'correct-horse-battery', seed: 'x' } }, 0, '{"a":"[redacted]","seed":"[redacted]"}'],
    [{ body: { seed: 'x' }, path: '/casino/x' }, 0, '{"seed":"x"}'],
    [{ body: null }, 0, 'null'],
  ])('of what was sent, %j with an indent of %i', (parts, indent, sent) => {
    expect(shown.sent({ ...request, ...parts }, indent)).toBe(sent);
  });

  it('of what was answered', () => {
    const response = { status: 200, headers: {}, body: { seed: 'x', n: [1] } };
    expect(shown.answer(response, '/casino/x')).toBe('{"seed":"x","n":[1]}');
    expect(shown.answer(response, '/escrow', 1)).toBe('{\n "seed": "[redacted]",\n "n": [\n  1\n ]\n}');
    expect(shown.plain('is correct-horse-battery')).toBe('is [redacted]');
  });
});

describe('calls that were answered', () => {
  const routeOf = (path: string): BoundRoute | undefined =>
    newSandbox().world.router.find('GET', path)?.route;

  it('count by operation and status, in the order of their labels', () => {
    const calls = new AnsweredCalls();
    expect(calls.counts()).toEqual([]);
    const [status, escrows] = [routeOf('/faucet/status'), routeOf('/escrow/escrows')];
    for (const code of [429, 200, 200]) calls.add(status, code);
    calls.add(undefined, 404);
    calls.add(escrows, 200);
    calls.add(undefined, 404);
    calls.add(status, 200);
    const labels = (service: string, style: string, operation: string, code: number): string =>
      `{service="${service}",style="${style}",operation="${operation}",status="${code}"}`;
    expect(calls.counts()).toEqual([
      { labels: labels('', '', '', 404), value: 2 },
      { labels: labels('escrow', 'B', 'list', 200), value: 1 },
      { labels: labels('faucet', 'B', 'status', 200), value: 3 },
      { labels: labels('faucet', 'B', 'status', 429), value: 1 },
    ]);
  });
});

describe('prices that were seen', () => {
  it('are computed once each, and forgotten beyond ten thousand', () => {
    const asked: string[] = [];
    const source = { midAt: (name: string, atMs: number) => asked.push(`${name} ${atMs}`) };
    const prices = new SeenPrices();
    expect([prices.at('BTC', 1, source), prices.at('BTC', 1, source), prices.at('BTC', 2, source)]).toEqual([1, 1, 2]);
    expect([prices.at('ETH', 1, source), asked]).toEqual([3, ['BTC 1', 'BTC 2', 'ETH 1']]);
    for (let atMs = 3; asked.length < 10_000; atMs++) prices.at('BTC', atMs, source);
    expect([prices.at('BTC', 1, source), prices.at('ETH', 1, source)]).toEqual([1, 3]);
    expect(prices.at('ETH', 2, source)).toBe(10_001);
    expect([prices.at('ETH', 2, source), prices.at('BTC', 1, source)]).toEqual([10_001, 10_002]);
  }); // prettier-ignore
});
