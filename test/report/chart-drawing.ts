/** A chart with all that a page makes of it. */
import { chartData, figureMarkup, type Chart } from '../../src/report/html/charts/chart.ts';

/** The chart, its data and its figure; undefined without a chart. */
export const drawing = (chart: Chart | undefined): unknown =>
  chart && [chart, chartData(chart), figureMarkup(chart)];
