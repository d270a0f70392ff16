/** The end of a period, case by case: which faults are noted, what is counted, and which bets get their seed or are set aside. */
import { describe, expect, it } from 'vitest';
import { commitmentOf } from '../../../../src/core/fairness/hmac.ts';
import { fieldsOf } from '../../../../src/verification/audit/live/call.ts';
import { LiveEvidence } from '../../../../src/verification/audit/live/evidence.ts';
import { PeriodNonces } from '../../../../src/verification/audit/live/missed-bets.ts';
import type { MissedRounds } from '../../../../src/verification/audit/live/missed-rounds.ts';
import { PeriodEnd, type ClosingPeriod } from '../../../../src/verification/audit/live/period-end.ts';
import type { SeedStatements } from '../../../../src/verification/audit/live/period-seeds.ts';
import type { LoggedBet } from '../../../../src/verification/audit/log/logged-bet.ts';

const [seed, other, next] = ['the seed of the period', 'another server seed', 'the next server seed'];
const [hash, otherHash, nextHash] = [commitmentOf(seed), commitmentOf(other), commitmentOf(next)];

interface Case {
  /** Commitments of the bets, with nonces from 0 on. */
  readonly bets?: readonly string[];
  readonly firstNonce?: number;
  readonly named?: readonly number[];
  readonly inferred?: readonly number[];
  readonly rotation?: object;
  readonly list?: object;
  readonly isUncertain?: boolean;
  readonly inUse?: string;
  readonly status?: number;
  readonly isAbove?: boolean;
  /** By nonce, whether a bet is paid by its own nonce, and by the one before. */
  readonly paid?: readonly (readonly [own: boolean, before: boolean])[];
}

/** What the period came to; unlisted counts are 0. */
function closed(how: Case) {
  const { bets = [hash, hash], firstNonce = 0, named = [], inferred = [], rotation = {}, list, isUncertain = false, status = 200 } = how;
  const evidence = new LiveEvidence();
  const nonces = new PeriodNonces(firstNonce);
  const indexes = bets.map((commitment, at) => {
    nonces.show(firstNonce + at);
    return evidence.add({ commitment, nonce: firstNonce + at } as LoggedBet, {});
  });
  const rounds = {
    isAbove: () => how.isAbove === true,
    paidBy: ({ nonce }: LoggedBet) => {
      const [own, before] = how.paid?.[nonce] ?? [true, true];
      return { own, before };
    },
  } as unknown as MissedRounds;
  const statements: SeedStatements = { rotation: fieldsOf(rotation), list: list === undefined ? undefined : fieldsOf(list), isUncertain, inUse: how.inUse };
  const period: ClosingPeriod = { commitment: hash, indexes, named: new Set(named), inferred: new Set(inferred), nonces };
  const end = new PeriodEnd(evidence, rounds).close(period, { statements, status });
  const { replaced, unexplained, unseen, nonceFits } = evidence;
  const { rotations, commitments, roundCounts } = evidence.tested;
  return {
    end,
    notes: evidence.findings().map(({ code }) => code),
    seeds: indexes.map((index) => (evidence.isAside(index) ? 'aside' : evidence.at(index)?.serverSeed)),
    counts: { rotations, commitments, roundCounts, replaced, unexplained, unseen },
    fits: [nonceFits.own, nonceFits.before],
  };
} // prettier-ignore

const none = { rotations: 0, commitments: 0, roundCounts: 0, replaced: 0, unexplained: 0, unseen: 0 };
const revealed = { server_seed: seed, seed_hash: hash, rounds: 2 };

describe('a period that was rotated out', () => {
  it.each<[string, Case, readonly string[], object]>([
    ['with all that can be stated', { rotation: { revealed, seed_hash: nextHash } }, [], { rotations: 1, commitments: 1, roundCounts: 1 }],
    ['with the seed alone', { rotation: { server_seed: seed } }, [], { rotations: 1 }],
    ['with other rounds', { rotation: { revealed: { ...revealed, rounds: 3 } } }, ['rounds-miscounted'], { rotations: 1, commitments: 1, roundCounts: 1 }],
    ['and stays in use', { rotation: { revealed, seed_hash: hash.toUpperCase() } }, ['rotation-stuck'], { rotations: 1, commitments: 1, roundCounts: 1 }],
    ['under another commitment', { rotation: { revealed: { ...revealed, seed_hash: otherHash } } }, ['commitment-swapped'], { rotations: 1, commitments: 1, roundCounts: 1 }],
    ['with a commitment in capitals', { rotation: { revealed: { ...revealed, seed_hash: hash.toUpperCase() } } }, [], { rotations: 1, commitments: 1, roundCounts: 1 }],
    ['by an answer that refuses it', { rotation: { revealed }, status: 403 }, ['rotation-withheld'], { rotations: 1, commitments: 1, roundCounts: 1 }],
    ['by an answer that limits it', { rotation: { revealed }, status: 429 }, [], { rotations: 1, commitments: 1, roundCounts: 1 }],
  ])('%s', (_, how, notes, counts) => {
    const { announced } = closed(how).end;
    expect(closed(how)).toEqual({
      end: { serverSeed: seed, announced: (how.rotation as { seed_hash?: string }).seed_hash?.toLowerCase(), isOther: false },
      notes, seeds: [seed, seed], counts: { ...none, ...counts }, fits: [0, 0],
    });
    expect([undefined, nextHash, hash]).toContain(announced);
  }); // prettier-ignore

  it.each<[string, Case, readonly string[], object]>([
    ['is withheld', {}, ['rotation-withheld'], {}],
    ['is withheld where it is refused', { status: 404 }, ['rotation-withheld'], {}],
    ['is limited', { status: 429 }, ['rotation-limited'], {}],
    ['is not known where the answer was lost', { isUncertain: true, status: 403 }, [], {}],
    ['is another one under the same commitment', { rotation: { revealed: { ...revealed, server_seed: other } } }, [], { rotations: 1, commitments: 1, roundCounts: 1 }],
  ])('whose seed %s', (_, how, notes, counts) => {
    const isOther = 'rotation' in how;
    const found = closed(how);
    expect(found).toMatchObject({ notes, counts: { ...none, ...counts } });
    expect(found.seeds).toEqual(isOther ? [other, other] : [undefined, undefined]);
    expect(found.end.isOther).toBe(how.isUncertain === true);
  }); // prettier-ignore

  it('whose seed is short is a fault', () => {
    const short = '12345678';
    const evidence = new LiveEvidence();
    const noted = new PeriodEnd(evidence, {} as MissedRounds).close(
      { commitment: commitmentOf(short), indexes: [], named: new Set(), inferred: new Set(), nonces: new PeriodNonces(0) },
      { statements: { rotation: fieldsOf({ server_seed: short }), list: undefined, isUncertain: false }, status: 200 },
    );
    expect([noted.serverSeed, evidence.findings().map(({ code }) => code)]).toEqual([short, ['seed-short']]);
  }); // prettier-ignore
});

