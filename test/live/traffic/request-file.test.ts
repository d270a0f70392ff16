/** Request files: what is read, what is refused where, and what an iteration sends. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readRequestFile } from '../../../src/live/traffic/bench/requests/request-file.ts';
import { requestLoad } from '../../../src/live/traffic/bench/requests/request-load.ts';
import { compose, type User } from '../../../src/live/traffic/bench/requests/users.ts';
import { newFaker, valueTable } from '../../../src/live/traffic/bench/requests/values.ts';
import { Saturation } from '../../../src/live/traffic/bench/saturation.ts';
import { Stream } from '../../../src/core/kernel/stream.ts';
import { readTarget } from '../../../src/live/traffic/target/target.ts';
import { answerJson, toyServer } from './toy-server.ts';

const targetWith = (lines: string, port = 4010) =>
  readTarget(
    't.yaml',
    `name: here\nhosts: [127.0.0.1]\nallow: writes\nservices: { escrow: "http://127.0.0.1:${port}/e" }\n${lines}`,
  );
const callOf = (method: string, path: string): string | undefined =>
  method === 'POST' && path === '/escrow/escrow' ? 'escrow/B/create' : undefined;
const read = (text: string, lines = '', port?: number) =>
  readRequestFile('r.yaml', text, { target: targetWith(lines, port), callOf });

const users: User[] = [0, 1].map((number) => ({
  accounts: [
    { agentId: `a${number}`, key: `key-a${number}` },
    { agentId: `b${number}`, key: `key-b${number}` },
  ],
  answers: new Map([['first', { id: 7 }]]),
  ip: undefined,
}));

const composed = (text: string, changes: object = {}) => {
  const file = read(`accounts: [buyer, seller]\n${text}`);
  const iteration = { user: users[0] as User, n: 5, turn: 0, answers: new Map<string, unknown>() };
  const common = { accounts: file.accounts, faker: newFaker(), carried: undefined };
  return file.requests.map((request) =>
    compose(request, { ...iteration, stream: new Stream('1', 'x'), ...changes }, common),
  );
};

describe('a request file', () => {
  it('fills in accounts, numbers and earlier answers, and keeps their types', () => {
    const answers = new Map([['made', { escrow_id: 'a/b', '~': { '/': 3 } }]]);
    const text = `requests:
  - { do: POST /escrow/escrow, as: made }
  - { by: buyer, do: 'POST /escrow/\${made:/escrow_id}/x', headers: { X-N: '\${n}' }, body: { to: '\${seller}', n: '\${n}', deep: ['\${made:/~0/~1}', 'n \${n}'] } }
`;
    expect(composed(text, { answers })[1]).toEqual({
      path: '/a%2Fb/x',
      query: undefined,
      headers: { authorization: 'Bearer key-a0', 'X-N': '5' },
      body: { to: 'b0', n: 5, deep: [3, 'n 5'] },
    });
    expect(composed(text, { answers, turn: 1 })[1]).toMatchObject({
      headers: { authorization: 'Bearer key-b0' },
      body: { to: 'a0' },
    });
    expect(composed(text)[1]).toBeUndefined();
  });

  it('has every value in docs/bench.md', () => {
    const page = readFileSync(new URL('../../../docs/bench.md', import.meta.url), 'utf8');
    expect(Object.values(valueTable).filter(({ usage }) => !page.includes(`\`${usage}\``))).toEqual([]);
  });

  it.each(Object.entries(valueTable))('has a value %s that is written by its name, and drawn', (name, row) => {
    expect(row.usage).toMatch(new RegExp(`^\\$\\{${name}(?: [^{}]+)?\\}$`));
    expect(row.about).toMatch(/\w{2}/);
    const [made] = composed(`requests:\n  - { do: POST /escrow/escrow, body: { a: 'of ${row.usage}', b: '${row.usage}' } }\n`);
    const { a, b } = (made?.body ?? {}) as Record<string, string | number>;
    expect(a).toMatch(/^of ./);
    expect([a, b].some((value) => String(value).includes('$'))).toBe(false);
    expect(typeof b).toBe(['int', 'usdc'].includes(name) ? 'number' : 'string');
  }); // prettier-ignore

  it('draws the same values from the same stream', () => {
    const fields = Object.entries(valueTable).map(([name, { usage }]) => `${name}: '${usage}'`);
    const text = `requests:\n  - { do: POST /escrow/escrow, body: { ${fields.join(', ')} } }\n`;
    const [first] = composed(text);
    expect(composed(text)[0]).toEqual(first);
    expect(composed(text, { stream: new Stream('1', 'y') })[0]).not.toEqual(first);
    const body = first?.body as Record<string, unknown>;
    expect(body['int']).toSatisfy((value) => Number.isInteger(value) && value >= 1 && value <= 100);
    expect(body['usdc']).toSatisfy((value: number) => value >= 0.1 && value <= 2);
    expect(body['usdc-text']).toMatch(/^[012]\.\d\d$/);
    expect(['heads', 'tails']).toContain(body['pick']);
    expect(body['uuid']).toMatch(/^[0-9a-f]{8}-/);
  });

  const one = (request: string): string => `requests:\n  - ${request}\n`;
  it.each([
    ['no requests', 'setup: []\n', '', /^r\.yaml:1:1: "requests" is missing/],
    ['a scenario', 'name: x\npopulation: []\n', '', /^r\.yaml:1:1: the file is a map of something else; expected requests/],
    ['an unknown key', one('{ do: POST /escrow/escrow, bodi: 1 }'), '', /^r\.yaml:2:32: unknown key "bodi"; did you mean "body"\?/],
    ['no method', one('{ do: /escrow/escrow }'), '', /^r\.yaml:2:11: do is .*expected a method and a path/],
    ['another host', one('{ do: POST //evil.example/escrow }'), '', /leads to no service/],
    ['a path that climbs', one('{ do: POST /escrow/../x }'), '', /leads to no service \(it has a segment of dots\)/],
    ['a service that is not listed', one('{ do: POST /casino/x }'), '', /leads to no service; expected a path of a service in t\.yaml/],
    ['an account that is not there', one('{ by: byer, do: POST /escrow/escrow }'), '', /^r\.yaml:2:11: by is "byer"; expected one of user/],
    ['a value that is none', one(`{ do: POST /escrow/escrow, body: { a: '\${itn 1 2}' } }`), '', /^r\.yaml:2:38: \$\{itn 1 2\} names nothing; did you mean "int"\?/],
    ['a range that is none', one(`{ do: POST /escrow/escrow, body: '\${int 2 1}' }`), '', /cannot be read; expected it as in \$\{int 1 100\}/],
    ['a later answer', one(`{ do: 'POST /escrow/\${x:/id}', as: x }`), '', /^r\.yaml:2:11: \$\{x:\/id\} names nothing.*expected an answer before it/],
    ['an answer where there is none', one(`{ do: 'POST /escrow/\${x:/id}' }`), '', /\/id\} names nothing; expected an answer before it/],
    ['an answer that no request before it has named', `requests:\n  - { do: POST /escrow/escrow }\n  - { do: 'POST /escrow/\${made:/id}' }\n`, '', /^r\.yaml:3:11: \$\{made:\/id\} names nothing; expected an answer before it/],
    ['an answer whose name is misspelt', `setup:\n  - { do: POST /escrow/escrow, as: made }\nrequests:\n  - { do: 'POST /escrow/\${mode:/id}' }\n`, '', /^r\.yaml:4:11: \$\{mode:\/id\} names nothing; did you mean "made"\? expected an answer before it/],
    ['the prototype', one(`{ do: POST /escrow/escrow, body: '\${constructor}' }`), '', /names nothing/],
    ['an unknown price below a budget', one('{ do: POST /escrow/other }'), 'budget: { usdc: 1 }\n', /^r\.yaml:2:11: what POST \/escrow\/other costs is not known, and t\.yaml has a budget; expected costs:/],
  ])('is refused with %s', (_what, text, lines, message) => {
    expect(() => read(text, lines)).toThrow(message);
  }); // prettier-ignore

  it('knows the most that a request may cost', () => {
    const text = `requests:\n  - { do: POST /escrow/escrow }\n  - { do: POST /escrow/other, costs: 0.25 }\n`;
    const prices = read(text, 'budget: { usdc: 1 }\n').requests.map((request) =>
      request.priceOf({ amount: '0.10' }),
    );
    expect(prices).toEqual([100_000, 250_000]);
  });
});

describe('a bench of requests', () => {
  const flow = `accounts: [buyer, seller]
rotate: true
requests:
  - { by: buyer, do: POST /escrow/escrow, body: { amount: '\${usdc 0.01 0.09}', receiver: '\${seller}' }, as: made }
  - { by: buyer, do: 'POST /escrow/\${made:/escrow_id}/release', costs: 0 }
`;
  const limits = { p99MsMax: 30_000, failedMax: 0 };

  async function sent(lines: string, status = 201) {
    const toy = await toyServer((_asked, response, index) =>
      answerJson(response, status === 201 ? { escrow_id: `e${index}` } : {}, status),
    );
    const file = read(flow, lines, toy.port);
    const target = targetWith(lines, toy.port);
    const place = { isTls: false, host: '127.0.0.1', address: '127.0.0.1', port: toy.port, ca: undefined };
    const load = requestLoad({ target, file, users, seed: '1', endpointOf: () => place });
    const call = { target, load, stepMs: 300, limits, fromPerSecond: 40, toPerSecond: 60, repeats: 1 };
    return { toy, figures: await new Saturation(call).run() };
  }

  it('sends the requests of an iteration in order, each with the answer before it', async () => {
    const { toy, figures } = await sent('');
    expect(figures.steps.every(({ failed }) => failed === 0)).toBe(true);
    const made = toy.asked.flatMap(({ url }, index) => (url === '/e/escrow' ? [`/e/e${index}/release`] : []));
    const released = toy.asked.flatMap(({ url }) => (url.endsWith('/release') ? [url] : []));
    expect(released.toSorted()).toEqual(made.toSorted());
    const keys = new Set(toy.asked.map(({ headers }) => headers.authorization));
    expect(keys).toEqual(new Set(['a0', 'a1', 'b0', 'b1'].map((name) => `Bearer key-${name}`)));
  });

  it.each(['0.5', '0.333333'])('never sends more than a budget of %s USDC', async (usdc) => {
    const { toy, figures } = await sent(`budget: { usdc: ${usdc} }\n`);
    expect(figures.limitedBy).toBe('budget');
    const micros = toy.asked
      .filter(({ url }) => url === '/e/escrow')
      .map(({ text }) => Math.round((JSON.parse(text) as { amount: number }).amount * 1e6))
      .reduce((sum, amount) => sum + amount, 0);
    expect(micros).toBeLessThanOrEqual(Number(usdc) * 1e6);
    // Another of the dearest would have been too much.
    expect(micros).toBeGreaterThan(Number(usdc) * 1e6 - 90_000);
  });

  it('counts requests that miss an earlier answer as failed', async () => {
    const { toy, figures } = await sent('', 402);
    expect(figures).toMatchObject({ highestPerSecond: null, limitedBy: 'target' });
    const [step] = figures.steps;
    expect(toy.asked.every(({ url }) => url === '/e/escrow')).toBe(true);
    expect(step?.failed).toBe(2 * (step?.statuses?.['402'] ?? 0));
  });
});
