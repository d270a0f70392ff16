/**
 * `orrery audit --bets FILE`: the log of another casino, from CSV or NDJSON to findings. A long log is audited in a
 * thread with a small heap for new objects: every row makes some, and the threads of commands leave much room for them.
 */
import { statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { FileMistake } from '../../../core/base/file-mistake.ts';
import type { LogAudit } from '../../../verification/audit/log/audit-log.ts';
import { commandContext } from '../process/command-context.ts';
import { compiledFile } from '../process/compiled-file.ts';
import { CallMistake } from '../process/exit.ts';
import { auditHere, type BetsCall, type LogMessage } from './log-file/audit-here.ts';

/** Logs up to this size need no thread. */
const bytesHereMax = 32 * 2 ** 20;
const youngMib = 16;

/** Reads and audits a log of any length; what is wrong with the form of either file is one clear line. */
export async function auditBets(file: string, call: BetsCall): Promise<LogAudit> {
  const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return bytes <= bytesHereMax ? auditHere(file, call) : auditInThread(file, call);
}

async function auditInThread(file: string, { profile, names, onProgress }: BetsCall): Promise<LogAudit> {
  let read = 0;
  const message = await new Promise<LogMessage | undefined>((resolve, reject) => {
    const worker = new Worker(compiledFile(new URL('log-worker.js', import.meta.url)), {
      workerData: { file, call: { profile, names } },
      resourceLimits: { maxYoungGenerationSizeMb: youngMib },
    });
    const stop = (): void => void worker.terminate().then(() => resolve(undefined));
    worker.on('exit', commandContext.onInterrupt(stop));
    worker.on('error', reject);
    worker.on('message', (report: LogMessage) => {
      if (!('bets' in report)) return resolve(report);
      read = report.bets;
      onProgress?.(read);
    });
  });
  commandContext.assertGoesOn(() => `with ${read} bets of ${file} read`);
  if (message !== undefined && 'audit' in message) return message.audit;
  if (message !== undefined && 'fileMistake' in message) {
    const { name, line, column, reason } = message.fileMistake;
    throw new FileMistake(name, { line, column }, reason);
  }
  throw new CallMistake(
    message !== undefined && 'mistake' in message
      ? message.mistake
      : `${file}: the audit ended without a result`,
  );
}
