/** What a clever player gains, by another computation, and the sentences that say so: games that are solved in no time. */
import { describe, expect, it } from 'vitest';
import { profiles, type Profile } from '../../../src/core/base/profile.ts';
import { chancesOf } from '../../../src/platform/games/exact.ts';
import { bestPolicies, faucetFinding } from '../../../src/verification/audit/best-policies.ts';
import { auditedGames, exactRows, type BetRow } from '../../../src/verification/audit/exact-rows.ts';
import { singleGame } from '../../platform/games/chances.ts';

const rowsOf = (profile: Profile, ...ids: string[]): BetRow[] =>
  auditedGames(new Set(ids)).flatMap((entry) => exactRows(entry, profile));
const sentencesOf = (...ids: string[]): string[] =>
  bestPolicies(rowsOf('published', ...ids), 'published').findings.map(({ sentence }) => sentence);

/** What the best bet of a game returns where a tenth of each loss comes back, summed over its outcomes in floating point. */
function bestWithRebate(id: string, profile: Profile): number {
  const game = singleGame(id);
  const returned = [...game.bets()].map((bet) =>
    chancesOf(game, bet, game.rules[profile]).reduce((sum, { payout, probability }) => {
      const paid = payout.numerator / payout.denominator;
      return sum + probability.toNumber() * (paid < 1 ? paid + (1 - paid) / 10 : paid);
    }, 0),
  );
  return Math.max(...returned);
}

describe('a player with a referred account for each bet', () => {
  const ids = ['coin_flip', 'simple_dice', 'roulette', 'wheel', 'hilo', 'keno', 'dice'];

  it.each(profiles.flatMap((profile) => ids.map((id) => [id, profile] as const)))(
    'gets of %s in profile %s what its outcomes with a tenth of each loss come to',
    (id, profile) => {
      const rows = rowsOf(profile, id);
      const [best, ...others] = bestPolicies(rows, profile).rows;
      expect(others).toEqual([]);
      expect(best?.figures.returned.toNumber()).toBeCloseTo(bestWithRebate(id, profile), 9);
      expect(best).toMatchObject({ game: id, strategy: 'best' });
      expect(best?.bet).toMatchObject({ policy: 'a fresh referred account for each bet' });
      // The same claim as the bet without the rebate has.
      expect([best?.stated, best?.claim]).toEqual([rows[0]?.stated, rows[0]?.claim]);
    },
  );

  it('turns the edges round that are less than what comes back, and the best is named with what it costs', () => {
    const { findings } = bestPolicies(rowsOf('published', 'coin_flip', 'plinko', 'wheel'), 'published');
    expect(findings.map(({ game, sentence }) => [game, sentence])).toEqual([
      [
        undefined,
        'referral: REF08 pays a referrer 10% of net losses; a player who opens and refers a new account for each bet, over all levels, ' +
          'turns the edge of coin_flip, plinko round, most of all that of plinko (rows 16, risk high): it gives the player 3.5281% of every stake (115609/3276800).',
      ],
    ]);
    const { change, loss } = findings[0]!;
    expect(change).toBe(
      'Set wins against losses over all accounts that one agent referred, and pay from what the house kept.',
    );
    // 14,400 accounts a day, each with a stake of 10,000 USDC.
    expect(loss?.expectedPerDay.toNumber()).toBeCloseTo((144_000_000 * 115_609) / 3_276_800, 6);
    expect(loss?.arithmetic).toContain('14,400 bets a day (new accounts of one address, LIM18)');
  });

  it('turns no edge round that is as much as what comes back, or more', () => {
    expect(sentencesOf('simple_dice', 'wheel')).toEqual([]);
  });

  it('turns an edge of nothing round, and none that was the player’s before', () => {
    const [row] = rowsOf('published', 'coin_flip');
    const won = (edge: 'zero' | 'negative'): number => {
      const { figures } = row!;
      const none = figures.edge.sub(figures.edge);
      const changed = {
        ...row!,
        figures: { ...figures, edge: edge === 'zero' ? none : none.sub(figures.edge) },
      };
      return bestPolicies([changed], 'published').findings.length;
    };
    expect([won('zero'), won('negative')]).toEqual([1, 0]);
  });
});

it('rounds nowhere more than for the bet that is named, and says nothing where no payout is rounded', () => {
  const rounded = sentencesOf('dice').filter((sentence) => sentence.startsWith('rounding'));
  expect(rounded).toEqual([
    'rounding: payouts are rounded down to whole micros, which costs the smallest stake 0.0098% at most (dice, direction over, threshold 1) and never gives the player anything.',
  ]);
  const costs = rowsOf('published', 'dice').map(({ figures }) => figures.roundingLoss.toNumber());
  expect((Math.max(...costs) * 100).toFixed(4)).toBe('0.0098');
  expect(sentencesOf('wheel')).toEqual([]);
});

it('would win at hilo with a guess after the first card', () => {
  expect(sentencesOf('hilo')[0]).toBe(
    'hilo: the one call of GAM56 takes the guess before the first card is known; if it could wait for the card, ' +
      'the best guess would give the player 3.7751% of every stake (edge -319/8450).',
  );
});

it('keeps the gifts of accounts that bet nothing, where they are more than the fee of a withdrawal and its least amount', () => {
  const found = faucetFinding();
  expect(found.map(({ sentence }) => sentence)).toEqual([
    'faucet: in style A FAU15 gives a new agent 1 USDC on its first day and LIM18 lets one address register 10 a minute; a player who withdraws the ' +
      "gifts and bets nothing keeps 0.50 USDC of each after the fee of CAS08, CAS09, 7,200 USDC a day from one address for as long as the faucet's pool lasts.",
    'faucet: in style B FAU16 gives a new agent 10 USDC on its first day and LIM18 lets one address register 10 a minute; a player who withdraws the ' +
      "gifts and bets nothing keeps 9.50 USDC of each after the fee of CAS08, CAS09, 136,800 USDC a day from one address for as long as the faucet's pool lasts.",
  ]);
  // (1 - 0.5) and (10 - 0.5) USDC of each of 14,400 accounts.
  expect(
    found.map(({ loss }) => [loss?.worstCase, loss?.expectedPerDay, loss?.shortfallPerDay].map(String)),
  ).toEqual([
    ['7200/1', '7200/1', '0/1'],
    ['136800/1', '136800/1', '0/1'],
  ]);
  expect(found.map(({ loss }) => loss?.arithmetic)).toEqual([
    '(1 - 0.50) USDC x 14,400 agents a day = 7,200 USDC',
    '(10 - 0.50) USDC x 14,400 agents a day = 136,800 USDC',
  ]);
});

it.each([
  ['1', '0.50', '1.00', '0.50'],
  ['0.99', '0.50', '1.00', undefined],
  ['1', '1', '1.00', undefined],
  ['1', '2', '0.50', undefined],
])(
  'of a gift of %s USDC, with a fee of %s and withdrawals from %s, keeps %s',
  (firstDay, fee, minimum, kept) => {
    const styles = [{ style: 'A', line: 'FAU15', firstDay }];
    const found = faucetFinding({ styles, withdrawal: { line: 'CAS08', fee, minimum } });
    const keeps = found.map(({ sentence }) => /keeps (.*?) USDC/.exec(sentence)?.[1]);
    expect(keeps).toEqual(kept === undefined ? [] : [kept]);
  },
);
