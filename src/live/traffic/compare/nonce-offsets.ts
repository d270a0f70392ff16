/**
 * Nonces count the draws under one server seed. Where they begin is open, so that they are compared as changes: from one response of an
 * agent to the next they rise by as much as expected.
 */
import { nonceIn } from '../correlation/nonces.ts';
import type { Difference } from './difference.ts';
import type { DrawnResponse } from './drawn-response.ts';

const field = '/nonce';

/** Follows the agents of one run. */
export class NonceOffsets {
  /** How far the target's nonces are ahead, by session. */
  readonly #offsets = new Map<number, number>();
  /** True if the nonce of the last response of a session rose as expected. */
  readonly #isSame = new Map<number, boolean>();

  /** A difference where an equal nonce should have differed, as earlier ones did. */
  note({ session, call, recorded, live }: DrawnResponse, found: readonly Difference[]): Difference[] {
    // Another seed, which may begin elsewhere.
    if (call.endsWith('/rotate')) this.#offsets.delete(session);
    const [expected, seen] = [nonceIn(recorded), nonceIn(live)];
    if (expected === undefined || seen === undefined) return [];
    const offset = this.#offsets.get(session) ?? seen - expected;
    this.#offsets.set(session, offset);
    const isSame = seen - expected === offset;
    this.#isSame.set(session, isSame);
    if (isSame || found.some((difference) => difference.field === field)) return [];
    return [{ kind: 'amount', field, recorded: String(expected + offset), live: String(seen) }];
  }

  /** One side alone has drawn: its nonces are another number ahead from now on. */
  forget(session: number): void {
    this.#offsets.delete(session);
  }

  /** True for the nonce of the last response, if it rose as expected. */
  explains(session: number, difference: Difference): boolean {
    return difference.kind === 'amount' && difference.field === field && this.#isSame.get(session) === true;
  }
}
