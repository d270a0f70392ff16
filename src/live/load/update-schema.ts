/** The shape of what a worker on another machine reports: data from outside, checked before it is added up. */
import { inflateSync } from 'node:zlib';
import { Type, type TSchema } from 'typebox';
import { closed, Count, Positive } from '../../core/base/schema-parts.ts';
import type { LoadUpdate } from './load-call.ts';
import { countNames, delayReasons, type PlainMeasures } from './measure/load-measures.ts';
import type { PlainTally } from '../traffic/measure/tally.ts';

/** A histogram as text; `mistakeInHistograms` looks inside. */
const HistogramText = Type.String({ maxLength: 400_000, pattern: '^[A-Za-z0-9+/]+=*$' });
const Name = Type.String({ maxLength: 4_000 });
/** A list of two, as JSON Schema 2020-12 writes it. */
const pair = (first: TSchema, second: TSchema): TSchema =>
  Type.Unsafe({ type: 'array', prefixItems: [first, second], minItems: 2, maxItems: 2 });
const Counted = Type.Array(pair(Name, Count), { maxItems: 2_000 });

const Tally = Type.Object(
  {
    requests: Count,
    failed: Count,
    timeouts: Count,
    limited: Count,
    sumMs: Positive,
    statuses: Type.Array(pair(Type.Integer({ minimum: 100, maximum: 999 }), Count), {
      maxItems: 900,
    }),
    codes: Counted,
    response: HistogramText,
    service: HistogramText,
  },
  closed,
);

const Measures = Type.Object(
  {
    counts: Type.Object(Object.fromEntries(countNames.map((name) => [name, Count])), closed),
    total: Tally,
    calls: Type.Array(pair(Name, Tally), { maxItems: 2_000 }),
    selected: Type.Array(Tally, { maxItems: 2_000 }),
    checks: Type.Array(
      Type.Object({ name: Name, behaviour: Name, passed: Count, failed: Count }, closed),
      { maxItems: 2_000 },
    ),
    delays: Type.Object(Object.fromEntries(delayReasons.map((name) => [name, HistogramText])), closed),
  },
  closed,
); // prettier-ignore

const Interval = Type.Object(
  {
    index: Type.Integer({ minimum: 0, maximum: 100_000 }),
    offered: Count,
    answered: Count,
    failed: Count,
    agents: Count,
    inFlight: Count,
    dropped: Count,
    codes: Counted,
    failedCalls: Counted,
    response: HistogramText,
  },
  closed,
);

const Finding = Type.Object(
  { kind: Name, agent: Name, behaviour: Name, at: Name, message: Type.String({ maxLength: 100_000 }) },
  closed,
);

/** A `LoadUpdate` of another machine. */
export const LoadUpdateSchema = Type.Object(
  {
    measures: Type.Optional(Measures),
    intervals: Type.Array(Interval, { maxItems: 4_000 }),
    findings: Type.Array(Finding, { maxItems: 2_000 }),
    spent: Type.Object({ requests: Count, micros: Count }, closed),
    connections: Count,
    agents: Count,
    inFlight: Count,
    elapsedMs: Positive,
  },
  closed,
);

/** The first cookie of the compressed V2 format, and that of the payload below it with words of 64 bits. */
const [compressedCookie, payloadCookie] = [0x1c849304, 0x1c849303];
const cookieMask = ~0xf0;
const payloadMax = 4 * 1024 * 1024;
const payloadHead = 40;

/** What is wrong with the first histogram that cannot be added up; undefined if all are usable. */
export function mistakeInHistograms(update: LoadUpdate): string | undefined {
  for (const text of histogramsOf(update)) {
    const mistake = mistakeIn(Buffer.from(text, 'base64'));
    if (mistake !== undefined) return `a histogram ${mistake}`;
  }
  return undefined;
}

/** A payload is small, whatever a compressed text says, and has the resolution of this program. */
function mistakeIn(bytes: Buffer): string | undefined {
  if (bytes.length < 8 || (bytes.readInt32BE(0) & cookieMask) !== (compressedCookie & cookieMask))
    return 'is not in the compressed format of HdrHistogram (V2)';
  let payload: Buffer;
  try {
    payload = inflateSync(bytes.subarray(8), { maxOutputLength: payloadMax });
  } catch {
    return 'cannot be decompressed';
  }
  if (payload.length < payloadHead || (payload.readInt32BE(0) & cookieMask) !== (payloadCookie & cookieMask))
    return 'has no payload';
  const countsLength = payload.readInt32BE(4);
  const isWhole = countsLength >= 0 && countsLength === payload.length - payloadHead;
  const digits = payload.readInt32BE(12);
  const lowest = payload.readBigInt64BE(16);
  const highest = payload.readBigInt64BE(24);
  const isOurs = digits === 3 && lowest === 1n && highest > 0n && highest <= 2n ** 53n;
  return isWhole && isOurs ? undefined : 'has another resolution; expected three significant figures';
}

function* histogramsOf({ measures, intervals }: LoadUpdate): Generator<string> {
  for (const { response } of intervals) yield response;
  if (measures === undefined) return;
  for (const tally of talliesOf(measures)) {
    yield tally.response;
    yield tally.service;
  }
  yield* Object.values(measures.delays);
}

const talliesOf = ({ total, calls, selected }: PlainMeasures): readonly PlainTally[] => [
  total,
  ...calls.map(([, tally]) => tally),
  ...selected,
];
