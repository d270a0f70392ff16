/**
 * What a bet is owed, worked out a second time: from what the generator drew (as the player is shown it) and pay tables
 * written down here once more. Shares no code and no table with src. Payouts are [numerator, denominator] of all stakes.
 */

/** @typedef {readonly [number, number]} Ratio */
/** @typedef {Readonly<Record<string, any>>} Shown */

/** @type {Ratio} */
const lost = [0, 1];
/** @type {Ratio} */
const push = [1, 1];

/** The stake times the ratio, rounded down; every product here stays below 2^53. */
export function owedMicros(/** @type {number} */ stake, /** @type {Ratio} */ [numerator, denominator]) {
  const product = stake * numerator;
  if (!Number.isSafeInteger(product)) throw new Error(`${stake} * ${numerator} is not exact`);
  return (product - (product % denominator)) / denominator;
}

function assert(/** @type {boolean} */ holds, /** @type {string} */ what) {
  if (!holds) throw new Error(`the generator drew what cannot be: ${what}`);
}

const reds = new Set([1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36]);

/** @returns {Ratio} */
function roulette(
  /** @type {Shown} */ { bet_type: type, bet_value: value },
  /** @type {Shown} */ { result },
) {
  assert(Number.isInteger(result) && result >= 0 && result <= 36, `pocket ${result}`);
  if (type === 'number') return result === value ? [343, 10] : lost;
  if (result === 0) return lost;
  const [group, number] = type.split('_');
  if (group === 'dozen') return Math.ceil(result / 12) === Number(number) ? [294, 100] : lost;
  if (group === 'column') return ((result - 1) % 3) + 1 === Number(number) ? [294, 100] : lost;
  const isRed = reds.has(result);
  const wins = {
    red: isRed,
    black: !isRed,
    odd: result % 2 === 1,
    even: result % 2 === 0,
    low: result < 19,
    high: result > 18,
  };
  return wins[/** @type {keyof typeof wins} */ (type)] ? [196, 100] : lost;
}

/** Tenths from the left edge to the middle. */
const plinkoTables = {
  '8 low': [56, 18, 11, 10, 5],
  '8 medium': [130, 27, 13, 7, 4],
  '8 high': [290, 41, 15, 3, 1],
  '12 low': [100, 30, 20, 11, 11, 10, 5],
  '12 medium': [330, 110, 37, 19, 11, 6, 3],
  '12 high': [1700, 240, 81, 18, 7, 2, 2],
  '16 low': [160, 90, 17, 14, 13, 11, 11, 10, 5],
  '16 medium': [1100, 410, 97, 50, 29, 14, 10, 5, 3],
  '16 high': [10_000, 1300, 260, 90, 40, 20, 2, 2, 1],
};

/** @returns {Ratio} */
function plinko(/** @type {Shown} */ { rows, risk }, /** @type {Shown} */ { slot }) {
  assert(Number.isInteger(slot) && slot >= 0 && slot <= rows, `slot ${slot}`);
  const half = plinkoTables[/** @type {keyof typeof plinkoTables} */ (`${rows} ${risk}`)];
  return [half[slot <= rows / 2 ? slot : rows - slot] ?? Number.NaN, 10];
}

/** @type {Readonly<Record<string, number>>} */
const slotTriples = { 7: 250, BAR: 50, BELL: 25, CHERRY: 10, LEMON: 5, ORANGE: 5, GRAPE: 5 };

/** @returns {Ratio} */
function slots(/** @type {Shown} */ _, /** @type {Shown} */ { reels }) {
  const line = reels.join(' ');
  assert(reels.length === 3 && reels.every((/** @type {string} */ reel) => reel in slotTriples), line);
  if (new Set(reels).size === 1) return [slotTriples[reels[0]] ?? Number.NaN, 1];
  if (line.startsWith('BAR BAR ')) return [5, 1];
  if (line.startsWith('CHERRY CHERRY ')) return [2, 1];
  return reels[0] === 'CHERRY' ? [1, 1] : lost;
}

const ranks = 'A23456789TJQK';
/** Hundredths by how many ranks win. */
const hiloTable = [1200, 623, 416, 312, 249, 208, 178, 156, 138, 125, 113, 105];

/** @returns {Ratio} */
function hilo(/** @type {Shown} */ { guess }, /** @type {Shown} */ { first_card, next_card }) {
  const [first, next] = [ranks.indexOf(first_card), ranks.indexOf(next_card)];
  assert(first >= 0 && next >= 0, `${first_card} and ${next_card}`);
  if (first === next) return push;
  if (guess === 'higher') return next > first ? [hiloTable[11 - first] ?? Number.NaN, 100] : lost;
  return next < first ? [hiloTable[first - 1] ?? Number.NaN, 100] : lost;
}