describe('a seed that the house replaced', () => {
  const list = { seeds: [{ server_seed: seed, seed_hash: hash }, { seed_hash: otherHash }] };
  const rotation = { revealed: { server_seed: other, seed_hash: otherHash, rounds: 9 } };

  it('is found in the list: bets that named it have it, and the others are set aside', () => {
    expect(closed({ rotation, list, named: [1] })).toEqual({
      end: { serverSeed: seed, announced: undefined, isOther: true },
      notes: [], seeds: ['aside', seed], fits: [0, 0],
      counts: { ...none, rotations: 1, commitments: 1, replaced: 1 },
    });
  }); // prettier-ignore

  it('may be that of a repeated request, and is then no other', () => {
    const found = closed({ rotation, list, isUncertain: true });
    expect(found).toMatchObject({ notes: [], counts: { ...none, rotations: 1, commitments: 1 } });
    expect([found.end.isOther, found.seeds]).toEqual([true, ['aside', 'aside']]);
  });

  it('is not explained without a list', () => {
    const found = closed({ rotation, named: [0] });
    expect(found).toMatchObject({ notes: [], counts: { ...none, rotations: 1, commitments: 1, unexplained: 1 } });
    expect([found.end, found.seeds]).toEqual([{ serverSeed: undefined, announced: undefined, isOther: true }, [undefined, 'aside']]);
  }); // prettier-ignore
});

describe('a bet under a seed that the house began by itself', () => {
  const bets = [hash, otherHash];
  const plain = { revealed, seed_hash: nextHash };

  it.each<[string, Case, unknown, readonly string[]]>([
    ['is revealed with it', { rotation: { ...plain, also: { server_seed: other } } }, other, []],
    ['is revealed by the list', { rotation: plain, list: { seeds: [{ server_seed: other }] } }, other, []],
    ['waits where it is in use', { rotation: plain, inUse: otherHash }, undefined, []],
    [
      'accuses a house whose list lacks it',
      { rotation: plain, list: { seeds: [] } },
      undefined,
      ['commitment-swapped'],
    ],
    ['is set aside without a list', { rotation: plain }, 'aside', []],
    [
      'is set aside where the answer was lost',
      { rotation: plain, list: { seeds: [] }, isUncertain: true },
      'aside',
      [],
    ],
  ])('%s', (_, how, second, notes) => {
    const found = closed({ ...how, bets });
    // Two rounds are said of one bet under the seed and one under another.
    expect([found.seeds, found.notes, found.counts.unseen]).toEqual([[seed, second], notes, 1]);
  });
});

describe('a payout that follows from the balance', () => {
  it('is set aside where it is more than its seeds give', () => {
    const rotation = { server_seed: seed };
    expect(closed({ rotation, inferred: [1], isAbove: true }).seeds).toEqual([seed, 'aside']);
    expect(closed({ rotation, inferred: [1] }).seeds).toEqual([seed, seed]);
    expect(closed({ inferred: [1], isAbove: true }).seeds).toEqual([undefined, undefined]);
  });
});

describe('nonces that count from 1', () => {
  const rotation = { server_seed: seed };
  const paid = [
    [true, true],
    [true, false],
    [false, true],
    [false, true],
    [false, false],
  ] as const;

  it('tell by the bets that fit one of both alone whether the house draws from 0', () => {
    const bets = [hash, hash, hash, hash];
    expect(closed({ rotation, bets, firstNonce: 1, paid }).fits).toEqual([1, 2]);
    expect(closed({ rotation, bets, firstNonce: 0, paid }).fits).toEqual([0, 0]);
    expect(closed({ bets, firstNonce: 1, paid }).fits).toEqual([0, 0]);
    expect(closed({ rotation, bets: [hash, otherHash, otherHash], firstNonce: 1, paid }).fits).toEqual([
      1, 0,
    ]);
  });
});
