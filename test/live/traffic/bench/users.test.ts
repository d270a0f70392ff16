/** What is done before a bench is measured: accounts and keys, the requests of the set-up, limits, budgets and refusals. */
import { describe, expect, it } from 'vitest';
import { registeredKeys } from '../../../../src/live/traffic/bench/keys.ts';
import { readRequestFile } from '../../../../src/live/traffic/bench/requests/request-file.ts';
import { preparedUsers, type SetUpParts } from '../../../../src/live/traffic/bench/requests/set-up.ts';
import { Budget } from '../../../../src/live/traffic/target/budget.ts';
import { readTarget, type Target } from '../../../../src/live/traffic/target/target.ts';
import { answerJson, toyServer, type Respond } from '../toy-server.ts';

const services = 'faucet: "http://127.0.0.1:8080/f", escrow: "http://127.0.0.1:8080/e"';
const control = `${services}, control: "http://127.0.0.1:8080/_sim"`;

function targetOf(addresses = services, lines = ''): Target {
  return readTarget('t.yaml', `name: t\nhosts: [127.0.0.1]\nallow: writes\nservices: { ${addresses} }\n${lines}`);
} // prettier-ignore

const keyed: Respond = ({ url, text }, response) =>
  answerJson(response, url.endsWith('/register') ? { api_key: `key-of-${(JSON.parse(text) as { agent_id: string }).agent_id}` } : { id: 7 }); // prettier-ignore

interface Call extends Partial<Omit<SetUpParts, 'file'>> {
  readonly file?: string;
  readonly address?: string;
}

async function prepared(call: Call, respond: Respond = keyed) {
  const { file = 'requests: [{ do: POST /escrow/escrow }]\n', address = '127.0.0.1', target = targetOf(), ...parts } = call;
  const toy = await toyServer(respond);
  // The server is on loopback, whatever address its endpoint is said to have.
  const endpointOf = () => ({ isTls: false, host: 'localhost', address, port: toy.port, ca: undefined });
  const users = preparedUsers({
    target,
    file: readRequestFile('r.yaml', file, { target, callOf: () => undefined }),
    budget: new Budget({ micros: undefined, requests: undefined }),
    endpointOf,
    users: 1,
    keys: [],
    runName: 'run',
    seed: '1',
    signal: new AbortController().signal,
    ...parts,
  });
  return { asked: toy.asked, users };
} // prettier-ignore

const sentBy = (asked: readonly { method: string; url: string; text: string }[]): string[] =>
  asked.map(({ method, url, text }) => `${method} ${url} ${text}`);

