/** The agents' requests and their responses, over time. */
import type { Series } from '../../../simulation/scenario/result.ts';
import {
  answerClasses,
  answersByClass,
  classWords,
  rankedTotals,
  type AnswerCounts,
  type NameCount,
} from '../../answers.ts';
import { grouped, percent, spelledDuration, sum } from '../../numbers.ts';
import type { Chart } from './chart.ts';
import { peakOf, timeChart, type TimedSeries } from './time-chart.ts';

/** As many codes as the palette keeps apart. */
const codeMax = 9;

/** Responses by class, stacked. `seen` says by whom they were counted. */
export function requestsChart(
  result: TimedSeries<'requests'> & AnswerCounts,
  seen = 'as the agents saw them',
): Chart | undefined {
  const { timeline, faults } = result;
  const { requests, bucketMs } = timeline;
  const classes = answersByClass(result).filter(({ count }) => count > 0);
  const total = sum(classes.map(({ count }) => count));
  const shares = classes.map(({ name, count }) => `${percent(count, total)} ${classWords[name]}`);
  return timeChart({
    id: 'requests',
    title: `Answers every ${spelledDuration(bucketMs)}`,
    description: `${grouped(total)} answers ${seen}: ${shares.join(', ')}.`,
    series: Object.fromEntries(answerClasses.map((name) => [name, requests[name] ?? []])),
    labels: classWords,
    timeline,
    faults,
    unit: 'count',
    kind: 'flow',
    isStacked: true,
    height: 'tall',
  });
}

/** Refusals by error code, stacked; the rarest together as one. */
export function refusalsChart({ timeline, faults }: TimedSeries<'refusals'>): Chart | undefined {
  const ranked = rankedTotals(timeline.refusals);
  const total = sum(ranked.map(({ count }) => count));
  const shown = ranked.slice(0, 3).map(({ name, count }) => `${name} ${percent(count, total)}`);
  return timeChart({
    id: 'refusals',
    title: `Refusals every ${spelledDuration(timeline.bucketMs)}, by error code`,
    description: `${grouped(total)} refusals: ${shown.join(', ')}${ranked.length > 3 ? ' and others' : ''}.${peakSentence(timeline.refusals)}`,
    series: withOthers(timeline.refusals, ranked),
    timeline,
    faults,
    unit: 'count',
    kind: 'flow',
    isStacked: true,
    height: 'tall',
  });
}

function peakSentence(refusals: Series): string {
  const peak = peakOf(addedUp(Object.values(refusals)));
  return peak.value === 0 ? '' : ` At most ${grouped(peak.value)} at a time.`;
}

function withOthers(series: Series, ranked: readonly NameCount[]): Series {
  const kept = ranked.length > codeMax + 1 ? ranked.slice(0, codeMax) : ranked;
  const entries: [string, readonly number[]][] = kept.map(({ name }) => [name, series[name] ?? []]);
  const rest = ranked.slice(kept.length).map(({ name }) => series[name] ?? []);
  return Object.fromEntries(rest.length === 0 ? entries : [...entries, ['other', addedUp(rest)]]);
}

/** Element by element. */
function addedUp(lists: readonly (readonly number[])[]): readonly number[] {
  const length = Math.max(0, ...lists.map((values) => values.length));
  return Array.from({ length }, (_, index) => sum(lists.map((values) => values[index] ?? 0)));
}
