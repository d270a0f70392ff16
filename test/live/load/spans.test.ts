/** The requests of a load as OpenTelemetry spans: what a collector receives, beside what the target received. */
import { describe, expect, it } from 'vitest';
import { loadResult } from '../../../src/live/load/result.ts';
import { prepareLoad, SingleLoad } from '../../../src/live/load/single-load.ts';
import { startSpans } from '../../../src/host/app/load/spans.ts';
import { answerJson, toyServer, type Respond } from '../traffic/toy-server.ts';
import { oneGroup, prepared } from './loading.ts';

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number | string };
}

interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly status: { readonly code?: number };
}

interface TraceExport {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

const reader = oneGroup(function* (agent) {
  for (let count = 0; count < 4; count++) yield agent.get('/faucet/status');
}, 25);

/** Every fifth request is refused. */
const respond: Respond = (_asked, response, index) =>
  answerJson(response, index % 5 === 1 ? { code: 'RATE_LIMIT' } : {}, index % 5 === 1 ? 429 : 200);

/** A load whose sampled requests go to a collector; `contexts` are the headers that the target received. */
async function traced({ share, collect }: { share: number; collect?: Respond }) {
  const collector = await toyServer(collect);
  const { call, toy } = await prepared({ scenario: { groups: reader }, respond });
  const spans = startSpans(call, `http://127.0.0.1:${collector.port}/v1/traces`);
  const whole = { ...call, tracing: { share, sink: spans.sink } };
  const end = await new SingleLoad(whole, await prepareLoad(whole)).run();
  const notes = await spans.end();
  const received = collector.asked.flatMap(({ text }) =>
    (JSON.parse(text) as TraceExport).resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap(({ spans: some }) => some),
    ),
  );
  const contexts = toy.asked.flatMap(({ headers }) => headers['traceparent'] ?? []);
  return {
    result: loadResult(whole, end),
    notes,
    received,
    contexts,
    paths: collector.asked.map(({ url }) => url),
  };
}

const attribute = (span: OtlpSpan, key: string): string | number | undefined => {
  const value = span.attributes.find((one) => one.key === key)?.value;
  return value?.stringValue ?? (value?.intValue === undefined ? undefined : Number(value.intValue));
};

describe('spans', () => {
  it('have the ids that the target received, one for each request', async () => {
    const { received, contexts, notes, result, paths } = await traced({ share: 1 });
    expect(notes).toEqual([]);
    expect(result.requests.sent).toBe(100);
    expect(received.map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`).toSorted()).toEqual(
      contexts.toSorted(),
    );
    expect(new Set(paths)).toEqual(new Set(['/v1/traces']));
  });

  it('say what was asked and how it ended', async () => {
    const { received } = await traced({ share: 1 });
    const refused = received.filter((span) => attribute(span, 'http.response.status_code') === 429);
    expect(refused).toHaveLength(20);
    for (const span of refused) {
      expect(span.status.code).toBe(2);
      expect(attribute(span, 'error.type')).toBe('RATE_LIMIT');
    }
    for (const span of received) {
      expect(span.name).toBe('GET faucet/B/status');
      expect(span.kind).toBe(3);
      expect(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano)).toBe(true);
    }
  });

  it('are sent for the sample that the header names', async () => {
    const { received, contexts } = await traced({ share: 0.5 });
    const sampled = contexts.filter((context) => context.endsWith('-01'));
    expect(contexts).toHaveLength(100);
    expect(contexts.filter((context) => /^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$/.test(context))).toEqual(
      contexts,
    );
    expect(received.map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`).toSorted()).toEqual(
      sampled.toSorted(),
    );
  });

  it('that the collector refuses are counted, and the load is not disturbed', async () => {
    const { notes, result } = await traced({
      share: 1,
      collect: (_asked, response) => answerJson(response, {}, 400),
    });
    expect(notes).toHaveLength(1);
    expect(notes[0]).toMatch(/^OTLP: the collector did not take 100 of 100 spans; the last error was: /);
    expect(result.requests.sent).toBe(100);
  });
});
