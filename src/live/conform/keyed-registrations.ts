/** Answers the registrations of one run from accounts that exist at the target already: none is sent. */
import type { Response } from '../../core/http/message.ts';
import type { RequestEffect } from '../../simulation/population/agent-effects.ts';
import type { ScriptedCall } from '../../simulation/population/script.ts';
import type { AccountPool } from '../traffic/correlation/account-pool.ts';
import type { Namespace } from '../traffic/correlation/namespace.ts';
import { issuesKey, mayBeTaken, TakenAccounts, wantedName } from '../traffic/correlation/taken-accounts.ts';
import type { ExistingAccount } from '../traffic/target/existing-account.ts';
import type { LiveAnswer } from './live-client.ts';

/** Takes an account for each registration that the model accepts, and gives all of them back at the end of the run. */
export class KeyedRegistrations {
  readonly taken = new TakenAccounts();
  readonly #pool: AccountPool;
  readonly #names: Namespace;

  readonly #mayRegister: boolean;

  /** `mayRegister`: agents for whom no account is left register; otherwise that is an error. */
  constructor(pool: AccountPool, names: Namespace, { mayRegister }: { mayRegister: boolean }) {
    this.#pool = pool;
    this.#names = names;
    this.#mayRegister = mayRegister;
  }

  /**
   * The answer to registration `n`, in the names of the model; undefined for a request that has to be sent. Throws `Forbidden`
   * if all accounts are taken; `agentCount` is how many agents the run has.
   */
  answer(
    n: number,
    request: RequestEffect,
    how: { model: Response; agentCount: number },
  ): LiveAnswer | undefined {
    const { model, agentCount } = how;
    if (!mayBeTaken(request) || !issuesKey(model)) return undefined;
    if (this.#mayRegister && this.#pool.isEmpty) return undefined;
    const account = this.#pool.take(Math.max(agentCount, this.taken.count + 1));
    this.taken.add(n, account);
    const name = wantedName(request);
    if (name !== undefined) this.#names.take(name, account.agentId);
    const body = this.#names.bodyToRecorded(this.taken.answer(n, model.body));
    return { kind: 'answer', status: model.status, head: '', body, serviceMs: 0 };
  }

  giveBack(): void {
    this.#pool.giveBack(this.taken.all());
  }
}

/** How many agents these calls of a scenario register by accounts, if the first call for each name is accepted. */
export function registrationsIn(calls: readonly ScriptedCall[]): number {
  const first = new Map<unknown, ScriptedCall>();
  for (const call of calls) {
    const name = wantedName(call) ?? call;
    if (call.path.endsWith('/register') && !first.has(name)) first.set(name, call);
  }
  return [...first.values()].filter(mayBeTaken).length;
}

/** The account that a registration at the target has made, in the target's names; undefined for any other exchange. */
export function accountOf(
  request: RequestEffect,
  live: LiveAnswer,
  names: Namespace,
): ExistingAccount | undefined {
  if (live.kind === 'failed' || !mayBeTaken(request) || !issuesKey(live)) return undefined;
  const { agent_id: issued, api_key: apiKey, ...others } = live.body as Record<string, unknown>;
  const name = wantedName(request) ?? issued;
  if (typeof name !== 'string' || typeof apiKey !== 'string') return undefined;
  const address = others['agent_address'];
  const fields: Record<string, string> = typeof address === 'string' ? { agent_address: address } : {};
  return { agentId: names.toTarget(name), apiKey, fields };
}
