/** A finished replay as a report shows it. */
import type { CauseView, DifferencesView } from '../../../report/differences/view.ts';
import { sentenceOf, subjectOf } from '../../../live/conform/kinds.ts';
import { lineOf, stepText, type ShownAnswer } from '../../../live/traffic/compare/shown-answer.ts';
import { ledThere, type LedThere } from '../../../live/traffic/replay/led-there.ts';
import type { ReplayResult } from '../../../live/traffic/replay/result-schema.ts';
import type { SequenceStep } from '../../../simulation/scenario/result.ts';
import { TraceCleaner } from '../../../simulation/trace/clean.ts';
import type { TraceRecord } from '../../../simulation/trace/format.ts';
import type { FinishedReplay } from './send-replay.ts';

/** Causes with a sequence diagram; a page shows as many in full. */
const sequencesMax = 25;

/** Reads the trace again for the requests that led to each cause. `repeat` is the command that was called. */
export async function replayView(
  { result, evidence }: FinishedReplay,
  repeat: string,
): Promise<DifferencesView> {
  const { differences, notes = [] } = result;
  const first = differences.causes.slice(0, sequencesMax).map(({ n }) => n);
  const led = first.length === 0 ? nothingLed : await ledThere(result.trace, first).catch(() => nothingLed);
  const asView = (listed: (typeof evidence.listed)[number]) => viewOf(listed, listed.cause);
  const causeOf = causesByGroup(evidence.listed);
  return {
    command: 'replay',
    against: 'recording',
    ...figuresOf(result),
    notes,
    causes: differences.causes.map((cause) => causeView(cause, evidence, led)),
    groups: differences.groups.map((group) => ({ ...viewOf(group, causeOf(group)), count: group.count })),
    differences: evidence.listed.map(asView),
    findings: [],
    repeat,
  };
}

const nothingLed: LedThere = { startMs: 0, records: new Map() };

function figuresOf(result: ReplayResult) {
  const { target, comparison, engine, ok, requests, unsent, same, seconds, statusCounts, namespace } = result;
  const { explained, unexplained } = result.differences;
  return {
    target,
    comparison,
    engine,
    ok,
    about: aboutOf(result),
    meta: `trace ${result.trace} · engine ${engine}`,
    troubles: troublesOf(result),
    requests,
    unsent,
    same,
    explained,
    unexplained,
    seconds,
    statusCounts,
    namespace,
    operations: result.operations,
    hidden: result.notCompared,
    timeRules: result.timeRules,
    times: [
      { name: 'response time', ...result.responseMs },
      { name: 'service time', ...result.serviceMs },
    ],
    expectations: result.thresholds,
    ...(result.measured === undefined ? {} : { measured: result.measured }),
  };
}

function aboutOf({
  requests,
  sessions,
  seconds,
  achievedPerSecond,
  offeredPerSecond,
  statusCounts,
}: ReplayResult): string {
  const answers = Object.entries(statusCounts).map(([status, count]) => `${status}: ${count}`);
  const rates = `${Math.round(achievedPerSecond)} a second of ${Math.round(offeredPerSecond)} offered`;
  const list = answers.length === 0 ? '' : ` Answers: ${answers.join(', ')}.`;
  return `${requests} requests in ${sessions} sessions, ${seconds.toFixed(1)} s, ${rates}.${list}`;
}

function troublesOf({ failures, unsent, voidReason, stopped, retries }: ReplayResult): string[] {
  const failed = Object.entries(failures).map(
    ([why, count]) => `Requests without an answer: ${count} (${why}).`,
  );
  return [
    ...failed,
    ...(unsent === 0 ? [] : [`Requests not sent: ${unsent}.`]),
    ...(retries.refused === 0
      ? []
      : [`Requests refused for their rate: ${retries.refused} (--limit-wait was used up).`]),
    ...(voidReason === null ? [] : [`The times are void: ${voidReason}.`]),
    ...(stopped ? ['It was stopped before its end.'] : []),
  ];
}

