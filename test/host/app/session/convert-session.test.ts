/** A session becomes a scenario that repeats it, a small one that keeps an answer, a trace, and a test that runs. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { createWorld } from '../../../../src/api.ts';
import { allBehaviours } from '../../../../src/host/app/run/behaviours.ts';
import { loadedScenario } from '../../../../src/host/app/run/loaded-scenario.ts';
import { sessionOrigin } from '../../../../src/host/app/run/session-origin.ts';
import { convertSession, type ConvertSession } from '../../../../src/host/app/session/convert-session.ts';
import { Sandbox } from '../../../../src/host/serve/sandbox.ts';
import type { JsonObject, Method } from '../../../../src/core/http/message.ts';
import type { ScenarioFile } from '../../../../src/simulation/scenario/schema.ts';
import { folderWith } from '../../../folder-with.ts';
import { FakeWall, policiesWith } from '../../serve/serving.ts';

const behaviours = await allBehaviours();

const market = {
  name: 'market',
  seed: 7,
  for: '30d',
  network: { latency: { median: '40ms', p99: '400ms' }, drop: '5%' },
  population: [
    { agent: 'escrow-seller', count: 3, arrive: { over: '1h' }, with: { every: '3h' } },
    { agent: 'escrow-buyer', count: 3, arrive: { at: '30m', over: '2h' }, with: { every: '2h' } },
  ],
};

/** A client of a sandbox in this process. */
class Client {
  readonly sandbox: Sandbox;
  key = '';

  constructor(sandbox: Sandbox) {
    this.sandbox = sandbox;
  }

  call(method: Method, path: string, body?: unknown): { status: number; body: JsonObject } {
    return this.sandbox.dispatch({
      method,
      path,
      query: {},
      headers: {
        'content-type': 'application/json',
        ...(this.key === '' ? {} : { authorization: `Bearer ${this.key}` }),
      },
      body: undefined,
      rawBody: body === undefined ? undefined : JSON.stringify(body),
      ip: '203.0.113.7',
    }).response;
  }

  post = (path: string, body?: unknown): { status: number; body: JsonObject } =>
    this.call('POST', path, body);

  join(name: string): void {
    this.key = this.post('/faucet/register', { agent_id: name }).body['api_key'] as string;
  }
}

interface Saved {
  readonly client: Client;
  readonly folder: string;
  readonly convert: (call: Partial<ConvertSession>) => ReturnType<typeof convertSession>;
}

/** A sandbox with or without the market, and its session in a file once it is converted. */
async function saved(isInhabited: boolean): Promise<Saved> {
  const folder = folderWith();
  const source = isInhabited ? join(folder, 'market.yaml') : undefined;
  if (source !== undefined) writeFileSync(source, stringify(market));
  const scenario = source === undefined ? undefined : await loadedScenario(source, {});
  const client = new Client(
    new Sandbox({
      seed: '7',
      profile: 'published',
      policies: policiesWith(),
      pace: 'manual',
      wall: new FakeWall(),
      scenario,
      behaviours,
      origin: sessionOrigin(source),
    }),
  );
  return {
    client,
    folder,
    convert: (call) => {
      const file = join(folder, 'session.json');
      client.sandbox.catchUp();
      writeFileSync(file, JSON.stringify(client.sandbox.history.session()));
      const common = { file, source, scenario, form: 'scenario', shrinks: false } as const;
      return convertSession({ out: undefined, request: undefined, ...common, ...call });
    },
  };
}

/** A client that lives among the market for half a day, with agents that it asked for and a fault. */
function live(client: Client): void {
  client.post('/_sim/clock/advance', { by: '2h' });
  client.join('mine');
  const { body } = client.post('/_sim/agents', { agent: 'escrow-seller', name: 'asked', count: 2 });
  const receiver = (body['agents'] as string[])[0];
  client.post('/_sim/clock/advance', { by: '10m' });
  const made = client.post('/escrow/escrow', { amount: '1.00', receiver });
  const id = made.body['escrow_id'] as string;
  client.call('GET', `/escrow/escrow/${id}`);
  client.post('/_sim/fault', { service: 'faucet', kind: 'outage', for: '1h' });
  client.post('/faucet/claim');
  client.post('/_sim/clock/advance', { by: '3h' });
  client.post(`/escrow/escrow/${id}/release`);
  client.post(`/escrow/escrow/${id}/release`);
  client.call('GET', '/faucet/agents');
  client.post('/_sim/clock/advance', { by: '6h' });
}

