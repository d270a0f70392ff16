/** Bets of all 17 games, drawn from a seed: of the parameters that a player can name, and of those that meet their draw exactly. */
import { hmacPick } from '../../../../src/core/fairness/hmac.ts';
import { formatUsdc } from '../../../../src/core/base/money.ts';
import { blackjack } from '../../../../src/platform/games/blackjack.ts';
import { totalReturn } from '../../../../src/platform/games/ratio.ts';
import { gameNamed, type GameEntry } from '../../../../src/platform/games/registry.ts';
import { cardNames, videoPoker } from '../../../../src/platform/games/video-poker.ts';
import { readBet, replayBet, type LogRow } from '../../../../src/verification/audit/log/logged-bet.ts';
import type { CheckedBet } from '../../../../src/verification/audit/log/payouts/checked-bet.ts';
import type { RevealedBet } from '../../../../src/verification/audit/log/replay.ts';
import { drawFrom, oneOf, type DrawBelow } from '../../../kept-digests.ts';
import { betsOf } from '../../../platform/games/chances.ts';
import { sha256 } from '../houses.ts';

type Params = Readonly<Record<string, unknown>>;

const namedBets = new Map<string, readonly Params[]>();

function singleParams(entry: GameEntry & { kind: 'single' }, draw: DrawBelow): Params {
  const { game } = entry;
  if (game.id === 'keno') return { picks: kenoPicks(draw) };
  const known = namedBets.get(game.id) ?? betsOf(game).map((bet) => game.betShown(bet));
  namedBets.set(game.id, known);
  return oneOf(draw, known);
}

function kenoPicks(draw: DrawBelow): number[] {
  const count = 1 + draw(10);
  const picks = new Set<number>();
  while (picks.size < count) picks.add(1 + draw(80));
  return [...picks];
}

/** The parameter that decides by a comparison, and what it is compared with. */
const thresholds: Readonly<Record<string, readonly [parameter: string, drawn: string]>> = {
  dice: ['threshold', 'roll'],
  custom: ['win_probability', 'drawn'],
  crash: ['cash_out_at', 'crash_point'],
  multiplier: ['target_multiplier', 'crash_point'],
};

/** The same bet with the threshold that its draw meets, or misses by one step. */
function atThreshold(bet: RevealedBet, draw: DrawBelow): Params {
  const { entry, params } = bet;
  const [parameter, drawn] = thresholds[entry.game.id] ?? [];
  if (entry.kind !== 'single' || parameter === undefined || drawn === undefined) return params;
  const round = replayBet(bet, { pick: hmacPick(bet), profile: 'published' });
  if (typeof round === 'string') return params;
  const step = entry.game.id === 'dice' || entry.game.id === 'custom' ? 1 : 0.01;
  const met = Number((Number(round.detail[drawn]) + step * (draw(3) - 1)).toFixed(2));
  const changed = { ...params, [parameter]: met };
  return typeof entry.game.parseBet(changed) === 'string' ? params : changed;
}

function handParams(bet: RevealedBet, draw: DrawBelow): Params {
  const pick = hmacPick(bet);
  if (bet.entry.game.id === videoPoker.id) {
    const { cards } = videoPoker.deal(pick, videoPoker.rules.published);
    const paired = cards.filter((card) => cards.some((other) => other !== card && other >> 2 === card >> 2));
    const held = draw(2) === 0 ? paired : cards.filter(() => draw(2) === 0);
    return { holds: held.map((card) => cardNames[card]) };
  }
  const rules = blackjack.rules.published;
  const actions: string[] = [];
  let hand = blackjack.deal(pick, rules);
  while (hand.settled === undefined) {
    const wanted = oneOf(draw, ['hit', 'hit', 'stand', 'double'] as const);
    const action = blackjack.mistake(hand, { action: wanted }, rules) === undefined ? wanted : 'stand';
    actions.push(action);
    hand = blackjack.act(hand, { action }, { pick, rules });
  }
  return { actions };
}

/** Amounts that leave fractions of a micro, cents and whole USDC. */
const stakes = [10_000, 123_457, 1_000_000, 777_777, 2_500_000, 12_345_678] as const;

/** Revealed bets on one game that were paid what is due, in periods of 25. */
export function drawnBets(gameId: string, { seed, count }: { seed: string; count: number }): CheckedBet[] {
  const entry = gameNamed(gameId)!;
  const draw = drawFrom(`${seed} ${gameId}`);
  return Array.from({ length: count }, (_, index) => {
    const serverSeed = sha256(`${seed} ${gameId} ${Math.floor(index / 25)}`);
    const row: LogRow = {
      game: gameId,
      bet: entry.kind === 'single' ? singleParams(entry, draw) : {},
      stake: formatUsdc(oneOf(draw, stakes)),
      payout: '0',
      server_seed_hash: sha256(serverSeed),
      server_seed: serverSeed,
      client_seed: `client ${draw(3)}`,
      nonce: index % 25,
      player: `player ${draw(2)}`,
    };
    const bet = readBet(row, index + 2) as RevealedBet;
    const params = entry.kind === 'hand' ? handParams(bet, draw) : draw(2) === 0 ? atThreshold(bet, draw) : bet.params;
    return checkedOf({ ...bet, params }, index + 1);
  });
} // prettier-ignore

/** The bet with what is due for it, which it is paid. */
function checkedOf(bet: RevealedBet, number: number): CheckedBet {
  const place = { line: bet.line, bet: number };
  const honest = replayBet(bet, { pick: hmacPick(bet), profile: 'published' });
  if (typeof honest === 'string') return { bet, place, honest: undefined, dueMicros: undefined };
  const dueMicros = totalReturn(bet.stakeMicros, honest.payout);
  const paid = { ...bet, payoutMicros: dueMicros ?? 0, result: honest.detail };
  return { bet: paid, place, honest, dueMicros };
}
