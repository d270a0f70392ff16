/** Every report page, with little and with much to show, as wide as a screen and as a phone, light, dark and on paper. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { share } from '../campaigns.ts';
import {
  axeFindings,
  isWithoutBrowser,
  launched,
  sidewaysOverflow,
  withoutRepeats,
} from '../host/serve/room-browser.ts';
import { loaded, oneGroup, stagesOf } from '../live/load/loading.ts';
import { pageTable, type Size } from './page-table.ts';

const bytesMax = 1.5 * 1024 * 1024;
const looks = [
  ['light', 1280],
  ['dark', 390],
] as const;
/** A folder that keeps pages and pictures, to look at them. */
const kept = process.env['PAGES_FOLDER'];

const visitor = oneGroup(function* (agent) {
  yield agent.get('/faucet/status');
});

async function isSound(page: Page): Promise<void> {
  const { passes, violations } = await axeFindings(page);
  expect(passes).toBeGreaterThan(15);
  expect(violations).toEqual([]);
}

describe.skipIf(isWithoutBrowser)('a page', () => {
  let browser: Browser;
  let pages: ReturnType<typeof pageTable> | undefined;
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'orrery-pages-'));

  beforeAll(async () => {
    mkdirSync(folder, { recursive: true });
    browser = await launched();
  });

  afterAll(async () => {
    await browser.close();
    if (kept === undefined) rmSync(folder, { recursive: true, force: true });
  });

  const names = ['run', 'compare', 'audit', 'audit of a log', 'check', 'replay', 'conform', 'bench', 'load'];
  const little = names.map((name) => [name, 1] as const);
  const looksOfLittle = share(
    'looksOfPages',
    looks.flatMap((look) => names.map((name) => ({ name, look }))),
  );
  const looksOf = (name: string, size: Size) =>
    size === 1 ? looksOfLittle.filter((each) => each.name === name).map(({ look }) => look) : looks;
  const much = share('hugePages', names).map((name) => [name, 1_000] as const);
  it.each([...little, ...much])(
    'of %s with %i times as much as little: small enough, no sideways scroll, nothing for axe, legible on paper',
    async (name: string, size: Size) => {
      const load = stagesOf({ shape: 'constant-arrival-rate', rate: 20, for: '200ms' });
      pages ??= pageTable((await loaded({ scenario: { groups: visitor, load } })).result);
      const text = pages[name]!(size);
      const file = join(folder, `${name.replaceAll(' ', '-')}-${size}.html`);
      writeFileSync(file, text);
      expect(Buffer.byteLength(text)).toBeLessThan(bytesMax);
      for (const [colorScheme, width] of looksOf(name, size)) {
        const page = await browser.newPage({
          viewport: { width, height: 900 },
          colorScheme,
          bypassCSP: true,
        });
        const troubles: string[] = [];
        page.on('pageerror', (error) => troubles.push(error.message));
        const startedMs = performance.now();
        await page.goto(`file://${file}`);
        await page.evaluate(
          'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
        );
        const tookMs = performance.now() - startedMs;
        const height = await page.evaluate('document.documentElement.scrollHeight');
        if (kept !== undefined) await page.screenshot({ path: `${file}-${colorScheme}-${width}.png` });
        expect(await sidewaysOverflow(page)).toBe(0);
        if (size === 1) await isSound(page);
        await page.emulateMedia({ media: 'print' });
        await page.setViewportSize({ width: 794, height: 1123 });
        expect(await sidewaysOverflow(page)).toBe(0);
        if (kept !== undefined) {
          await page.screenshot({ path: `${file}-${colorScheme}-print.png` });
          console.log(
            `${name} ${size} ${colorScheme} ${width}: ${Buffer.byteLength(text)} bytes, ${tookMs.toFixed(0)} ms, ${String(height)} px`,
          );
        }
        // A huge page repeats its elements: it is examined in one look, and of those that are alike the first.
        if (size > 1 && colorScheme === 'dark') {
          await page.emulateMedia({ media: 'screen', colorScheme });
          await page.setViewportSize({ width, height: 900 });
          await withoutRepeats(page);
          await isSound(page);
        }
        expect(troubles).toEqual([]);
        await page.close();
      }
    },
  );
});
