/** In the page: makes each chart's data into a drawing in the current theme, and draws it again when theme or width change. */
export const chartScript = String.raw`
const drawn = new Map();
const isNarrow = () => window.innerWidth < 640;
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
const themed = (token) => (typeof token === 'string' && token[0] === '$' ? colour(token.slice(1)) : token);

const axis = (source) => ({
  ...source,
  axisLabel: { color: colour('quiet'), fontSize: 12, hideOverlap: true, ...(source.type === 'value' ? { formatter: axisText } : {}) },
  axisLine: { show: source.type !== 'value', lineStyle: { color: colour('line') } },
  axisTick: { show: source.type !== 'value', lineStyle: { color: colour('line') } },
  splitLine: { show: source.type === 'value', lineStyle: { color: colour('grid') } },
  ...(source.type === 'time' ? { splitNumber: isNarrow() ? 3 : 8 } : {}),
});

/* A flow is drawn in the middle of its bucket, a level at the end of it. */
const points = (option, values) => values.map((value, index) => [option.startMs + option.bucketMs * (index + (option.kind === 'flow' ? 0.5 : 1)), value]);

const faultSeries = (series) => ({
  ...series,
  markArea: {
    ...series.markArea,
    itemStyle: { color: colour('shade'), opacity: 0.13, borderColor: colour('shade'), borderWidth: 1 },
    data: series.markArea.data.map(([start, end]) => [{
      ...start,
      label: { formatter: () => (isNarrow() ? start.short : start.name), position: 'top', align: isNarrow() ? 'center' : start.align, color: colour('bad'), fontSize: 11, distance: 4 },
    }, end]),
  },
});

const oneSeries = (option) => (series) => {
  if (series.isFaults) return faultSeries(series);
  const { label, ...rest } = series;
  return { ...rest, color: themed(series.color), data: option.bucketMs === undefined ? series.data : points(option, series.data), emphasis: { disabled: true } };
};

const sankeySeries = (series) => ({
  type: 'sankey',
  left: 4, right: 4, top: 12, bottom: 12,
  nodeWidth: isNarrow() ? 10 : 14, nodeGap: 14, draggable: false,
  emphasis: { focus: 'adjacency' },
  lineStyle: { color: 'gradient', opacity: 0.35 },
  links: series.links,
  data: series.nodes.map((node) => ({
    name: node.name, depth: node.depth, itemStyle: { color: themed(node.color), borderWidth: 0 },
    label: { text: node.label, formatter: () => node.label, position: node.depth === 2 ? 'left' : 'right', color: colour('text'), fontSize: isNarrow() ? 11 : 13, textBorderColor: colour('card'), textBorderWidth: 3 },
  })),
});

const tooltip = (trigger, formatter) => ({
  trigger, formatter, confine: true, transitionDuration: 0, backgroundColor: colour('card'), borderColor: colour('line'), textStyle: { color: colour('text'), fontSize: 13 },
  axisPointer: { type: trigger === 'axis' ? 'line' : 'none', lineStyle: { color: colour('quiet') } },
});

const cartesian = (chart) => {
  const { option } = chart;
  const hasFaults = faultWindows(option).length > 0;
  return {
    grid: { left: 4, right: 14, top: hasFaults ? 26 : 12, bottom: 4, containLabel: true },
    xAxis: axis(option.xAxis), yAxis: axis(option.yAxis),
    series: option.series.map(oneSeries(option)),
    tooltip: tooltip('axis', chart.isTimed ? timeTip(chart) : barTip(chart)),
  };
};

const drawing = (chart) => {
  const isFlow = chart.option.series[0].type === 'sankey';
  const body = isFlow ? { series: chart.option.series.map(sankeySeries), tooltip: tooltip('item', flowTip) } : cartesian(chart);
  return { animation: false, useUTC: true, backgroundColor: 'transparent', textStyle: { fontFamily: 'inherit' }, legend: { show: false }, ...body };
};

const draw = (chart) => {
  const place = document.querySelector('[data-chart="' + chart.id + '"]');
  if (!place) return;
  let picture = drawn.get(chart.id);
  if (!picture) drawn.set(chart.id, (picture = echarts.init(place, null, { renderer: 'svg' })));
  if (chart.isTimed) picture.group = 'time';
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

drawAll();
echarts.connect('time');
let width = window.innerWidth;
let timer = 0;
window.addEventListener('resize', () => {
  if (window.innerWidth === width) return;
  width = window.innerWidth;
  clearTimeout(timer);
  timer = setTimeout(drawAll, 100);
});
`;
