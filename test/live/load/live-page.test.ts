/** The page of a load while it runs, in a real browser. */
import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { chromium } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serveLivePage } from '../../../src/host/app/load/live-page.ts';
import { answerJson } from '../traffic/toy-server.ts';
import { oneGroup, prepared, stagesOf } from './loading.ts';
import { isCi } from '../../ci.ts';

const executablePath = '/usr/bin/chromium';
const pictures = process.env['PICTURES'];

const visitor = oneGroup(function* (agent) {
  yield agent.get('/faucet/status');
});

async function running(seconds: number) {
  const { call, load } = await prepared({
    scenario: {
      groups: visitor,
      load: stagesOf({ shape: 'constant-arrival-rate', rate: 40, for: `${seconds}s` }),
    },
    respond: (_asked, response, index) => {
      const isLimited = index % 10 === 1;
      const body = isLimited ? { code: 'RATE_LIMIT' } : {};
      setTimeout(() => answerJson(response, body, isLimited ? 429 : 200), (index * 7) % 80);
    },
  });
  const page = await serveLivePage(call, load, 0);
  onTestFinished(() => page.end());
  return { page, load };
}

const statusFor = (address: string, headers: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    request(address, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });

describe('the live page of a load', () => {
  it('answers under its own address alone', async () => {
    const { page } = await running(1);
    expect(await statusFor(page.address, {})).toBe(200);
    expect(await statusFor(page.address, { host: 'elsewhere.example' })).toBe(403);
    expect(await statusFor(`${page.address}other`, {})).toBe(404);
  });

  it.skipIf(!existsSync(executablePath) && !isCi)(
    'follows the load: figures and charts grow, choices stay, and the end is said',
    async () => {
      const { page, load } = await running(12);
      const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
      onTestFinished(() => browser.close());
      const shown = await browser.newPage({ viewport: { width: 1280, height: 900 } });
      const mistakes: string[] = [];
      shown.on('pageerror', (error) => mistakes.push(error.message));
      shown.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) mistakes.push(message.text());
      });
      const ended = load.run();
      const requests = async (): Promise<number> =>
        Number((await shown.locator('dl.tiles dd').first().textContent())?.replaceAll(/\D.*$/g, '') ?? '0');
      await shown.goto(page.address);
      await expect.poll(requests, { timeout: 200_000 }).toBeGreaterThan(20);
      const hidden = shown.locator('[data-legend="rate"]').first();
      await hidden.click();
      expect(await hidden.getAttribute('aria-pressed')).toBe('false');
      await shown.locator('#theme').click();
      const before = await requests();
      await expect.poll(requests, { timeout: 200_000 }).toBeGreaterThan(before);
      expect(await hidden.getAttribute('aria-pressed')).toBe('false');
      expect(await shown.locator('#theme').textContent()).toBe('Light theme');
      expect(await shown.locator('[data-chart="times"] svg path').count()).toBeGreaterThan(0);
      if (pictures !== undefined) {
        await shown.screenshot({ path: `${pictures}/wide-dark.png`, fullPage: true });
        await shown.locator('#theme').click();
        await shown.setViewportSize({ width: 390, height: 800 });
        await shown.screenshot({ path: `${pictures}/narrow-light.png`, fullPage: true });
      }
      const end = await ended;
      expect(end.measures.counts.offered).toBe(480);
      await page.end();
      const isOver = (): Promise<string | null> => shown.locator('#running').textContent();
      await expect.poll(isOver, { timeout: 200_000 }).toContain('The load is over');
      expect(mistakes).toEqual([]);
    },
  );
});
