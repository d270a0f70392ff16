/** The effects that every kernel performs, besides `sleep` and `now`, which the process itself performs. */
import { assert } from '../base/assert.ts';
import type { Distribution } from './distributions.ts';
import type { Effect, LogFields, LogPayload, SpawnPayload } from './effects.ts';
import { describeThrown, describeValue } from './finding.ts';
import { describeSleep, suspended } from './process.ts';
import type { Performer, Process } from './process.ts';

/** One line that a behaviour logged. */
export interface LogEntry {
  readonly agent: string;
  readonly behaviour: string;
  readonly atMs: number;
  readonly message: string;
  readonly fields: LogFields | undefined;
}

/** What performers need of the kernel. */
interface Spawner {
  readonly nowMs: number;
  spawn(options: Pick<SpawnPayload, 'run' | 'name'> & { readonly behaviour: string }): Process;
}

/** The built-in performers by kind of effect. */
export function builtInPerformers(
  kernel: Spawner,
  onLog: ((entry: LogEntry) => void) | undefined,
): [string, Performer][] {
  return [
    ['sleepUntil', (process, effect) => performSleepUntil(process, effect, kernel.nowMs)],
    ['random', performRandom],
    ['log', (process, effect) => onLog?.(logEntry(process, effect, kernel.nowMs))],
    ['spawn', (process, effect) => performSpawn(kernel, process, effect)],
  ];
}

function refuse(process: Process, message: string): typeof suspended {
  process.fail('unknown-effect', message);
  return suspended;
}

function performSleepUntil(process: Process, effect: Effect<unknown>, nowMs: number): typeof suspended {
  const atMs = effect.payload;
  if (!Number.isSafeInteger(atMs)) return refuse(process, describeSleep('sleepUntil', atMs));
  process.sleepUntil(Math.max(atMs as number, nowMs));
  return suspended;
}

function performRandom(process: Process, effect: Effect<unknown>): unknown {
  const distribution = effect.payload;
  if (distribution === undefined) return process.stream.unit();
  if (typeof distribution !== 'function') {
    return refuse(process, `yielded random(${describeValue(distribution)}); expected a distribution`);
  }
  // A distribution may be the behaviour's own function: an error in it is the behaviour's.
  try {
    return (distribution as Distribution<unknown>)(process.stream);
  } catch (error) {
    process.fail('behaviour-threw', `a distribution ${describeThrown(error)}`, error);
    return suspended;
  }
}

function logEntry(process: Process, effect: Effect<unknown>, atMs: number): LogEntry {
  const { message, fields } = effect.payload as LogPayload;
  return { agent: process.name, behaviour: process.behaviour, atMs, message, fields };
}

function performSpawn(kernel: Spawner, process: Process, effect: Effect<unknown>): unknown {
  const { run, name } = effect.payload as SpawnPayload;
  if (typeof run !== 'function' || typeof name !== 'string') {
    const call = `spawn(${describeValue(run)}, ${describeValue(name)})`;
    return refuse(process, `yielded ${call}; expected a generator function and a name`);
  }
  assert(process.state === 'ready', 'only a process that has its turn spawns another');
  return kernel.spawn({ name: `${process.name}/${name}`, behaviour: process.behaviour, run }).number;
}
