/** A chart of something that no chart has shown yet: one series, one row, and nothing else knows of it. */
import { expect, it } from 'vitest';
import { charts, chartsOf, type ChartRow } from '../../src/report/html/charts/registry.ts';
import { timeChart } from '../../src/report/html/charts/time-chart.ts';
import type { RunResult, Series } from '../../src/simulation/scenario/result.ts';
import { sampledSeries, type Sample } from '../../src/simulation/scenario/sampled-series.ts';
import { finish, market } from '../simulation/scenario/market.ts';

const transfers: Sample = ({ world }) => ({ booked: world.ledger.transferCount });

const transfersOf = ({ timeline }: RunResult): Series =>
  (timeline as unknown as Readonly<Record<string, Series>>)['transfers'] ?? {};

const row: ChartRow = {
  section: 'money',
  make: (result) =>
    timeChart({
      id: 'transfers',
      title: 'Transfers',
      description: 'How many the ledger has booked.',
      series: transfersOf(result),
      timeline: result.timeline,
      faults: result.faults,
      unit: 'count',
      kind: 'level',
      isStacked: false,
    }),
};

it('a chart with its own series takes one series and one row', () => {
  const { run, result } = finish(market(), { hooks: { series: { transfers } } });
  const booked = transfersOf(result)['booked'] ?? [];
  expect(booked).toHaveLength(result.timeline.bucketCount);
  expect(booked.at(-1)).toBe(run.world.ledger.transferCount);
  expect(booked.toSorted((one, other) => one - other)).toEqual(booked);
  const shown = chartsOf(result, [...charts, row]);
  expect(shown.map(({ chart }) => chart.id)).toEqual([
    ...chartsOf(result).map(({ chart }) => chart.id),
    'transfers',
  ]);
  expect(JSON.stringify(shown.at(-1)?.chart.option)).toContain(String(booked.at(-1)));
});

it('a run has every series of the registry, whatever happens in it', () => {
  const { timeline } = finish(market()).result;
  for (const name of Object.keys(sampledSeries) as (keyof typeof sampledSeries)[])
    expect(Object.values(timeline[name]).flat(), name).not.toHaveLength(0);
});
