/** Which bets a habit concerns: by player, stake, payout or line, and nothing where nothing tells them apart. */
import { describe, expect, it } from 'vitest';
import type { CheckedBet, Suspect } from '../../../../src/verification/audit/log/payouts/checked-bet.ts';
import type { GameBets } from '../../../../src/verification/audit/log/payouts/game-bets.ts';
import { scopeOf, scopeText } from '../../../../src/verification/audit/log/payouts/scope.ts';
import { NonceSet } from '../../../../src/verification/audit/log/seeds/nonce-set.ts';

interface Row {
  readonly player?: string;
  readonly stake?: number;
  readonly paid?: number;
  readonly due?: number;
  readonly bet?: number;
}
const betOf = ({ player = 'p', stake = 5, paid = 0, due = paid, bet = 1 }: Row): CheckedBet =>
  ({
    bet: { player, stakeMicros: stake * 1e6, payoutMicros: paid * 1e6 },
    dueMicros: due * 1e6,
    place: { bet, line: bet + 1 },
  }) as unknown as CheckedBet;
const between = (bets: readonly Row[], others: readonly Row[]): string =>
  scopeText(bets.map(betOf), others.map(betOf));

describe('bets of a habit', () => {
  it.each<[string, readonly Row[], readonly Row[], string]>([
    ['of one player', [{ player: 'a' }, { player: 'a' }], [{ player: 'b' }, { player: 'c' }], ', against player "a" alone'],
    ['of a player who has others as well', [{ player: 'a' }], [{ player: 'a' }], ''],
    ['of two players', [{ player: 'a' }, { player: 'b' }], [{ player: 'c' }], ''],
    ['of the largest stakes', [{ stake: 7 }, { stake: 9 }], [{ stake: 6 }, { stake: 1 }], ', for stakes from 7.00 USDC on'],
    ['of the smallest stakes', [{ stake: 7 }, { stake: 9 }], [{ stake: 10 }, { stake: 12 }], ', for stakes up to 9.00 USDC'],
    ['of stakes that others have too', [{ stake: 7 }, { stake: 9 }], [{ stake: 7 }, { stake: 9 }], ''],
    ['of the largest payouts', [{ due: 30 }, { due: 40 }], [{ due: 29 }, {}], ', for payouts from 30.00 USDC on'],
    ['of payouts that others have too', [{ due: 30 }], [{ due: 30 }], ''],
    ['from a line on', [{ bet: 8 }, { bet: 9 }], [{ bet: 2 }, { bet: 7 }], ', from line 9 on'],
    ['among the others', [{ bet: 8 }], [{ bet: 7 }, { bet: 9 }], ''],
    ['of a player who has some of the others', [{ player: 'a' }], [{ player: 'b' }, { player: 'a' }], ''],
    ['of stakes above some of the others', [{ stake: 7 }, { stake: 9 }], [{ stake: 6 }, { stake: 8 }], ''],
    ['of stakes below some of the others', [{ stake: 7 }, { stake: 9 }], [{ stake: 8 }, { stake: 10 }], ''],
    ['of payouts above some of the others', [{ due: 30 }], [{ due: 29 }, { due: 31 }], ''],
    ['that are none', [], [{}], ''],
    ['without others', [{}], [], ''],
  ])('%s', (_, bets, others, text) => {
    expect(between(bets, others)).toBe(text);
  }); // prettier-ignore

  it('are told from the bets that its prediction contradicts, and from no others', () => {
    const takesAll = { predict: () => 0 } as unknown as Suspect;
    const games = [{ wrong: [betOf({ stake: 9 })], right: [betOf({ stake: 2, paid: 4 }), betOf({ stake: 20 })] }] as unknown as GameBets[]; // prettier-ignore
    expect(scopeOf(games, takesAll, 'published')).toBe(', for stakes from 9.00 USDC on');
    const [{ wrong, right }] = games as [GameBets];
    expect(scopeOf([{ ...games[0]!, wrong, right: right.slice(1) }], takesAll, 'published')).toBe(
      ', in some of the bets',
    );
  });
});

it('nonces of a run are there from the start, both ends included', () => {
  const nonces = new NonceSet(5, 9);
  expect([4, 5, 7, 9, 10, 10].map((nonce) => nonces.add(nonce))).toEqual([
    true,
    false,
    false,
    false,
    true,
    false,
  ]);
});
