/**
 * What the house keeps of blackjack against the best play, worked out from the rules alone: an endless deck, the dealer
 * hits soft 17 and takes the second card last, double on a hard 11, no split. Shares nothing with src/platform/games.
 */

/** Points of the ranks A to K; an ace is 1 here. */
const pips = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10];
/** Where the dealer ends: 17 to 21, over, or a blackjack. */
type Ends = Map<number | 'blackjack', number>;

const best = (hard: number, aces: boolean): number => (aces && hard <= 11 ? hard + 10 : hard);

function dealerEnds(hard: number, aces: boolean, cards: number, chance: number, ends: Ends): Ends {
  const points = best(hard, aces);
  const isSoft17 = points === 17 && hard === 7;
  if (cards >= 2 && points >= 17 && !isSoft17) {
    const end = cards === 2 && points === 21 ? 'blackjack' : Math.min(points, 22);
    ends.set(end, (ends.get(end) ?? 0) + chance);
    return ends;
  }
  for (const pip of pips) dealerEnds(hard + pip, aces || pip === 1, cards + 1, chance / 13, ends);
  return ends;
}

/** The gain of standing on these points, over one stake. */
function standing(points: number, ends: Ends): number {
  let gain = 0;
  for (const [end, chance] of ends) {
    if (end === 'blackjack' || (end <= 21 && end > points)) gain -= chance;
    else if (end > 21 || end < points) gain += chance;
  }
  return gain;
}

const mean = (of: (pip: number) => number): number => pips.reduce((sum, pip) => sum + of(pip), 0) / 13;

function bestPlay(ends: Ends) {
  const known = new Map<string, number>();
  const after = (hard: number, aces: boolean): number => {
    if (hard > 21) return -1;
    const points = best(hard, aces);
    if (points === 21) return standing(21, ends);
    const key = `${hard} ${aces}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const hit = mean((pip) => after(hard + pip, aces || pip === 1));
    const value = Math.max(standing(points, ends), hit);
    known.set(key, value);
    return value;
  };
  const doubled = mean((pip) => 2 * standing(best(11 + pip, pip === 1), ends));
  return { after, doubled };
}

/** The share of the first stake that the house keeps. */
export function blackjackEdge(): number {
  const gain = mean((up) => {
    const ends = dealerEnds(up, up === 1, 1, 1, new Map());
    const { after, doubled } = bestPlay(ends);
    return mean((first) =>
      mean((second) => {
        const [hard, aces] = [first + second, first === 1 || second === 1];
        if (best(hard, aces) === 21) return 1.5 * (1 - (ends.get('blackjack') ?? 0));
        return hard === 11 && !aces ? Math.max(after(hard, aces), doubled) : after(hard, aces);
      }),
    );
  });
  return -gain;
}
