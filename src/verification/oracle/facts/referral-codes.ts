/** Each agent has one referral code, wherever a service shows it, and no other agent has it (gap X7). */
import { text, type Case } from '../case.ts';
import type { AuditedExchange } from '../exchange.ts';

/** Checks `answers-agree`. Give it successful exchanges that are no repeats. */
export class ReferralCodes {
  readonly #case: Case;
  /** By service and agent. */
  readonly #codes = new Map<string, string>();
  readonly #owners = new Map<string, string>();

  constructor(file: Case) {
    this.#case = file;
  }

  answered({ service, operation, answer }: AuditedExchange, caller: string | undefined): void {
    const code = text(answer, 'referral_code');
    if (code === undefined || caller === undefined || operation === 'register') return;
    const key = `${service} ${caller}`;
    const before = this.#codes.get(key) ?? code;
    this.#codes.set(key, before);
    if (before !== code)
      this.#case.breaks('answers-agree', `the referral code of ${caller} is ${code}; it was ${before}`);
    const owner = this.#owners.get(code) ?? caller;
    this.#owners.set(code, owner);
    if (owner !== caller)
      this.#case.breaks('answers-agree', `${caller} has the referral code of ${owner}: ${code}`);
  }
}
