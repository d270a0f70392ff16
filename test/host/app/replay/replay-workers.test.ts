/** Threads of a replay: what each gets, when all begin, and how one that ends early ends the others. */
import { once } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import threads from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startWorkers } from '../../../../src/host/app/replay/replay-workers.ts';
import { sendReplay } from '../../../../src/host/app/replay/send-replay.ts';
import type { ReplayCall } from '../../../../src/live/traffic/replay/replay-call.ts';
import { Replay } from '../../../../src/live/traffic/replay/replay.ts';
import { folderWith } from '../../../folder-with.ts';
import { ownSignal } from '../process/signalled.ts';
import { replayCall } from './small-replay.ts';

const ready = `parentPort.postMessage({ kind: 'ready' });`;
const ends = `parentPort.close();`;
/** Its part is what it got. */
const echo = `${ready}
parentPort.on('message', (order) => {
  parentPort.postMessage({ kind: 'done', part: { order, ...workerData } });
  ${ends}
});`;

/** Until the test ends, threads run this script; the files that they were to run. */
function standIn(script: string): { files: string[]; started: threads.Worker[] } {
  const text = `import { parentPort, workerData } from 'node:worker_threads';\n${script}`;
  const file = pathToFileURL(join(folderWith({ 'thread.mjs': text }), 'thread.mjs'));
  const [files, started]: [string[], threads.Worker[]] = [[], []];
  const Real = threads.Worker;
  class StandIn extends Real {
    constructor(named: string | URL, options: threads.WorkerOptions) {
      super(file, options);
      files.push(String(named));
      started.push(this);
      onTestFinished(() => void super.terminate());
    }
  }
  const put = (worker: typeof threads.Worker): void => {
    threads.Worker = worker;
    syncBuiltinESMExports();
  };
  put(StandIn);
  onTestFinished(() => put(Real));
  return { files, started };
}

async function workersOf(call: ReplayCall, workers = 2) {
  const { plan } = await Replay.plan(call);
  return startWorkers(call, plan, workers);
}

describe('the threads of a replay', () => {
  it('get their sessions, their share of the target, and no function', async () => {
    const { files } = standIn(echo);
    const { call } = await replayCall({
      lines: 'ceiling: { connections: 5, requestsPerSecond: 100 }\nbudget: { requests: 9 }',
    });
    const withFunctions = {
      ...call,
      resolve: (name: string) => Promise.resolve([name]),
      only: new Set([1]),
      callOf: undefined,
    };
    const { plan } = await Replay.plan(call);
    const { result } = await startWorkers(withFunctions, plan, 2);
    const target = {
      ...call.target,
      requestsPerSecondMax: 50,
      connectionsMax: 2,
      budget: { micros: undefined, requests: undefined },
    };
    const part = (requests: number, sessions: readonly number[]) => ({
      order: 'go',
      call: { ...call, target, spare: { micros: undefined, requests } },
      sessions,
      pinned: new Map([['127.0.0.1', '127.0.0.1']]),
    });
    expect(await result).toEqual([part(3, [0, 2]), part(2, [1, 3])]);
    expect(files).toHaveLength(2);
    for (const file of files) expect(file).toMatch(/\/dist\/src\/host\/app\/replay\/replay-worker\.js$/);
  });

  it.each([
    ['connections', 'ceiling: { connections: 1 }', 4, 1],
    ['sessions that can be sent apart', '', 1, 1],
    ['threads that were asked for', 'ceiling: { connections: 3 }', 4, 2],
  ])('are no more than %s', async (_what, lines, count, threadCount) => {
    standIn(echo);
    const { call } = await replayCall({ lines, count });
    const { result } = await workersOf(call);
    const parts = (await result) as unknown as { call: ReplayCall }[];
    expect(parts).toHaveLength(threadCount);
    expect(parts[0]?.call.target.connectionsMax).toBe(lines === '' ? 64 : 1);
  });

  it('begin when the last is ready', async () => {
    const { started: all } = standIn(`const orders = [];
const isFirst = workerData.sessions.includes(0);
if (isFirst) ${ready}
parentPort.on('message', (order) => {
  orders.push(order);
  if (order === 'stop' && !isFirst) ${ready}
  if (orders.length < 2) return;
  parentPort.postMessage({ kind: 'done', part: orders });
  ${ends}
});`);
    const { call } = await replayCall();
    const { result, stop } = await workersOf(call);
    await once(all[0]!, 'message');
    // The other is ready once it hears this.
    stop();
    expect(await result).toEqual([
      ['stop', 'go'],
      ['stop', 'go'],
    ]);
  });

  it('are stopped together, before they begin as well', async () => {
    standIn(`parentPort.on('message', (order) => {
  parentPort.postMessage({ kind: 'done', part: { order } });
  ${ends}
});`);
    const { call } = await replayCall();
    const { result, stop } = await workersOf(call);
    stop();
    expect(await result).toEqual([{ order: 'stop' }, { order: 'stop' }]);
  });

  it.each([
    ['process.exit(3);', 'a worker of the replay ended early (3)'],
    ['throw new Error("broken");', 'broken'],
  ])('end all where one ends early: %s', async (script, message) => {
    const { started: all } = standIn(`${ready}
if (workerData.sessions.includes(0)) { ${script} }
setInterval(() => undefined, 1000);`);
    const { call } = await replayCall();
    const { result } = await workersOf(call);
    await expect(result).rejects.toThrow(new Error(message));
    // A thread that has ended has no number.
    expect(all.map(({ threadId }) => threadId)).toEqual([-1, -1]);
  });
});

describe('a replay over threads', () => {
  it('stops them with a signal', async () => {
    const { come, restore } = ownSignal();
    onTestFinished(restore);
    standIn(`parentPort.on('message', (order) => { throw new Error(order); });`);
    const { call } = await replayCall();
    const open = { engine: 'open', threads: 2, machines: 1, k6Binary: '', out: undefined } as const;
    come();
    await expect(sendReplay(await Replay.plan(call), call, open)).rejects.toThrow(new Error('stop'));
  });
});
