/** Faults of baccarat and blackjack, dealt here card by card and predicted to the micro. */
import { describe, expect, it } from 'vitest';
import type { Profile } from '../../../../src/core/base/profile.ts';
import { hmacPick } from '../../../../src/core/fairness/hmac.ts';
import { ratio, totalReturn } from '../../../../src/platform/games/ratio.ts';
import { cardSuspects } from '../../../../src/verification/audit/log/payouts/card-suspects.ts';
import type { CheckedBet } from '../../../../src/verification/audit/log/payouts/checked-bet.ts';
import { drawnBets } from './drawn-bets.ts';
import { itPredicts, paidUnder, type FaultyHouse } from './faulty-houses.ts';

/** Gives the next rank, 0 for an ace. */
type Dealer = (checked: CheckedBet) => () => number;

const seed = 'card faults';
const blackjackBets = drawnBets('blackjack', { seed, count: 16 });
const both = [...drawnBets('baccarat', { seed, count: 16 }), ...blackjackBets];

const ofPacks =
  (packs: number, isFull = false): Dealer =>
  ({ bet }) => {
    const pick = hmacPick(bet);
    const shoe = Array.from({ length: 13 }, (_, rank) => Array.from({ length: 4 * packs }, () => rank)).flat();
    return () => (isFull ? shoe[pick(shoe.length)]! : shoe.splice(pick(shoe.length), 1)[0]!);
  }; // prettier-ignore
const endless: Dealer = ({ bet }) => {
  const pick = hmacPick(bet);
  return () => pick(13);
};

const points = (cards: readonly number[]): number =>
  cards.reduce((sum, rank) => sum + [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0][rank]!, 0) % 10;
/** By the points of the banker: the third cards of the player that it draws against; `-` for none. */
const drawsAgainst = [
  '0123456789-',
  '0123456789-',
  '0123456789-',
  '012345679-',
  '234567-',
  '4567-',
  '67',
  '',
];
type BankerRule = (banker: number, third: number | undefined) => boolean;
const byTable: BankerRule = (banker, third) =>
  drawsAgainst[banker]!.includes(third === undefined ? '-' : String(points([third])));

function onBaccarat(checked: CheckedBet, dealer: Dealer, bankerDraws = byTable): number | undefined {
  const next = dealer(checked);
  const [one, two, three, four] = [next(), next(), next(), next()];
  const [player, banker] = [[one, three], [two, four]];
  if (points(player) < 8 && points(banker) < 8) {
    if (points(player) <= 5) player.push(next());
    if (bankerDraws(points(banker), player[2])) banker.push(next());
  }
  const { bet_on: side } = checked.bet.params;
  const [mine, theirs] = [points(player), points(banker)];
  const winner = mine === theirs ? 'tie' : mine > theirs ? 'player' : 'banker';
  const paid = winner === side ? { player: 200, banker: 195, tie: 900 }[winner] : winner === 'tie' ? 100 : 0;
  return totalReturn(checked.bet.stakeMicros, ratio(paid, 100));
} // prettier-ignore

/** An endless deck is dealt a rank at a time, so that any ranks can be dealt in its place. */
const onBlackjack = (checked: CheckedBet, dealer: Dealer, profile: Profile): number | undefined =>
  paidUnder(checked, dealer(checked), { profile, rules: { ...(checked.bet.entry.game.rules[profile] as object), packs: undefined } }); // prettier-ignore

/** The rules of one profile have an endless deck, whatever the house says of its packs. */
const dealtBy =
  (dealer: Dealer): FaultyHouse['pays'] =>
  (checked, profile) =>
    checked.bet.entry.game.id === 'baccarat'
      ? onBaccarat(checked, dealer)
      : onBlackjack(checked, dealer, profile);

const ofOtherPacks = (packs: number): FaultyHouse => ({
  code: 'packs-other',
  about: `deals from ${packs === 1 ? '1 pack' : `${packs} packs`} and not from 8`,
  games: ['baccarat', 'blackjack'],
  isDraw: true,
  bets: both,
  pays: dealtBy(ofPacks(packs)),
  isRare: true,
});

const houses: readonly FaultyHouse[] = [
  { code: 'with-replacement', about: 'deals each card from a full shoe', games: ['baccarat', 'blackjack'], isDraw: true, bets: both, pays: dealtBy(ofPacks(8, true)) },
  { code: 'with-replacement', about: 'deals from an endless deck', games: ['blackjack'], isDraw: true, bets: blackjackBets, pays: dealtBy(endless) },
  ...[1, 2, 4, 5, 6, 7].map(ofOtherPacks),
  { code: 'banker-rule', about: 'has the banker draw to 5 whatever the player drew', games: ['baccarat'], bets: drawnBets('baccarat', { seed, count: 400 }).filter(isClose).slice(0, 80), pays: (checked) => onBaccarat(checked, ofPacks(8), (banker) => banker <= 5) },
  { code: 'double-unpaid', about: 'pays a doubled hand as if it had one stake', games: ['blackjack'], bets: [...drawnBets('blackjack', { seed, count: 120 }).filter(isDoubled), ...blackjackBets], pays: (checked) => (isDoubled(checked) ? Math.floor(checked.dueMicros! / 2) : checked.dueMicros) },
]; // prettier-ignore

/** Rounds that a natural ends, or whose banker has a total at which the rules differ. */
function isClose({ bet: { params }, honest }: CheckedBet): boolean {
  const [player, banker] = ['player', 'banker'].map((hand) =>
    points((honest!.detail[hand] as string[]).slice(0, 2).map((card) => 'A23456789TJQK'.indexOf(card))),
  ) as [number, number];
  const isTie = player === banker && params['bet_on'] === 'tie';
  const isNatural = (player === 8 || banker === 8) && Math.min(player, banker) <= 5;
  return isTie || isNatural || (params['bet_on'] !== 'tie' && player <= 5 && banker >= 3 && banker <= 6);
}

function isDoubled({ bet }: CheckedBet): boolean {
  return (bet.params['actions'] as string[]).includes('double');
}

describe('baccarat and blackjack', () => {
  itPredicts(cardSuspects.slice(0, houses.length), houses);

  it('a doubled hand that the rules do not have is predicted nothing', () => {
    const doubled = { ...houses.at(-1)!.bets[0]!, honest: undefined, dueMicros: undefined };
    expect(cardSuspects.find(({ code }) => code === 'double-unpaid')!.predict(doubled, 'published')).toBeUndefined();
    const [hand] = blackjackBets;
    const none = { ...hand!, bet: { ...hand!.bet, params: {} } };
    expect(cardSuspects.find(({ code }) => code === 'double-unpaid')!.predict(none, 'published')).toBe(hand!.dueMicros);
  });
}); // prettier-ignore
