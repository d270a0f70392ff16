/**
 * What a report of differences shows, whatever compared: recorded traffic (`replay`) or the model (`conform`) with a
 * target. Texts may come from a target; they are without secrets.
 */
import type { Instant } from '../../core/base/time.ts';
import type { Measured } from '../../live/traffic/measure/schema.ts';
import type { ExpectationResult, SequenceStep } from '../../simulation/scenario/result.ts';

/** One line of an answer; `isChanged` marks a field that differs. */
export interface AnswerLine {
  readonly text: string;
  readonly isChanged: boolean;
}

/** An answer as lines of JSON; status 0 means that there is none. */
export interface AnswerView {
  readonly status: number;
  readonly lines: readonly AnswerLine[];
}

/** Equal differences with their count; the values are those of the first. */
export interface GroupView {
  readonly call: string;
  readonly kind: string;
  /** A JSON pointer with `*` for list positions; empty for the whole answer. */
  readonly field: string;
  readonly explanation: string | null;
  readonly count: number;
  /** The run of the first; empty where there is only one. */
  readonly run: string;
  /** The first request. */
  readonly n: number;
  readonly expected: string;
  readonly live: string;
  /** The position of its cause; null where it is explained, or has none. */
  readonly cause: number | null;
}

/** One difference. */
export type DifferenceView = Omit<GroupView, 'count'>;

/** The first difference of a cause, with both answers and the requests that led there. */
export interface CauseView {
  readonly subject: string;
  /** One sentence with both values. */
  readonly about: string;
  readonly call: string;
  /** The request as method and path. */
  readonly request: string;
  /** Undefined where no answer is known in full. */
  readonly answers: { readonly expected: AnswerView; readonly live: AnswerView } | undefined;
  /** Of this answer: kind, field and both values. */
  readonly fields: readonly Pick<GroupView, 'kind' | 'field' | 'expected' | 'live'>[];
  /** How many differences are of this kind, and follow from it, in words. */
  readonly extent: string;
  /** What is known of its smallest sequence, or which requests the diagram shows, in words. */
  readonly sequence: string;
  readonly steps: readonly SequenceStep[];
  readonly startMs: Instant;
  /** Policies under which the model answers as the target does. */
  readonly readings: readonly string[];
  /** The smallest sequence as files: title and text. */
  readonly files: readonly { readonly title: string; readonly text: string }[];
}

/** Counts of one operation. */
export interface OperationView {
  readonly call: string;
  readonly requests: number;
  readonly same: number;
  readonly explained: number;
  readonly unexplained: number;
}

/** A rule of time, and whether the run tested it. */
export interface TimeRuleView {
  readonly rule: string;
  readonly after: string;
  readonly outcome: 'tested' | 'testable' | 'not reached';
  readonly why: string | null;
}

/** A finished comparison. */
export interface DifferencesView {
  readonly command: 'replay' | 'conform';
  readonly target: string;
  /** With what answers were compared. */
  readonly against: 'recording' | 'model';
  /** `status` where statuses alone were compared. */
  readonly comparison: 'full' | 'status';
  readonly engine: string;
  readonly ok: boolean;
  /** What was sent, in one sentence. */
  readonly about: string;
  /** Seed and policies, or the trace, in a few words. */
  readonly meta: string;
  /** Why the run failed beside differences, each as a sentence. */
  readonly troubles: readonly string[];
  readonly requests: number;
  readonly unsent: number;
  readonly same: number;
  readonly explained: number;
  readonly unexplained: number;
  readonly seconds: number;
  readonly statusCounts: Readonly<Record<string, number>>;
  /** Null for a sandbox. */
  readonly namespace: string | null;
  /** What the user should know of the target or the run. */
  readonly notes: readonly string[];
  readonly causes: readonly CauseView[];
  /** Unexplained ones first. */
  readonly groups: readonly GroupView[];
  /** One by one, a bounded number of them. */
  readonly differences: readonly DifferenceView[];
  readonly operations: readonly OperationView[];
  readonly hidden: readonly { readonly rule: string; readonly field: string; readonly count: number }[];
  readonly timeRules: readonly TimeRuleView[];
  /** Percentiles in milliseconds, by name; none where they were not measured. */
  readonly times: readonly {
    readonly name: string;
    readonly p50: number;
    readonly p90: number;
    readonly p99: number;
    readonly max: number;
  }[];
  readonly expectations: readonly ExpectationResult[];
  /** Figures over time and by operation; undefined where they were not measured. */
  readonly measured?: Measured;
  /** What behaviours could not cope with. */
  readonly findings: readonly string[];
  /** The command that repeats it. */
  readonly repeat: string;
}
