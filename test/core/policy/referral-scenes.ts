/** What one small scene shows under each option of the policies about referrals. */
import type { PolicyName, PolicyValue } from '../../../src/core/policy/policies.ts';
import { feeServices, ReferralBook } from '../../platform/services/referral-book.ts';
import { open, type Overrides } from '../../conformance/harness.ts';
import type { Scene } from './scene.ts';

type ReferralPolicy = Extract<PolicyName, `referral.${string}`>;

/** An escrow fee of 1.00 at the end of chains of one, two and three referrers; the nearest referrer stands last. */
const byDepth = (overrides: Overrides): number[][] =>
  [1, 2, 3].map((depth) => {
    const book = new ReferralBook(overrides);
    const chain = book.chain(depth + 1);
    book.fee('escrow', chain.at(-1) ?? book.join(), 1_000_000);
    return book.allEarned().slice(0, -1);
  });

export const referralScenes: { [Name in ReferralPolicy]: Scene<PolicyValue<Name>> } = {
  'referral.unknown': {
    play: (overrides) => {
      const stage = open(overrides);
      const join = (referrer: string | undefined) =>
        stage.anonymous().post('/faucet/register', { agent_id: `of-${referrer}`, referrer }).status;
      return [join('nobody'), join(undefined), stage.world.agents.byId('of-nobody')?.referrer];
    },
    shows: { ignore: [201, 201, null], reject: [400, 201, undefined] },
  },
  'referral.payout': {
    play: (overrides) => {
      const book = new ReferralBook(overrides);
      const [upper, lower, payer] = book.chain(3);
      if (upper === undefined || lower === undefined || payer === undefined) return undefined;
      const look = () =>
        [upper, lower].map((agent) => [
          book.ledger.balance(agent.account),
          book.referral.earningsOf(agent).pendingMicros,
        ]);
      book.fee('escrow', payer, 1_000);
      book.fee('wallet', payer, 2_000);
      const atOnce = look();
      book.passMidnight();
      return [...atOnce, ...look()];
    },
    // Level 2 earns 30 and 40; level 1 earns 120 of the escrow and 160 of the wallet.
    shows: {
      daily: [
        [0, 70],
        [0, 280],
        [0, 70],
        [120, 160],
      ],
      'daily-all': [
        [0, 70],
        [0, 280],
        [70, 0],
        [280, 0],
      ],
      immediate: [
        [70, 0],
        [280, 0],
        [70, 0],
        [280, 0],
      ],
      withdraw: [
        [0, 70],
        [0, 280],
        [0, 70],
        [0, 280],
      ],
    },
  },
  'referral.split': {
    play: byDepth,
    shows: {
      '7-2-1': [[150_000], [30_000, 120_000], [15_000, 30_000, 105_000]],
      equal: [[150_000], [50_000, 100_000], [50_000, 50_000, 50_000]],
      'level-1-only': [[150_000], [0, 150_000], [0, 0, 150_000]],
      'full-each': [[150_000], [150_000, 150_000], [150_000, 150_000, 150_000]],
    },
  },
  'referral.emptyLevels': {
    play: byDepth,
    shows: {
      'level-1': [[150_000], [30_000, 120_000], [15_000, 30_000, 105_000]],
      kept: [[105_000], [30_000, 105_000], [15_000, 30_000, 105_000]],
    },
  },
  'referral.named': {
    play: (overrides) => {
      const book = new ReferralBook(overrides);
      const [, , named] = book.chain(3);
      const [, payer] = book.chain(2);
      if (named === undefined || payer === undefined) return undefined;
      book.fee('escrow', payer, 1_000_000, named);
      return book.allEarned();
    },
    shows: { alone: [0, 0, 150_000, 0, 0], upline: [15_000, 30_000, 105_000, 0, 0] },
  },
  'referral.faucetRate': {
    play: (overrides) =>
      feeServices.map((service) => {
        const book = new ReferralBook(overrides);
        const [referrer, payer] = book.chain(2);
        if (referrer === undefined || payer === undefined) return undefined;
        book.fee(service, payer, 1_000_000);
        return book.earned(referrer);
      }),
    // The casino pays on net losses, not on its fees, unless every fee is meant.
    shows: {
      service: [200_000, 150_000, 150_000, 0, 100_000],
      flat: [150_000, 150_000, 150_000, 150_000, 150_000],
    },
  },
  'referral.casinoBase': {
    play: (overrides) => {
      const book = new ReferralBook(overrides);
      const [referrer, player] = book.chain(2);
      if (referrer === undefined || player === undefined) return undefined;
      book.fee('casino', player, 500_000);
      const ofFee = book.earned(referrer);
      book.bet(player, 3_000_000, 0);
      return [ofFee, book.earned(referrer)];
    },
    shows: { 'net-losses': [0, 300_000], fees: [50_000, 50_000], both: [50_000, 350_000] },
  },
  'referral.netLosses': {
    play: (overrides) => {
      const book = new ReferralBook(overrides);
      const [referrer, player] = book.chain(2);
      if (referrer === undefined || player === undefined) return undefined;
      const seen: number[] = [];
      // Loses 10, then wins 4 back; the next day it wins 6, the day after it loses 5 and then 3.
      for (const day of [[10, -4], [-6], [5, 3]]) {
        for (const loss of day) {
          book.bet(player, 2_000, 2_000 - 100 * loss);
          seen.push(book.earned(referrer));
        }
        book.passMidnight();
        seen.push(book.earned(referrer));
      }
      return seen;
    },
    shows: {
      // 10 at once, and never again so far down.
      lifetime: [100, 100, 100, 100, 100, 100, 100, 100],
      // 6 of the first day, 8 of the third.
      daily: [0, 0, 60, 60, 60, 60, 60, 140],
      // 6 of the first day; of the third what it lost beyond the winnings of the second.
      'daily-carry': [0, 0, 60, 60, 60, 60, 60, 80],
    },
  },
};
