/**
 * Contests whose tie is drawn again: one side may have drawn more rounds than the other, so that nonces are further ahead there, and more
 * bets are counted.
 */
import type { Difference } from './difference.ts';

const contests = /^casino\/\w+\/(?:accept|decline|create)?[Cc]hallenges?$/;
const roundsField = /(?:^|\/)rounds$/;
const nonceOfRound = /\/(?:challenger|challenged)_round\/nonce$/;
/** Counts of the draws of an agent. */
const countField = /(?:^|\/)(?:next_nonce|rounds|total_bets|total_wagered|wagered|total)$/;

/** Follows the contests of one run. */
export class RepeatedRounds {
  readonly #sessions = new Set<number>();

  /** True if another number of rounds was drawn; `sessions` take part. Note every response in its order. */
  note(call: string, sessions: readonly number[], found: readonly Difference[]): boolean {
    if (!contests.test(call) || !found.some(isOtherNumber)) return false;
    for (const session of sessions) this.#sessions.add(session);
    return true;
  }

  /** True for what counts the rounds of those who have drawn more of them on one side. A round shows the nonce of either side. */
  explains(session: number, call: string, { kind, field }: Difference): boolean {
    if (kind !== 'amount' || !call.startsWith('casino/')) return false;
    if (nonceOfRound.test(field)) return this.#sessions.size > 0;
    return this.#sessions.has(session) && countField.test(field);
  }
}

const isOtherNumber = ({ kind, field }: Difference): boolean => kind === 'amount' && roundsField.test(field);
