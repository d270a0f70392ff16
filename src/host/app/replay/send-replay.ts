/** Recorded traffic is planned, sent by one of the engines, and every response compared with the recorded one. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkConnections, exportK6, runExported } from '../../../live/traffic/k6/k6-replay.ts';
import { NoK6 } from '../../../live/traffic/k6/run-k6.ts';
import { Replay } from '../../../live/traffic/replay/replay.ts';
import type { ReplayPart } from '../../../live/traffic/replay/part.ts';
import type { ReplayCall } from '../../../live/traffic/replay/replay-call.ts';
import { noEvidence, openEvidence, type ReplayEvidence } from '../../../live/traffic/replay/evidence.ts';
import type { ReplayResult } from '../../../live/traffic/replay/result-schema.ts';
import { openResult } from '../../../live/traffic/replay/result.ts';
import { Forbidden } from '../../../live/traffic/target/permit.ts';
import { withPackages } from '../../packages/optional-package.ts';
import { commandContext } from '../process/command-context.ts';
import { CallMistake } from '../process/exit.ts';
import { startWorkers } from './replay-workers.ts';

/**
 * How a planned replay is sent. `threads` applies to engine `open`, `machines`, `k6Binary` and `out` to engine
 * `k6`.
 */
export interface SendingCall {
  readonly engine: 'open' | 'autocannon' | 'k6';
  /** Threads of the open engine. */
  readonly threads: number;
  /** For how many machines the segments beside a k6 script are written. */
  readonly machines: number;
  /** The k6 program. */
  readonly k6Binary: string;
  /** Keeps the k6 script in `k6/` there. */
  readonly out: string | undefined;
  /** Called twice a second while the open engine sends from this thread. */
  readonly onProgress?: (replay: Replay) => void;
}

const progressMs = 500;

/** Sends the trace once under another namespace; the result has what its differences showed. Throws `CallMistake`. */
export async function firstOfTwo(
  call: ReplayCall,
  onProgress: SendingCall['onProgress'],
): Promise<ReplayPart> {
  const namespace = `${call.namespace.slice(0, 15)}0`;
  try {
    return await running(await Replay.plan({ ...call, namespace }), onProgress);
  } catch (error) {
    throw error instanceof Forbidden ? new CallMistake(error.message) : error;
  }
}

/** A finished replay: its result, and what a report shows beside it. */
export interface FinishedReplay {
  readonly result: ReplayResult;
  readonly evidence: ReplayEvidence;
}

/** Sends what `replay` has planned for `call`. A signal ends it early; the result says so. Throws `CallMistake`. */
export async function sendReplay(
  replay: Replay,
  call: ReplayCall,
  sending: SendingCall,
): Promise<FinishedReplay> {
  try {
    return await sent(replay, call, sending);
  } catch (error) {
    throw error instanceof Forbidden || error instanceof NoK6 ? new CallMistake(error.message) : error;
  }
}

async function sent(replay: Replay, call: ReplayCall, sending: SendingCall): Promise<FinishedReplay> {
  const { engine, threads, onProgress } = sending;
  if (engine === 'k6') return { result: await k6Replay(replay, call, sending), evidence: noEvidence };
  if (engine === 'autocannon') return { result: await autocannonReplay(replay, call), evidence: noEvidence };
  const parts =
    threads > 1
      ? await stoppable(await startWorkers(call, replay.plan, threads))
      : [await running(replay, onProgress)];
  return { result: openResult({ call, plan: replay.plan, parts }), evidence: openEvidence(parts) };
}

async function autocannonReplay(replay: Replay, call: ReplayCall): Promise<ReplayResult> {
  const { startAutocannon } = await withPackages(
    '--engine autocannon',
    () => import('../../../live/traffic/autocannon/autocannon-replay.ts'),
  );
  return stoppable(await startAutocannon(call, replay.plan));
}

async function running(replay: Replay, onProgress: SendingCall['onProgress']): Promise<ReplayPart> {
  const over = commandContext.onInterrupt(() => replay.stop());
  const ticker = onProgress === undefined ? undefined : setInterval(() => onProgress(replay), progressMs);
  try {
    return await replay.runPart();
  } finally {
    clearInterval(ticker);
    over();
  }
}

/** Script and lanes stay where the result is kept, and nowhere else. */
async function k6Replay(
  replay: Replay,
  call: ReplayCall,
  { out, machines, k6Binary: binary }: SendingCall,
): Promise<ReplayResult> {
  const folder = out === undefined ? mkdtempSync(join(tmpdir(), 'orrery-k6-')) : join(out, 'k6');
  try {
    const { leftOut } = await exportK6(call, replay.plan, { folder, machines });
    await checkConnections(call);
    return await stoppable(runExported(call, replay.plan, { folder, binary, leftOut }));
  } finally {
    if (out === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

/** A signal stops the engine, and the result so far is reported. */
const stoppable = <Result>({
  result,
  stop,
}: {
  result: Promise<Result>;
  stop: () => void;
}): Promise<Result> => result.finally(commandContext.onInterrupt(stop));
