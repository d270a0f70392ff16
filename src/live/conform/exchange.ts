/** One request, the responses of target and model, and their differences. */
import type { DurationMs, Instant } from '../../core/base/time.ts';
import type { OperationSource } from '../../simulation/scenario/schema.ts';
import type { Difference, Explanation } from '../traffic/compare/difference.ts';
import type { ShownAnswers } from '../traffic/compare/shown-answer.ts';
import type { LiveAnswer } from './live-client.ts';

/** A difference with its explanation; null if it counts as a deviation. */
export interface FoundDifference extends Difference {
  readonly explanation: Explanation | null;
}

/** One request of a run with both responses; kept in the order of the run. */
export interface Exchange {
  /** Position in the run, from 0. */
  readonly n: number;
  /** Model time since the start of the run. */
  readonly atMs: DurationMs;
  /** `service/style/operation`; empty for a path without a route. */
  readonly call: string;
  /** The request as an operation of a scenario; labels are those of the run. */
  readonly operation: OperationSource;
  readonly live: LiveAnswer;
  /** The model's clock at the response. */
  readonly answeredAtMs: Instant;
  /** True if model and target answered with the same status. */
  readonly isSameStatus: boolean;
  readonly differences: readonly FoundDifference[];
  /** Both responses, for the first few of each unexplained difference. */
  readonly answers?: ShownAnswers | undefined;
}

/** The identity of a difference: call, kind and field, and both values if they are words. */
export function keyOf(call: string, difference: Difference): string {
  const { kind, field } = difference;
  return JSON.stringify([call, kind, field, ...wordsOf(difference)]);
}

/** Both values if they are words of the platform, such as a status, a code or a state; otherwise none. */
export function wordsOf({ kind, recorded, live }: Difference): string[] {
  if (kind === 'status' || kind === 'code' || kind === 'failed') return [recorded, live];
  return kind === 'value' && isWord(recorded) && isWord(live) ? [recorded, live] : [];
}

const isWord = (shownText: string): boolean => /^(?:"[a-z_]{1,24}"|true|false|null)$/i.test(shownText);

/** Keys of the unexplained differences, in order. */
export const keysOf = ({ call, differences }: Exchange): string[] =>
  differences.filter(({ explanation }) => explanation === null).map((each) => keyOf(call, each));
