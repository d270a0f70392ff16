/** Threads that stand in for those of commands: their module is a script of the test, which says how a thread behaves. */
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import threads from 'node:worker_threads';
import { onTestFinished } from 'vitest';
import { folderWith } from './orrery.ts';

/** Does what the words of its call say. */
const script = `import { parentPort, resourceLimits, workerData } from 'node:worker_threads';
const { words, progress, endless } = workerData;
const print = (value) => process.stdout.write(JSON.stringify(value));
const [act, ...rest] = words;
const stay = () => setInterval(() => undefined, 1000);
const acts = {
  exit: (code) => process.exit(code),
  print: (code) => {
    const young = resourceLimits.maxYoungGenerationSizeMb;
    print({ ...workerData, progress: progress.length, endless: [...endless], young });
    process.exitCode = code;
  },
  throw: (message, code) => { throw Object.assign(new Error(message), code && { code }); },
  need: (need) => {
    parentPort.postMessage({ kind: 'need', need });
    parentPort.once('message', () => { throw Object.assign(new Error('full'), { code: 'ERR_WORKER_OUT_OF_MEMORY' }); });
  },
  leave: (reports, code) => {
    for (const report of reports) parentPort.postMessage(report);
    process.exitCode = code;
  },
  compute: (...steps) => {
    if (endless.get(1)?.length === 2 || (steps.length === 1 && endless.size > 0)) return void print([...endless]);
    progress.set(steps[endless.get(1)?.length ?? 0]);
    stay();
    parentPort.postMessage({ kind: 'need', need: 'the run' });
  },
  hear: (reports, code) => {
    for (const report of reports) parentPort.postMessage(report);
    const timer = stay();
    parentPort.on('message', (message) => {
      if (code === undefined) return parentPort.postMessage({ kind: 'stopping' });
      print(message);
      process.exitCode = code;
      clearInterval(timer);
      parentPort.close();
    });
  },
};
acts[act](...rest);
`;

const progresses = new WeakMap<threads.Worker, Float64Array>();
/** What a thread shares with its supervisor. */
export const progressIn = (thread: threads.Worker | undefined): Float64Array | undefined =>
  thread === undefined ? undefined : progresses.get(thread);

/** Until the test ends; the threads that were started, in order. `terminate` replaces their own where given. */
export function standIn(terminate?: () => Promise<number>): threads.Worker[] {
  const file = pathToFileURL(join(folderWith({ 'thread.mjs': script }), 'thread.mjs'));
  const started: threads.Worker[] = [];
  const Real = threads.Worker;
  class StandIn extends Real {
    constructor(_file: string | URL, options: threads.WorkerOptions) {
      super(file, options);
      started.push(this);
      progresses.set(this, (options.workerData as { progress: Float64Array }).progress);
      onTestFinished(() => void super.terminate());
    }
    override terminate(): Promise<number> {
      return terminate?.() ?? super.terminate();
    }
  }
  const put = (worker: typeof threads.Worker): void => {
    threads.Worker = worker;
    syncBuiltinESMExports();
  };
  put(StandIn);
  onTestFinished(() => put(Real));
  return started;
}
