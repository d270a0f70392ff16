import { choice, defineAgent, duration, integer, usdc, type Agent, type Answer } from 'orrery-sim';

type Steps<T = void> = Generator<unknown, T, unknown>;

const api = '/casino/api/v1/games/video-poker';

/** Returns over the stake, best hand first, as the documents print them (specification.md, Games). */
const printed = { royal: 800, straightFlush: 50, four: 25, fullHouse: 9, flush: 6, straight: 4, three: 3, twoPair: 2, highPair: 1 }; // prettier-ignore
type PayTable = Readonly<Record<keyof typeof printed, number>>;

const tables = { 'nine-six': printed, 'nine-five': { ...printed, flush: 5 } } as const;

/** Plays each hand that it is dealt, and holds what is worth most. */
export default defineAgent({
  name: 'video-poker-expert',
  about: 'Plays video poker by holding the cards that are worth most, worked out draw by draw.',
  parameters: {
    table: choice(['nine-six', 'nine-five'], 'nine-six', {
      about: 'The pay table it plays by; nine-six is printed',
    }),
    amount: usdc('0.01', { about: 'Its stake' }),
    hands: integer(20, { about: 'How many hands it plays', minimum: 1 }),
    every: duration('10s', { about: 'The pause after a hand' }),
  },
  *run(agent, { table, amount, hands, every }) {
    const joined = yield* agent.join();
    if (!joined.ok) return;
    for (let hand = 0; hand < hands; hand++) {
      const isPlayed = yield* playHand(agent, tables[table], amount);
      if (!isPlayed) return;
      yield* agent.sleep(every);
    }
  },
});

function* playHand(agent: Agent, table: PayTable, amount: number): Steps<boolean> {
  // A stake that a free deal has no use for is what a staked one asks for.
  const dealt = yield* agent.polite.post(`${api}/deal`, { amount: amount / 1e6 });
  if (!dealt.ok) return false;
  const names = dealt.body['cards'] as string[];
  yield* agent.check('five different cards are dealt', new Set(names).size === 5);
  const held = bestHold(names.map(cardOf), table);
  const holds = names.filter((_, at) => held.includes(at));
  const body = { holds, nonce: dealt.number('nonce'), amount: amount / 1e6 };
  const drawn = yield* agent.polite.post(`${api}/draw`, body);
  if (!drawn.ok) return false;
  yield* checkHand(agent, drawn, { holds, table, amount });
  return true;
}

function* checkHand(
  agent: Agent,
  drawn: Answer,
  { holds, table, amount }: { holds: readonly string[]; table: PayTable; amount: number },
): Steps {
  const { cards } = drawn.body['result'] as { cards: string[] };
  yield* agent.check(
    'what is held stays',
    holds.every((card) => cards.includes(card)),
  );
  const owed = Math.round(amount * worth(cards.map(cardOf), table));
  yield* agent.check('a hand pays what is printed', Math.round(drawn.number('payout') * 1e6) === owed);
}

const ranks = 'A23456789TJQK';
const suits = 'CDHS';

/** 0 to 51: rank first, ace low, four suits a rank. */
const cardOf = (name: string): number => ranks.indexOf(name[0] ?? '') * 4 + suits.indexOf(name[1] ?? '');

/** Ranks as bits, ace low: 10 to king and the ace; the high ones. */
const royalRanks = 0b1_1110_0000_0001;
const highRanks = 0b1_1100_0000_0001;

/** What five cards return over the stake. A hold is worked out over up to 16,215 of them: bits, and no object. */
function worth(cards: readonly number[], table: PayTable): number {
  // The ranks that occur at least once, twice, three and four times.
  let once = 0;
  let twice = 0;
  let thrice = 0;
  let fourTimes = 0;
  let suitsSeen = 0;
  for (const card of cards) {
    const rank = 1 << (card >> 2);
    fourTimes |= thrice & rank;
    thrice |= twice & rank;
    twice |= once & rank;
    once |= rank;
    suitsSeen |= 1 << (card & 3);
  }
  if (fourTimes !== 0) return table.four;
  if (thrice !== 0) return twice === thrice ? table.three : table.fullHouse;
  const hasTwoPairs = (twice & (twice - 1)) !== 0;
  if (twice !== 0) return hasTwoPairs ? table.twoPair : (twice & highRanks) !== 0 ? table.highPair : 0;
  const lowest = once & -once;
  const isStraight = once === 0b1_1111 * lowest || once === royalRanks;
  const isFlush = (suitsSeen & (suitsSeen - 1)) === 0;
  if (isFlush && isStraight) return once === royalRanks ? table.royal : table.straightFlush;
  if (isFlush) return table.flush;
  return isStraight ? table.straight : 0;
}

/**
 * The positions worth holding. Holds of two cards and more are worked out over every draw that can follow; a single
 * high card, or none, is worth about the same in any hand that has nothing better, so these two are known beforehand.
 */
function bestHold(cards: readonly number[], table: PayTable): readonly number[] {
  const rest = Array.from({ length: 52 }, (_, card) => card).filter((card) => !cards.includes(card));
  let best: { held: readonly number[]; value: number } = { held: [], value: 0.36 };
  for (let mask = 1; mask < 32; mask++) {
    const held = [0, 1, 2, 3, 4].filter((at) => (mask & (1 << at)) !== 0);
    const kept = held.map((at) => cards[at] ?? -1);
    if (!isPromising(kept)) continue;
    const value = kept.length === 1 ? 0.47 : meanWorth(kept, rest, table);
    if (value > best.value) best = { held, value };
  }
  return best.held;
}

const isHigh = (card: number): boolean => card < 4 || card >= 40;

/** Two cards lead somewhere as a pair, or where they are high, or of one suit and close to each other. */
function isPromising(kept: readonly number[]): boolean {
  const [first = 0, second = 0] = kept;
  if (kept.length === 1) return isHigh(first);
  if (kept.length > 2 || first >> 2 === second >> 2) return true;
  if (isHigh(first) && isHigh(second)) return true;
  return (first & 3) === (second & 3) && (isHigh(first) || isHigh(second)) && Math.min(first, second) >= 36;
}

/** The mean return over every way to fill the hand up. */
function meanWorth(kept: readonly number[], rest: readonly number[], table: PayTable): number {
  const hand = [...kept];
  let [sum, ways] = [0, 0];
  const fill = (from: number): void => {
    if (hand.length === 5) {
      sum += worth(hand, table);
      ways += 1;
      return;
    }
    for (let at = from; at < rest.length; at++) {
      hand.push(rest[at] ?? -1);
      fill(at + 1);
      hand.pop();
    }
  };
  fill(0);
  return sum / ways;
}
