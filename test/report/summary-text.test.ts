/** The terminal summary fits its screen, whatever the run. */
import { describe, expect, test } from 'vitest';
import { summaryText } from '../../src/report/summary-text.ts';
import type { RunResult } from '../../src/simulation/scenario/result.ts';
import { emptyRun, fixtureRun, hostileRun } from './fixture.ts';

/** Every list longer than its room, every number as long as it gets. */
function crowdedRun(): RunResult {
  const run = fixtureRun();
  const huge = Object.fromEntries(
    Object.keys(run.timeline.requests).map((name) => [name, [123_456_789_012]]),
  );
  return {
    ...run,
    timeline: { ...run.timeline, requests: huge },
    summary: {
      ...run.summary,
      expectations: Array.from({ length: 40 }, (_, index) => ({
        metric: 'm'.repeat(200),
        threshold: 'value==0',
        value: index,
        ok: index !== 39,
      })),
      findings: Array.from({ length: 12 }, () => ({
        kind: 'k',
        agent: 'a'.repeat(90),
        behaviour: 'b'.repeat(90),
        at: run.summary.virtual.start,
        message: 'x '.repeat(300),
      })),
    },
  };
}

const runs: [string, RunResult][] = [
  ['a full run', fixtureRun()],
  ['an empty run', emptyRun()],
  ['a crowded run', crowdedRun()],
  ['hostile names', hostileRun('\u001b]0;title\u0007\u001b[2J\r\nnext\u202e')],
];

describe('terminal summary', () => {
  test.each(runs)('%s takes at most 25 lines of 100 columns', (_, run) => {
    const lines = summaryText(run, { color: false }).split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.length).toBeLessThanOrEqual(25);
    for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(100);
  });

  test.each(runs)('%s: the control characters of its texts are not sent to the terminal', (_, run) => {
    // oxlint-disable-next-line no-control-regex
    expect(summaryText(run, { color: false })).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  });

  test('colour changes no word', () => {
    const run = fixtureRun();
    // oxlint-disable-next-line no-control-regex
    const bare = summaryText(run, { color: true }).replace(/\u001b\[\d+m/g, '');
    expect(bare).toBe(summaryText(run, { color: false }));
  });

  test('failed expectations are shown before those that are left out', () => {
    const text = summaryText(crowdedRun(), { color: false });
    expect(text.match(/✗/g)).toHaveLength(1);
    expect(text).toContain('and 33 more expectations');
    expect(text).toContain('and 7 more findings');
  });

  test('rates and the ratio of virtual to wall time are in one line', () => {
    expect(summaryText(fixtureRun(), { color: false })).toMatch(
      /1\.84 s {2}[\d,]+ events\/s {2}[\d,]+ requests\/s {2}virtual:wall 1\.41 million:1/,
    );
  });
});
