/** The payouts that the oracle knows, against those of the games: two statements of document 3 that share no code. */
import { describe, expect, it } from 'vitest';
import { present } from '../../../src/core/base/assert.ts';
import { Fraction } from '../../../src/core/base/fraction.ts';
import { enumerate } from '../../../src/core/fairness/enumerate.ts';
import { hmacPick } from '../../../src/core/fairness/hmac.ts';
import { enumerateSteps } from '../../../src/core/fairness/steps.ts';
import { blackjack, type BlackjackMove } from '../../../src/platform/games/blackjack.ts';
import { rankNames } from '../../../src/platform/games/cards.ts';
import { payoutFraction } from '../../../src/platform/games/exact.ts';
import type { Game, Round } from '../../../src/platform/games/game.ts';
import { totalReturn, type Ratio } from '../../../src/platform/games/ratio.ts';
import { cardNames, pokerRank, videoPoker } from '../../../src/platform/games/video-poker.ts';
import { oddsRange } from '../../../src/platform/services/casino/play/odds-range.ts';
import type { Body } from '../../../src/verification/oracle/exchange.ts';
import { blackjackTotal, isNatural } from '../../../src/verification/oracle/models/card-points.ts';
import { statedEdges, wantedPayout } from '../../../src/verification/oracle/models/paytables.ts';
import { extremes, topHundredths } from '../../../src/verification/oracle/models/top-payouts.ts';
import { betsOf, chances, singleGames } from '../../platform/games/chances.ts';
import { games } from '../../../src/platform/games/registry.ts';

const stake = 1_234_567;
const due = (payout: Ratio): number =>
  present(totalReturn(stake, payout), 'a payout that is no fraction of a micro');
/** As a caller sends it: of keno the record shows only how many numbers there are. */
const sentOf = (game: Game, bet: object): Body => ({
  ...game.betShown(bet),
  ...(game.id === 'keno' ? bet : {}),
});

/** Some rounds, where all of them are too many. */
function* roundsOf(
  game: Game,
  bets: readonly object[],
  reading: Reading,
): Generator<readonly [bet: object, round: Round]> {
  for (let nonce = 0; nonce < 600; nonce += 1) {
    const bet = bets[nonce % bets.length]!;
    const pick = hmacPick({ serverSeed: `oracle of ${game.id}`, clientSeed: 'client', nonce });
    yield [bet, game.play(bet, pick, game.rules[reading])];
  }
}

/** Every outcome of every bet. */
function* outcomesOf(
  game: Game,
  bets: readonly object[],
  reading: Reading,
): Generator<readonly [bet: object, round: Round]> {
  for (const bet of bets) {
    const chain = game.steps?.(bet, game.rules[reading]);
    const all =
      chain === undefined
        ? enumerate((pick) => game.play(bet, pick, game.rules[reading]))
        : enumerateSteps(chain);
    for (const { outcome } of all) yield [bet, outcome];
  }
}

const readings = ['published', 'consistent'] as const;
type Reading = (typeof readings)[number];

/** What the documents leave out, or the facts: of ten spots what 6, 8 and 9 pay, and under the other reading nine spots (gap C5). */
function isOpen(id: string, reading: Reading, { sent, result }: { sent: Body; result: object }): boolean {
  if (id !== 'keno') return false;
  const [spots, caught] = [(sent['picks'] as number[]).length, (result as { caught: number }).caught];
  return reading === 'published' ? spots === 10 && [6, 8, 9].includes(caught) : spots === 9;
}

const read = singleGames.flatMap((game) => readings.map((reading) => [game.id, reading, game] as const));
it.each(read)('%s pays what the oracle wants, %s', (id, reading, game) => {
  const isLong = ['baccarat', 'crash', 'multiplier'].includes(id);
  const bets = betsOf(game).filter((_, at, all) => at % Math.ceil(all.length / 60) === 0);
  const paid = new Set<number>();
  for (const [bet, { payout, detail: result }] of (isLong ? roundsOf : outcomesOf)(game, bets, reading)) {
    const sent = sentOf(game, bet);
    const wanted = wantedPayout(id, { sent, result, stake }, reading === 'published');
    if (wanted !== (isOpen(id, reading, { sent, result }) ? undefined : due(payout))) expect.fail(JSON.stringify({ sent, result, wanted, due: due(payout) }));
    paid.add(wanted ?? 0);
  }
  expect(paid.size).toBeGreaterThan(1);
}); // prettier-ignore

const tops = read
  .filter(([id]) => id !== 'baccarat')
  .flatMap(([id, reading, game]) => oddsRange(game).map((bet) => [id, reading, game, bet] as const));
it.each(tops)('the most that a bet on %s can pay is known, %s', (id, reading, game, bet) => {
  const [first] = chances(game, bet, reading);
  const top = payoutFraction(present(first?.payout, 'a bet has an outcome')).mul(Fraction.of(100));
  const isLeftOpen =
    reading === 'consistent' && id === 'keno' && (bet as { picks: number[] }).picks.length === 9;
  const known = topHundredths(id, sentOf(game, bet), reading === 'published');
  expect(known ?? Number.NaN).toBeCloseTo(isLeftOpen ? Number.NaN : top.toNumber(), 6);
});

