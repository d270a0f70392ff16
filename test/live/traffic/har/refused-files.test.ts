/** What is said of a file that is no HAR file or has nothing to replay, and what comes of an export that was changed by hand. */
import { describe, expect, it } from 'vitest';
import { routesByPath } from '../../../../src/host/app/record/route-names.ts';
import { importHar } from '../../../../src/live/traffic/har/import-har.ts';
import { foreignHeader } from '../../../../src/live/traffic/record/foreign-trace.ts';

const routeOf = routesByPath();
const importedText = (text: string) => importHar({ file: 'x.har', text, target: undefined, version: '1.2.3', routeOf }); // prettier-ignore
const imported = (har: unknown) => importedText(JSON.stringify(har));

const request = { method: 'GET', url: 'https://a.example/faucet/x', headers: [] };
const response = { status: 200, content: { text: '{}' } };
const ours = { session: 2, agent: 'hand', call: 'faucet/B/x', ip: '10.0.0.9' };
const entry = { startedDateTime: '2026-03-01T12:00:07Z', time: 1, request, response };
const log = (change: object = {}, more: object = {}) => ({ log: { version: '1.2', entries: [{ ...entry, ...change }], ...more } }); // prettier-ignore
const asked = (change: object) => log({ request: { ...request, ...change } });
const answered = (change: object) => log({ response: { ...response, ...change } });
const instant = 'an instant in RFC 3339 such as 2026-02-01T00:00:00Z';

describe('what is no HAR file', () => {
  it.each<[unknown, string]>([
    [7, 'the file is 7; expected a HAR file'],
    [{}, '"log" is missing; expected a HAR file'],
    [{ log: 7 }, 'log is 7; expected a log'],
    [{ log: { version: '1.2' } }, '"entries" is missing; expected a log'],
    [log({}, { version: 1 }), 'version is 1; expected to be string'],
    [log({}, { entries: 'x' }), 'entries is "x"; expected to be array'],
    [log({}, { entries: [7] }), 'entries is 7; expected an entry'],
    [log({}, { _orrery: 7 }), '_orrery is 7; expected to be object'],
    [log({ startedDateTime: 7 }), `startedDateTime is 7; expected ${instant}`],
    [log({ startedDateTime: 'x'.repeat(65) }), `startedDateTime is "${'x'.repeat(56)}...; expected ${instant}, at most 64`],
    [log({ time: 'x' }), 'time is "x"; expected to be number'],
    [log({ request: 7 }), 'request is 7; expected a request'],
    [asked({ method: 'G T' }), 'method is "G T"; expected a method'],
    [asked({ method: 'G'.repeat(17) }), `method is "${'G'.repeat(17)}"; expected a method`],
    [asked({ url: '' }), 'url is ""; expected an address'],
    [asked({ headers: 7 }), 'headers is 7; expected to be array'],
    [asked({ headers: [{ name: 'a' }] }), '"value" is missing; expected to have required property \'value\''],
    [asked({ queryString: 7 }), 'queryString is 7; expected to be array'],
    [asked({ postData: { text: '' } }), '"mimeType" is missing; expected to have required property \'mimeType\''],
    [asked({ postData: { mimeType: '', text: 7 } }), 'text is 7; expected to be string'],
    [log({ response: 7 }), 'response is 7; expected a response'],
    [answered({ status: 1_000 }), 'status is 1000; expected to be <= 999'],
    [answered({ status: -1 }), 'status is -1; expected to be >= 0'],
    [answered({ status: 1.5 }), 'status is 1.5; expected to be integer'],
    [answered({ headers: 7 }), 'headers is 7; expected to be array'],
    [answered({ content: undefined }), '"content" is missing; expected a response'],
    ...['text', 'encoding', 'mimeType'].map((name): [unknown, string] => [answered({ content: { [name]: 7 } }), `${name} is 7; expected to be string`]),
    [log({ connection: 7 }), 'connection is 7; expected to be string'],
    [log({ _resourceType: 7 }), '_resourceType is 7; expected to be string'],
    [log({ _orrery: { ...ours, session: -2 } }), 'session is -2; expected to be >= -1'],
    ...['agent', 'call', 'ip'].map((name): [unknown, string] => [log({ _orrery: { ...ours, [name]: 7 } }), `${name} is 7; expected to be string`]),
    [log({ _orrery: { session: 1 } }), '"agent" is missing; expected to have required property \'agent\''],
  ])('says so in one line: case %#', (har, message) => {
    expect(() => imported(har)).toThrow(`x.har:1:1: this is no HAR file: ${message}`);
  }); // prettier-ignore

  it.each<[unknown, string]>([
    [asked({ url: 'https://a.example/x' }), 'nothing in it can be replayed; expected requests to services of the platform (--target says where they are)'],
    [log({}, { version: '', entries: [] }), 'nothing in it can be replayed; expected requests to services of the platform (--target says where they are)'],
    [log({}, { entries: [entry, { ...entry, startedDateTime: 'never' }] }), `log.entries[1].startedDateTime: there is no instant "never"; expected ${instant}`],
    [log({ _orrery: ours }, { _orrery: { header: null } }), 'log._orrery: the header is null; expected the header of a trace'],
    [log({ _orrery: ours }, { _orrery: { header: { trace: 1 } } }), 'log._orrery: "orrery" is missing; expected the header of a trace'],
  ])('or has nothing to replay says so: case %#', (har, message) => {
    expect(() => imported(har)).toThrow(`x.har:1:1: ${message}`);
  }); // prettier-ignore

  it('is no JSON either', () => {
    expect(() => importedText('{')).toThrow('x.har:1:1: this is no JSON; expected a HAR file');
  });

  it.each([asked({ method: 'Purge' }), asked({ method: 'G'.repeat(16) }), answered({ status: 999 }), answered({ status: 0 }), log({ startedDateTime: `2026-03-01T12:00:07.${'0'.repeat(43)}Z` }), log({ _orrery: { ...ours, session: -1 } })])(
    'is not what stands at a bound: case %#', (har) => expect(imported(har).records).toHaveLength(1)); // prettier-ignore
});

