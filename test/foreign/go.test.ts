/** The foreign deployment in Go: its first steps under other flags, and that each of its defects can be seen. */
import { createHash, createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:http2';
import { request, type RequestOptions } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConnectionOptions } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { answersTo, valueAt, type ForeignAnswer, type ForeignCall } from './calls.ts';
import { hasOpenssl, selfSigned } from './certificate.ts';
import { defectsOf, observed } from './defects.ts';
import { buildGo, launchGo, skipsGo, type GoOptions } from './launch-go.ts';
import type { Foreign } from './launch.ts';
import { isCi } from '../ci.ts';

if (skipsGo) console.log('skipped: the foreign deployment in Go needs go');

const folder = mkdtempSync(join(tmpdir(), 'foreign-go-'));
let program = '';
beforeAll(async () => {
  if (!skipsGo) program = await buildGo();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A deployment that is stopped when the test ends. */
async function launched(options: GoOptions): Promise<Foreign> {
  const deployment = await launchGo(program, options);
  onTestFinished(deployment.stop);
  return deployment;
}

/** Every service: register, claim, escrow, order, domain, bets, the seed revealed, and what is left. */
const firstSteps: readonly ForeignCall[] = [
  { call: 'POST /faucet/register', body: { agent_id: 'buyer', metadata: { framework: 'none' } } },
  { call: 'POST /faucet/api/v1/agents/register', body: { agent_id: 'seller', referrer: 'buyer' } },
  { key: 1, call: 'POST /faucet/api/v1/faucet/claim' },
  { key: 0, call: 'POST /escrow/escrow', body: { amount: 0.5, receiver: 'seller', expires_in: 600 } },
  { key: 0, call: 'POST /escrow/escrow/{3/escrow_id}/release' },
  { key: 1, call: 'GET /faucet/api/v1/faucet/status' },
  { key: 0, call: 'POST /api/trading-api/order', body: { pair: 'ETH-USDC', side: 'buy', amount: 2 } },
  { key: 0, call: 'GET /domains/api/v1/check?domain=harbour.agent' },
  { key: 0, call: 'POST /api/casino-api/bet', body: { game: 'dice', amount: 0.5, params: { target: 50, over: true }, client_seed: 'mine' } },
  { key: 0, call: 'POST /casino/api/v1/games/coin-flip', body: { amount: 0.1, side: 'tails' } },
  { key: 0, call: 'POST /casino/api/v1/fairness/rotate' },
  { key: 0, call: 'GET /faucet/api/v1/faucet/status' },
  { key: 1, call: 'GET /escrow/escrow/{3/escrow_id}' },
  { key: 1, call: 'POST /escrow/api/v1/escrow/release', body: { escrow_id: 'none' } },
]; // prettier-ignore

const variants: readonly GoOptions[] = [
  {},
  { ids: 'ulid', keys: 'jwt', instants: 'offset', numbers: 'number', ownNames: 'nested', wording: true, extraFields: true, fieldOrder: 'reverse', authHeader: 'X-Agent-Token', authScheme: 'none', existing: 5, gzip: true },
  { ids: 'int', keys: 'base64', instants: 'ns', ownNames: 'envelope', limits: 'off', tier: 'pro', delay: 3, clockOffset: -86_400 * 400 },
]; // prettier-ignore

/** 1 to 100, as the README of the deployment says it is drawn. */
function rollOf(serverSeed: string, clientSeed: string, nonce: number): number {
  const first = createHmac('sha256', serverSeed).update(`${clientSeed}:${nonce}:0`).digest();
  return (first.readUInt32BE(0) % 100) + 1;
}

const places = { flat: '/opened_seed', nested: '/former/seed', envelope: '/payload/opened_seed' };

describe.skipIf(skipsGo)('the foreign deployment in Go', () => {
  it.each(variants)('takes the documented first steps with %j', async (options) => {
    const { url } = await launched(options);
    const keyHeader = { name: options.authHeader ?? 'Authorization', scheme: options.authScheme ?? 'Bearer' };
    const answers = await answersTo(url, firstSteps, keyHeader);
    expect(answers.map(({ status }) => status)).toEqual([
      201, 201, 200, 201, 200, 200, 201, 200, 200, 200, 200, 200, 200, 404,
    ]);
    const body = (index: number): unknown => answers[index]?.body;
    expect(Number(valueAt(body(0), '/balance'))).toBe(10);
    expect(body(2)).toMatchObject({ amount_usdc: 1 });
    expect(body(3)).toMatchObject({ status: 'locked', receiver: 'seller' });
    const amounts = ['amount', 'fee', 'net'].map((name) => Number(valueAt(body(3), `/${name}`)));
    expect(amounts).toEqual([0.5, 0.005, 0.495]);
    expect(body(4)).toMatchObject({ status: 'released', escrow_id: valueAt(body(3), '/escrow_id') });
    expect(body(5)).toMatchObject({ eligible: false, balance_usdc: 1.495 });
    expect(body(6)).toMatchObject({ status: 'filled', pair: 'ETH-USDC', side: 'buy' });
    expect(body(7)).toMatchObject({ available: true, price_usdc: 10 });
    expect(body(11)).toMatchObject({ balance_usdc: valueAt(body(9), '/balance') });
    expect(body(13)).toMatchObject({ error: expect.any(String) as string, code: 'NOT_FOUND' });
  });

  it.each(['flat', 'nested', 'envelope'] as const)('bets on a seed that a rotation reveals: %s', async (ownNames) => {
    const { url } = await launched({ ownNames });
    const answers = await answersTo(url, firstSteps);
    const [bet, rotation] = [answers[8]?.body, answers[10]?.body];
    const serverSeed = String(valueAt(rotation, places[ownNames]));
    expect(createHash('sha256').update(serverSeed).digest('hex')).toBe(valueAt(bet, '/seed'));
    expect(valueAt(bet, '/result/roll')).toBe(rollOf(serverSeed, 'mine', 1));
    const won = valueAt(bet, '/result/roll') as number > 50;
    expect(bet).toMatchObject({ win: won, payout: won ? '0.98' : '0.00', nonce: 1, game: 'dice' });
  }); // prettier-ignore

  it.each([
    [{}, '/payer'],
    [{ ownNames: 'nested' }, '/sides/payer'],
    [{ ownNames: 'envelope' }, '/payload/payer'],
  ] as const)('has own names where the documents give none: %j, %s', async (options, pointer) => {
    const { url } = await launched(options);
    const answers = await answersTo(url, firstSteps);
    expect(valueAt(answers[12]?.body, pointer)).toBe('buyer');
  });

  it.each([
    [{ ids: 'uuid', keys: 'hex', instants: 'ms' }, /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/, /^[\da-f]{64}$/, /\.\d{3}Z$/],
    [{ ids: 'ulid', keys: 'jwt', instants: 'us' }, /^[\dA-HJKMNP-TV-Z]{26}$/, /^eyJ[\w-]*\.[\w-]+\.[\w-]+$/, /\.\d{6}Z$/],
    [{ ids: 'int', keys: 'base64', instants: 'ns' }, /^\d+$/, /^[\w+/]{47}=$/, /\.\d{9}Z$/],
    [{ ids: 'opaque', keys: 'prefix', instants: 'offset' }, /^[\w-]{24}$/, /^live-\w{28}$/, /\.\d{3}\+05:30$/],
    [{ ids: 'short', instants: 'seconds' }, /^[\da-z]{7}$/, /^live-/, /T\d\d:\d\d:\d\dZ$/],
  ] as const)('writes ids, keys and instants as %j says', async (options, id, key, instant) => {
    const { url } = await launched(options);
    const answers = await answersTo(url, firstSteps);
    expect(valueAt(answers[3]?.body, '/escrow_id')).toMatch(id);
    expect(valueAt(answers[0]?.body, '/api_key')).toMatch(key);
    expect(valueAt(answers[3]?.body, '/expires_at')).toMatch(instant);
    const order = valueAt(answers[6]?.body, '/order_id');
    expect(typeof order).toBe(options.ids === 'int' ? 'number' : 'string');
  }); // prettier-ignore

  it('refuses the registration after the last one of a minute, with all of the documented body', async () => {
    const { url } = await launched({ registrationsPerMinute: 3 });
    const agents = ['ann', 'ben', 'cat', 'dan'];
    const answers = await answersTo(url, agents.map(registration));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 429]);
    expect(answers.map(remaining)).toEqual(['2', '1', '0', '0']);
    const refused = answers[3];
    expect(refused?.body).toMatchObject({
      error: 'rate_limit_exceeded',
      limit: 3,
      window: '1m',
      tier: 'free',
      upgrade_url: expect.any(String) as string,
      retry_after_seconds: Number(refused?.headers.get('retry-after')),
    });
    const reset = Date.parse(String(valueAt(refused?.body, '/reset_at')));
    expect(reset / 1000).toBe(Number(refused?.headers.get('x-ratelimit-reset')));
  });

  it('counts but refuses nothing without limits', async () => {
    const { url } = await launched({ registrationsPerMinute: 1, limits: 'off' });
    const answers = await answersTo(url, ['ann', 'ben', 'cat'].map(registration));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(answers.map(remaining)).toEqual(['0', '0', '0']);
  });

  it.each([
    ['free', '50'],
    ['pro', '500'],
    ['enterprise', null],
  ] as const)('counts by tier: the burst of ten seconds binds: %s, %s', async (tier, burst) => {
    const { url } = await launched({ tier });
    const ticker = { key: 0, call: 'GET /trading/api/v1/ticker/BTC-PERP' };
    const answers = await answersTo(url, [registration('ann'), ticker]);
    expect(answers[1]?.headers.get('x-ratelimit-limit')).toBe(burst);
  });

  it('has accounts that exist before, whose keys a file lists', async () => {
    const keysFile = join(folder, 'keys.csv');
    const { url } = await launched({ existing: 12, keysFile });
    const [head, ...rows] = readFileSync(keysFile, 'utf8').trim().split('\n');
    expect(head).toBe('agent_id,api_key');
    expect(rows).toHaveLength(12);
    const headers = { authorization: `Bearer ${rows[4]?.split(',')[1] ?? ''}` };
    const calls = ['GET /escrow/escrows', 'POST /faucet/claim'].map((call) => ({ call, headers }));
    const [list, claim] = await answersTo(url, calls);
    expect(valueAt(list?.body, '/items')).toHaveLength(1);
    expect(claim?.status).toBe(200);
  });

  it.each([
    [{ defect: ['none-such'] }, /unknown defect 'none-such'/],
    [{ tls: 'certificate.pem' }, /-tls and -key are given together/],
    [{ http2Only: true }, /-http2-only need/],
    [{ ids: 'roman' as 'uuid' }, /expected one of uuid, ulid/],
  ])('reports a mistake in its flags: %j', async (options, message) => {
    await expect(launchGo(program, options)).rejects.toThrow(message);
  });
});

