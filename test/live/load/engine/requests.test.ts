/** What becomes of the requests of a load: which are sent, how each is recorded once, and what else is kept of agents. */
import { describe, expect, it } from 'vitest';
import { parseInstant, type Instant } from '../../../../src/core/base/time.ts';
import type { Process } from '../../../../src/core/kernel/process.ts';
import { Admission } from '../../../../src/live/load/engine/admission.ts';
import type { AgentMessage } from '../../../../src/live/load/engine/engine-parts.ts';
import type { AgentExchange } from '../../../../src/live/load/engine/exchange.ts';
import { FindingLog } from '../../../../src/live/load/engine/finding-log.ts';
import { OpenRequests } from '../../../../src/live/load/engine/open-requests.ts';
import { LoadRecorder } from '../../../../src/live/load/engine/recorder.ts';
import { RetryMemory } from '../../../../src/live/load/engine/retry-memory.ts';
import { Turns } from '../../../../src/live/load/engine/turns.ts';
import type { LoadCall } from '../../../../src/live/load/load-call.ts';
import { LoadMeasures } from '../../../../src/live/load/measure/load-measures.ts';
import type { RequestSpan } from '../../../../src/live/load/request-span.ts';
import type { RequestEffect } from '../../../../src/simulation/population/agent-effects.ts';

const start = parseInstant('2026-01-01T00:00:00Z') as Instant;

describe('what a worker records', () => {
  it('goes to the interval in which it happens, with the highest levels of each', () => {
    const recorder = new LoadRecorder([], 1_000);
    const done = { call: 'a/A/b', behaviour: 'visitor', status: 200, code: '', responseMs: 5, serviceMs: 4 };
    recorder.agentBegan();
    recorder.offered();
    recorder.offered();
    recorder.done(done);
    recorder.roll(999);
    expect(recorder.take()).toEqual([]);
    recorder.roll(2_000);
    recorder.dropped();
    recorder.agentEnded(true);
    recorder.agentEnded(false);
    recorder.done({ ...done, status: 0, code: 'timeout' });
    const rows = [...recorder.take(), ...recorder.take(true)];
    expect(rows.map(({ index, offered, answered, failed, agents, inFlight, dropped }) => [index, offered, answered, failed, agents, inFlight, dropped])).toEqual([
      [0, 2, 1, 0, 1, 2, 0],
      [1, 0, 0, 0, 1, 1, 0],
      [2, 0, 0, 1, 1, 1, 1],
    ]);
    expect(recorder.take(true)).toEqual([]);
    expect(recorder.measures.counts).toMatchObject({ offered: 2, arrivals: 1, ended: 1, dropped: 1 });
    expect([recorder.agents, recorder.inFlight]).toEqual([-1, 0]);
  }); // prettier-ignore

  const message = (more: Partial<AgentMessage>) =>
    ({
      call: 'a/A/b',
      behaviour: 'visitor',
      method: 'GET',
      dueMs: 100,
      sentMs: 130,
      trace: undefined,
      agent: { inFlight: 0 },
      ...more,
    }) as AgentMessage;

  it('is each request once: from when it was due, and from when it was sent', () => {
    const recorder = new LoadRecorder([], 1_000);
    const spans: RequestSpan[] = [];
    const open = new OpenRequests(recorder, 50, (span) => void spans.push(span));
    const sampled = { traceId: 't', spanId: 's', isSampled: true };
    const [one, other, never] = [message({ trace: sampled }), message({ agent: undefined, trace: { ...sampled, isSampled: false } }), message({ sentMs: 0 })];
    for (const each of [one, other, never]) open.add(each);
    expect([open.count, one.agent?.inFlight, recorder.measures.counts.offered]).toEqual([3, 1, 3]);
    const end = { status: 200, code: '', nowMs: 180 };
    expect([open.close(one, end), open.close(one, end), open.close(other, end)]).toEqual([true, false, true]);
    expect(open.all()).toEqual([never]);
    open.close(never, { status: 0, code: 'unfinished', nowMs: 1_060 });
    const { counts, total } = recorder.measures;
    expect([counts.sent, counts.unfinished, total.requests, total.sumMs, total.service.totalCount]).toEqual([2, 1, 3, 80 + 80 + 960, 2]);
    expect(one.agent?.inFlight).toBe(0);
    expect(spans).toEqual([{ context: sampled, method: 'GET', call: 'a/A/b', behaviour: 'visitor', status: 200, code: '', dueMs: 100, sentMs: 130, endMs: 180 }]);
    expect(recorder.take().map(({ index, answered }) => [index, answered])).toEqual([[0, 2]]);
  }); // prettier-ignore

  it('belongs to the interval of the load in which it ends, and its service time is from when it was sent', () => {
    const recorder = new LoadRecorder([], 1_000);
    const open = new OpenRequests(recorder, 900, undefined);
    const one = message({ dueMs: 950, sentMs: 2_000 });
    open.add(one);
    open.close(one, { status: 200, code: '', nowMs: 2_950 });
    const rows = [...recorder.take(), ...recorder.take(true)];
    expect(rows.map(({ index, offered, answered }) => [index, offered, answered])).toEqual([[0, 1, 0], [1, 0, 0], [2, 0, 1]]);
    const { service, response } = recorder.measures.total;
    expect(Math.abs(service.maxValue / 950_000 - 1)).toBeLessThan(0.002);
    expect(Math.abs(response.maxValue / 2_000_000 - 1)).toBeLessThan(0.002);
  }); // prettier-ignore
});

