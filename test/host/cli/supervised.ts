/** A command under its supervisor in this process, whose thread, clocks and signals are the test's. */
import { onTestFinished, vi } from 'vitest';
import type { CommandRow } from '../../../src/host/cli/command.ts';
import { supervise } from '../../../src/host/cli/supervision/supervisor.ts';
import { hear, type Heard } from './heard.ts';
import type { standIn } from './stand-in-thread.ts';

export const row = {
  name: 'run',
  isBrief: false,
  load: () => Promise.reject(new Error('not here')),
} as unknown as CommandRow;
export const supervised = (...words: unknown[]): Promise<number> => supervise(row, words, {});
export const signals = ['SIGINT', 'SIGTERM'] as const;

/** What has been added to the listeners of this process since. */
export function addedTo(
  name: string,
  stream: NodeJS.EventEmitter = process,
): () => ((...args: unknown[]) => void)[] {
  const before = new Set(stream.listeners(name));
  return () => stream.listeners(name).filter((each) => !before.has(each)) as ((...args: unknown[]) => void)[];
}

/** Clocks that the test advances; `use` is processor time. */
export function clocks(): { use: (ms: number) => void } {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  let ms = 0;
  vi.spyOn(process, 'cpuUsage').mockImplementation(() => ({ user: ms * 1000, system: 0 }));
  return { use: (of) => void (ms += of) };
}

/** The next message of a thread. */
export const message = (thread: ReturnType<typeof standIn>[number] | undefined): Promise<unknown> =>
  new Promise((resolve) => thread?.once('message', resolve));
export const ended = (thread: ReturnType<typeof standIn>[number] | undefined): Promise<unknown> =>
  new Promise((resolve) => thread?.once('exit', resolve));

let heard: Heard;
export const begin = (size: Parameters<typeof hear>[0] = { isTTY: false }): void => void (heard = hear(size));
export const texts = (): { stdout: string; stderr: string } => ({
  stdout: heard.stdout.join(''),
  stderr: heard.stderr.join(''),
});

const outputEnds = process.stdout.listeners('error');
/** Takes back what a test has put, and what a supervised command leaves at the output of its process. */
export function restore(): void {
  vi.restoreAllMocks();
  for (const each of process.stdout.listeners('error'))
    if (!outputEnds.includes(each)) process.stdout.off('error', each as () => void);
}
