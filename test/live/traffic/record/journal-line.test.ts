/** The line of an exchange in the journal: bodies in whatever coding, what a trace keeps of headers, and what it has no place for. */
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { journalLineOf } from '../../../../src/live/traffic/record/journal-line.ts';
import type { PassedExchange } from '../../../../src/live/traffic/record/passed-exchange.ts';
import { SecretPlaceholders } from '../../../../src/live/traffic/record/secret-placeholders.ts';

const json = ['Content-Type', 'application/json'];

const lineOf = (change: Partial<PassedExchange> = {}) =>
  journalLineOf(
    {
      arrival: 1, end: 2, atMs: 3, tookMs: 4, client: '127.0.0.1:5', method: 'POST', url: '/faucet/x?a=b&c=d%20e', requestHeaders: json,
      requestBody: Buffer.from('{"n":1}'), status: 201, answerHeaders: json, answerBody: Buffer.from('{"ok":true}'), ...change,
    },
    new SecretPlaceholders(),
  ); // prettier-ignore

const answered = (headers: readonly string[], body: Buffer) => lineOf({ answerHeaders: [...headers], answerBody: body })?.answer; // prettier-ignore
const text = Buffer.from('{"ok":true}');

describe('the line of an exchange', () => {
  it('has all that passed', () => {
    expect(lineOf()).toEqual({
      arrival: 1, end: 2, atMs: 3, tookMs: 4, client: '127.0.0.1:5', shown: [], method: 'POST', path: '/faucet/x', query: { a: 'b', c: 'd e' },
      headers: { 'content-type': 'application/json' }, body: { n: 1 }, status: 201, answer: { ok: true },
    });
    expect(lineOf({ url: '/faucet/x' })).toMatchObject({ path: '/faucet/x', query: {} });
    expect(lineOf({ url: '/faucet/x?a=?b' })).toMatchObject({ path: '/faucet/x', query: { a: '?b' } });
  }); // prettier-ignore

  it.each<[string, readonly string[], Buffer]>([
    ['nothing', [], text], ['identity', ['Content-Encoding', 'identity'], text], ['an empty list', ['Content-Encoding', ' , '], text], ['gzip', ['content-encoding', 'gzip'], gzipSync(text)], ['x-gzip', ['CONTENT-ENCODING', 'X-GZIP'], gzipSync(text)],
    ['brotli', ['Content-Encoding', 'br'], brotliCompressSync(text)], ['deflate', ['Content-Encoding', 'deflate'], deflateSync(text)], ['deflate without its frame', ['Content-Encoding', 'deflate'], deflateRawSync(text)],
    ['two codings', ['Content-Encoding', 'gzip, br'], brotliCompressSync(gzipSync(text))], ['two headers', ['Content-Encoding', 'gzip', 'X', 'y', 'Content-Encoding', 'identity,br'], brotliCompressSync(gzipSync(text))],
    ['a mark of its order', [], Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), text])],
  ])('reads an answer in %s', (_what, headers, body) => expect(answered(headers, body)).toEqual({ ok: true })); // prettier-ignore

  it.each<[string, readonly string[], Buffer]>([
    ['in an unknown coding', ['Content-Encoding', 'zstd'], text], ['in another coding', ['Content-Encoding', 'gzip'], text], ['in the other order', ['Content-Encoding', 'br, gzip'], brotliCompressSync(gzipSync(text))],
    ['that is no JSON', [], Buffer.from('<p>')], ['that is a list', [], Buffer.from('[]')], ['that is too large once it is decoded', ['Content-Encoding', 'gzip'], gzipSync(Buffer.alloc(8 * 2 ** 20 + 1, 0x20))],
  ])('has no place for an answer %s', (_what, headers, body) => expect(lineOf({ answerHeaders: [...headers], answerBody: body })).toBeUndefined()); // prettier-ignore

  it('takes an answer without a body for an empty object, whatever its coding', () => {
    expect([answered([], Buffer.alloc(0)), answered(['Content-Encoding', 'gzip'], Buffer.alloc(0)), answered(['Content-Encoding', 'zstd'], Buffer.alloc(0))]).toEqual([{}, {}, {}]); // prettier-ignore
  });

  it.each<[string, string, object]>([
    ['JSON', '{"n":[1]}', { body: { n: [1] } }],
    ['a list', '[1]', { body: [1] }],
    ['a text that is no JSON', 'a=b', { raw: 'a=b' }],
    ['JSON that is no object', '7', { raw: '7' }],
    ['null', 'null', { raw: 'null' }],
    ['nothing', '', {}],
  ])('keeps a request of %s', (_what, body, kept) => {
    const { body: parsed, raw } = lineOf({ requestBody: Buffer.from(body) }) ?? {};
    expect({ ...(parsed === undefined ? {} : { body: parsed }), ...(raw === undefined ? {} : { raw }) }).toEqual(kept);
  }); // prettier-ignore

  it('keeps no request body that it cannot read', () => {
    const line = lineOf({ requestHeaders: [...json, 'Content-Encoding', 'zstd'] });
    expect([line?.body, line?.raw]).toEqual([undefined, undefined]);
  });

  it('keeps headers that a service may read, and none about a person or a network', () => {
    const kept = ['X-Own', 'a', 'Idempotency-Key', 'k1'];
    const left = ['Cookie', 'c', 'Set-Cookie', 'c', 'X-Forwarded-For', '1.2.3.4', 'X-Real-IP', '1.2.3.4', 'X-Sim-At', '5', 'Sec-Fetch-Mode', 'x', 'Proxy-Authorization', 'x', 'X-Cookie', 'x']; // prettier-ignore
    expect(Object.keys(lineOf({ requestHeaders: [...kept, ...left] })?.headers ?? {}).toSorted()).toEqual(['idempotency-key', 'x-own']); // prettier-ignore
  });

  it('knows its caller by a key, from a header or the query, and shows none', () => {
    const secret = `sk_live_${'a2b3'.repeat(8)}`;
    const [byHeader, byName, byQuery] = [
      lineOf({ requestHeaders: [...json, 'Authorization', `Bearer ${secret}`] }),
      lineOf({ requestHeaders: [...json, 'X-Api-Key', secret] }),
      lineOf({ url: `/faucet/x?api_key=${secret}` }),
    ];
    for (const line of [byHeader, byName, byQuery]) {
      expect(line?.key).toBeTypeOf('string');
      expect(JSON.stringify(line)).not.toContain(secret);
    }
    expect(lineOf()).not.toHaveProperty('key');
    const shown = lineOf({ answerBody: Buffer.from(JSON.stringify({ list: [{ api_key: secret }], other: 'x' })) });
    expect(shown?.shown).toHaveLength(1);
    expect(JSON.stringify(shown)).not.toContain(secret);
  }); // prettier-ignore

  it.each<[string, (secret: string) => object, number]>([
    ['a credential', (secret) => ({ api_key: secret }), 1],
    ['two, in order, at any depth', (secret) => ({ api_key: secret, list: [{ a: null }, [{ access_token: `${secret}x` }]] }), 2],
    ['none that is empty', (secret) => ({ api_key: '', access_token: secret }), 1],
    ['none under another name', (secret) => ({ api_key: secret, note: secret, id: secret }), 1],
    ['none within a sentence', (secret) => ({ api_key: secret, note: `use ${secret} now` }), 1],
    ['none that is no text', (secret) => ({ api_key: 7, access_token: null, refresh_token: secret }), 1],
    ['none that is removed already', () => ({ api_key: '[redacted]', note: 'x' }), 0],
    ['none', () => ({ id: 'x', api_key: '' }), 0],
  ])('shows the placeholders of an answer with %s', (_what, answer, count) => {
    const line = lineOf({ answerBody: Buffer.from(JSON.stringify(answer(`sk_live_${'c4d5'.repeat(8)}`))) });
    expect(line?.shown).toHaveLength(count);
    for (const each of line?.shown ?? []) expect(each).toMatch(/^\$\{s[\da-f]{12}:\d+\}$/);
    expect(new Set(line?.shown).size).toBe(count);
  }); // prettier-ignore
});
