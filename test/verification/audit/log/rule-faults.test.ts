/** Ways to play by other rules, game by game, each computed here from what the bet shows and predicted to the micro. */
import { describe, expect, it } from 'vitest';
import { hmacPick } from '../../../../src/core/fairness/hmac.ts';
import { hilo } from '../../../../src/platform/games/hilo.ts';
import { plinko, type PlinkoBet } from '../../../../src/platform/games/plinko.ts';
import { ratio, totalReturn } from '../../../../src/platform/games/ratio.ts';
import { cardSuspects } from '../../../../src/verification/audit/log/payouts/card-suspects.ts';
import type { CheckedBet } from '../../../../src/verification/audit/log/payouts/checked-bet.ts';
import { numberSuspects } from '../../../../src/verification/audit/log/payouts/number-suspects.ts';
import { otherProfiles, ruleSuspects } from '../../../../src/verification/audit/log/payouts/rule-suspects.ts';
import { drawnBets } from './drawn-bets.ts';
import { itPredicts, paidUnder, type FaultyHouse } from './faulty-houses.ts';

const of = (counts: Readonly<Record<string, number>>): CheckedBet[] =>
  Object.entries(counts).flatMap(([game, count]) => drawnBets(game, { seed: 'rule faults', count }));
const atTargets = of({ crash: 14, custom: 14 });
const atThresholds = of({ dice: 30, multiplier: 14 });
const curves = of({ crash: 16, multiplier: 16 });
const mixed = of({ wheel: 12, plinko: 6, blackjack: 12, hilo: 8, custom: 8, video_poker: 4 });

const twoSided = [
  ...of({ coin_flip: 6, dice: 8, hilo: 6, baccarat: 12, plinko: 9, wheel: 3 }),
  ...of({ roulette: 200 })
    .filter(({ bet }) => bet.params['bet_type'] !== 'number')
    .slice(0, 40),
];
/** Hands in which the dealer stands on a soft 17: an ace beside six others. */
const softHands = of({ blackjack: 400 }).filter(({ honest }) => {
  const cards = honest!.detail['dealer'] as string[];
  const points = cards.map((card) => Math.min(1 + 'A23456789TJQK'.indexOf(card), 10));
  return cards.includes('A') && points.reduce((sum, each) => sum + each, 0) === 7;
});

const shown = ({ honest }: CheckedBet, name: string): unknown => honest?.detail[name];
const paying = ({ bet }: CheckedBet, numerator: number, denominator = 100): number | undefined =>
  totalReturn(bet.stakeMicros, ratio(numerator, denominator));

function isMet(checked: CheckedBet): boolean {
  const pairs = [['crash_point', 'cash_out_at'], ['crash_point', 'target_multiplier'], ['drawn', 'win_probability'], ['roll', 'threshold']];
  return pairs.some(([drawn, wanted]) => shown(checked, drawn!) !== undefined && shown(checked, drawn!) === shown(checked, wanted!));
} // prettier-ignore

/** What a win at the threshold pays by the published rules. */
function paidIfWon(checked: CheckedBet): number | undefined {
  const target = shown(checked, 'target_multiplier');
  if (target !== undefined) return paying(checked, Math.round(Number(target) * 100));
  const threshold = Number(shown(checked, 'threshold'));
  return paying(checked, 98, shown(checked, 'direction') === 'over' ? 100 - threshold : threshold - 1);
}

const byDivision = (hundredths: number): FaultyHouse => ({
  code: 'curve-other',
  about: `draws curves by a division with an edge of ${hundredths / 100}% and not by the law of the documents`,
  games: ['crash', 'multiplier'],
  isDraw: true,
  bets: curves,
  pays(checked) {
    const all = 2 ** 32;
    const point = Math.max(100, Math.floor((10_000 - hundredths) / 100 / (1 - hmacPick(checked.bet)(all) / all)));
    const { params, entry } = checked.bet;
    const target = Math.round(100 * Number(params['cash_out_at'] ?? params['target_multiplier']));
    return paying(checked, (entry.game.id === 'crash' ? point >= target : point > target) ? target : 0);
  },
}); // prettier-ignore

const toMicros =
  (change: (due: number, stake: number) => number): FaultyHouse['pays'] =>
  ({ bet, dueMicros }) =>
    dueMicros === undefined ? undefined : change(dueMicros, bet.stakeMicros);

const atRisk = (risk: PlinkoBet['risk']): FaultyHouse => ({
  code: 'table-swapped', about: `pays every risk by the table of risk ${risk}`, games: ['plinko'], bets: of({ plinko: 24 }),
  pays(checked, profile) {
    const [rows, slot] = [Number(shown(checked, 'rows')), Number(shown(checked, 'slot'))];
    return paying(checked, plinko.rules[profile][rows as PlinkoBet['rows']][risk][Math.min(slot, rows - slot)]!, 10);
  },
}); // prettier-ignore

function onAnyReels(checked: CheckedBet): number | undefined {
  const reels = shown(checked, 'reels') as string[];
  const most = reels.find((symbol) => reels.filter((other) => other === symbol).length === 2) ?? '';
  const pair = { BAR: 5, CHERRY: 2 }[most];
  if (pair !== undefined) return paying(checked, pair, 1);
  return checked.dueMicros;
}

