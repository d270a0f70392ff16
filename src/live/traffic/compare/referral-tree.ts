/**
 * Who has registered under whom, as far as a trace shows it. A referrer earns a share of what the agents below it lose or pay, so that
 * their draws decide its earnings too (REF01 to REF08).
 */
import { tyingFields } from '../correlation/taken-accounts.ts';
import type { DrawnRequest } from './drawn-states.ts';

/** Levels of referral that earn. */
const levelsMax = 3;

/** Calls whose answer has the name or the code of the caller. */
const namingCall = /\/(?:register|referral\w*)$/i;

/** Follows the registrations of one run, in their order. */
export class ReferralTree {
  readonly #sessionOf = new Map<number, number>();
  readonly #referred = new Map<number, Set<number>>();

  note({ n, session, call, request: { body }, things }: DrawnRequest): void {
    if (!namingCall.test(call)) return;
    this.#sessionOf.set(n, session);
    const fields = (body ?? {}) as Readonly<Record<string, unknown>>;
    if (!tyingFields.some((name) => (fields[name] ?? '') !== '')) return;
    for (const thing of things) this.#tie(this.#sessionOf.get(thing), session);
  }

  #tie(referrer: number | undefined, session: number): void {
    if (referrer === undefined || referrer === session) return;
    const referred = this.#referred.get(referrer) ?? new Set();
    this.#referred.set(referrer, referred.add(session));
  }

  /** The sessions of whose losses and fees this one earns a share, each once. */
  below(session: number): ReadonlySet<number> {
    const found = new Set<number>();
    for (let level = 1, above = [session]; level <= levelsMax && above.length > 0; level++) {
      above = above
        .flatMap((each) => [...(this.#referred.get(each) ?? [])])
        .filter((each) => !found.has(each));
      for (const each of above) found.add(each);
    }
    found.delete(session);
    return found;
  }
}