describe('an export', () => {
  const header = foreignHeader('har', '1.2.3', Date.UTC(2026, 2, 1, 12));
  const exported = (change: object, own: object = {}) =>
    imported(log({ ...change, _orrery: ours }, { _orrery: { header, digest: 'd', ...own } }));
  const read = { method: 'GET', path: '/faucet/x', ip: '10.0.0.9' };

  it.each<[object, object, object]>([
    [{}, read, { status: 200, body: {} }],
    [{ request: { ...request, url: 'HTTP/faucet/x' } }, { ...read, path: 'HTTP/faucet/x' }, { status: 200, body: {} }],
    [{ request: { ...request, url: 'http://b:81/faucet/%7Bx?y=/z?' } }, { ...read, path: '/faucet/%7Bx' }, { status: 200, body: {} }],
    [{ request: { ...request, url: 'https://b' } }, { ...read, path: '' }, { status: 200, body: {} }],
    [{ request: { ...request, queryString: [], postData: { mimeType: 'text/plain' } } }, { ...read, raw: '' }, { status: 200, body: {} }],
    [{ request: { ...request, postData: { mimeType: 'text/plain', text: '{"a":1}' } } }, { ...read, raw: '{"a":1}' }, { status: 200, body: {} }],
    [{ request: { ...request, postData: { mimeType: 'application/json', text: '{"a":1}' } } }, { ...read, body: { a: 1 } }, { status: 200, body: {} }],
    [{ request: { ...request, postData: { mimeType: 'application/json' } } }, { ...read, body: null }, { status: 200, body: {} }],
    [{ request: { ...request, postData: { mimeType: '', text: '[1]' } } }, { ...read, body: null }, { status: 200, body: {} }],
    [{ request: { ...request, headers: [{ name: 'accept', value: 'a' }], queryString: [{ name: 'q', value: 'b' }] } }, { ...read, headers: { accept: 'a' }, query: { q: 'b' } }, { status: 200, body: {} }],
    [{ response: { status: 404, content: { text: '[1]' } } }, read, { status: 404, body: {} }],
    [{ response: { status: 409, headers: [{ name: 'retry-after', value: '5' }, { name: 'x-a', value: 'b' }], content: { text: '{"a":1}' } } }, read, { status: 409, headers: { 'retry-after': '5' }, body: { a: 1 } }],
  ])('that was changed by hand is read as it is: case %#', (change, sent, answer) => {
    expect(exported(change)).toEqual({
      header,
      records: [{ n: 0, at: 7_000, session: 2, agent: 'hand', call: 'faucet/B/x', request: sent, answer }],
      end: { end: true, requests: 1, digest: 'd' },
      leftOut: {},
      hosts: {},
    });
  }); // prettier-ignore

  it('is one only with its own fields at every entry, and has a digest that is a text', () => {
    expect(exported({}, { digest: 7 }).end).toEqual({ end: true, requests: 1, digest: '' });
    const mixed = imported(log({}, { entries: [entry, { ...entry, _orrery: ours }], _orrery: { header } }));
    expect(mixed.header).toEqual(foreignHeader('har', '1.2.3', Date.UTC(2026, 2, 1, 12, 0, 7)));
    expect(mixed.hosts).toEqual({ 'a.example': { requests: 2, leftOut: 0 } });
    expect(imported(log({ _orrery: ours })).records[0]?.agent).toBe('har');
  });
});
