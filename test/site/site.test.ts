/** The documentation site, built as `npm run docs` builds it: no dead link, everything is found, and it can be read. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { extname, join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchOptions, tokenize } from '../../site/.vitepress/search.js';
import { policyNames } from '../../src/core/policy/policies.ts';
import { commands } from '../../src/host/cli/commands/table.ts';
import { nameOf } from '../../src/host/cli/options/option-of.ts';
import { metricNames } from '../../src/simulation/scenario/metric-table.ts';
import { attempts, builtNow, campaigns, share } from '../campaigns.ts';
import { isCi } from '../ci.ts';
import { project } from '../host/cli/orrery.ts';
import { axeFindings, isWithoutBrowser, launched } from '../host/serve/room-browser.ts';

const site = join(project, 'site');
const built = join(site, 'dist');
const buildMsMax = 900_000;
const scenarios = readdirSync(join(project, 'scenarios'))
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => name.slice(0, -'.yaml'.length));
/** Short runs that have little in common: faults, a cooldown, a rate of arrivals, referrals. */
const shownInLanes = ['fault-storm', 'faucet-cooldown', 'load-smoke', 'referral-tree'];
const shown =
  attempts('reportsOfTheSite') < campaigns.reportsOfTheSite.long
    ? scenarios.filter((name) => shownInLanes.includes(name))
    : scenarios;

/** npm words for a registry that is not there. */
const offline = /ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|ENOTCACHED/;

/**
 * The script without the build of `dist`, which other tests use meanwhile. Without LONG=1 also without most runs of the gallery:
 * golden/digests runs every scenario, and the pages of all are made alike.
 */
function buildSite(): boolean {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--ignore-scripts', 'docs'], {
    cwd: project,
    encoding: 'utf8',
    timeout: buildMsMax,
    env: { ...process.env, GALLERY_WITHOUT: scenarios.filter((name) => !shown.includes(name)).join(',') },
  });
  const output = stdout + stderr;
  if (status !== 0 && !isCi && offline.test(output)) return false;
  expect(status, output).toBe(0);
  expect(output).not.toMatch(/\[warning\]|dead link/i);
  return true;
}

const turn = builtNow('siteBuilt');
const isBuilt = turn.length > 0 && buildSite();
if (turn.length > 0 && !isBuilt) console.log('skipped: no registry to install the packages of the site from');

const pages = isBuilt
  ? readdirSync(built, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'))
  : [];
const textOf = (page: string): string => readFileSync(join(built, page), 'utf8');
const decoded = (text: string): string => decodeURIComponent(text.replaceAll('&amp;', '&'));
const idsOf = (text: string): Set<string> =>
  new Set([...text.matchAll(/\s(?:id|name)="([^"]*)"/g)].map(([, id = '']) => id.replaceAll('&amp;', '&')));

/** The page or file that a link leads to, and its anchor. */
function placeOf(link: string, from: string): { file: string; anchor: string } {
  const [path = '', anchor = ''] = decoded(link).split('#');
  const resolved = posix
    .join('/', path.startsWith('/') ? path : posix.join(posix.dirname(from), path))
    .slice(1);
  if (path === '') return { file: from, anchor };
  return {
    file: resolved === '' || path.endsWith('/') ? posix.join(resolved, 'index.html') : resolved,
    anchor,
  };
}

const ids = new Map(pages.map((page) => [page, idsOf(textOf(page))]));

function deadLinksOf(page: string): string[] {
  // Scripts have texts that look like links.
  const text = textOf(page).replaceAll(/<script\b[\s\S]*?<\/script>/g, '');
  const links = [...text.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, link = '']) => link);
  return links
    .filter((link) => !/^(?:https?:|mailto:|data:)/.test(link))
    .filter((link) => {
      const { file, anchor } = placeOf(link, page);
      if (!existsSync(join(built, file))) return true;
      return anchor !== '' && ids.get(file)?.has(anchor) !== true;
    });
}

it('is made of a project whose files are there', () => {
  const { entryPoints } = JSON.parse(readFileSync(join(site, 'typedoc.json'), 'utf8')) as {
    entryPoints: string[];
  };
  expect(entryPoints.length).toBeGreaterThan(1);
  for (const entry of entryPoints) expect(existsSync(join(site, entry)), entry).toBe(true);
});

