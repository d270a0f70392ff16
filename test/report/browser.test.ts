import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scenarioHost } from '../../src/host/app/run/scenario-host.ts';
import { reportHtml } from '../../src/report/html.ts';
import { loadScenario } from '../../src/simulation/scenario/load.ts';
import { ScenarioRun } from '../../src/simulation/scenario/run.ts';
import { share } from '../campaigns.ts';
import { pageScript } from '../../src/host/serve/page-script.ts';
import { differencesHtml } from '../../src/report/differences/html.ts';
import { benchHtml } from '../../src/report/bench/html.ts';
import { fixtureBench, fixtureMeasured } from './live-fixture.ts';
import { fixtureDifferences } from './differences-fixture.ts';
import { fixtureRun, fixtureSequence } from './fixture.ts';
import { axeFindings, isWithoutBrowser, launched, withoutRepeats } from '../host/serve/room-browser.ts';

describe.skipIf(isWithoutBrowser)('the report in Chromium', () => {
  let browser: Browser;
  let folder: string;
  let url: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'orrery-browser-'));
    const file = join(folder, 'report.html');
    writeFileSync(file, await realReport());
    url = `file://${file}`;
    browser = await launched();
  });

  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ['wide and light', 1280, 'light'],
    ['wide and dark', 1280, 'dark'],
    ['as wide as a phone', 375, 'light'],
  ] as const)(
    'draws every chart of a real run, %s, without an error, a request or a sideways scroll',
    async (_name, width, colorScheme) => {
      const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
      const troubles: string[] = [];
      page.on('pageerror', (error) => troubles.push(error.message));
      page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()));
      page.on(
        'request',
        (request) => request.url() !== url && troubles.push(`asked for ${request.url().slice(0, 80)}`),
      );
      await page.goto(url);
      await page.waitForSelector('.canvas svg');
      // Wide drawings are charts; small ones are the bars of a table. An empty chart would have next to no paths.
      const paths = await page.$$eval('.canvas svg', (charts) =>
        charts
          .filter((chart) => chart.clientWidth > 200)
          .map((chart) => chart.querySelectorAll('path').length),
      );
      expect(paths.length).toBeGreaterThanOrEqual(7);
      expect(Math.min(...paths)).toBeGreaterThan(5);
      expect(await page.locator('h1').innerText()).toBe('escrow-expiry');
      const overflow = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      expect(overflow).toBe(0);
      expect(troubles).toEqual([]);
      await page.close();
    },
  );

  it.each(
    share('looksForAxe', [
      ['light', 1280],
      ['dark', 1280],
      ['light', 375],
    ] as const),
  )('has nothing for axe, %s, %i wide', async (colorScheme, width) => {
    const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme, bypassCSP: true });
    await page.goto(url);
    await page.waitForSelector('.canvas svg');
    expect(await violationsOf(page)).toEqual([]);
    await page.close();
  });

  it.each(
    share('looksOfDifferences', [
      ['replay', 'light', 1440, 3],
      ['replay', 'dark', 390, 3],
      ['conform', 'dark', 1440, 3],
      ['conform', 'light', 390, 3],
      ['replay', 'light', 1440, 2_000],
      ['conform', 'dark', 390, 2_000],
    ] as const),
  )(
    'shows the differences of %s, %s, %i wide, with %i of them: nothing for axe, no sideways scroll',
    async (command, colorScheme, width, count) => {
      const against = command === 'replay' ? 'recording' : 'model';
      const view = { ...fixtureDifferences(count, Math.min(count, 40)), command, against } as const;
      const file = join(folder, `${command}-${count}.html`);
      writeFileSync(file, differencesHtml(view, { script: pageScript('plain') }));
      const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme, bypassCSP: true });
      await page.goto(`file://${file}`);
      expect(await page.locator('h1').innerText()).toBe(`orrery ${command}: staging`);
      const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
      expect(await page.evaluate(overflow)).toBe(0);
      await withoutRepeats(page);
      expect(await violationsOf(page)).toEqual([]);
      await page.close();
    },
  );

  it.each(
    share('looksOfMeasures', [
      ['bench', 'light', 1280],
      ['bench', 'dark', 390],
      ['replay', 'dark', 1280],
      ['replay', 'light', 390],
    ] as const),
  )(
    'draws what %s measured, %s, %i wide: nothing for axe, no sideways scroll',
    async (command, colorScheme, width) => {
      const assets = { script: pageScript('report'), command: 'npx orrery bench --target target.yaml' };
      const view = { ...fixtureDifferences(3, 2), measured: fixtureMeasured() };
      const file = join(folder, `live-${command}.html`);
      writeFileSync(
        file,
        command === 'bench' ? benchHtml(fixtureBench(), assets) : differencesHtml(view, assets),
      );
      const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme, bypassCSP: true });
      await page.goto(`file://${file}`);
      await page.waitForSelector('.canvas svg');
      const paths = await page.$$eval('.canvas svg', (charts) =>
        charts.map((chart) => chart.querySelectorAll('path').length),
      );
      expect(paths).toHaveLength(4);
      expect(Math.min(...paths)).toBeGreaterThan(5);
      const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
      expect(await page.evaluate(overflow)).toBe(0);
      expect(await violationsOf(page)).toEqual([]);
      await page.close();
    },
  );

  it('finds an agent by its name', async () => {
    const page = await browser.newPage();
    await page.goto(url);
    await page.locator('#agent-query').fill('quick-buyer/7');
    const rows = page.locator('#agent-table tbody tr:visible');
    expect(await rows.filter({ hasText: 'quick-buyer/7' }).count()).toBeGreaterThan(0);
    expect(await rows.filter({ hasText: 'escrow-seller/3' }).count()).toBe(0);
    await page.close();
  });

  it('finds events by service, answer, agent, text and time, with the keyboard alone', async () => {
    const page = await browser.newPage();
    await page.goto(url);
    const rows = page.locator('#event-table tbody tr');
    const found = async (): Promise<number> =>
      Number((await page.locator('#event-count').innerText()).replaceAll(',', '').split(' ')[0]);
    const all = await found();
    expect(all).toBeGreaterThan(500);
    expect(await rows.count()).toBe(50);
    const firstRow = await rows.first().innerText();
    await page.locator('#event-after').focus();
    await page.keyboard.press('Enter');
    expect(await rows.first().innerText()).not.toBe(firstRow);

    await page.locator('#event-service').selectOption('escrow');
    await page.locator('#event-answer').selectOption('group:timer');
    expect(await rows.first().innerText()).toMatch(/escrow expired.*USDC/s);
    await page.locator('#event-answer').selectOption('201');
    await page.locator('#event-agent').fill('QUICK-buyer/');
    const created = await found();
    expect(created).toBeGreaterThan(0);
    for (const text of await rows.allInnerTexts())
      expect(text).toMatch(/quick-buyer\/\d+\tescrow\tcreate .*\t201/);
    await page.locator('#event-until').fill('2026-01-01T12:00:00');
    expect(await found()).toBeLessThan(created);
    await page.locator('#event-text').fill('nothing is called that');
    expect(await page.locator('#event-count').innerText()).toBe('No event matches.');
    await page.getByRole('button', { name: 'Show all' }).press('Enter');
    await expect.poll(found).toBe(all);
    await page.close();
  });

  it('hides the search on paper, and says without scripts where the events are', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(url);
    expect(await page.getByText('The search needs scripts').isVisible()).toBe(true);
    expect(await page.locator('#event-search').isVisible()).toBe(false);
    expect(await page.locator('#event-table').isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('#events').isVisible()).toBe(false);
    await context.close();
  });
});

/** What axe finds on a page. */
async function violationsOf(page: Page): Promise<string[]> {
  const { passes, violations } = await axeFindings(page);
  expect(passes).toBeGreaterThan(15);
  return violations;
}

async function realReport(): Promise<string> {
  const file = new URL('../../scenarios/escrow-expiry.yaml', import.meta.url).pathname;
  const run = new ScenarioRun(await loadScenario(file, scenarioHost));
  while (run.step(50_000)) continue;
  const result = run.result({ wallSeconds: 1, command: 'npx orrery run' });
  // One finding, so that its diagram is looked at as well.
  const { summary } = fixtureRun({ agents: 1, buckets: 2 });
  const findings = summary.findings.slice(0, 1);
  return reportHtml(
    { ...result, summary: { ...result.summary, findings }, sequences: [fixtureSequence] },
    { script: pageScript('report') },
  );
}
