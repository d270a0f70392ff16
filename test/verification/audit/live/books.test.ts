/** The books of one player: what of an answer is compared, which row a bet has, and which bets are set aside. */
import { describe, expect, it } from 'vitest';
import { commitmentOf } from '../../../../src/core/fairness/hmac.ts';
import { gameNamed } from '../../../../src/platform/games/registry.ts';
import { PlayerBooks } from '../../../../src/verification/audit/live/books.ts';
import { fieldsOf } from '../../../../src/verification/audit/live/call.ts';
import { LiveEvidence } from '../../../../src/verification/audit/live/evidence.ts';
import { MissedRounds } from '../../../../src/verification/audit/live/missed-rounds.ts';
import type { LiveBet, RoundEnd } from '../../../../src/verification/audit/live/round.ts';

const [seed, other] = ['the seed of the period', 'another server seed'];
const [hash, otherHash] = [commitmentOf(seed), commitmentOf(other)];
const heads = { side: 'heads' };
const coin = { entry: gameNamed('coin_flip')!, params: heads };
const hand = { entry: gameNamed('blackjack')!, params: {} };
const sent = { stakeMicros: 1_000_000, clientSeed: 'mine' };

/** Books with an open period, whose first nonce is stated unless a test says otherwise. */
function opened(firstNonce: number | undefined = 0) {
  const evidence = new LiveEvidence();
  const books = new PlayerBooks(evidence, { player: 'p', rounds: new MissedRounds('published') });
  books.open({ commitment: hash, clientSeed: 'mine', firstNonce });
  const endOf = (body: object, more: Partial<RoundEnd> = {}): RoundEnd => ({
    params: heads, answer: { status: 200, body: fieldsOf(body) }, nonces: [(body as { nonce?: unknown }).nonce], ...more,
  }); // prettier-ignore
  return {
    books,
    evidence,
    settle: (body: object, more: Partial<RoundEnd> = {}) => books.settle(coin, sent, endOf(body, more)),
    settleHand: (body: object, actions: readonly string[], stakeMicros: number) =>
      books.settle(hand, { ...sent, stakeMicros }, endOf(body, { params: { actions } })),
    miss: (status: number, of: LiveBet = coin, nonces: readonly unknown[] = []) => {
      books.miss(of, sent, { params: of.params, nonces, status });
    },
    notes: () => evidence.findings().map(({ code, count }) => [code, count]),
  };
}

const whole = { payout: 1.96, nonce: 0, seed_hash: hash, client_seed: 'mine', amount: 1, balance: 10, bet_id: 'b', result: { side: 'heads' } }; // prettier-ignore

