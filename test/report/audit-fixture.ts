/** The view of an audit of some games, as `orrery audit` makes it. */
import { shippedChecks } from '../../src/verification/audit/checks/shipped-checks.ts';
import { auditExactly } from '../../src/verification/audit/exact-audit.ts';
import { kellyAudit } from '../../src/verification/audit/kelly/kelly-audit.ts';
import { replayChunk } from '../../src/verification/audit/replay/chunk.ts';
import { samplePlayer } from '../../src/verification/audit/replay/player.ts';
import { judge } from '../../src/verification/audit/replay/replay.ts';
import type { AuditView } from '../../src/report/audit/view.ts';

export function viewOf(games: readonly string[], change: Partial<AuditView> = {}): AuditView {
  const exact = auditExactly('published', new Set(games));
  const replay = judge(
    games.map((game) => {
      const player = samplePlayer(game, 'published');
      return { player, tallies: [replayChunk(player, { seed: '1', chunk: 0, rounds: 2000 })] };
    }),
  );
  const { mapped = [] } = change;
  return {
    exact, replay, checks: shippedChecks({ exact, mapped, replay, ...change }), kelly: kellyAudit(exact.rows, '1'), mapped: [], findings: exact.findings, ok: true,
    seed: '1', command: 'npx orrery audit', ...change,
  }; // prettier-ignore
}
