/** `conform` at a deployment that allows ten registrations a minute: with accounts that exist, and without. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadTarget } from '../../src/host/app/files/target-file.ts';
import type { ConformCall } from '../../src/live/conform/conform-call.ts';
import { conformed } from '../live/conform/conforming.ts';
import { launchPython, skipsPython, type ForeignOptions } from './launch.ts';

const tour: unknown = parse(readFileSync(new URL('tour.yaml', import.meta.url), 'utf8'));

const defects = JSON.parse(
  readFileSync(new URL('python/defects.json', import.meta.url), 'utf8'),
) as readonly { readonly name: string }[];

/** Of the claim of an account that has claimed before, and of the answer to a registration. */
const hiddenByAccounts: ReadonlySet<string> = new Set(['claim-paid-twice', 'instant-without-offset']);

/** Two agents and an escrow between them. */
const oneEscrow = {
  name: 'one-escrow',
  seed: 1,
  for: '20s',
  operations: [
    { at: '0ms', by: 'alice', do: 'POST /faucet/register', body: { agent_id: 'alice' } },
    { at: '50ms', by: 'bob', do: 'POST /faucet/register', body: { agent_id: 'bob' } },
    { at: '100ms', by: 'alice', do: 'GET /faucet/api/v1/faucet/status' },
    { at: '150ms', by: 'alice', do: 'POST /escrow/escrow', body: { amount: 5.005, receiver: 'bob' }, as: 'e' },
    { at: '200ms', by: 'bob', do: 'GET /escrow/escrow/${e:/escrow_id}' },
    { at: '250ms', by: 'alice', do: 'POST /escrow/escrow/${e:/escrow_id}/release' },
    { at: '300ms', by: 'bob', do: 'GET /faucet/api/v1/faucet/status' },
    { at: '350ms', by: 'bob', do: 'GET /domains/api/v1/check', query: { domain: 'some.agent' } },
  ],
}; // prettier-ignore

const folder = mkdtempSync(join(tmpdir(), 'orrery-conform-keys-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;

async function compared(options: ForeignOptions & { hasKeys: boolean }, call: Partial<ConformCall> & { sources: unknown[] }) {
  const { hasKeys, ...flags } = options;
  const name = `target-${(count += 1)}`;
  const keysFile = join(folder, `${name}.csv`);
  const { url, stop } = await launchPython({ existing: 20, ...flags, keysFile });
  const services = `{ faucet: "${url}/faucet", escrow: "${url}/escrow" }`;
  const keys = hasKeys ? `keys: ${name}.csv\n` : '';
  const file = join(folder, `${name}.yaml`);
  writeFileSync(file, `name: foreign\nhosts: [127.0.0.1]\nallow: writes\nservices: ${services}\n${keys}`);
  try {
    const how = { searchMs: 30_000, limitWaitMs: 150_000, runMs: 60_000, namespace: `keys${count}`, ...call };
    const result = await conformed({ text: readFileSync(file, 'utf8'), target: loadTarget(file), ...how });
    const secrets = readFileSync(keysFile, 'utf8').trim().split('\n').slice(1).map((line) => line.split(',')[1] ?? '');
    expect(secrets.filter((key) => JSON.stringify(result).includes(key))).toEqual([]);
    return result;
  } finally {
    await stop();
  }
} // prettier-ignore

describe.skipIf(skipsPython)('conform under a cap of registrations', { concurrent: true }, () => {
  it.each([
    { ids: 'ulid' },
    { ids: 'int', ownNames: 'data', numbers: 'number', instants: 'offset' },
  ] as const)('registers as few agents as it may, and finds no difference: %j', async (options) => {
    const result = await compared({ ...options, hasKeys: true }, { sources: [tour] });
    expect(result.differences.groups.filter(({ explanation }) => explanation === null)).toEqual([]);
    expect(result).toMatchObject({ ok: true, requests: 71, fromKeys: 4 });
  });

  it.each(defects.filter(({ name }) => !hiddenByAccounts.has(name)).map(({ name }) => name))(
    'finds the defect %s',
    async (name) => {
      const how = { sources: [tour], causesMax: 0, searchMs: 0 };
      const { ok } = await compared({ ids: 'ulid', hasKeys: true, defect: [name] }, how);
      expect(ok).toBe(false);
    },
  );

  it('makes sequences small with accounts that exist, without waiting', async () => {
    const defect = ['fee-rounded-up', 'state-in-capitals'];
    const result = await compared({ hasKeys: true, defect }, { sources: [oneEscrow], limitWaitMs: 0 });
    const found = result.causes.map(({ call, field, requests, why }) => ({ call, field, requests, why }));
    expect(found).toEqual([
      { call: 'escrow/B/create', field: '/fee', requests: 3, why: null },
      { call: 'escrow/B/release', field: '/status', requests: 4, why: null },
    ]);
    expect(result.unlisted).toBe(1);
  });

  it('says truly why there is no smallest sequence where the cap leaves no time for it', async () => {
    const sources = [oneEscrow];
    const result = await compared(
      { hasKeys: false, defect: ['fee-rounded-up'] },
      { sources, limitWaitMs: 0 },
    );
    const why =
      /a cap such as that of registrations has to be waited for, and the 0ms of --limit-wait were over$/;
    expect(result.search.ended).toMatch(why);
    expect(result.causes.map(({ why: said }) => said)).toEqual([expect.stringMatching(why)]);
    const unexplained = result.differences.groups.filter(({ explanation }) => explanation === null);
    // What was not looked for belongs to a cause all the same: the one that it may follow from.
    expect(result.search.unexamined).toBeGreaterThan(0);
    expect(unexplained.map(({ cause }) => cause)).toEqual(unexplained.map(() => 0));
  });

  it('needs as many accounts as the run registers', async () => {
    await expect(compared({ hasKeys: true, existing: 2 }, { sources: [tour] })).rejects.toThrow(
      /^.*target-\d+\.yaml: .*target-\d+\.csv has 2 accounts, and the run registers 4 agents; expected 4 accounts at least$/,
    );
  });
});
