import { describe, expect, it } from 'vitest';
import type { LogAudit } from '../../src/verification/audit/log/audit-log.ts';
import { logChecks } from '../../src/verification/audit/checks/log-checks.ts';
import { logHtml, type LogView } from '../../src/report/log-html.ts';

const audit: LogAudit = {
  bets: 25,
  recomputed: 25,
  unrevealed: 0,
  players: 0,
  timed: 0,
  keptClientSeeds: 0,
  verdicts: [
    {
      game: 'coin_flip', bet: { side: 'heads' }, expected: 0.98, rounds: 25, mean: 1.02, low: 0.3, high: 1.7,
      verdict: 'undecided', roundsNeeded: 48_000, logEvidence: 0, claimed: 0.98, level: 0.99, tolerance: 0.01,
    },
  ],
  findings: [],
  notes: [],
}; // prettier-ignore

const view: LogView = {
  audit,
  checks: logChecks(audit, undefined),
  name: 'their log <b>.csv',
  profile: 'published',
  target: undefined,
  command: 'npx orrery audit --bets log.csv',
  ok: true,
};

const finding = {
  code: 'nonce-skipped',
  game: 'dice',
  count: 1200,
  line: 7,
  sentence: 'a round was drawn & hidden',
};

describe('the page of a foreign audit', () => {
  it('states whether the house kept its commitments, the measurements, and how to repeat them', () => {
    const page = logHtml(view, { script: '' });
    expect(page).toContain('Every bet that could be computed again comes to what was paid.');
    expect(page).toContain('102.00%');
    expect(page).toContain('98.00%');
    expect(page).toContain('about 48,000 more rounds tell a return that is off by 1 percentage point.');
    expect(page).toContain('their log &lt;b&gt;.csv');
    expect(page).not.toContain('What was done');
  });

  it('names each finding with its row', () => {
    const page = logHtml({ ...view, audit: { ...audit, findings: [finding] }, ok: false }, { script: '' });
    expect(page).toContain('1 thing a player could complain of.');
    expect(page).toContain('a round was drawn &amp; hidden');
    expect(page).toContain('1,200');
  });

  it('calls nothing good that was not seen', () => {
    const empty = { ...audit, bets: 0, recomputed: 0, verdicts: [] };
    expect(logHtml({ ...view, audit: empty, ok: false }, { script: '' })).toContain('Nothing was audited');
    expect(logHtml({ ...view, audit: { ...audit, recomputed: 0 } }, { script: '' })).toContain(
      'nothing is proved',
    );
  });
});
