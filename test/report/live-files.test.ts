/** Tables of live measurements, and a bench as JUnit XML. */
import { expect, it } from 'vitest';
import { benchFiles } from '../../src/report/bench/files.ts';
import { measuredFiles } from '../../src/report/live/files.ts';
import { fixtureBench, fixtureMeasured } from './live-fixture.ts';
import { assertWellFormed } from './well-formed.ts';

const lines = (text = ''): string[] => text.trimEnd().split('\r\n');

it('a line for each interval, with a column for each error code', () => {
  const series = lines(measuredFiles(fixtureMeasured())['series.csv']);
  expect(series[0]).toBe('second,offered,answered,failed,p50_ms,p95_ms,p99_ms,error_RATE_LIMIT');
  expect(series[4]).toBe('3,45,43,5,7,21,35,5');
  expect(series).toHaveLength(21);
});

it('a line for each operation', () => {
  expect(lines(measuredFiles(fixtureMeasured())['operations.csv'])).toEqual([
    'operation,requests,per_second,failed,p50_ms,p90_ms,p99_ms,p999_ms,max_ms',
    'escrow/B/create,400,20,25,4,8,20,24,28',
    'escrow/B/release,400,20,0,4,8,20,24,28',
  ]);
});

it('an operation that a spreadsheet would run is text', () => {
  const [operation] = fixtureMeasured().operations;
  const operations = [{ ...operation!, call: '=1+1' }];
  const [, row] = lines(measuredFiles({ ...fixtureMeasured(), operations })['operations.csv']);
  expect(row).toMatch(/^'=1\+1,/);
});

it('a bench has a line for each step', () => {
  expect(lines(benchFiles(fixtureBench())['steps.csv'])).toEqual([
    'step,offered_per_second,achieved_per_second,holds,limited_by,failed,p50_ms,p90_ms,p99_ms,p999_ms,max_ms,send_lag_p99_ms',
    '0,40,40,true,,0,4,8,20,24,28,1.5',
    '1,64,64,false,event loop,0,4,8,20,24,28,1.5',
    '2,64,64,false,target,30,4,8,20,24,28,1.5',
  ]);
});

it('a bench without figures over time has no tables of them', () => {
  const { measured: _, ...closed } = fixtureBench();
  expect(Object.keys(benchFiles({ ...closed, shape: 'closed' }))).toEqual(['steps.csv', 'junit.xml']);
});

it('a bench fails in JUnit for each figure that is worse than the baseline', () => {
  const baseline = { file: 'b<.json', perSecondRatio: 0.5, p99Ratio: null, worse: ['half the "rate"'] };
  const xml = benchFiles(fixtureBench({ baseline, ok: false }))['junit.xml'] ?? '';
  assertWellFormed(xml);
  expect(xml).toContain('failures="1"');
  expect(xml).toContain('half the &quot;rate&quot;');
});

it('a bench without a rate that held fails in JUnit, whatever the baseline', () => {
  const baseline = { file: 'b.json', perSecondRatio: null, p99Ratio: null, worse: ['no rate'] };
  const xml = benchFiles(fixtureBench({ highestPerSecond: null, baseline, ok: false }))['junit.xml'] ?? '';
  expect(xml).toContain('message="no rate held; limited by: target"');
});

it('a bench that is as good as its baseline passes', () => {
  const baseline = { file: 'b.json', perSecondRatio: 1, p99Ratio: 1, worse: [] };
  const xml = benchFiles(fixtureBench({ baseline }))['junit.xml'] ?? '';
  expect(xml).toContain('tests="2" failures="0"');
});
