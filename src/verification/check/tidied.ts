/** Labels and times as a person would write them. */
import { labelsIn } from '../../simulation/population/script.ts';
import { spokenTime } from './spoken-time.ts';
import type { ScenarioSource } from './source.ts';

/** No label that nobody refers to, and times in words. */
export function tidied(source: ScenarioSource): ScenarioSource {
  const { operations = [] } = source;
  const used = new Set(operations.flatMap((operation) => [...labelsIn(operation)]));
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
