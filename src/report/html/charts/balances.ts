/** The distribution of balances over agents at the end: a histogram, stacked by behaviour. */
import type { AgentResult } from '../../../simulation/scenario/result.ts';
import { clipped, counted, grouped, roundedUsdc } from '../../numbers.ts';
import { coloursOf } from '../palette.ts';
import { numbers, words } from '../table.ts';
import type { Chart } from './chart.ts';
import { binOf, binsFor, type Bins } from './histogram.ts';

/** Behaviours with their own colour; the others share one. */
const behaviourMax = 7;

/** Undefined without agents. */
export function balancesChart(agents: readonly AgentResult[]): Chart | undefined {
  const bins = binsFor(agents.map(({ balanceMicros }) => balanceMicros));
  if (bins === undefined) return undefined;
  const counts = countsByBehaviour(agents, bins);
  const names = [...counts.keys()];
  const colours = coloursOf(names);
  const labels = bins.edges.map((_, index) => binLabel(bins, index));
  return {
    id: 'balances',
    title: 'Agents by final balance, USDC',
    description: spreadSentence(agents),
    legend: names.map((name, index) => ({
      name,
      label: clipped(name, 40),
      colour: colours[index] ?? '$blue',
    })),
    height: 'middle',
    unit: 'count',
    isTimed: false,
    option: {
      xAxis: { type: 'category', data: labels },
      yAxis: { type: 'value', minInterval: 1 },
      series: names.map((name, index) => ({
        type: 'bar',
        name,
        label: clipped(name, 40),
        stack: 'all',
        barCategoryGap: '12%',
        color: colours[index] ?? '$blue',
        data: counts.get(name) ?? [],
      })),
    },
    figures: {
      caption: 'Agents by final balance',
      columns: [...words('Balance, USDC'), ...numbers('Agents')],
      rows: labels.map((label, bin) => [label, grouped(totalIn(counts, bin))]),
    },
  };
}

const totalIn = (counts: ReadonlyMap<string, readonly number[]>, bin: number): number =>
  [...counts.values()].reduce((total, ofBins) => total + (ofBins[bin] ?? 0), 0);

function countsByBehaviour(
  agents: readonly AgentResult[],
  bins: Bins,
): ReadonlyMap<string, readonly number[]> {
  const largest = behavioursBySize(agents);
  const counts = new Map<string, number[]>(largest.map((name) => [name, bins.edges.map(() => 0)]));
  for (const { behaviour, balanceMicros } of agents) {
    const row = counts.get(behaviour) ?? counts.get('other');
    const bin = binOf(balanceMicros, bins);
    if (row !== undefined) row[bin] = (row[bin] ?? 0) + 1;
  }
  return counts;
}

/** The largest populations first, `other` last. */
function behavioursBySize(agents: readonly AgentResult[]): readonly string[] {
  const sizes = new Map<string, number>();
  for (const { behaviour } of agents) sizes.set(behaviour, (sizes.get(behaviour) ?? 0) + 1);
  const names = [...sizes.keys()].toSorted((left, right) => (sizes.get(right) ?? 0) - (sizes.get(left) ?? 0));
  return names.length > behaviourMax + 1 ? [...names.slice(0, behaviourMax), 'other'] : names;
}

function binLabel({ edges, widthMicros, isOpenEnded }: Bins, index: number): string {
  const edge = edges[index] ?? 0;
  if (isOpenEnded && index === edges.length - 1) return `${short(edge)}+`;
  return `${short(edge)}–${short(edge + widthMicros)}`;
}

const short = (micros: number): string => grouped(micros / 1_000_000);

function spreadSentence(agents: readonly AgentResult[]): string {
  const sorted = agents.map(({ balanceMicros }) => balanceMicros).toSorted((left, right) => left - right);
  const at = (share: number): string => roundedUsdc(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
  const empty = sorted.filter((micros) => micros === 0).length;
  return `Half of the agents hold ${at(0.5)} USDC or less; the poorest tenth at most ${at(0.1)}, the richest agent ${at(1)}. ${grouped(empty)} of ${counted(sorted.length, 'agent')} ${empty === 1 ? 'holds' : 'hold'} nothing.`;
}
