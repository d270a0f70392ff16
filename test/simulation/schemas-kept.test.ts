/** The schemas of the files of scenarios, sweeps and traces, and the tables of metrics, whole. */
import { describe } from 'vitest';
import { LoadShapeSchema, loadDefaults, loadShapes } from '../../src/simulation/scenario/load-shape.ts';
import { alwaysWatched, measureNames } from '../../src/simulation/scenario/measures.ts';
import { metricNames, metricRow } from '../../src/simulation/scenario/metric-table.ts';
import { ScenarioSchema } from '../../src/simulation/scenario/schema.ts';
import { columnsOf } from '../../src/simulation/sweep/columns.ts';
import * as sweepSchemas from '../../src/simulation/sweep/result-schema.ts';
import * as traceSchemas from '../../src/simulation/trace/format.ts';
import { describeKept } from '../kept-digests.ts';
import { heldPoint, planOf } from './sweep/plans.ts';

const plan = planOf({
  axes: [
    { path: 'for', values: ['1d', 5] },
    { path: 'n', values: [1.5, 2] },
    { path: 'is', values: [true, false] },
  ],
  expectations: [
    { metric: 'http_req_failed', threshold: 'rate<=0.5', aggregate: 'rate' },
    { metric: 'http_req_failed', threshold: 'rate<=0.9', aggregate: 'rate' },
    { metric: 'http_req_failed', threshold: 'rate<=0.5', aggregate: 'rate' },
    { metric: 'http_reqs', threshold: 'count>1', aggregate: 'count' },
  ],
});
const expectations = [
  { value: 0.25, ok: true },
  { value: 0.5, ok: false },
  { value: 0.75, ok: true },
];
const points: readonly sweepSchemas.PointResult[] = [
  heldPoint(1, 0.25, { expectations }),
  { ...heldPoint(2, 0.5, { findings: 1, driftMicros: -3 }), outcome: 'failed', message: 'a at b: c' },
  { point: 7, outcome: 'broken', message: 'no', run: null },
  heldPoint(24, 1e-9),
];

describe('what simulation declares', () => {
  describeKept(new URL('schemas-kept.json', import.meta.url), [
    { name: 'the scenario', made: () => [ScenarioSchema] },
    { name: 'the load', made: () => [LoadShapeSchema, loadDefaults, loadShapes] },
    { name: 'the files of a sweep', made: () => [sweepSchemas] },
    { name: 'the trace', made: () => [traceSchemas] },
    { name: 'the metrics', made: () => metricNames.map((name) => [name, metricRow(name)]) },
    { name: 'the measures', made: () => [alwaysWatched, measureNames] },
    { name: 'the columns of a sweep', made: () => columnsOf(plan, points) },
  ]);
});
