/** Balances over time: the faucet pool separately, because it is far larger, then the other groups of accounts. */
import type { RunResult, Series } from '../../../simulation/scenario/result.ts';
import { grouped, roundedUsdc } from '../../numbers.ts';
import type { Chart } from './chart.ts';
import { timeChart, type TimedSeries } from './time-chart.ts';

/** What is left in the faucet pool. */
export function poolChart({ timeline, faults }: TimedSeries<'money'>): Chart | undefined {
  const pool = timeline.money['pool'] ?? [];
  const [first = 0, last = 0] = [pool[0], pool.at(-1)];
  return timeChart({
    id: 'pool',
    title: 'Faucet pool, USDC',
    description: `From ${roundedUsdc(first)} after the first interval to ${roundedUsdc(last)} at the end. The axis does not start at zero.`,
    series: { pool },
    timeline,
    faults,
    unit: 'usdc',
    kind: 'level',
    isStacked: false,
    isZoomed: true,
  });
}

/** Groups that are far larger than the rest, or outside the platform. */
const leftOut: readonly string[] = ['pool', 'house', 'external', 'venue'];

/** All other groups of accounts, stacked. The source outside the platform is left out: it only owes. */
export function moneyChart({ timeline, faults }: TimedSeries<'money'>): Chart | undefined {
  const series: Series = Object.fromEntries(
    Object.entries(timeline.money).filter(
      ([name, values]) => !leftOut.includes(name) && values.some((value) => value !== 0),
    ),
  );
  const last = Object.entries(series).map(([name, values]) => `${name} ${roundedUsdc(values.at(-1) ?? 0)}`);
  return timeChart({
    id: 'money',
    title: 'Money outside of the pool, USDC',
    description: `At the end: ${last.join(', ')}.`,
    series,
    timeline,
    faults,
    unit: 'usdc',
    kind: 'level',
    isStacked: true,
  });
}

/** Agents registered by the end of each bucket. */
export function registeredChart({ timeline, faults, summary }: RunResult): Chart | undefined {
  const last = timeline.registered.at(-1) ?? 0;
  return timeChart({
    id: 'registered',
    title: 'Registered agents',
    description: `${grouped(last)} of ${grouped(summary.agents)} agents are registered at the end.`,
    series: { agents: timeline.registered },
    timeline,
    faults,
    unit: 'count',
    kind: 'level',
    isStacked: false,
  });
}
