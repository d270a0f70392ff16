/** The scenario of a session as small as it goes while one request stays and has its answer. */
import { refuse, type Refusal } from '../../../core/base/refusal.ts';
import { scriptedBehaviour } from '../../../simulation/population/script.ts';
import { withoutIdleLabels } from '../../../verification/check/normalized.ts';
import { shrinkToLast } from '../../../verification/check/shrink-to-last.ts';
import type { ScenarioSource } from '../../../verification/check/source.ts';
import { commandContext } from '../process/command-context.ts';
import type { OutsideExchange } from './execute-session.ts';
import { countOf, endsWithAnswer, reasonedAnswer, type ShortAnswer } from './repeated-answers.ts';
import type { OutsideRecord } from './outside-records.ts';
import type { WrittenSession } from './session-scenario.ts';

/** The smallest scenario found that still has the answer, and how many candidates were run. */
export interface ShrunkSession {
  readonly source: ScenarioSource;
  readonly tries: number;
  readonly kept: ShortAnswer;
  /** False where a signal or the bound of the tries has ended the search. */
  readonly isFinished: boolean;
}

/** How far the search is: operations of the smallest scenario so far, and candidates that were run. */
export interface ShrinkProgress {
  readonly operations: number;
  readonly tries: number;
}

/** Which request stays, where the scenario's file would stand, and who looks on. */
export interface ShrinkCall {
  readonly request: number | undefined;
  readonly folder: string;
  readonly outside: readonly OutsideExchange[];
  readonly onTry?: ((progress: ShrinkProgress) => void) | undefined;
  /** Ends the search. */
  readonly signal: AbortSignal;
}

/**
 * Keeps request `request` of the session, counted from 0, and its answer; the last refused one unless given. Refuses
 * BAD_REQUEST where there is no such request, and CONFLICT where the scenario of the whole session does not have the answer.
 * A signal ends the search, and the smallest scenario so far is the result.
 */
export async function shrinkSession(
  written: WrittenSession,
  call: ShrinkCall,
): Promise<ShrunkSession | Refusal> {
  const { request, folder } = call;
  const chosen =
    request === undefined
      ? written.written.findLast(({ record }) => record.answer.status >= 400)
      : written.written.find(({ record }) => record.n === request);
  if (chosen === undefined) return noSuchRequest(written.written, call);
  const wanted = reasonedAnswer(chosen.exchange.event);
  const { reason: _, ...kept } = wanted;
  const first = upTo(written, chosen);
  commandContext.finishesAfterSignal();
  if (!(await endsWithAnswer(first, wanted, { folder })))
    return refuse(
      'CONFLICT',
      `the scenario of the whole session does not have the answer ${textOf(kept)} of request ${chosen.record.n}`,
    );
  const isStopped = (): boolean => call.signal.aborted;
  let [operations, tries] = [first.operations?.length ?? 0, 0];
  const keeps = async (candidate: ScenarioSource): Promise<boolean> => {
    const isKept = await endsWithAnswer(candidate, wanted, { folder, isStopped });
    if (isKept) operations = candidate.operations?.length ?? 0;
    tries += 1;
    call.onTry?.({ operations, tries });
    return isKept;
  };
  const { source, isFinished } = await shrinkToLast(first, keeps, { isOver: isStopped });
  const expect = expectationOf(kept, await countOf(source, folder, kept));
  return { source: { ...source, expect }, tries, kept, isFinished };
}

/** What came later than a request is not needed for its answer. */
function upTo({ source, records }: WrittenSession, last: OutsideRecord): ScenarioSource {
  const operations = (source.operations ?? []).slice(0, records.indexOf(last) + 1);
  return { ...source, operations: withoutIdleLabels(operations) };
}

function noSuchRequest(
  written: readonly OutsideRecord[],
  { request, outside }: Pick<ShrinkCall, 'request' | 'outside'>,
): Refusal {
  if (request === undefined)
    return refuse('BAD_REQUEST', 'no request of the session was refused; expected --request with its number');
  const [first = 0, last = first] = [written[0]?.record.n, written.at(-1)?.record.n];
  const expected = first === last ? `${first}, the only one` : `one from ${first} to ${last}`;
  const asked = outside[request]?.event.request;
  const what = asked === undefined ? '' : `the control call ${asked.method} ${asked.path} and `;
  return refuse(
    'BAD_REQUEST',
    `request ${request} is ${what}no operation of the scenario; expected ${expected}`,
  );
}

/** So that `orrery run` fails once the answer is gone, or another operation has it too. Agents of groups do not count. */
function expectationOf(
  { call, status, code }: ShortAnswer,
  count: number,
): NonNullable<ScenarioSource['expect']> {
  const [service, operation] = call.split('/');
  const tags = [
    ...(call === '' ? [] : [`service:${service}`, `operation:${operation}`]),
    `status:${status}`,
    ...(code === '' ? [] : [`code:${code}`]),
    `agent:${scriptedBehaviour}`,
  ];
  return { [`http_reqs{${tags.join(',')}}`]: [`count==${count}`] };
}

const textOf = ({ call, status, code }: ShortAnswer): string => [call, status, code].join(' ').trim();