/** Hundredths by spots and catch, the published table. @type {Readonly<Record<string, number>>} */
const kenoTable = {
  '1/1': 350, '2/2': 1600, '3/2': 200, '3/3': 5000, '4/2': 100, '4/3': 800, '4/4': 11_800,
  '5/3': 300, '5/4': 2500, '5/5': 100_000, '6/3': 100, '6/4': 800, '6/5': 9400, '6/6': 210_000,
  '7/3': 100, '7/4': 400, '7/5': 2500, '7/6': 20_300, '7/7': 700_000,
  '8/4': 200, '8/5': 1500, '8/6': 9000, '8/7': 130_000, '8/8': 1_400_000,
  '9/4': 100, '9/5': 600, '9/6': 4400, '9/7': 33_500, '9/8': 400_000, '9/9': 4_150_000,
  '10/5': 1000, '10/7': 50_000, '10/10': 25_000_000,
}; // prettier-ignore

/** @returns {Ratio} */
function keno(/** @type {Shown} */ { picks }, /** @type {Shown} */ { drawn }) {
  const balls = new Set(drawn);
  assert(
    balls.size === 20 && drawn.every((/** @type {number} */ ball) => ball >= 1 && ball <= 80),
    drawn.join(),
  );
  let caught = 0;
  for (const pick of picks) if (balls.has(pick)) caught += 1;
  return [kenoTable[`${picks.length}/${caught}`] ?? 0, 100];
}

/** @type {Readonly<Record<string, number>>} */
const scratchTriples = { diamond: 50, seven: 20, star: 15, clover: 12, bell: 8, cherry: 5 };

/** @returns {Ratio} */
function scratchCard(/** @type {Shown} */ _, /** @type {Shown} */ { symbols }) {
  assert(
    symbols.length === 3 && symbols.every((/** @type {string} */ name) => name in scratchTriples),
    symbols.join(),
  );
  const kinds = new Set(symbols).size;
  if (kinds === 1) return [scratchTriples[symbols[0]] ?? Number.NaN, 1];
  return kinds === 2 ? [2, 1] : lost;
}

const wheelTenths = [0, 5, 10, 15, 20, 30, 50, 100];

/** @returns {Ratio} */
function wheel(/** @type {Shown} */ _, /** @type {Shown} */ { sector }) {
  assert(Number.isInteger(sector) && sector >= 1 && sector <= 8, `sector ${sector}`);
  return [wheelTenths[sector - 1] ?? Number.NaN, 10];
}

function choose(/** @type {number} */ n, /** @type {number} */ k) {
  let ways = 1n;
  for (let taken = 1n; taken <= BigInt(k); taken += 1n) ways = (ways * (BigInt(n) - taken + 1n)) / taken;
  return ways;
}

/** @type {Map<string, Ratio>} */
const minePayouts = new Map();

/** 0.975 C(25, k) / C(25 - m, k). @returns {Ratio} */
function mines(/** @type {Shown} */ { mines: count, reveals }, /** @type {Shown} */ { mine_cells: cells }) {
  assert(
    new Set(cells).size === count && cells.every((/** @type {number} */ cell) => cell >= 0 && cell < 25),
    cells.join(),
  );
  if (cells.some((/** @type {number} */ cell) => cell < reveals)) return lost;
  const key = `${count} ${reveals}`;
  let paid = minePayouts.get(key);
  if (paid === undefined) {
    let [above, below] = [39n * choose(25, reveals), 40n * choose(25 - count, reveals)];
    let [divisor, rest] = [above, below];
    while (rest !== 0n) [divisor, rest] = [rest, divisor % rest];
    [above, below] = [above / divisor, below / divisor];
    minePayouts.set(key, (paid = [Number(above), Number(below)]));
  }
  return paid;
}

const pip = (/** @type {string} */ card) => (ranks.indexOf(card) >= 9 ? 0 : ranks.indexOf(card) + 1);
const lastDigit = (/** @type {string[]} */ hand) => hand.reduce((sum, card) => sum + pip(card), 0) % 10;

