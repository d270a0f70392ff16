/**
 * Proof that the code pays what the table says: every symbolic outcome of a game's generator (pocket, ticket, stops of
 * the reels, catch, first mine, cards by points, point of the curve) goes through the shipped `play` by a scripted pick,
 * in whole-number weights, and what is paid for each is held against the enumeration.
 */
import { assert } from '../../../core/base/assert.ts';
import { Fraction } from '../../../core/base/fraction.ts';
import { paths } from '../../../core/fairness/enumerate.ts';
import type { Pick } from '../../../core/fairness/pick.ts';
import { chancesOf, type Chance } from '../../../platform/games/exact.ts';
import type { Game } from '../../../platform/games/game.ts';
import type { KenoBet } from '../../../platform/games/keno.ts';
import type { MinesBet } from '../../../platform/games/mines.ts';
import { choose } from '../../../platform/games/combinations.ts';
import { ratioText } from '../../../platform/games/ratio.ts';
import { cardsFor, drawsFor, ScriptedPick } from './scripted-pick.ts';
import type { Mapping } from '../result-schema.ts';

/** One symbolic outcome: what to pick, and of how many equally likely ones it stands for. */
interface Symbol {
  readonly picks: readonly number[];
  readonly weight: bigint;
}

/** Games whose generator has too many paths are sent their weighted outcomes; the others every number of every pick. */
const weighted: Readonly<Record<string, (bet: never) => Iterable<Symbol>>> = {
  keno: kenoSymbols,
  mines: minesSymbols,
  baccarat: () => baccaratSymbols(),
};

/** Maps every bet of a game of one call, but those on the curve (`curve-mapping.ts`). */
export function mapGame(game: Game, rules: unknown, bets: Iterable<object> = game.bets()): Mapping {
  assert(game.id !== 'crash' && game.id !== 'multiplier', 'the curve is mapped by its points');
  let outcomes = 0;
  const differences: string[] = [];
  for (const bet of bets) {
    const counts = new Map<string, bigint>();
    for (const { payout, weight } of paid(game, bet, rules)) {
      counts.set(payout, (counts.get(payout) ?? 0n) + weight);
      outcomes += 1;
    }
    const difference = differenceOf(counts, chancesOf(game, bet, rules));
    if (difference !== undefined) differences.push(`${game.id} ${JSON.stringify(bet)}: ${difference}`);
  }
  return { game: game.id, outcomes, differences };
}

function* paid(game: Game, bet: object, rules: unknown): Generator<{ payout: string; weight: bigint }> {
  const symbols = weighted[game.id];
  if (symbols === undefined) {
    // The exhaustive pick is hidden behind a plain one, so that no class of draws is merged.
    const plays = paths((pick) => game.play(bet, plain(pick), rules), 2_000_000);
    for (const { outcome, ways, total } of plays)
      yield { payout: ratioText(outcome.payout), weight: ways * scale(total) };
    return;
  }
  for (const { picks, weight } of symbols(bet as never)) {
    const script = new ScriptedPick(picks);
    const { payout } = game.play(bet, script.pick, rules);
    script.end();
    yield { payout: ratioText(payout), weight };
  }
}

const plain =
  (pick: Pick): Pick =>
  (n) =>
    pick(n);

/** Every path over one common total: 360 covers the lengths at which a scratch card's draws differ. */
const commonTotal = 10_000n * 360n * 2n ** 16n * 37n * 100n * 169n * 8000n * 6n;

function scale(total: bigint): bigint {
  assert(commonTotal % total === 0n, 'paths have a common total');
  return commonTotal / total;
}

/** Both sum to 1, so that what is paid and was not enumerated is missing somewhere else. */
function differenceOf(counts: ReadonlyMap<string, bigint>, chances: readonly Chance[]): string | undefined {
  let total = 0n;
  for (const count of counts.values()) total += count;
  for (const { payout, probability } of chances) {
    const mapped = Fraction.of(counts.get(ratioText(payout)) ?? 0n, total);
    if (mapped.compare(probability) !== 0) {
      return `${ratioText(payout)} is paid in ${String(mapped)} of all cases, enumerated ${String(probability)}`;
    }
  }
  return undefined;
}

/** By the catch; the numbers caught and missed are taken from both ends of what there is. */
function* kenoSymbols({ picks }: KenoBet): Generator<Symbol> {
  const marked = picks.map((number) => number - 1);
  const others = Array.from({ length: 80 }, (_, number) => number).filter(
    (number) => !marked.includes(number),
  );
  for (let caught = 0; caught <= marked.length; caught += 1) {
    const weight = choose(marked.length, caught) * choose(80 - marked.length, 20 - caught);
    const drawn = [...marked.slice(0, caught), ...others.slice(0, 20 - caught)];
    const shuffled = [...others.slice(-(20 - caught)), ...marked.slice(marked.length - caught)];
    yield { picks: drawsFor(drawn), weight };
    yield { picks: drawsFor(shuffled), weight };
  }
}

/** By the first mine; the others lie in the last cells, in either order. */
function* minesSymbols({ mines }: MinesBet): Generator<Symbol> {
  for (let first = 0; first + mines <= 25; first += 1) {
    const weight = choose(24 - first, mines - 1);
    const cells = [first, ...Array.from({ length: mines - 1 }, (_, index) => 25 - mines + 1 + index)];
    yield { picks: drawsFor(cells), weight };
    yield { picks: drawsFor(cells.toReversed()), weight };
  }
}

/**
 * By the points of the cards that are dealt, of which `first` are the first; the cards left face down weigh in all the
 * orders they may lie in.
 */
export function* baccaratSymbols(first: readonly number[] = []): Generator<Symbol> {
  const packs = 8;
  for (const points of dealtPoints(first)) {
    const ranks = points.map((point) => (point === 0 ? 9 : point - 1));
    yield { picks: cardsFor(ranks, packs), weight: ordersOf(points, packs) };
  }
}

function* dealtPoints(dealt: readonly number[]): Generator<readonly number[]> {
  if (dealt.length === cardsNeeded(dealt)) {
    yield dealt;
    return;
  }
  for (let point = 0; point < 10; point += 1) yield* dealtPoints([...dealt, point]);
}

/** Orders of six cards that begin with these points. */
function ordersOf(points: readonly number[], packs: number): bigint {
  const left = Array.from({ length: 10 }, (_, point) => (point === 0 ? 16 : 4) * packs);
  let orders = 1;
  for (const point of points) {
    orders *= left[point]!;
    left[point]! -= 1;
  }
  for (let dealt = points.length; dealt < 6; dealt += 1) orders *= 52 * packs - dealt;
  return BigInt(orders);
}

/** The tableau again, from the rule books: cards go player, banker, player, banker, then to the player first. */
function cardsNeeded([a, b, c, d, e]: readonly number[]): 4 | 5 | 6 {
  const [player, banker] = [((a ?? 0) + (c ?? 0)) % 10, ((b ?? 0) + (d ?? 0)) % 10];
  if (player >= 8 || banker >= 8) return 4;
  if (player >= 6) return banker <= 5 ? 5 : 4;
  if (e === undefined) return 5;
  return bankerDraws[banker]?.includes(String(e)) === true ? 6 : 5;
}

/** By the banker's points, those of the player's third card to which it draws; at seven it stands. */
const bankerDraws = ['0123456789', '0123456789', '0123456789', '012345679', '234567', '4567', '67'];
