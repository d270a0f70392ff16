/** The cards of hands in which the player moves, recomputed from their seeds once these are out: outcomes.md once more. */
import { namedCard, ranks, shoe, Words } from './draws.ts';

/** What a hand was drawn from, and what its latest answer shows. */
export interface DrawnHand {
  readonly nonce: number;
  readonly clientSeed: string;
  readonly shown: Readonly<Record<string, unknown>>;
  /** Of video poker, the cards that the player has kept. */
  readonly holds: readonly string[];
}

const wordsOf = (seed: string, { clientSeed, nonce }: DrawnHand): Words =>
  new Words(seed, `${clientSeed}:${nonce}`);

const list = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

/** Five cards are dealt, and those that are not held are replaced by the next ones of the pack. */
function replacedCards(seed: string, hand: DrawnHand): string[] {
  const words = wordsOf(seed, hand);
  const drawn: number[] = [];
  const next = (): number => {
    let card = words.pick(52 - drawn.length);
    for (const other of drawn) if (other <= card) card += 1;
    drawn.push(card);
    drawn.sort((one, other) => one - other);
    return card;
  };
  for (let count = 0; count < 5; count += 1) next();
  return Array.from({ length: 5 - hand.holds.length }, () => namedCard(next()));
}

/** To player, dealer, player, and from eight packs to the dealer again; then what the player takes, and the dealer last. */
function blackjackHands(
  seed: string,
  hand: DrawnHand,
  isOfPacks: boolean,
): { player: string[]; dealer: string[] } {
  const words = wordsOf(seed, hand);
  const packs = shoe(words);
  const card = (): string => ranks[isOfPacks ? packs() : words.pick(13)] ?? '';
  const [player, dealer] = [[card()], [card()]];
  player.push(card());
  if (isOfPacks) dealer.push(card());
  while (player.length < list(hand.shown['player']).length) player.push(card());
  const shownCount = list(hand.shown['dealer']).length;
  while (dealer.length < shownCount) dealer.push(card());
  return { player, dealer: dealer.slice(0, shownCount) };
}

/** What is shown and what had to be, as texts; none for a hand of neither game. */
export function handFields(
  seed: string,
  hand: DrawnHand,
  isOfPacks: boolean,
): readonly { name: string; seen: string; wanted: string }[] {
  const { shown, holds } = hand;
  if (shown['player'] !== undefined && shown['dealer'] !== undefined)
    return Object.entries(blackjackHands(seed, hand, isOfPacks)).map(([name, cards]) => ({
      name: `blackjack: ${name}`,
      seen: list(shown[name]).join(' '),
      wanted: cards.join(' '),
    }));
  const cards = list(shown['cards']);
  if (cards.length !== 5 || new Set(holds).size !== holds.length) return [];
  const wanted = [...holds, ...replacedCards(seed, hand)];
  return [
    {
      name: 'video_poker: cards after the draw',
      seen: cards.toSorted().join(' '),
      wanted: wanted.toSorted().join(' '),
    },
  ];
}
