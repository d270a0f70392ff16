/**
 * What a report shows of a comparison beside its counts: both answers to some of the requests that differ, differences
 * one by one, and counts by operation. Bounded; the result counts what is left out here.
 */
import { Type, type Static } from 'typebox';
import { closed, Count } from '../../../core/base/schema-parts.ts';
import type { Written } from '../../../core/base/written.ts';
import type { TraceRecord } from '../../../simulation/trace/format.ts';
import { expand } from '../../../simulation/trace/references.ts';
import { mapTexts } from '../../../core/base/map-texts.ts';
import type { Compared, Correlation } from './compare-answers.ts';
import type { Difference, Explanation } from './difference.ts';
import { ReplayedTimeRules, type ShownRules } from './replayed-time-rules.ts';
import { shownAnswers, type ShownAnswers } from './shown-answer.ts';

/** Requests of one operation; those without a difference are `same`. */
export const OperationCountsSchema = Type.Object(
  {
    call: Type.String({ description: 'service/style/operation' }),
    requests: Count,
    same: Count,
    explained: Count,
    unexplained: Count,
  },
  closed,
);

/** Counts of one operation, as `OperationCountsSchema` describes it. */
export type OperationCounts = Written<Static<typeof OperationCountsSchema>>;

/** One difference with its explanation; null if it has none. */
export interface JudgedDifference extends Difference {
  readonly explanation: Explanation | null;
}

/** One difference of a list of differences. */
export interface ListedDifference extends JudgedDifference {
  readonly n: number;
  readonly call: string;
}

/** Evidence as data that can be sent to another thread. */
export interface EvidenceState {
  /** Explained differences, at most 10,000. */
  readonly explained: readonly ListedDifference[];
  /** Both answers, by request. */
  readonly answers: ReadonlyMap<number, ShownAnswers>;
  /** By call: all requests, and those without a difference. */
  readonly operations: ReadonlyMap<string, { readonly requests: number; readonly same: number }>;
  readonly timeRules: ShownRules;
}

/** Counts by operation in order of their names; `groups` have the differences. */
export function operationCounts(
  counts: Iterable<readonly [string, { readonly requests: number; readonly same: number }]>,
  groups: readonly {
    readonly call: string;
    readonly explanation: Explanation | null;
    readonly count: number;
  }[],
): OperationCounts[] {
  const operations = new Map<string, { -readonly [Name in keyof OperationCounts]: OperationCounts[Name] }>();
  for (const [call, { requests, same }] of counts) {
    const known = operations.get(call) ?? { call, requests: 0, same: 0, explained: 0, unexplained: 0 };
    operations.set(call, { ...known, requests: known.requests + requests, same: known.same + same });
  }
  for (const { call, explanation, count } of groups) {
    const operation = operations.get(call);
    if (operation !== undefined) operation[explanation === null ? 'unexplained' : 'explained'] += count;
  }
  return [...operations.values()].toSorted((left, right) => (left.call < right.call ? -1 : 1));
}

const [explainedMax, answersMax, answersOfGroupMax] = [10_000, 400, 4];

/** Chooses the requests whose answers are kept: the first four of each kind of difference, 400 in all. */
export class AnswerChoice {
  readonly #ofGroup = new Map<string, number>();
  #count = 0;

  /** `open` are the unexplained differences of one response. Any of the first few may turn out to be the first of a cause. */
  isWanted(call: string, open: readonly Difference[]): boolean {
    if (this.#count >= answersMax) return false;
    let isWanted = false;
    for (const { kind, field } of open) {
      const key = JSON.stringify([call, kind, field]);
      const count = this.#ofGroup.get(key) ?? 0;
      isWanted ||= count < answersOfGroupMax;
      this.#ofGroup.set(key, count + 1);
    }
    if (isWanted) this.#count += 1;
    return isWanted;
  }
}

/** Gathers the evidence of one run: add every judged response, and every request without one. */
export class Evidence {
  readonly #explained: ListedDifference[] = [];
  readonly #answers = new Map<number, ShownAnswers>();
  readonly #choice = new AnswerChoice();
  readonly #operations = new Map<string, { requests: number; same: number }>();
  readonly #timeRules = new ReplayedTimeRules();

  /** `differences` are all of this response. */
  answered(
    { record, live }: { readonly record: TraceRecord; readonly live: Compared },
    differences: readonly JudgedDifference[],
    correlation: Correlation,
  ): void {
    const { n, call } = record;
    this.#timeRules.add(record, live);
    this.#count(call, differences.length === 0);
    for (const each of differences) {
      if (each.explanation !== null && this.#explained.length < explainedMax)
        this.#explained.push({ ...each, n, call });
    }
    const open = differences.filter(({ explanation }) => explanation === null);
    if (this.#choice.isWanted(call, open))
      this.#answers.set(n, bothAnswers(record.answer, live, { open, correlation }));
  }

  unanswered({ call }: TraceRecord): void {
    this.#count(call, false);
  }

  /** Everything so far. */
  state(): EvidenceState {
    return {
      explained: this.#explained,
      answers: this.#answers,
      operations: this.#operations,
      timeRules: this.#timeRules.shown(),
    };
  }

  #count(call: string, isSame: boolean): void {
    const counts = this.#operations.get(call) ?? { requests: 0, same: 0 };
    this.#operations.set(call, counts);
    counts.requests += 1;
    if (isSame) counts.same += 1;
  }
}

/** Both answers in the names of the recording, without secrets. */
function bothAnswers(
  recorded: Compared,
  live: Compared,
  { open, correlation }: { open: readonly Difference[]; correlation: Correlation },
): ShownAnswers {
  const valueOf = (n: number, pointer: string): string | undefined => correlation.valueOf(n, pointer);
  const clean = (body: unknown): unknown => correlation.clean(body, '');
  const expected = mapTexts(recorded.body, (text) => expand(text, valueOf) ?? text);
  const answered = mapTexts(live.body, (text) => correlation.asRecorded?.(text) ?? text);
  return shownAnswers(
    { status: recorded.status, body: clean(expected) },
    { status: live.status, body: clean(answered) },
    open,
  );
}
