/** Pieces that bindings of every service share: amounts, list limits, free-form JSON. */
import { Type } from 'typebox';
import { formatUsdc, microsPerUsdc, parseUsdc, type Micros } from '../base/money.ts';
import { instantExpected } from '../base/time.ts';
import { refuse, type Outcome } from '../base/refusal.ts';
import type { Policies } from '../policy/policies.ts';
import { decimalPattern } from './decimal-text.ts';
import type { JsonObject } from './message.ts';

const decimals = 6;
/** Below this amount every micro has its own double. */
const numberMaxUsdc = (2 ** 33 * microsPerUsdc - 1) / microsPerUsdc;

/** An amount of USDC within bounds: a JSON number or a decimal string, at most six decimals (gap X17). */
export function usdcFrom(minMicros: Micros, maxMicros?: Micros) {
  const minimum = minMicros / microsPerUsdc;
  const maximum = maxMicros === undefined ? undefined : maxMicros / microsPerUsdc;
  return Type.Union(
    [
      Type.Number({ minimum, maximum: maximum ?? numberMaxUsdc, multipleOf: 1 / microsPerUsdc }),
      Type.String({ pattern: decimalPattern({ minimum, maximum, decimals }) }),
    ],
    {
      description:
        `an amount of USDC with at most ${decimals} decimals, at least ${formatUsdc(minMicros)}` +
        (maxMicros === undefined ? '' : `, at most ${formatUsdc(maxMicros)}`),
    },
  );
}

/** An amount in style B's responses: decimal text of two to six decimals. */
export const UsdcText = Type.String({ pattern: '^-?\\d+\\.\\d{2,6}$', description: 'USDC as decimal text' });

/** An amount in style A's responses. */
export const UsdcNumber = Type.Number({ description: 'USDC' });

/** An instant as a caller may send it. Microseconds with an offset have 32 characters, nanoseconds 35. */
export const InstantSent = Type.String({
  format: 'date-time',
  maxLength: 64,
  description: instantExpected,
});

/** An instant in a response (gap X12). */
export const InstantText = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
  description: 'RFC 3339 in UTC with milliseconds',
});

/** 0x and 64 hexadecimal digits (gap S20). */
export const TxHash = Type.String({ pattern: '^0x[0-9a-f]{64}$', description: 'transaction hash' });

/** An EVM address as answered: lower case. */
export const Address = Type.String({ pattern: '^0x[0-9a-f]{40}$', description: 'EVM address' });

/** Any JSON object, echoed as sent. */
export const FreeForm = Type.Record(Type.String(), Type.Unknown());

/** The text of a whole number from 1. */
export const wholeFromOne = '^0*[1-9][0-9]*$';

/** A list limit on the query string. */
export const ListLimit = Type.Optional(
  Type.String({
    pattern: wholeFromOne,
    maxLength: 9,
    description: 'a whole number from 1, at most 100',
  }),
);

const listLimitMax = 100;

/** Reads an amount of at least `minimum` micros, or BAD_REQUEST naming the field. */
export function readAmount(value: unknown, field: string, minimum: Micros): Outcome<Micros> {
  const micros = parseUsdc(value);
  if (micros === undefined)
    return refuse('BAD_REQUEST', `${field} must be an amount of USDC with at most 6 decimals`);
  if (micros < minimum) return refuse('BAD_REQUEST', `${field} must be at least ${formatUsdc(minimum)}`);
  return micros;
}

/** Reads a list limit that `ListLimit` describes; above 100 by policy `lists.limitAbove` (gap X13). */
export function readListLimit(
  text: string | undefined,
  fallback: number,
  policies: Policies,
): Outcome<number> {
  if (text === undefined) return fallback;
  const limit = Number(text);
  if (limit <= listLimitMax) return limit;
  return policies['lists.limitAbove'] === 'clamp'
    ? listLimitMax
    : refuse('BAD_REQUEST', `limit must be at most ${listLimitMax}`);
}

/** A frozen copy of a free-form object, or BAD_REQUEST when it is larger than `bytesMax` as JSON. */
export function readFreeForm(value: unknown, field: string, bytesMax: number): Outcome<JsonObject> {
  const text = JSON.stringify(value);
  if (new TextEncoder().encode(text).length > bytesMax)
    return refuse('BAD_REQUEST', `${field} must be at most ${bytesMax} bytes of JSON`);
  return deepFreeze(JSON.parse(text) as JsonObject);
}

function deepFreeze<T extends object>(value: T): T {
  for (const part of Object.values(value))
    if (typeof part === 'object' && part !== null) deepFreeze(part as object);
  return Object.freeze(value);
}
