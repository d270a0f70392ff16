/** What a fee or a lost bet earns each level under each policy, and when it is paid. */
import { expect, it } from 'vitest';
import { feeServices, ReferralBook } from '../referral-book.ts';

/** A book with four agents, each referred by the one before it, and one that came alone. */
function chained(overrides: Record<string, string> = {}) {
  const book = new ReferralBook(overrides);
  const chain = book.chain(4);
  return { book, chain, payer: chain[3]!, alone: book.join() };
}

const paidTo = (book: ReferralBook): number[] =>
  book.agents.slice(0, 3).map((agent) => book.referral.earningsOf(agent).withdrawnMicros);

/** Of a fee of 1,000 micros at a rate of a fifth, a tenth and so on: levels 3, 2 and 1. */
const levelsOf = (share: number): number[] => [share / 10, share / 5, (share * 7) / 10];
const rates = { trading: 200, escrow: 150, domains: 150, casino: 100, wallet: 100 } as const;

it.each(['immediate', 'daily', 'daily-all', 'withdraw'])('shares are paid at their time (%s)', (payout) => {
  for (const service of feeServices) {
    const { book, payer, chain } = chained({ 'referral.payout': payout, 'referral.casinoBase': 'fees' });
    book.fee(service, payer, 1_000);
    const earned = levelsOf(rates[service]);
    expect(book.allEarned()).toEqual([...earned, 0, 0]);
    expect(paidTo(book), service).toEqual(payout === 'immediate' ? earned : [0, 0, 0]);
    book.passMidnight();
    const isDirect = service === 'trading' || service === 'escrow' || service === 'domains';
    const daily = [0, 0, isDirect ? earned[2]! : 0];
    const nextDay = { immediate: earned, daily, 'daily-all': earned, withdraw: [0, 0, 0] };
    expect(paidTo(book), service).toEqual(nextDay[payout as keyof typeof nextDay]);
    for (const agent of chain) book.referral.withdraw(agent, agent.account, book.nowMs);
    expect([paidTo(book), book.driftMicros]).toEqual([earned, 0]);
    const [first] = book.referral.earningsOf(chain[2]!).referred;
    expect([first?.agent, first?.earnedMicros]).toEqual([payer, earned[2]]);
  }
});

it('a referrer that a call names has all of the share, or shares it with those above', () => {
  for (const named of ['alone', 'upline']) {
    const { book, chain, alone } = chained({ 'referral.named': named });
    book.fee('escrow', alone, 1_000, chain[2]);
    expect(book.allEarned()).toEqual(named === 'alone' ? [0, 0, 150, 0, 0] : [15, 30, 105, 0, 0]);
  }
});

it('without a referrer there is no share, of fees or of bets', () => {
  for (const casinoBase of ['net-losses', 'fees', 'both']) {
    const { book, alone } = chained({ 'referral.casinoBase': casinoBase });
    book.fee('trading', alone, 1_000);
    book.bet(alone, 1_000, 0);
    book.passMidnight();
    expect([book.allEarned(), book.emitted]).toEqual([
      [0, 0, 0, 0, 0],
      { referralAccrued: 0, referralPaid: 0 },
    ]);
  }
});

it.each(['net-losses', 'fees', 'both'])(
  'a lost bet is shared where the casino shares losses (%s)',
  (casinoBase) => {
    for (const reading of ['lifetime', 'daily', 'daily-carry']) {
      const { book, payer } = chained({ 'referral.casinoBase': casinoBase, 'referral.netLosses': reading });
      book.bet(payer, 1_000, 0);
      book.bet(payer, 0, 400);
      const before = reading === 'lifetime' ? 100 : 0;
      const after = reading === 'lifetime' ? 100 : 60;
      const isShared = casinoBase !== 'fees';
      expect(book.emitted.referralAccrued, reading).toBe(isShared ? before : 0);
      book.passMidnight();
      expect(book.emitted.referralAccrued, reading).toBe(isShared ? after : 0);
      expect(book.driftMicros).toBe(0);
    }
  },
);

it('a win of a day is carried into the next, or not', () => {
  for (const reading of ['daily', 'daily-carry']) {
    const { book, payer } = chained({ 'referral.netLosses': reading });
    book.bet(payer, 1_000, 0);
    book.passMidnight();
    book.bet(payer, 0, 600);
    book.passMidnight();
    expect(book.emitted.referralAccrued).toBe(100);
    book.bet(payer, 1_000, 0);
    book.passMidnight();
    expect(book.emitted.referralAccrued, reading).toBe(reading === 'daily' ? 200 : 140);
  }
});

it('shares of nothing are no transfers and no earnings', () => {
  const { book, payer, chain } = chained({ 'referral.payout': 'immediate' });
  const before = book.ledger.transferCount;
  book.fee('trading', payer, 4);
  expect([book.allEarned(), book.ledger.transferCount]).toEqual([[0, 0, 0, 0, 0], before + 1]);
  book.fee('trading', payer, 5);
  expect([book.allEarned(), book.ledger.transferCount]).toEqual([[0, 0, 1, 0, 0], before + 4]);
  expect(book.referral.earningsOf(chain[1]!).referred.map((row) => row.earnedMicros)).toEqual([0]);
});

it('a fee whose call names the referrer has the rate of its service, whatever the faucet promises', () => {
  const { book, payer, alone, chain } = chained({ 'referral.faucetRate': 'flat', 'referral.named': 'alone' });
  book.fee('trading', alone, 1_000, chain[0]);
  book.fee('trading', payer, 1_000);
  expect(book.allEarned()).toEqual([200 + 15, 30, 105, 0, 0]);
});

it('levels count the agents below, and none where there are none', () => {
  const { book, chain, alone } = chained();
  book.join(chain[0]);
  const countsOf = (agent: typeof alone) => book.referral.earningsOf(agent).levels.map((row) => row.agents);
  expect([...chain, alone].map((agent) => countsOf(agent))).toEqual([
    [2, 1, 1],
    [1, 1, 0],
    [1, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ]);
});
