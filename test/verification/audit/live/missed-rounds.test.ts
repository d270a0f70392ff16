/** Bets without a result, computed from a seed that was revealed later; and the evidence that they and settled bets leave. */
import { describe, expect, it } from 'vitest';
import { hmacPick } from '../../../../src/core/fairness/hmac.ts';
import { totalReturn } from '../../../../src/platform/games/ratio.ts';
import { gameNamed } from '../../../../src/platform/games/registry.ts';
import { LiveEvidence } from '../../../../src/verification/audit/live/evidence.ts';
import type { MissedBet } from '../../../../src/verification/audit/live/missed-bets.ts';
import { MissedOutcomes } from '../../../../src/verification/audit/live/missed-outcomes.ts';
import { MissedRounds } from '../../../../src/verification/audit/live/missed-rounds.ts';
import { referenceHands } from '../../../../src/verification/audit/log/chance/reference-hands.ts';
import { readBet, type LoggedBet, type LogRow } from '../../../../src/verification/audit/log/logged-bet.ts';
import { singleGame } from '../../../platform/games/chances.ts';

const [serverSeed, clientSeed] = ['the seed', 'mine'];
const rounds = new MissedRounds('published');
const heads = { side: 'heads' };

const missedBet = (nonce: number | undefined, more: Partial<MissedBet> = {}, game = 'coin_flip'): MissedBet => ({
  bet: { entry: gameNamed(game)!, params: heads }, params: heads, stakeMicros: 1_000_003, clientSeed, status: 0, nonce, ...more,
}); // prettier-ignore

/** Whether the coin of a nonce shows heads, by the game itself. */
function isWon(nonce: number): boolean {
  const coin = singleGame('coin_flip');
  const pick = hmacPick({ serverSeed, clientSeed, nonce });
  return coin.play(coin.parseBet(heads) as object, pick, coin.rules.published).payout.numerator > 0;
}
const nonces = Array.from({ length: 40 }, (_, at) => at);
/** A nonce with this outcome, before it that outcome. */
const nonceWith = (won: boolean, before: boolean): number =>
  nonces.find((nonce) => nonce > 0 && isWon(nonce) === won && isWon(nonce - 1) === before)!;

const settled = (nonce: number, payoutMicros: number, more: LogRow = {}): LoggedBet => {
  const row = { game: 'coin_flip', bet: heads, stake: 1.000_003, payout: payoutMicros / 1e6, server_seed_hash: 'ab', server_seed: '', client_seed: clientSeed, nonce };
  const bet = readBet({ ...row, ...more }, 1);
  if (typeof bet === 'string') throw new Error(bet);
  return bet;
}; // prettier-ignore
const due = totalReturn(1_000_003, { numerator: 49, denominator: 25 })!;

describe('a bet without a result', () => {
  it('has the outcome of its seeds, under its nonce or the one before', () => {
    for (const nonce of [0, 1, 2, 3, 4, 5]) {
      const outcome = isWon(nonce) ? 1 : 0;
      const expected = { outcomes: { chances: [0.5, 0.5], multiples: [0, 1.96] }, outcome, payoutMicros: [0, due][outcome], nonce };
      expect(rounds.play(missedBet(nonce), { serverSeed, nonceShift: 0 })).toEqual(expected);
      expect(rounds.play(missedBet(nonce + 1), { serverSeed, nonceShift: -1 })).toEqual(expected);
    }
  }); // prettier-ignore

  it('has none without a nonce, before the first one, with other parameters, or beyond all amounts', () => {
    const of = (missed: MissedBet, nonceShift: 0 | -1 = 0) => rounds.play(missed, { serverSeed, nonceShift });
    expect([of(missedBet(undefined)), of(missedBet(0), -1), of(missedBet(3, { params: { side: 'edge' } }))]).toEqual([undefined, undefined, undefined]);
    const winning = nonces.find(isWon)!;
    expect(of(missedBet(winning, { stakeMicros: Number.MAX_SAFE_INTEGER }))).toBeUndefined();
  }); // prettier-ignore

  it.each(['blackjack', 'video_poker'])('on %s goes on by the reference strategy, and its payout is not known', (game) => {
    const reference = referenceHands[game]!;
    const outcome = reference.play(hmacPick({ serverSeed, clientSeed, nonce: 7 }), 'published');
    expect(rounds.play(missedBet(8, {}, game), { serverSeed, nonceShift: -1 })).toEqual({
      outcomes: { chances: reference.chances('published'), multiples: reference.multiples('published') },
      outcome, payoutMicros: undefined, nonce: 7,
    });
  }); // prettier-ignore
});

