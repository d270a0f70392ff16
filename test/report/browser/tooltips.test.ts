import { expect, it } from 'vitest';
import type { ChartData, ChartOption, FaultWindow } from '../../../src/report/browser/chart-data.ts';
import {
  axisTooltip,
  flowTooltip,
  pointTooltip,
  type TooltipItem,
} from '../../../src/report/browser/tooltips.ts';

const minuteMs = 60_000;
const startMs = Date.UTC(2026, 0, 5, 23, 57);

const chart = (
  option: Partial<ChartOption>,
  parts: Partial<Pick<ChartData, 'unit' | 'isTimed'>> = {},
): ChartData => ({
  id: 'chart',
  unit: 'count',
  isTimed: false,
  ...parts,
  option: {
    xAxis: { type: 'category' },
    yAxis: { type: 'value' },
    series: [
      { type: 'line', name: 'ok' },
      { type: 'line', name: 'bad', label: 'Not "ok" & <worse>' },
      { type: 'line', name: 'bare', label: '' },
    ],
    ...option,
  },
});

const window = (fromMs: number, untilMs: number, what: string): FaultWindow => [
  { xAxis: fromMs, name: 'long', short: 's', align: 'left', what },
  { xAxis: untilMs },
];

const timed = (kind: 'flow' | 'level', windows: readonly FaultWindow[] = []): ChartData => {
  const plain = chart({});
  const faults = { type: 'line', name: 'faults', isFaults: true, markArea: { silent: true, data: windows } };
  const buckets = { startMs, bucketMs: minuteMs, bucketCount: 4, kind };
  const series = [...plain.option.series, { type: 'line', name: 'none', isFaults: true }, faults];
  return { ...chart({ ...buckets, series }), isTimed: true };
};

const item = (
  seriesName: string,
  value: TooltipItem['value'],
  parts: Partial<TooltipItem> = {},
): TooltipItem => ({
  dataIndex: 0,
  seriesName,
  color: `c-${seriesName}`,
  axisValue: 'Mon & Tue',
  value,
  data: {},
  ...parts,
});

const row = (colour: string, label: string, text: string): string =>
  `<div class="tip"><i style="background:${colour}"></i><span>${label}</span><b>${text}</b></div>`;

const okRow = row('c-ok', 'ok', '1,234');
const badRow = row('c-bad', 'Not &#34;ok&#34; &#38; &#60;worse&#62;', '7');

it('shows a bar by position, last series first, without those that are zero', () => {
  const items = [item('ok', 1234), item('bare', 0), item('bad', 7)];
  expect(axisTooltip(chart({}))(items)).toBe(`<strong>Mon &#38; Tue</strong>${badRow}${okRow}`);
});

it('shows a series without a label by its name, and one that the chart does not have', () => {
  expect(axisTooltip(chart({}))([item('<other>', [1, 2]), item('bare', -3)])).toBe(
    `<strong>Mon &#38; Tue</strong>${row('c-bare', 'bare', '-3')}${row('c-&#60;other&#62;', '&#60;other&#62;', '2')}`,
  );
});

it('says that there is nothing where all bars are zero, and with no bar', () => {
  expect(axisTooltip(chart({}))([item('ok', 0)])).toBe('<strong>Mon &#38; Tue</strong><div>nothing</div>');
  expect(axisTooltip(chart({ isTraced: false }))([])).toBe('<strong></strong><div>nothing</div>');
});

it('shows all lines at a number of the axis, in order, also those that are zero', () => {
  const traced = chart(
    { isTraced: true, xAxis: { type: 'value', unit: 'count', what: '<hands>' } },
    { unit: 'usdc' },
  );
  expect(axisTooltip(traced)([item('ok', [1500.4, 0]), item('bad', [1500.4, 2.5])])).toBe(
    `<strong>1,500 &#60;hands&#62;</strong>${row('c-ok', 'ok', '0.00')}${badRow.replace('>7<', '>2.50<')}`,
  );
  expect(axisTooltip(traced)([])).toBe('');
});

