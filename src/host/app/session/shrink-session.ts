/** The scenario of a session as small as it goes while one answer of it stays: the shrinker of `orrery check` does it. */
import { refuse, type Refusal } from '../../../core/base/refusal.ts';
import { shrink } from '../../../verification/check/shrink.ts';
import type { ScenarioSource } from '../../../verification/check/source.ts';
import { hasAnswer, reasonedAnswer, type ShortAnswer } from './repeated-answers.ts';
import type { OutsideRecord } from './outside-records.ts';
import type { WrittenSession } from './session-scenario.ts';

/** The smallest scenario found that still has the answer, and how many candidates were run. */
export interface ShrunkSession {
  readonly source: ScenarioSource;
  readonly tries: number;
  readonly kept: ShortAnswer;
}

/**
 * Keeps the answer to request `request` of the session, counted from 0; the last refused one unless given. Refuses
 * BAD_REQUEST where there is no such request, and CONFLICT where the scenario of the whole session does not have the answer.
 */
export async function shrinkSession(
  { source, written }: WrittenSession,
  { request, folder }: { request: number | undefined; folder: string },
): Promise<ShrunkSession | Refusal> {
  const chosen =
    request === undefined
      ? written.findLast(({ record }) => record.answer.status >= 400)
      : written.find(({ record }) => record.n === request);
  if (chosen === undefined) return noSuchRequest(written, request);
  const wanted = reasonedAnswer(chosen.exchange.event);
  const { reason: _, ...kept } = wanted;
  const watched = { ...source, expect: expectationOf(kept) };
  // What came later is not needed: the first candidate ends with the request.
  if (!(await hasAnswer(watched, folder, wanted)))
    return refuse(
      'CONFLICT',
      `the scenario of the whole session does not have the answer ${textOf(kept)} of request ${chosen.record.n}`,
    );
  const { source: smallest, tries } = await shrink(watched, (candidate) =>
    hasAnswer(candidate, folder, wanted),
  );
  return { source: smallest, tries, kept };
}

function noSuchRequest(written: readonly OutsideRecord[], request: number | undefined): Refusal {
  if (request === undefined)
    return refuse('BAD_REQUEST', 'no request of the session was refused; expected --request with its number');
  const [first = 0, last = first] = [written[0]?.record.n, written.at(-1)?.record.n];
  const expected = first === last ? `${first}, the only one` : `one from ${first} to ${last}`;
  return refuse('BAD_REQUEST', `request ${request} is no operation of the scenario; expected ${expected}`);
}

/** So that `orrery run` fails once the answer is gone. */
function expectationOf({ call, status, code }: ShortAnswer): NonNullable<ScenarioSource['expect']> {
  const [service, operation] = call.split('/');
  const tags = [
    ...(call === '' ? [] : [`service:${service}`, `operation:${operation}`]),
    `status:${status}`,
    ...(code === '' ? [] : [`code:${code}`]),
  ];
  return { [`http_reqs{${tags.join(',')}}`]: ['count>0'] };
}

const textOf = ({ call, status, code }: ShortAnswer): string => [call, status, code].join(' ').trim();
