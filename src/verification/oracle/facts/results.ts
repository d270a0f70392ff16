/**
 * What can come out of a round, whatever its seeds: each game shows values of one kind, and what follows from them (outcomes.md). The
 * payout is checked elsewhere.
 */
import { reads, text, type Case } from '../case.ts';
import type { AuditedExchange, Body } from '../exchange.ts';
import { gameNamed } from '../models/bet-words.ts';
import { handMistake } from '../models/blackjack-hands.ts';
import { baccaratPoints, blackjackTotal, pokerMultiple } from '../models/card-points.ts';

/** What is wrong with a result; fields that it does not have are not looked at. */
type Check = (result: Body) => Iterable<readonly [name: string, isRight: boolean]>;

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

const oneOf = (name: string, values: readonly unknown[]): Check =>
  function* (result) {
    if (result[name] !== undefined) yield [name, values.includes(result[name])];
  };

const whole = (name: string, least: number, most: number): Check =>
  function* ({ [name]: value }) {
    if (value === undefined) return;
    yield [name, Number.isInteger(value) && Number(value) >= least && Number(value) <= most];
  };

/** So many values, each of some. */
const allOf = (
  name: string,
  values: readonly unknown[],
  counts: readonly [least: number, most: number],
): Check =>
  function* ({ [name]: shown }) {
    if (shown === undefined) return;
    const isLong = list(shown).length >= counts[0] && list(shown).length <= counts[1];
    yield [name, isLong && list(shown).every((value) => values.includes(value))];
  };

/** Different numbers in ascending order. */
const ascending = (name: string, least: number, most: number): Check =>
  function* ({ [name]: shown }) {
    if (shown === undefined) return;
    const numbers = list(shown).map(Number);
    const isInOrder = numbers.every((value, index) => index === 0 || value > (numbers[index - 1] ?? value));
    yield [
      name,
      isInOrder && numbers.every((value) => Number.isInteger(value) && value >= least && value <= most),
    ];
  };

/** In whole hundredths, from 1 on. */
const point: Check = function* ({ crash_point: value }) {
  if (value === undefined) return;
  const hundredths = Number(value) * 100;
  yield ['crash_point', Number(value) >= 1 && Math.abs(hundredths - Math.round(hundredths)) < 1e-6];
};

const ranks = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'];
const cards = ranks.flatMap((rank) => ['C', 'D', 'H', 'S'].map((suit) => `${rank}${suit}`));
const sides = ['heads', 'tails'];
const reds = [1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36];
const reels = ['7', 'BAR', 'BELL', 'CHERRY', 'LEMON', 'ORANGE', 'GRAPE'];
const tickets = ['diamond', 'seven', 'star', 'clover', 'bell', 'cherry'];

const colour: Check = function* ({ result: pocket, color }) {
  if (color === undefined || typeof pocket !== 'number') return;
  if (pocket > 0) yield ['color', color === (reds.includes(pocket) ? 'red' : 'black')];
  else yield ['color', color !== 'red' && color !== 'black'];
};

const caught: Check = function* ({ picks, drawn, caught: count }) {
  if (drawn !== undefined) yield ['drawn', list(drawn).length === 20];
  if (count === undefined) return;
  yield ['caught', count === list(picks).filter((pick) => list(drawn).includes(pick)).length];
};

const slotWithin: Check = (result) => whole('slot', 0, Number(result['rows'] ?? 16))(result);

const mineCount: Check = function* ({ mines, mine_cells: cells }) {
  if (mines !== undefined && cells !== undefined) yield ['mine_cells', list(cells).length === Number(mines)];
};

/** Names of hands by what they pay in the table of document 3. */
const hands: Readonly<Record<number, string>> = {
  800: 'royal_flush', 50: 'straight_flush', 25: 'four_of_a_kind', 9: 'full_house', 6: 'flush', 4: 'straight',
  3: 'three_of_a_kind', 2: 'two_pair', 1: 'jacks_or_better', 0: 'nothing',
}; // prettier-ignore