describe('a settled bet', () => {
  it.each([[true, true], [true, false], [false, true], [false, false]])(
    'whose nonce wins (%s) and the one before too (%s) is paid by those that give its payout', (won, before) => {
      const nonce = nonceWith(won, before);
      expect(rounds.paidBy(settled(nonce, due), serverSeed)).toEqual({ own: won, before });
      expect(rounds.paidBy(settled(nonce, 0), serverSeed)).toEqual({ own: !won, before: !before });
      // A micro that is rounded up is paid as well.
      expect(rounds.paidBy(settled(nonce, due + 1), serverSeed)).toEqual({ own: won, before });
      expect(rounds.paidBy(settled(nonce, due + 2), serverSeed)).toEqual({ own: false, before: false });
    }); // prettier-ignore

  it('has no nonce before the first, and no payout where its parameters are none', () => {
    expect(rounds.paidBy(settled(0, isWon(0) ? due : 0), serverSeed)).toEqual({ own: true, before: false });
    const none = settled(3, 0, { bet: { side: 'edge' } });
    expect(rounds.paidBy(none, serverSeed)).toEqual({ own: false, before: false });
    expect(rounds.isAbove(none, { serverSeed, nonceShift: 0 })).toBe(false);
  });

  it('is paid more than its seeds give, by its own nonce or by the one before', () => {
    const nonce = nonceWith(true, false);
    const isAbove = (micros: number, nonceShift: 0 | -1) => rounds.isAbove(settled(nonce, micros), { serverSeed, nonceShift });
    expect([isAbove(due - 1, 0), isAbove(due, 0), isAbove(due + 1, 0)]).toEqual([false, false, true]);
    expect([isAbove(0, -1), isAbove(1, -1)]).toEqual([false, true]);
    expect(rounds.isAbove(settled(0, 9_000_000), { serverSeed, nonceShift: -1 })).toBe(false);
  }); // prettier-ignore
});

describe('the outcomes of missed bets', () => {
  it('are computed with the seed, once for each nonce, and their payouts are known by bet', () => {
    const evidence = new LiveEvidence();
    const outcomes = new MissedOutcomes(evidence, rounds);
    const [one, again, other, unknown] = [missedBet(4), missedBet(4), missedBet(5), missedBet(undefined)];
    outcomes.compute([one, again, other, unknown], serverSeed);
    const won = Number(isWon(4)) + Number(isWon(5));
    expect(evidence.availability.totals).toEqual({ computed: 2, won, expected: 1 });
    expect([one, again, other, unknown].map((bet) => outcomes.payoutOf(bet))).toEqual([isWon(4) ? due : 0, isWon(4) ? due : 0, isWon(5) ? due : 0, undefined]);
    outcomes.compute([one], undefined);
    expect([outcomes.payoutOf(one), evidence.availability.totals.computed]).toEqual([undefined, 2]);
  }); // prettier-ignore

  it('are those of another nonce where the house draws with the one before', () => {
    const evidence = new LiveEvidence();
    const outcomes = new MissedOutcomes(evidence, rounds);
    evidence.nonceFits.before = 1;
    const missed = missedBet(nonceWith(true, false));
    outcomes.compute([missed], serverSeed);
    expect(outcomes.payoutOf(missed)).toBe(0);
    outcomes.replaced(missedBet(nonceWith(false, true)), serverSeed);
    outcomes.replaced(undefined, serverSeed);
    outcomes.replaced(missedBet(undefined), serverSeed);
    expect(evidence.replacedBefore.totals).toEqual({ computed: 1, won: 1, expected: 0.5 });
    expect(evidence.availability.totals.computed).toBe(1);
  });
});

