import { describe, expect, it } from 'vitest';
import { hmacPick, HmacWords } from '../../../src/core/fairness/hmac.ts';
import { rankNames } from '../../../src/platform/games/cards.ts';
import {
  blackjack,
  valueOf,
  type BlackjackHand,
  type BlackjackMove,
} from '../../../src/platform/games/blackjack.ts';
import type { Profile } from '../../../src/core/base/profile.ts';
import { payoutFraction } from '../../../src/platform/games/exact.ts';
import { ratioText } from '../../../src/platform/games/ratio.ts';
import {
  pokerRank,
  pokerRanks,
  videoPoker,
  type PokerRank,
} from '../../../src/platform/games/video-poker.ts';

const ranksOf = (text: string): number[] =>
  Array.from(text.replaceAll(' ', ''), (name) => rankNames.findIndex((rank) => rank === name));

/** A pick that deals these ranks, from a shoe or an endless deck. */
function dealer(text: string, profile: Profile): (n: number) => number {
  const left = ranksOf(text);
  const shoe = rankNames.map(() => 32);
  return (n) => {
    const rank = left.shift();
    if (rank === undefined) throw new Error('no card is left to deal');
    if (profile === 'consistent') {
      expect(n).toBe(13);
      return rank;
    }
    const draw = shoe.slice(0, rank).reduce((sum, count) => sum + count, 0);
    shoe[rank]! -= 1;
    return draw;
  };
}

/** Plays the actions until the hand is settled; the cards come in the order in which they are dealt. */
function playOut(cards: string, actions: string, profile: Profile): BlackjackHand {
  const pick = dealer(cards, profile);
  const rules = blackjack.rules[profile];
  let hand = blackjack.deal(pick, rules);
  for (const action of actions.split(' ').filter((word) => word !== '') as BlackjackMove['action'][]) {
    expect(blackjack.mistake(hand, { action }, rules)).toBeUndefined();
    hand = blackjack.act(hand, { action }, { pick, rules });
  }
  return hand;
}

describe('blackjack', () => {
  it.each<[string, Profile, string, string, string]>([
    // Published: player, dealer, player, hole, then draws.
    ['20 against 20 pushes', 'published', 'TTTK', 'stand', '1 1/1'],
    ['GAM33 20 against 19 wins 1x', 'published', 'TTJ9', 'stand', '1 2/1'],
    ['GAM33 a blackjack wins 1.5x', 'published', 'AT K9', '', '1 5/2'],
    ['GAM33 a won double wins 2x', 'published', '5T69 T', 'double', '2 4/1'],
    ['a lost double loses both stakes', 'published', '5T69 2', 'double', '2 0/1'],
    ['a pushed double returns both stakes', 'published', '5T69 8', 'double', '2 2/1'],
    ['GAM32 over 21 loses before the dealer draws', 'published', 'T566 T', 'hit', '1 0/1'],
    ['a dealer over 21 loses', 'published', 'T62T T', 'stand', '1 2/1'],
    ['the dealer shows an ace and has a blackjack: the hand is over', 'published', 'TAJK', '', '1 0/1'],
    ['two blackjacks push', 'published', 'ATKA', '', '1 1/1'],
    ['after a blackjack the dealer draws no card', 'published', 'ATK6', '', '1 5/2'],
    ['20 against 21 in three cards loses', 'published', 'TTJ5 6', 'stand', '1 0/1'],
    ['the dealer stands on soft 17', 'published', 'TA86', 'stand', '1 2/1'],
    ['21 stands by itself and pushes against 21', 'published', 'T945 7 7', 'hit', '1 1/1'],
    ['21 in three cards wins 1x alone', 'published', 'T949 7', 'hit', '1 2/1'],
    // Consistent: player, dealer, player, then draws; the second card of the dealer comes last.
    ['the dealer hits soft 17', 'consistent', 'TA8 6 2', 'stand', '1 0/1'],
    ['a blackjack wins 1.5x unless the dealer has one', 'consistent', 'ATK 9', '', '1 5/2'],
    ['two blackjacks push', 'consistent', 'ATK A', '', '1 1/1'],
    ['a double loses both stakes to a blackjack that comes last', 'consistent', '5A6 T K', 'double', '2 0/1'],
    ['hard 11 may be doubled', 'consistent', '5 9 6 T 8', 'double', '2 4/1'],
  ])('%s (profile %s): %s %s', (_, profile, cards, actions, settlement) => {
    const { settled } = playOut(cards, actions, profile);
    expect(settled && `${settled.stakes} ${ratioText(settled.payout)}`).toBe(settlement);
  });

  it('the hand stays open after a hit below 21, and hides the hole card until it is settled', () => {
    const hand = playOut('2T3K 4', 'hit', 'published');
    expect(hand.settled).toBeUndefined();
    expect(blackjack.shown(hand)).toEqual({ player: ['2', '3', '4'], dealer: ['T'], player_total: 9 });
    expect(blackjack.shown(playOut('2T3K', 'stand', 'published'))).toMatchObject({ dealer: ['T', 'K'] });
  });

  it.each<[Profile, string, string, RegExp]>([
    ['published', '2T3K 4', 'hit', /first two cards/],
    ['consistent', '2T3', '', /hard 11/],
    ['consistent', 'AT9', '', /hard 11/],
    ['published', 'TTJ9', 'stand', /settled/],
  ])('(profile %s) %s %s: no double', (profile, cards, actions, mistake) => {
    const hand = playOut(cards, actions, profile);
    expect(blackjack.mistake(hand, { action: 'double' }, blackjack.rules[profile])).toMatch(mistake);
  });

  it.each([
    ['AA', 12, true],
    ['A6', 17, true],
    ['A6T', 17, false],
    ['AK', 21, true],
    ['TJQ', 30, false],
    ['AAT9', 21, false],
  ])('%s counts %d', (cards, points, isSoft) => {
    expect(valueOf(ranksOf(cards))).toEqual({ points, isSoft });
  });
});