/** @returns {Ratio} */
function baccarat(/** @type {Shown} */ { bet_on: side }, /** @type {Shown} */ { player, banker }) {
  const [mine, theirs] = [lastDigit(player), lastDigit(banker)];
  const isNatural = lastDigit(player.slice(0, 2)) >= 8 || lastDigit(banker.slice(0, 2)) >= 8;
  assert(!isNatural || (player.length === 2 && banker.length === 2), `${player} drew against ${banker}`);
  if (mine === theirs) return side === 'tie' ? [9, 1] : push;
  const winner = mine > theirs ? 'player' : 'banker';
  if (side !== winner) return lost;
  return side === 'player' ? [2, 1] : [195, 100];
}

function blackjackPoints(/** @type {string[]} */ cards) {
  let points = 0;
  let aces = 0;
  for (const card of cards) {
    if (card === 'A') aces += 1;
    points += card === 'A' ? 11 : Math.min(10, ranks.indexOf(card) + 1);
  }
  for (; points > 21 && aces > 0; aces -= 1) points -= 10;
  return points;
}

/** Over all stakes, so a doubled hand pays as any other. @returns {Ratio} */
function blackjack(/** @type {Shown} */ _, /** @type {Shown} */ { player, dealer }) {
  const [mine, theirs] = [blackjackPoints(player), blackjackPoints(dealer)];
  const [myNatural, theirNatural] = [player, dealer].map(
    (cards, at) => cards.length === 2 && (at === 0 ? mine : theirs) === 21,
  );
  if (mine > 21) return lost;
  if (myNatural && !theirNatural) return [5, 2];
  if (theirNatural && !myNatural) return lost;
  if (!myNatural) assert(theirs >= 17, `the dealer stopped at ${theirs}`);
  if (mine === theirs) return push;
  return theirs > 21 || mine > theirs ? [2, 1] : lost;
}

/** @returns {Ratio} */
function videoPoker(/** @type {Shown} */ _, /** @type {Shown} */ { cards }) {
  assert(new Set(cards).size === 5, cards.join());
  const values = cards.map((/** @type {string} */ card) => ranks.indexOf(card[0] ?? '') + 1);
  const order = values.toSorted((/** @type {number} */ a, /** @type {number} */ b) => a - b).join(' ');
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const shape = [...counts.values()].toSorted((a, b) => b - a).join('');
  const isFlush = new Set(cards.map((/** @type {string} */ card) => card[1])).size === 1;
  const isRoyal = order === '1 10 11 12 13';
  const isStraight = shape === '11111' && (isRoyal || Math.max(...values) - Math.min(...values) === 4);
  if (isFlush && isStraight) return isRoyal ? [800, 1] : [50, 1];
  if (shape === '41') return [25, 1];
  if (shape === '32') return [9, 1];
  if (isFlush) return [6, 1];
  if (isStraight) return [4, 1];
  if (shape === '311') return [3, 1];
  if (shape === '221') return [2, 1];
  const isHighPair = [...counts].some(([value, count]) => count === 2 && (value === 1 || value > 10));
  return isHighPair ? [1, 1] : lost;
}

/**
 * By game id: from the parameters of a bet and what was drawn to what it pays.
 * @type {Readonly<Record<string, (params: Shown, drawn: Shown) => Ratio>>}
 */
export const payoutOf = {
  coin_flip: ({ side }, { result }) => (side === result ? [196, 100] : lost),
  dice: ({ direction, threshold }, { roll }) => {
    assert(Number.isInteger(roll) && roll >= 1 && roll <= 100, `roll ${roll}`);
    if (direction === 'over') return roll > threshold ? [98, 100 - threshold] : lost;
    return roll < threshold ? [98, threshold - 1] : lost;
  },
  simple_dice: ({ pick }, { roll }) => {
    assert(Number.isInteger(roll) && roll >= 1 && roll <= 6, `roll ${roll}`);
    return roll === pick ? [55, 10] : lost;
  },
  multiplier: ({ target_multiplier: target }, { crash_point: point }) =>
    point > target ? [Math.round(target * 100), 100] : lost,
  roulette,
  custom: ({ win_probability: percent }, { drawn }) => {
    assert(Number.isInteger(drawn) && drawn >= 1 && drawn <= 100, `drawn ${drawn}`);
    return drawn <= percent ? [98, percent] : lost;
  },
  blackjack,
  crash: ({ cash_out_at: at }, { crash_point: point }) => (point >= at ? [Math.round(at * 100), 100] : lost),
  plinko,
  slots,
  hilo,
  keno,
  scratch_card: scratchCard,
  video_poker: videoPoker,
  wheel,
  mines,
  baccarat,
};
