/** In the page: numbers as text, and what a chart says under the pointer. Text is escaped before it becomes HTML. */
export const tooltipScript = String.raw`
const escaped = (text) => String(text).replace(/[&<>"']/g, (found) => '&#' + found.charCodeAt(0) + ';');
/* Decimals are not grouped. */
const grouped = (text) => text.replace(/^-?\d+/, (whole) => whole.replace(/\B(?=(?:\d{3})+$)/g, ','));
const count = (value) => grouped(String(Math.round(value)));
const usdc = (value) => { const [whole, cents] = value.toFixed(2).split('.'); return grouped(whole) + '.' + cents; };
const percent = (value) => Number(value.toFixed(4)) + '%';
const figure = (value) => grouped(String(Number(value.toPrecision(5))));
const written = { count, usdc, percent, figure };

/* Axes: 12,000 is 12k, so that labels stay short. */
const axisText = (value) => {
  const size = Math.abs(value);
  if (size >= 1e6) return Number((value / 1e6).toPrecision(6)) + 'M';
  if (size >= 1e4) return Number((value / 1e3).toPrecision(6)) + 'k';
  return grouped(String(Number(value.toPrecision(6))));
};

const clock = (ms) => new Date(ms).toISOString().slice(0, ms % 60000 === 0 ? 16 : 19).replace('T', ' ');
const row = (colour, label, text) => '<div class="tip"><i style="background:' + escaped(colour) + '"></i><span>' + escaped(label) + '</span><b>' + escaped(text) + '</b></div>';

/* One bucket: when, every series that is not zero, and the faults that were on. */
const timeTip = (chart) => (items) => {
  const { option, unit } = chart;
  if (items.length === 0) return '';
  /* A flow has one point more at either edge. */
  const index = option.kind === 'flow' ? Math.min(Math.max(items[0].dataIndex - 1, 0), option.bucketCount - 1) : items[0].dataIndex;
  const from = option.startMs + option.bucketMs * index;
  const until = from + option.bucketMs;
  const head = option.kind === 'flow' ? clock(from) + ' to ' + clock(until).slice(clock(from).slice(0, 10) === clock(until).slice(0, 10) ? 11 : 0) : clock(until);
  const lines = items.filter((item) => Number.isFinite(item.value[1]) && item.value[1] !== 0).reverse().map((item) => row(item.color, labelOf(chart, item.seriesName), written[unit](item.value[1])));
  const faults = faultWindows(option).filter(([start, end]) => start.xAxis < until && Math.max(end.xAxis, start.xAxis + 1) > from).map(([start]) => '<div class="tip fault">' + escaped(start.what) + '</div>');
  return '<strong>' + escaped(head) + ' UTC</strong>' + (lines.join('') || '<div>nothing</div>') + faults.join('');
};

const barTip = (chart) => (items) => {
  const lines = items.filter((item) => item.value !== 0).reverse().map((item) => row(item.color, labelOf(chart, item.seriesName), written[chart.unit](item.value)));
  return '<strong>' + escaped(items[0].axisValue) + '</strong>' + (lines.join('') || '<div>nothing</div>');
};

/* Lines over a number: where, and every line there. */
const traceTip = (chart) => (items) => {
  if (items.length === 0) return '';
  const { xAxis } = chart.option;
  const head = written[xAxis.unit](items[0].value[0]) + ' ' + xAxis.what;
  return '<strong>' + escaped(head) + '</strong>' + items.map((item) => row(item.color, labelOf(chart, item.seriesName), written[chart.unit](item.value[1]))).join('');
};

const pointTip = (item) => escaped(item.data.tip);

const flowTip = (item) => item.dataType === 'edge'
  ? escaped(item.data.source.slice(2)) + ' → ' + escaped(item.data.target.slice(2)) + '<br><b>' + usdc(item.data.value) + ' USDC</b>'
  : escaped(item.data.label.text) + '<br><b>' + usdc(item.value) + ' USDC</b>';

const labelOf = (chart, name) => (chart.option.series.find((series) => series.name === name) || { label: name }).label || name;
const faultWindows = (option) => option.series.filter((series) => series.isFaults).flatMap((series) => series.markArea.data);
`;