describe.skipIf(!isBuilt).each(turn)('the site', () => {
  it('has no dead link, neither to a file nor to an anchor', () => {
    expect(pages.length).toBeGreaterThan(150);
    const links = pages.reduce((sum, page) => sum + (textOf(page).match(/\shref="/g)?.length ?? 0), 0);
    expect(links).toBeGreaterThan(5000);
    expect(pages.flatMap((page) => deadLinksOf(page).map((link) => `${page}: ${link}`))).toEqual([]);
  });

  it('has a report for each scenario of the gallery', () => {
    expect(shown.length).toBe(attempts('reportsOfTheSite'));
    for (const name of shown) {
      const report = `gallery/${name}/report.html`;
      expect(textOf(report)).toContain('<h1');
      expect(textOf(report).length).toBeLessThan(1.5 * 1024 * 1024);
    }
  });

  it.each(['choice', 'duration', 'integer', 'number', 'probability', 'text', 'usdc'])(
    'shows the signature of the parameter %s',
    (name) =>
      expect(wordsOf(`api/orrery-sim/functions/${name}.html`)).toMatch(
        new RegExp(`function ${name}\\b.*Parameter`),
      ),
  );

  it.each(['sleep', 'sleepUntil', 'now', 'random', 'log', 'spawn'])(
    'shows the signature of the effect %s',
    (name) =>
      expect(wordsOf(`api/core/kernel/effects/functions/${name}.html`)).toMatch(
        new RegExp(`function ${name}\\b.*Effect<`),
      ),
  );
});

const wordsOf = (page: string): string =>
  textOf(page)
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll(/\s+/g, ' ');

interface SearchIndex {
  search(query: string, options: object): { id: string }[];
}

/** The index as the browser loads it. */
async function searchIndex(): Promise<SearchIndex> {
  const chunks = join(built, 'assets/chunks');
  const name = readdirSync(chunks).find((file) => file.startsWith('@localSearchIndexroot')) ?? '';
  const { default: json } = (await import(pathToFileURL(join(chunks, name)).href)) as { default: string };
  const module = createRequire(join(site, 'package.json')).resolve('minisearch');
  const { default: MiniSearch } = (await import(pathToFileURL(module).href)) as {
    default: { loadJSON: (json: string, options: object) => SearchIndex };
  };
  return MiniSearch.loadJSON(json, {
    fields: ['title', 'titles', 'text'],
    storeFields: ['title', 'titles'],
    tokenize,
    searchOptions,
  });
}

const options = [...new Set(commands.flatMap((row) => row.options.map((option) => `--${nameOf(option)}`)))];
/** As many results as the box shows. */
const resultsShown = 16;

describe.skipIf(!isBuilt).each(turn)('the search', () => {
  let index: SearchIndex;
  beforeAll(async () => {
    index = await searchIndex();
  });

  it.each([
    ['command', commands.map(({ name }) => `orrery ${name}`), /commands\.html#orrery-/],
    ['option', options, /options\.html#/],
    ['metric', metricNames, /metrics\.html#/],
    ['policy', policyNames, /policies\.html#/],
  ])('finds every %s among the results that it shows', (_kind, names, page) => {
    expect(names.length).toBeGreaterThan(10);
    const missed = names.filter(
      (name) =>
        !index
          .search(name, searchOptions)
          .slice(0, resultsShown)
          .some(({ id }) => page.test(id)),
    );
    expect(missed).toEqual([]);
  });
});

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** The built site at a port of this machine. */
async function served(): Promise<{ server: Server; url: string }> {
  const server = createServer(({ url = '/' }, response) => {
    const path = join(built, new URL(url, 'http://site').pathname);
    const file = path.endsWith('/') ? `${path}index.html` : path;
    if (!existsSync(file)) return void response.writeHead(404).end();
    return void response
      .writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' })
      .end(readFileSync(file));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

// In CI the browser has to be there: these tests then run, and fail where it is missing.
describe.skipIf(!isBuilt || isWithoutBrowser).each(turn)('the site in Chromium', () => {
  let browser: Browser;
  let server: Server;
  let url: string;

  beforeAll(async () => {
    ({ server, url } = await served());
    browser = await launched();
  });
  afterAll(async () => {
    await browser.close();
    server.close();
  });

  /** Pages of each kind: with a sidebar, a table, a signature, a report. */
  const ofEachKind = [
    '/',
    '/docs/policies.html',
    '/api/orrery-sim/functions/duration.html',
    '/gallery/index.html',
  ];
  const read = [
    ...ofEachKind,
    '/docs/commands.html',
    '/gallery/fault-storm.html',
    '/docs/schemas/run.html',
    '/docs/tutorial.html',
    '/docs/sandbox.html',
    '/docs/recipes.html',
    '/docs/decisions/032-whose-limit.html',
    '/docs/spec/gaps.html',
  ];
  /**
   * Both widths and both colours on every page; the other two pairs differ from them in what pages of a kind have in common.
   * Of two that are next but one to each other, one is wide.
   */
  const looks = [
    [1280, 'light', read],
    [375, 'dark', read],
    [375, 'light', ofEachKind],
    [1280, 'dark', ofEachKind],
  ] as const;

  it.each(share('looksOfTheSite', looks))(
    '%i pixels wide and %s: no error, no sideways scroll, and axe finds nothing',
    async (width, colorScheme, paths) => {
      const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
      const troubles: string[] = [];
      page.on('pageerror', (error) => troubles.push(error.message));
      page.on(
        'request',
        (request) => request.url().startsWith(url) || troubles.push(`asked for ${request.url()}`),
      );
      for (const path of paths) {
        await page.goto(url + path, { waitUntil: 'networkidle' });
        const overflow = await page.evaluate(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        );
        if (overflow !== 0) troubles.push(`${path} is ${String(overflow)} pixels too wide`);
        troubles.push(...(await axeFindings(page)).violations.map((found) => `${path} ${found}`));
      }
      expect(troubles).toEqual([]);
      await page.close();
    },
  );

  it('finds a policy that is typed into its search', async () => {
    const page = await browser.newPage();
    await page.goto(`${url}/`, { waitUntil: 'networkidle' });
    await page.getByRole('button', { name: 'Search' }).first().click();
    await page.locator('#localsearch-input').fill('limits.burst');
    await page.locator('.VPLocalSearchBox .result').first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/policies\.html#limitsburst/);
    await page.close();
  });
});
