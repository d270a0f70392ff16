/** Labels and times as a person would write them. */
import { labelsIn } from '../../simulation/population/script.ts';
import { exactDuration, parseDuration } from '../../core/base/time.ts';
import type { ScenarioSource } from './source.ts';
import type { OperationSource } from '../../simulation/scenario/schema.ts';

/** Removes labels without a reference, and writes times as durations. */
export function normalized(source: ScenarioSource): ScenarioSource {
  const { operations = [], expect, ...head } = source;
  const plain = withoutIdleLabels(operations).map(({ at, ...rest }) => ({
    ...(at === undefined ? {} : { at: exactText(at) }),
    ...rest,
  }));
  return {
    ...head,
    for: exactText(source.for),
    ...(plain.length === 0 ? {} : { operations: plain }),
    ...(expect === undefined ? {} : { expect }),
  };
}

/** Removes labels without a reference. */
export function withoutIdleLabels(operations: readonly OperationSource[]): OperationSource[] {
  const used = new Set(operations.flatMap((operation) => [...labelsIn(operation)]));
  return operations.map(({ as, ...rest }) => (as !== undefined && used.has(as) ? { ...rest, as } : rest));
}

/** The same duration in the largest units that make it up exactly. */
export const exactText = (text: string): string => exactDuration(parseDuration(text) ?? 0);
