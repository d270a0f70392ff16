/** The control room in Chromium, against a sandbox on a real port; and its stream of events without a browser. */
import { existsSync, readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { serving, type Serving } from './serving.ts';
import { isCi } from '../../ci.ts';

const executablePath = '/usr/bin/chromium';
const isInstalled = existsSync(executablePath);
if (!isInstalled && !isCi) console.log(`skipped: the control room in a browser needs ${executablePath}`);

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
  readonly agents: readonly {
    id: string;
    balance: string;
    meters?: readonly { service: string; limit: number; remaining: number }[];
  }[];
  readonly requests: readonly { path: string; status: number; answered: string }[];
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

describe('GET /_sim/events', () => {
  it('sends the whole state at once, and again when something changes', async () => {
    const served = await serving();
    const { pictures } = await watch(served);
    const first = await pictures.until(() => true);
    expect(first).toMatchObject({
      now: '2026-01-01T00:00:00.000Z',
      pace: 'manual',
      agents: [],
      requests: [],
    });
    const joined = await post(served, '/faucet/register', { agent_id: 'alice' });
    const key = joined.body['api_key'] as string;
    const headers = { authorization: `Bearer ${key}` };
    await served.call('GET', '/faucet/status', { headers });
    for (let count = 0; count < 5; count++) await served.call('GET', '/escrow/escrows', { headers });
    const second = await pictures.until(({ requests }) => requests.length === 7);
    // Of every service what it said last, the most used up first.
    const [{ meters = [] } = {}] = second.agents;
    expect(meters.map(({ service }) => service)).toEqual(['escrow', 'faucet']);
    expect((meters[0]?.limit ?? 0) - (meters[0]?.remaining ?? 0)).toBeGreaterThanOrEqual(5);
    await post(served, '/_sim/clock/advance', { by: '24h' });
    const third = await pictures.until(({ now }) => now.startsWith('2026-01-02'));
    // A window that has ended is whole again.
    expect(third.agents[0]?.meters).toHaveLength(2);
    for (const { remaining, limit } of third.agents[0]?.meters ?? []) expect(remaining).toBe(limit);
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
  }, 60_000);

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
    await last?.pictures.until(({ agents }) => agents.length === 1);
    expect(all[0]?.pictures.seen.every(({ agents }) => agents.length === 0)).toBe(true);
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

// In CI the browser has to be there: these tests then run, and fail where it is missing.
describe.skipIf(!isInstalled && !isCi)('the control room in Chromium', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
      ],
    });
  });
  afterAll(async () => browser.close());

  /** The page of a fresh sandbox, and everything that went wrong in it. */
  async function opened(
    options: { width?: number; colorScheme?: 'light' | 'dark' } = {},
  ): Promise<{ page: Page; served: Serving; troubles: string[] }> {
    const served = await serving();
    const { width = 1280, colorScheme = 'light' } = options;
    const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme, bypassCSP: true });
    const troubles: string[] = [];
    const origin = `http://127.0.0.1:${served.port}/`;
    page.on('pageerror', (error) => troubles.push(error.message));
    page.on('request', (request) => request.url().startsWith(origin) || troubles.push(request.url()));
    await page.goto(`${origin}_sim/`);
    await page.getByText('live', { exact: true }).waitFor();
    onTestFinished(async () => page.close());
    return { page, served, troubles };
  }

  const join = async (page: Page, id: string): Promise<void> => {
    await page.getByLabel('Let an agent join').fill(id);
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByRole('rowheader', { name: id, exact: true }).waitFor();
  };

  it('lets a person explore: agents join, claim, the clock moves, faults strike, the world is reset', async () => {
    const { page, served, troubles } = await opened();
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
    await page.locator('#run', { hasText: 'seed 42' }).waitFor();
    await page.locator('tr.changed', { hasText: 'limits.burst' }).waitFor();
    expect(await page.locator('#agent-rows tr').count()).toBe(0);
    expect(served.sandbox.world.policies['limits.burst']).toBe('x3');
    expect(served.sandbox.world.seed).toBe('42');
    expect(troubles).toEqual([]);
  }, 120_000);

  it('pauses a clock that runs, and says which pace holds', async () => {
    const { page, served } = await opened();
    await page.getByRole('button', { name: '3,600 times' }).click();
    await page.locator('[data-pace="3600x"][aria-pressed="true"]').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.locator('[data-pace="manual"][aria-pressed="true"]').waitFor();
    expect(served.sandbox.pace).toBe('manual');
  });

  it('shows what agents write as text', async () => {
    const { page, served, troubles } = await opened();
    const id = '<img src=x onerror=alert(1)>';
    await post(served, '/faucet/register', { agent_id: id });
    await served.call('GET', '/faucet/%3Cscript%3Ealert(1)%3C%2Fscript%3E');
    await page.locator('#request-rows tr', { hasText: 'script' }).waitFor();
    expect(await page.locator('main img, main script').count()).toBe(0);
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
      const { page, served } = await opened({ width, colorScheme });
      await join(page, 'alice');
      await post(served, '/_sim/fault', { service: 'escrow', kind: 'outage', for: '10m' });
      await post(served, '/faucet/register', { agent_id: 'alice' });
      await page.locator('#request-rows tr').nth(1).waitFor();
      const overflow = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      expect(overflow).toBe(0);
      await page.evaluate(
        readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'),
      );
      const found = (await page.evaluate('axe.run(document)')) as {
        violations: { id: string; impact: string; nodes: { html: string }[] }[];
        passes: unknown[];
      };
      expect(found.passes.length).toBeGreaterThan(20);
      expect(found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    },
    120_000,
  );
});
