/** Every bet a player can place, with its three edges: stated, implied by the printed payouts, and implemented. */
import { assert, present } from '../../core/base/assert.ts';
import { Fraction } from '../../core/base/fraction.ts';
import { baccarat } from '../../platform/games/baccarat.ts';
import type { BlackjackRules } from '../../platform/games/blackjack.ts';
import type { CrashState } from '../../platform/games/crash-point.ts';
import { chancesBy, chancesOf } from '../../platform/games/exact.ts';
import type { Profile } from '../../core/base/profile.ts';
import type { Game, HandGame, Round } from '../../platform/games/game.ts';
import { games, type GameEntry } from '../../platform/games/registry.ts';
import type { PokerTable } from '../../platform/games/video-poker.ts';
import type { DrawChain } from '../../core/fairness/steps.ts';
import { statedEdgeOf, claimOf, type EdgeClaim, type StatedEdge } from './documents/statements.ts';
import { publishedReturn, type Published } from './documents/published.ts';
import { baccaratChances } from './exact/baccarat-points.ts';
import { solveBlackjack } from './exact/blackjack-optimum.ts';
import { curveLaw, curveOutcomes, type CurveLaw } from './exact/curve-bets.ts';
import { figuresOf, outcomesOf, type BetFigures, type ExactOutcome } from './exact/figures.ts';
import { dealPolicies } from './exact/video-poker-deals.ts';
import type { WireBet } from './wire-bet.ts';

/** One bet, or with `best` one policy of a clever player. */
export interface BetRow {
  readonly game: string;
  readonly bet: WireBet;
  readonly strategy: 'single' | 'best';
  readonly stated: StatedEdge;
  readonly claim: EdgeClaim;
  readonly published: Published | undefined;
  readonly figures: BetFigures;
  /** Every outcome with its chance; undefined where a bet pays `maxPayout` or nothing. */
  readonly outcomes: readonly ExactOutcome[] | undefined;
  /** The return by an independent closed form; undefined where there is none. */
  readonly closedForm: Fraction | undefined;
}

/** All rows of one game. */
export function exactRows(entry: GameEntry, profile: Profile): BetRow[] {
  if (entry.kind === 'hand') return [handRow(entry.game, profile)];
  const { game } = entry;
  const rules = game.rules[profile];
  const outcomesFor = outcomesBy(game, rules);
  return Array.from(game.bets(), (bet) => {
    const outcomes = outcomesFor(bet);
    return rowOf(game.id, game.betShown(bet), {
      figures: figuresOf(outcomes),
      outcomes: isAllOrNothing(outcomes) ? undefined : outcomes,
      closedForm: closedFormOf(game, bet, profile),
    });
  });
}

/** A hundred thousand bets are, and need not be kept twice. */
const isAllOrNothing = (outcomes: readonly ExactOutcome[]): boolean =>
  outcomes.filter(({ payout }) => payout.numerator !== 0n).length === 1;

function rowOf(
  game: string,
  bet: WireBet,
  computed: Pick<BetRow, 'figures' | 'outcomes' | 'closedForm'>,
): BetRow {
  const stated = statedEdgeOf(game, bet);
  const published = publishedReturn(game, bet);
  return { game, bet, strategy: 'single', stated, claim: claimOf(stated), published, ...computed };
}

/** The outcomes of one bet again, found by its names on the wire. */
export function outcomesForRow(entry: GameEntry, bet: WireBet, profile: Profile): readonly ExactOutcome[] {
  if (entry.kind === 'hand') return handOutcomes(entry.game, profile);
  const { game } = entry;
  const text = JSON.stringify(bet);
  for (const choice of game.bets()) {
    if (JSON.stringify(game.betShown(choice)) === text) {
      return outcomesOf(chancesOf(game, choice, game.rules[profile]));
    }
  }
  assert(false, `${game.id} has no bet ${text}`);
}

/** Crash and multiplier share a curve, which is walked once for all their bets. */
function outcomesBy(game: Game, rules: unknown): (bet: object) => ExactOutcome[] {
  if (game.id !== 'crash' && game.id !== 'multiplier') {
    const chances = chancesBy(game, rules);
    return (bet) => outcomesOf(chances(bet));
  }
  const [first] = game.bets();
  const chain = present(game.steps?.(present(first, 'a bet'), rules), 'a curve is a chain');
  const law = lawOf(chain as DrawChain<CrashState, Round>);
  return (bet) => curveOutcomes(game, bet, { rules, law });
}

const laws: CurveLaw[] = [];

function lawOf(chain: DrawChain<CrashState, Round>): CurveLaw {
  const known = laws.find((law) => law.chain.step === chain.step);
  if (known !== undefined) return known;
  const law = curveLaw(chain);
  laws.push(law);
  return law;
}

/** Under the best play of the hand. */
function handRow(game: HandGame, profile: Profile): BetRow {
  const outcomes = handOutcomes(game, profile);
  return rowOf(game.id, {}, { figures: figuresOf(outcomes), outcomes, closedForm: undefined });
}

function handOutcomes(game: HandGame, profile: Profile): readonly ExactOutcome[] {
  const key = `${game.id} ${profile}`;
  const outcomes = solvedHands.get(key) ?? solvedOutcomes(game, profile);
  solvedHands.set(key, outcomes);
  return outcomes;
}

/** Rules are fixed, so that a hand is solved once a profile. */
const solvedHands = new Map<string, readonly ExactOutcome[]>();

function solvedOutcomes(game: HandGame, profile: Profile): readonly ExactOutcome[] {
  const rules = game.rules[profile];
  if (game.id === 'blackjack') return solveBlackjack(rules as BlackjackRules).outcomes;
  assert(game.id === 'video_poker', `${game.id} has no solver`);
  return dealPolicies(rules as PokerTable).every;
}

let eightPacks: ReturnType<typeof baccaratChances> | undefined;

/** A formula, or for baccarat the count of points. */
function closedFormOf(game: Game, bet: object, profile: Profile): Fraction | undefined {
  const formula = game.closedForm?.(bet, game.rules[profile]);
  if (formula !== undefined) return formula;
  assert(game.id === baccarat.id, `${game.id} has no second opinion`);
  eightPacks ??= baccaratChances(8);
  const { betOn } = bet as { betOn: 'player' | 'banker' | 'tie' };
  const table = game.rules[profile] as Record<string, { numerator: number; denominator: number }>;
  const { numerator, denominator } = present(table[betOn], 'a side has a payout');
  const won = eightPacks[betOn].mul(Fraction.of(numerator, denominator));
  return betOn === 'tie' ? won : won.add(eightPacks.tie);
}

/** The rows of the games asked for, or of all 17, in the order of the documents. */
export const auditedGames = (wanted: ReadonlySet<string>): readonly GameEntry[] =>
  games.filter(({ game }) => wanted.size === 0 || wanted.has(game.id));
