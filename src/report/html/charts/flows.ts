/**
 * Money between groups of accounts as a Sankey diagram in three columns: payer, reason, payee. A group that pays and
 * is paid appears in the first and the last column, so that circular flows make no loop.
 */
import type { FlowResult } from '../../../simulation/scenario/result.ts';
import { clipped, grouped, groupedUsdc, roundedUsdc, sumMicros } from '../../numbers.ts';
import { movingFlows } from '../../turnover.ts';
import { coloursOf } from '../palette.ts';
import { nameMarkup } from '../markup.ts';
import { numbers, words, type TableParts } from '../table.ts';
import type { Chart, EmbeddedJsonObject } from './chart.ts';

/** More kinds than that need a picture of more height, or their gaps leave no room for the flows. */
const kindsInTallMax = 8;

/** Undefined where nothing moved. */
export function flowsChart(flows: readonly FlowResult[]): Chart | undefined {
  const moving = movingFlows(flows);
  if (moving.length === 0) return undefined;
  const nodes = flowNodes(moving);
  return {
    id: 'flows',
    title: 'Who paid whom, and why, USDC',
    description: `${roundedUsdc(sumMicros(moving.map(({ micros }) => micros)))} USDC moved. From the left: who pays, what for, who is paid. Opening balances are left out.`,
    legend: [],
    height: new Set(moving.map(({ kind }) => kind)).size > kindsInTallMax ? 'long' : 'tall',
    unit: 'usdc',
    isTimed: false,
    option: { series: [{ type: 'sankey', nodes, links: flowLinks(moving) }] },
    figures: flowsTable(flows),
  };
}

/** Identity of a node: the column it stands in and its name. */
const nodeName = (column: number, name: string): string => `${column} ${name}`;

function flowNodes(flows: readonly FlowResult[]): readonly EmbeddedJsonObject[] {
  const columns = [flows.map(({ from }) => from), flows.map(({ kind }) => kind), flows.map(({ to }) => to)];
  const accounts = [...new Set([...(columns[0] ?? []), ...(columns[2] ?? [])])];
  const colours = new Map(coloursOf(accounts).map((colour, index) => [accounts[index], colour]));
  return columns.flatMap((names, column) =>
    [...new Set(names)].map((name) => ({
      name: nodeName(column, name),
      label: clipped(name, 30),
      depth: column,
      color: column === 1 ? '$grey' : (colours.get(name) ?? '$blue'),
    })),
  );
}

/** Links of one pair are added up: a Sankey diagram draws one link a pair and would drop the others. */
function flowLinks(flows: readonly FlowResult[]): readonly EmbeddedJsonObject[] {
  const micros = new Map<string, { source: string; target: string; value: number }>();
  for (const flow of flows) {
    const middle = nodeName(1, flow.kind);
    for (const [source, target] of [
      [nodeName(0, flow.from), middle],
      [middle, nodeName(2, flow.to)],
    ] as const) {
      const key = JSON.stringify([source, target]);
      const link = micros.get(key) ?? { source, target, value: 0 };
      micros.set(key, { ...link, value: link.value + flow.micros / 1_000_000 });
    }
  }
  return [...micros.values()];
}

/** Every flow, opening balances included; the largest first. */
function flowsTable(flows: readonly FlowResult[]): TableParts {
  const rows = flows
    .toSorted((left, right) => right.micros - left.micros)
    .map(({ from, to, kind, transfers, micros }) => [
      nameMarkup(from),
      nameMarkup(to),
      nameMarkup(kind),
      grouped(transfers),
      groupedUsdc(micros),
    ]);
  return {
    caption: 'Flows between kinds of account',
    columns: [...words('From', 'To', 'Kind'), ...numbers('Transfers', 'USDC')],
    rows,
  };
}
