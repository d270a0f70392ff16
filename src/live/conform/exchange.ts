/** One request, answered by the target and by the model, and what differs between the two answers. */
import type { DurationMs, Instant } from '../../core/base/time.ts';
import type { OperationSource } from '../../simulation/scenario/schema.ts';
import type { Difference, Explanation } from '../traffic/compare/difference.ts';
import type { LiveAnswer } from './live-client.ts';

export interface FoundDifference extends Difference {
  readonly explanation: Explanation | null;
}

export interface Exchange {
  /** Position in the run, from 0. */
  readonly n: number;
  /** Model time since the start of the run. */
  readonly atMs: DurationMs;
  /** `service/style/operation`; empty for a path that leads nowhere. */
  readonly call: string;
  /** As a scenario would list it; labels are those of the run. */
  readonly operation: OperationSource;
  readonly live: LiveAnswer;
  /** The model's instant when it answered. */
  readonly answeredAtMs: Instant;
  readonly differences: readonly FoundDifference[];
}

/** Differences of one call, in one field, of one kind; where it is words that differ, also between the same two. */
export function keyOf(call: string, difference: Difference): string {
  const { kind, field } = difference;
  return JSON.stringify([call, kind, field, ...wordsOf(difference)]);
}

/** Both sides where they are words of the platform, such as a status, a code or a state; none for any other value. */
export function wordsOf({ kind, recorded, live }: Difference): string[] {
  if (kind === 'status' || kind === 'code' || kind === 'failed') return [recorded, live];
  return kind === 'value' && isWord(recorded) && isWord(live) ? [recorded, live] : [];
}

const isWord = (shownText: string): boolean => /^(?:"[a-z_]{1,24}"|true|false|null)$/i.test(shownText);

/** Keys of what nothing explains, in the order of the run. */
export const keysOf = ({ call, differences }: Exchange): string[] =>
  differences.filter(({ explanation }) => explanation === null).map((each) => keyOf(call, each));
