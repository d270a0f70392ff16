/** `audit --target` against houses that answer anything: the budget holds on the wire, and the audit always ends. */
import fc from 'fast-check';
import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { auditTarget, type TargetAudit } from '../../../src/host/app/audit/audit-target.ts';
import { CallMistake } from '../../../src/host/app/process/exit.ts';
import { gameNamed } from '../../../src/platform/games/registry.ts';
import { logJson } from '../../../src/host/app/audit/audit-json.ts';
import { logHtml } from '../../../src/report/log-html.ts';
import { logChecks } from '../../../src/verification/audit/checks/log-checks.ts';
import { logText } from '../../../src/report/log-text.ts';
import { hostileHouse, trick, type Tally, type Trick } from '../../verification/audit/hostile-house.ts';
import { called } from './called.ts';
import { folderWith } from './orrery.ts';

/** Waits of a minute take a sixteenth of a second; time-outs of 100 s a tenth of a second. */
const timeScale = 1 / 1000;
const realSetTimeout = globalThis.setTimeout;
const realPause = timers.setTimeout;

beforeEach(() => {
  vi.stubGlobal('setTimeout', (callback: () => void, ms = 0) => realSetTimeout(callback, ms * timeScale));
  vi.spyOn(timers, 'setTimeout').mockImplementation((ms = 0, ...rest) => realPause(ms * timeScale, ...rest));
  // Modules have imported it by its name.
  syncBuiltinESMExports();
  vi.stubEnv('ORRERY_API_KEY', '');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

const targetText = (address: string): string => `name: hostile
hosts: [127.0.0.1]
allow: writes
timeout: 100s
services: { faucet: "${address}/faucet", casino: "${address}/casino" }
`;

const games = ['coin_flip', 'dice', 'blackjack', 'video_poker'];

async function auditOf(
  tricks: readonly Trick[],
  money: { budgetMicros: number; stakeMicros: number },
): Promise<{ tally: Tally; result: TargetAudit | CallMistake }> {
  const tally = await hostileHouse(tricks);
  const folder = folderWith({ 'target.yaml': targetText(tally.address) });
  const result = await auditTarget({
    file: join(folder, 'target.yaml'),
    profile: 'published',
    games: games.map((id) => gameNamed(id)!),
    ...money,
    betsPerSeed: 5,
    callsPerSecond: 1000,
    players: 1,
    seed: 'fixed',
  }).catch((error: unknown) => {
    if (error instanceof CallMistake) return error;
    throw error;
  });
  tally.close();
  return { tally, result };
}

/** Everything that is written about an audit. */
function written({ audit, target }: TargetAudit): void {
  const checks = logChecks(audit, target);
  logText({ audit, checks, target });
  logJson(audit, { profile: 'published', checks, target, ok: false });
  logHtml(
    { audit, checks, name: 'hostile', profile: 'published', target, command: 'none', ok: false },
    { script: '' },
  );
}

describe('a hostile house', () => {
  it('never sees more stakes than the budget, whatever it answers, and the report states what was sent', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(trick, { maxLength: 80 }),
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 0, max: 9_999 }),
        async (tricks, bets, rest) => {
          const budgetMicros = bets * 10_000 + rest;
          const { tally, result } = await auditOf(tricks, { budgetMicros, stakeMicros: 10_000 });
          expect(tally.stakedMicros).toBeLessThanOrEqual(budgetMicros);
          if (result instanceof CallMistake) expect(tally.stakes).toBe(0);
          else {
            const { stakesSent, staked, stakesConfirmed } = result.target;
            expect([stakesSent, Number(staked)]).toEqual([tally.stakes, tally.stakedMicros / 1e6]);
            expect(stakesConfirmed).toBeLessThanOrEqual(stakesSent);
            expect(() => written(result)).not.toThrow();
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('that takes every bet and answers 429 is staked the budget once, and each bet once', async () => {
    const limited: Trick = { kind: 'status', status: 429, retryAfter: '1' };
    const honest: Trick = { kind: 'honest' };
    // Two calls make the account, three open the period; from then on every answer is a 429.
    const tricks = [
      ...Array.from({ length: 5 }, () => honest),
      ...Array.from({ length: 200 }, () => limited),
    ];
    const { tally, result } = await auditOf(tricks, { budgetMicros: 30_000, stakeMicros: 10_000 });
    // The third bet is a free deal, which is refused before a stake; the third stake is half of the least that is documented.
    expect(tally).toMatchObject({ stakes: 3, stakedMicros: 25_000 });
    expect((result as TargetAudit).target).toMatchObject({
      stakesSent: 3,
      stakesRefused: 4,
      staked: '0.025',
      stakesConfirmed: 0,
      confirmed: '0.00',
    });
  });
});

describe('a payout that a house claims', () => {
  const report = async (json: string): Promise<{ code: number | null; stderr: string; folder: string }> => {
    const tricks = Array.from({ length: 400 }, () => ({ kind: 'field', field: 'payout', json }) as const);
    const { address } = await hostileHouse(tricks);
    const folder = folderWith({ 'target.yaml': targetText(address) });
    const words = [
      'audit',
      'dice',
      'coin_flip',
      '--target',
      'target.yaml',
      '--rate',
      '1000',
      '--players',
      '1',
    ];
    const { code, stderr } = await called(folder, [
      ...words,
      '--budget',
      '0.30',
      '--stake',
      '0.01',
      '--out',
      'report',
    ]);
    return { code, stderr, folder: join(folder, 'report') };
  };

  it('is evidence at 1e9 a bet: the audit ends with a finding, and its report has the bets', async () => {
    const { code, stderr, folder } = await report('1000000000');
    expect([code, stderr]).toEqual([1, '']);
    const { findings, target } = JSON.parse(readFileSync(join(folder, 'audit.json'), 'utf8')) as {
      findings: string[];
      target: { returned: string };
    };
    expect(target.returned).toBe('30000000000.00');
    expect(findings.join('\n')).toMatch(/bets are not paid by the rules/);
    expect(readFileSync(join(folder, 'bets.ndjson'), 'utf8').match(/"payout":1000000000,/g)).toHaveLength(30);
  });

  it.each(['1e308', '1e999', '-1', '"Infinity"', '{"a":[1]}', '"1e9"', '9007199254740993', 'null'])(
    'is evidence at %s: the answer is kept, and the finding says what it was',
    async (json) => {
      const { code, stderr, folder } = await report(json);
      expect([code, stderr]).toEqual([1, '']);
      expect(readFileSync(join(folder, 'audit.json'), 'utf8')).toMatch(
        /payout is [^;]{2,}; expected an amount/,
      );
      expect(readFileSync(join(folder, 'unreadable.ndjson'), 'utf8')).toMatch(/"payout":[^,]+,/);
    },
  );
});
