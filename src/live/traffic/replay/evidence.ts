/** What a report of a replay shows beside its result: differences one by one, and both answers to some requests. */
import { differenceCauses, type OpenDifference } from '../compare/causes.ts';
import type { ListedDifference } from '../compare/evidence.ts';
import { OwnFields } from '../compare/own-fields.ts';
import type { ShownAnswers } from '../compare/shown-answer.ts';
import { measuresOfServices } from '../measure/call-tallies.ts';
import type { MetricResult } from '../../../simulation/scenario/result.ts';
import { mergedRequests, type ReplayPart } from './part.ts';

/** Unexplained differences, and those that turned out to be of fields which mean something else to the target. */
export function openIn(parts: readonly ReplayPart[]): { open: OpenDifference[]; theirs: OpenDifference[] } {
  const fields = new OwnFields();
  for (const part of parts) fields.merge(part.fields);
  const [open, theirs]: [OpenDifference[], OpenDifference[]] = [[], []];
  for (const each of parts.flatMap((part) => part.open))
    (fields.isTheirs(each.call, each) ? theirs : open).push(each);
  return { open, theirs };
}

/** What a report shows beside the result. */
export interface ReplayEvidence {
  /** Differences one by one: at most 10,000 unexplained ones of each worker with their cause, and as many explained ones. */
  readonly listed: readonly (ListedDifference & { readonly cause: number | null })[];
  /** Both answers to some of the requests with unexplained differences. */
  readonly answers: ReadonlyMap<number, ShownAnswers>;
  /** The figures of each service under the names of a simulated run. */
  readonly services: readonly MetricResult[];
}

/** The evidence of an engine that sees statuses alone. */
export const noEvidence: ReplayEvidence = { listed: [], answers: new Map(), services: [] };

/** The evidence of a finished open-loop replay: one part per worker. */
export function openEvidence(parts: readonly ReplayPart[]): ReplayEvidence {
  const { open, theirs } = openIn(parts);
  const { members } = differenceCauses(open);
  const explained = [
    ...theirs.map((each) => ({ ...plain(each), explanation: 'undocumented' as const })),
    ...parts.flatMap(({ evidence }) => evidence.explained),
  ].toSorted((left, right) => left.n - right.n);
  return {
    listed: [
      ...members.map(({ difference, cause }) => ({ ...plain(difference), explanation: null, cause })),
      ...explained.map((each) => ({ ...each, cause: null })),
    ],
    answers: new Map(parts.flatMap(({ evidence }) => [...evidence.answers])),
    services: measuresOfServices(mergedRequests(parts).tallies),
  };
}

const plain = ({ n, call, kind, field, recorded, live }: OpenDifference) => ({
  n,
  call,
  kind,
  field,
  recorded,
  live,
});
