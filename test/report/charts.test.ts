/** Charts as data: what is drawn is what was counted. */
import { describe, expect, test } from 'vitest';
import { balancesChart } from '../../src/report/html/charts/balances.ts';
import { endedEscrowsChart, openEscrowsChart } from '../../src/report/html/charts/escrows.ts';
import { faultAreas } from '../../src/report/html/charts/fault-areas.ts';
import { flowsChart } from '../../src/report/html/charts/flows.ts';
import { binOf, binsFor } from '../../src/report/html/charts/histogram.ts';
import { refusalsChart, requestsChart } from '../../src/report/html/charts/traffic.ts';
import { coloursOf } from '../../src/report/html/palette.ts';
import { emptyRun, fixtureAgents, fixtureFaults, fixtureFlows, fixtureRun } from './fixture.ts';

interface Sankey {
  nodes: { name: string; depth: number }[];
  links: { source: string; target: string; value: number }[];
}
const sankeyOf = (flows: Parameters<typeof flowsChart>[0]): Sankey =>
  (flowsChart(flows)?.option['series'] as unknown as Sankey[] | undefined)?.[0] ?? { nodes: [], links: [] };

describe('flows', () => {
  const round = [
    { from: 'a', to: 'b', kind: 'k', transfers: 1, micros: 3_000_000 },
    { from: 'b', to: 'a', kind: 'k', transfers: 1, micros: 2_000_000 },
    { from: 'a', to: 'a', kind: 'self', transfers: 1, micros: 1_000_000 },
  ];

  test.each([
    ['a circle', round],
    ['the fixture', fixtureFlows],
  ])('%s is drawn without a loop', (_, flows) => {
    const { nodes, links } = sankeyOf(flows);
    const depths = new Map(nodes.map(({ name, depth }) => [name, depth]));
    expect(depths.size).toBe(nodes.length);
    for (const { source, target } of links) expect(depths.get(target)).toBe((depths.get(source) ?? 9) + 1);
  });

  test('as much flows in as out, and no pair is linked twice', () => {
    const { links } = sankeyOf(round);
    const into = links.filter(({ target }) => target.startsWith('1 '));
    expect(into.reduce((total, { value }) => total + value, 0)).toBe(6);
    expect(new Set(links.map(({ source, target }) => `${source}|${target}`)).size).toBe(links.length);
  });

  test('opening balances and empty flows are left out', () => {
    expect(
      flowsChart([{ from: 'external', to: 'pool', kind: 'genesis', transfers: 1, micros: 5 }]),
    ).toBeUndefined();
    expect(sankeyOf(fixtureFlows).nodes.some(({ name }) => name.includes('genesis'))).toBe(false);
  });
});

describe('histogram', () => {
  test.each([
    ['one value', [10_000_000]],
    ['equal values', [0, 0, 0]],
    ['negative ones', [-5_000_000, 0, 12_000_000]],
    ['single micros', [1, 2, 3, 4]],
    [
      'one very rich agent',
      [...Array.from({ length: 300 }, (_, index) => index * 100_000), 9_000_000_000_000],
    ],
  ])('%s: every value falls into a bin that holds it', (_, values) => {
    const bins = binsFor(values);
    if (bins === undefined) throw new Error('there are no bins');
    expect(bins.edges.length).toBeLessThanOrEqual(23);
    for (const value of values) {
      const bin = binOf(value, bins);
      const isLast = bin === bins.edges.length - 1;
      expect(value).toBeGreaterThanOrEqual(bins.edges[bin] ?? Infinity);
      if (!(isLast && bins.isOpenEnded))
        expect(value).toBeLessThan((bins.edges[bin] ?? 0) + bins.widthMicros);
    }
  });

  test('every agent is in the chart once', () => {
    const series = balancesChart(fixtureAgents(500))?.option['series'] as unknown as { data: number[] }[];
    expect(series.flatMap(({ data }) => data).reduce((total, count) => total + count, 0)).toBe(500);
  });
});

describe('time charts', () => {
  test('a flow, a level and a missing series', () => {
    const run = fixtureRun({ buckets: 30 });
    expect(requestsChart(run)?.option['kind']).toBe('flow');
    expect(openEscrowsChart(run)?.legend.map(({ name }) => name)).toEqual(['locked', 'disputed']);
    expect(endedEscrowsChart(run)?.legend.map(({ name }) => name)).toEqual([
      'released',
      'refunded',
      'expired',
      'ruled',
    ]);
    expect(requestsChart(emptyRun())).toBeUndefined();
  });

  test('rare codes are added up as one, and none is lost', () => {
    const run = fixtureRun({ buckets: 1 });
    const refusals = Object.fromEntries(
      Array.from({ length: 14 }, (_, index) => [`CODE_${index}`, [index + 1]]),
    );
    const chart = refusalsChart({ ...run, timeline: { ...run.timeline, refusals } });
    const series = chart?.option['series'] as unknown as { name: string; data: number[] }[];
    const lines = series.filter(({ data }) => data.length > 0);
    expect(lines.at(-1)?.name).toBe('other');
    expect(lines.flatMap(({ data }) => data).reduce((total, count) => total + count, 0)).toBe(105);
  });

  test('fault labels never share a place', () => {
    const startMs = fixtureFaults[0]?.startMs ?? 0;
    const crowd = Array.from({ length: 30 }, (_, index) => ({
      kind: 'outage',
      service: 'escrow',
      startMs: startMs + index * 1_000,
      endMs: startMs + index * 1_000,
      detail: '',
    }));
    const areas = faultAreas(crowd, { startMs, endMs: startMs + 30_000 }) as unknown as {
      markArea: { data: [{ name: string; xAxis: number }][] };
    };
    const long = areas.markArea.data.filter(([{ name }]) => name.length > 2);
    expect(long.length).toBeLessThanOrEqual(1);
  });

  test('names in one chart have different colours as long as the palette has enough', () => {
    const colours = coloursOf(['ok', 'a', 'b', 'RATE_LIMIT', 'c']);
    expect(new Set(colours).size).toBe(5);
  });
});
