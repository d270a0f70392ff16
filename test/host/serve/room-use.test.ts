/** The control room in use: with the keyboard alone, and with 10,000 agents. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { share } from '../../campaigns.ts';
import { scenarioHost } from '../../../src/host/app/run/scenario-host.ts';
import { buildFromValue } from '../../../src/simulation/scenario/load.ts';
import {
  axeFindings,
  isWithoutBrowser,
  launched,
  opened,
  openedOn,
  sidewaysOverflow,
} from './room-browser.ts';
import type { Sandbox } from '../../../src/host/serve/sandbox.ts';
import { newSandbox, serving, type Serving } from './serving.ts';

const crowd = () =>
  buildFromValue(
    {
      name: 'crowd',
      seed: 5,
      for: '1d',
      network: { latency: { median: '40ms', p99: '400ms' } },
      population: [
        { agent: 'faucet-claimer', count: 9_600, arrive: { over: '50m' } },
        { agent: 'escrow-seller', count: 150, arrive: { over: '10m' } },
        { agent: 'escrow-buyer', count: 150, arrive: { over: '20m' }, with: { every: '10m' } },
        { agent: 'market-maker', count: 100, arrive: { over: '10m' } },
      ],
      faults: [
        { at: '20m', service: 'escrow', kind: 'outage', for: '10m' },
        { at: '55m', service: 'faucet', kind: 'slow', for: '1h', latency: { median: '900ms' } },
      ],
    },
    scenarioHost,
  );

const steer = async ({ call }: Serving, path: string, body: unknown): Promise<void> => {
  const answer = await call('POST', `/_sim/${path}`, { body });
  expect(answer.status, answer.text).toBe(200);
};

/** Of two that are next but one to each other, one is wide and one is dark. */
const looks = [
  [1400, 'light'],
  [1400, 'dark'],
  [375, 'dark'],
  [375, 'light'],
] as const;

const tabMax = 400;

/** Forwards and backwards: each the shorter way, as the whole page is 200 stops long. */
type TabKey = 'Tab' | 'Shift+Tab';

/** Presses Tab until the element has the focus; fails where the keyboard does not reach it. */
async function tabTo(page: Page, selector: string, key: TabKey = 'Tab'): Promise<void> {
  for (let count = 0; count < tabMax; count++) {
    await page.keyboard.press(key);
    if (await page.evaluate(`document.activeElement?.matches(${JSON.stringify(selector)}) === true`)) return;
  }
  throw new Error(`Tab does not reach ${selector}`);
}

const focused = (page: Page): Promise<string> =>
  page.evaluate(
    'document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? ""',
  );

