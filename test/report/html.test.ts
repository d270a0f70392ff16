/** The page: nothing that an agent wrote is ever markup, nothing comes from outside, and it stays small enough to mail. */
import { createHash } from 'node:crypto';
import { Script } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { reportHtml } from '../../src/report/html.ts';
import { pageScript } from '../../src/host/serve/page-script.ts';
import type { RunResult } from '../../src/simulation/scenario/result.ts';
import { emptyRun, fixtureRun, hostileRun, hostileText } from './fixture.ts';

/** Where the size does not matter. */
const few = { agents: 60, buckets: 40, eventsEach: 1 };
const stub = { script: '(() => {})();' };
const pageOf = (run: RunResult): string => reportHtml(run, stub);
/** The page of a run with little. */
const fewPage = pageOf(fixtureRun(few));
/** The page without what stands in scripts. */
const withoutScripts = (page: string): string => page.replace(/<script[\s\S]*?<\/script>/g, '');
const markupOf = (run: RunResult): string => withoutScripts(pageOf(run));
const scriptsOf = (page: string): string[] =>
  [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, source]) => source ?? '');
const dataOf = (page: string): { charts: unknown[]; agents: { rows: unknown[][]; behaviours: string[] } } =>
  JSON.parse(/<script type="application\/json" id="data">([\s\S]*?)<\/script>/.exec(page)?.[1] ?? '');

describe('hostile text', () => {
  const page = pageOf(hostileRun());

  test('opens and closes no element', () => {
    expect(page.match(/<script/g)).toHaveLength(2);
    expect(page.match(/<\/script/g)).toHaveLength(2);
    expect(page).not.toContain('<img');
    expect(page).not.toContain('<!--');
    const unquoted = withoutScripts(page).replace(/"[^"]*"/g, '""');
    expect(unquoted).not.toMatch(/<[^>]*\sonerror=/);
  });

  test('comes back whole from the data', () => {
    expect(dataOf(page).agents.rows[0]?.[0]).toBe(hostileText.slice(0, 47) + '…');
    expect(JSON.stringify(dataOf(page).charts)).toContain(JSON.stringify(hostileText).slice(1, -1));
  });

  test('is escaped in the title', () => {
    expect(/<title>([\s\S]*?)<\/title>/.exec(page)?.[1]).not.toContain('<');
  });

  test('can name a series like a member of every object', () => {
    const run = fixtureRun({ ...few, agents: 3, buckets: 3 });
    const refusals = Object.fromEntries([
      ['__proto__', [1, 2, 3]],
      ['constructor', [1, 1, 1]],
    ]);
    expect(pageOf({ ...run, timeline: { ...run.timeline, refusals } })).toContain('constructor');
  });
});

describe('self-contained', () => {
  const page = fewPage;

  test('asks for nothing', () => {
    const markup = withoutScripts(page);
    expect(markup).not.toMatch(/\ssrc=|url\(|@import|<link|<iframe|href="(?!#)/);
    expect(page).toContain('default-src &#39;none&#39;');
  });

  test('runs the one script whose hash is in its content security policy, and no other', () => {
    const policy = /script-src ([^"]*)"/.exec(page)?.[1]?.replaceAll('&#39;', "'");
    const hashes = scriptsOf(page).map(
      (source) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`,
    );
    expect(hashes).toHaveLength(1);
    expect(policy).toBe(hashes[0]);
  });

  test.each(['report', 'plain'] as const)('embeds the bundle %s as one script that parses', (name) => {
    const [source = '', ...others] = scriptsOf(reportHtml(fixtureRun(few), { script: pageScript(name) }));
    expect(others).toEqual([]);
    expect(source.length).toBeGreaterThan(200);
    expect(() => new Script(source)).not.toThrow();
  });

  test('every link leads somewhere, every id is there once', () => {
    const ids = [...withoutScripts(page).matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, id] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(id);
  });

  test('every chart has a name, words and figures; every table has a caption', () => {
    const markup = withoutScripts(page);
    const charts = markup.match(/data-chart="/g)?.length ?? 0;
    expect(charts).toBe(13);
    expect(markup.match(/role="img"\s+aria-label="[^"]{20,}"/g)).toHaveLength(charts + 1);
    expect(markup.match(/<summary>Figures<\/summary>/g)).toHaveLength(charts);
    expect(markup.match(/<caption/g)).toHaveLength(markup.match(/<table/g)?.length ?? 0);
  });
});

describe('size', () => {
  const sizeOf = (run: RunResult): number =>
    Buffer.byteLength(reportHtml(run, { script: pageScript('report') }));

  test('5,000 agents stay below 2 MB', () => {
    expect(sizeOf(fixtureRun({ agents: 5_000 }))).toBeLessThan(2_000_000);
  });

  test('5,000 agents with the longest and worst names do, too', () => {
    const run = fixtureRun({ agents: 5_000 });
    const agents = run.agents.map((agent, index) => ({
      ...agent,
      name: '<'.repeat(4_000) + index,
      agentId: '<'.repeat(4_000),
      behaviour: `${index}${'<'.repeat(90)}`,
    }));
    expect(sizeOf({ ...run, agents })).toBeLessThan(2_000_000);
  });

  test('above 5,000 agents the busiest are embedded, and the page says so', () => {
    const page = pageOf(fixtureRun({ ...few, agents: 6_000, buckets: 10 }));
    expect(dataOf(page).agents.rows).toHaveLength(5_000);
    expect(page).toMatch(/Searches the 5,000 busiest of 6,000 agents/);
    expect(pageOf(fixtureRun({ ...few, agents: 5_000, buckets: 10 }))).not.toContain('Searches the');
  });
});

describe('contents', () => {
  test('same result, same page', () => {
    expect(pageOf(fixtureRun(few))).toBe(fewPage);
  });

  test('an empty run has no empty section', () => {
    const page = markupOf(emptyRun());
    expect([...page.matchAll(/<section\s+id="([^"]+)"/g)].map(([, id]) => id)).toEqual(['repeat']);
    expect(page).not.toContain('<table');
    expect(page).not.toContain('data-chart="');
  });

  test('changed policies precede the folded ones', () => {
    const page = pageOf(fixtureRun({ ...few, agents: 1, buckets: 10 })).replaceAll('<wbr />', '');
    const section = page.slice(page.indexOf('id="policies"'));
    expect(section.indexOf('limits.burst')).toBeLessThan(section.indexOf('<details>'));
    expect(section.indexOf('errors.order')).toBeGreaterThan(section.indexOf('<details>'));
  });
});
