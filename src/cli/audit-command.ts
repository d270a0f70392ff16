/** `orrery audit`: the exact edge of every bet, and every difference from what the documents say. */
import { nearest } from '../base/nearest.ts';
import { auditExactly, betLine, type ExactAudit } from '../audit/exact-audit.ts';
import { gameNamed, games } from '../games/registry.ts';
import type { Profile } from '../policy/policies.ts';
import { auditText } from '../report/audit-text.ts';
import { CallMistake, exitCode } from './exit.ts';

export interface AuditOptions {
  profile?: Profile;
  json?: boolean;
  quiet?: boolean;
}

export function auditCommand(names: readonly string[], options: AuditOptions): number {
  const wanted = new Set(names.map(gameId));
  const audit = auditExactly(options.profile ?? 'published', wanted);
  const ok = audit.disagreements.length === 0;
  if (options.json === true) writeJson(audit, ok);
  else if (options.quiet !== true) process.stdout.write(`${auditText(audit)}\n`);
  return ok ? exitCode.held : exitCode.failed;
}

function gameId(name: string): string {
  const entry = gameNamed(name);
  if (entry !== undefined) return entry.game.id;
  const ids = games.map(({ game }) => game.id);
  throw new CallMistake(`there is no game "${name}"; did you mean "${nearest(name, ids)}"?`);
}

/** In parts: all bets together are some 30 MB of text. */
function writeJson(audit: ExactAudit, ok: boolean): void {
  const { profile, rows, findings, disagreements } = audit;
  process.stdout.write(`{"profile":${JSON.stringify(profile)},"bets":[`);
  const size = 2000;
  for (let from = 0; from < rows.length; from += size) {
    const part = rows.slice(from, from + size).map((row) => JSON.stringify(betLine(row)));
    process.stdout.write(`${from === 0 ? '' : ','}${part.join(',')}`);
  }
  const all = [...findings, ...disagreements.map((both) => `two exact ways disagree: ${both}`)];
  process.stdout.write(`],"replay":[],"findings":${JSON.stringify(all)},"ok":${ok}}\n`);
}