describe('an answer to a bet', () => {
  it('is a row of the log, compared in all that it names', () => {
    const { books, evidence, settle, notes } = opened();
    expect(settle(whole)).toBe('settled');
    expect(evidence.rows).toEqual([{
      game: 'coin_flip', bet: heads, stake: 1, payout: 1.96, server_seed_hash: hash, server_seed: '', client_seed: 'mine',
      nonce: 0, result: { side: 'heads' }, player: 'p',
    }]);
    expect(evidence.tested).toMatchObject({ commitments: 1, clientSeeds: 1, nonces: 1, stakes: 1, balances: 0 });
    expect(settle({ ...whole, nonce: 1, balance: 10.96, bet_id: 'c' })).toBe('settled');
    expect(evidence.tested).toMatchObject({ commitments: 2, clientSeeds: 2, nonces: 2, stakes: 2, balances: 1 });
    expect([books.roundsOfPeriod, books.missedOfPeriod, books.verifiable.toVerify, notes()]).toEqual([2, 0, [{ betId: 'c', index: 1 }, { betId: 'b', index: 0 }], []]);
    expect([books.commitment, books.replacement]).toEqual([hash, undefined]);
  }); // prettier-ignore

  it('need not name anything beside the payout', () => {
    const { evidence, settle, notes, books } = opened();
    expect([settle({ payout: 0 }), settle({ payout: 0 })]).toEqual(['settled', 'settled']);
    expect(Object.values(evidence.tested).every((count) => count === 0)).toBe(true);
    expect([evidence.bets.map(({ nonce }) => nonce), notes(), books.verifiable.toVerify]).toEqual([
      [0, 1],
      [],
      [],
    ]);
  });

  it.each<[string, object, readonly unknown[]]>([
    ['another client seed', { ...whole, client_seed: 'theirs' }, [['client-seed-swapped', 1]]],
    ['another stake', { ...whole, amount: 2 }, [['stake-changed', 1]]],
    ['a later nonce', { ...whole, nonce: 2 }, [['nonce-skipped', 1]]],
  ])('that names %s is a fault', (_, body, expected) => {
    const { settle, notes } = opened();
    settle(body);
    expect(notes()).toEqual(expected);
  });

  it.each([[['double'], 1, 0], [['double'], 2, 0], [['double'], 3, 1], [['hit'], 1, 1], [['hit'], 2, 0]])(
    'on a hand of moves %j over 2 USDC may name a stake of %i: %i faults', (actions, amount, faults) => {
      const { settleHand, evidence } = opened();
      settleHand({ payout: 0, nonce: 0, amount }, actions, 2_000_000);
      expect(evidence.findings()).toHaveLength(faults);
    }); // prettier-ignore

  it('is set aside where its nonce is not known, or its moves are not', () => {
    const [unknown, unclear] = [opened(), opened()];
    unknown.books.open({ commitment: hash, clientSeed: 'mine', firstNonce: undefined });
    unknown.settle({ payout: 0, bet_id: 'b' });
    unclear.settle(whole, { isUnclear: true });
    for (const { evidence } of [unknown, unclear])
      expect([evidence.isAside(0), evidence.bets]).toEqual([true, []]);
    expect(unknown.books.verifiable.toVerify).toEqual([]);
  });
});

describe('a payout that is left out', () => {
  it('follows from the balance, where one was shown before', () => {
    const { evidence, settle, books } = opened();
    expect([settle({ nonce: 0 }), evidence.unreadable.length, evidence.findings()]).toEqual([
      'left out',
      1,
      [],
    ]);
    books.balance.read(fieldsOf({ balance: 5 }), 'account');
    expect(settle({ nonce: 1, balance: 5.96 })).toBe('settled');
    expect(evidence.rows.map(({ payout }) => payout)).toEqual([1.96]);
  });

  it.each<[object, string]>([
    [{ ...whole, payout: 'much' }, 'payout is "much"; expected an amount'],
    [{ ...whole, payout: null }, 'payout is null; expected an amount'],
    [{ ...whole, nonce: 'x' }, 'nonce is "x"; expected a whole number from 0'],
  ])('or written otherwise cannot be read: %j', (body, mistake) => {
    const { evidence, settle, books } = opened();
    expect(settle(body)).toBe('unreadable');
    expect(evidence.findings()[0]?.sentence).toBe(`1 answers to a bet cannot be read as one (the first: ${mistake}).`);
    // The balance begins again with what the answer shows.
    expect([evidence.settledCount, evidence.unreadable.length, books.balance.spendable, evidence.tested.balances]).toEqual([0, 1, 10_000_000, 0]);
  }); // prettier-ignore

  it('is not kept with a result of more than 16,384 characters', () => {
    const of = (length: number) => {
      const { evidence, settle } = opened();
      return [settle({ ...whole, result: { text: 'x'.repeat(length) } }), evidence.unreadable, evidence.findings()[0]?.sentence] as const;
    };
    const [kind, unreadable, sentence] = of(17_000);
    expect(kind).toBe('unreadable');
    expect(unreadable).toMatchObject([{ result: null, payout: null, stake: 1 }]);
    expect(sentence).toMatch(/the first: it has 172\d\d characters; expected at most 16384\)/);
    expect(of(16_000)[0]).toBe('settled');
  }); // prettier-ignore
});

