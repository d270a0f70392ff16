/** Recognizes requests that a behaviour sends again after a refusal that asks for it. */
import type { Process } from '../../../core/kernel/process.ts';
import type { RequestEffect } from '../../../simulation/population/agent-effects.ts';

const askedAgain: ReadonlySet<number> = new Set([0, 429, 500, 503]);

/** Remembers the last refused request of each process. */
export class RetryMemory {
  readonly #refused = new WeakMap<Process, string>();

  /** True if the process's last request was refused and this one asks the same. */
  isRetry(process: Process, request: RequestEffect): boolean {
    return this.#refused.get(process) === nameOf(request);
  }

  /** Notes the outcome of a request; status 0 for none. */
  note(process: Process, request: RequestEffect, status: number): void {
    if (askedAgain.has(status)) this.#refused.set(process, nameOf(request));
    else this.#refused.delete(process);
  }
}

const nameOf = ({ method, path }: RequestEffect): string => `${method} ${path}`;
