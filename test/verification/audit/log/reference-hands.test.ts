/** Hands of the fixed strategies, dealt here card by card from the same draws. */
import { describe, expect, it } from 'vitest';
import { profiles } from '../../../../src/core/base/profile.ts';
import { hmacPick } from '../../../../src/core/fairness/hmac.ts';
import type { Pick } from '../../../../src/core/fairness/pick.ts';
import { blackjack } from '../../../../src/platform/games/blackjack.ts';
import { cardNames, videoPoker } from '../../../../src/platform/games/video-poker.ts';
import { referenceHands } from '../../../../src/verification/audit/log/chance/reference-hands.ts';
import { sha256 } from '../houses.ts';
import { pokerWays } from './poker-ways.ts';

const draws = (count: number): (() => Pick)[] =>
  Array.from(
    { length: count },
    (_, nonce) => () => hmacPick({ serverSeed: sha256('hands'), clientSeed: 'c', nonce }),
  );

/** By rank, worst first, of five cards by their names. */
function worthOf(cards: readonly string[]): number {
  const ranks = cards
    .map((card) => 'A23456789TJQK'.indexOf(card.charAt(0)))
    .toSorted((one, two) => one - two);
  const counts = ranks.map((rank) => ranks.filter((other) => other === rank).length);
  const same = counts.toSorted((one, two) => two - one).join('');
  const isFlush = new Set(cards.map((card) => card.charAt(1))).size === 1;
  const isBroadway = ranks.join() === '0,9,10,11,12';
  const isStraight = isBroadway || (same === '11111' && ranks.at(-1) === (ranks[0] ?? 0) + 4);
  if (isStraight && isFlush) return isBroadway ? 9 : 8;
  const isHighPair = ranks.some((rank, at) => counts[at] === 2 && (rank === 0 || rank >= 10));
  const groups = { '44441': 7, '33322': 6, '33311': 3, '22221': 2, '22111': Number(isHighPair) }[same];
  return groups ?? (isFlush ? 5 : isStraight ? 4 : 0);
}

function pokerWorth(pick: Pick): number {
  const deck = [...cardNames];
  const next = (): string => deck.splice(pick(deck.length), 1)[0]!;
  const cards = [next(), next(), next(), next(), next()];
  const paired = cards.filter((card) => cards.filter((other) => other[0] === card[0]).length > 1);
  const kept = paired.length > 0 ? paired : worthOf(cards) > 0 ? cards : [];
  while (kept.length < 5) kept.push(next());
  return worthOf(kept);
}

describe('video poker', () => {
  const { play, chances, multiples } = referenceHands['video_poker']!;

  it('keeps pairs, or a paid hand without one', () => {
    const all = draws(80);
    const worths = all.map((draw) => pokerWorth(draw()));
    expect(all.map((draw) => play(draw(), 'published'))).toEqual(worths);
    expect(new Set(worths).size).toBeGreaterThanOrEqual(5);
  });

  it('keeps what is paid without a pair, whatever cards that takes', () => {
    // Cards of the pack, in order from the ace: four suits a rank.
    for (const hand of [[0, 36, 40, 44, 48], [0, 4, 8, 12, 16], [1, 5, 9, 13, 33], [0, 5, 8, 12, 16]]) {
      const deal = (): Pick => {
        const left = cardNames.map((_, card) => card);
        const wanted = [...hand, 20, 21, 22, 23, 24];
        return () => {
          const place = left.indexOf(wanted.shift()!);
          left.splice(place, 1);
          return place;
        };
      };
      expect(play(deal(), 'published')).toBe(pokerWorth(deal()));
      expect(play(deal(), 'published')).toBeGreaterThanOrEqual(4);
    }
  });

  it('has a chance and a payout for each rank, worst first', () => {
    const total = pokerWays.reduce((sum, ways) => sum + ways, 0);
    expect(chances('published')).toEqual(pokerWays.map((ways) => ways / total).toReversed());
    for (const profile of profiles)
      expect(multiples(profile)).toEqual(Object.values(videoPoker.rules[profile]).toReversed());
  });
}); // prettier-ignore

describe('blackjack', () => {
  const { play, chances, multiples } = referenceHands['blackjack']!;

  it.each(profiles)('hits below 17 and never doubles, by the rules of profile %s', (profile) => {
    const rules = blackjack.rules[profile];
    const results = draws(70).map((draw) => {
      const pick = draw();
      let hand = blackjack.deal(pick, rules);
      while (hand.settled === undefined) {
        const isLow = Number(blackjack.shown(hand)['player_total']) < 17;
        hand = blackjack.act(hand, { action: isLow ? 'hit' : 'stand' }, { pick, rules });
      }
      const { numerator, denominator } = hand.settled.payout;
      return multiples(profile).indexOf(numerator / denominator);
    });
    expect(draws(70).map((draw) => play(draw(), profile))).toEqual(results);
    expect(new Set(results)).toEqual(new Set([0, 1, 2, 3]));
    expect(multiples(profile)).toEqual([0, 1, 2, 2.5]);
    expect(chances(profile).reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 12);
  });

  it('has the chances that were counted, which differ between the profiles', () => {
    const [lost, pushed, won, natural] = chances('published');
    expect([lost, pushed, won, natural].map((chance) => chance!.toFixed(6))).toEqual(['0.490742', '0.097902', '0.366089', '0.045266']);
    expect(chances('consistent').map((chance) => chance.toFixed(6))).toEqual(['0.493376', '0.097690', '0.363837', '0.045096']);
  });
}); // prettier-ignore
