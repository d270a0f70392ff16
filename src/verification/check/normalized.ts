/** Labels and times as a person would write them. */
import { labelsIn } from '../../simulation/population/script.ts';
import { formatDuration } from './format-duration.ts';
import type { ScenarioSource } from './source.ts';
import type { OperationSource } from '../../simulation/scenario/schema.ts';

/** No label that nobody refers to, and times in words. */
export function normalized(source: ScenarioSource): ScenarioSource {
  const { operations = [], expect, ...head } = source;
  const plain = withoutIdleLabels(operations).map(({ at, ...rest }) => ({
    ...(at === undefined ? {} : { at: formatDuration(at) }),
    ...rest,
  }));
  return {
    ...head,
    for: formatDuration(source.for),
    ...(plain.length === 0 ? {} : { operations: plain }),
    ...(expect === undefined ? {} : { expect }),
  };
}

/** Labels that nobody refers to are left out. */
export function withoutIdleLabels(operations: readonly OperationSource[]): OperationSource[] {
  const used = new Set(operations.flatMap((operation) => [...labelsIn(operation)]));
  return operations.map(({ as, ...rest }) => (as !== undefined && used.has(as) ? { ...rest, as } : rest));
}
