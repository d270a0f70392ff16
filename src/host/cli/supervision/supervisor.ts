/**
 * Runs a command in a separate thread and supervises it from the main thread, which stays free to receive signals.
 * The first SIGINT or SIGTERM asks the command to stop; a second one ends its thread, as does a thread that does not stop.
 * A recording of real clients has no grace period: it writes its trace first.
 * A command whose run has a step without end is restarted without that step
 * (docs/decisions/025-supervised-commands.md).
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Attempt } from './attempt.ts';
import type { Perform } from '../command.ts';
import type { AskedCommand } from './command-thread.ts';
import { exitCode } from '../../app/process/exit.ts';
import { complain, restoreTerminal } from '../output/output.ts';
import { performHere } from './perform-here.ts';
import { processorMs } from '../../workers/processor-time.ts';

/** The processor time that a thread may use after a signal before it has heard it: a busy machine gives it less of that. */
const deafMs = 500;
/** How long a command may take to stop, in whatever state it is. */
const graceMs = 10_000;
/** How often it is looked at meanwhile. */
const lookMs = 50;
/** npx passes a signal on that the terminal has sent already: so soon after the first it is no second one. */
const repeatedMs = 500;
/** How long its thread may take to end when it is ended from outside. */
const endMs = 100;
const signals = ['SIGINT', 'SIGTERM'] as const;

/** Runs a command in a separate thread, or a brief one in this one. Resolves with its exit code. */
export const supervise: Perform = async (row, words, origins) =>
  row.isBrief === true
    ? performHere(row, words, origins)
    : new Supervisor({ name: row.name, words, origins }).run();

class Supervisor {
  readonly #asked: AskedCommand;
  #attempt: Attempt | undefined;
  #grace: NodeJS.Timeout | undefined;
  #signalCount = 0;
  #firstSignalMs = 0;

  constructor(asked: AskedCommand) {
    this.#asked = asked;
  }

  async run(): Promise<number> {
    const heard = (): void => this.#heard();
    const outputLost = (): void => this.#attempt?.dropOutput();
    for (const signal of signals) process.on(signal, heard);
    process.stdout.on('error', outputLost);
    try {
      return await this.#lastAttempt();
    } finally {
      clearInterval(this.#grace);
      for (const signal of signals) process.off(signal, heard);
    }
  }

  /** Attempts until one has no step without end. */
  async #lastAttempt(): Promise<number> {
    const endless = new Map<number, readonly number[]>();
    for (;;) {
      const attempt = new Attempt(this.#asked, endless);
      this.#attempt = attempt;
      const end = await attempt.end;
      if (end.kind === 'ended') return end.code;
      if (this.#signalCount > 0) return exitCode.interrupted;
      endless.set(end.run, [...(endless.get(end.run) ?? []), end.step]);
    }
  }

  #heard(): void {
    const finishes = this.#attempt?.finishesAfterSignal === true;
    const nowMs = performance.now();
    if (this.#signalCount > 0 && finishes && nowMs - this.#firstSignalMs < repeatedMs) return;
    this.#signalCount += 1;
    if (this.#signalCount > 1) void this.#cutOff();
    else {
      this.#firstSignalMs = nowMs;
      this.#attempt?.interrupt();
      if (!finishes) this.#giveGrace(nowMs, processorMs());
    }
  }

  #giveGrace(sinceMs: number, usedMs: number): void {
    this.#grace = setInterval(() => {
      const isDeaf = this.#attempt?.isStopping !== true && processorMs() - usedMs > deafMs;
      if (isDeaf || performance.now() - sinceMs > graceMs) void this.#cutOff();
    }, lookMs);
  }

  /**
   * Leaving the process would wait for its thread, which ends only once it is back in JavaScript: never, where a call of the
   * system or of V8 does not return. A signal without a handler waits for no thread; a shell reports that of SIGINT as 130 too.
   */
  #die(): void {
    for (const signal of signals) process.removeAllListeners(signal);
    process.kill(process.pid, 'SIGINT');
  }

  async #cutOff(): Promise<void> {
    clearInterval(this.#grace);
    const isEnded = await Promise.race([this.#attempt?.terminate().then(() => true), pause(endMs, false)]);
    this.#attempt?.clear();
    restoreTerminal();
    complain('orrery: interrupted; unfinished results are discarded\n');
    if (isEnded !== true) this.#die();
    process.exit(exitCode.interrupted);
  }
}