function withHighAce(checked: CheckedBet, profile: 'published' | 'consistent'): number | undefined {
  const [first, next] = ['first_card', 'next_card'].map((name) => 'A23456789TJQK'.indexOf(String(shown(checked, name))));
  const higher = [first!, next!].map((rank) => (rank + 12) % 13);
  const [one, two] = higher as [number, number];
  if (one === two) return checked.bet.stakeMicros;
  if (two > one !== (checked.bet.params['guess'] === 'higher')) return 0;
  const { numerator, denominator } = hilo.rules[profile][(two > one ? 12 - one : one) - 1]!;
  return paying(checked, numerator, denominator);
} // prettier-ignore

/** Each word of a bet with its opposite. */
const opposites = 'heads/tails red/black odd/even low/high higher/lower player/banker over/under'.split(' ').map((pair) => pair.split('/')); // prettier-ignore
const oppositeOf = (value: unknown): unknown => {
  const pair = opposites.find((each) => each.includes(String(value)));
  return pair?.find((word) => word !== value) ?? value;
};
function swapped(checked: CheckedBet, profile: 'published' | 'consistent'): number | undefined {
  const { entry, params } = checked.bet;
  const other = Object.entries(params).map(([name, value]) => [name, entry.game.id === 'plinko' ? value : oppositeOf(value)]);
  return paidUnder(checked, hmacPick(checked.bet), { profile, params: Object.fromEntries(other) as typeof params });
} // prettier-ignore

/** Rules of the dealer that each profile has the other way. */
const dealing = (rules: (profile: 'published' | 'consistent') => object): FaultyHouse['pays'] =>
  (checked, profile) => paidUnder(checked, hmacPick(checked.bet), { profile, rules: { ...checked.bet.entry.game.rules[profile] as object, ...rules(profile) } }); // prettier-ignore

const houses: readonly FaultyHouse[] = [
  { code: 'strict-comparison', about: 'loses bets that meet their target exactly', games: ['crash', 'custom'], bets: atTargets, pays: (checked) => (isMet(checked) ? 0 : checked.dueMicros) },
  { code: 'non-strict-comparison', about: 'takes a bet that meets its threshold exactly for a win', games: ['dice', 'multiplier'], bets: atThresholds, pays: (checked) => (isMet(checked) ? paidIfWon(checked) : checked.dueMicros) },
  ...[50, 100, 200, 300, 400].map(byDivision),
  { code: 'stake-kept', about: 'pays profits where the rules pay total returns: the stake of a winner is kept', bets: mixed, pays: toMicros((due, stake) => Math.max(0, due - stake)) },
  { code: 'stake-added', about: 'adds the stake to payouts that hold it already', bets: mixed, pays: toMicros((due, stake) => (due > stake ? due + stake : due)) },
  { code: 'push-lost', about: 'keeps the stake of a push', bets: mixed, pays: toMicros((due, stake) => (due === stake ? 0 : due)) },
  { code: 'extra-pocket', about: 'spins a wheel of 38 pockets', games: ['roulette'], bets: of({ roulette: 60 }), pays(checked, profile) { const pocket = hmacPick(checked.bet)(38); return pocket > 36 ? 0 : paidUnder(checked, () => pocket, { profile }); } },
  ...(['low', 'medium', 'high'] as const).map(atRisk),
  { code: 'pairs-anywhere', about: 'pays a pair of symbols on any two reels', games: ['slots'], bets: of({ slots: 80 }), pays: onAnyReels },
  { code: 'ace-high', about: 'counts the ace as the highest card', games: ['hilo'], isDraw: true, bets: of({ hilo: 50 }), pays: withHighAce },
  { code: 'bet-swapped', about: 'plays the other side of the bet', isHabit: true, bets: twoSided, pays: swapped },
  { code: 'soft-17', about: 'has the dealer play soft 17 the other way', games: ['blackjack'], bets: [...softHands, ...of({ blackjack: 12 })], pays: dealing((profile) => ({ hitsSoft17: profile === 'published' })) },
  { code: 'hole-card', about: 'deals the second card of the dealer at another time', games: ['blackjack'], bets: of({ blackjack: 30 }), pays: dealing((profile) => ({ hasHoleCard: profile !== 'published' })) },
]; // prettier-ignore

describe('rules of single games', () => {
  itPredicts(ruleSuspects.slice(0, houses.length), houses);

  it('stand before those of numbers and cards', () => {
    expect(ruleSuspects.slice(houses.length)).toEqual([...numberSuspects, ...cardSuspects]);
  });
});

describe('rules of the other profile', () => {
  const by = (profile: 'published' | 'consistent'): FaultyHouse => ({
    code: 'profile-other',
    about: `pays by the rules of profile ${profile}: audit the log with --profile ${profile}`,
    bets: of({ dice: 8, roulette: 8, blackjack: 8 }),
    isRare: true,
    pays: (checked) => paidUnder(checked, hmacPick(checked.bet), { profile }),
  });
  itPredicts(otherProfiles, [by('published'), by('consistent')]);
});

it('a bet that the rules do not have is predicted nothing', () => {
  const { bet, ...rest } = atThresholds[0]!;
  for (const params of [{}, { cash_out_at: 0, target_multiplier: 0 }]) {
    const none = { ...rest, bet: { ...bet, params }, honest: undefined, dueMicros: undefined };
    for (const suspect of [...ruleSuspects.slice(0, 10), ...otherProfiles])
      expect([suspect.code, suspect.predict(none, 'published')]).toEqual([suspect.code, undefined]);
  }
  const [spin] = of({ roulette: 1 });
  const pocket = ruleSuspects.find(({ code }) => code === 'extra-pocket')!;
  expect(pocket.predict({ ...spin!, bet: { ...spin!.bet, params: {} } }, 'published')).toBeUndefined();
});
