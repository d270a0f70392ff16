/** Processor time, of which a stopped, sleeping or busy machine gives a program none. */

/** What this process has used so far, over all of its threads. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** How often it is checked whether a step has ended, in milliseconds. */
export const lookMs = 200;

/** Tells when a step that is named by numbers has taken too long. */
export class StepClock {
  readonly #allowedMs: number;
  #seen: readonly number[] = [];
  #sinceMs = 0;

  constructor(allowedMs: number) {
    this.#allowedMs = allowedMs;
  }

  /** True where `step` is what it was at the last look, and has used up its time since it was first seen. */
  isOver(step: readonly number[]): boolean {
    const nowMs = processorMs();
    const isSame =
      step.length === this.#seen.length && step.every((part, index) => part === this.#seen[index]);
    if (isSame) return nowMs - this.#sinceMs > this.#allowedMs;
    this.#seen = step;
    this.#sinceMs = nowMs;
    return false;
  }
}