describe('another commitment in an answer', () => {
  it('is that of the bet, with the house to explain it, unless the answer may name the next one', () => {
    const { books, evidence, settle } = opened();
    settle({ ...whole, seed_hash: otherHash.toUpperCase() });
    expect([evidence.at(0)?.commitment, books.replacement]).toEqual([otherHash, otherHash]);
    const late = opened(2);
    late.settle({ ...whole, nonce: 2, seed_hash: otherHash });
    expect([late.evidence.at(0)?.commitment, late.books.replacement]).toEqual([hash, otherHash]);
    const skipped = opened(2);
    skipped.settle({ ...whole, nonce: 3, seed_hash: otherHash });
    expect(skipped.evidence.at(0)?.commitment).toBe(otherHash);
    const first = opened(1);
    first.settle({ ...whole, nonce: 1, seed_hash: otherHash });
    expect(first.evidence.at(0)?.commitment).toBe(otherHash);
  });

  it('is none where it is no hash', () => {
    for (const shown of ['x', `${otherHash}0`, otherHash.slice(1), 5]) {
      const { books, evidence, settle } = opened();
      settle({ ...whole, seed_hash: shown });
      expect([evidence.at(0)?.commitment, books.replacement]).toEqual([hash, undefined]);
    }
  });

  it('is watched for between bets', () => {
    const { books, evidence, settle, notes } = opened();
    const watch = (shown?: string) => books.watch(fieldsOf({ seed_hash: shown }));
    expect([watch(), watch(hash), watch(hash.toUpperCase()), watch(otherHash)]).toEqual([true, true, true, false]);
    expect([evidence.tested.commitments, notes()]).toEqual([3, []]);
    settle({ ...whole, seed_hash: otherHash });
    expect([watch(otherHash), notes(), watch(hash), books.replacement, notes()]).toEqual([false, [], true, undefined, [['commitment-swapped', 1]]]);
  }); // prettier-ignore
});

describe('a seed', () => {
  it('is that of the period, is shown in an answer, and may leak', () => {
    const { books, notes } = opened();
    expect([books.isSeed(seed), books.isSeed(other), books.isSeed(undefined)]).toEqual([true, false, false]);
    expect([books.isShown(fieldsOf({ server_seed: seed })), books.isShown(fieldsOf({ server_seed: other }))]).toEqual([true, false]);
    books.noteLeak();
    expect(notes()).toEqual([['seed-leaked', 1]]);
  }); // prettier-ignore

  it('of every bet must be revealed before all are', () => {
    const { books, settle } = opened();
    const isAll = (...seeds: readonly string[]) => books.isAllRevealed(fieldsOf(Object.fromEntries(seeds.map((one, at) => [`seed${at}`, one]))));
    expect([isAll(), isAll(seed)]).toEqual([false, true]);
    settle({ ...whole, seed_hash: otherHash });
    expect([isAll(seed), isAll(other), isAll(seed, other)]).toEqual([false, false, true]);
  }); // prettier-ignore
});

describe('a bet without a result', () => {
  it('is counted as lost or as refused, and may have used a nonce', () => {
    const { books, evidence, miss, settle } = opened();
    for (const status of [0, 403, 429]) miss(status);
    const { lost, refused } = evidence.availability;
    expect([lost, refused, books.missedOfPeriod, books.roundsOfPeriod]).toEqual([1, 2, 3, 0]);
    settle({ payout: 0 });
    expect(evidence.isAside(0)).toBe(true);
  });

  it('leaves the balance unknown where it was lost, and forgets it after a hand', () => {
    const { books, miss } = opened();
    const left = () => books.balance.payoutOf(fieldsOf({ balance: 4 }), 1_000_000);
    books.balance.read(fieldsOf({ balance: 5 }), 'bet');
    miss(403);
    expect(left()).toBe(0);
    miss(0);
    expect([left(), books.balance.spendable]).toEqual([undefined, 5_000_000]);
    miss(403, hand);
    expect(books.balance.spendable).toBeUndefined();
  });

  it('on a hand has the nonce that an answer showed', () => {
    const [shown, skipped, strange] = [opened(), opened(), opened()];
    shown.miss(403, hand, [undefined, 0]);
    skipped.miss(403, hand, [2]);
    strange.miss(403, hand, ['2', -1, 0.5, 2 ** 53]);
    expect([shown, skipped, strange].map(({ notes }) => notes())).toEqual([[], [['nonce-skipped', 1]], []]);
    expect([shown, skipped, strange].map(({ books }) => books.missedOfPeriod)).toEqual([1, 1, 1]);
    const single = opened();
    single.miss(403, coin, [2]);
    expect(single.notes()).toEqual([]);
  });
});