const hand: Check = function* ({ cards: shown, hand: name }) {
  if (shown === undefined) return;
  yield ['cards', new Set(list(shown)).size === 5];
  if (name !== undefined) yield ['hand', name === hands[pokerMultiple(list(shown).map(String)) ?? 0]];
};

const winner: Check = function* ({ player, banker, winner: name }) {
  if (name === undefined) return;
  const [own, other] = [player, banker].map((side) => baccaratPoints(list(side).map(String)));
  const wanted = own === other ? 'tie' : Number(own) > Number(other) ? 'player' : 'banker';
  yield ['winner', name === wanted];
};

const total: Check = function* ({ player, player_total: points }) {
  if (points !== undefined) yield ['player_total', points === blackjackTotal(list(player).map(String))];
};

const twoOrMore: readonly [number, number] = [1, 22];

const checks: Readonly<Record<string, readonly Check[]>> = {
  coin_flip: [oneOf('side', sides), oneOf('result', sides)],
  dice: [whole('roll', 1, 100), oneOf('direction', ['over', 'under'])],
  simple_dice: [whole('roll', 1, 6), whole('pick', 1, 6)],
  custom: [whole('drawn', 1, 100)],
  multiplier: [point],
  crash: [point],
  roulette: [whole('result', 0, 36), colour],
  plinko: [slotWithin],
  slots: [allOf('reels', reels, [3, 3])],
  hilo: [oneOf('first_card', ranks), oneOf('next_card', ranks)],
  keno: [ascending('drawn', 1, 80), caught],
  scratch_card: [allOf('symbols', tickets, [3, 3])],
  video_poker: [allOf('cards', cards, [5, 5]), hand],
  wheel: [whole('sector', 1, 8)],
  mines: [ascending('mine_cells', 0, 24), mineCount],
  baccarat: [allOf('player', ranks, [2, 3]), allOf('banker', ranks, [2, 3]), winner],
  blackjack: [allOf('player', ranks, twoOrMore), allOf('dealer', ranks, twoOrMore), total],
};

const depthMax = 3;

/** Checks `answers-fixed`. Give it successful exchanges that are no repeats. */
export function checkResults(file: Case, { service, operation, answer }: AuditedExchange): void {
  if (service !== 'casino') return;
  for (const { game, result, status } of resultsIn(answer, '', 0)) {
    if (game === 'blackjack') checkHand(file, { operation, result, status });
    for (const check of checks[game] ?? [])
      for (const [name, isRight] of check(result))
        if (!isRight)
          file.breaks(
            'answers-fixed',
            `casino/${operation}: ${game} cannot end with ${name} ${JSON.stringify(result[name])}`,
          );
  }
}

function checkHand(file: Case, shown: { operation: string; result: Body; status: unknown }): void {
  const { operation, result, status } = shown;
  const [player, dealer] = [list(result['player']).map(String), list(result['dealer']).map(String)];
  if (player.length < 2 || dealer.length === 0) return;
  const standsAtSoft = reads(file, 'casino.payouts', 'published');
  const wrong = handMistake({ player, dealer, isOpen: status === 'open', standsAtSoft });
  if (wrong !== undefined) file.breaks('answers-fixed', `casino/${operation}: ${wrong}`);
}

/** Every result in an answer, with the game of the round or of what it is part of. */
function* resultsIn(
  part: Body,
  above: string,
  depth: number,
): Iterable<{ game: string; result: Body; status: unknown }> {
  const named = text(part, 'game');
  const game = named === undefined ? above : gameNamed(named);
  const { result } = part;
  if (isBody(result)) yield { game, result, status: part['status'] ?? result['status'] };
  if (depth >= depthMax) return;
  for (const [name, value] of Object.entries(part))
    if (name !== 'result')
      for (const item of list(Array.isArray(value) ? value : [value]))
        if (isBody(item)) yield* resultsIn(item, game, depth + 1);
}

const isBody = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
