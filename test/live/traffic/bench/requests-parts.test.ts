/** Request files in their parts: what is read of a request and where a mistake is, values of answers, messages, and a set-up. */
import { describe, expect, it } from 'vitest';
import { Stream } from '../../../../src/core/kernel/stream.ts';
import {
  readRequestFile,
  requestDocument,
  requestKeys,
} from '../../../../src/live/traffic/bench/requests/request-file.ts';
import { preparedUsers } from '../../../../src/live/traffic/bench/requests/set-up.ts';
import {
  compileText,
  missing,
  TemplateMistake,
} from '../../../../src/live/traffic/bench/requests/template.ts';
import { compose, messageOf, type User } from '../../../../src/live/traffic/bench/requests/users.ts';
import { newFaker } from '../../../../src/live/traffic/bench/requests/values.ts';
import { Budget } from '../../../../src/live/traffic/target/budget.ts';
import { readTarget } from '../../../../src/live/traffic/target/target.ts';
import { kindOf } from '../../../../src/host/app/validate/file-kind.ts';
import { SourceDocument } from '../../../../src/simulation/scenario/document.ts';
import { answerJson, toyServer, type Respond } from '../toy-server.ts';

const targetWith = (services = 'escrow: "http://127.0.0.1:4010/e"', lines = '') =>
  readTarget('t.yaml', `name: t\nhosts: [127.0.0.1]\nallow: writes\nservices: { ${services} }\n${lines}`);
const calls: string[] = [];
const read = (text: string, target = targetWith()) =>
  readRequestFile('r.yaml', text, {
    target,
    callOf: (method, path) => {
      calls.push(`${method} ${path}`);
      return path === '/escrow/x/release' ? 'escrow/B/release' : undefined;
    },
  });

describe('a request of a file', () => {
  it('has what is written, and nothing of what is not', () => {
    const any = expect.any(Function) as () => unknown;
    const address = { isTls: false, host: '127.0.0.1', port: 4010, basePath: '/e' };
    calls.length = 0;
    expect(read("requests:\n  - { do: POST /escrow/a, as: made }\n  - { do: 'PUT /escrow/${made:/id}/release', by: user, query: { q: x }, headers: { a: b }, body: 1 }\n")).toEqual({
      accounts: ['user'], rotates: false, setup: [],
      requests: [
        { method: 'POST', address, path: any, query: undefined, headers: undefined, body: undefined, by: undefined, as: 'made', priceOf: any, label: 'POST /escrow/a' },
        { method: 'PUT', address, path: any, query: any, headers: any, body: any, by: 'user', as: undefined, priceOf: any, label: 'escrow/B/release' },
      ],
    });
    expect(calls).toEqual(['POST /escrow/a', 'PUT /escrow/x/release']);
    expect(read('rotate: true\nrequests: [{ do: GET /escrow/a }]\n').rotates).toBe(true);
  }); // prettier-ignore

  const one = (request: string): string => `accounts: [buyer, seller]\nrequests:\n  - ${request}\n`;
  it.each([
    ['an account', one('{ do: GET /escrow/a, by: other }'), 'r.yaml:3:30: by is "other"; expected one of buyer, seller'],
    ['a path', one('{ do: GET /none/a }'), 'r.yaml:3:11: /none/a leads to no service; expected a path of a service in t.yaml, such as /escrow/escrow'],
    ['a path that leaves it', one('{ do: GET /escrow/./a }'), 'r.yaml:3:11: /escrow/./a leads to no service (it has a segment of dots); expected a path of a service in t.yaml, such as /escrow/escrow'],
    ['a query', one("{ do: GET /escrow/a, query: { q: '${nn}' } }"), 'r.yaml:3:33: ${nn} names nothing; expected a value or an account'],
    ['a header', one("{ do: GET /escrow/a, headers: { q: '${selle}' } }"), 'r.yaml:3:35: ${selle} names nothing; did you mean "seller"? expected a value or an account'],
    ['a body', one("{ do: GET /escrow/a, body: ['${x:/id}'] }"), 'r.yaml:3:32: ${x:/id} names nothing; expected an answer before it'],
  ])('has the place of a mistake in %s', (_what, text, message) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ name: 'FileMistake', message }));
  }); // prettier-ignore

  it.each(['requests: []\n', 'setup: []\n', 'accounts: [buyer]\n'])('tells its file from others: %j', (text) => {
    expect(kindOf(new SourceDocument('x.yaml', text))).toBe('requests');
  }); // prettier-ignore

  it('is known by the keys of its file', () => {
    expect(requestKeys).toEqual({ known: ['$schema', 'accounts', 'rotate', 'setup', 'requests'], telling: ['requests', 'setup', 'accounts'] });
    expect(() => requestDocument('r.yaml', 'requests: 1\n')).toThrow('r.yaml:1:11: requests is 1; expected a list of requests, one iteration');
  }); // prettier-ignore
});

