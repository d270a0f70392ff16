/** The audit of a log file in this thread. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LogAuditor, type LogAudit } from '../../../../verification/audit/log/audit-log.ts';
import { neededColumns } from '../../../../verification/audit/log/logged-bet.ts';
import type { Profile } from '../../../../core/base/profile.ts';
import { commandContext } from '../../process/command-context.ts';
import { CallMistake } from '../../process/exit.ts';
import { LogFile } from './log-file.ts';
import { namesOf } from './names-file.ts';

/** How to audit a log: `names` is the file that says what the log calls its columns. */
export interface BetsCall {
  readonly profile: Profile;
  readonly names: string | undefined;
  /** Called now and then with the bets that were read. */
  readonly onProgress?: (bets: number) => void;
}

/** What a thread reports: bets read, then the audit or what is wrong with the form of a file. */
export type LogMessage =
  | { readonly bets: number }
  | { readonly audit: LogAudit }
  | { readonly mistake: string }
  | { readonly fileMistake: { name: string; line: number; column: number; reason: string } };

/** An accusation has to be surer than a verdict on a house that is audited live. */
const rule = { alpha: 0.0001, tolerance: 0.01 };
/** Bets between two looks at signals and progress. */
const betsAtOnce = 20_000;

/** Throws `CallMistake` or `FileMistake` for the form of a file, and stops by an exception at a signal. */
export async function auditHere(file: string, { profile, names, onProgress }: BetsCall): Promise<LogAudit> {
  const bets = new LogFile(file, namesOf(names));
  let auditor = new LogAuditor({ profile, rule, isExcerpt: true });
  for (;;) {
    for (const bet of bets) {
      auditor.add(bet);
      if (auditor.bets % betsAtOnce !== 0) continue;
      await nextTurn();
      const { bets: read } = auditor;
      commandContext.assertGoesOn(() => `with ${read} bets of ${file} read`);
      onProgress?.(read);
    }
    assertForm(file, auditor);
    const again = auditor.again();
    if (again === undefined) return auditor.finish();
    auditor = again;
  }
}

/** A log without bets, or with commitments in another form, says nothing about the house. */
function assertForm(file: string, { bets, strangeCommitment }: LogAuditor): void {
  if (bets === 0)
    throw new CallMistake(`${file}:1:1: holds no bets; expected the columns ${neededColumns.join(', ')}`);
  if (strangeCommitment === undefined) return;
  const { line, commitment } = strangeCommitment;
  throw new CallMistake(
    `${file}:${line}:1: server_seed_hash is ${JSON.stringify(commitment.slice(0, 80))}; expected a SHA-256 as 64 hexadecimal digits`,
  );
}