it('the most of every game lies between its extremes', () => {
  for (const game of singleGames) {
    const listed = betsOf(game).map((bet) => topHundredths(game.id, sentOf(game, bet)) ?? Number.NaN);
    if (game.id === 'mines') continue;
    const [least, most] = extremes[game.id] ?? [0, 0];
    // What never pays more than the stake is limited by nothing.
    expect([Math.max(100, Math.min(...listed)), Math.max(...listed)], game.id).toEqual([expect.closeTo(least, 6), expect.closeTo(most, 6)]);
  }
  expect(Object.keys(extremes).toSorted()).toEqual(games.map(({ game }) => game.id).filter((id) => id !== 'mines').toSorted());
  expect([topHundredths('video_poker', {}), topHundredths('none', {}), topHundredths('roulette', { bet_type: 7 })]).toEqual([80_000, undefined, undefined]);
  for (const [game, sent] of [['dice', { direction: 'under', threshold: 1 }], ['custom', {}], ['crash', { cash_out_at: '2' }], ['keno', {}], ['keno', { picks: [] }], ['plinko', { rows: 9, risk: 'low' }], ['mines', { mines: 25, reveals: 1 }], ['mines', { mines: 0, reveals: 1 }], ['mines', { mines: 1.5, reveals: 1 }]] as const)
    expect(topHundredths(game, sent as never), JSON.stringify(sent)).toBeUndefined();
}); // prettier-ignore

it('the stated edges are those of the games', () => {
  expect(statedEdges).toEqual(Object.fromEntries(games.map(({ game }) => [game.id, game.statedEdge])));
});

describe('hands', () => {
  it('of video poker pay by their rank', () => {
    for (let nonce = 0; nonce < 3_000; nonce += 1) {
      const pick = hmacPick({ serverSeed: 'poker', clientSeed: 'client', nonce });
      // Of one suit, or of few ranks, so that the high ranks come out too.
      const few = nonce % 3;
      const cards = new Set<number>();
      while (cards.size < 5) {
        const card = pick(52);
        const isWanted = few === 0 || (few === 1 ? card % 4 === 2 : card >> 2 < 3 || card >> 2 > 9);
        if (isWanted) cards.add(card);
      }
      const names = [...cards].map((card) => present(cardNames[card], 'a card of the pack'));
      const rank = pokerRank([...cards]);
      expect(
        wantedPayout('video_poker', { sent: {}, result: { cards: names }, stake }),
        names.join(' '),
      ).toBe(stake * videoPoker.rules.published[rank]);
    }
  });

  it.each([
    ['TS JS QS KS AS', 800],
    ['AD 2D 3D 4D 5D', 50],
    ['AD 2D 3S 4D 5D', 4],
    ['QD KD AS 2D 3D', 0],
    ['AD AS AC AH 2C', 25],
    ['AD AS AC 2H 2C', 9],
    ['JD JS 2C 3H 4C', 1],
    ['TD TS 2C 3H 4C', 0],
  ])('of video poker: %s pays %i', (cards, multiple) => {
    expect(wantedPayout('video_poker', { sent: {}, result: { cards: cards.split(' ') }, stake: 100 })).toBe(100 * multiple);
  }); // prettier-ignore

  it.each([['2D 4D 5D 9D KD', 500], ['AD AS AC 2H 2C', 900], ['TS JS QS KS AS', 80_000], ['TD TS 2C 3H 4C', 0]])('of video poker at its stated edge: %s pays %i of 100', (cards, wanted) => {
    expect(wantedPayout('video_poker', { sent: {}, result: { cards: cards.split(' ') }, stake: 100 }, false)).toBe(wanted);
  }); // prettier-ignore

  it('of blackjack pay by their totals, and naturals by themselves', () => {
    const rules = blackjack.rules.published;
    const seen = new Set<number>();
    for (let nonce = 0; nonce < 2_000; nonce += 1) {
      const pick = hmacPick({ serverSeed: 'hands', clientSeed: 'client', nonce });
      let hand = blackjack.deal(pick, rules);
      while (hand.settled === undefined) {
        const action: BlackjackMove['action'] = blackjackTotal(hand.player.map((rank) => rankNames[rank]!)) >= 15 ? 'stand' : 'hit';
        hand = blackjack.act(hand, { action }, { pick, rules });
      }
      const wanted = wantedPayout('blackjack', { sent: {}, result: blackjack.shown(hand), stake });
      expect(wanted, JSON.stringify(blackjack.shown(hand))).toBe(due(hand.settled.payout));
      seen.add(wanted ?? Number.NaN);
    }
    expect(seen.size).toBe(4);
    expect(['AK', 'KA', 'AT', 'A9', 'AKQ', 'TT'].map((cards) => isNatural(Array.from(cards)))).toEqual([true, true, true, false, false, false]);
    expect(['AA', 'AAT', 'A9', 'TJQ', '23', 'AAAA7'].map((cards) => blackjackTotal(Array.from(cards)))).toEqual([12, 12, 20, 30, 5, 21]);
  }); // prettier-ignore
});

it.each([
  ['slots', { reels: ['7', '7'] }],
  ['scratch_card', { symbols: ['star'] }],
  ['hilo', { first_card: 'X', next_card: '2' }],
  ['coin_flip', {}],
  ['wheel', { sector: 9 }],
  ['none', {}],
])('%s whose answer is %j is not known', (game, result) => {
  expect(wantedPayout(game, { sent: {}, result, stake })).toBeUndefined();
});

it('slots whose pairs count anywhere pay those of any two reels', () => {
  const pays = (reels: string) => wantedPayout('slots_any', { sent: {}, result: { reels: reels.split(' ') }, stake: 1 });
  expect(['BAR LEMON BAR', 'LEMON BAR BAR', 'CHERRY LEMON CHERRY', 'LEMON CHERRY CHERRY', 'BAR BAR BAR', 'CHERRY LEMON LEMON', 'LEMON CHERRY LEMON', '7 7 7'].map(pays)).toEqual([
    5, 5, 2, 2, 50, 1, 0, 250,
  ]);
}); // prettier-ignore
