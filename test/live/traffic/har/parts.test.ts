/** Parts of a HAR file: where its requests go, when they were sent, what their answers hold, and the secrets that it shows. */
import { describe, expect, it } from 'vitest';
import { atOf, byName, instantOf, jsonOf } from '../../../../src/live/traffic/har/entry-parts.ts';
import { noHost, type HarEntry } from '../../../../src/live/traffic/har/format.ts';
import { eachSecretIn } from '../../../../src/live/traffic/har/secrets-in.ts';
import { hostOf, servicePath } from '../../../../src/live/traffic/har/service-path.ts';
import { readTarget } from '../../../../src/live/traffic/target/target.ts';

const target = readTarget(
  't.yaml',
  `name: t
hosts: [shop.example, "::1"]
services: { faucet: "https://shop.example/api", escrow: "https://shop.example/api/escrow/", casino: "http://[::1]:8080", control: "http://[::1]:9090/c" }
`,
);

describe('the path that an address stands for', () => {
  it.each<[string, string | undefined]>([
    ['https://shop.example/api/register', '/faucet/register'],
    ['https://shop.example:443/api', '/faucet'],
    ['https://SHOP.example/api/x?y=1#z', '/faucet/x'],
    // The longest address that fits.
    ['https://shop.example/api/escrow', '/escrow'],
    ['https://shop.example/api/escrow/a/b', '/escrow/a/b'],
    ['https://shop.example/api/escrows', '/faucet/escrows'],
    ['http://[::1]:8080/bet', '/casino/bet'],
    ['http://[::1]:9090/c/tick', '/_sim/tick'],
    ['https://shop.example/apix', undefined],
    ['https://shop.example/', undefined],
    ['http://shop.example/api/x', undefined],
    ['http://shop.example:443/api/x', '/faucet/x'],
    ['https://shop.example:444/api/x', undefined],
    ['https://other.example/api/x', undefined],
    ['no address', undefined],
    // Of an exported trace.
    [`${noHost}/wallet/x`, '/wallet/x'],
    [`${noHost}/other/x`, undefined],
  ])('%s: %s', (address, path) => expect(servicePath(address, target)).toBe(path));

  it('without a target begins with the service', () => {
    const paths = ['https://any.example/escrow/x?y', 'http://any:1/trading', 'https://any.example/other/escrow', 'escrow/x'];
    expect(paths.map((address) => servicePath(address, undefined))).toEqual(['/escrow/x', '/trading', undefined, undefined]);
  }); // prettier-ignore

  it('has a host, with its port; other text stays, up to sixty characters', () => {
    const texts = ['https://a.example/x', 'http://a.example:81/x', 'http://a.example:80', 'data:text/plain,x', 'x y', 'z'.repeat(70)];
    expect(texts.map(hostOf)).toEqual(['a.example', 'a.example:81', 'a.example', 'data:text/plain,x', 'x y', 'z'.repeat(60)]);
    expect(hostOf(`data:${'z'.repeat(70)}`)).toBe(`data:${'z'.repeat(55)}`);
  }); // prettier-ignore
});

describe('an entry', () => {
  const entryAt = (startedDateTime: string) => ({ startedDateTime }) as HarEntry;

  it.each<[string, number | undefined]>([
    ['1970-01-01T00:00:01Z', 1_000], ['1970-01-01T01:00:01+01:00', 1_000], ['1970-01-01T01:30:01+0130', 1_000], ['1969-12-31T23:00:01.5-0100', 1_500],
    ['1970-01-01', undefined], ['1970-01-01T00:00:01', undefined], ['+0100', undefined], ['', undefined],
  ])('of %s is at %s', (text, ms) => {
    expect(instantOf(entryAt(text))).toBe(ms);
    if (ms === undefined) expect(() => atOf(entryAt(text))).toThrow('the file was checked');
    else expect(atOf(entryAt(text))).toBe(ms);
  }); // prettier-ignore

  it.each<[object, unknown]>([
    [{ text: '{"a":1}' }, { a: 1 }], [{}, {}], [{ text: '' }, undefined], [{ text: '[1]' }, undefined], [{ text: '<p>' }, undefined],
    [{ text: Buffer.from('{"ü":2}').toString('base64'), encoding: 'base64' }, { ü: 2 }], [{ text: '{"a":1}', encoding: 'utf-8' }, { a: 1 }], [{ encoding: 'base64' }, undefined],
  ])('with the content %j has %j', (content, value) => {
    expect(jsonOf(content as HarEntry['response']['content'])).toEqual(value);
  }); // prettier-ignore

  it('has the last of equal names', () => {
    expect(byName([{ name: 'a', value: '1' }, { name: 'b', value: '2' }, { name: 'a', value: '3' }])).toEqual({ a: '3', b: '2' }); // prettier-ignore
  });
});

describe('the secrets of a file', () => {
  const entryOf = (change: { request?: object; content?: object }) =>
    ({ request: { url: 'https://a.example/faucet/x', headers: [], ...change.request }, response: { content: change.content ?? {} } }) as unknown as HarEntry; // prettier-ignore
  const secretsOf = (path: string, ...entries: readonly HarEntry[]): string[] => {
    const found: string[] = [];
    eachSecretIn(entries, () => path, (secret) => found.push(secret)); // prettier-ignore
    return found;
  };
  const base64 = (text: string) => ({ text: Buffer.from(text).toString('base64'), encoding: 'base64' });

  it.each<[string, Parameters<typeof entryOf>[0], readonly string[]]>([
    ['a header, in its parts', { request: { headers: [{ name: 'Authorization', value: 'Bearer secret-1' }] } }, ['Bearer', 'secret-1']],
    ['a cookie, in its values', { request: { headers: [{ name: 'cookie', value: 'sid=secret-1; theme=a=b' }] } }, ['secret-1', 'a=b']],
    ['a name in the address', { request: { url: 'https://a.example/x?api_key=secret-1&n=2' } }, ['secret-1']],
    ['a name that the recorder has listed', { request: { queryString: [{ name: 'api_key', value: 'secret-1' }, { name: 'n', value: '2' }] } }, ['secret-1']],
    ['a name of a private key in the address', { request: { url: 'https://a.example/x?private_key=secret-1' } }, ['secret-1']],
    ['a name in a request', { request: { postData: { text: '{"private_key":"secret-1"}' } } }, ['secret-1']],
    ['a name in an answer', { content: { text: '{"list":[{"api_key":"secret-1"}]}' } }, ['secret-1']],
    ['a name in an answer in base 64', { content: base64('{"api_key":"secret-1"}') }, ['secret-1']],
  ])('are found under %s', (_what, change, secrets) => {
    expect(secretsOf('/faucet/x', entryOf(change))).toEqual(secrets);
  }); // prettier-ignore

  it('are none under other names, nor under names that are public at the path', () => {
    const plain = entryOf({ request: { headers: [{ name: 'Accept', value: 'secret-1' }], url: 'https://a.example/x?n=secret-1', postData: { text: '{"name":"x"}' } }, content: { text: '{"id":"x"}' } });
    expect(secretsOf('/faucet/x', plain, entryOf({ request: { url: 'no address' } }))).toEqual([]);
    const token = entryOf({ request: { url: 'https://a.example/x?token=abc' } });
    expect([secretsOf('/wallet/balances', token), secretsOf('/faucet/x', token)]).toEqual([[], ['abc']]);
  }); // prettier-ignore
});
