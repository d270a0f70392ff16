import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { resultsCsv } from '../../../src/report/sweep/csv.ts';
import { resultsParquet } from '../../../src/report/sweep/parquet.ts';
import { sweepText } from '../../../src/report/sweep/text.ts';
import { columnsOf } from '../../../src/simulation/sweep/columns.ts';
import type { PointResult } from '../../../src/simulation/sweep/result-schema.ts';
import { readLine } from '../../../src/simulation/sweep/point-result.ts';
import { wholeSweep } from '../../../src/simulation/sweep/shard.ts';
import { meanInterval } from '../../../src/simulation/sweep/statistics.ts';
import { summaryOf } from '../../../src/simulation/sweep/summary.ts';
import { heldPoint, planOf } from './plans.ts';

const brokenPoint: PointResult = { point: 3, outcome: 'broken', message: '=1+1, "x"', run: null };

describe('the mean of a metric over seeds', () => {
  // R: t.test(c(1, 2, 3, 4))$conf.int, and so on.
  it.each([
    [[1, 2, 3, 4], 2.5, 0.445739743239121, 4.554260256760879],
    [[0, 1], 0.5, -5.853102368216048, 6.853102368216048],
    [Array.from({ length: 100 }, (_, index) => index), 49.5, 43.743494, 55.256506],
  ])('has the interval of Student: %j', (values, mean, low, high) => {
    const found = meanInterval(values);
    expect(found?.mean).toBeCloseTo(mean, 10);
    expect(found?.low).toBeCloseTo(low, 2);
    expect(found?.high).toBeCloseTo(high, 2);
  });

  it('is known to no degree from one seed, and is nothing without any', () => {
    expect(meanInterval([4])).toEqual({ count: 1, mean: 4, low: null, high: null });
    expect(meanInterval([])).toBeUndefined();
  });
});

