/** Single rounds of the replayed players, from scripted cards: the move that the best play makes, and the outcome that it names. */
import { describe, expect, it } from 'vitest';
import { rankNames } from '../../../src/platform/games/cards.ts';
import { ratio } from '../../../src/platform/games/ratio.ts';
import { cardNames } from '../../../src/platform/games/video-poker.ts';
import { cardsFor, drawsFor, ScriptedPick } from '../../../src/verification/audit/mapping/scripted-pick.ts';
import { betPlayer, samplePlayer, type Player } from '../../../src/verification/audit/replay/player.ts';
import { singleGame } from '../../platform/games/chances.ts';
import { bestPlayer } from './best-player.ts';

const paidBy = (player: Player, picks: readonly number[]): string | undefined => {
  const script = new ScriptedPick(picks);
  const outcome = player.outcomes[player.play(script.pick)];
  script.end();
  return outcome === undefined ? undefined : String(outcome.payout);
};

describe('a hand of video poker', () => {
  const player = bestPlayer('video_poker');
  const paid = (cards: string): string | undefined =>
    paidBy(player, drawsFor(cards.split(' ').map((name) => cardNames.indexOf(name))));

  it.each<[string, string, string]>([
    ['AS KS QS JS TS', 'a royal flush is kept', '800/1'],
    ['KH 9H TH JH QH', 'so is a straight flush', '50/1'],
    ['9C 9D 9H 4S 4C', 'and a full house', '9/1'],
    ['2H 6H 7H 9H KH', 'and a flush', '6/1'],
    ['AS KS QS JS AH TS', 'four to a royal flush go before a high pair', '800/1'],
    ['AS KS QS JS 2S TS', 'and before a flush', '800/1'],
    ['AS KS QS JS 2S 3H', 'and may be lost', '0/1'],
    ['9C 9D 2H 4S 7C 9H 9S 3D', 'a low pair is kept alone', '25/1'],
    ['9C 9D 2H 4S 7C JH JS 3D', 'and may become two pairs', '2/1'],
    ['JC 9D 2H 4S 7C JH 3S 3D 3C', 'a jack is kept alone', '9/1'],
    ['JC JD 2H 4S 7C 8H 3S 5D', 'a pair of jacks gives the stake back', '1/1'],
    ['JC JD 2H 4S 7C JH 3S 5D', 'three of them pay 3x', '3/1'],
    ['4C 5D 6H 7S KC 8D', 'four in a row go before a high card, and pay 4x as five', '4/1'],
    ['2C 4D 6H 8S 9C 3D 5D 7C TD TC', 'five cards are drawn to nothing', '0/1'],
  ])('%s: %s', (cards, _, multiple) => {
    expect(paid(cards)).toBe(multiple);
  }); // prettier-ignore

  it('has each payout of the table once', () => {
    const { outcomes, bet, game } = player;
    expect(outcomes.map(({ payout }) => payout.toNumber())).toEqual([800, 50, 25, 9, 6, 4, 3, 2, 1, 0]);
    expect([bet, game]).toEqual([{}, 'video_poker']);
  });
});

describe('a hand of blackjack', () => {
  const ranksOf = (cards: string): number[] =>
    cards.split(' ').map((name) => rankNames.indexOf(name as (typeof rankNames)[number]));
  const player = bestPlayer('blackjack');

  it.each<[string, string, string]>([
    ['A 5 K 6', 'a blackjack pays 2.5x', '5/2'],
    ['A A K Q', 'against another it is a push', '1/1'],
    ['9 A K Q', 'a hand is lost to a blackjack', '0/1'],
    ['T T Q 7', 'twenty stands', '2/1'],
    ['T T 7 T', 'seventeen stands against a ten', '0/1'],
    ['T 6 2 T T', 'twelve stands against a six, and the dealer is over', '2/1'],
    ['T T 6 7 5', 'sixteen is hit against a ten', '2/1'],
    ['T T 6 7 9', 'and may be over', '0/1'],
    ['5 6 6 T T T', 'eleven is doubled: won, two stakes are', '3/1'],
    ['5 6 6 T 2 5', 'lost, two stakes are', '-1/1'],
    ['5 6 6 T 9 4', 'and a push gives both back', '1/1'],
    ['A 5 7 T 3 6', 'soft eighteen is doubled against a five', '1/1'],
    ['A 9 7 T A', 'and hit against a nine', '1/1'],
  ])('%s of eight packs: %s', (cards, _, multiple) => {
    expect(paidBy(player, cardsFor(ranksOf(cards), 8))).toBe(multiple);
  });
});

describe('a bet of one call', () => {
  it('has the number of its outcomes for a payout that is none of them', () => {
    const coin = singleGame('coin_flip');
    const heads = coin.parseBet({ side: 'heads' }) as object;
    const real = betPlayer(coin, heads, coin.rules.published);
    expect([real.outcomes.length, new Set([0, 1].map((drawn) => real.play(() => drawn)))]).toEqual([2, new Set([0, 1])]);
    const strange: typeof coin = { ...coin, play: (bet, pick, rules) => ('ofClasses' in pick ? coin.play(bet, pick, rules) : { ...coin.play(bet, pick, rules), payout: ratio(7) }) };
    expect(betPlayer(strange, heads, coin.rules.published).play(() => 0)).toBe(2);
    expect([real.game, real.bet]).toEqual(['coin_flip', coin.samples.replayed]);
  }); // prettier-ignore

  it('must be of a game that there is', () => {
    expect(() => samplePlayer('chess', 'published')).toThrow('chess is a game');
  });
});
