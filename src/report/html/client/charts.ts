/** In the page: makes each chart's data into a drawing in the current theme, and draws it again when theme or width change. */
export const chartScript = String.raw`
const drawn = new Map();
const isNarrow = (chart) => placeOf(chart).clientWidth < 640;
const placeOf = (chart) => document.querySelector('[data-chart="' + chart.id + '"]');
/* Measured text must be in the font that is drawn. */
const fontFamily = getComputedStyle(document.body).fontFamily;
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
const themed = (token) => (typeof token === 'string' && token[0] === '$' ? colour(token.slice(1)) : token);
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/* Midnight carries the date; a time in between carries the clock. */
const timeText = (ms) => {
  const date = new Date(ms);
  if (ms % 86400000 === 0) return months[date.getUTCMonth()] + ' ' + date.getUTCDate();
  return date.toISOString().slice(11, ms % 60000 === 0 ? 16 : 19);
};

/* Even steps of a whole unit, as many as have room. */
const steps = [1, 5, 15, 30, 60, 300, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400, 172800, 345600, 604800, 1209600, 2419200, 7257600, 31536000].map((seconds) => seconds * 1000);
const timeTicks = (chart) => {
  const { min, max } = chart.option.xAxis;
  const room = Math.max(2, Math.floor(placeOf(chart).clientWidth / (isNarrow(chart) ? 65 : 95)));
  const step = steps.find((length) => (max - min) / length <= room) || max - min;
  const unit = Math.min(step, 86400000);
  const ticks = [];
  for (let at = Math.ceil(min / unit) * unit; at <= max && ticks.length < 100; at += step) ticks.push(at);
  return ticks;
};

const formatters = { value: axisText, log: axisText, time: timeText, category: undefined };
const formatterOf = ({ type, suffix }) => (suffix ? (value) => axisText(value) + suffix : formatters[type]);
const ticksOf = (source, chart) => (source.type === 'time' ? { customValues: timeTicks(chart) } : {});
const axis = (source, chart) => ({
  ...source,
  axisLabel: { color: colour('quiet'), fontSize: 12, margin: 10, hideOverlap: true, formatter: formatterOf(source), ...ticksOf(source, chart) },
  axisLine: { show: source.type !== 'value', lineStyle: { color: colour('line') } },
  axisTick: { show: source.type !== 'value', ...ticksOf(source, chart), lineStyle: { color: colour('line') } },
  splitLine: { show: source.type === 'value', lineStyle: { color: colour('grid') } },
});

/* A level is drawn at the end of its bucket; a flow as a step over all of it, so the first and last are widened to the edges. */
const points = ({ startMs, bucketMs, kind }, values) => {
  if (kind === 'level') return values.map((value, index) => [startMs + bucketMs * (index + 1), value]);
  const middles = values.map((value, index) => [startMs + bucketMs * (index + 0.5), value]);
  return [[startMs, values[0]], ...middles, [startMs + bucketMs * values.length, values[values.length - 1]]];
};

const faultSeries = (series, chart) => ({
  ...series,
  markArea: {
    ...series.markArea,
    itemStyle: { color: colour('shade'), opacity: 0.13, borderColor: colour('shade'), borderWidth: 1 },
    data: series.markArea.data.map(([start, end]) => [{
      ...start,
      label: { formatter: () => (isNarrow(chart) ? start.short : start.name), position: 'top', align: isNarrow(chart) ? 'center' : start.align, color: colour('bad'), fontSize: 11, distance: 4 },
    }, end]),
  },
});

const oneSeries = (chart) => (series) => {
  const { option } = chart;
  if (series.isFaults) return faultSeries(series, chart);
  const { label, ...rest } = series;
  return { ...rest, color: themed(series.color), data: option.bucketMs === undefined ? series.data : points(option, series.data), emphasis: { disabled: true } };
};

const sankeySeries = (chart) => (series) => ({
  type: 'sankey',
  left: 4, right: Math.min(96, 16 + 8 * Math.max(...series.nodes.filter((node) => node.depth === 2).map((node) => node.label.length))), top: 12, bottom: 12,
  nodeWidth: isNarrow(chart) ? 10 : 14, nodeGap: series.nodes.filter((node) => node.depth === 1).length > 8 ? 12 : 22, draggable: false,
  emphasis: { focus: 'adjacency' },
  lineStyle: { color: 'gradient', opacity: 0.35 },
  links: series.links,
  data: series.nodes.map((node) => ({
    name: node.name, depth: node.depth, itemStyle: { color: themed(node.color), borderWidth: 0 },
    label: { text: node.label, formatter: () => node.label, position: 'right', ...(node.depth === 2 ? { width: 84, overflow: 'truncate' } : {}), color: colour('text'), fontSize: isNarrow(chart) ? 11 : 13, backgroundColor: colour('card'), padding: [1, 3], borderRadius: 3 },
  })),
});

const tooltip = (trigger, formatter) => ({
  trigger, formatter, confine: true, transitionDuration: 0, backgroundColor: colour('card'), borderColor: colour('line'), textStyle: { color: colour('text'), fontSize: 13 },
  axisPointer: { type: trigger === 'axis' ? 'line' : 'none', lineStyle: { color: colour('quiet') } },
});

const tipOf = (chart) => (chart.isTimed ? timeTip(chart) : chart.option.isTraced ? traceTip(chart) : barTip(chart));

const cartesian = (chart) => {
  const { option } = chart;
  const hasFaults = faultWindows(option).length > 0;
  return {
    grid: { left: option.isSideways ? 14 : 8, right: 26, top: hasFaults ? 26 : 12, bottom: 8, containLabel: true },
    xAxis: axis(option.xAxis, chart), yAxis: axis(option.yAxis, chart),
    series: option.series.map(oneSeries(chart)),
    tooltip: option.isScattered ? tooltip('item', pointTip) : tooltip('axis', tipOf(chart)),
  };
};

const drawing = (chart) => {
  const isFlow = chart.option.series[0].type === 'sankey';
  const body = isFlow ? { series: chart.option.series.map(sankeySeries(chart)), tooltip: tooltip('item', flowTip) } : cartesian(chart);
  return { animation: false, useUTC: true, backgroundColor: 'transparent', textStyle: { fontFamily }, legend: { show: false }, ...body };
};

/* What is folded away has no width; it is drawn once it is unfolded. */
const draw = (chart) => {
  if (placeOf(chart).clientWidth === 0) return;
  let picture = drawn.get(chart.id);
  if (!picture) drawn.set(chart.id, (picture = echarts.init(placeOf(chart), null, { renderer: 'svg' })));
  picture.resize();
  const hidden = [...document.querySelectorAll('[data-legend="' + chart.id + '"][aria-pressed="false"]')].map((button) => button.dataset.series);
  const option = drawing(chart);
  option.legend.selected = Object.fromEntries(hidden.map((name) => [name, false]));
  picture.setOption(option, true);
};
const drawAll = () => data.charts.forEach(draw);

document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-legend]');
  if (!button) return;
  button.setAttribute('aria-pressed', String(button.getAttribute('aria-pressed') !== 'true'));
  draw(data.charts.find((chart) => chart.id === button.dataset.legend));
});

document.addEventListener('toggle', (event) => {
  data.charts.filter((chart) => event.target.contains(placeOf(chart))).forEach(draw);
}, true);

drawAll();
let width = window.innerWidth;
let timer = 0;
window.addEventListener('resize', () => {
  if (window.innerWidth === width) return;
  width = window.innerWidth;
  clearTimeout(timer);
  timer = setTimeout(drawAll, 100);
});
`;
