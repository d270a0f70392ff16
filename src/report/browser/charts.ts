/** Draws the charts of a page, and draws them again when theme, width or legend change. */
import { BarChart, LineChart, SankeyChart, ScatterChart } from 'echarts/charts';
import { GridComponent, LegendComponent, MarkAreaComponent, TooltipComponent } from 'echarts/components';
import { init, use, type EChartsType } from 'echarts/core';
import { LegacyGridContainLabel } from 'echarts/features';
import { SVGRenderer } from 'echarts/renderers';
import type { ChartData } from './chart-data.ts';
import { drawing } from './drawing.ts';
import { canvasOf } from './theme.ts';

use([
  BarChart,
  LineChart,
  SankeyChart,
  ScatterChart,
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  TooltipComponent,
  LegacyGridContainLabel,
  SVGRenderer,
]);

const resizeDelayMs = 100;

/** The charts of a page. */
export interface ShownCharts {
  /** Draws all again. */
  readonly draw: () => void;
  /** Draws others, in new elements of the page or in those that are there. */
  readonly replace: (charts: readonly ChartData[]) => void;
}

/** Draws all charts and keeps them up to date. */
export function showCharts(first: readonly ChartData[]): ShownCharts {
  let charts = first;
  const pictures = new Map<string, EChartsType>();
  const draw = (chart: ChartData): void => {
    const canvas = canvasOf(chart);
    // A folded chart has no width; it is drawn when it is unfolded.
    if (canvas.clientWidth === 0) return;
    const picture = pictures.get(chart.id) ?? init(canvas, null, { renderer: 'svg' });
    pictures.set(chart.id, picture);
    picture.resize();
    picture.setOption(drawing(chart, hiddenSeries(chart)), true);
  };
  const drawAll = (): void => charts.forEach(draw);
  connectLegends(() => charts, draw);
  document.addEventListener(
    'toggle',
    ({ target }) => charts.filter((chart) => (target as Node).contains(canvasOf(chart))).forEach(draw),
    true,
  );
  drawAll();
  onWidthChange(drawAll);
  return {
    draw: drawAll,
    replace: (next) => {
      for (const [id, picture] of pictures) {
        if (picture.getDom().isConnected) continue;
        picture.dispose();
        pictures.delete(id);
      }
      charts = next;
      drawAll();
    },
  };
}

const hiddenSeries = ({ id }: ChartData): readonly string[] =>
  [...document.querySelectorAll<HTMLElement>(`[data-legend="${id}"][aria-pressed="false"]`)].map(
    (button) => button.dataset['series'] ?? '',
  );

/** A button of a legend shows or hides its series. */
function connectLegends(charts: () => readonly ChartData[], draw: (chart: ChartData) => void): void {
  document.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('[data-legend]');
    const chart = charts().find(({ id }) => id === button?.dataset['legend']);
    if (button === null || chart === undefined) return;
    button.setAttribute('aria-pressed', String(button.getAttribute('aria-pressed') !== 'true'));
    draw(chart);
  });
}

function onWidthChange(redraw: () => void): void {
  let width = window.innerWidth;
  let timer: ReturnType<typeof setTimeout> | undefined;
  window.addEventListener('resize', () => {
    if (window.innerWidth === width) return;
    width = window.innerWidth;
    clearTimeout(timer);
    timer = setTimeout(redraw, resizeDelayMs);
  });
}
