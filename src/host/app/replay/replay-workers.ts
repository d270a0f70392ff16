/**
 * A replay over several threads. Sessions that need each other's answers stay together; all begin when the last has
 * planned; they share the rate ceiling and the connections of the target, and their measurements are merged.
 */
import { Worker } from 'node:worker_threads';
import { Schedule } from '../../../live/traffic/plan/schedule.ts';
import type { Plan } from '../../../live/traffic/plan/plan.ts';
import { sharesOf } from '../../../live/traffic/plan/session-groups.ts';
import type { ReplayPart } from '../../../live/traffic/replay/part.ts';
import type { ReplayCall } from '../../../live/traffic/replay/replay-call.ts';
import { type ReplayResult } from '../../../live/traffic/replay/result-schema.ts';
import { openResult } from '../../../live/traffic/replay/result.ts';
import { PinnedAddresses } from '../../../live/traffic/target/pinned-addresses.ts';
import type { ReplayCommand, Word, WorkerCall } from './replay-worker.ts';

/** A running replay. `stop` may be called at any time; `result` then has what was sent so far. */
export interface WorkersRun {
  readonly result: Promise<ReplayResult>;
  readonly stop: () => void;
}

/** Rejects with `Forbidden` as a replay does. Fewer workers than asked for where sessions hang together. */
export async function startWorkers(call: ReplayCall, plan: Plan, workers: number): Promise<WorkersRun> {
  const { trace, target, schedule } = call;
  const addresses = await PinnedAddresses.resolve(target);
  const pinned = new Map(target.hosts.map((host) => [host, addresses.addressOf(host)]));
  const shares = await sharesOf(trace, {
    schedule: new Schedule(schedule),
    workers: Math.min(workers, target.connectionsMax),
    names: plan.names,
  });
  const share = {
    ...target,
    requestsPerSecondMax: target.requestsPerSecondMax / shares.length,
    connectionsMax: Math.max(1, Math.floor(target.connectionsMax / shares.length)),
  };
  const { resolve: _resolve, only: _only, ...sendable } = call;
  const one = { ...sendable, target: share };
  const threads = new WorkerThreads(shares.map((sessions): WorkerCall => ({ call: one, sessions, pinned })));
  const result = threads.done.then((parts) => openResult({ call, plan, parts }));
  return { result, stop: () => threads.tell('stop') };
}

class WorkerThreads {
  readonly done: Promise<ReplayPart[]>;
  readonly #workers: readonly Worker[];
  #readyCount = 0;

  constructor(calls: readonly WorkerCall[]) {
    this.#workers = calls.map(
      (workerData) => new Worker(new URL('replay-worker.js', import.meta.url), { workerData }),
    );
    this.done = Promise.all(this.#workers.map((worker) => this.#partOf(worker))).catch(
      async (error: unknown) => {
        await Promise.all(this.#workers.map((worker) => worker.terminate()));
        throw error;
      },
    );
  }

  tell(order: ReplayCommand): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads, not windows
    for (const worker of this.#workers) worker.postMessage(order);
  }

  #partOf(worker: Worker): Promise<ReplayPart> {
    return new Promise((resolve, reject) => {
      worker.on('error', reject);
      worker.on('exit', (code) => reject(new Error(`a worker of the replay ended early (${code})`)));
      worker.on('message', (word: Word) => {
        if (word.kind === 'done') resolve(word.part);
        else if (++this.#readyCount === this.#workers.length) this.tell('go');
      });
    });
  }
}