type Listed = FinishedReplay['evidence']['listed'][number];

const viewOf = (
  { call, kind, field, explanation, n, recorded, live }: Omit<Listed, 'cause'>,
  cause: number | null,
) => ({ call, kind, field, explanation, run: '', n, expected: recorded, live, cause });

/** The cause of the first unexplained difference of a group. */
function causesByGroup(listed: readonly Listed[]): (group: Omit<Listed, 'cause'>) => number | null {
  const keyOf = ({ call, kind, field }: Omit<Listed, 'cause'>): string => JSON.stringify([call, kind, field]);
  const causes = new Map<string, number>();
  for (const each of listed) {
    const key = keyOf(each);
    if (each.cause !== null && !causes.has(key)) causes.set(key, each.cause);
  }
  return (group) => (group.explanation === null ? (causes.get(keyOf(group)) ?? null) : null);
}

function causeView(
  cause: ReplayResult['differences']['causes'][number],
  evidence: FinishedReplay['evidence'],
  { records, startMs }: LedThere,
): CauseView {
  const { call, n, alike, followers } = cause;
  const answers = evidence.answers.get(n);
  const sequence = records.get(n) ?? [];
  const request = sequence.at(-1);
  const own = evidence.listed.filter((each) => each.n === n && each.explanation === null);
  return {
    subject: subjectOf(cause),
    about: sentenceOf(call, cause, 'recording'),
    call,
    request: request === undefined ? `request ${n}` : `${request.request.method} ${request.request.path}`,
    answers,
    fields: own.map(({ kind, field, recorded, live }) => ({ kind, field, expected: recorded, live })),
    extent: `${alike} of this kind${followers === 0 ? '' : `, ${followers} follow from it`}; first at request ${n}`,
    sequence:
      sequence.length === 0
        ? 'The requests that led there are not shown.'
        : `Requests that led there, with their recorded answers; the last answer is the target's.`,
    steps: stepsOf(sequence, startMs, {
      live: answers?.live,
      isMissing: cause.kind === 'failed' || cause.kind === 'unsent',
    }),
    startMs,
    readings: [],
    files: [],
  };
}

/** What the target answered to the last request; without an answer that was kept, its status alone. */
interface LastAnswer {
  readonly live: ShownAnswer | undefined;
  readonly isMissing: boolean;
}

function stepsOf(sequence: readonly TraceRecord[], startMs: number, last: LastAnswer): SequenceStep[] {
  const cleaner = new TraceCleaner();
  return sequence.map((each, index) => {
    const { at, session, agent, call, request, answer } = cleaner.record(each);
    const { method, path, query, body, raw } = request;
    const search = new URLSearchParams(query).toString();
    return {
      atMs: startMs + at,
      agent: session < 0 ? agent : `#${session} ${agent}`,
      service: path.split('/')[1] ?? '',
      operation: call,
      call: stepText(`${method} ${path}${search === '' ? '' : `?${search}`}`),
      sent: stepText(raw ?? (body === undefined ? '' : JSON.stringify(body))),
      ...(index === sequence.length - 1 ? lastAnswer(answer, last) : recordedAnswer(answer)),
    };
  });
}

type StepAnswer = Pick<SequenceStep, 'status' | 'code' | 'answer'>;

function recordedAnswer({ status, body }: TraceRecord['answer']): StepAnswer {
  const code = body['code'];
  const answer = stepText(JSON.stringify(body));
  return { status, code: typeof code === 'string' ? stepText(code) : '', answer };
}

function lastAnswer({ status }: TraceRecord['answer'], { live, isMissing }: LastAnswer): StepAnswer {
  if (live !== undefined) return { status: live.status, code: '', answer: lineOf(live) };
  return { status: isMissing ? 0 : status, code: '', answer: '' };
}
