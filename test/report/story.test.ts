/** The three sentences say what the result says, no more. */
import { describe, expect, test } from 'vitest';
import { grouped, groupedUsdc } from '../../src/report/numbers.ts';
import { threeSentences, verdictLine } from '../../src/report/story.ts';
import type { RunResult, RunSummary } from '../../src/simulation/scenario/result.ts';
import { emptyRun, fixtureRun } from './fixture.ts';

const withSummary = (run: RunResult, change: Partial<RunSummary>): RunResult => ({
  ...run,
  summary: { ...run.summary, ...change },
});
const held = (run: RunResult): RunResult =>
  withSummary(run, { ok: true, findings: [], expectations: run.summary.expectations.filter(({ ok }) => ok) });

describe('traffic', () => {
  test('counts and shares are those of the data', () => {
    const run = fixtureRun();
    const [traffic] = threeSentences(run);
    const total = Object.values(run.timeline.requests)
      .flat()
      .reduce((all, value) => all + value, 0);
    const limited = (run.timeline.requests['limited'] ?? []).reduce((all, value) => all + value, 0);
    expect(traffic).toContain(
      `1,000 agents lived through 30 days of virtual time and made ${grouped(total)} requests`,
    );
    expect(traffic).toContain(`${((limited / total) * 100).toFixed(1)}% rate limited (429)`);
    expect(traffic).toMatch(
      /refusals by code: RATE_LIMIT \d+\.\d% \(too many requests\), .* and 6 other codes\.$/,
    );
  });

  test('requests that never reached the platform are counted separately', () => {
    const run = fixtureRun();
    const [traffic] = threeSentences(withSummary(run, { requests: 1_234 }));
    expect(traffic).toContain('(1,234 reached the platform)');
    expect(threeSentences(run)[0]).not.toContain('reached the platform');
  });

  test('a few refusals among many are not rounded to none, nor the rest to all', () => {
    const run = fixtureRun();
    const requests = { ok: [999_999], refused: [1] };
    const refusals = { CONFLICT: [1] };
    const [traffic] = threeSentences({ ...run, timeline: { ...run.timeline, requests, refusals } });
    expect(traffic).toContain('>99.9% answered, <0.1% refused (4xx); refusals by code: CONFLICT 100%');
  });
});

describe('money', () => {
  test('opening balances are not turnover', () => {
    const run = fixtureRun();
    const moving = run.flows.filter(({ kind }) => kind !== 'genesis');
    const total = moving.reduce((all, { micros }) => all + micros, 0);
    expect(threeSentences(run)[1]).toContain(`${groupedUsdc(total)} USDC moved in`);
    expect(threeSentences(run)[1]).toContain('the ledger balances to the micro-USDC');
  });

  test('drift is said in the sentence and in the verdict', () => {
    const run = withSummary(fixtureRun(), { ledger: { transfers: 9, driftMicros: -1 } });
    expect(threeSentences(run)[1]).toContain('the ledger is off by -0.000001 USDC');
    expect(verdictLine(run)).toContain('ledger off by -0.000001 USDC');
  });

  test('the largest part is the largest, at any position among the flows', () => {
    const flow = (kind: string, micros: number) => ({ from: 'a', to: 'b', kind, transfers: 1, micros });
    const flows = [flow('small', 1_000_000), flow('large', 5_000_000), flow('middle', 2_000_000)];
    const [, money] = threeSentences({ ...fixtureRun(), flows });
    expect(money).toContain('the largest part as large (5.00 USDC)');
  });

  test('turnover beyond the safe integers stays exact', () => {
    const flow = { from: 'a', to: 'b', kind: 'k', transfers: 1, micros: Number.MAX_SAFE_INTEGER };
    const [, money] = threeSentences({ ...fixtureRun(), flows: [flow, flow] });
    expect(money).toContain('18,014,398,509.481982 USDC moved in 2 transfers');
  });
});

describe('outcome', () => {
  test('failed expectations are named with their measured value, and the first finding in full', () => {
    const [, , outcome] = threeSentences(fixtureRun());
    expect(outcome).toContain(
      '2 of 7 expectations did not hold (http_req_failed rate<0.05: 0.132875, casino_rounds_total value>0: not measured)',
    );
    expect(outcome).toContain('under 5 planned faults (escrow outage, faucet slow, escrow error and 2 more)');
    expect(outcome).toContain(
      '2 findings, the first by disputer-204 (disputer) at 2026-01-18T04:48:00.000Z: “released',
    );
  });

  test('a run that held says so', () => {
    const run = { ...held(fixtureRun()), faults: [] };
    expect(verdictLine(run)).toBe('Held: all 5 expectations held, no findings, no ledger drift.');
    expect(threeSentences(run)[2]).toBe('All 5 expectations held; no behaviour broke.');
  });

  test('a failure that nothing explains is not passed over', () => {
    const run = withSummary(held(fixtureRun()), { ok: false });
    expect(threeSentences(run)[2]).toContain('the run is marked as failed all the same');
  });

  test('an empty run claims nothing', () => {
    expect(threeSentences(emptyRun())).toEqual([
      'No agents lived through 30 days of virtual time and made no requests.',
      'No money moved, and the ledger balances to the micro-USDC.',
      'No expectation was stated; no behaviour broke.',
    ]);
  });
});