const registration = (agent_id: string): ForeignCall => ({
  call: 'POST /faucet/register',
  body: { agent_id },
});
const remaining = ({ headers }: ForeignAnswer): string | null => headers.get('x-ratelimit-remaining');

describe.skipIf(skipsGo)('the defects of the foreign deployment in Go', () => {
  const defects = defectsOf('go');

  it('are 25, each described and with one name, and none of them one of the deployment in Python', () => {
    expect(new Set(defects.map(({ name }) => name)).size).toBe(25);
    expect(new Set(defects.map(({ says }) => says)).size).toBe(25);
    const names = defectsOf('python').map(({ name }) => name);
    expect(defects.filter(({ name }) => names.includes(name))).toEqual([]);
  });

  it.each(defects)('$name is seen by its calls, whatever the seed: $says', async (defect) => {
    const seen: unknown[] = [];
    for (const options of [{ seed: 1 }, { seed: 2 }, { seed: 1, defect: [defect.name] }]) {
      const { url } = await launched(options);
      seen.push(observed(defect, await answersTo(url, defect.calls)));
    }
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).not.toEqual(seen[0]);
  });
});

/** The status of a read over HTTP/1.1 and TLS; rejects where there is no connection. */
const statusOver = (url: string, options: RequestOptions & ConnectionOptions): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const call = request(`${url}/faucet/agents`, { agent: false, ...options }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    // The connection may break once more, when the call is over.
    call.on('socket', (socket) => socket.on('error', reject));
    call.on('error', reject).end();
  });