const card = (name: string): number =>
  rankNames.findIndex((rank) => rank === name[0]) * 4 + 'CDHS'.indexOf(name[1] ?? '');
const cardsOf = (text: string): number[] => text.split(' ').map(card);

describe('video poker', () => {
  it.each<[string, PokerRank]>([
    ['AS KS QS JS TS', 'royal_flush'],
    ['KS QS JS TS 9S', 'straight_flush'],
    ['AC 2C 3C 4C 5C', 'straight_flush'],
    ['7C 7D 7H 7S 2C', 'four_of_a_kind'],
    ['7C 7D 7H 2S 2C', 'full_house'],
    ['AS KS QS JS 9S', 'flush'],
    ['AS KD QS JS TS', 'straight'],
    ['AS 2D 3S 4S 5S', 'straight'],
    ['QS KD AS 2S 3S', 'nothing'],
    ['7C 7D 7H 2S 3C', 'three_of_a_kind'],
    ['7C 7D 2H 2S 3C', 'two_pair'],
    ['JC JD 2H 5S 3C', 'jacks_or_better'],
    ['AC AD 2H 5S 3C', 'jacks_or_better'],
    ['TC TD 2H 5S 3C', 'nothing'],
  ])('%s is %s', (cards, rank) => {
    expect(pokerRank(cardsOf(cards))).toBe(rank);
  });

  it('values each of the 2,598,960 hands as the textbook counts them', () => {
    const counts = Object.fromEntries(pokerRanks.map((rank) => [rank, 0]));
    for (let a = 0; a < 52; a += 1)
      for (let b = a + 1; b < 52; b += 1)
        for (let c = b + 1; c < 52; c += 1)
          for (let d = c + 1; d < 52; d += 1)
            for (let e = d + 1; e < 52; e += 1) counts[pokerRank([a, b, c, d, e])]! += 1;
    expect(counts).toEqual({
      royal_flush: 4,
      straight_flush: 36,
      four_of_a_kind: 624,
      full_house: 3744,
      flush: 5108,
      straight: 10_200,
      three_of_a_kind: 54_912,
      two_pair: 123_552,
      jacks_or_better: 337_920,
      nothing: 2_062_860,
    });
  });

  it('GAM81 (profile published) pays 800, 50, 25, 9, 6, 4, 3, 2, 1 times the stake', () => {
    expect(pokerRanks.map((rank) => videoPoker.rules.published[rank])).toEqual([
      800, 50, 25, 9, 6, 4, 3, 2, 1, 0,
    ]);
  });

  const rules = videoPoker.rules.published;
  const seeds = { serverSeed: 'server', clientSeed: 'client', nonce: 3 };

  it('GAM83 deals five cards without a settlement; the draw keeps what is held and settles', () => {
    const hand = videoPoker.deal(hmacPick(seeds), rules);
    expect(hand.settled).toBeUndefined();
    expect(new Set(hand.cards).size).toBe(5);
    const holds = hand.cards.slice(1, 3);
    const after = videoPoker.act(hand, { holds }, { pick: hmacPick({ ...seeds, nonce: 9 }), rules });
    expect(after.cards.slice(0, 2)).toEqual(holds);
    expect(new Set(after.cards).size).toBe(5);
    expect(after.cards.slice(2).filter((drawn) => hand.cards.includes(drawn))).toEqual([]);
    expect(after.settled).toEqual({
      stakes: 1,
      payout: { numerator: rules[pokerRank(after.cards)], denominator: 1 },
    });
    expect(videoPoker.mistake(after, { holds }, rules)).toBe('the hand is settled');
  });

  it('holds only cards that were dealt', () => {
    const hand = videoPoker.deal(() => 0, rules);
    expect(videoPoker.shown(hand)).toEqual({ cards: ['AC', 'AD', 'AH', 'AS', '2C'] });
    expect(videoPoker.mistake(hand, { holds: [card('KS')] }, rules)).toBe('KS was not dealt');
    expect(videoPoker.mistake(hand, { holds: [card('2C')] }, rules)).toBeUndefined();
  });

  it('a hand over two calls equals the same hand in one call', () => {
    const whole = hmacPick(seeds);
    const first = videoPoker.deal(whole, rules);
    const inOne = videoPoker.act(first, { holds: [] }, { pick: whole, rules });
    const words = new HmacWords(seeds);
    const dealt = videoPoker.deal(words.pick, rules);
    const resumed = new HmacWords(seeds, words.used);
    expect(videoPoker.act(dealt, { holds: [] }, { pick: resumed.pick, rules })).toEqual(inOne);
  });
});