describe('the table of a sweep', () => {
  const plan = planOf({
    axes: [
      { path: 'for', values: ['=1d', 5] },
      { path: 'n', values: [1.5] },
    ],
    seeds: ['=cmd', '7'],
  });
  const results = [heldPoint(1, 0.25), heldPoint(2, 0.1 + 0.2), brokenPoint, heldPoint(4, 1e-9)];
  const columns = columnsOf(plan, results);

  it('has the same columns for all measurements', () => {
    const names = columns.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(columnsOf(plan, []).map(({ name }) => name)).toEqual(names);
    expect(columnsOf(plan, [brokenPoint]).map(({ type }) => type)).toEqual(columns.map(({ type }) => type));
    expect(names.slice(0, 7)).toEqual(['point', 'cell', 'seed', 'for', 'n', 'outcome', 'message']);
    for (const { name, values } of columns) expect(values, name).toHaveLength(results.length);
  });

  it('is the same table in Parquet as in CSV', async () => {
    const bytes = resultsParquet(columns);
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
    const rows = await parquetReadObjects({ file });
    const lines = parse(resultsCsv(columns), { columns: true }) as Record<string, string>[];
    expect(rows).toHaveLength(4);
    for (const [index, row] of rows.entries()) {
      for (const { name, type, values } of columns) {
        const wanted = values[index] ?? null;
        const cell = lines[index]?.[name] ?? '';
        const read: unknown = row[name] ?? null;
        expect(typeof read === 'bigint' ? Number(read) : read, name).toBe(wanted);
        // A spreadsheet must not take a text for a formula; everything else is read back as it is.
        if (type === 'text') expect(cell.replace(/^'(?==)/, ''), name).toBe(wanted ?? '');
        else
          expect(cell === '' ? null : type === 'boolean' ? cell === 'true' : Number(cell), name).toBe(wanted);
      }
    }
    expect(parquetMetadata(file).schema.find(({ name }) => name === 'requests')?.type).toBe('INT64');
  });

  it('has the same bytes every time', () => {
    expect(resultsParquet(columnsOf(plan, results))).toEqual(resultsParquet(columns));
  });

  it('can be empty', async () => {
    const bytes = resultsParquet(columnsOf(plan, []));
    expect(await parquetReadObjects({ file: bytes.buffer as ArrayBuffer })).toEqual([]);
    expect(resultsCsv(columnsOf(plan, [])).split('\r\n')).toHaveLength(2);
  });
});

describe('a line of a point', () => {
  const plan = planOf();
  const line = JSON.stringify(heldPoint(2, 0.5));

  it('is read back', () => expect(readLine(line, plan)).toEqual(heldPoint(2, 0.5)));

  it.each([
    '',
    'null',
    '[]',
    '7',
    line.slice(0, -3),
    line.replace('"point":2', '"point":4'),
    line.replace('"point":2', '"point":0'),
    line.replace('"point":2', '"point":1.5'),
    line.replace('"point":2', '"point":"2"'),
    line.replace('held', 'won'),
    line.replace('held', 'broken'),
    JSON.stringify({ ...brokenPoint, outcome: 'held' }),
    JSON.stringify(heldPoint(2, 0.5, { expectations: [] })),
    // What contradicts itself: a verdict that does not follow from its figures.
    line.replace('held', 'failed'),
    JSON.stringify(heldPoint(2, 0.75)),
    JSON.stringify(heldPoint(2, 0.5, { findings: 1 })),
    JSON.stringify(heldPoint(2, 0.5, { driftMicros: 1 })),
    JSON.stringify(heldPoint(2, 0.5, { expectations: [{ value: 0.5, ok: false }] })),
    JSON.stringify(heldPoint(2, 0.5, { digest: 'x' })),
    JSON.stringify(heldPoint(2, 0.5, { metrics: { http_reqs: '=1+1' as unknown as number } })),
    JSON.stringify({ ...heldPoint(2, 0.5), message: { text: 'x' } }),
  ])('is no line of the plan: %j', (text) => expect(readLine(text, plan)).toBeUndefined());
});

describe('the summary', () => {
  const failed: PointResult = {
    ...heldPoint(2, 0.75, { expectations: [{ value: 0.75, ok: false }] }),
    outcome: 'failed',
  };
  const plan = planOf({
    profile: 'consistent',
    policies: { 'limits.burst': 'x3' },
    axes: [{ path: 'population.0.with.note', values: ["it's", 7] }],
    seeds: ['a b', '2'],
  });
  const summary = summaryOf(plan, [heldPoint(1, 0.25), failed, brokenPoint, heldPoint(4, 0.5)], wholeSweep);

  it('counts, and says how each failed point is repeated', () => {
    expect(summary).toMatchObject({ points: 4, held: 2, failed: 1, broken: 1, crashed: 0, ok: false });
    expect(summary.failures).toEqual([
      {
        point: 2,
        outcome: 'failed',
        why: 'http_req_failed rate<=0.5: 0.75',
        command: `npx orrery-sim run town.yaml --seed 2 --profile consistent --set limits.burst=x3 --with 'population.0.with.note=it'\\''s'`,
      },
      {
        point: 3,
        outcome: 'broken',
        why: '=1+1, "x"',
        command: `npx orrery-sim run town.yaml --seed 'a b' --profile consistent --set limits.burst=x3 --with population.0.with.note=7`,
      },
    ]);
    expect(summary.cells.map(({ cell, points, failed: bad, metrics }) => [cell, points, bad, metrics[0]?.mean])).toEqual([[1, 2, 1, 0.5], [2, 2, 1, 0.5]]); // prettier-ignore
  });

  it('has another digest as soon as a point has', () => {
    const other = summaryOf(plan, [heldPoint(1, 0.25), failed, brokenPoint, { ...heldPoint(4, 0.5), outcome: 'crashed', run: null }], wholeSweep); // prettier-ignore
    expect(other.digest).not.toBe(summary.digest);
  });

  it('fits a screen, however large the grid', () => {
    const values = Array.from({ length: 300 }, (_, index) => `${'long'.repeat(30)}${index}`);
    const many = planOf({ axes: [{ path: 'population.0.with.x', values }], seeds: ['1'] });
    const results = values.map((_, index): PointResult => ({ ...failed, point: index + 1 }));
    const text = sweepText(summaryOf(many, results, wholeSweep), { color: false, speed: 'in 1.0 s' });
    const lines = text.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(24);
    for (const line of lines)
      if (!line.includes('npx orrery-sim')) expect(line.length).toBeLessThanOrEqual(100);
    expect(text).toMatch(/and 288 more cells: see results\.csv/);
    expect(text).toMatch(/and 297 more failed points/);
    expect(text).toMatch(/0 of 300 points held; 300 failed\./);
  });

  it('never steers a terminal', () => {
    const evil = planOf({ scenario: 'x\u001b[2J', seeds: ['\u001b]0;x\u0007'] });
    const text = sweepText(
      summaryOf(evil, [{ ...brokenPoint, point: 1, message: '\u001b[31m' }], wholeSweep),
      {
        color: false,
        speed: '',
      },
    );
    for (const steering of ['\u001b', '\u0007']) expect(text).not.toContain(steering);
  });
});
