/** Accounts that exist already at a deployment that shares nothing with Orrery: nothing is registered there. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountsIn } from '../../src/host/app/files/keys-file.ts';
import { loadTarget } from '../../src/host/app/files/target-file.ts';
import { asRecorded } from '../../src/live/traffic/plan/schedule.ts';
import { defaultReplay } from '../../src/live/traffic/replay/replay-call.ts';
import { Replay } from '../../src/live/traffic/replay/replay.ts';
import type { ReplayResult } from '../../src/live/traffic/replay/result-schema.ts';
import { launchPython, skipsPython, type ForeignOptions } from './launch.ts';
import { traceOf } from './recorded.ts';

const folder = mkdtempSync(join(tmpdir(), 'orrery-keys-'));
let trace = '';

beforeAll(async () => {
  trace = await traceOf('tour');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;

/** A deployment with accounts, and the target file that names them. */
async function withAccounts(options: ForeignOptions) {
  const name = `keys-${(count += 1)}`;
  const keysFile = join(folder, `${name}.csv`);
  const { url, stop } = await launchPython({ existing: 16, ...options, keysFile });
  const file = join(folder, `${name}.yaml`);
  const services = `{ faucet: "${url}/faucet", escrow: "${url}/escrow" }`;
  writeFileSync(
    file,
    `name: foreign\nhosts: [127.0.0.1]\nallow: writes\nservices: ${services}\nkeys: ${name}.csv\n`,
  );
  return { file, keysFile, stop };
}

const callFor = (file: string, namespace: string) => ({
  ...defaultReplay,
  trace,
  target: loadTarget(file),
  schedule: { ...asRecorded, speed: 4 },
  namespace,
  answersOnly: true,
  ca: undefined,
});

const unexplained = ({ differences }: ReplayResult): string[] =>
  differences.groups
    .filter(({ explanation }) => explanation === null)
    .map(
      ({ call, kind, field, n, recorded, live }) =>
        `${n} ${call} ${kind} ${field}: ${recorded} became ${live}`,
    );

const variants: readonly ForeignOptions[] = [
  {},
  { ids: 'ulid', keys: 'jwt-like', instants: 'offset', numbers: 'number', ownNames: 'nested' },
  { ids: 'number', keys: 'base64', instants: 'us', extraFields: true, wording: 'other' },
]; // prettier-ignore

describe.skipIf(skipsPython)('replay with accounts that exist', () => {
  it.each(variants)(
    'registers as few as it may, twice in a row, and finds no difference: %j',
    async (options) => {
      const { file, keysFile, stop } = await withAccounts(options);
      try {
        for (const namespace of ['once', 'twice']) {
          const result = await (await Replay.plan(callFor(file, namespace))).run();
          expect(unexplained(result)).toEqual([]);
          // The registration that names a referrer is sent, and so is the one that is refused.
          expect(result).toMatchObject({ ok: true, unsent: 0, requests: 67, fromKeys: 4 });
          const keys = readFileSync(keysFile, 'utf8')
            .trim()
            .split('\n')
            .slice(1)
            .map((line) => line.split(',')[1] ?? '');
          expect(keys.filter((key) => JSON.stringify(result).includes(key))).toEqual([]);
        }
      } finally {
        await stop();
      }
    },
  );

  it('needs as many accounts as the trace registers', async () => {
    const { file, stop } = await withAccounts({ existing: 2 });
    await stop();
    await expect(Replay.plan(callFor(file, 'few'))).rejects.toThrow(
      /^.*yaml:1:1: .*csv has 2 accounts, and the run registers 4 agents; expected 4 accounts at least$/,
    );
  });
});

describe('the file of accounts', () => {
  it.each([
    ['', /:1:1: the column agent_id is missing/],
    ['agent_id,key\na,k\n', /:1:1: the column api_key is missing/],
    ['agent_id,api_key\n', /:1:1: the file has no accounts/],
    ['agent_id,api_key\na,secret-1\nb,secret 2\n', /:3:1: api_key is no key that a header can carry/],
    ['agent_id,api_key\n"a b",secret-1\n', /:2:1: agent_id is no name of an agent/],
    ['agent_id,api_key\na,secret-1\na,secret-2\n', /:3:1: the account a is there twice/],
    ['agent_id,api_key\na\n', /:2:1: the row has 1 columns; expected 2/],
    ['agent_id,api_key\n"a,secret-1\n', /:\d+:1: the file is no CSV/],
  ])('is refused in one line that has no key: %j', (text, message) => {
    const file = join(folder, 'wrong.csv');
    writeFileSync(file, text);
    expect(() => accountsIn(file)).toThrow(message);
    try {
      accountsIn(file);
    } catch (error) {
      expect((error as Error).message).not.toMatch(/secret|\n/);
    }
  });
});
