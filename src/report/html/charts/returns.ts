/** How each game's payouts converge to its table: the share of all stakes paid back so far. */
import type { RunResult } from '../../../simulation/scenario/result.ts';
import type { Chart } from './chart.ts';
import { timeChart } from './time-chart.ts';

/** The first bets vary widely; the limits are near 100%. */
const returnMax = 200;

/** Undefined without bets. */
export function returnsChart({ timeline, faults }: RunResult): Chart | undefined {
  const played = Object.entries(timeline.returns).filter(([, values]) => values.some(Number.isFinite));
  if (played.length === 0) return undefined;
  const isCut = played.some(([, values]) => values.some((value) => value > returnMax));
  const last = played.map(([name, values]) => `${named(name)} ${(values.at(-1) ?? 0).toFixed(1)}%`);
  return timeChart({
    id: 'returns',
    title: 'Paid back of all stakes so far, by game',
    description: `At the end: ${last.join(', ')}. Few bets scatter widely${isCut ? `, and above ${returnMax}% the picture is cut off` : ''}; orrery audit has the exact return of every bet.`,
    series: Object.fromEntries(played),
    labels: Object.fromEntries(played.map(([name]) => [name, named(name)])),
    timeline,
    faults,
    unit: 'percent',
    kind: 'level',
    isStacked: false,
    isZoomed: true,
    topMax: returnMax,
    height: 'tall',
  });
}

const named = (game: string): string => game.replaceAll('_', ' ');
