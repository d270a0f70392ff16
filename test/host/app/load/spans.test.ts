/** The spans of requests as a collector receives them, and which of them it did not take. */
import { expect, it } from 'vitest';
import { packageVersion } from '../../../../src/host/app/process/package-version.ts';
import { startSpans } from '../../../../src/host/app/load/spans.ts';
import type { RequestSpan } from '../../../../src/live/load/request-span.ts';
import { callWith } from '../../../live/load/engine/load-run.ts';
import { answerJson, toyServer, type Respond } from '../../../live/traffic/toy-server.ts';

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number };
}
interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly events: readonly { readonly name: string; readonly timeUnixNano: string }[];
  readonly status: { readonly code?: number };
}
interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly scope: { readonly name: string; readonly version: string };
      readonly spans: readonly OtlpSpan[];
    }[];
  }[];
}

const answered: RequestSpan = {
  context: { traceId: '1'.repeat(32), spanId: '2'.repeat(16), isSampled: true },
  method: 'GET',
  call: 'faucet/B/status',
  behaviour: 'visitor',
  status: 200,
  code: '',
  dueMs: 1_000,
  sentMs: 1_010,
  endMs: 1_030,
};

async function sent(spans: readonly RequestSpan[], respond?: Respond) {
  const collector = await toyServer(respond);
  const started = startSpans(callWith({ name: 'small' }), `http://127.0.0.1:${collector.port}/v1/traces`);
  for (const span of spans) started.sink(span);
  return { notes: await started.end(), asked: collector.asked };
}

/** Milliseconds of `performance.now()`. */
const ownMs = (nanos: string): number => Math.round(Number(nanos) / 1e6 - performance.timeOrigin);
const attributesOf = (attributes: readonly Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));

const plain = ({ attributes, events, startTimeUnixNano, endTimeUnixNano, ...span }: OtlpSpan) => ({
  ids: `${span.traceId} ${span.spanId} ${span.parentSpanId ?? 'root'}`,
  name: span.name,
  kind: span.kind,
  times: [ownMs(startTimeUnixNano), ownMs(endTimeUnixNano)],
  attributes: attributesOf(attributes),
  events: events.map(({ name, timeUnixNano }) => [name, ownMs(timeUnixNano)]),
  status: span.status.code,
});

it('have the ids of the request, its times, and how it ended', async () => {
  const failed = {
    ...answered,
    context: { traceId: '3'.repeat(32), spanId: '4'.repeat(16), isSampled: true },
    method: 'POST',
    call: '',
    status: 0,
    code: 'timeout',
    sentMs: 0,
    endMs: 2_000,
  };
  const refused = { ...answered, status: 429, code: 'RATE_LIMIT' };
  const { notes, asked } = await sent([answered, failed, refused]);
  expect([notes, asked.map(({ method, url }) => `${method} ${url}`)]).toEqual([[], ['POST /v1/traces']]);
  const [exported] = (JSON.parse(asked[0]?.text ?? '') as Export).resourceSpans;
  expect(attributesOf(exported?.resource.attributes ?? [])).toEqual({
    'service.name': 'orrery-load',
    'service.instance.id': 'test',
    'orrery.scenario': 'small',
    'orrery.target': 'toy',
  });
  const [scoped] = exported?.scopeSpans ?? [];
  expect(scoped?.scope).toMatchObject({ name: 'orrery', version: packageVersion() });
  const whole = {
    ids: `${'1'.repeat(32)} ${'2'.repeat(16)} root`,
    name: 'GET faucet/B/status',
    kind: 3,
    times: [1_000, 1_030],
    attributes: {
      'http.request.method': 'GET',
      'orrery.operation': 'faucet/B/status',
      'orrery.behaviour': 'visitor',
      'http.response.status_code': 200,
    },
    events: [['sent', 1_010]],
    status: 0,
  };
  expect(scoped?.spans.map(plain)).toStrictEqual([
    whole,
    {
      ...whole,
      ids: `${'3'.repeat(32)} ${'4'.repeat(16)} root`,
      name: 'POST ',
      times: [1_000, 2_000],
      attributes: {
        'http.request.method': 'POST',
        'orrery.operation': '',
        'orrery.behaviour': 'visitor',
        'error.type': 'timeout',
      },
      events: [],
      status: 2,
    },
    {
      ...whole,
      attributes: { ...whole.attributes, 'http.response.status_code': 429, 'error.type': 'RATE_LIMIT' },
      status: 2,
    },
  ]);
});

it('that a collector refuses are counted, with its last answer', async () => {
  const { notes } = await sent([answered, answered], (_asked, response) => answerJson(response, {}, 400));
  expect(notes).toEqual(['OTLP: the collector did not take 2 of 2 spans; the last error was: Bad Request']);
});

it('are as many as were taken, where there are more than one export may have', async () => {
  const { notes, asked } = await sent(Array.from({ length: 600 }, () => answered));
  const counts = asked.map(
    ({ text }) => (JSON.parse(text) as Export).resourceSpans[0]?.scopeSpans[0]?.spans.length,
  );
  expect([notes, new Set(counts)]).toEqual([[], new Set([512, 88])]);
});

it('none are sent where there is none', async () => {
  expect(await sent([])).toEqual({ notes: [], asked: [] });
});
