/** Referral shares over any tree, fees and bets, compared with a model that knows only who referred whom. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RegisteredAgent } from '../../../src/platform/services/ports.ts';
import { floorPart, splitShare } from '../../../src/platform/services/referral/split.ts';
import { feeServices, ReferralBook } from './referral-book.ts';

const percent = { trading: 20n, escrow: 15n, domains: 15n, casino: 10n, wallet: 10n };

type Step =
  | { kind: 'join'; under: number }
  | { kind: 'fee'; service: (typeof feeServices)[number]; payer: number; micros: number; named: number }
  | { kind: 'bet'; player: number; stake: number; payout: number }
  | { kind: 'withdraw'; agent: number }
  | { kind: 'midnight' };

const anyone = fc.nat(30);
/** From dust to more than there will ever be. */
const anyMicros = fc.oneof(
  fc.integer({ min: 0, max: 200 }),
  fc.integer({ min: 0, max: 20_000_000 }),
  fc.integer({ min: 0, max: 10 ** 14 }),
);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('join' as const), under: anyone }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('fee' as const),
      service: fc.constantFrom(...feeServices),
      payer: anyone,
      micros: anyMicros,
      named: fc.oneof({ weight: 3, arbitrary: fc.constant(-1) }, anyone),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('bet' as const),
      player: anyone,
      stake: anyMicros,
      payout: fc.oneof(fc.constant(0), anyMicros),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('withdraw' as const), agent: anyone }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('midnight' as const) }) },
);
const anySteps = fc.array(anyStep, { minLength: 1, maxLength: 60 });

const anyReading = fc.record({
  'referral.split': fc.constantFrom('7-2-1', 'equal', 'level-1-only', 'full-each'),
  'referral.emptyLevels': fc.constantFrom('level-1', 'kept'),
  'referral.named': fc.constantFrom('alone', 'upline'),
  'referral.payout': fc.constantFrom('daily', 'daily-all', 'immediate', 'withdraw'),
  'referral.faucetRate': fc.constantFrom('service', 'flat'),
  'referral.casinoBase': fc.constantFrom('net-losses', 'fees', 'both'),
  'referral.netLosses': fc.constantFrom('lifetime', 'daily', 'daily-carry'),
});

/** An agent of the book by any number; the book has at least one. */
const pick = (book: ReferralBook, number: number): RegisteredAgent => {
  const agent = book.agents[number % book.agents.length];
  if (agent === undefined) throw new Error('a book opens with an agent');
  return agent;
};

/** The same agent a few steps up, by the model's own walk. */
function above(agent: RegisteredAgent, steps: number): RegisteredAgent | null {
  let found: RegisteredAgent | null = agent;
  for (let step = 0; step < steps && found !== null; step++) found = found.referrer;
  return found;
}

/** Carries out one step; what it brought into the pot that shares are of. */
function take(book: ReferralBook, step: Step): void {
  switch (step.kind) {
    case 'join':
      book.join(step.under % 7 === 0 ? null : pick(book, step.under));
      return;
    case 'fee': {
      const payer = pick(book, step.payer);
      const named = step.named < 0 ? null : pick(book, step.named);
      // The escrow refuses a caller that names itself.
      book.fee(step.service, payer, step.micros, named === payer ? null : named);
      return;
    }
    case 'bet':
      book.bet(pick(book, step.player), step.stake, step.payout);
      return;
    case 'withdraw':
      book.referral.withdraw(pick(book, step.agent), book.outside, book.nowMs);
      return;
    case 'midnight':
      book.passMidnight();
  }
}

const opened = (overrides: object): ReferralBook => {
  const book = new ReferralBook(overrides);
  book.join();
  return book;
};

const totalOf = (amounts: readonly number[]): bigint =>
  amounts.reduce((total, amount) => total + BigInt(amount), 0n);

