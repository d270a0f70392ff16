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
import { noBudget, shareOf } from '../../../live/traffic/target/budget.ts';
import { spareOf } from '../../../live/traffic/plan/planned-spending.ts';
import { PinnedAddresses } from '../../../live/traffic/target/pinned-addresses.ts';
import { compiledFile } from '../process/compiled-file.ts';
import type { ReplayCommand, Word, WorkerCall } from './replay-worker.ts';

/** A running replay, a part for each worker. `stop` may be called at any time; `result` then has what was sent so far. */
export interface WorkersRun {
  readonly result: Promise<ReplayPart[]>;
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
    // The plan of all workers together was held against it.
    budget: noBudget,
  };
  const { resolve: _resolve, only: _only, callOf: _callOf, ...sendable } = call;
  const spare = spareOf(target.budget, plan.spending);
  const calls = shares.map((sessions, index): WorkerCall => {
    const own = shareOf(spare, { index, count: shares.length });
    return { call: { ...sendable, target: share, spare: own }, sessions, pinned };
  });
  const threads = new WorkerThreads(calls);
  return { result: threads.done, stop: () => threads.tell('stop') };
}

class WorkerThreads {
  readonly done: Promise<ReplayPart[]>;
  readonly #workers: readonly Worker[];
  #readyCount = 0;

  constructor(calls: readonly WorkerCall[]) {
    this.#workers = calls.map(
      (workerData) => new Worker(compiledFile(new URL('replay-worker.js', import.meta.url)), { workerData }),
    );
    this.done = Promise.all(this.#workers.map((worker) => this.#partOf(worker))).catch(
      async (error: unknown) => {
        await Promise.all(this.#workers.map((worker) => worker.terminate()));
        throw error;
      },
    );
  }

  tell(order: ReplayCommand): void {
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
