/** The most that a bet can pay, in hundredths of the stake: what the Kelly rule divides by (gap C18). */
import type { Micros } from '../../../core/base/money.ts';
import type { Body } from '../exchange.ts';
import { consistentTop, rescaledGames } from './consistent-payouts.ts';
import { kenoTop, minesTop, plinkoTop } from './table-games.ts';

const roulette = (kind: unknown): number | undefined => {
  if (typeof kind !== 'string') return undefined;
  if (kind === 'number') return 3430;
  return /^(?:dozen|column)_[123]$/.test(kind) ? 294 : 196;
};

const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
const times = (value: unknown, factor: number): number | undefined => {
  const known = number(value);
  return known === undefined ? undefined : Math.round(known * factor);
};

/** By game and the parameters of style A; undefined where they are not of their form. */
const tops: Readonly<Record<string, (sent: Body) => number | undefined>> = {
  coin_flip: () => 196,
  simple_dice: () => 550,
  wheel: () => 1000,
  slots: () => 25_000,
  scratch_card: () => 5000,
  hilo: () => 1200,
  video_poker: () => 80_000,
  dice: ({ direction, threshold }) => {
    const wins = direction === 'over' ? 100 - Number(threshold) : Number(threshold) - 1;
    return wins > 0 ? 9800 / wins : undefined;
  },
  custom: ({ win_probability: chance }) => (number(chance) === undefined ? undefined : 9800 / Number(chance)),
  multiplier: ({ target_multiplier: target }) => times(target, 100),
  crash: ({ cash_out_at: target }) => times(target, 100),
  roulette: ({ bet_type: kind, bet }) => roulette(kind ?? (typeof bet === 'number' ? 'number' : bet)),
  baccarat: ({ bet_on: on }) => ({ player: 200, banker: 195, tie: 900 })[String(on)],
  plinko: ({ rows, risk }) => plinkoTop(rows, risk),
  keno: ({ picks }) => (Array.isArray(picks) ? kenoTop(picks.length) : undefined),
  mines: ({ mines, reveals }) => minesTop(Number(mines), Number(reveals)),
};

export function topHundredths(game: string, sent: Body, isPublished = true): number | undefined {
  const top = tops[game]?.(sent);
  const isRescaled = !isPublished && rescaledGames.includes(game);
  return isRescaled && top !== undefined ? consistentTop(game, sent, top) : top;
}

const chancesMax = 100;

/**
 * The highest stake whose profit at `top` hundredths is at most `hundredths`, in micro-USDC. Odds are fractions of small numbers,
 * which a division by them would miss by a rounding; other tops are taken as they are.
 */
export function stakeBelow(hundredths: number, top: number): Micros {
  for (let part = 1; part <= chancesMax; part += 1) {
    const whole = Math.round(top * part);
    if (Math.abs(top * part - whole) < 1e-9)
      return Number((BigInt(Math.floor(hundredths)) * BigInt(part)) / BigInt(whole - 100 * part));
  }
  return Math.floor(hundredths / (top - 100) + 1e-6);
}

/** By game, the bets with the least and the highest top that it has: the limits of a game lie between theirs. */
export const extremes: Readonly<Record<string, readonly [shortest: number, longest: number]>> = {
  coin_flip: [196, 196],
  dice: [100, 9800],
  simple_dice: [550, 550],
  multiplier: [101, 100_000],
  roulette: [196, 3430],
  custom: [100, 9800],
  blackjack: [300, 300],
  crash: [101, 10_000],
  plinko: [560, 100_000],
  slots: [25_000, 25_000],
  hilo: [1200, 1200],
  keno: [350, 25_000_000],
  scratch_card: [5000, 5000],
  video_poker: [80_000, 80_000],
  wheel: [1000, 1000],
  baccarat: [195, 900],
};