describe('settlements', () => {
  it('never return more than the tables allow, over 10,000 hands each', () => {
    const allowed = new Set(['0/1', '1/1', '2/1', '5/2', '4/1']);
    const poker = new Set(pokerRanks.map((rank) => `${videoPoker.rules.published[rank]}/1`));
    let returned = 0;
    let strange = 0;
    for (let nonce = 0; nonce < 10_000; nonce += 1) {
      const pick = hmacPick({ serverSeed: 'hands', clientSeed: 'client', nonce });
      const rules = blackjack.rules.published;
      let hand = blackjack.deal(pick, rules);
      while (hand.settled === undefined) {
        const points = valueOf(hand.player).points;
        const canDouble = hand.player.length === 2 && points === 11;
        const action = points >= 17 ? 'stand' : canDouble ? 'double' : 'hit';
        hand = blackjack.act(hand, { action }, { pick, rules });
      }
      strange += allowed.has(ratioText(hand.settled.payout)) ? 0 : 1;
      returned += payoutFraction(hand.settled.payout).toNumber();
      const dealt = videoPoker.deal(pick, videoPoker.rules.published);
      const drawn = videoPoker.act(dealt, { holds: [] }, { pick, rules: videoPoker.rules.published });
      strange += poker.has(ratioText(drawn.settled!.payout)) ? 0 : 1;
    }
    expect(strange).toBe(0);
    expect(returned / 10_000).toBeGreaterThan(0.85);
    expect(returned / 10_000).toBeLessThan(1.1);
  });
});
