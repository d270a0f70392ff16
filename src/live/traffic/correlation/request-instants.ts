/**
 * Absolute instants that a request brings along, such as the start of a tournament: on the target's clock they would lie in the
 * past, or far ahead. They are moved by as much as the target's clock is ahead.
 */
import { formatInstant, parseInstant, type DurationMs, type Instant } from '../../../core/base/time.ts';

/** Names of fields in which a number may be an instant. */
const instantField = /(?:^|_)(?:at|time|timestamp|until|from|to|since|expires|expiry|deadline|starts|ends)$/;
/** A number further from the present is no instant. */
const farMs = 5 * 365 * 86_400_000;
/** Instants from here on are milliseconds: as seconds they would be after the year 5000. */
const secondsMax = 1e11;

/** By how much to move, and the time by the recording, which tells instants from other numbers. */
export interface InstantMove {
  readonly byMs: DurationMs;
  readonly aroundMs: Instant;
}

/** The value with every instant moved: texts of RFC 3339, and Unix times in fields that are named so. */
export function movedInstants(value: unknown, move: InstantMove, field = ''): unknown {
  if (typeof value === 'string') return movedText(value, move);
  if (typeof value === 'number') return instantField.test(field) ? movedNumber(value, move) : value;
  if (Array.isArray(value)) return value.map((item) => movedInstants(item, move, field));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, movedInstants(item, move, name)]),
  );
}

/** The texts of a query with every instant moved. */
export const movedQuery = (
  query: Readonly<Record<string, string>>,
  move: InstantMove,
): Record<string, string> =>
  Object.fromEntries(Object.entries(query).map(([name, text]) => [name, movedText(text, move)]));

function movedText(text: string, { byMs }: InstantMove): string {
  const atMs = parseInstant(text);
  return atMs === undefined ? text : formatInstant(Math.round(atMs + byMs));
}

function movedNumber(value: number, { byMs, aroundMs }: InstantMove): number {
  const isSeconds = Math.abs(value) < secondsMax;
  const atMs = isSeconds ? value * 1_000 : value;
  if (Math.abs(atMs - aroundMs) > farMs) return value;
  return isSeconds ? value + Math.round(byMs / 1_000) : value + Math.round(byMs);
}