describe('the users of a bench', () => {
  it('have the accounts of the file, each registered under a name of the run', async () => {
    const { asked, users } = await prepared({ file: 'accounts: [buyer, seller]\nrequests: [{ do: POST /escrow/escrow }]\n', users: 2 });
    expect((await users).map(({ accounts, ip }) => [accounts, ip])).toEqual([
      [[{ agentId: 'run-0-buyer', key: 'key-of-run-0-buyer' }, { agentId: 'run-0-seller', key: 'key-of-run-0-seller' }], undefined],
      [[{ agentId: 'run-1-buyer', key: 'key-of-run-1-buyer' }, { agentId: 'run-1-seller', key: 'key-of-run-1-seller' }], undefined],
    ]);
    expect(sentBy(asked)[0]).toBe('POST /f/register {"agent_id":"run-0-buyer"}');
    expect(asked.every(({ headers }) => headers['x-sim-ip'] === undefined)).toBe(true);
  }); // prettier-ignore

  it('have given keys as long as there are some', async () => {
    const keys = [1, 2, 3].map((n) => ({ agentId: undefined, key: `given-${n}` }));
    const { asked, users } = await prepared({ file: 'accounts: [buyer, seller]\nrequests: [{ do: POST /escrow/escrow }]\n', users: 2, keys });
    expect((await users).flatMap(({ accounts }) => accounts.map(({ key }) => key))).toEqual(['given-1', 'given-2', 'given-3', 'key-of-run-1-seller']);
    expect(asked.length).toBe(1);
  }); // prettier-ignore

  it('of a sandbox on this machine have an address each, and no limits', async () => {
    const { asked, users } = await prepared({ target: targetOf(control), users: 2 });
    expect((await users).map(({ ip }) => ip)).toEqual(['10.79.0.0', '10.79.0.1']);
    expect(sentBy(asked).slice(0, 2)).toEqual(['POST /f/register {"agent_id":"run-0-user"}', 'POST /_sim/tier {"api_key":"key-of-run-0-user","tier":"enterprise"}']);
    expect(asked.map(({ headers }) => headers['x-sim-ip'])).toEqual(['10.79.0.0', undefined, '10.79.0.1', undefined]);
  }); // prettier-ignore

  it.each([['127.0.0.1', true], ['127.255.0.9', true], ['::1', true], ['128.0.0.1', false], ['10.127.0.1', false], ['::127.0.0.1', false]])(
    'of a sandbox at %s have an address for each user: %s', async (address, are) => {
      const keys = Array.from({ length: 258 }, (_, n) => ({ agentId: undefined, key: `given-${n}` }));
      const { users } = await prepared({ target: targetOf(control), users: 258, keys, address });
      const ips = (await users).map(({ ip }) => ip);
      expect([0, 1, 255, 256, 257].map((n) => ips[n])).toEqual(are ? ['10.79.0.0', '10.79.0.1', '10.79.0.255', '10.79.1.0', '10.79.1.1'] : [undefined, undefined, undefined, undefined, undefined]);
      expect(new Set(ips).size).toBe(are ? 258 : 1);
    }); // prettier-ignore

  const setUp = `setup:
  - { by: user, do: POST /escrow/escrow, body: { of: '\${user}', n: '\${n}' }, as: made, costs: 0.25 }
  - { do: 'GET /escrow/\${made:/id}', costs: 0 }
requests: [{ do: 'POST /escrow/\${made:/id}', costs: 0 }]
`;

  it('send the set-up in order, each with what came before it, and keep what is named', async () => {
    const budget = new Budget({ micros: 250_000, requests: 3 });
    const { asked, users } = await prepared({ file: setUp, budget });
    const [user] = await users;
    expect(sentBy(asked).slice(1)).toEqual(['POST /e/escrow {"of":"run-0-user","n":0}', 'GET /e/7 ']);
    expect(asked.map(({ headers }) => headers.authorization)).toEqual([
      undefined,
      'Bearer key-of-run-0-user',
      undefined,
    ]);
    expect([...(user?.answers ?? [])]).toEqual([['made', { id: 7 }]]);
    expect(budget.spent).toEqual({ requests: 3, micros: 250_000 });
  });

  it.each<[string, Call, Respond, RegExp, number]>([
    ['the faucet has no address', { target: targetOf('escrow: "http://127.0.0.1:8080/e"') }, keyed, /t\.yaml: expected the address of the faucet, or --keys/, 0],
    ['the target allows no writes', { target: readTarget('t.yaml', `name: t\nhosts: [127.0.0.1]\nallow: reads\nservices: { ${services} }\n`) }, keyed, /t\.yaml/, 0],
    ['there is no money left', { file: setUp, budget: new Budget({ micros: 249_999, requests: undefined }) }, keyed, /needs more than the budget \(usdc\) at POST \/escrow\/escrow/, 1],
    ['there is no request left', { budget: new Budget({ micros: undefined, requests: 0 }) }, keyed, /needs more than the budget \(requests\) at POST \/faucet\/register/, 0],
    ['a registration has no key', {}, (_asked, response) => answerJson(response, { api_key: 7 }), /a registration has no api_key; expected a key/, 1],
    ['a registration is no object', {}, (_asked, response) => answerJson(response, null), /a registration has no api_key/, 1],
    ['a registration is refused', {}, (_asked, response) => answerJson(response, { why: 'x'.repeat(500) }, 403), /POST \/faucet\/register of the set-up is answered with 403 \{"why":"x{192}; expected success$/, 1],
    ['the set-up is refused', { file: setUp }, (asked, response, n) => (n === 0 ? keyed(asked, response, n) : answerJson(response, {}, 400)), /POST \/escrow\/escrow of the set-up is answered with 400 \{\}/, 2],
    ['an answer lacks what is used', { file: setUp }, (asked, response, n) => (n === 0 ? keyed(asked, response, n) : answerJson(response, {})), /GET \/escrow\/\$\{made:\/id\} of the set-up cannot be sent: a value is missing/, 2],
    ['there is no answer', {}, (_asked, response) => void response.destroy(), /t\.yaml: POST \/f\/register at 127\.0\.0\.1:8080: /, 1],
    ['it stays limited', {}, (_asked, response) => answerJson(response.setHeader('retry-after', '0'), {}, 429), /answered with 429/, 11],
    ['limits are not to be respected', { target: targetOf(services, 'limits: ignore\n') }, (_asked, response) => answerJson(response, {}, 429), /answered with 429/, 1],
  ])('are none where %s', async (_what, call, respond, message, count) => {
    const { asked, users } = await prepared(call, respond);
    await expect(users).rejects.toThrow(message);
    expect(asked.length).toBe(count);
  }); // prettier-ignore

  it('wait out a limit, as often as ten times', async () => {
    const { asked, users } = await prepared({}, (one, response, n) => {
      if (n === 10) keyed(one, response, n);
      else answerJson(response.setHeader('retry-after', '-1'), {}, 429);
    });
    expect((await users)[0]?.accounts[0]?.key).toBe('key-of-run-0-user');
    expect(asked.length).toBe(11);
  });

  it('are those that were ready when it was stopped', async () => {
    const stop = new AbortController();
    const { asked, users } = await prepared({ users: 3, signal: stop.signal }, (one, response, n) => {
      if (n === 1) stop.abort();
      keyed(one, response, n);
    });
    expect([(await users).length, asked.length]).toEqual([2, 2]);
    const limited = await prepared({ signal: stop.signal, users: 1 });
    expect(await limited.users).toEqual([]);
  });
});

describe('keys that a bench registers itself', () => {
  async function keysFrom(target: Target, respond: Respond = keyed, address = '127.0.0.1') {
    const toy = await toyServer(respond);
    const endpointOf = () => ({ isTls: false, host: 'localhost', address, port: toy.port, ca: undefined });
    return { asked: toy.asked, keys: registeredKeys(target, endpointOf, { count: 2, name: 'run' }) };
  }

  it('are as many as are asked for, each seen at its own address on this machine', async () => {
    const { asked, keys } = await keysFrom(targetOf());
    expect(await keys).toEqual(['key-of-run-0', 'key-of-run-1']);
    expect(asked.map(({ url, headers }) => [url, headers['x-sim-ip']])).toEqual([['/f/register', '10.77.0.0'], ['/f/register', '10.77.0.1']]);
  }); // prettier-ignore

  it('have no limits on a sandbox', async () => {
    const { asked, keys } = await keysFrom(targetOf(control));
    expect((await keys).length).toBe(2);
    expect(sentBy(asked).slice(0, 2)).toEqual(['POST /f/register {"agent_id":"run-0"}', 'POST /_sim/tier {"api_key":"key-of-run-0","tier":"enterprise"}']);
  }); // prettier-ignore

  it.each<[string, Target, Respond, RegExp]>([
    ['the faucet has no address', targetOf('escrow: "http://127.0.0.1:8080/e"'), keyed, /^t\.yaml: expected the address of the faucet, or --keys/],
    ['one is refused', targetOf(), (_asked, response) => answerJson(response, { api_key: 'k' }, 300), /^t\.yaml: the faucet answers 300 to a registration; expected a key/],
    ['one has no key', targetOf(), (_asked, response) => answerJson(response, { api_key: 1 }), /answers 200 to a registration; expected a key/],
    ['one is nothing', targetOf(), (_asked, response) => answerJson(response, null), /answers 200 to a registration/],
    ['there is no answer', targetOf(), (_asked, response) => void response.destroy(), /^t\.yaml: POST \/f\/register/],
  ])('are none where %s', async (_what, target, respond, message) => {
    const { keys } = await keysFrom(target, respond);
    await expect(keys).rejects.toThrow(message);
  }); // prettier-ignore
});
