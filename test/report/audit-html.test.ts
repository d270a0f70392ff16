/** The page of an audit: every game has its part, every sentence stands in it, and Chromium draws it. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { betLine } from '../../src/verification/audit/exact-audit.ts';
import { gamesCsv, gamesHeader } from '../../src/report/audit-csv.ts';
import { auditHtml } from '../../src/report/audit-html.ts';
import { pageScript } from '../../src/host/serve/page-script.ts';
import { isCi } from '../ci.ts';
import { viewOf } from './audit-fixture.ts';

const wanted = ['coin_flip', 'dice', 'keno', 'wheel', 'mines'];

const view = viewOf(wanted);
const page = auditHtml(view, { script: '' });

describe('the page of an audit', () => {
  it('has a part for each game that its links lead to, and every finding in words', () => {
    for (const game of wanted) {
      expect(page).toContain(`<section id="game-${game}"`);
      expect(page).toContain(`href="#game-${game}"`);
    }
    for (const finding of view.findings) {
      expect(page).toContain(finding.replaceAll('"', '&quot;').replaceAll("'", '&#39;'));
    }
  });

  it('asks for nothing from outside, and runs no script but its own', () => {
    expect(page).toContain('default-src &#39;none&#39;');
    expect(page.slice(0, page.indexOf('<script'))).not.toMatch(/(?:src|href)="(?!#)/);
  });

  it('gives the exact fraction of every edge that is short enough to read', () => {
    expect(page).toContain('<code>-4843/24332</code>');
    expect(page).toContain('<code>3/79</code>');
    // Outcomes with their chances: three of three numbers of keno.
    expect(page).toContain('<code>57/4108</code>');
  });

  it('says when it went wrong', () => {
    const [first, ...rest] = view.replay;
    const broken = auditHtml(
      viewOf(wanted, {
        ok: false,
        replay: [
          { ...first!, verdict: 'contradicted', complaints: ['nonce 4 after <2>'] },
          ...rest,
        ],
        mapped: [{ game: 'dice', outcomes: 7, differences: ['1/2 is paid'] }],
      }),
      { script: '' },
    ); // prettier-ignore
    expect(broken).toContain('verdict bad');
    expect(broken).toContain('nonce 4 after &lt;2&gt;');
    expect(broken).toContain('Replayed: contradicted: with the claimed return of');
    expect(broken).toContain('1/2 is paid');
  });

  it('works without rounds and with only one game', () => {
    expect(auditHtml(viewOf(['wheel'], { replay: [] }), { script: '' })).not.toContain('id="path-wheel"');
  });
});

describe('games.csv', () => {
  it('has a line for each bet, with decimals and exact fractions', () => {
    const lines = view.exact.rows.map(betLine);
    const rows = parse(gamesHeader + gamesCsv(lines), { columns: true }) as unknown as Record<string, string>[];
    expect(rows).toHaveLength(view.exact.rows.length);
    const five = rows.find(({ bet }) => bet === '{"picks":5}');
    expect(five).toMatchObject({ game: 'keno', implemented_edge_exact: '-4843/24332' });
    expect(Number(five?.['implemented_edge'])).toBeCloseTo(-4843 / 24332, 11);
    for (const [index, row] of rows.entries()) {
      const edge = view.exact.rows[index]!.figures.edge.toNumber();
      expect(Math.abs(Number(row['implemented_edge']) - edge)).toBeLessThan(1e-9);
    }
  }); // prettier-ignore
});

const executablePath = '/usr/bin/chromium';
const isInstalled = existsSync(executablePath);

describe.skipIf(!isInstalled && !isCi)('the page in Chromium', () => {
  let browser: Browser;
  let folder: string;
  let url: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'orrery-audit-'));
    writeFileSync(join(folder, 'report.html'), auditHtml(view, { script: pageScript('report') }));
    url = `file://${folder}/report.html`;
    browser = await chromium.launch({
      executablePath,
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
    });
  });

  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ['wide and light', 1280, 'light'],
    ['wide and dark', 1280, 'dark'],
    ['as wide as a phone', 375, 'dark'],
  ] as const)('%s: every chart is drawn, those unfolded later too', async (_, width, colorScheme) => {
    const tab = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
    const troubles: string[] = [];
    tab.on('pageerror', (error) => troubles.push(error.message));
    tab.on('console', (message) => message.type() !== 'log' && troubles.push(message.text()));
    await tab.goto(url);
    await tab.waitForSelector('#edges svg');
    await tab.evaluate('document.querySelectorAll("details").forEach((one) => { one.open = true; })');
    const charts = await tab.locator('.canvas').count();
    // Both curves of each shown bet: the usual ones and two of keno that favour the player.
    expect(charts).toBe(1 + wanted.length + 2 * (wanted.length + 2));
    await tab.waitForFunction(`document.querySelectorAll('.canvas svg').length === ${charts}`);
    const paths = await tab.$$eval('.canvas svg', (drawings) =>
      drawings.map((drawing) => drawing.querySelectorAll('path').length),
    );
    expect(Math.min(...paths)).toBeGreaterThan(5);
    const overflow = await tab.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    expect(overflow).toBe(0);
    expect(troubles).toEqual([]);
    await tab.close();
  });
});
