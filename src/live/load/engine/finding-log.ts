/** Behaviours that broke: all are counted, the first are kept. */
import { formatInstant } from '../../../core/base/time.ts';
import type { Finding } from '../../../core/kernel/finding.ts';
import type { FindingResult } from '../../../simulation/scenario/result.ts';

/** Findings that one load keeps. */
export const findingsMax = 100;

/** Collects findings; `cleaned` takes secrets out of their messages. */
export class FindingLog {
  readonly #counts: { findings: number };
  readonly #cleaned: (text: string) => string;
  #new: FindingResult[] = [];

  constructor(counts: { findings: number }, cleaned: (text: string) => string) {
    this.#counts = counts;
    this.#cleaned = cleaned;
  }

  add({ kind, agent, behaviour, atMs, message }: Finding): void {
    this.#counts.findings += 1;
    if (this.#counts.findings > findingsMax) return;
    this.#new.push({ kind, agent, behaviour, at: formatInstant(atMs), message: this.#cleaned(message) });
  }

  /** Removes and returns the findings since the last call. */
  take(): FindingResult[] {
    const found = this.#new;
    this.#new = [];
    return found;
  }
}