describe('a request', () => {
  const request = { method: 'POST', path: '/a', body: { amount: '0.40' } } as unknown as RequestEffect;
  const process = {} as Process;

  it('is a retry after no answer, a 429, a 500 or a 503 to the same', () => {
    for (const [status, is] of [[0, true], [429, true], [500, true], [503, true], [502, false], [400, false], [200, false]] as const) {
      const memory = new RetryMemory();
      expect(memory.isRetry(process, request)).toBe(false);
      memory.note(process, request, status);
      expect([memory.isRetry(process, request), memory.isRetry(process, { ...request, path: '/b' }), memory.isRetry(process, { ...request, method: 'PUT' }), memory.isRetry({} as Process, request)]).toEqual([is, false, false, false]);
      memory.note(process, request, 200);
      expect(memory.isRetry(process, request)).toBe(false);
    }
  }); // prettier-ignore

  it('is not sent without an address, beyond the budget, or where HTTP cannot carry it', () => {
    const admissionOf = (composed: object, budget: LoadCall['budget']) => {
      const measures = new LoadMeasures([]);
      const call = { callOf: () => 'casino/A/bet', budget } as unknown as LoadCall;
      const exchange = { compose: () => composed } as unknown as AgentExchange;
      return { measures, admission: new Admission(call, exchange, measures) };
    };
    const free = { micros: undefined, requests: undefined };
    for (const why of ['unlisted', 'unsendable'] as const) {
      const { admission, measures } = admissionOf({ why }, free);
      expect([admission.admit(process, {} as never, request), measures.counts[why], admission.isSpent]).toEqual([undefined, 1, false]);
    }
    const bounded = admissionOf({ text: 'x' }, { micros: 500_000, requests: 9 });
    expect(bounded.admission.admit(process, {} as never, request)).toEqual({ text: 'x', call: 'casino/A/bet' });
    expect(bounded.admission.admit(process, {} as never, request)).toBeUndefined();
    expect([bounded.measures.counts.withheld, bounded.admission.isSpent, bounded.admission.spent]).toEqual([1, false, { requests: 1, micros: 400_000 }]);
    const raw = { ...request, body: undefined, rawBody: '{"amount":"0.10"}' } as unknown as RequestEffect;
    bounded.admission.admit(process, {} as never, raw);
    expect(bounded.admission.spent.micros).toBe(500_000);
    const one = admissionOf({ text: 'x' }, { micros: undefined, requests: 1 });
    one.admission.answered(process, request, 429);
    one.admission.admit(process, {} as never, request);
    one.admission.admit(process, {} as never, request);
    expect([one.measures.counts.retries, one.measures.counts.withheld, one.admission.isSpent]).toEqual([1, 1, true]);
  }); // prettier-ignore
});

it('turns are taken one after the other, and those after one that throws are taken too', () => {
  const [order, failed] = [[] as number[], [] as unknown[]];
  const turns = new Turns((error) => void failed.push(error));
  turns.enter(() => {
    turns.enter(() => {
      order.push(2);
      throw new Error('two');
    });
    turns.enter(() => void order.push(3));
    order.push(1);
  });
  turns.enter(() => void order.push(4));
  expect([order, failed]).toEqual([[1, 2, 3, 4], [new Error('two')]]);
});

it('findings are all counted, the first hundred are kept, and secrets are taken out', () => {
  const counts = { findings: 0 };
  const log = new FindingLog(counts, (text) => text.replace('key', '***'));
  const finding = { kind: 'behaviour-threw', agent: 'a', behaviour: 'b', atMs: start, message: 'the key' } as const;
  for (let at = 0; at < 101; at += 1) log.add(finding);
  const kept = log.take();
  expect([kept.length, counts.findings, log.take()]).toEqual([100, 101, []]);
  expect(kept[0]).toEqual({ kind: 'behaviour-threw', agent: 'a', behaviour: 'b', at: '2026-01-01T00:00:00.000Z', message: 'the ***' });
}); // prettier-ignore
