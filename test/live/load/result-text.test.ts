/** What a result of a load says in text, where the kept digests do not look: a load in order, and what was not judged. */
import { describe, expect, it } from 'vitest';
import { stepLine } from '../../../src/live/load/limit/text.ts';
import type { LoadLimitStep } from '../../../src/live/load/limit/result.ts';
import { LoadMeasures } from '../../../src/live/load/measure/load-measures.ts';
import { loadResult } from '../../../src/live/load/result.ts';
import { loadText } from '../../../src/live/load/text.ts';
import { decoded, percentilesOf } from '../../../src/live/traffic/measure/histogram.ts';
import { drawFrom } from '../../kept-digests.ts';
import { drawnCall, drawnEnd, drawnMeasures } from './drawn-results.ts';
import { expected } from './loading.ts';

/** The result of a load that nothing disturbed. */
function resultOf(expectations: Readonly<Record<string, string>>) {
  const call = drawnCall(drawFrom('text'));
  const of = expected(expectations);
  const workers = [{ worker: 0, requests: 0, lost: null, seconds: 1 }];
  const end = { ...drawnEnd(drawFrom('text')), measures: new LoadMeasures(of), workers, stopped: undefined };
  return loadResult({ ...call, scenario: { ...call.scenario, expectations: of } }, end);
}
const lastLine = (text: string): string | undefined => text.trimEnd().split('\n').at(-1);

describe('the text of a load', () => {
  it('ends with the verdict', () => {
    expect(lastLine(loadText(resultOf({ http_reqs: 'count==0' })))).toBe('ok');
    expect(lastLine(loadText(resultOf({ http_reqs: 'count>0' })))).toBe('FAILED');
  });

  it('names the expectations that no load can judge, and has no line where all are judged', () => {
    const two = { rate_window_excess: 'value==0', property_violations: 'value==0' };
    const text = loadText(resultOf({ http_reqs: 'count==0', ...two }));
    expect(text).toContain('\nnot judged  rate_window_excess value==0, property_violations value==0: measured inside the platform alone\n');
    const whole = loadText(resultOf({ http_reqs: 'count==0' })).split('\n');
    const at = whole.findIndex((line) => line.startsWith('holds'));
    expect(whole[at]).toBe('holds       http_reqs count==0: 0');
    expect(whole.filter((line) => line.startsWith('not judged'))).toEqual([]);
    // What is listed after the expectations begins with a word and spaces.
    for (const line of whole.slice(at + 1, -2)) expect(line).toMatch(/^(limit|spent|findings|note) {3,}\S|^ {2}\S/);
  }); // prettier-ignore
});

describe('the histograms of a result', () => {
  it('are those of its percentiles', () => {
    const measures = drawnMeasures(drawFrom('histograms'), 80);
    const result = loadResult(drawnCall(drawFrom('histograms')), { ...drawnEnd(drawFrom('histograms')), measures }); // prettier-ignore
    const { response, service } = result.histograms;
    expect(percentilesOf(decoded(response))).toEqual(result.responseMs);
    expect(percentilesOf(decoded(service))).toEqual(result.serviceMs);
    expect([decoded(response).totalCount, decoded(service).totalCount]).toEqual([
      measures.total.requests,
      measures.total.service.totalCount,
    ]);
  });
});

describe('the line of a step', () => {
  const step = (more: Partial<LoadLimitStep>): LoadLimitStep => {
    const times = { p50: 12.3456, p90: 50, p95: 60, p99: 1_234.5, p999: 2_000, max: 2_000, mean: 20 };
    return { level: 1_000, holds: true, why: null, limitedBy: null, responseMs: times, answeredPerSecond: 99.96, ...more } as unknown as LoadLimitStep;
  }; // prettier-ignore

  it('says that it holds, or by whom and why it breaks', () => {
    expect(stepLine(step({}), 'arrivals')).toBe('     1000 arrivals/s       100 requests/s  p50 12.3 p99 1235 ms  holds');
    const broken = { holds: false, limitedBy: 'ceiling', why: 'checks rate==1 fails' } as const;
    expect(stepLine(step({ level: 7, ...broken }), 'agents')).toBe('        7 agents       100 requests/s  p50 12.3 p99 1235 ms  BREAKS by ceiling: checks rate==1 fails');
    expect(stepLine(step({ holds: false }), 'agents')).toMatch(/ {2}BREAKS by target: $/);
  }); // prettier-ignore
});
