/** Ends of loads and results that are drawn: what reports, limits and the steps of a search are made from. */
import { LoadMeasures, countNames, delayReasons } from '../../../src/live/load/measure/load-measures.ts';
import type { LoadCall } from '../../../src/live/load/load-call.ts';
import { loadResult } from '../../../src/live/load/result.ts';
import type { LoadResult } from '../../../src/live/load/result-schema.ts';
import type { LoadEnd } from '../../../src/live/load/running-load.ts';
import type { Scenario } from '../../../src/simulation/scenario/scenario.ts';
import { oneOf, type DrawBelow } from '../../kept-digests.ts';
import { expected, stagesOf } from './loading.ts';

export const expectations = expected({
  http_req_duration: 'p(99)<400',
  'http_req_duration{service:escrow}': 'avg<30',
  'http_reqs{status:429}': 'count<5',
  http_req_failed: 'rate<0.5',
  http_req_timeouts: 'rate<1',
  'rate_limited_total{operation:register}': 'count>0',
  checks: 'rate>0.9',
  'checks{check:paid}': 'rate==1',
  agents_total: 'value>1',
  findings_total: 'count<3',
  rate_window_excess: 'value==0',
});

const calls = ['escrow/A/create', 'faucet/B/register', 'faucet/A/register', ''];
const ends = [[200, ''], [201, ''], [429, 'RATE_LIMIT'], [500, 'INTERNAL'], [0, 'timeout'], [0, 'unfinished']] as const; // prettier-ignore

export function drawnMeasures(draw: DrawBelow, requests: number): LoadMeasures {
  const measures = new LoadMeasures(expectations);
  for (let at = 0; at < requests; at += 1) {
    const [status, code] = oneOf(draw, ends);
    const responseMs = 1 + draw(oneOf(draw, [20, 200, 2_000]));
    measures.add({ call: oneOf(draw, calls), behaviour: oneOf(draw, ['visitor', 'maker']), status, code, responseMs, serviceMs: draw(4) === 0 ? undefined : responseMs / 2 });
  }
  for (const name of countNames) measures.counts[name] = oneOf(draw, [0, 0, 1, 7, 1_234]);
  for (const reason of delayReasons) for (let at = draw(5); at > 0; at -= 1) measures.delayed(reason, draw(40));
  for (let at = draw(9); at > 0; at -= 1) measures.check(oneOf(draw, ['paid', 'named']), oneOf(draw, ['visitor', 'maker']), draw(3) > 0);
  return measures;
} // prettier-ignore

const row = (draw: DrawBelow, second: number): LoadEnd['rows'][number] => ({
  second, offered: draw(50), answered: draw(50), failed: draw(5), p50: draw(90), p95: draw(900), p99: draw(9_000),
  codes: { RATE_LIMIT: draw(3) }, failedCalls: {}, stage: draw(2), agents: draw(30), inFlight: draw(9), dropped: draw(2),
}); // prettier-ignore

/** The end of a load of ten seconds at most. */
export function drawnEnd(draw: DrawBelow): LoadEnd {
  const finding = { kind: 'behaviour-threw', agent: 'visitor/1', behaviour: 'visitor', at: '2026-01-01T00:00:00Z', message: 'it broke' };
  return {
    elapsedMs: draw(12_000), lengthMs: 10_000, measures: drawnMeasures(draw, draw(60)), rows: Array.from({ length: draw(10) }, (_, second) => row(draw, second)),
    agents: draw(5), inFlight: draw(5), speed: oneOf(draw, [1, 60, 0.5]), startedMs: 1_780_000_000_000, intervalMs: 1_000, probes: draw(2),
    connections: draw(12), spent: { requests: draw(99), micros: draw(3) * 1_500_000 }, findings: Array.from({ length: draw(7) }, () => finding),
    workers: Array.from({ length: 1 + draw(3) }, (_, worker) => ({ worker, requests: draw(50), lost: draw(6) === 0 ? 'it was killed' : null, seconds: draw(10), ...(draw(2) === 0 ? {} : { agentsLost: 3, arrivalsLost: draw(9) }) })),
    stopped: oneOf(draw, [undefined, undefined, undefined, 'interrupt', 'expectation', 'budget']), notes: draw(4) === 0 ? ['the certificate is not checked'] : [],
  };
} // prettier-ignore

/** The call that such an end belongs to. */
export const drawnCall = (draw: DrawBelow): LoadCall =>
  ({
    scenario: {
      name: 'a town', seed: '7', expectations,
      load: oneOf(draw, [undefined, stagesOf({ shape: 'constant-arrival-rate', rate: 40, for: '10s' })]),
    } as unknown as Scenario,
    target: { name: 'toy', file: 'toy.yaml', connectionsMax: 6 },
    namespace: 'test',
  }) as unknown as LoadCall; // prettier-ignore

export const drawnResult = (draw: DrawBelow): LoadResult => loadResult(drawnCall(draw), drawnEnd(draw));

/** Without the compressed histograms, of which the bytes are those of a library. */
export const withoutHistograms = (result: LoadResult): object => ({ ...result, histograms: undefined });
