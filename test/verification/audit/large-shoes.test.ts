/** The ends of a dealer from shoes so large that their orders are beyond the whole numbers of a double. */
import { expect, it } from 'vitest';
import { Fraction } from '../../../src/core/base/fraction.ts';
import type { BlackjackRules } from '../../../src/platform/games/blackjack.ts';
import { DealerEnds, dealerEnds, Deck } from '../../../src/verification/audit/exact/blackjack-dealer.ts';
import { playedOut } from './played-out.ts';

/** A deck of these cards by kind. */
function deckOf(packs: number | undefined, counts: Readonly<Record<number, number>>): Deck {
  const deck = new Deck(packs);
  deck.left.splice(0, 10, ...Array.from({ length: 10 }, (_, kind) => counts[kind] ?? 0));
  deck.size = deck.left.reduce((sum, count) => sum + count, 0);
  return deck;
}

const shoes: readonly (readonly [string, Readonly<Record<number, number>>])[] = [
  ['thousands of cards', { 0: 900, 1: 8_000, 9: 10_000 }],
  ['millions of cards', { 1: 8_000_000, 2: 300_000, 5: 9_000_000 }],
  [
    'kinds of which two together are below the bound',
    { 1: 90_000_000, 2: 90_000_000, 8: 90_000_000, 9: 90_000_000 },
  ],
  ['one large kind', { 1: 2 ** 26, 9: 1 }],
];
const cases = shoes.flatMap(([name, counts]) =>
  [1, undefined].flatMap((packs) => [4, 8].map((open) => [name, counts, { packs, open }] as const)),
);

it.each(cases)('the ends of a dealer are weighed exactly in a shoe of %s (%j, %j)', (_, counts, { packs, open }) => {
  const of: BlackjackRules = { packs, hitsSoft17: false, hasHoleCard: false, doubleOn: 'any two' };
  const deck = deckOf(packs, counts);
  const table = new DealerEnds(open, of);
  const played = playedOut(deck, [open], of);
  const all = deck.ordersOf(table.drawsMax);
  const weights = table.weigh(deck);
  const found = dealerEnds.map((name, end) => `${name} ${String(Fraction.of(weights[end]!, all))}`);
  expect(found).toEqual(dealerEnds.map((name) => `${name} ${String(played.get(name) ?? Fraction.zero)}`));
  expect(table.weigh(deck)).toEqual(weights);
}); // prettier-ignore
