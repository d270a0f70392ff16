/** Accounts that exist at a target already: a session takes one instead of registering, and gives it back. */
import { hash } from 'node:crypto';
import type { ExistingAccount } from '../target/existing-account.ts';
import { Forbidden } from '../target/permit.ts';
import type { Target } from '../target/target.ts';

/**
 * The accounts of a target file: take and give back. The one that was not used for the longest time is taken first; runs of
 * other names begin elsewhere in the file, so that an account rests between them.
 */
export class AccountPool {
  readonly #target: Pick<Target, 'file' | 'keysFile'>;
  readonly #free: ExistingAccount[];
  readonly #count: number;

  constructor(
    target: Pick<Target, 'file' | 'keysFile'>,
    accounts: readonly ExistingAccount[],
    namespace: string,
  ) {
    this.#target = target;
    const start = hash('sha256', namespace, 'buffer').readUInt32BE(0) % Math.max(1, accounts.length);
    this.#free = [...accounts.slice(start), ...accounts.slice(0, start)];
    this.#count = accounts.length;
  }

  /** An account that is free. Throws `Forbidden` if there is none; `needed` is how many the run needs in all. */
  take(needed: number): ExistingAccount {
    const account = this.#free.shift();
    if (account === undefined) throw this.#refusal(needed);
    return account;
  }

  /** True if every account is taken. */
  get isEmpty(): boolean {
    return this.#free.length === 0;
  }

  giveBack(accounts: Iterable<ExistingAccount>): void {
    this.#free.push(...accounts);
  }

  /** Throws `Forbidden` for a run that registers more agents than there are accounts. */
  require(needed: number): void {
    if (needed > this.#count) throw this.#refusal(needed);
  }

  #refusal(needed: number): Forbidden {
    return new Forbidden(`${this.#target.file}: ${this.lack(needed)}`);
  }

  /** Says how many accounts are missing. */
  lack(needed: number): string {
    const { keysFile } = this.#target;
    const has = `${keysFile} has ${this.#count} account${this.#count === 1 ? '' : 's'}`;
    return `${has}, and the run registers ${needed} agents; expected ${needed} accounts at least`;
  }
}
