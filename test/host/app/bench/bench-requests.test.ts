/** What a bench of a request file sends, and what is refused before anything is sent. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { requestsLoad } from '../../../../src/host/app/bench/bench-requests.ts';
import type { LoadOptions } from '../../../../src/host/app/bench/load-options.ts';
import { Budget } from '../../../../src/live/traffic/target/budget.ts';
import { PinnedAddresses } from '../../../../src/live/traffic/target/pinned-addresses.ts';
import { readTarget } from '../../../../src/live/traffic/target/target.ts';
import { answerJson, toyServer } from '../../../live/traffic/toy-server.ts';
import { folderWith } from '../../cli/orrery.ts';

interface Bench {
  readonly file?: string;
  readonly keys?: string;
  readonly allow?: string;
  readonly port?: number;
  readonly options?: Partial<LoadOptions>;
}

const reads =
  'requests: [{ do: GET /faucet/agents }, { do: GET /escrow/none }, { do: GET /faucet/agents }]\n';

async function loadOf({ file = reads, keys, allow = 'reads', port = 81, options = {} }: Bench) {
  const folder = folderWith({ 'requests.yaml': file, ...(keys === undefined ? {} : { keys }) });
  const at = (path: string): string => `"http://127.0.0.1:${port}/${path}"`;
  const services = `{ faucet: ${at('faucet')}, escrow: ${at('escrow')} }`;
  const target = readTarget(
    'toy.yaml',
    `name: toy\nhosts: [127.0.0.1]\nallow: ${allow}\nservices: ${services}\n`,
  );
  const request = join(folder, 'requests.yaml');
  const own = keys === undefined ? {} : { keys: join(folder, 'keys') };
  const budget = new Budget({ micros: undefined, requests: 100 });
  const { load, requests } = await requestsLoad(target, await PinnedAddresses.resolve(target), {
    options: { header: [], agents: '2', seed: '7', request, ...own, ...options },
    budget,
  });
  return { load, requests: { ...requests, source: requests.source === request }, spent: budget.spent };
}

describe('a bench of a request file', () => {
  it.each([
    ['one,k1\ntwo,k2\n', '5', 2],
    ['k1\nk2\nk3\n', '2', 2],
    ['k1\n', '1', 1],
  ])('has a user for each key of %j, up to %s', async (keys, agents, users) => {
    const { requests, load, spent } = await loadOf({ keys, options: { agents } });
    expect(requests).toEqual({
      source: true,
      users,
      operations: ['faucet/B/publicAgents', 'GET /escrow/none'],
    });
    expect(load.endpoints).toMatchObject([{ host: '127.0.0.1', port: 81 }]);
    expect(spent).toEqual({ requests: 0, micros: 0 });
  });

  it('has as many users as all their accounts have keys', async () => {
    const file = `accounts: [buyer, seller]\n${reads}`;
    expect(
      (await loadOf({ file, keys: 'k1\nk2\nk3\nk4\nk5\n', options: { agents: '9' } })).requests.users,
    ).toBe(2);
    await expect(loadOf({ file, keys: 'k1\n' })).rejects.toThrow(
      /^--keys .*keys: expected at least 2 keys, one for each account$/,
    );
    expect((await loadOf({ file, keys: 'k1\nk2\n' })).requests.users).toBe(1);
  });

  it('registers its users where no keys are given, out of the budget', async () => {
    const toy = await toyServer((_asked, response, index) =>
      answerJson(response, { api_key: `key-${index}` }, 201),
    );
    const { requests, spent } = await loadOf({ port: toy.port, allow: 'writes' });
    expect([requests.users, spent]).toEqual([2, { requests: 2, micros: 0 }]);
    const names = toy.asked.map(({ text }) => (JSON.parse(text) as { agent_id: string }).agent_id);
    expect(names.map((name) => name.replace(/[0-9a-f]{8}/, '#'))).toEqual([
      'bench-#-0-user',
      'bench-#-1-user',
    ]);
  });

  it('sends the set-up with the keys and the names of its users', async () => {
    const toy = await toyServer();
    const keys = 'one , k1\nk2\n';
    await loadOf({ port: toy.port, file: `setup: [{ by: user, do: GET /faucet/agents }]\n${reads}`, keys });
    expect(toy.asked.map(({ headers, url }) => [url, headers.authorization])).toEqual([
      ['/faucet/agents', 'Bearer k1'],
      ['/faucet/agents', 'Bearer k2'],
    ]);
  });

  const refused = (method: string): string =>
    `${method} is not allowed at target toy (allow: reads); expected allow: writes in toy.yaml`;
  it.each<[string, Bench, string]>([
    ['to register', {}, refused('POST')],
    ['to write', { keys: 'k1\n', file: 'requests: [{ do: DELETE /escrow/x }]\n' }, refused('DELETE')],
    [
      'to prepare what is read',
      { keys: 'k1\n', file: `setup: [{ do: PUT /escrow/x }]\n${reads}` },
      refused('PUT'),
    ],
    ['so many users', { options: { agents: '0' } }, '--agents 0: expected a whole number from 1 to 10000'],
  ])('is not allowed %s', async (_what, bench, message) => {
    await expect(loadOf(bench)).rejects.toMatchObject({ name: 'CallMistake', message });
  });

  it('is refused for a file with a mistake', async () => {
    await expect(loadOf({ file: 'requests: []\n', keys: 'k1\n' })).rejects.toMatchObject({
      name: 'FileMistake',
    });
  });
});
