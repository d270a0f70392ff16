/** What the verification of a bet says of a house that paid another amount than its rules give, by however little. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../src/core/base/refusal.ts';
import { commitmentOf, hmacPick } from '../../../src/core/fairness/hmac.ts';
import type { Pick } from '../../../src/core/fairness/pick.ts';
import type { Round } from '../../../src/platform/games/game.ts';
import { ratio, totalReturn } from '../../../src/platform/games/ratio.ts';
import type { BetBook } from '../../../src/platform/services/casino/play/bet-book.ts';
import type { BetRecord } from '../../../src/platform/services/casino/play/bet-record.ts';
import { BetVerification, type VerifiedBet } from '../../../src/platform/services/casino/play/fairness.ts';
import type { SeedSessions } from '../../../src/platform/services/casino/play/seed-sessions.ts';
import type { RegisteredAgent } from '../../../src/platform/services/ports.ts';

const [player, other] = [{ agentId: 'player' }, { agentId: 'other' }] as RegisteredAgent[];

/** A wheel of ten that pays nine times the stake. */
const replay = (pick: Pick): Round => {
  const field = pick(10);
  return { payout: ratio(field === 0 ? 9 : 0), detail: { field } };
};

const bets = fc.record({
  serverSeed: fc.string({ minLength: 1 }),
  clientSeed: fc.string(),
  nonce: fc.nat(1_000),
  stakeMicros: fc.integer({ min: 1, max: 1_000_000_000 }),
});

interface Placed {
  readonly serverSeed: string;
  readonly clientSeed: string;
  readonly nonce: number;
  readonly stakeMicros: number;
}

/** The answer of the house to its own bet, where it paid `by` micros more than it owed. */
function verified(placed: Placed, by: number, { isRevealed = true, caller = player } = {}) {
  const { serverSeed, clientSeed, nonce, stakeMicros } = placed;
  const owed = totalReturn(stakeMicros, replay(hmacPick({ serverSeed, clientSeed, nonce })).payout) ?? 0;
  const commitment = commitmentOf(serverSeed);
  const record = { betId: 'b', agent: player, commitment, clientSeed, nonce, stakeMicros, replay };
  const bet = { ...record, payoutMicros: owed + by } as unknown as BetRecord;
  const book = {
    byId: (id: string) => (id === 'b' ? bet : undefined),
    byRound: (round: { commitment: string; nonce: number }) =>
      round.commitment === commitment && round.nonce === nonce ? bet : undefined,
  };
  const seeds = {
    revealed: (of: string, agent: unknown) =>
      isRevealed && of === commitment && agent === player
        ? { commitment, serverSeed, rounds: nonce + 1 }
        : undefined,
  };
  const verification = new BetVerification({
    book: book as unknown as BetBook,
    seeds: seeds as unknown as SeedSessions,
    hands: { isOpen: () => false },
  });
  return [
    verification.verifyBet({ betId: 'b' }, caller!),
    verification.verifyRound({ commitment, nonce }, caller!),
  ];
}

const statusOf = (outcome: VerifiedBet | Refusal): string =>
  outcome instanceof Refusal ? outcome.code : outcome.status;

describe('the verification of a bet', () => {
  it('is "verified" where exactly what the rules give was paid', () => {
    fc.assert(
      fc.property(bets, (placed) => {
        expect(verified(placed, 0).map(statusOf)).toEqual(['verified', 'verified']);
      }),
    );
  });

  it('is "mismatch" where the house paid more or less, by a micro or by any other amount', () => {
    const errors = fc.oneof(fc.constantFrom(-1, 1), fc.integer({ min: -1_000_000, max: 1_000_000 }));
    fc.assert(
      fc.property(bets, errors, (placed, by) => {
        fc.pre(by !== 0);
        expect(verified(placed, by).map(statusOf)).toEqual(['mismatch', 'mismatch']);
      }),
    );
  });

  it('shows the seed and the recomputed round once the seed is out, and neither before', () => {
    fc.assert(
      fc.property(bets, (placed) => {
        const play = replay(hmacPick(placed));
        for (const outcome of verified(placed, 0))
          expect(outcome).toMatchObject({ serverSeed: placed.serverSeed, recomputed: play });
        for (const outcome of verified(placed, 0, { isRevealed: false })) {
          expect(statusOf(outcome)).toBe('unrevealed');
          expect(Object.keys(outcome).toSorted()).toEqual(['bet', 'status']);
        }
      }),
    );
  });

  it('is for its player alone', () => {
    fc.assert(
      fc.property(bets, fc.boolean(), (placed, isRevealed) => {
        const outcomes = verified(placed, 0, { isRevealed, caller: other });
        expect(outcomes.map(statusOf)).toEqual(['NOT_FOUND', 'NOT_FOUND']);
      }),
    );
  });
});
