/** Builds the fault of one line of the `faults` list, or reports a mistake with its place in the file. */
import type { MistakeList } from '../../core/base/mistake-list.ts';
import { dayMs, formatInstant, parseDuration, type DurationMs, type Instant } from '../../core/base/time.ts';
import { buildFault as faultOf, faultMistake } from '../../platform/world/fault-source.ts';
import type { Fault } from '../../platform/world/faults.ts';
import { clockEndMs } from '../../platform/world/start.ts';
import type { SourceDocument } from './document.ts';
import type { FaultSource } from './schema.ts';

const common = ['at', 'service', 'kind'];

/** The largest total step of a service's clock from the world's, in either direction. */
const steppedMaxDays = 3650;

/** All faults of a list, in its order; undefined stands for one that has been left out. */
export function buildFaults(
  document: SourceDocument,
  sources: readonly (FaultSource | undefined)[],
  { startMs, forMs, mistakes }: { startMs: Instant; forMs: DurationMs; mistakes: MistakeList },
): Fault[] {
  const faults = sources.map((source, index) =>
    source === undefined
      ? undefined
      : mistakes.attempt(() => buildFault(document, source, { index, startMs }), undefined),
  );
  const wrong = stepTooFar(faults, startMs + (forMs === Infinity ? 0 : forMs));
  if (wrong !== undefined) {
    const { by = '' } = sources[wrong] ?? {};
    const expected = `expected steps of a service that add up to at most ${steppedMaxDays}d either way and stay within the years 1970 to ${Number(formatInstant(clockEndMs).slice(0, 4)) - 1}`;
    mistakes.keep(document.mistake(['faults', wrong, 'by'], `by is "${by}"; ${expected}`));
  }
  return faults.filter((fault) => fault !== undefined);
}

/** The index of the first step, in order of time, that exceeds this. */
function stepTooFar(faults: readonly (Fault | undefined)[], endMs: Instant): number | undefined {
  const stepped = new Map<string, DurationMs>();
  const inOrder = faults
    .flatMap((fault, index) => (fault === undefined ? [] : [{ fault, index }]))
    .toSorted((left, right) => left.fault.atMs - right.fault.atMs);
  for (const { fault, index } of inOrder) {
    if (fault.kind !== 'clock-step') continue;
    const totalMs = (stepped.get(fault.service) ?? 0) + fault.byMs;
    stepped.set(fault.service, totalMs);
    const isWithin = fault.atMs + totalMs >= 0 && Math.max(fault.atMs, endMs) + totalMs <= clockEndMs;
    if (Math.abs(totalMs) > steppedMaxDays * dayMs || !isWithin) return index;
  }
  return undefined;
}

function buildFault(
  document: SourceDocument,
  source: FaultSource,
  place: { index: number; startMs: Instant },
): Fault {
  const mistake = faultMistake(source, common);
  if (mistake === undefined) return faultOf(source, place.startMs + (parseDuration(source.at) ?? 0));
  const path = ['faults', place.index] as const;
  if (mistake.field === undefined) throw document.mistake(path, mistake.message);
  throw document.mistake([...path, mistake.field], mistake.message, { atKey: mistake.atKey });
}
