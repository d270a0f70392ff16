/** The control room in Chromium, against a sandbox on a real port; and its stream of events without a browser. */
import { get, type IncomingMessage } from 'node:http';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { serving, type Serving } from './serving.ts';
import { axeFindings, isWithoutBrowser, join, launched, opened, sidewaysOverflow } from './room-browser.ts';

const json = { 'content-type': 'application/json' };
const post = ({ call }: Serving, path: string, body: unknown, key?: string) =>
  call('POST', path, {
    headers: { ...json, ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
    body,
  });

interface Picture {
  readonly now: string;
  readonly pace: string;
  readonly digest: string;
  readonly counts: { readonly agents: number };
  readonly requests: readonly { path: string; status: number }[];
  readonly faults: readonly { state: string }[];
}

/** The pictures of `GET /_sim/events`, one after the other. */
class Pictures {
  readonly seen: Picture[] = [];
  #waiting: (() => void)[] = [];
  #text = '';

  constructor(message: IncomingMessage) {
    message.setEncoding('utf8');
    message.on('data', (text: string) => {
      this.#text += text;
      for (;;) {
        const end = this.#text.indexOf('\n\n');
        if (end < 0) break;
        const block = this.#text.slice(0, end);
        this.#text = this.#text.slice(end + 2);
        const found = /^event: state\ndata: (.*)$/.exec(block)?.[1];
        if (found !== undefined) this.seen.push(JSON.parse(found) as Picture);
      }
      for (const wake of this.#waiting.splice(0)) wake();
    });
  }

  /** The first picture for which it holds; the test's own time limit ends the wait. */
  async until(holds: (picture: Picture) => boolean): Promise<Picture> {
    for (;;) {
      const found = this.seen.find(holds);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }
}

function watch(
  { port }: Serving,
  headers: Record<string, string> = {},
): Promise<{ status: number; pictures: Pictures }> {
  return new Promise((resolve, reject) => {
    const request = get({ host: '127.0.0.1', port, path: '/_sim/events', headers }, (message) =>
      resolve({ status: message.statusCode ?? 0, pictures: new Pictures(message) }),
    );
    request.on('error', reject);
    onTestFinished(() => void request.destroy());
  });
}

const metersOfFirst = async ({ call }: Serving) =>
  ((await call('GET', '/_sim/agents')).body as { agents: { meters?: Meters }[] }).agents[0]?.meters ?? [];
type Meters = readonly { service: string; limit: number; remaining: number }[];

describe('GET /_sim/events', () => {
  it('sends the whole state at once, and again when something changes', async () => {
    const served = await serving();
    const { pictures } = await watch(served);
    const first = await pictures.until(() => true);
    expect(first).toMatchObject({
      now: '2026-01-01T00:00:00.000Z',
      pace: 'manual',
      counts: { agents: 0 },
      requests: [],
    });
    const joined = await post(served, '/faucet/register', { agent_id: 'alice' });
    const key = joined.body['api_key'] as string;
    const headers = { authorization: `Bearer ${key}` };
    await served.call('GET', '/faucet/status', { headers });
    for (let count = 0; count < 5; count++) await served.call('GET', '/escrow/escrows', { headers });
    await pictures.until(({ requests }) => requests.length === 7);
    // Of every service what it said last, the most used up first.
    const meters = await metersOfFirst(served);
    expect(meters.map(({ service }) => service)).toEqual(['escrow', 'faucet']);
    expect((meters[0]?.limit ?? 0) - (meters[0]?.remaining ?? 0)).toBeGreaterThanOrEqual(5);
    await post(served, '/_sim/clock/advance', { by: '24h' });
    await pictures.until(({ now }) => now.startsWith('2026-01-02'));
    // A window that has ended is whole again.
    const later = await metersOfFirst(served);
    expect(later).toHaveLength(2);
    for (const { remaining, limit } of later) expect(remaining).toBe(limit);
    await post(served, '/_sim/fault', { service: 'escrow', kind: 'outage', for: '10m' });
    expect((await pictures.until(({ faults }) => faults.length === 1)).faults[0]?.state).toBe('on');
    await post(served, '/_sim/reset', { seed: 9 });
    await pictures.until(
      (picture) =>
        picture.now.startsWith('2026-01-01') &&
        picture.faults.length === 0 &&
        picture.digest !== first.digest,
    );
  });

  it('changes nothing in the world, and shows no key and no mnemonic', async () => {
    const served = await serving();
    const joined = await post(served, '/faucet/register', { agent_id: 'alice' });
    const key = joined.body['api_key'] as string;
    const wallet = await post(served, '/wallet/v1/wallet/create', {}, key);
    const before = served.sandbox.world.digest();
    const { pictures } = await watch(served);
    const text = JSON.stringify(await pictures.until(({ requests }) => requests.length === 2));
    expect(await (await fetch(`http://127.0.0.1:${served.port}/_sim/`)).text()).toContain('Control room');
    expect(served.sandbox.world.digest()).toEqual(before);
    expect(text).not.toContain(key);
    expect(wallet.status).toBeLessThan(300);
    const { mnemonic } = wallet.body as { mnemonic?: string };
    expect(typeof mnemonic).toBe('string');
    expect(text).not.toContain(mnemonic);
  });

  it.each([
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['a foreign name', { host: 'evil.example' }],
  ])('is closed to %s, and so is the page', async (_name, headers) => {
    const served = await serving();
    expect((await watch(served, headers)).status).toBe(403);
    expect((await served.call('GET', '/_sim/', { headers })).status).toBe(403);
  });

  it('ends when the server closes', async () => {
    const served = await serving();
    const { pictures } = await watch(served);
    await pictures.until(() => true);
    await served.server.close();
  });

  it('keeps a bounded number of streams, and ends the oldest', async () => {
    const served = await serving();
    const all = [];
    for (let count = 0; count < 40; count++) all.push(await watch(served));
    await post(served, '/faucet/register', { agent_id: 'late' });
    const last = all.at(-1);
    await last?.pictures.until(({ counts }) => counts.agents === 1);
    expect(all[0]?.pictures.seen.every(({ counts }) => counts.agents === 0)).toBe(true);
  });
});

describe('POST /_sim/clock/pace', () => {
  it('starts and stops the clock', async () => {
    const served = await serving({ tickMs: 2 });
    const wall = (served.sandbox as unknown as { pace: string }).pace;
    expect(wall).toBe('manual');
    expect(await post(served, '/_sim/clock/pace', { pace: '3600x' })).toMatchObject({
      status: 200,
      body: { pace: '3600x' },
    });
    expect(served.sandbox.pace).toBe(3600);
    expect((await post(served, '/_sim/clock/pace', { pace: 'manual' })).body['now']).toBe(
      '2026-01-01T00:00:00.000Z',
    );
  });

  it.each([[{ pace: 'fast' }], [{ pace: '0x' }], [{ pace: 60 }], [{}], [{ pace: '60x', more: 1 }]])(
    'refuses %j',
    async (body) => {
      const served = await serving();
      expect((await post(served, '/_sim/clock/pace', body)).status).toBe(400);
      expect(served.sandbox.pace).toBe('manual');
    },
  );
});

describe.skipIf(isWithoutBrowser)('the control room in Chromium', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launched();
  });
  afterAll(async () => browser.close());

  it('lets a person explore: agents join, claim, the clock moves, faults strike, the world is reset', async () => {
    const { page, served, troubles } = await opened(browser);
    await join(page, 'alice');
    // What another program does is seen as well.
    await post(served, '/faucet/register', { agent_id: 'from-elsewhere' });
    await page.getByRole('rowheader', { name: 'from-elsewhere' }).waitFor();

    await page.getByRole('button', { name: '1 day' }).click();
    await page.locator('#now', { hasText: '2026-01-02 00:00:00' }).waitFor();
    await page.getByRole('button', { name: 'Claim from the faucet as alice' }).click();
    await page.locator('#say', { hasText: 'The faucet paid alice.' }).waitFor();
    await page.locator('#agent-rows tr', { hasText: 'alice' }).locator('meter').first().waitFor();
    await page.locator('#happening-rows', { hasText: 'faucet claimed' }).waitFor();

    await page.locator('#fault [name=service]').selectOption('faucet');
    await page.getByRole('button', { name: 'Switch on' }).click();
    await page.locator('#fault-rows', { hasText: 'on faucet outage' }).waitFor();
    await page.getByRole('button', { name: 'Claim from the faucet as alice' }).click();
    await page.locator('#say.bad').waitFor();
    await page.locator('#request-rows tr', { hasText: '503' }).waitFor();

    await page.locator('#try [name=path]').fill('GET /escrow/escrows');
    await page.locator('#try [name=as]').selectOption('alice');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('#answer').waitFor();

    await page.locator('#reset [name=seed]').fill('42');
    await page.locator('#policy-query').fill('limits.burst');
    await page.getByLabel('limits.burst').selectOption('x3');
    await page.getByRole('button', { name: 'Reset the world' }).click();
    await page.getByRole('button', { name: 'Keep as it is' }).click();
    expect(served.sandbox.world.seed).toBe('7');
    await page.getByRole('button', { name: 'Reset the world' }).click();
    await page.getByRole('button', { name: 'Reset and lose this world' }).click();
    await page.locator('#run', { hasText: 'seed 42' }).waitFor();
    await page.locator('tr.changed', { hasText: 'limits.burst' }).waitFor();
    await page.locator('#agent-range', { hasText: 'none' }).waitFor();
    expect(await page.locator('#agent-rows tr').count()).toBe(0);
    expect(served.sandbox.world.policies['limits.burst']).toBe('x3');
    expect(served.sandbox.world.seed).toBe('42');
    expect(troubles).toEqual([]);
  });

  it('pauses a clock that runs, and says which pace holds', async () => {
    const { page, served } = await opened(browser);
    await page.getByRole('button', { name: '3,600 times' }).click();
    await page.locator('[data-pace="3600x"][aria-pressed="true"]').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.locator('[data-pace="manual"][aria-pressed="true"]').waitFor();
    expect(served.sandbox.pace).toBe('manual');
  });

  it('shows what agents write as text', async () => {
    const { page, served, troubles } = await opened(browser);
    const id = '<img src=x onerror=alert(1)>';
    await post(served, '/faucet/register', { agent_id: id });
    await served.call('GET', '/faucet/%3Cscript%3Ealert(1)%3C%2Fscript%3E');
    await page.locator('#request-rows tr', { hasText: 'script' }).waitFor();
    for (const number of [1, 2]) {
      await page
        .locator('#request-rows')
        .getByRole('button', { name: `Request ${number}`, exact: true })
        .click();
      await page.locator('#exchange-view[open]', { hasText: number === 1 ? id : 'script' }).waitFor();
      await page.keyboard.press('Escape');
    }
    expect(await page.locator('body img, main script, dialog script').count()).toBe(0);
    expect(troubles).toEqual([]);
  });

  it.each([
    ['wide and light', 1280, 'light'],
    ['wide and dark', 1280, 'dark'],
    ['as wide as a phone, light', 375, 'light'],
    ['as wide as a phone, dark', 375, 'dark'],
  ] as const)(
    'is sound for assistive technology and never scrolls sideways, %s',
    async (_name, width, colorScheme) => {
      const { page, served } = await opened(browser, { width, colorScheme });
      await join(page, 'alice');
      await post(served, '/_sim/fault', { service: 'escrow', kind: 'outage', for: '10m' });
      await post(served, '/faucet/register', { agent_id: 'alice' });
      await page.locator('#request-rows tr').nth(1).waitFor();
      expect(await sidewaysOverflow(page)).toBe(0);
      const { passes, violations } = await axeFindings(page);
      expect(passes).toBeGreaterThan(20);
      expect(violations).toEqual([]);
    },
  );
});
