/** The published payouts once more, as a second opinion (GAM01, GAM03), for games whose answer says what came out. */
import type { Micros } from '../../../core/base/money.ts';
import type { Body } from '../exchange.ts';
import { consistentMultiple, rescaledGames } from './consistent-payouts.ts';
import { tableGames } from './table-games.ts';

interface Outcome {
  readonly sent: Body;
  readonly result: Body;
  readonly stake: Micros;
}

/** Hundredths of the stake that a bet pays, by what came out; undefined where that is not known here. */
const paid: Readonly<Record<string, (bet: Outcome) => number | undefined>> = {
  coin_flip: ({ sent, result }) =>
    typeof result['result'] === 'string' ? (result['result'] === sent['side'] ? 196 : 0) : undefined,
  simple_dice: ({ sent, result }) => (result['roll'] === sent['pick'] ? 550 : 0),
  dice: ({ sent, result }) => {
    const [roll, threshold] = [Number(result['roll']), Number(sent['threshold'])];
    const isOver = sent['direction'] === 'over';
    if (!(isOver ? roll > threshold : roll < threshold)) return 0;
    return 9800 / (isOver ? 100 - threshold : threshold - 1);
  },
  crash: ({ sent, result }) => {
    const at = Number(sent['cash_out_at']);
    return Number(result['crash_point']) >= at ? Math.round(at * 100) : 0;
  },
  multiplier: ({ sent, result }) => {
    const at = Number(sent['target_multiplier']);
    return Number(result['crash_point']) > at ? Math.round(at * 100) : 0;
  },
  wheel: ({ result }) => [0, 50, 100, 150, 200, 300, 500, 1000][Number(result['sector']) - 1],
  roulette: ({ sent, result }) => roulettePays(sent, Number(result['result'])),
};

const reds = new Set([1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36]);

function roulettePays(sent: Body, pocket: number): number | undefined {
  const kind = sent['bet_type'] ?? (typeof sent['bet'] === 'number' ? 'number' : sent['bet']);
  const isIn = (low: number, high: number): boolean => pocket >= low && pocket <= high;
  switch (kind) {
    case 'red':
      return reds.has(pocket) ? 196 : 0;
    case 'black':
      return pocket > 0 && !reds.has(pocket) ? 196 : 0;
    case 'odd':
      return pocket % 2 === 1 ? 196 : 0;
    case 'even':
      return pocket > 0 && pocket % 2 === 0 ? 196 : 0;
    case 'low':
      return isIn(1, 18) ? 196 : 0;
    case 'high':
      return isIn(19, 36) ? 196 : 0;
    case 'dozen_1':
      return isIn(1, 12) ? 294 : 0;
    case 'dozen_2':
      return isIn(13, 24) ? 294 : 0;
    case 'dozen_3':
      return isIn(25, 36) ? 294 : 0;
    case 'column_1':
    case 'column_2':
    case 'column_3':
      return pocket > 0 && (pocket - 1) % 3 === Number(kind.slice(-1)) - 1 ? 294 : 0;
    case 'number':
      return pocket === Number(sent['bet_value'] ?? sent['bet']) ? 3430 : 0;
    default:
      return undefined;
  }
}

/** What a bet pays, to the micro, rounded down. */
export function wantedPayout(game: string, bet: Outcome, isPublished = true): Micros | undefined {
  const hundredths = paid[game]?.(bet);
  const isRescaled = !isPublished && (rescaledGames.includes(game) || game === 'video_poker');
  const [numerator, denominator] =
    (isRescaled ? consistentMultiple(game, bet, hundredths) : tableGames[game]?.(bet.sent, bet.result)) ?? [];
  if (numerator !== undefined && denominator !== undefined)
    return Math.floor((bet.stake * numerator) / denominator + 1e-6);
  return hundredths === undefined || isRescaled
    ? undefined
    : Math.floor((bet.stake * hundredths) / 100 + 1e-6);
}

/** The edges that document 3 states, as the lists of games show them. */
export const statedEdges: Readonly<Record<string, string>> = {
  coin_flip: '0.5%',
  dice: '0.5%',
  simple_dice: '8.3%',
  multiplier: '0.5%',
  roulette: '0.5%',
  custom: '0.5%',
  blackjack: 'about 2%',
  crash: '0.5%',
  plinko: 'about 3%',
  slots: 'about 4%',
  hilo: 'about 4%',
  keno: 'about 8%',
  scratch_card: 'about 10%',
  video_poker: 'about 1.5% with optimal play',
  wheel: 'about 9.5%',
  mines: '2.5%',
  baccarat: 'player 1.24%, banker 1.06%, tie 14.4%',
};
