/** The foreign deployment itself: its first steps under other flags, and that each of its defects can be seen. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request, type RequestOptions } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { answersTo, valueAt, type ForeignCall } from './calls.ts';
import { hasOpenssl, selfSigned } from './certificate.ts';
import { defectsOf, observed } from './defects.ts';
import { isPythonInstalled, launchPython, type Foreign, type ForeignOptions } from './launch.ts';
import { share } from '../campaigns.ts';
import { isCi } from '../ci.ts';

if (!isPythonInstalled && !isCi) console.log('skipped: the foreign deployment needs python3');

const defects = defectsOf('python');

/** A deployment that is stopped when the test ends. */
async function launched(options: ForeignOptions): Promise<Foreign> {
  const deployment = await launchPython(options);
  onTestFinished(deployment.stop);
  return deployment;
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'foreign-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Register, claim, create, release, and both balances. */
const firstSteps: readonly ForeignCall[] = [
  { call: 'POST /faucet/api/v1/agents/register', body: { agent_id: 'buyer' } },
  { call: 'POST /faucet/register', body: { agent_id: 'seller', metadata: { framework: 'none' } } },
  { key: 0, call: 'POST /faucet/api/v1/faucet/claim' },
  { key: 0, call: 'POST /escrow/escrow', body: { amount: 0.5, receiver: 'seller', expires_in: 600 } },
  { key: 0, call: 'POST /escrow/escrow/{3/escrow_id}/release' },
  { key: 0, call: 'GET /faucet/api/v1/faucet/status' },
  { key: 1, call: 'GET /faucet/api/v1/faucet/status' },
  { key: 1, call: 'GET /escrow/escrow/{3/escrow_id}' },
  { key: 1, call: 'POST /escrow/api/v1/escrow/release', body: { escrow_id: 'none' } },
];

const variants: readonly ForeignOptions[] = [
  {},
  { ids: 'ulid', keys: 'jwt-like', instants: 'offset', numbers: 'number', ownNames: 'nested', wording: 'other', extraFields: true, fieldOrder: 'reverse', authHeader: 'X-Api-Key', authScheme: 'none', existing: 5, gzip: true },
  { ids: 'opaque', keys: 'base64', instants: 'seconds', ownNames: 'data', wording: 'terse', limits: 'off', redirect: '/current', clockOffset: 86_400 * 400 },
]; // prettier-ignore

describe.skipIf(!isPythonInstalled && !isCi)('the foreign deployment in Python', () => {
  it.each(variants)('takes the documented first steps with %j', async (options) => {
    const { url } = await launched(options);
    const keyHeader = { name: options.authHeader ?? 'Authorization', scheme: options.authScheme ?? 'Bearer' };
    const answers = await answersTo(url, firstSteps, keyHeader);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 200, 201, 200, 200, 200, 200, 404]);
    const [, seller, claim, created, release, buyerStatus, sellerStatus, , unknown] = answers.map(
      ({ body }) => body,
    );
    expect(Number(valueAt(seller, '/balance'))).toBe(10);
    expect(claim).toMatchObject({ amount_usdc: 1 });
    expect(created).toMatchObject({ status: 'locked', receiver: 'seller' });
    expect(['amount', 'fee', 'net'].map((name) => Number(valueAt(created, `/${name}`)))).toEqual([
      0.5, 0.005, 0.495,
    ]);
    expect(release).toMatchObject({ status: 'released', escrow_id: valueAt(created, '/escrow_id') });
    expect(buyerStatus).toMatchObject({ eligible: false, balance_usdc: 0.5 });
    expect(sellerStatus).toMatchObject({ balance_usdc: 10.495 });
    expect(unknown).toMatchObject({ error: expect.any(String) as string, code: 'NOT_FOUND' });
  });

  it.each([
    [{}, '/sender'],
    [{ ownNames: 'flat' }, '/parties_payer'],
    [{ ownNames: 'nested' }, '/parties/payer'],
    [{ ownNames: 'data' }, '/data/parties_payer'],
  ] as const)('has own names where the documents give none: %j, %s', async (options, pointer) => {
    const { url } = await launched(options);
    const answers = await answersTo(url, firstSteps);
    expect(valueAt(answers[7]?.body, pointer)).toBe('buyer');
  });

  it.each([
    [{ ids: 'uuid', keys: 'bearer-hex', instants: 'ms' }, /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/, /^[\da-f]{48}$/, /\.\d{3}Z$/],
    [{ ids: 'ulid', keys: 'jwt-like', instants: 'us' }, /^[\dA-HJKMNP-TV-Z]{26}$/, /^eyJ[\w-]*\.[\w-]+\.[\w-]+$/, /\.\d{6}Z$/],
    [{ ids: 'int', keys: 'base64', instants: 'offset' }, /^\d+$/, /^[\w+/]{42,43}=*$/, /\.\d{3}\+02:00$/],
    [{ ids: 'number', keys: 'prefix', instants: 'seconds' }, /^\d+$/, /^agp-live_[\da-z]{40}$/, /T\d\d:\d\d:\d\dZ$/],
    [{ ids: 'opaque', instants: 'epoch' }, /^[\w-]{24}~$/, /^agp-live_/, /\.\d{3}Z$/],
    [{ ids: 'short' }, /^[\da-z]{6}$/, /^agp-live_/, /Z$/],
  ] as const)('writes ids, keys and instants as %j says', async (options, id, key, instant) => {
    const { url } = await launched(options);
    const answers = await answersTo(url, firstSteps);
    const created = answers[3]?.body;
    expect(String(valueAt(created, '/escrow_id'))).toMatch(id);
    expect(typeof valueAt(created, '/escrow_id')).toBe(options.ids === 'number' ? 'number' : 'string');
    expect(valueAt(answers[0]?.body, '/api_key')).toMatch(key);
    expect(valueAt(created, '/expires_at')).toMatch(instant);
    const opened = valueAt(answers[7]?.body, '/created_at');
    expect(typeof opened).toBe('instants' in options && options.instants === 'epoch' ? 'number' : 'string');
  }); // prettier-ignore

  it('refuses the registration after the last one of a minute, from one address, with all of the documented body', async () => {
    const { url } = await launched({ registrationsPerMinute: 3 });
    const agents = ['ann', 'ben', 'cat', 'dan'];
    const answers = await answersTo(
      url,
      agents.map((agent_id) => ({ call: 'POST /faucet/register', body: { agent_id } })),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 429]);
    expect(answers.map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual(['2', '1', '0', '0']);
    const refused = answers[3];
    expect(refused?.body).toMatchObject({
      error: 'rate_limit_exceeded',
      limit: 3,
      window: '1m',
      tier: 'free',
      retry_after_seconds: Number(refused?.headers.get('retry-after')),
    });
  });

  it('has accounts that exist before, whose keys a file lists', async () => {
    const keysFile = join(temporaryFolder(), 'keys.csv');
    const { url } = await launched({ existing: 12, keysFile });
    const [head, ...rows] = readFileSync(keysFile, 'utf8').trim().split('\n');
    expect(head).toBe('agent_id,api_key');
    expect(rows).toHaveLength(12);
    const key = rows[4]?.split(',')[1] ?? '';
    const calls = ['GET /escrow/escrows', 'POST /faucet/claim'].map((call) => ({
      call,
      headers: { authorization: `Bearer ${key}` },
    }));
    const [list, claim] = await answersTo(url, calls);
    expect(valueAt(list?.body, '/escrows')).toHaveLength(2);
    expect(claim?.status).toBe(200);
  });

  it('compresses for clients that take gzip, and redirects below a prefix', async () => {
    const { url } = await launched({ gzip: true, redirect: '/v2' });
    const plain = await fetch(`${url}/faucet/agents?x=1`, { redirect: 'manual' });
    expect([plain.status, plain.headers.get('location')]).toEqual([307, '/v2/faucet/agents?x=1']);
    const moved = await fetch(`${url}/v2/faucet/agents`, { headers: { 'accept-encoding': 'gzip' } });
    expect([moved.status, moved.headers.get('content-encoding')]).toEqual([200, 'gzip']);
    expect(await moved.json()).toHaveProperty('frameworks', {});
    const whole = await fetch(`${url}/v2/faucet/agents`, { headers: { 'accept-encoding': 'identity' } });
    expect(whole.headers.get('content-encoding')).toBeNull();
  });

  it('reports a flag that it does not know', async () => {
    await expect(launchPython({ defect: ['none-such'] })).rejects.toThrow(/unknown defect 'none-such'/);
  });
});

