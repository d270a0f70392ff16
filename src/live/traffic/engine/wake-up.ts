/**
 * When the engine looks at its schedule again: as soon as the event loop comes round, or at an instant. Instants are kept
 * by a thread that sleeps. Until it runs, and where none can be started, timers of Node keep them, which last whole
 * milliseconds and begin again with each response.
 */
import { WakeTimer } from './wake-timer.ts';

/** Bounds of the estimate of the lateness, in milliseconds: a longer pause is no property of timers. */
const timerLatenessMsMin = 0.5;
const threadLatenessMsMin = 0.15;
const latenessMsMax = 5;
/** What is left of an old estimate after each timer. */
const kept = 0.95;
/** The longest sleep: intervals are closed in time. */
const sleepMsMax = 250;
/** The shortest sleep: at high rates one turn serves several requests. */
const sleepMsMin = 0.8;

export class WakeUp {
  readonly #tick: () => void;
  #timer: NodeJS.Timeout | undefined;
  #timerMs = 0;
  #dueMs = Number.NaN;
  /** The largest lateness of late, which fades with each wake-up. */
  #latenessMs = 1;
  #thread: WakeTimer | undefined;
  #isSoon = false;
  /** One function for all turns: a new closure each turn is garbage, and its collection makes requests late. */
  readonly #turn = (): void => {
    this.#isSoon = false;
    this.#tick();
  };
  readonly #timedTurn = (): void => {
    this.#late(performance.now() - this.#dueMs, timerLatenessMsMin);
    this.#tick();
  };
  readonly #threadTurn = (): void => {
    this.#late(this.#thread?.lateMs ?? 0, threadLatenessMsMin);
    this.#tick();
  };

  constructor(tick: () => void) {
    this.#tick = tick;
  }

  /** In the next turn of the event loop; several calls before it are one. */
  soon(): void {
    if (this.#isSoon) return;
    this.#isSoon = true;
    setImmediate(this.#turn);
  }

  /** At an instant of `performance.now` or soon after it, and not before `sleepMsMin` has passed. */
  until(dueMs: number): void {
    const nowMs = performance.now();
    if (dueMs <= nowMs) this.soon();
    else this.#sleep(nowMs, Math.max(sleepMsMin, dueMs - nowMs));
  }

  /** At an instant of `performance.now`: what a sleep would be late by is polled. */
  exactly(dueMs: number): void {
    const nowMs = performance.now();
    const earlyMs = dueMs - nowMs - this.#latenessMs;
    const sleepMs = this.#thread?.isReady === true ? earlyMs : Math.floor(earlyMs);
    if (sleepMs <= 0) this.soon();
    else this.#sleep(nowMs, sleepMs);
  }

  /** After so many milliseconds, rounded up to a whole one, because each timer costs a turn. Replaces an earlier one. */
  after(waitMs: number): void {
    const wholeMs = Math.max(1, Math.ceil(waitMs));
    this.#dueMs = performance.now() + wholeMs;
    if (this.#timer !== undefined && this.#timerMs === wholeMs) {
      // Most waits are equal: the same timer again makes no garbage.
      this.#timer.refresh();
      return;
    }
    clearTimeout(this.#timer);
    this.#timerMs = wholeMs;
    this.#timer = setTimeout(this.#timedTurn, wholeMs);
  }

  /** Ends the thread; no turn follows but one that comes soon. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#thread?.close();
  }

  #sleep(nowMs: number, waitMs: number): void {
    this.#thread ??= new WakeTimer(this.#threadTurn);
    const sleepMs = Math.min(waitMs, sleepMsMax);
    if (this.#thread.isReady) this.#thread.at(nowMs + sleepMs);
    else this.after(sleepMs);
  }

  #late(lateMs: number, latenessMsMin: number): void {
    this.#latenessMs = Math.min(latenessMsMax, Math.max(latenessMsMin, lateMs, this.#latenessMs * kept));
  }
}
