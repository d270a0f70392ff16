/** What a recording proxy passes on and what it answers by itself; whose requests belong to one session. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BodyTap, TapMemory } from '../../../../src/live/traffic/record/body-tap.ts';
import { ClientSessions } from '../../../../src/live/traffic/record/client-sessions.ts';
import type { JournalLine } from '../../../../src/live/traffic/record/exchange-journal.ts';
import { foreignHeader, objectOf, unknownCall } from '../../../../src/live/traffic/record/foreign-trace.ts';
import { endToEnd, headersToTarget } from '../../../../src/live/traffic/record/forwarded-headers.ts';
import {
  answerAlone,
  recordingOver,
  refusalFor,
  tooLate,
  unreachable,
  type OwnAnswer,
} from '../../../../src/live/traffic/record/refusals.ts';
import { readTarget } from '../../../../src/live/traffic/target/target.ts'; // prettier-ignore

describe('headers that are passed on', () => {
  it.each(['Connection', 'keep-alive', 'Proxy-Authenticate', 'PROXY-AUTHORIZATION', 'proxy-connection', 'TE', 'Transfer-Encoding', 'upgrade'])('are not those of the connection: %s', (name) => {
    expect(endToEnd(['A', '1', name, 'x', 'B', '2'])).toEqual(['A', '1', 'B', '2']);
  }); // prettier-ignore

  it('are not those that the connection names, in whatever spelling; all others stay, in order', () => {
    const raw = ['X-One', '1', 'Connection', 'close, X-One', 'x-two', '2', 'X-Three', '3', 'x-three', '4', 'CONNECTION', ' X-TWO '];
    expect(endToEnd(raw)).toEqual(['X-Three', '3', 'x-three', '4']);
    expect(endToEnd(['A', '1', 'B'])).toEqual(['A', '1']);
    // The value of another header names none.
    expect(endToEnd(['X-List', 'x-one', 'X-One', '1'])).toEqual(['X-List', 'x-one', 'X-One', '1']);
  }); // prettier-ignore

  it("have the target's host, and the coding of a body without a length", () => {
    const raw = ['HOST', 'here', 'Expect', '100-continue', 'X-Host', 'a', 'Host-Name', 'b', 'Transfer-Encoding', 'chunked'];
    expect(headersToTarget(raw, { host: 'there:1', isChunked: false })).toEqual(['Host', 'there:1', 'X-Host', 'a', 'Host-Name', 'b']);
    expect(headersToTarget(raw, { host: 'there:1', isChunked: true })).toEqual(['Host', 'there:1', 'X-Host', 'a', 'Host-Name', 'b', 'Transfer-Encoding', 'chunked']);
  }); // prettier-ignore
});

describe('the copy of a body', () => {
  const mebibyte = 2 ** 20;
  const chunk = Buffer.alloc(mebibyte, 'x');

  it('is whole up to 4 MiB, and then none', () => {
    const tap = new BodyTap(new TapMemory());
    for (let count = 0; count < 4; count++) tap.add(chunk);
    expect(tap.bytes?.length).toBe(4 * mebibyte);
    tap.add(Buffer.from('x'));
    tap.add(Buffer.alloc(0));
    expect(tap.bytes).toBeUndefined();
    const small = new BodyTap(new TapMemory());
    expect(small.bytes).toEqual(Buffer.alloc(0));
    for (const text of ['a', '', 'bc']) small.add(Buffer.from(text));
    expect(small.bytes?.toString()).toBe('abc');
  });

  it('takes from one memory, and gives back what it took, once', () => {
    const memory = new TapMemory();
    expect([memory.take(128 * mebibyte - 1), memory.take(2), memory.take(1), memory.take(1)]).toEqual([true, false, true, false]); // prettier-ignore
    const tap = new BodyTap(memory);
    tap.add(Buffer.from('x'));
    expect(tap.bytes).toBeUndefined();
    memory.release(3);
    const [one, other] = [new BodyTap(memory), new BodyTap(memory)];
    one.add(Buffer.from('ab'));
    other.add(Buffer.from('cd'));
    expect([one.bytes?.toString(), other.bytes]).toEqual(['ab', undefined]);
    one.drop();
    one.drop();
    expect(one.bytes).toBeUndefined();
    expect([memory.take(4), memory.take(3), memory.take(1)]).toEqual([false, true, false]);
  });
});

describe('a request that the target is not sent', () => {
  const target = readTarget(
    't.yaml',
    'name: there\nhosts: [127.0.0.1]\nservices: { faucet: "http://127.0.0.1:1/f", control: "http://127.0.0.1:1/_sim" }\n',
  );
  const refused = (
    url: string,
    { method = 'GET', headers = {} }: { method?: string; headers?: object } = {},
  ) => refusalFor({ url, method, headers } as IncomingMessage, target);

  it.each<[string, string, object, number, string, RegExp]>([
    ['another host', '/faucet/x', { headers: { host: 'evil.example' } }, 403, 'OTHER_HOST', /loopback address or localhost alone/],
    ['an absolute address', 'http://a/faucet/x', {}, 400, 'NO_PATH', /expected a path such as \/faucet\/balance/],
    ['a WebSocket', '/faucet/x', { headers: { upgrade: 'WebSocket' } }, 501, 'NO_UPGRADE', /expected plain HTTP requests/],
    ['a path that climbs', '/faucet/../x', {}, 400, 'UNSAFE_PATH', /not passed on, because it has a segment of dots/],
    ['no service', '/other/x', {}, 404, 'NO_SERVICE', /expected one below \/faucet, \/_sim$/],
    ['a service that is not listed', '/casino/x?a=/faucet/x', {}, 404, 'NO_SERVICE', /belongs to no service/],
    ['a write that is not allowed', '/faucet/x', { method: 'POST' }, 403, 'NOT_ALLOWED', /./],
  ])('names %s', (_what, url, how, status, reason, message) => {
    expect(refused(url, how)).toEqual({ status, reason, message: expect.stringMatching(message) as string });
  }); // prettier-ignore

  it.each<[string | undefined, boolean]>([
    [undefined, true], ['localhost', true], ['LocalHost:80', true], ['a.localhost:65535', true], ['127.0.0.1', true], ['127.9.9.9:1', true], ['[::1]:8080', true], ['[::1]', true],
    ['localhost.evil', false], ['evil-localhost', false], ['128.0.0.1', false], ['1.127.0.0', false], ['127.0.0.1.evil', false], ['[::2]', false], ['::1.evil', false], ['', false],
  ])('is one for host %s: passed on %s', (host, isPassed) => {
    const headers = host === undefined ? {} : { host };
    expect(refused('/faucet/x?y=..', { headers })?.reason).toBe(isPassed ? undefined : 'OTHER_HOST');
  }); // prettier-ignore

  it('is answered in one line of JSON; a HEAD without it', () => {
    const answered = (own: OwnAnswer, method = 'GET') => {
      const seen: unknown[] = [];
      const response = { writeHead: (...head: unknown[]) => seen.push(...head), end: (text?: string) => seen.push(text) };
      answerAlone({ method, resume: () => seen.push('read') } as unknown as IncomingMessage, response as unknown as ServerResponse, own);
      return seen;
    };
    const own: OwnAnswer = { status: 404, reason: 'NO_SERVICE', message: 'wüst' };
    const text = '{"error":"orrery record: wüst","code":"NO_SERVICE"}\n';
    const head = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
    expect(answered(own)).toEqual([404, head, text, 'read']);
    expect(answered(own, 'HEAD')).toEqual([404, head, undefined, 'read']);
    expect(answered(recordingOver)).toMatchObject([503, { connection: 'close' }, expect.stringMatching(/recording has ended.*RECORDING_OVER/), 'read']);
  }); // prettier-ignore

  it.each<[string | undefined, string]>([
    ['ECONNREFUSED', 'the connection was refused'], ['ECONNRESET', 'the connection was closed before an answer came'], ['EPIPE', 'the connection was closed before an answer came'],
    ['EHOSTUNREACH', 'there is no route to it'], ['ENETUNREACH', 'there is no route to it'], ['ETIMEDOUT', 'the connection timed out'], ['EOTHER', 'as the system says'], [undefined, 'as the system says'],
  ])('after %s says that %s', (code, cause) => {
    const error = Object.assign(new Error('as the system says'), code === undefined ? {} : { code });
    expect(unreachable(target, error)).toEqual({ status: 502, reason: 'TARGET_DOWN', message: `no answer from target there: ${cause}` });
    expect(tooLate(target)).toEqual({ status: 504, reason: 'TARGET_LATE', message: `no answer from target there within ${target.timeoutMs} ms` });
  }); // prettier-ignore
});

describe('sessions of clients', () => {
  type Line = Pick<JournalLine, 'client' | 'shown'> & { readonly key?: string };
  const numbers = (lines: readonly Line[]) => {
    const sessions = new ClientSessions();
    for (const each of lines) sessions.note(each as JournalLine);
    const found = lines.map((each) => sessions.of(each as JournalLine));
    return { found, count: sessions.count, keys: [...sessions.usedKeys] };
  };

  it.each<[string, readonly Line[], readonly number[]]>([
    ['the key, over any connection', [{ client: 'a', key: 'k', shown: [] }, { client: 'b', key: 'k', shown: [] }, { client: 'b', key: 'l', shown: [] }], [0, 0, 1]],
    ['the key that its answer gives out, where it is used', [{ client: 'a', shown: ['x', 'k'] }, { client: 'b', key: 'k', shown: [] }, { client: 'c', shown: ['unused'] }], [0, 0, 1]],
    ['the only key of its connection, whenever it came', [{ client: 'a', shown: [] }, { client: 'a', key: 'k', shown: ['other'] }, { client: 'b', key: 'k', shown: [] }], [0, 0, 0]],
    ['its connection, where that had several keys', [{ client: 'a', key: 'k', shown: [] }, { client: 'a', key: 'l', shown: [] }, { client: 'a', key: 'k', shown: [] }, { client: 'a', shown: [] }], [0, 1, 0, 2]],
    ['the key that it was given, before any request carried one', [{ client: 'a', shown: ['k'] }, { client: 'a', shown: [] }, { client: 'b', key: 'k', shown: [] }], [0, 0, 0]],
    ['its own key, whatever its answer gives out', [{ client: 'a', key: 'k', shown: ['l'] }, { client: 'b', key: 'l', shown: [] }, { client: 'a', shown: [] }], [0, 1, 0]],
    ['the one key of its connection, carried twice', [{ client: 'a', key: 'k', shown: [] }, { client: 'a', key: 'k', shown: [] }, { client: 'a', shown: [] }], [0, 0, 0]],
    ['its connection, where that had none', [{ client: 'a', shown: [] }, { client: 'b', shown: [] }, { client: 'a', shown: [] }], [0, 1, 0]],
  ])('are distinguished by %s', (_what, lines, sessions) => {
    const { found, count, keys } = numbers(lines);
    expect([found, count]).toEqual([sessions, new Set(sessions).size]);
    expect(keys).toEqual([...new Set(lines.flatMap(({ key }) => key ?? []))]);
  }); // prettier-ignore

  it('are numbered as they appear, and a key has one', () => {
    const lineOf = fc.record({ client: fc.constantFrom('a', 'b', 'c'), key: fc.constantFrom('k', 'l', 'm'), shown: fc.constant([]) });
    fc.assert(
      fc.property(fc.array(lineOf, { maxLength: 12 }), (lines) => {
        const keys = [...new Set(lines.map(({ key }) => key))];
        expect(numbers(lines).found).toEqual(lines.map(({ key }) => keys.indexOf(key)));
      }),
      { numRuns: 20 },
    );
  }); // prettier-ignore
});

describe('a trace of unknown clients', () => {
  it('names its source where the simulated world would be', () => {
    expect(foreignHeader('har', '1.2.3', 0)).toEqual({
      trace: expect.any(Number) as number, orrery: '1.2.3', scenario: 'har', seed: '', profile: '', policyHash: '', start: '1970-01-01T00:00:00.000Z', policies: {}, faults: [], expect: {},
    });
    expect([unknownCall('proxy', '/escrow/x', 'PUT'), unknownCall('har', '/none', 'GET')]).toEqual(['escrow/proxy/PUT', '/har/GET']);
  }); // prettier-ignore

  it.each([['{"a":1}', { a: 1 }], ['{}', {}], ['[]', undefined], ['null', undefined], ['7', undefined], ['"x"', undefined], ['{', undefined], ['', undefined]])('takes %s for %j', (text, value) => {
    expect(objectOf(text)).toEqual(value);
  }); // prettier-ignore
});
