/** A worker thread of `orrery replay`: plans its own sessions, reports `ready`, and sends them on `go`. */
import { parentPort, workerData } from 'node:worker_threads';
import { callsBelow } from '../record/route-names.ts';
import { Replay } from '../../../live/traffic/replay/replay.ts';
import type { ReplayCall } from '../../../live/traffic/replay/replay-call.ts';
import type { ReplayPart } from '../../../live/traffic/replay/part.ts';

/** The `workerData` of a replay thread: the call and the sessions that this thread sends. */
export interface WorkerCall {
  readonly call: Omit<ReplayCall, 'resolve' | 'only' | 'callOf'>;
  readonly sessions: readonly number[];
  /** Hosts and the addresses they were pinned to: no name is asked for twice. */
  readonly pinned: ReadonlyMap<string, string>;
}

/** What the main thread tells a worker: send now, or stop early. `go` comes once, after `ready`. */
export type ReplayCommand = 'go' | 'stop';

/** What a worker reports: `ready` when it has planned, then `done` with its measurements, after which it ends. */
export type Word = { readonly kind: 'ready' } | { readonly kind: 'done'; readonly part: ReplayPart };

const { call, sessions, pinned } = workerData as WorkerCall;

const replay = await Replay.plan({
  ...call,
  callOf: call.spare && callsBelow(call.spare),
  only: new Set(sessions),
  resolve: (name) => Promise.resolve([pinned.get(name) ?? '']),
});

parentPort?.on('message', (order: ReplayCommand) => {
  if (order === 'stop') replay.stop();
  else void send();
});
say({ kind: 'ready' });

async function send(): Promise<void> {
  say({ kind: 'done', part: await replay.runPart() });
  parentPort?.close();
}

function say(word: Word): void {
  parentPort?.postMessage(word);
}