it('writes a position without a unit as a figure, and a single number as both', () => {
  const traced = chart({ isTraced: true, xAxis: { type: 'value' } });
  expect(axisTooltip(traced)([item('ok', 1234.56)])).toBe(
    `<strong>1,234.6 </strong>${row('c-ok', 'ok', '1,235')}`,
  );
});

it.each([
  [0, '2026-01-05 23:57 to 23:58'],
  [1, '2026-01-05 23:57 to 23:58'],
  [2, '2026-01-05 23:58 to 23:59'],
  [3, '2026-01-05 23:59 to 2026-01-06 00:00'],
  [4, '2026-01-06 00:00 to 00:01'],
  [5, '2026-01-06 00:00 to 00:01'],
])('shows the bucket of point %d of a flow as %s', (dataIndex, head) => {
  const items = [
    item('ok', [startMs, 1234], { dataIndex }),
    item('bare', [startMs, NaN]),
    item('bare', [startMs, 0]),
    item('bad', [startMs, 7]),
  ];
  expect(axisTooltip(timed('flow'))(items)).toBe(`<strong>${head} UTC</strong>${badRow}${okRow}`);
});

it.each([
  [0, '2026-01-05 23:58'],
  [1, '2026-01-05 23:59'],
  [3, '2026-01-06 00:01'],
])('shows the end of bucket %d of a level as %s', (dataIndex, head) => {
  expect(axisTooltip(timed('level'))([item('ok', [startMs, 1234], { dataIndex })])).toBe(
    `<strong>${head} UTC</strong>${okRow}`,
  );
});

it('shows nothing over time without a point, and that all is zero', () => {
  expect(axisTooltip(timed('flow'))([])).toBe('');
  expect(axisTooltip(timed('flow'))([item('ok', [startMs, 0])])).toBe(
    '<strong>2026-01-05 23:57 to 23:58 UTC</strong><div>nothing</div>',
  );
});

it('names the faults that were active in the bucket, with its start and without its end', () => {
  const [fromMs, untilMs] = [startMs + minuteMs, startMs + 2 * minuteMs];
  const windows = [
    window(fromMs - 9, fromMs, 'ends before'),
    window(fromMs - 9, fromMs + 1, 'ends <in> it'),
    window(fromMs - 1, fromMs - 1, 'instant before'),
    window(fromMs, fromMs, 'instant at start'),
    window(untilMs - 1, untilMs + 9, 'begins in it'),
    window(untilMs, untilMs + 9, 'begins after'),
    window(fromMs - 9, untilMs + 9, 'all over it'),
  ];
  const names = ['ends &#60;in&#62; it', 'instant at start', 'begins in it', 'all over it'];
  expect(axisTooltip(timed('level', windows))([item('ok', [startMs, 1234], { dataIndex: 1 })])).toBe(
    `<strong>2026-01-05 23:59 UTC</strong>${okRow}${names.map((name) => `<div class="tip fault">${name}</div>`).join('')}`,
  );
});

it('takes faults from no other series', () => {
  const markArea = { silent: true, data: [window(startMs, startMs + 9, 'no fault')] };
  const series = [{ type: 'line', name: 'ok', markArea }];
  const { option } = timed('level');
  expect(
    axisTooltip({ ...timed('level'), option: { ...option, series } })([item('ok', [startMs, 1234])]),
  ).toBe(`<strong>2026-01-05 23:58 UTC</strong>${okRow}`);
});

it('shows a mark of a scatter chart by its own text', () => {
  expect(pointTooltip(item('ok', 1, { data: { tip: `<b>'&"` } }))).toBe('&#60;b&#62;&#39;&#38;&#34;');
  expect(pointTooltip(item('ok', 1))).toBe('');
});

it('shows a link and a node of a flow chart without the numbers of their columns', () => {
  const link = { source: '0 <pool>', target: '1 agents & co', value: 1234.5 };
  expect(flowTooltip(item('', 5, { dataType: 'edge', data: link }))).toBe(
    '&#60;pool&#62; → agents &#38; co<br><b>1,234.50 USDC</b>',
  );
  expect(flowTooltip(item('', 5, { dataType: 'node', data: { label: { text: '<fees>' } } }))).toBe(
    '&#60;fees&#62;<br><b>5.00 USDC</b>',
  );
});