describe.skipIf(!isPythonInstalled && !isCi)('the defects of the foreign deployment in Python', () => {
  it('are 25, each described and with one name', () => {
    expect(new Set(defects.map(({ name }) => name)).size).toBe(25);
    expect(new Set(defects.map(({ says }) => says)).size).toBe(25);
  });

  it.each(share('defectsSeen', defects))(
    '$name is seen by its calls, whatever the seed: $says',
    async (defect) => {
      const seen: unknown[] = [];
      for (const options of [{ seed: 1 }, { seed: 2 }, { seed: 1, defect: [defect.name] }]) {
        const { url } = await launched(options);
        seen.push(observed(defect, await answersTo(url, defect.calls)));
      }
      expect(seen[1]).toEqual(seen[0]);
      expect(seen[2]).not.toEqual(seen[0]);
    },
  );
});

/** The status of a read over TLS; rejects where there is no connection. */
const statusOver = (url: string, options: RequestOptions): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const call = request(`${url}/faucet/agents`, { agent: false, ...options }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    call.on('error', reject).end();
  });

describe.skipIf(!(isPythonInstalled && hasOpenssl) && !isCi)('the foreign deployment over TLS', () => {
  it('answers clients that know its certificate', async () => {
    const tls = selfSigned(temporaryFolder());
    const { url } = await launched({ tls });
    expect(await statusOver(url, { ca: readFileSync(tls[0]) })).toBe(200);
    await expect(statusOver(url, {})).rejects.toThrow('self-signed certificate');
  });

  it('refuses clients without a certificate where it needs one', async () => {
    const tls = selfSigned(temporaryFolder());
    const [cert, key] = [readFileSync(tls[0]), readFileSync(tls[1])];
    const { url } = await launched({ tls, clientCa: tls[0] });
    expect(await statusOver(url, { ca: cert, cert, key })).toBe(200);
    await expect(statusOver(url, { ca: cert })).rejects.toThrow(/certificate required|ECONNRESET/);
    // It goes on answering.
    expect(await statusOver(url, { ca: cert, cert, key })).toBe(200);
  });
});