async function type(page: Page, selector: string, text: string, key: TabKey = 'Tab'): Promise<void> {
  await tabTo(page, selector, key);
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

/** The page, and each of its dialogs. */
async function allIsSound(page: Page): Promise<void> {
  const views: readonly [string, () => Promise<void>][] = [
    ['main', async () => undefined],
    ['#agent-view[open]', () => page.locator('#agent-rows button.opens').first().click()],
    ['#exchange-view[open]', () => page.locator('#request-rows button.opens').first().click()],
    ['#question[open]', () => page.getByRole('button', { name: 'Reset the world' }).click()],
  ];
  for (const [view, open] of views) {
    await open();
    await page.locator(view).waitFor();
    const { passes, violations } = await axeFindings(page);
    expect(passes, view).toBeGreaterThan(15);
    expect(violations, view).toEqual([]);
    await page.keyboard.press('Escape');
  }
}

describe.skipIf(isWithoutBrowser)('the control room in use', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launched();
  });
  afterAll(async () => browser.close());

  it('needs the keyboard alone: checkpoints, rewinding, branches, faults, agents, requests, the reset', async () => {
    const { page, served, troubles } = await opened(browser);
    const { sandbox } = served;
    await type(page, '#mark input', 'before');
    await page.locator('#past-count', { hasText: '1 checkpoint' }).waitFor();
    await type(page, '#join input', 'alice');
    await page.locator('#agent-rows', { hasText: 'alice' }).waitFor();
    await type(page, '#advance input', '2h', 'Shift+Tab');
    await page.locator('#now', { hasText: '2026-01-01 02:00:00' }).waitFor();

    // A branch and its checkpoint share a lane: arrow keys move between them.
    await tabTo(page, '#lanes .branch');
    expect(await focused(page)).toContain('Branch main');
    await page.keyboard.press('ArrowRight');
    expect(await focused(page)).toContain('Checkpoint before');
    await page.keyboard.press('Enter');
    await tabTo(page, '#chosen-actions button');
    await page.keyboard.press('Enter');
    await page.locator('#question[open]').waitFor();
    await page.keyboard.press('Escape');
    expect(sandbox.nowMs).toBe(Date.UTC(2026, 0, 1, 2));
    await page.keyboard.press('Enter');
    await page.locator('#question[open]').waitFor();
    await type(page, '#question input', 'again');
    await page.locator('#run', { hasText: 'branch again' }).waitFor();
    expect(sandbox.nowMs).toBe(Date.UTC(2026, 0, 1));
    expect(sandbox.world.agents.count).toBe(0);

    await tabTo(page, '#lanes .branch', 'Shift+Tab');
    expect(await focused(page)).toContain('Branch again');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Home');
    expect(await focused(page)).toContain('Branch main');
    await page.keyboard.press('Enter');
    await tabTo(page, '#chosen-actions button');
    await page.keyboard.press('Enter');
    await page.locator('#run', { hasText: 'branch main' }).waitFor();
    await page.locator('#agent-rows', { hasText: 'alice' }).waitFor();

    await tabTo(page, '#fault select[name=service]', 'Shift+Tab');
    await page.keyboard.type('faucet');
    await tabTo(page, '#fault button');
    await page.keyboard.press('Enter');
    await page.locator('#fault-rows', { hasText: 'on faucet outage' }).waitFor();
    await tabTo(page, '#fault-rows button');
    await page.keyboard.press('Enter');
    await page.locator('#fault-rows', { hasText: 'over faucet outage' }).waitFor();
    expect((await served.call('GET', '/faucet/agents')).status).toBe(200);

    await tabTo(page, '#agent-rows button.opens');
    await page.keyboard.press('Enter');
    await page.locator('#agent-view[open]', { hasText: 'Agent alice' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await focused(page)).toBe('alice');
    await tabTo(page, '#request-rows button.opens');
    await page.keyboard.press('Enter');
    await page.locator('#exchange-view[open]', { hasText: 'As curl' }).waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await tabTo(page, '[aria-label="Copy: As curl"]');
    await page.keyboard.press('Enter');
    await page.locator('#exchange-view', { hasText: 'Copied.' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^curl .*\/faucet\/agents'/);
    await page.keyboard.press('Escape');

    await tabTo(page, '#reset button');
    await page.keyboard.press('Enter');
    await page.locator('#question[open]', { hasText: 'every branch and checkpoint' }).waitFor();
    await tabTo(page, '#question-yes');
    await page.keyboard.press('Enter');
    await page.locator('#past-count', { hasText: '1 branch, 0 checkpoints' }).waitFor();
    expect(troubles).toEqual([]);
  });

  describe('with 10,000 agents', () => {
    let sandbox: Sandbox | undefined;
    /** The crowd after an hour, which takes seconds to get there and is the same for both tests. */
    const crowded = async (): Promise<Serving> => {
      sandbox ??= newSandbox({ scenario: await crowd() });
      const served = await serving({ sandbox });
      await steer(served, 'clock/advance', { to: '2026-01-01T01:00:00Z' });
      return served;
    };

    it('finds, orders and pages them', async () => {
      const served = await crowded();
      const { page, troubles } = await openedOn(browser, served, {});
      await page.locator('#agent-range', { hasText: '1 to 25 of 10,000' }).waitFor();
      await page.getByRole('button', { name: 'Next page' }).click();
      await page.locator('#agent-range', { hasText: '26 to 50 of 10,000' }).waitFor();
      await page.locator('#agent-filter [name=search]').fill('MARKET-maker');
      await page.locator('#agent-range', { hasText: '1 to 25 of 100, of 10,000 in all' }).waitFor();
      await page.locator('#agent-filter [name=order]').selectOption('requests');
      await page.locator('#agent-filter [name=state]').selectOption('holding');
      await page.locator('#agent-rows tr', { hasText: 'market-maker' }).first().waitFor();
      expect(await page.locator('#agent-rows tr').count()).toBeLessThanOrEqual(25);
      expect(troubles).toEqual([]);
    });

    it('is sound for assistive technology with everything open: light and dark, wide and as a phone', async () => {
      const served = await crowded();
      await steer(served, 'checkpoints', { name: 'hour' });
      await steer(served, 'clock/advance', { by: '10m' });
      await steer(served, 'rewind', { to: 'hour' });
      for (const [width, colorScheme] of share('looksOfTheRoom', looks)) {
        const { page, troubles } = await openedOn(browser, served, { width, colorScheme });
        await page.locator('[data-chart="prices"] svg').waitFor();
        await page.locator('#lanes .checkpoint').click();
        for (const summary of await page.locator('.chart summary').all()) await summary.click();
        expect(await sidewaysOverflow(page)).toBe(0);
        await allIsSound(page);
        expect(troubles).toEqual([]);
        await page.close();
      }
    });
  });
});
