/** Faults of video poker, drawn here card by card and predicted to the micro. */
import { describe, expect, it } from 'vitest';
import { hmacPick } from '../../../../src/core/fairness/hmac.ts';
import { ratio, totalReturn } from '../../../../src/platform/games/ratio.ts';
import { cardNames, pokerRank, videoPoker } from '../../../../src/platform/games/video-poker.ts';
import { cardSuspects } from '../../../../src/verification/audit/log/payouts/card-suspects.ts';
import type { CheckedBet } from '../../../../src/verification/audit/log/payouts/checked-bet.ts';
import { drawnBets } from './drawn-bets.ts';
import { itPredicts, type FaultyHouse } from './faulty-houses.ts';

const bets = drawnBets('video_poker', { seed: 'poker faults', count: 120 });
const pairs = drawnBets('video_poker', { seed: 'pairs', count: 400 })
  .filter(({ honest }) => honest?.detail['hand'] === 'jacks_or_better')
  .slice(0, 40);

/** The first five picks deal the hand that the player has seen; those after them come from all 52 cards. */
const repeated: FaultyHouse['pays'] = ({ bet }, profile) => {
  const pick = hmacPick(bet);
  for (const left of [52, 51, 50, 49, 48]) pick(left);
  const cards = (bet.params['holds'] as string[]).map((name) => cardNames.indexOf(name));
  while (cards.length < 5) cards.push(pick(52));
  return totalReturn(bet.stakeMicros, ratio(videoPoker.rules[profile][pokerRank(cards)]));
};

const from =
  (lowest: string): FaultyHouse['pays'] =>
  ({ honest, dueMicros }) => {
    const ranks = (honest!.detail['cards'] as string[]).map((card) => card.charAt(0)).join('');
    const pair = 'JQKA'.split('').find((rank) => ranks.split(rank).length === 3) ?? '';
    const isTooLow = 'JQKA'.indexOf(pair) < 'JQKA'.indexOf(lowest);
    return honest!.detail['hand'] === 'jacks_or_better' && isTooLow ? 0 : dueMicros;
  };

const pairsFrom = (name: string): FaultyHouse => ({
  code: 'pair-raised',
  about: `pays no pair below ${name}`,
  games: ['video_poker'],
  bets: [...pairs, ...bets.slice(0, 20)],
  pays: from(name.charAt(0).toUpperCase()),
});

const houses: readonly FaultyHouse[] = [
  { code: 'with-replacement', about: 'draws cards from a full pack, the cards of the hand among them', games: ['video_poker'], isDraw: true, bets, pays: repeated },
  { code: 'with-replacement', about: 'deals every card from a full pack', games: ['video_poker'], isDraw: true, bets, pays: repeated },
  ...['queens', 'kings', 'aces'].map(pairsFrom),
]; // prettier-ignore

const suspects = cardSuspects.filter(({ games }) => games?.includes('video_poker') === true);

describe('video poker', () => {
  itPredicts(suspects, houses);
});

describe('hands that these faults do not concern', () => {
  const [repeats, , raised] = suspects as [(typeof suspects)[0], unknown, (typeof suspects)[0]];
  const [hand] = bets;
  const withParams = (params: CheckedBet['bet']['params']): CheckedBet => ({ ...hand!, bet: { ...hand!.bet, params } }); // prettier-ignore
  const shown = (cards: unknown): CheckedBet =>
    ({
      ...hand,
      dueMicros: 7,
      honest: { detail: { hand: 'jacks_or_better', cards } },
    }) as unknown as CheckedBet;

  it('have no prediction without cards to hold, or in another game', () => {
    const [roll] = drawnBets('dice', { seed: 'poker faults', count: 1 });
    const held = { ...roll!, bet: { ...roll!.bet, params: { holds: [] } } };
    for (const checked of [withParams({}), withParams({ holds: 'AS' }), held])
      expect(repeats.predict(checked, 'published')).toBeUndefined();
  });

  it('are paid what is due', () => {
    expect(raised.predict({ ...hand!, honest: undefined, dueMicros: 5 }, 'published')).toBe(5);
    expect([shown('none'), shown(['2C', '3C'])].map((checked) => raised.predict(checked, 'published'))).toEqual([7, 7]);
  }); // prettier-ignore
});
