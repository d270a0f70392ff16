/** `orrery diff A B`: the first event, service and field at which two runs part. */
import { diffRuns } from '../../../app/compare/diff-runs.ts';
import type { DiffResult } from '../../../app/result-schema.ts';
import { exitCode } from '../../../app/process/exit.ts';
import { say, sayJson } from '../../output/output.ts';

/** The options of `orrery diff`; with `json`, `quiet` has no effect. */
export interface DiffOptions {
  json?: boolean;
  quiet?: boolean;
}

/** Returns 1 where the runs differ. Throws `CallMistake` for a folder that is no report. */
export function diffCommand(left: string, right: string, { json, quiet }: DiffOptions): number {
  const found = diffRuns(left, right);
  if (json === true) sayJson(found);
  else if (quiet !== true) say(diffText(found));
  return found.ok ? exitCode.held : exitCode.failed;
}

function diffText({ digests: [a, b], setup, checkpoint, difference, ok }: DiffResult): string {
  if (ok) return `the two runs are the same: digest ${a}\n`;
  const lines = [`the two runs differ: digest ${a} and ${b}`];
  if (setup.length > 0) lines.push(`  set up differently: ${setup.join('; ')}`);
  if (checkpoint !== null) lines.push(`  first differing checkpoint: event ${checkpoint}`);
  if (difference === null)
    lines.push('  no row of events.csv or ledger.csv differs: the order of due events does');
  else {
    const where = difference.event === null ? difference.file : `event ${difference.event}`;
    lines.push(
      `  first difference: ${where} at ${difference.at}, ${difference.service} ${difference.operation}`,
      `    ${difference.field}: ${difference.a ?? '(run ended)'} and ${difference.b ?? '(run ended)'}`,
    );
  }
  return `${lines.join('\n')}\n`;
}
