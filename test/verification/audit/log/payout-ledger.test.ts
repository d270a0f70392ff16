/** What the ledger of payouts counts: wrong, impossible and misshown bets, and payouts that are rounded up. */
import { describe, expect, it } from 'vitest';
import { hmacPick } from '../../../../src/core/fairness/hmac.ts';
import { ratio } from '../../../../src/platform/games/ratio.ts';
import { replayBet } from '../../../../src/verification/audit/log/logged-bet.ts';
import { PayoutLedger } from '../../../../src/verification/audit/log/payouts/payout-ledger.ts';
import type { RevealedBet } from '../../../../src/verification/audit/log/replay.ts';
import { drawn, found, paid, suspectOf } from './diagnosed-bets.ts';

const dice = drawn('dice', 24);
const [bet] = dice.map((checked) => checked.bet).filter(({ payoutMicros }) => payoutMicros > 0) as [
  RevealedBet,
];
const place = { line: 7, bet: 6 };
const played = replayBet(bet, { pick: hmacPick(bet), profile: 'published' });

describe('the ledger', () => {
  it('takes what is due for right, and another amount for wrong', () => {
    const ledger = new PayoutLedger();
    expect(ledger.add(bet, place, played)).toBe(true);
    expect(ledger.add({ ...bet, payoutMicros: bet.payoutMicros - 1 }, place, played)).toBe(false);
    const [game] = ledger.games();
    expect([game!.checked, game!.wrong.count, game!.impossible.count, game!.misshown.count, game!.reason]).toEqual([2, 1, 0, 0, '']);
    expect([game!.wrongBets.items().length, game!.rightBets.items().length, ledger.roundedUp]).toEqual([1, 1, 0]);
  });

  it('counts a payout that is the next micro above a fraction as due', () => {
    const ledger = new PayoutLedger();
    const third = { ...bet, stakeMicros: 100, payoutMicros: 34 };
    const round = { payout: ratio(1, 3), detail: {} };
    expect([ledger.add(third, place, round), ledger.add({ ...third, payoutMicros: 35 }, place, round)]).toEqual([true, false]);
    expect([ledger.roundedUp, ledger.games()[0]!.checked, ledger.games()[0]!.rightBets.items()[0]!.bet.payoutMicros]).toEqual([1, 3, 33]);
  });

  it('keeps the first reason of impossible bets, and the hands among them', () => {
    const ledger = new PayoutLedger();
    const huge = { payout: ratio(9_000_000_000_000), detail: {} };
    expect([ledger.add({ ...bet, stakeMicros: 9_000_000_000_000 }, place, huge), ledger.add(bet, place, 'second reason')]).toEqual([false, false]);
    const [game] = ledger.games();
    expect([game!.reason, game!.impossible.count, game!.wrongBets.items()]).toEqual(['its payout leaves all bounds', 2, []]);
    const [hand] = drawn('blackjack', 1);
    expect(ledger.add(hand!.bet, place, 'no such hand')).toBe(false);
    const [, hands] = ledger.games();
    expect([hands!.reason, hands!.wrongBets.items().map(({ honest, dueMicros }) => [honest, dueMicros])]).toEqual(['no such hand', [[undefined, undefined]]]);
  });
}); // prettier-ignore

describe('bets that the rules do not have', () => {
  const fold = (game: string, count: number): RevealedBet[] =>
    paid(drawn(game, 6)).map((hand, at) => (at < count ? { ...hand, params: { actions: ['fold'], holds: ['none'] } } : hand));

  it('are named in games of hands that nothing explains', () => {
    expect(found(fold('blackjack', 1)).map(({ code, count, sentence }) => [code, count, sentence])).toEqual([
      ['impossible-bet', 1, 'blackjack: the rules have no such bet: action is hit, stand or double (1 bet, first in line 2 (bet 1)).'],
    ]);
    expect(found(fold('video_poker', 2)).map(({ code, count }) => [code, count])).toEqual([['impossible-bet', 2]]);
  });

  it('are part of what explains hands, and beside what explains other games', () => {
    const shifted = paid(drawn('blackjack', 40)).map((hand) => ({ ...hand, nonce: hand.nonce + 1 }));
    const [finding, ...more] = found(shifted);
    expect([finding?.code, more]).toEqual(['nonce-shifted', []]);
    const none = { ...bet, params: { direction: 'over', threshold: 500 } };
    const kept = paid(dice, (checked) => suspectOf('stake-kept').predict(checked, 'published'));
    expect(found([none, ...kept]).map(({ code }) => code)).toEqual(['stake-kept', 'impossible-bet']);
  });

  it('are said to be no such hand where the first of an explained game is one', () => {
    const hands = drawn('blackjack', 60).map(({ bet: hand }) => ({ ...hand, nonce: hand.nonce + 1 }));
    const at = hands.findIndex((hand) => typeof replayBet(hand, { pick: hmacPick(hand), profile: 'published' }) === 'string');
    expect(at).toBeGreaterThanOrEqual(0);
    expect(found(hands.slice(at))[0]?.sentence).toContain(' paid, and the rules have no such hand)');
  });
}); // prettier-ignore
