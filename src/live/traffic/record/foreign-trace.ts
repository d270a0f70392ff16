/** What traces of other people's clients have in common, whether a proxy recorded them or a HAR file holds them. */
import { formatInstant, type Instant } from '../../../core/base/time.ts';
import { readJson } from '../../../core/base/json-text.ts';
import type { JsonObject } from '../../../core/http/message.ts';
import { traceVersion, type TraceHeader } from '../../../simulation/trace/format.ts';
import { serviceOf } from '../plan/plan.ts';

/** Request headers that are kept. The others identify a person or browser, or frame the message. */
export const takenHeaders: ReadonlySet<string> = new Set([
  'accept',
  'authorization',
  'content-type',
  'idempotency-key',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
  'mcp-session-id',
]);

/** Where a trace comes from: the name stands for scenario, behaviour and unknown operations. */
export type TraceSource = 'har' | 'proxy';

/** The simulated world is unknown, so that a replay cannot set up a sandbox and reports this. */
export const foreignHeader = (source: TraceSource, version: string, startMs: Instant): TraceHeader => ({
  trace: traceVersion,
  orrery: version,
  scenario: source,
  seed: '',
  profile: '',
  policyHash: '',
  start: formatInstant(startMs),
  policies: {},
  faults: [],
  expect: {},
});

/** The call of a request that no route of the documents answers. */
export const unknownCall = (source: TraceSource, path: string, method: string): string =>
  `${serviceOf(path) ?? ''}/${source}/${method}`;

/** A JSON object; undefined for other text. */
export function objectOf(text: string): JsonObject | undefined {
  const value = readJson(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined;
}
