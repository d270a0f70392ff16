/** The responses of a whole run as the agents saw them, counted by class and by error code. */
import type { AnswerClass, RunResult, Series } from '../simulation/scenario/result.ts';
import { sum } from './numbers.ts';

/** The classes of responses in the order of reports. */
export const answerClasses: readonly AnswerClass[] = ['ok', 'refused', 'limited', 'failed', 'timeout'];

/** The meaning of each class, for readers who do not know the interface. */
export const classWords: Readonly<Record<AnswerClass, string>> = {
  ok: 'answered',
  refused: 'refused (4xx)',
  limited: 'rate limited (429)',
  failed: 'failed (5xx)',
  timeout: 'without an answer',
};

/** The meaning of each error code, after the platform's error table. */
export const codeWords: Readonly<Record<string, string>> = {
  BAD_REQUEST: 'missing or invalid parameters',
  UNAUTHORIZED: 'missing or invalid key',
  FORBIDDEN: 'permission lacking',
  NOT_FOUND: 'no such thing',
  CONFLICT: 'state already changed',
  INSUFFICIENT_BALANCE: 'not enough USDC',
  FAUCET_CLAIMED: 'already claimed',
  RATE_LIMIT: 'too many requests',
  INTERNAL_ERROR: 'server error',
  SERVICE_UNAVAILABLE: 'service offline',
  GAME_CLOSED: 'game closed',
  MARKET_CLOSED: 'market closed',
};

/** The number of responses of one class. */
export interface ClassCount {
  readonly name: AnswerClass;
  readonly count: number;
}

/** What counts the responses of a run; a world that goes on has no summary. */
export interface AnswerCounts {
  readonly timeline: Pick<RunResult['timeline'], 'requests'>;
  readonly summary?: Pick<RunResult['summary'], 'statusCounts'>;
}

/** Responses by class, in order, with zeros. Uses the platform's status counts if the result has no timeline. */
export function answersByClass(result: AnswerCounts): readonly ClassCount[] {
  const { requests } = result.timeline;
  const byStatus = statusClasses(result);
  const isTimed = Object.values(requests).some((values) => sum(values) > 0);
  return answerClasses.map((name) => ({
    name,
    count: isTimed ? sum(requests[name] ?? []) : (byStatus.get(name) ?? 0),
  }));
}

function statusClasses({ summary }: AnswerCounts): Map<AnswerClass, number> {
  const counts = new Map<AnswerClass, number>();
  for (const [status, count] of Object.entries(summary?.statusCounts ?? {})) {
    const name = classOf(Number(status));
    counts.set(name, (counts.get(name) ?? 0) + count);
  }
  return counts;
}

function classOf(status: number): AnswerClass {
  if (!(status > 0)) return 'timeout';
  if (status === 429) return 'limited';
  if (status >= 500) return 'failed';
  return status >= 400 ? 'refused' : 'ok';
}

/** A name and how often it occurred. */
export interface NameCount {
  readonly name: string;
  readonly count: number;
}

/** Totals of series by name, the largest first; equal ones by name, without zeros. */
export function rankedTotals(series: Series): readonly NameCount[] {
  return Object.entries(series)
    .map(([name, values]) => ({ name, count: sum(values) }))
    .filter(({ count }) => count > 0)
    .toSorted((left, right) => right.count - left.count || (left.name < right.name ? -1 : 1));
}
