/** Bounds of an escrow that both styles check on the wire, and the names its states are shown under. */
import { refuse, type Outcome } from '../../../core/base/refusal.ts';
import { dayMs, secondMs } from '../../../core/base/time.ts';
import type { Policies } from '../../../core/policy/policies.ts';
import { escrowStates, type Escrow, type EscrowState } from './escrow-record.ts';

/** ESC20: at least 0.10 USDC. */
export const amountMinMicros = 100_000;
/** ESC17: 24 hours. */
export const expiresInDefaultSeconds = 86_400;
/** Gap S10. */
export const expiresInSeconds = { minimum: 60, maximum: (30 * dayMs) / secondMs };

/** Whole seconds within the bounds of gap S10, as milliseconds. */
export function readExpiresIn(seconds: number | undefined): Outcome<number> {
  const value = seconds ?? expiresInDefaultSeconds;
  const { minimum, maximum } = expiresInSeconds;
  if (!Number.isInteger(value) || value < minimum || value > maximum) {
    return refuse('BAD_REQUEST', `expires_in must be whole seconds from ${minimum} to ${maximum}`);
  }
  return value * secondMs;
}

/** The state as a client sees it: `disputed` has a name by policy (gap S2). */
export function stateName(escrow: Escrow, policies: Policies): string {
  return escrow.state === 'disputed' ? policies['escrow.disputedName'] : escrow.state;
}

/** The states that a list can be filtered by (gap S2); if a dispute is named `locked`, that name appears once. */
export function stateNames(disputedName: string): string[] {
  return escrowStates.map((state) => (state === 'disputed' ? disputedName : state)).filter(isFirst);
}

const isFirst = (name: string, index: number, all: readonly string[]): boolean => all.indexOf(name) === index;

/** The state a list filter names, or BAD_REQUEST. */
export function readStateFilter(
  text: string | undefined,
  policies: Policies,
): Outcome<EscrowState | undefined> {
  if (text === undefined) return undefined;
  if (text === policies['escrow.disputedName'] && text !== 'locked') return 'disputed';
  const state = escrowStates.find((known) => known === text && known !== 'disputed');
  return state ?? refuse('BAD_REQUEST', 'status must be one of locked, released, refunded, expired');
}
