/** Reports of differences: verdict first, every text escaped, small with 2,000 differences; tables and JUnit agree with it. */
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { disarmed } from '../../src/core/base/plain-text.ts';
import { differencesCsv, groupsCsv } from '../../src/report/differences/csv.ts';
import { differencesHtml } from '../../src/report/differences/html.ts';
import { differencesJunit } from '../../src/report/differences/junit.ts';
import type { DifferencesView } from '../../src/report/differences/view.ts';
import { fixtureDifferences } from './differences-fixture.ts';
import { hostileText } from './fixture.ts';
import { assertWellFormed } from './well-formed.ts';

const pageOf = (view: DifferencesView): string => differencesHtml(view, { script: '(() => {})();' });

/** Texts of the page without tags. */
const wordsOf = (page: string): string =>
  page
    .replaceAll('<wbr />', '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

const verdictIn = (page: string): string =>
  /<p class="verdict [a-z]+">([\s\S]*?)<\/p>/
    .exec(page)?.[1]
    ?.replaceAll(/<[^>]*>|\s+/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim() ?? '';

describe('the page', () => {
  it('has the verdict and the figures before every difference', () => {
    const page = pageOf(fixtureDifferences(3, 2));
    expect(verdictIn(page)).toBe('✗ 2 unexplained differences of 2 causes.');
    expect(page.indexOf('class="verdict')).toBeLessThan(page.indexOf('class="tiles'));
    expect(page.indexOf('class="tiles')).toBeLessThan(page.indexOf('id="cause-1"'));
    expect(wordsOf(page)).toMatch(/Requests 5,000 3\.2 s, 2 not sent.*Namespace k7m2x9ab/);
  });

  it.each([
    ['full', 'Every response is as recorded.'],
    ['status', 'Every status is as recorded.'],
  ] as const)('says what was compared: %s', (comparison, verdict) => {
    const page = pageOf({ ...fixtureDifferences(0, 0), comparison, engine: 'k6' });
    expect(verdictIn(page)).toBe(`✓ ${verdict}`);
    const isSaid = page.includes('comparison: &quot;status&quot;. Engine k6 compares statuses');
    expect(isSaid).toBe(comparison === 'status');
  });

  it('shows both answers of a cause with the fields marked that differ, and the requests that led there', () => {
    const page = pageOf(fixtureDifferences(3, 2));
    const [, first = ''] = /<article class="cause" id="cause-1"([\s\S]*?)<\/article>/.exec(page) ?? [];
    expect(first.match(/<mark>[^<]*<\/mark>/g)).toEqual([
      '<mark>  &quot;fee&quot;: &quot;0.01&quot;,</mark>',
      '<mark>  &quot;fee&quot;: &quot;0.02&quot;,</mark>',
    ]);
    expect(first).toMatch(/Recording: status 201[\s\S]*Target: status 201/);
    expect(first.match(/<g class="(?:broken)?">/g)).toHaveLength(12);
    expect(first.match(/<g class="broken">/g)).toHaveLength(1);
    expect(wordsOf(first)).toMatch(/under escrow\.expiryState=refunded/);
  });

  it('stays below 1.5 MB with 2,000 differences of 500 causes, and says what it leaves out', () => {
    const page = pageOf(fixtureDifferences(2_000, 500));
    expect(page.length).toBeLessThan(1_500_000);
    expect(wordsOf(page)).toMatch(/300 more causes in the JSON result/);
    expect(wordsOf(page)).toMatch(/1,750 more rows in groups\.csv/);
  });

  it('lets no text of a target out of its place', () => {
    const page = pageOf(fixtureDifferences(40, 3, hostileText));
    expect(page.match(/<script/g)).toHaveLength(2);
    expect(page.match(/<\/script/g)).toHaveLength(2);
    expect(page).not.toMatch(/<img|<!--/);
    expect(page.replaceAll(/"[^"]*"/g, '""')).not.toMatch(/<[^>]*\sonerror=/);
  });

  it('asks for nothing from outside', () => {
    const markup = pageOf(fixtureDifferences(40, 3)).replaceAll(/<script[\s\S]*?<\/script>/g, '');
    expect(/\ssrc=|url\(|@import|<link|href="(?!#)/.exec(markup)).toBeNull();
  });
});

describe('the tables', () => {
  it.each(['', hostileText, '=1+2', '"\r\n,'])(
    'have a row for each difference and each group: %j',
    (text) => {
      const view = fixtureDifferences(60, 3, text);
      const groups = parse(groupsCsv(view), { columns: true }) as Record<string, string>[];
      const differences = parse(differencesCsv(view), { columns: true }) as Record<string, string>[];
      expect([groups.length, differences.length]).toEqual([60, 60]);
      expect(groups[1]).toMatchObject({ explanation: 'time', cause: '', first_request: '1', count: '1' });
      expect(differences[2]).toMatchObject({
        explanation: '',
        cause: '3',
        request: '2',
        field: disarmed(view.groups[2]?.field ?? ''),
      });
    },
  );

  it('name what the target was compared with', () => {
    const view = fixtureDifferences(1, 1);
    expect(groupsCsv(view)).toMatch(/,recorded,target\r\n/);
    expect(groupsCsv({ ...view, against: 'model' })).toMatch(/,model,target\r\n/);
  });
});

describe('JUnit', () => {
  const failuresIn = (xml: string): number => xml.match(/<failure /g)?.length ?? 0;

  it.each(['', hostileText, 'a\u0000b\u001b[31m\ud800c'])('is well-formed: %j', (text) => {
    assertWellFormed(differencesJunit(fixtureDifferences(40, 3, text)));
  });

  it('has a test case for the whole, each operation and each threshold', () => {
    const view = fixtureDifferences(40, 3);
    const xml = differencesJunit(view);
    expect(xml.match(/<testcase /g)).toHaveLength(1 + view.operations.length + view.expectations.length);
    expect(failuresIn(xml)).toBe(1 + 4);
    expect(xml).toContain('tests="7" failures="5" errors="0" skipped="0" time="3.200"');
    expect(xml).toMatch(
      /name="escrow\/B\/create"><failure type="amount" message="1 unexplained difference">/,
    );
    expect(xml).toContain('(cause 2: escrow/B/create: /fee is &quot;0.02&quot;');
    expect(failuresIn(differencesJunit(fixtureDifferences(0, 0)))).toBe(0);
  });

  it('fails as a whole where a run is not complete, even without a difference', () => {
    const stopped = { ...fixtureDifferences(0, 0), ok: false, troubles: ['It was stopped before its end.'] };
    expect(differencesJunit(stopped)).toMatch(/name="the whole comparison"><failure [^>]*>It was stopped/);
  });
});
