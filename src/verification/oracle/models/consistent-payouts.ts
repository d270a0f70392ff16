/** Payouts under the reading that makes the stated edges true (gaps C1, C5), of the games that it changes. */
import type { Body } from '../exchange.ts';
import { pokerMultiple, texts } from './card-points.ts';
import type { Multiple } from './table-games.ts';

type Table = (sent: Body, result: Body) => Multiple | undefined;

/** By spots and numbers caught; nine spots are left open. */
const kenoPays: Readonly<Record<number, Readonly<Record<number, number>>>> = {
  1: { 1: 3.68 },
  2: { 2: 15.3 },
  3: { 2: 2, 3: 46.3 },
  4: { 2: 1, 3: 8, 4: 118 },
  5: { 3: 2, 4: 11, 5: 960 },
  6: { 3: 1, 4: 8, 5: 94, 6: 2100 },
  7: { 3: 1, 4: 4, 5: 25, 6: 203, 7: 7000 },
  8: { 4: 2, 5: 15, 6: 90, 7: 1300, 8: 14_000 },
  10: { 5: 4, 6: 25, 7: 135, 8: 800, 9: 12_000, 10: 250_000 },
};

const numbers = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : []);

const keno: Table = (sent, result) => {
  const [picks, drawn] = [numbers(sent['picks']), numbers(result['drawn'])];
  const row = kenoPays[picks.length];
  const caught = picks.filter((pick) => drawn.includes(pick)).length;
  return row === undefined ? undefined : [Math.round((row[caught] ?? 0) * 100), 100];
};

const custom: Table = (sent, result) => {
  const chance = Number(sent['win_probability']);
  return Number(result['drawn']) <= chance ? [99.5, chance] : [0, 1];
};

/** The table that is known as 9/5: a flush pays 5 in place of 6. */
const videoPoker = ({ cards }: Body): Multiple => {
  const published = pokerMultiple(texts(cards));
  return [published === 6 ? 5 : published, 1];
};

/** By what the published table pays for the same outcome, in hundredths. */
const roulettePays: Readonly<Record<number, Multiple>> = {
  0: [0, 1],
  196: [7363, 3600],
  294: [7363, 2400],
  3430: [36_815, 1000],
};

/** Multiples of the stake, from the published hundredths where those decide; undefined where the reading leaves a payout as it is, or open. */
export function consistentMultiple(
  game: string,
  { sent, result }: { sent: Body; result: Body },
  published: number | undefined,
): Multiple | undefined {
  if (game === 'keno') return keno(sent, result);
  if (game === 'custom') return custom(sent, result);
  if (game === 'video_poker') return videoPoker(result);
  if (published === undefined) return undefined;
  if (game === 'coin_flip') return published > 0 ? [199, 100] : [0, 1];
  if (game === 'dice') return [(published / 98) * 99.5, 100];
  return game === 'roulette' ? roulettePays[published] : undefined;
}

const kenoTop = (picks: unknown): number | undefined => {
  const row = Array.isArray(picks) ? kenoPays[picks.length] : undefined;
  return row === undefined ? undefined : 100 * Math.max(...Object.values(row));
};

/** The most that a bet on a rescaled game can pay, in hundredths of the stake, from what the published reading pays at most. */
export function consistentTop(game: string, sent: Body, published: number): number | undefined {
  if (game === 'keno') return kenoTop(sent['picks']);
  if (game === 'coin_flip') return 199;
  if (game === 'dice' || game === 'custom') return (published / 98) * 99.5;
  const [numerator, denominator] = roulettePays[published] ?? [];
  return numerator === undefined || denominator === undefined ? undefined : (100 * numerator) / denominator;
}

/** Games of which every payout is another one under the reading. */
export const rescaledGames: readonly string[] = ['coin_flip', 'dice', 'custom', 'roulette', 'keno'];
