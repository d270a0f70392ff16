/** Assigns the accounts of a target file to the registrations of a trace, in their order. */
import { FileMistake } from '../../../core/base/file-mistake.ts';
import type { TraceRecord } from '../../../simulation/trace/format.ts';
import { AccountPool } from '../correlation/account-pool.ts';
import type { Namespace } from '../correlation/namespace.ts';
import { issuesKey, mayBeTaken, TakenAccounts, wantedName } from '../correlation/taken-accounts.ts';
import type { Target } from '../target/target.ts';

/** Equal for equal traces and files: every worker assigns the same accounts. Ask for every record in order. */
export class RecordedAccounts {
  readonly taken = new TakenAccounts();
  readonly #target: Target;
  readonly #names: Namespace;
  readonly #pool: AccountPool;
  #needed = 0;

  constructor(target: Target, names: Namespace) {
    this.#target = target;
    this.#names = names;
    this.#pool = new AccountPool(target, target.accounts ?? [], names.token);
  }

  /** True for a registration that an account stands for, or would if there were enough. */
  isTaken({ n, request, answer }: TraceRecord): boolean {
    const { accounts } = this.#target;
    if (accounts === undefined || !mayBeTaken(request) || !issuesKey(answer)) return false;
    this.#needed += 1;
    if (this.#needed > accounts.length) return true;
    const account = this.#pool.take(this.#needed);
    this.taken.add(n, account);
    const name = wantedName(request);
    if (name !== undefined) this.#names.take(name, account.agentId);
    return true;
  }

  /** Throws `FileMistake` if the trace registers more agents than there are accounts. */
  check(): void {
    const { accounts, file } = this.#target;
    if (accounts === undefined || this.#needed <= accounts.length) return;
    throw new FileMistake(file, { line: 1, column: 1 }, this.#pool.lack(this.#needed));
  }
}
