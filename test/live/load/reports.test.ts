/** Results of loads and of searches for the limit: every figure and word for drawn ends, and the schemas that are published. */
import { readFileSync } from 'node:fs';
import type { TSchema } from 'typebox';
import { describe, expect, it } from 'vitest';
import { limitsOf } from '../../../src/live/load/limits.ts';
import { LoadLimitSchema, type LoadLimit } from '../../../src/live/load/limit/result.ts';
import { stepOf } from '../../../src/live/load/limit/step.ts';
import { loadLimitText, stepLine } from '../../../src/live/load/limit/text.ts';
import { noCounts } from '../../../src/live/load/measure/load-measures.ts';
import { measuresOfLoad } from '../../../src/live/load/result-measures.ts';
import { LoadSchema, LoadWorkSchema } from '../../../src/live/load/result-schema.ts';
import { LoadMeasures } from '../../../src/live/load/measure/load-measures.ts';
import { loadText } from '../../../src/live/load/text.ts';
import { LoadUpdateSchema } from '../../../src/live/load/update-schema.ts';
import { describeKept, drawFrom, oneOf, type DrawBelow } from '../../kept-digests.ts';
import { drawnCall, drawnEnd, drawnResult, expectations, withoutHistograms } from './drawn-results.ts';

const times = <Made>(count: number, name: string, make: (draw: DrawBelow) => Made): Made[] =>
  Array.from({ length: count }, (_, at) => make(drawFrom(`${name} ${at}`)));

/** Searches of which each step is judged by its result. */
function drawnLimit(draw: DrawBelow): LoadLimit {
  const aloneMs = oneOf(draw, [undefined, 5, 500]);
  const steps = Array.from({ length: 1 + draw(4) }, (_, at) => stepOf(10 ** at * 1.5, drawnResult(draw), { expectations, aloneMs }));
  return {
    scenario: 'a town', seed: '7', target: 'toy', searched: oneOf(draw, ['arrivals', 'agents']), stepSeconds: 10, steps,
    highest: oneOf(draw, [null, 12.345, 1_234.5]), lowestBroken: oneOf(draw, [null, 13.7, 2_000]),
    limitedBy: oneOf(draw, ['target', 'ceiling', 'connections', 'budget', 'agents', 'generator', 'worker', 'level', 'stop']),
    spent: { requests: draw(999), usdc: '0.00' }, ok: true,
  };
} // prettier-ignore

describe('drawn ends of loads', () => {
  describeKept(new URL('reports.json', import.meta.url), [
    { name: 'as results', made: () => times(60, 'result', (draw) => withoutHistograms(drawnResult(draw))) },
    { name: 'as text', made: () => times(60, 'text', (draw) => loadText(drawnResult(draw))) },
    { name: 'as metrics', made: () => times(40, 'metrics', (draw) => measuresOfLoad(drawnEnd(draw))) },
    { name: 'as limits', made: () => times(60, 'limits', (draw) => limitsOf(drawnEnd(draw), drawnCall(draw).target)) },
    { name: 'as searches', made: () => times(60, 'search', (draw) => { const limit = drawnLimit(draw); return [limit, loadLimitText(limit), limit.steps.map((step) => stepLine(step, 'agents'))]; }) },
  ]);
}); // prettier-ignore

describe('what held requests back', () => {
  const endWith = (change: (measures: LoadMeasures) => void, connections = 2) => {
    const measures = new LoadMeasures([]);
    Object.assign(measures.counts, noCounts());
    change(measures);
    return limitsOf({ ...drawnEnd(drawFrom('end')), measures, connections }, { ...drawnCall(drawFrom('call')).target, connectionsMax: 6 });
  }; // prettier-ignore

  it('is the ceiling, the connections once all are open, the generator above 10 ms, agentsMax or the budget', () => {
    expect(endWith(() => undefined)).toEqual([]);
    expect(endWith((one) => one.delayed('ceiling', 30))).toEqual([
      { by: 'ceiling', requests: 1, p99Ms: expect.closeTo(30, 0), what: 'requests waited for requestsPerSecond of the target file' },
    ]);
    expect(endWith((one) => one.delayed('connection', 30), 5)).toEqual([]);
    expect(endWith((one) => one.delayed('connection', 30), 6)).toMatchObject([
      { by: 'connections', requests: 1, what: 'requests waited for one of 6 connections' },
    ]);
    expect(endWith((one) => one.delayed('generator', 9.9))).toEqual([]);
    expect(endWith((one) => one.delayed('generator', 10.2))).toMatchObject([{ by: 'generator', requests: 1 }]);
    const counted = endWith((one) => Object.assign(one.counts, { dropped: 3, withheld: 4 }));
    expect(counted.map(({ by, requests, p99Ms }) => [by, requests, p99Ms])).toEqual([['agents', 3, 0], ['budget', 4, 0]]);
  }); // prettier-ignore
});

describe('the schema that is published of', () => {
  it.each<[string, string, TSchema]>([
    ['load.json', 'orrery load --json', LoadSchema],
    ['load-limit.json', 'orrery load --find-limit --json', LoadLimitSchema],
    ['load-work.json', 'orrery load --queue --work --json', LoadWorkSchema],
  ])('%s is that of %s', (file, title, schema) => {
    const {
      $schema: _,
      title: shown,
      ...published
    } = JSON.parse(readFileSync(new URL(`../../../docs/schemas/${file}`, import.meta.url), 'utf8')) as Record<
      string,
      unknown
    >;
    expect(shown).toBe(title);
    expect(JSON.parse(JSON.stringify(schema))).toEqual(published);
  });
});

describe('the shape of what a worker reports', () => {
  describeKept(new URL('update-shape.json', import.meta.url), [
    { name: 'is kept', made: () => [LoadUpdateSchema] },
  ]);
});
