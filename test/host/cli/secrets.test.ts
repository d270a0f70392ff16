/** No file that a command writes holds a secret that was given out in its run, wherever an agent has put it. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { scenarioHost } from '../../../src/host/app/run/scenario-host.ts';
import { buildFromValue } from '../../../src/simulation/scenario/load.ts';
import { ScenarioRun } from '../../../src/simulation/scenario/run.ts';
import { deriveKeys } from '../../../src/platform/services/wallet/keys/hd-wallet.ts';
import { folderWith, orrery, project } from './orrery.ts';

type Operation = Readonly<Record<string, unknown>>;

/** Where an agent may put a text that is a secret. Each is a request that is made, whatever comes of it. */
const places: readonly ((secret: string, by: string) => Operation)[] = [
  (secret, by) => ({ by, do: 'POST /faucet/register', body: { agent_id: secret } }),
  (secret, by) => ({ by, do: `GET /escrow/escrow/${secret}` }),
  (secret, by) => ({ by, do: `GET /nowhere/${secret}/at/all` }),
  (secret, by) => ({ by, do: 'GET /faucet/status', query: { page: secret, view_key: secret } }),
  (secret, by) => ({ by, do: 'GET /faucet/status', headers: { 'x-note': secret, authorization: `Basic ${secret}` } }),
  (secret, by) => ({ by, do: 'POST /faucet/claim', headers: { 'idempotency-key': `again-${secret}` }, body: {} }),
  (secret, by) => ({ by, do: 'POST /escrow/escrow', body: { receiver: secret, amount: 1, conditions: { memo: secret } } }),
  (secret, by) => ({ by, do: 'POST /domains/register', body: { domain: secret } }),
  (secret, by) => ({ by, do: 'POST /casino/bet', body: { game: secret, nested: [{ deep: { text: `it is ${secret}!` } }] } }),
  (secret, by) => ({ by, do: 'POST /wallet/v1/transfer', body: { chain: 'base', private_key: secret, from: secret, memo: secret } }),
  (secret, by) => ({ by, do: 'POST /faucet/claim', raw: `{"note": "${secret}", ` }),
  (secret, by) => ({ by, do: 'POST /faucet/claim', raw: `{"mnemon\\u0069c": "${secret}"}` }),
  (secret, by) => ({ by, do: 'POST /faucet/claim', raw: `token=${secret}&x=1` }),
  (secret, by) => ({ by, do: 'POST /faucet/mcp', body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: secret, arguments: { api_key: secret } } } }),
]; // prettier-ignore

const opening: readonly Operation[] = [
  { by: 'alice', do: 'POST /faucet/register', body: { agent_id: 'alice' }, as: 'a' },
  { by: 'bob', do: 'POST /faucet/register', body: { agent_id: 'bob' }, as: 'b' },
  { by: 'alice', do: 'POST /wallet/v1/wallet/create', body: {}, as: 'w' },
];

const secrets = ['${a:/api_key}', '${b:/api_key}', '${w:/mnemonic}'];

const scenarios = fc
  .array(fc.record({ place: fc.constantFrom(...places), secret: fc.constantFrom(...secrets), by: fc.constantFrom('alice', 'bob', 'carol') }), { minLength: 10, maxLength: 34 })
  .map((steps) => ({
    name: 'leaky',
    seed: 11,
    for: '2h',
    operations: [...opening, ...steps.map(({ place, secret, by }) => place(secret, by))],
    // One that does not hold, so that what led to it is shown.
    expect: { http_reqs: ['count>1000000'] },
  })); // prettier-ignore

/** Everything that the same run gives out, and what can be derived from it. */
async function issuedIn(scenario: object): Promise<string[]> {
  const issued: string[] = [];
  const note = (body: Readonly<Record<string, unknown>>): void => {
    for (const name of ['api_key', 'mnemonic']) {
      const value = body[name];
      if (typeof value === 'string' && value !== '[redacted]') issued.push(value);
    }
  };
  const run = new ScenarioRun(await buildFromValue(scenario, scenarioHost), {
    onEvent: ({ response }) => note(response.body),
    onRawExchange: (_request, response) => note(response.body),
  });
  while (run.step(1_000)) continue;
  const words = issued.filter((text) => text.includes(' '));
  return [...issued, ...words.flatMap((text) => [deriveKeys(text).ethereum.privateKey ?? ''])].filter(
    (text) => text !== '',
  );
}

function textsIn(folder: string): [string, string][] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map(({ name, parentPath }) => {
      const bytes = readFileSync(join(parentPath, name));
      return [name, (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()];
    });
}

function leaks(folder: string, issued: readonly string[]): string[] {
  return textsIn(folder).flatMap(([name, text]) =>
    issued.filter((secret) => text.includes(secret)).map((secret) => `${name}: ${secret}`),
  );
}

describe('a secret that a run issued', () => {
  it('is in no file that run, record, har or check write', async () => {
    await fc.assert(
      fc.asyncProperty(scenarios, async (scenario) => {
        const folder = folderWith({ 'leaky.yaml': stringify(scenario) });
        const recorded = await orrery(folder, ['record', 'leaky.yaml', '--out', 'out']);
        expect([recorded.code, recorded.stderr]).toEqual([1, '']);
        const there = await orrery(folder, ['har', 'out/trace.ndjson.gz', 'out/a.har']);
        expect([there.code, there.stderr]).toEqual([0, '']);
        writeFileSync(join(folder, 'out', 'stdout.txt'), recorded.stdout + there.stdout);
        const issued = await issuedIn(scenario);
        expect(issued.length).toBeGreaterThanOrEqual(4);
        expect(leaks(join(folder, 'out'), issued)).toEqual([]);
      }),
      { numRuns: 3, endOnFailure: true },
    );
  });

  it('is in every place where the property puts it, unless it is redacted', async () => {
    const scenario = {
      name: 'leaky', seed: 11, for: '2h',
      operations: [...opening, ...places.map((place) => place('${a:/api_key}', 'bob'))],
    }; // prettier-ignore
    const sent: string[] = [];
    const run = new ScenarioRun(await buildFromValue(scenario, scenarioHost), {
      onEvent: ({ request }) => sent.push(JSON.stringify(request)),
    });
    while (run.step(1_000)) continue;
    expect(sent.length).toBeGreaterThan(places.length);
    expect(sent.slice(3).filter((text) => text.includes('sk_live_')).length).toBeGreaterThanOrEqual(
      places.length,
    );
  });

  it('ends a recording whose agents send what nothing explains with one line', async () => {
    const agent = `
import { createHash } from 'node:crypto';
import { defineAgent } from 'orrery-sim';
export default defineAgent({
  name: 'hasher',
  about: 'Sends a hash of its key.',
  *run(agent) {
    const answer = yield* agent.post('/faucet/register', { agent_id: 'hasher' });
    const memo = createHash('sha256').update(String(answer.body.api_key)).digest('hex');
    yield* agent.post('/faucet/claim', { memo });
  },
});
`;
    const scenario = 'name: hashes\nfor: 1h\npopulation:\n  - { agent: ./hasher.ts, count: 1 }\n';
    const folder = folderWith({ 'hasher.ts': agent, 'hashes.yaml': scenario });
    spawnSync('ln', ['-s', join(project, 'node_modules'), join(folder, 'node_modules')]);
    const { code, stderr } = await orrery(folder, ['record', 'hashes.yaml', '--out', 'out']);
    expect(stderr).toMatch(/request 1 of the trace holds text that was made of an id or a key/);
    expect([code, stderr.trimEnd().split('\n').length]).toEqual([2, 1]);
  });
});