describe('evidence', () => {
  const row = (nonce: number): LogRow => ({ nonce, server_seed: '', server_seed_hash: 'ab' });
  const withBets = (...of: readonly number[]) => {
    const evidence = new LiveEvidence();
    for (const nonce of of) evidence.add(settled(nonce, 0), row(nonce));
    return evidence;
  };

  it('keeps bets with their rows, and apart from them those that cannot be computed', () => {
    const evidence = withBets(0, 1);
    expect([evidence.add(settled(2, 0), row(2)), evidence.settledCount]).toEqual([2, 3]);
    evidence.setAside(1);
    expect([evidence.isAside(1), evidence.isAside(2)]).toEqual([true, false]);
    expect([evidence.bets.map(({ nonce }) => nonce), evidence.rows.map(({ nonce }) => nonce)]).toEqual([[0, 2], [0, 2]]);
    expect([evidence.settledCount, evidence.at(1)?.nonce, evidence.at(3)]).toEqual([3, 1, undefined]);
    expect([evidence.uncheckable.map(({ nonce }) => nonce), evidence.unreadable]).toEqual([[1], [{ ...row(1), server_seed_hash: undefined }]]);
    evidence.reveal(0, 'seed');
    evidence.reveal(2, undefined);
    expect(evidence.bets.map((bet) => bet.serverSeed)).toEqual(['seed', undefined]);
    expect(evidence.rows.map((one) => one['server_seed'])).toEqual(['seed', '']);
    Object.assign(evidence, { replaced: 4, unexplained: 5, unseen: 6 });
    expect(evidence.counts).toEqual({ ...evidence.tested, replaced: 4, unexplained: 5, unseen: 6, aside: 1 });
    expect(Object.values(evidence.tested).every((count) => count === 0)).toBe(true);
  }); // prettier-ignore

  it('says that a house draws with the nonce before where more bets fit that, and none has the nonce 0', () => {
    const of = (own: number, before: number, ...at: readonly number[]) => {
      const evidence = withBets(...at);
      Object.assign(evidence.nonceFits, { own, before });
      return [evidence.nonceShift, evidence.shift];
    };
    expect([of(1, 1, 1), of(1, 2, 1, 2), of(1, 2, 0, 1), of(0, 0)]).toEqual([[0, {}], [-1, { nonceShift: -1 }], [-1, {}], [0, {}]]);
  }); // prettier-ignore

  it('names each game that was given up once, and faults from the row of the first on', () => {
    const evidence = withBets(0, 1, 2);
    for (const game of ['dice', 'keno', 'dice']) evidence.refuse({ game, status: 403, reason: 'no' });
    expect(evidence.refusals.map(({ game }) => game)).toEqual(['dice', 'keno']);
    evidence.note('stake-changed');
    evidence.note('limit-ignored', { first: '0.01', times: 2 });
    expect(evidence.findings().map(({ code, count, line, sentence }) => [code, count, line, sentence.slice(0, 22)])).toEqual([
      ['stake-changed', 1, 3, '1 bets were taken at a'],
      ['limit-ignored', 2, 3, 'a stake of 0.01 USDC w'],
    ]);
  }); // prettier-ignore

  it.each([[4, 8, 0], [5, 10, 5], [5, 11, 0], [6, 12, 6]])(
    'of %i seeds without a commitment shown before, of %i bets, is a fault %i times', (unseen, bets, times) => {
      const evidence = withBets(...Array.from({ length: bets }, (_, at) => at));
      evidence.unseen = unseen;
      expect(evidence.findings().map(({ code, count }) => [code, count])).toEqual(times === 0 ? [] : [['commitment-swapped', times]]);
    }); // prettier-ignore
});