/** The same over HTTP/2. */
const statusOverHttp2 = (url: string, ca: Buffer): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const session = connect(url, { ca });
    session.on('error', reject);
    const call = session.request({ ':path': '/faucet/agents' });
    call.on('response', (headers) => resolve(headers[':status']));
    call.on('close', () => session.close()).resume();
  });

describe.skipIf(skipsGo || (!hasOpenssl && !isCi))('the foreign deployment in Go over TLS', () => {
  let tls = '';
  let key = '';
  beforeAll(() => void ([tls, key] = selfSigned(folder)));

  it('answers clients that know its certificate, over both protocols', async () => {
    const { url } = await launched({ tls, key });
    expect(await statusOver(url, { ca: readFileSync(tls) })).toBe(200);
    expect(await statusOverHttp2(url, readFileSync(tls))).toBe(200);
    await expect(statusOver(url, {})).rejects.toThrow('self-signed certificate');
  });

  it('refuses clients without a certificate where it needs one', async () => {
    const { url } = await launched({ tls, key, clientCa: tls });
    const [ca, cert] = [readFileSync(tls), readFileSync(tls)];
    expect(await statusOver(url, { ca, cert, key: readFileSync(key) })).toBe(200);
    await expect(statusOver(url, { ca })).rejects.toThrow(/certificate required|ECONNRESET/);
  });

  it('refuses clients that do not offer HTTP/2 where it speaks only that', async () => {
    const { url } = await launched({ tls, key, http2Only: true });
    const ca = readFileSync(tls);
    expect(await statusOverHttp2(url, ca)).toBe(200);
    await expect(statusOver(url, { ca, ALPNProtocols: ['http/1.1'] })).rejects.toThrow(/no application protocol/i);
    // A client without ALPN means HTTP/1.1.
    await expect(statusOver(url, { ca, ALPNProtocols: [] })).rejects.toThrow(/alert|ECONNRESET/);
    expect(await statusOverHttp2(url, ca)).toBe(200);
  }); // prettier-ignore
});
