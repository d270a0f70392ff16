/** The table of a sweep: one row per point, in order. The columns depend only on the plan. */
import { measureNames } from '../scenario/measures.ts';
import { valueText } from './axes.ts';
import type { MeasuredPoint, PointResult, SweepPlan } from './result-schema.ts';
import { pointAt } from './plan.ts';

/** A value of the table; null where a point has none. */
export type Cell = string | number | boolean | null;

/** One column; `values` has one entry per point. */
export interface SweepColumn {
  readonly name: string;
  readonly type: 'text' | 'integer' | 'number' | 'boolean';
  readonly values: readonly Cell[];
}

/** The columns; `results` in the order of points. */
export function columnsOf(plan: SweepPlan, results: readonly PointResult[]): readonly SweepColumn[] {
  const places = results.map(({ point }) => pointAt(plan, point));
  return [
    column('point', 'integer', results, ({ point }) => point),
    { name: 'cell', type: 'integer', values: places.map(({ cell }) => cell + 1) },
    { name: 'seed', type: 'text', values: places.map(({ seed }) => seed) },
    ...plan.axes.map(({ path, values }, axis): SweepColumn => {
      const type = axisType(values);
      const cells = places.map(({ settings }) => settings[axis]?.value);
      return { name: path, type, values: type === 'text' ? cells.map(valueText) : (cells as Cell[]) };
    }),
    column('outcome', 'text', results, ({ outcome }) => outcome),
    column('message', 'text', results, ({ message }) => message),
    ...runColumns.map(({ name, type, value }) => column(name, type, results, ofRun(value))),
    ...expectationColumns(plan, results),
    ...measureNames.map((name) =>
      column(
        name,
        'number',
        results,
        ofRun(({ metrics }) => metrics[name] ?? null),
      ),
    ),
  ];
}

/** `number` or `boolean` if every value of the axis has that type, otherwise `text`. */
function axisType(values: readonly unknown[]): SweepColumn['type'] {
  if (values.every((value) => typeof value === 'number')) return 'number';
  return values.every((value) => typeof value === 'boolean') ? 'boolean' : 'text';
}

function column(
  name: string,
  type: SweepColumn['type'],
  results: readonly PointResult[],
  value: (result: PointResult) => Cell,
): SweepColumn {
  return { name, type, values: results.map(value) };
}

const ofRun =
  (value: (run: MeasuredPoint) => Cell) =>
  ({ run }: PointResult): Cell =>
    run === null ? null : value(run);

const runColumns: readonly {
  readonly name: string;
  readonly type: SweepColumn['type'];
  readonly value: (run: MeasuredPoint) => Cell;
}[] = [
  { name: 'digest', type: 'text', value: ({ digest }) => digest },
  { name: 'policy_hash', type: 'text', value: ({ policyHash }) => policyHash },
  { name: 'virtual_seconds', type: 'number', value: ({ virtualSeconds }) => virtualSeconds },
  { name: 'agents', type: 'integer', value: ({ agents }) => agents },
  { name: 'events', type: 'integer', value: ({ events }) => events },
  { name: 'requests', type: 'integer', value: ({ requests }) => requests },
  { name: 'transfers', type: 'integer', value: ({ transfers }) => transfers },
  { name: 'drift_micros', type: 'integer', value: ({ driftMicros }) => driftMicros },
  { name: 'findings', type: 'integer', value: ({ findings }) => findings },
];

/** The value and the verdict of each expectation; a duplicate expectation gets no second pair of columns. */
function expectationColumns(plan: SweepPlan, results: readonly PointResult[]): readonly SweepColumn[] {
  const titles = plan.expectations.map(({ metric, threshold }) => `expect ${metric} ${threshold}`);
  return titles.flatMap((title, index) => {
    if (titles.indexOf(title) !== index) return [];
    return [
      column(
        title,
        'number',
        results,
        ofRun(({ expectations }) => expectations[index]?.value ?? null),
      ),
      column(
        `${title} held`,
        'boolean',
        results,
        ofRun(({ expectations }) => expectations[index]?.ok ?? null),
      ),
    ];
  });
}
