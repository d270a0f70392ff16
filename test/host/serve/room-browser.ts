/** The control room of a fresh sandbox in Chromium, and what went wrong in its page. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium, type Browser, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { isCi } from '../../ci.ts';
import { serving, type SandboxSetup, type Serving } from './serving.ts';

const executablePath = '/usr/bin/chromium';
const isInstalled = existsSync(executablePath);
if (!isInstalled && !isCi) console.log(`skipped: the control room in a browser needs ${executablePath}`);

/** In CI the browser has to be there: tests with it then run, and fail where it is missing. */
export const isWithoutBrowser = !isInstalled && !isCi;

export const launched = (): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
    ],
  });

interface Look {
  readonly width?: number;
  readonly colorScheme?: 'light' | 'dark';
}

/** A page with everything that went wrong in it: errors, refused styles and scripts, requests elsewhere. */
export interface Room {
  readonly page: Page;
  readonly served: Serving;
  readonly troubles: string[];
}

export async function opened(
  browser: Browser,
  { width = 1280, colorScheme = 'light', ...setup }: Look & SandboxSetup = {},
): Promise<Room> {
  return openedOn(browser, await serving(setup), { width, colorScheme });
}

/** The page of a sandbox that is there already. */
export async function openedOn(
  browser: Browser,
  served: Serving,
  { width = 1280, colorScheme = 'light' }: Look,
): Promise<Room> {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
  const troubles: string[] = [];
  const origin = `http://127.0.0.1:${served.port}/`;
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('console', (message) => {
    const isExpected = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isExpected) troubles.push(message.text());
  });
  page.on('request', (request) => request.url().startsWith(origin) || troubles.push(request.url()));
  await page.goto(`${origin}_sim/`);
  await page.getByText('live', { exact: true }).waitFor();
  onTestFinished(async () => page.close());
  return { page, served, troubles };
}

export const join = async (page: Page, id: string): Promise<void> => {
  await page.getByLabel('Let an agent join').fill(id);
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByRole('rowheader', { name: id, exact: true }).waitFor();
};

/**
 * What axe finds, and how many rules have passed. The elements that pass are not described one by one: a selector of each takes
 * most of the time on a large page.
 */
export async function axeFindings(page: Page): Promise<{ passes: number; violations: string[] }> {
  const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  await page.evaluate(source);
  const found = (await page.evaluate("axe.run(document, { resultTypes: ['violations'] })")) as {
    violations: { id: string; nodes: { html: string }[] }[];
    passes: unknown[];
  };
  return {
    passes: found.passes.length,
    violations: found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
  };
}

/**
 * Leaves of siblings that are alike, such as the rows of a table, the first `kept`: the rules of axe are about each element, and
 * take longer the more there are of one kind. Alike are those whose elements have the same names, classes and kinds of attributes.
 */
export const withoutRepeats = (page: Page, kept = 40): Promise<unknown> =>
  page.evaluate(`(() => {
    const nameOf = (each) => [each.tagName, each.getAttribute('class'), ...each.getAttributeNames()].join();
    const kindOf = (each) => [each, ...each.querySelectorAll('*')].map(nameOf).join(' ');
    for (const parent of [document.body, ...document.body.querySelectorAll(':not(script):not(svg *)')]) {
      if (parent.childElementCount <= ${kept}) continue;
      const counts = new Map();
      for (const each of [...parent.children]) {
        const kind = kindOf(each);
        counts.set(kind, (counts.get(kind) ?? 0) + 1);
        if (counts.get(kind) > ${kept}) each.remove();
      }
    }
  })()`);

export const sidewaysOverflow = (page: Page): Promise<unknown> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
