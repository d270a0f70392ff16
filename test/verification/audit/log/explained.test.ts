/** What an explanation of payouts takes along: hands that cannot be, results that are shown, and bets that it says nothing of. */
import { describe, expect, it } from 'vitest';
import { auditLog } from '../../../../src/verification/audit/log/audit-log.ts';
import type { LoggedBet } from '../../../../src/verification/audit/log/logged-bet.ts';
import type { CheckedBet } from '../../../../src/verification/audit/log/payouts/checked-bet.ts';
import { drawSuspects } from '../../../../src/verification/audit/log/payouts/draw-suspects.ts';
import { showsAnother } from '../../../../src/verification/audit/log/payouts/shown-result.ts';
import { drawnBets } from './drawn-bets.ts';

const others = new Set(['nonce-skipped', 'nonce-order', 'nonce-reused', 'seeds-selected']);
/** Findings on payouts alone, each with its count. */
const said = (bets: readonly LoggedBet[]) =>
  auditLog(bets, { profile: 'published' }).findings.filter(({ code }) => !others.has(code));
const brief = (bets: readonly LoggedBet[]) => said(bets).map(({ code, count }) => [code, count]);
const logged = (checked: readonly CheckedBet[]): LoggedBet[] =>
  checked.map(({ bet }) => ({ ...bet, player: 'one' }));

const impossible = (bet: LoggedBet): LoggedBet => ({ ...bet, params: { direction: 'over', threshold: 500 } });
const reason = 'threshold is a whole number from 1 to 99';

describe('bets that the rules do not have', () => {
  const dice = logged(drawnBets('dice', { seed: 'impossible', count: 60 }));
  const kept = dice.map((bet) => ({ ...bet, payoutMicros: Math.floor(bet.payoutMicros * 0.97) }));

  it('are a separate finding among bets that are paid by the rules', () => {
    const [finding, ...more] = said(dice.map((bet, at) => (at === 4 || at === 9 ? impossible(bet) : bet)));
    expect(more).toEqual([]);
    expect(finding).toEqual({
      code: 'impossible-bet', game: 'dice', count: 2, line: 6, bet: 5, lines: [6, 11],
      sentence: `dice: the rules have no such bet: ${reason} (2 bets, first in line 6 (bet 5)).`,
    });
  }); // prettier-ignore

  it('are one beside a habit that explains the payouts of the others', () => {
    const wrong = kept.filter((bet, at) => bet.payoutMicros !== dice[at]!.payoutMicros).length;
    expect(brief(kept)).toEqual([['payout-shaved', wrong]]);
    const at = kept.findIndex((bet, index) => bet.payoutMicros === dice[index]!.payoutMicros);
    expect(brief(kept.with(at, impossible(kept[at]!)))).toEqual([['payout-shaved', wrong], ['impossible-bet', 1]]);
  }); // prettier-ignore

  it('are part of what explains a game of hands', () => {
    // The nonce that is reported is one more than the one that was drawn with.
    const shifted = logged(drawnBets('blackjack', { seed: 'hands', count: 100 })).map((bet) => ({
      ...bet,
      nonce: bet.nonce + 1,
    }));
    const [finding, ...more] = said(shifted);
    expect([finding?.code, more]).toEqual(['nonce-shifted', []]);
    const single = said(shifted.slice(0, 1));
    expect(single.map(({ code }) => code)).not.toContain('nonce-shifted');
  });

  it('are named in a game of hands that nothing explains', () => {
    const hands = logged(drawnBets('blackjack', { seed: 'hands', count: 50 }));
    const wrong = { ...hands[7]!, params: { actions: ['fold'] } };
    expect(said(hands.with(7, wrong))).toMatchObject([
      {
        code: 'impossible-bet',
        count: 1,
        line: 9,
        sentence:
          'blackjack: the rules have no such bet: action is hit, stand or double (1 bet, first in line 9 (bet 8)).',
      },
    ]);
  });
});

describe('results of another draw, where the payout is the right one', () => {
  const after = drawSuspects.find(({ about }) => about.startsWith('draws with the nonce after'))!;
  /** Bets on which both draws pay alike and show otherwise, with what the other draw shows. */
  const alike = drawnBets('dice', { seed: 'shown', count: 600 }).flatMap((checked) => {
    const played = after.play!(checked, 'published')!;
    const isAlike = after.predict(checked, 'published') === checked.dueMicros && checked.dueMicros! > 0;
    return isAlike && showsAnother(checked.bet, played)
      ? [{ ...checked.bet, player: 'one', result: played.detail }]
      : [];
  });
  const honest = logged(drawnBets('dice', { seed: 'honest', count: 40 }));

  it('are explained by the draw that they are of', () => {
    expect(alike.length).toBeGreaterThan(60);
    expect(said(alike)).toMatchObject([
      {
        code: 'nonce-shifted',
        game: 'dice',
        count: alike.length,
        line: alike[0]!.line,
        sentence: `dice: ${alike.length} of ${alike.length} bets are shown another result than the one drawn; the house draws with the nonce after the one it reports (first in line ${alike[0]!.line} (bet 1)).`,
      },
    ]);
  });

  it('are named alone where they are too few, or of no known draw', () => {
    expect(brief([...honest, alike[0]!])).toEqual([['result-misshown', 1]]);
    expect(brief(alike.map((bet) => ({ ...bet, result: { roll: 0 } })))).toEqual([['result-misshown', alike.length]]);
    expect(said([...honest, alike[0]!])[0]?.sentence).toBe(`dice: 1 bet was shown another result than the one drawn (first in line ${alike[0]!.line} (bet 41)).`);
  }); // prettier-ignore
});
