/** The bets of a period that the house can be asked to verify, and what its verification says of them. */
import type { Fields } from './call.ts';
import type { LiveEvidence } from './evidence.ts';

/** A settled bet with the id that the house gave it. */
export interface VerifiableBet {
  readonly betId: string;
  /** Its place in the evidence. */
  readonly index: number;
}

/** Faults are noted in the evidence. */
export class VerifiableBets {
  readonly #evidence: LiveEvidence;
  #bets: VerifiableBet[] = [];

  constructor(evidence: LiveEvidence) {
    this.#evidence = evidence;
  }

  clear(): void {
    this.#bets = [];
  }

  add(bet: VerifiableBet): void {
    this.#bets.push(bet);
  }

  /** The latest bet, and the one that paid the most. */
  get toVerify(): readonly VerifiableBet[] {
    const paid = ({ index }: VerifiableBet): number => this.#evidence.at(index)?.payoutMicros ?? 0;
    const latest = this.#bets.at(-1);
    const highest = this.#bets.reduce<VerifiableBet | undefined>(
      (most, one) => (most === undefined || paid(one) > paid(most) ? one : most),
      undefined,
    );
    return [...new Set([latest, highest])].filter((one) => one !== undefined);
  }

  /** The house's verification of a bet after its seed was revealed. */
  verified(body: Fields, index: number): void {
    const bet = this.#evidence.at(index);
    const multiplier = body.get('multiplier');
    if (bet === undefined || this.#evidence.isAside(index) || typeof multiplier !== 'number') return;
    this.#evidence.tested.verifications += 1;
    // A multiple printed as a decimal, and a payout that is rounded, are off by a micro of the payout at most.
    const isPaid = Math.abs(multiplier * bet.stakeMicros - bet.payoutMicros) <= 1;
    if (!isPaid) this.#evidence.note('verify-disagrees');
  }
}
