/** The audit that reads a bet at a time counts what the slow one counts, in logs with random edits. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { auditLog } from '../../../../src/verification/audit/log/audit-log.ts';
import { plainPicks } from '../../../../src/verification/audit/log/replay.ts';
import { NonceSet } from '../../../../src/verification/audit/log/seeds/nonce-set.ts';
import type { LogRow } from '../../../../src/verification/audit/log/logged-bet.ts';
import { singleGames } from '../../../platform/games/chances.ts';
import { attempts } from '../../../campaigns.ts';
import { betsOf, logOf, sha256 } from '../houses.ts';
import { slowAudit } from './slow-audit.ts';

const rows = singleGames
  .flatMap((game) =>
    logOf({ game: game.id, bet: game.samples.replayed, bets: 40, betsPerSeed: 15 }).map((row, index) => ({
      row: { ...row, player: `player of ${game.id}` },
      at: index,
    })),
  )
  .toSorted((left, right) => left.at - right.at)
  .map(({ row }): LogRow => row);

const edit = fc.record({
  at: fc.nat({ max: rows.length - 1 }),
  kind: fc.constantFrom('pay', 'drop', 'repeat', 'blank', 'reseed', 'move', 'rebet'),
});

function edited(edits: readonly { at: number; kind: string }[]): LogRow[] {
  const log: (LogRow | undefined)[] = [...rows];
  for (const { at, kind } of edits) {
    const row = log[at];
    if (row === undefined) continue;
    if (kind === 'pay') log[at] = { ...row, payout: '0.123' };
    if (kind === 'drop') log[at] = undefined;
    if (kind === 'repeat') log[at] = { ...row, nonce: '0' };
    if (kind === 'blank') log[at] = { ...row, server_seed: '' };
    if (kind === 'reseed') log[at] = { ...row, server_seed: sha256(`other ${at}`) };
    if (kind === 'move') [log[at], log[0]] = [log[0], row];
    if (kind === 'rebet') log[at] = { ...row, bet: '{"threshold":1e9,"picks":[]}', payout: '0' };
  }
  return log.filter((row) => row !== undefined);
}

describe('a log with random edits', () => {
  it('is counted alike by the fast audit and the slow one, and in both ways to draw', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 25 }), (edits) => {
        const bets = betsOf(edited(edits));
        const slow = slowAudit(bets);
        const audit = auditLog(bets, { profile: 'published' });
        expect(auditLog(bets, { profile: 'published', pickOf: plainPicks })).toEqual(audit);
        const countOf = (...codes: string[]): number =>
          audit.findings
            .filter(({ code }) => codes.includes(code))
            .reduce((sum, { count }) => sum + count, 0);
        const { recomputed, unrevealed } = audit;
        expect({ recomputed, unrevealed }).toEqual({
          recomputed: slow.recomputed,
          unrevealed: slow.unrevealed,
        });
        expect(countOf('commitment-broken')).toBe(slow.broken.length);
        expect(countOf('nonce-reused')).toBe(slow.reused.length);
        expect(countOf('impossible-bet')).toBe(slow.impossible.length);
        const others = [
          'commitment-broken',
          'nonce-reused',
          'impossible-bet',
          'nonce-skipped',
          'nonce-order',
          'seed-after-rotation',
          'rotation-withheld',
          'payout-impossible',
          'result-misshown',
        ];
        const paid = audit.findings.filter(({ code }) => !others.includes(code));
        expect(paid.reduce((sum, { count }) => sum + count, 0)).toBe(slow.wrong.length);
        const skipped = audit.findings.find(({ code }) => code === 'nonce-skipped');
        expect(Number(/^\d+/.exec(skipped?.sentence ?? '0')?.[0])).toBe(slow.missing);
      }),
      { numRuns: attempts('logsWithEdits'), seed: 22 },
    );
  });
});

it('a set of nonces knows what was added', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.nat({ max: 3000 }), fc.maxSafeNat())), (nonces) => {
      const set = new NonceSet(5, 9);
      const known = new Set([5, 6, 7, 8, 9]);
      for (const nonce of nonces) {
        expect(set.add(nonce)).toBe(!known.has(nonce));
        known.add(nonce);
      }
    }),
  );
});
