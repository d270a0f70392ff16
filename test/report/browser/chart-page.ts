/** A page with the place of one chart, `traffic`, in the light theme. */
import type { ChartData, ChartOption } from '../../../src/report/browser/chart-data.ts';
import { themeRules } from '../../../src/report/html/theme.ts';
import { openPage } from './page.ts';

/** Colours of the light theme. */
export const palette = {
  quiet: '#59636f',
  line: '#dde2e8',
  grid: '#e8ebef',
  shade: '#c2401f',
  bad: '#b3361a',
  text: '#1b2129',
  card: '#ffffff',
};

/** A chart of bars with this in its option. */
export const chart = (option: Partial<ChartOption>): ChartData => ({
  id: 'traffic',
  unit: 'count',
  isTimed: false,
  option: { xAxis: { type: 'category' }, yAxis: { type: 'value' }, series: [], ...option },
});

/** Sets the width of the chart's element. */
export function widen(clientWidth: number): void {
  const canvas = document.querySelector('[data-chart="traffic"]');
  if (canvas !== null)
    Object.defineProperty(canvas, 'clientWidth', { value: clientWidth, configurable: true });
}

/** Opens the page; the chart is just not narrow. */
export function openChartPage(): void {
  const place = '<body style="font-family: Probe"><div data-chart="traffic"></div></body>';
  openPage(`<head><style>${themeRules}</style></head>${place}`);
  widen(640);
}

/** A function as what it gives for a number. */
export const called = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, part: unknown) =>
      typeof part === 'function' ? (part(12_000) as unknown) : part,
    ),
  );
