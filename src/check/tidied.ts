/** Which labels an operation refers to, and labels and times as a person would write them. */
import { referencePattern } from '../population/script.ts';
import { spokenTime } from './spoken-time.ts';
import type { OperationSource, ScenarioSource } from './source.ts';

export function labelsOf(operation: OperationSource): Set<string> {
  const { at: _, by: __, as: ___, ...rest } = operation;
  const labels = new Set<string>();
  for (const [, label] of JSON.stringify(rest).matchAll(referencePattern)) {
    if (label !== undefined) labels.add(label);
  }
  return labels;
}

/** No label that nobody refers to, and times in words. */
export function tidied(source: ScenarioSource): ScenarioSource {
  const { operations = [] } = source;
  const used = new Set(operations.flatMap((operation) => [...labelsOf(operation)]));
  const plain = operations.map((operation) => {
    const { as, at, ...rest } = operation;
    return {
      ...(at === undefined ? {} : { at: spokenTime(at) }),
      ...rest,
      ...(as !== undefined && used.has(as) ? { as } : {}),
    };
  });
  const { operations: _, expect, ...head } = source;
  return {
    ...head,
    for: spokenTime(source.for),
    ...(plain.length === 0 ? {} : { operations: plain }),
    ...(expect === undefined ? {} : { expect }),
  };
}