describe('a value of an answer', () => {
  const around = (body: unknown) => ({ stream: new Stream('1', 'x'), faker: newFaker(), n: 0, agentIdOf: () => undefined, answerOf: () => body }); // prettier-ignore
  it.each([
    ['/a', { a: 1 }, 1],
    ['/a/b', { a: null }, missing],
    ['/a', null, missing],
    ['/a/length', { a: 'text' }, missing],
    ['/a/0', { a: ['x'] }, 'x'],
    ['/a/length', { a: ['x'] }, 1],
  ])('at %s of %j', (pointer, body, expected) => {
    expect(compileText(`\${made:${pointer}}`, { accounts: [], answers: ['made'] })(around(body))).toBe(expected); // prettier-ignore
  });

  it('cannot be had under a name that is none', () => {
    const names = { accounts: [], answers: ['made'] };
    for (const text of ['${made}', '${Made:/a}', '${made:a}', '${:/a}'])
      expect(() => compileText(text, names)).toThrow(expect.objectContaining({ name: 'TemplateMistake' }));
    expect(new TemplateMistake('x')).toBeInstanceOf(Error);
  });
});

describe('a request for the wire', () => {
  const user: User = { accounts: [{ agentId: 'anna', key: 'k-a' }, { agentId: 'ben', key: 'k-b' }], answers: new Map(), ip: undefined }; // prettier-ignore
  const composed = (request: string, change: Partial<User> = {}, turn = 0) => {
    const [one] = read(`accounts: [buyer, seller]\nrequests: [${request}]\n`).requests;
    const iteration = { user: { ...user, ...change }, n: 3, stream: new Stream('1', 'x'), answers: new Map<string, unknown>(), turn }; // prettier-ignore
    const made = compose(one!, iteration, { accounts: ['buyer', 'seller'], faker: newFaker(), carried: undefined }); // prettier-ignore
    return { made, text: made && messageOf(one!, made, undefined) };
  };

  it('has texts in its query and headers, a key, an address, and a body with its type', () => {
    const { made, text } = composed("{ do: POST /escrow/a, by: buyer, query: { n: '${n}' }, headers: { x-n: '${n}' }, body: { of: '${seller}' } }", { ip: '10.0.0.9' }, 1); // prettier-ignore
    const headers = { authorization: 'Bearer k-b', 'x-sim-ip': '10.0.0.9', 'x-n': '3' };
    expect(made).toStrictEqual({ path: '/a', query: { n: '3' }, headers, body: { of: 'anna' } });
    expect(text).toBe(
      'POST /e/a?n=3 HTTP/1.1\r\nhost: 127.0.0.1:4010\r\nauthorization: Bearer k-b\r\nx-sim-ip: 10.0.0.9\r\nx-n: 3\r\ncontent-type: application/json\r\ncontent-length: 13\r\n\r\n{"of":"anna"}',
    );
  });

  it('has no more than it is said to have', () => {
    const { made, text } = composed('{ do: GET /escrow/a }');
    expect(made).toStrictEqual({ path: '/a', query: undefined, headers: {}, body: undefined });
    expect(text).toBe('GET /e/a HTTP/1.1\r\nhost: 127.0.0.1:4010\r\n\r\n');
  });
});

describe('a set-up', () => {
  const services = (port: number): string =>
    ['faucet', 'escrow'].map((name) => `${name}: "http://127.0.0.1:${port}/${name[0]}"`).join(', ');
  async function prepared(respond: Respond, file: string, users = 1) {
    const toy = await toyServer(respond);
    const control = `${services(toy.port)}, control: "http://127.0.0.1:${toy.port}/_sim"`;
    const target = targetWith(control, 'budget: { usdc: 1 }\n');
    const made = preparedUsers({
      target, file: read(file, target), budget: new Budget(target.budget), users, keys: [], runName: 'run', seed: '1', signal: new AbortController().signal,
      endpointOf: () => ({ isTls: false, host: '127.0.0.1', address: '127.0.0.1', port: toy.port, ca: undefined }),
    });
    return { made, toy };
  } // prettier-ignore
  const keyed: Respond = (_asked, response) => answerJson(response, { api_key: 'k' });
  const plain = 'requests: [{ do: GET /escrow/a, costs: 0 }]\n';

  it('draws other values for each user', async () => {
    const file = `setup: [{ do: POST /escrow/a, costs: 0, body: '\${int 1 1000000000}' }]\n${plain}`;
    const { made, toy } = await prepared(keyed, file, 2);
    await made;
    const drawn = toy.asked.filter(({ url }) => url === '/e/a').map(({ text }) => text);
    expect(new Set(drawn).size).toBe(2);
  });

  it.each<[string, Respond, string]>([
    ['limits stay', (asked, response, n) => (asked.url === '/_sim/tier' ? answerJson(response, { code: 'no' }, 403) : keyed(asked, response, n)), 't.yaml: POST /_sim/tier of the set-up is answered with 403 {"code":"no"}; expected success'],
    ['a registration is no object', (_asked, response) => answerJson(response, null), 't.yaml: a registration has no api_key; expected a key'],
  ])('ends where %s', async (_what, respond, message) => {
    const { made } = await prepared(respond, plain);
    await expect(made).rejects.toMatchObject({ name: 'Forbidden', message });
  }); // prettier-ignore

  it('takes no money for accounts and their limits', async () => {
    const { made } = await prepared(keyed, plain);
    expect(await made).toEqual([{ accounts: [{ agentId: 'run-0-user', key: 'k' }], answers: new Map(), ip: '10.79.0.0' }]); // prettier-ignore
  });
});
