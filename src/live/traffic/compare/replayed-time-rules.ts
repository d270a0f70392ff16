/** Which rules of time a recording shows, and whether the target showed them too, from the answers alone. */
import type { DurationMs } from '../../../core/base/time.ts';
import type { TraceRecord } from '../../../simulation/trace/format.ts';
import { tested, timeRules, untested, type TimeRule, type TimeRuleResult } from './time-rules.ts';

/** First requests by the position of their rule in `timeRules`, as data that can be sent to another thread. */
export interface ShownRules {
  /** Where the recording shows a rule. */
  readonly recorded: ReadonlyMap<number, number>;
  /** Where the target did. */
  readonly live: ReadonlyMap<number, number>;
}

/** Add every answered request of a replay in the order of answers. */
export class ReplayedTimeRules {
  readonly #recorded = new Map<number, number>();
  readonly #live = new Map<number, number>();
  /** Calls that were refused or accepted before, by side, rule and session: the recorded time of the first. */
  readonly #earlier = new Map<string, number>();
  readonly #positionsOf = new Map<string, readonly number[]>();

  add(record: TraceRecord, live: { readonly status: number; readonly body: unknown }): void {
    for (const position of this.#positions(record.call)) {
      const { n, answer } = record;
      if (!this.#recorded.has(position) && this.#isShown('recorded', position, { record, answer }))
        this.#recorded.set(position, n);
      if (!this.#live.has(position) && this.#isShown('live', position, { record, answer: live }))
        this.#live.set(position, n);
    }
  }

  /** Everything so far. */
  shown(): ShownRules {
    return { recorded: this.#recorded, live: this.#live };
  }

  /** Rules that answers to the call may show. */
  #positions(call: string): readonly number[] {
    let positions = this.#positionsOf.get(call);
    if (positions === undefined) {
      positions = timeRules.flatMap((rule, position) => (mayShow(rule, call) ? [position] : []));
      this.#positionsOf.set(call, positions);
    }
    return positions;
  }

  #isShown(
    side: keyof ShownRules,
    position: number,
    { record, answer }: { record: TraceRecord; answer: { status: number; body: unknown } },
  ): boolean {
    const rule = timeRules[position];
    if (rule === undefined) return false;
    const { shownBy, state, afterMs } = rule;
    if ('event' in shownBy) return state !== undefined && hasState(answer.body, state.word);
    const { status } = answer;
    if (status >= 300 && status !== shownBy.refused) return false;
    const { call, session, at } = record;
    const key = `${side} ${position} ${session} ${call}`;
    if (status === shownBy.refused) {
      this.#earlier.set(`${key} refused`, at);
      return false;
    }
    if (this.#earlier.has(`${key} refused`)) return true;
    // A rate limit needs a refusal; a claim may simply be made again a day later.
    if (shownBy.refused === 429) return false;
    const acceptedAt = this.#earlier.get(key);
    if (acceptedAt === undefined) this.#earlier.set(key, at);
    return acceptedAt !== undefined && at - acceptedAt >= afterMs;
  }
}

function mayShow({ service, shownBy, state }: TimeRule, call: string): boolean {
  if (!call.startsWith(service)) return false;
  return 'event' in shownBy ? state?.call.test(call) === true : shownBy.call.test(call);
}

/** True if the body, an object in it, or an item of a list in it is in that state. No answer has it deeper. */
function hasState(body: unknown, word: string): boolean {
  if (typeof body !== 'object' || body === null) return false;
  if (isInState(body, word)) return true;
  for (const name in body) {
    const value = (body as Record<string, unknown>)[name];
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) {
      for (const item of value as unknown[]) if (isInState(item, word)) return true;
    } else if (isInState(value, word)) return true;
  }
  return false;
}

function isInState(value: unknown, word: string): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { status, state } = value as { status?: unknown; state?: unknown };
  return isWord(status, word) || isWord(state, word);
}

const isWord = (value: unknown, word: string): boolean =>
  typeof value === 'string' && value.length === word.length && value.toLowerCase() === word;

/** What `replayedTimeRules` judges. */
export interface ReplayedTime {
  /** One for each worker. */
  readonly parts: readonly ShownRules[];
  /** The calls of the recording. */
  readonly calls: readonly string[];
  /** By how much the target's clock went on. */
  readonly lastedMs: DurationMs;
}

/** One result for each rule of the services that the recording calls, in the order of `timeRules`. */
export function replayedTimeRules({ parts, calls, lastedMs }: ReplayedTime): TimeRuleResult[] {
  return timeRules.flatMap((rule, position) => {
    if (!calls.some((call) => call.startsWith(rule.service))) return [];
    const first = (side: keyof ShownRules): number =>
      Math.min(...parts.map((part) => part[side].get(position) ?? Number.POSITIVE_INFINITY));
    const [recorded, live] = [first('recorded'), first('live')];
    const isRecorded = Number.isFinite(recorded);
    if (isRecorded && Number.isFinite(live) && lastedMs >= rule.afterMs) return [tested(rule)];
    const result = untested(rule, lastedMs, unshown(rule, isRecorded));
    const why = isRecorded ? `${result.why}; the recording shows it at request ${recorded}` : result.why;
    return [{ ...result, why }];
  });
}

function unshown({ shownBy, state }: TimeRule, isRecorded: boolean): string {
  if (isRecorded) return 'the target did not show it';
  return 'event' in shownBy && state === undefined ? 'no answer shows it' : 'the recording does not show it';
}