describe('a session as a scenario', () => {
  it('has the answers of the session, among agents, behind their network, with a fault', async () => {
    const { client, convert } = await saved(true);
    live(client);
    const { result, text } = await convert({});
    expect(result).toMatchObject({ ok: true, answers: { same: 7, of: 7, first: null }, leftOut: {} });
    const source = parse(text) as ScenarioFile;
    expect(source.population?.map(({ name, agent }) => name ?? agent)).toEqual([
      'escrow-seller',
      'escrow-buyer',
      'asked',
    ]);
    expect(source.faults).toEqual([{ at: '2h10m', service: 'faucet', kind: 'outage', for: '1h' }]);
    expect(source.operations).toContainEqual({
      at: '5h10m',
      by: 'mine',
      do: 'POST /escrow/escrow/${answer-4:/escrow_id}/release',
      from: '203.0.113.7',
    });
    expect(text).not.toContain('sk_live');
  });

  it('names what it has no words for, and the first answer that differs without it', async () => {
    const { client, convert } = await saved(false);
    client.join('poor');
    client.key = '';
    client.join('rich');
    expect(client.post('/_sim/grant', { api_key: client.key, amount: '500' })).toMatchObject({ status: 200 });
    const made = client.post('/escrow/escrow', { amount: '100.00', receiver: 'poor' });
    const { result } = await convert({});
    expect(result.leftOut).toEqual({ grant: 1 });
    expect(result).toMatchObject({
      ok: false,
      answers: { same: 2, of: 3, first: { request: 3, was: { status: made.status }, is: { status: 422 } } },
    });
  });

  it('keeps one answer and loses what it does not need', async () => {
    const { client, convert, folder } = await saved(true);
    live(client);
    const out = join(folder, 'small.yaml');
    const { result } = await convert({ shrinks: true, out });
    expect(result.kept).toEqual({ call: 'escrow/release', status: 409, code: 'CONFLICT' });
    const source = parse(readFileSync(out, 'utf8')) as ScenarioFile;
    expect(source.operations?.length).toBeLessThanOrEqual(5);
    expect(source.expect).toEqual({
      'http_reqs{service:escrow,operation:release,status:409,code:CONFLICT,agent:scripted}': ['count==1'],
    });
    expect(source.faults).toBeUndefined();
  });

  it('keeps the request that was chosen, not an earlier one with the same answer or a like one', async () => {
    const { client, convert, folder } = await saved(false);
    client.join('poor');
    const amounts = ['100.00', '200.00', '1.00', '300.00', '2.00'];
    for (const amount of amounts) client.post('/escrow/escrow', { amount, receiver: 'nobody-else' });
    const out = join(folder, 'small.yaml');
    for (const [request, amount] of amounts.entries()) {
      await convert({ shrinks: true, request: request + 1, out });
      const last = (parse(readFileSync(out, 'utf8')) as ScenarioFile).operations?.at(-1);
      expect(last?.body).toEqual({ amount, receiver: 'nobody-else' });
    }
  });

  it('is the smallest so far once a signal comes, and says so', async () => {
    const { client, convert } = await saved(true);
    live(client);
    const stop = new AbortController();
    let left = 0;
    const { result, text, isInterrupted } = await convert({
      shrinks: true,
      signal: stop.signal,
      onTry: ({ operations, tries }) => {
        left = operations;
        if (tries === 3) stop.abort();
      },
    });
    expect([isInterrupted, result.partial, result.ok, result.tries]).toEqual([true, true, false, 3]);
    const source = parse(text) as ScenarioFile;
    expect(source.about).toMatch(/Partial: the search for a smaller one did not come to its end\.$/);
    expect(source.operations).toHaveLength(left);
    expect(source.operations?.at(-1)?.do).toMatch(/release$/);
  });

  it('is refused where no answer can stay', async () => {
    const { client, convert } = await saved(false);
    client.join('mine');
    await expect(convert({ shrinks: true })).rejects.toThrow(
      /no request of the session was refused; expected/,
    );
    await expect(convert({ shrinks: true, request: 9 })).rejects.toThrow(
      /request 9 is no operation of the scenario; expected 0, the only one/,
    );
    client.post('/_sim/clock/advance', { by: '1h' });
    await expect(convert({ shrinks: true, request: 1 })).rejects.toThrow(
      /request 1 is the control call POST \/_sim\/clock\/advance and no operation of the scenario; expected/,
    );
  });
});

describe('a session as a trace', () => {
  it('has the requests of all agents and of clients, without secrets, each client in one session', async () => {
    const { client, convert, folder } = await saved(true);
    live(client);
    const out = join(folder, 'session.ndjson.gz');
    const { result } = await convert({ form: 'trace', out });
    const text = gunzipSync(readFileSync(out)).toString();
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(text).not.toMatch(/sk_live_/);
    expect(lines[0]).toMatchObject({ trace: 1, seed: '7', faults: [{ service: 'faucet', at: '2h10m' }] });
    expect(lines.at(-1)).toMatchObject({ end: true, requests: result.written });
    const outside = lines.filter(({ agent }) => agent === 'outside');
    expect(outside).toHaveLength(7);
    expect(new Set(outside.map(({ session }) => session)).size).toBe(1);
    expect(lines.length).toBeGreaterThan(30);
  });

  it('needs a file', async () => {
    const { convert } = await saved(false);
    await expect(convert({ form: 'trace' })).rejects.toThrow(/--as trace: expected --out/);
  });
});

describe('a session as a test', () => {
  it('runs and reaches the digest of the session', async () => {
    for (const isInhabited of [true, false]) {
      const { client, convert } = await saved(isInhabited);
      live(client);
      const { text, result } = await convert({ form: 'test' });
      expect(result).toMatchObject({ ok: true, leftOut: {} });
      expect(text).not.toMatch(/sk_live_/);
      expect(text).toContain(client.sandbox.world.digest().digest);
      const ran = await runTest(text);
      expect(ran).toEqual(['gives the answers of the session']);
    }
  });
});

/** Runs the text as vitest would, with the library of this checkout. */
async function runTest(text: string): Promise<string[]> {
  const ran: string[] = [];
  const code = text
    .replace(/^import .*$/gm, '')
    .replaceAll(/: \{ body: unknown \}|: string\[\]|: string(?= =>)| as Record<string, unknown>/g, '')
    .replace(/\}, \.\.\.path\): string =>/, '}, ...path) =>');
  const noted = (name: string, _: object, test: () => Promise<void>): void => {
    tests.push(async () => {
      await test();
      ran.push(name);
    });
  };
  const tests: (() => Promise<void>)[] = [];
  // oxlint-disable-next-line no-implied-eval, no-new-func -- the text of a test is what this test is about
  new Function('it', 'expect', 'createWorld', code)(noted, expect, createWorld);
  for (const test of tests) await test();
  return ran;
}
