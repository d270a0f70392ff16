/** A worker thread that audits one long bet log. */
import { parentPort, workerData } from 'node:worker_threads';
import { FileMistake } from '../../../core/base/file-mistake.ts';
import { CallMistake } from '../process/exit.ts';
import { auditHere, type BetsCall, type LogMessage } from './log-file/audit-here.ts';

const { file, call } = workerData as { file: string; call: BetsCall };

const post = (message: LogMessage): void => parentPort?.postMessage(message);

/** A mistake in the form of the log is a message; anything else ends the thread with its error. */
async function audit(): Promise<LogMessage> {
  try {
    return { audit: await auditHere(file, { ...call, onProgress: (bets) => post({ bets }) }) };
  } catch (error) {
    if (error instanceof CallMistake) return { mistake: error.message };
    if (!(error instanceof FileMistake)) throw error;
    const { file: name, line, column, reason } = error;
    return { fileMistake: { name, line, column, reason } };
  }
}

post(await audit());
