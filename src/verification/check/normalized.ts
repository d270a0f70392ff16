/** Labels and times as a person would write them. */
import { labelsIn } from '../../simulation/population/script.ts';
import { parseDuration } from '../../core/base/time.ts';
import type { ScenarioSource } from './source.ts';
import type { OperationSource } from '../../simulation/scenario/schema.ts';

/** Removes labels without a reference, and writes times as durations. */
export function normalized(source: ScenarioSource): ScenarioSource {
  const { operations = [], expect, ...head } = source;
  const plain = withoutIdleLabels(operations).map(({ at, ...rest }) => ({
    ...(at === undefined ? {} : { at: exactDuration(at) }),
    ...rest,
  }));
  return {
    ...head,
    for: exactDuration(source.for),
    ...(plain.length === 0 ? {} : { operations: plain }),
    ...(expect === undefined ? {} : { expect }),
  };
}

/** Removes labels without a reference. */
export function withoutIdleLabels(operations: readonly OperationSource[]): OperationSource[] {
  const used = new Set(operations.flatMap((operation) => [...labelsIn(operation)]));
  return operations.map(({ as, ...rest }) => (as !== undefined && used.has(as) ? { ...rest, as } : rest));
}

/** The same duration in the largest units that make it up exactly: `86400000ms` is `1d`, `90m` is `1h30m`. */
export function exactDuration(text: string): string {
  const totalMs = parseDuration(text) ?? 0;
  let restMs = totalMs;
  let written = '';
  for (const [unit, sizeMs] of [
    ['d', 86_400_000],
    ['h', 3_600_000],
    ['m', 60_000],
    ['s', 1_000],
    ['ms', 1],
  ] as const) {
    const count = Math.floor(restMs / sizeMs);
    restMs -= count * sizeMs;
    if (count > 0) written += `${count}${unit}`;
  }
  return written === '' ? '0s' : written;
}
