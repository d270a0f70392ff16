/** The pages of live measurements have one design: charts over time, a table of operations, and figures on top. */
import { describe, expect, it } from 'vitest';
import { present } from '../../src/core/base/assert.ts';
import { benchHtml } from '../../src/report/bench/html.ts';
import { differencesHtml } from '../../src/report/differences/html.ts';
import { liveCharts } from '../../src/report/live/charts.ts';
import type { BenchResult } from '../../src/live/traffic/bench/result.ts';
import { fixtureDifferences } from './differences-fixture.ts';
import { hostileText } from './fixture.ts';
import { fixtureBench, fixtureMeasured } from './live-fixture.ts';

const script = '(() => {})();';
const command = 'npx orrery bench --target target.yaml';

const benchPage = (changes: Partial<BenchResult> = {}): string =>
  benchHtml(fixtureBench(changes), { script, command });

const replayPage = (): string =>
  differencesHtml({ ...fixtureDifferences(0, 0), measured: fixtureMeasured() }, { script });

const wordsOf = (page: string): string =>
  page
    .replaceAll('<wbr />', '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

describe.each([
  ['bench', benchPage()],
  ['replay', replayPage()],
])('the page of %s', (_command, page) => {
  it('has charts of requests, times and errors over time', () => {
    const ids = [...page.matchAll(/<figure class="chart" id="([a-z]+)"/g)].map(([, id]) => id);
    expect(ids).toEqual(['rate', 'times', 'errors', 'failed']);
  });

  it('has a row for all requests and one for each operation', () =>
    expect(wordsOf(page)).toMatch(
      /all 800 40 25 4 8 20 RATE_LIMIT 25 escrow\/B\/create 400 20 25 4 8 20 RATE_LIMIT 25 escrow\/B\/release 400/,
    ));
});

it('a page of differences without times has neither', () => {
  const page = differencesHtml(fixtureDifferences(0, 0), { script });
  expect(page).not.toMatch(/id="rate"|id="calls"/);
});

it('a chart of response times has no value where nothing ended', () => {
  const chart = present(
    liveCharts(fixtureMeasured()).find(({ id }) => id === 'times'),
    'there are times',
  );
  const { series } = chart.option as unknown as {
    series: { data: (number | null)[]; connectNulls: boolean }[];
  };
  expect(series.map(({ data, connectNulls }) => [data[2], data[3], connectNulls])).toEqual([
    [null, 7, true],
    [null, 21, true],
    [null, 35, true],
  ]);
});

describe('the page of a bench', () => {
  it.each<[string, Partial<BenchResult>]>([
    ['✓ 40 requests a second keep the thresholds; limited by the target.', {}],
    ['✗ No rate kept the thresholds; limited by this generator.', { highestPerSecond: null, limitedBy: 'generator', ok: false }],
    ['✓ The target keeps the thresholds at 40 requests a second.', { shape: 'constant', limitedBy: 'rate' }],
    ['✗ Not every step held; limited by the budget.', { shape: 'constant', highestPerSecond: null, limitedBy: 'budget', ok: false }],
    ['✗ 40 requests a second keep the thresholds; limited by the target. It is worse than the baseline.', { ok: false }],
    ['✗ A signal stopped the bench; the figures are those until then.', { limitedBy: 'stop', ok: false }],
  ])('says %s', (verdict, changes) => expect(wordsOf(benchPage(changes))).toContain(verdict)); // prettier-ignore

  it('lists every step with its outcome, and marks those that are counted', () => {
    const words = wordsOf(benchPage());
    expect(words).toContain('1 * ✓ holds 40 40');
    expect(words).toContain('2 void: event loop 64 64');
    expect(words).toContain('3 ✗ the target 64 64');
  });

  it('has no rate below zero in its interval', () =>
    expect(wordsOf(benchPage())).toContain('95%: 0 to 64/s'));

  it('is complete without figures over time, as of a closed loop', () => {
    const { measured: _measured, ...closed } = fixtureBench({ shape: 'closed' });
    const page = benchHtml(closed, { script, command });
    expect(page).not.toMatch(/id="rate"|id="calls"/);
    expect(wordsOf(page)).toContain('Requests not counted');
  });

  it('escapes what a target, a file or an option says', () => {
    const measured = { steps: [0], ...fixtureMeasured(hostileText) };
    const baseline = { file: hostileText, perSecondRatio: 1, p99Ratio: 1, worse: [hostileText] };
    const page = benchPage({
      target: hostileText,
      path: hostileText,
      notes: [hostileText],
      measured,
      baseline,
    });
    expect(page).not.toContain(hostileText);
    expect(page.match(/<script/g)).toHaveLength(2);
  });
});