describe('a referral book under any reading', () => {
  it('keeps its account exact: accrued equals paid out plus balance, to the micro', () => {
    fc.assert(
      fc.property(anyReading, anySteps, (reading, steps) => {
        const book = opened(reading);
        for (const step of steps) take(book, step);
        const payable = payableOf(book);
        const earnings = book.agents.map((agent) => book.referral.earningsOf(agent));
        expect(totalOf(earnings.map(({ availableMicros }) => availableMicros))).toBe(BigInt(payable));
        expect(totalOf(earnings.map(({ earnedMicros }) => earnedMicros))).toBe(
          BigInt(book.emitted.referralAccrued),
        );
        expect(totalOf(earnings.map(({ withdrawnMicros }) => withdrawnMicros))).toBe(
          BigInt(book.emitted.referralPaid),
        );
        for (const { earnedMicros, withdrawnMicros, availableMicros, levels } of earnings) {
          expect(withdrawnMicros + availableMicros).toBe(earnedMicros);
          expect(levels.reduce((total, level) => total + level.earnedMicros, 0)).toBe(earnedMicros);
          expect(Math.min(withdrawnMicros, availableMicros)).toBeGreaterThanOrEqual(0);
        }
        expect(book.driftMicros).toBe(0);
      }),
      { numRuns: 150 },
    );
  });

  it('never shares more than the fee, nor more than the loss', () => {
    fc.assert(
      fc.property(anyReading, anySteps, (reading, steps) => {
        const book = opened(reading);
        for (const step of steps) {
          const before = totalOf(book.allEarned());
          take(book, step);
          const shared = totalOf(book.allEarned()) - before;
          if (step.kind === 'fee') expect(shared <= BigInt(step.micros)).toBe(true);
          // A new high is reached by what this bet lost, and by nothing else.
          if (step.kind === 'bet' && reading['referral.netLosses'] === 'lifetime') {
            expect(shared <= BigInt(Math.max(0, step.stake - step.payout))).toBe(true);
          }
          if (step.kind === 'join' || step.kind === 'withdraw') expect(shared).toBe(0n);
          expect(shared >= 0n).toBe(true);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('leaves no trace of steps that are rolled back, and repeats them with the same result', () => {
    fc.assert(
      fc.property(anyReading, anySteps, anySteps, (reading, steps, undone) => {
        const [book, same] = [opened(reading), opened(reading)];
        for (const step of steps) for (const each of [book, same]) take(each, step);
        // Neither time nor a registration takes place inside a request that only pays.
        const paying = undone.filter(({ kind }) => kind !== 'midnight' && kind !== 'join');
        for (const step of paying) {
          book.journal.begin();
          take(book, step);
          book.journal.rollback();
        }
        expect(stateOf(book)).toEqual(stateOf(same));
        for (const step of undone) for (const each of [book, same]) take(each, step);
        expect(stateOf(book)).toEqual(stateOf(same));
      }),
      { numRuns: 100 },
    );
  });
});

describe('the default reading', () => {
  it('pays each level its part of the published rate, as exact arithmetic does', () => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        const book = opened({});
        for (const step of steps) {
          const before = new Map(book.agents.map((agent) => [agent, book.earned(agent)]));
          take(book, step);
          if (step.kind !== 'fee' || step.service === 'casino') continue;
          const payer = pick(book, step.payer);
          const named = step.named < 0 || pick(book, step.named) === payer ? null : pick(book, step.named);
          const share = (BigInt(step.micros) * percent[step.service]) / 100n;
          const expected = new Map<RegisteredAgent, bigint>();
          const [second, third] = [above(payer, 2), above(payer, 3)];
          if (named !== null) expected.set(named, share);
          else if (payer.referrer !== null) {
            if (second !== null) expected.set(second, (share * 2n) / 10n);
            if (third !== null) expected.set(third, share / 10n);
            const rest = [...expected.values()].reduce((total, part) => total + part, 0n);
            expected.set(payer.referrer, share - rest);
          }
          for (const [agent, earned] of before) {
            expect(BigInt(book.earned(agent) - earned)).toBe(expected.get(agent) ?? 0n);
          }
        }
      }),
      { numRuns: 150 },
    );
  });

  it("has shared a tenth of each player's deepest loss, whatever the bets", () => {
    const anyBet = fc.record({
      player: fc.nat(5),
      stake: anyMicros,
      payout: fc.oneof(fc.constant(0), anyMicros),
    });
    fc.assert(
      fc.property(fc.array(anyBet, { maxLength: 60 }), (bets) => {
        const book = opened({});
        const chain = book.chain(6);
        const books = chain.map(() => ({ net: 0n, high: 0n }));
        for (const { player, stake, payout } of bets) {
          const [agent, own] = [chain[player], books[player]];
          if (agent === undefined || own === undefined) continue;
          book.bet(agent, stake, payout);
          own.net += BigInt(stake) - BigInt(payout);
          if (own.net > own.high) own.high = own.net;
        }
        const shared = books.slice(1).reduce((total, { high }) => total + high / 10n, 0n);
        expect(totalOf(book.allEarned())).toBe(shared);
        expect(BigInt(payableOf(book))).toBe(shared);
      }),
      { numRuns: 150 },
    );
  });

  it('counts only the referred agents below, on three levels', () => {
    fc.assert(
      fc.property(fc.array(anyone, { maxLength: 40 }), (unders) => {
        const book = opened({});
        for (const under of unders) take(book, { kind: 'join', under });
        for (const agent of book.agents) {
          const counted = book.referral.earningsOf(agent).levels.map(({ agents }) => agents);
          const expected = [1, 2, 3].map(
            (level) => book.agents.filter((other) => above(other, level) === agent).length,
          );
          expect(counted).toEqual(expected);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('withdraws everything once, and nothing the second time', () => {
    const book = new ReferralBook();
    const [top = book.join(), , payer = book.join()] = book.chain(3);
    expect(book.referral.withdraw(top, book.outside, 0)).toBe(0);
    book.fee('wallet', payer, 1_000);
    expect(book.referral.withdraw(top, book.outside, 0)).toBe(20);
    expect(book.referral.withdraw(top, book.outside, 0)).toBe(0);
    expect(book.ledger.balance(book.outside)).toBe(20);
    expect(book.referral.earningsOf(top)).toMatchObject({
      earnedMicros: 20,
      withdrawnMicros: 20,
      availableMicros: 0,
    });
  });

  it('throws at an agent that is its own referrer, a tree that registrations cannot build', () => {
    const book = new ReferralBook();
    const [lower, upper] = book.chain(2);
    Object.assign(lower ?? {}, { referrer: upper });
    expect(() => book.fee('escrow', upper ?? book.join(), 1_000)).toThrow('a referrer registered before');
  });
});

describe('the division of one share', () => {
  const anyAmount = fc.maxSafeNat();

  it('is exact for every safe integer: the full product is never formed', () => {
    fc.assert(
      fc.property(
        anyAmount,
        fc.constantFrom(1, 2, 3, 7),
        fc.constantFrom(3, 5, 10, 20),
        (micros, up, down) => {
          fc.pre(up <= down);
          const part = floorPart(micros, { numerator: up, denominator: down });
          expect(BigInt(part)).toBe((BigInt(micros) * BigInt(up)) / BigInt(down));
        },
      ),
    );
  });

  it.each(['7-2-1', 'equal', 'level-1-only'] as const)(
    '%s gives all of it to the levels that have a referrer, or less if the rest is kept',
    (split) => {
      fc.assert(
        fc.property(anyAmount, fc.integer({ min: 1, max: 3 }), (share, depth) => {
          const full = splitShare(share, depth, { split, emptyLevels: 'level-1' });
          const kept = splitShare(share, depth, { split, emptyLevels: 'kept' });
          expect(totalOf(full)).toBe(BigInt(share));
          expect(totalOf(kept) <= BigInt(share)).toBe(true);
          expect(full.slice(1)).toEqual(kept.slice(1));
        }),
      );
    },
  );

  it('gives nothing if there is no referrer', () => {
    expect(splitShare(1_000, 0, { split: '7-2-1', emptyLevels: 'level-1' })).toEqual([]);
  });
});

function payableOf({ ledger }: ReferralBook): number {
  for (let id = 0; id < ledger.accountCount; id++) {
    if (ledger.accountName(id) === 'referral:payable') return ledger.balance(id);
  }
  throw new Error('the book opens its account');
}

const stateOf = (book: ReferralBook): unknown => ({
  earnings: book.agents.map((agent) => {
    const { referred, ...rest } = book.referral.earningsOf(agent);
    return {
      ...rest,
      referred: referred.map(({ agent: payer, earnedMicros }) => [payer.agentId, earnedMicros]),
    };
  }),
  balances: Array.from({ length: book.ledger.accountCount }, (_, id) => book.ledger.balance(id)),
  rows: book.ledger.transferCount,
});

describe('the loss of a player', () => {
  it('earns nothing while the player only ever wins', () => {
    const book = new ReferralBook();
    const [referrer = book.join(), player = book.join()] = book.chain(2);
    book.bet(player, 10, 900);
    book.bet(player, 400, 0);
    expect(book.earned(referrer)).toBe(0);
  });

  it('is owed for as long as the house cannot pay', () => {
    const book = new ReferralBook();
    const [referrer = book.join(), player = book.join()] = book.chain(2);
    const { house } = book;
    const bet = { player, payoutMicros: 0, houseAccount: house, atMs: 0 };
    book.fund(house, 30);
    book.referral.settledBet({ ...bet, stakeMicros: 1_000 });
    expect([book.earned(referrer), book.ledger.balance(house)]).toEqual([30, 0]);
    book.fund(house, 100);
    book.referral.settledBet({ ...bet, stakeMicros: 10 });
    expect([book.earned(referrer), book.ledger.balance(house)]).toEqual([101, 29]);
  });
});
