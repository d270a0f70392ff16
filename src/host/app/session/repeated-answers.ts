/** Runs the scenario of a session and says which of its requests have the answers that they had. */
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ScenarioHost } from '../../../simulation/scenario/layers.ts';
import type { EventRecord } from '../../../simulation/trace/event-record.ts';
import { buildFromValue } from '../../../simulation/scenario/load.ts';
import { ScenarioRun } from '../../../simulation/scenario/run.ts';
import type { ScenarioSource } from '../../../verification/check/source.ts';
import { FileMistake } from '../../../core/base/file-mistake.ts';
import { loadBehaviour } from '../run/behaviours.ts';
import { scenarioHost } from '../run/scenario-host.ts';
import type { WrittenSession } from './session-scenario.ts';

/** An answer in so far as it has to be the same. */
export interface ShortAnswer {
  readonly call: string;
  readonly status: number;
  readonly code: string;
}

/** How many answers are the same, and the first that is not. */
export interface RepeatedAnswers {
  readonly same: number;
  readonly of: number;
  readonly first: {
    readonly request: number;
    readonly was: ShortAnswer;
    readonly is: ShortAnswer | null;
  } | null;
}

/** Bounds a candidate that never ends. */
const eventsMax = 5_000_000;

/** Whose answers are asked for, and how many are enough. */
interface Asked {
  /** Names in `by`; all of them unless given. */
  readonly callers?: ReadonlySet<string>;
  readonly enough?: number;
  readonly isStopped?: () => boolean;
}

/** The answers to single operations, in order. `folder` is where the scenario's file would stand. Signals are heard. */
async function answersOf(
  source: ScenarioSource,
  folder: string,
  { callers, enough = Infinity, isStopped = () => false }: Asked,
): Promise<readonly ReasonedAnswer[]> {
  const scenario = await buildFromValue(source, hostFrom(folder));
  const names = callers ?? new Set(scenario.calls.map(({ by }) => by));
  const answers: ReasonedAnswer[] = [];
  const run: ScenarioRun = new ScenarioRun(scenario, {
    onEvent: ({ request, response, exchange }) => {
      const group = run.population.members[request.agent ?? -1]?.group.name;
      if (group === undefined || !names.has(group)) return;
      answers.push(reasonedAnswer({ response, exchange }));
    },
  });
  do await nextTurn();
  while (!isStopped() && answers.length < enough && run.kernel.eventCount < eventsMax && run.step(500));
  return answers;
}

const hostFrom = (folder: string): ScenarioHost => ({
  ...scenarioHost,
  behaviour: (name) => loadBehaviour(name, join(folder, 'scenario.yaml')),
});

/** An answer as its caller sees why it was refused, so that another refusal with the same code is another one. */
export interface ReasonedAnswer extends ShortAnswer {
  /** Without numbers and ids, which other requests before it would change. */
  readonly reason: string;
}

export const reasonedAnswer = (event: Pick<EventRecord, 'response' | 'exchange'>): ReasonedAnswer => {
  const { error } = event.response.body;
  const text = typeof error === 'string' ? error : '';
  return { ...shortAnswer(event), reason: text.replaceAll(/[a-z]{2,8}_[a-z2-7]{16}|\d+/g, '#') };
};

/** What of an answer is compared: the rest follows from it and from the state of the world. */
export const shortAnswer = ({
  response,
  exchange: { route, code },
}: Pick<EventRecord, 'response' | 'exchange'>): ShortAnswer => ({
  call: route === undefined ? '' : `${route.service}/${route.row.operation}`,
  status: response.status,
  code: code ?? '',
});

/** Throws `FileMistake` for a scenario that cannot be built. */
export async function repeatedAnswers(
  { source, written }: WrittenSession,
  folder: string,
): Promise<RepeatedAnswers> {
  const callers = new Set(written.map(({ client }) => client));
  const answers = await answersOf(source, folder, { callers });
  let same = 0;
  let first: RepeatedAnswers['first'] = null;
  for (const [index, { record, exchange }] of written.entries()) {
    const was = shortAnswer(exchange.event);
    const answer = answers[index];
    if (answer !== undefined && isSame(was, answer)) {
      same += 1;
      continue;
    }
    const is = answer && { call: answer.call, status: answer.status, code: answer.code };
    first ??= { request: record.n, was, is: is ?? null };
  }
  return { same, of: written.length, first };
}

const isSame = (one: ShortAnswer, other: ShortAnswer): boolean =>
  one.call === other.call && one.status === other.status && one.code === other.code;

/** How many operations have an answer with the same operation, status and code. */
export async function countOf(source: ScenarioSource, folder: string, wanted: ShortAnswer): Promise<number> {
  const answers = await answersOf(source, folder, {});
  return answers.filter((answer) => isSame(answer, wanted)).length;
}

/** True where the scenario can be built and its last operation has this answer, for the same reason. */
export async function endsWithAnswer(
  source: ScenarioSource,
  wanted: ReasonedAnswer,
  { folder, isStopped }: { folder: string; isStopped?: () => boolean },
): Promise<boolean> {
  const { operations = [] } = source;
  const caller = operations.at(-1)?.by ?? '';
  const enough = operations.filter(({ by }) => by === caller).length;
  const asked = { callers: new Set([caller]), enough, ...(isStopped === undefined ? {} : { isStopped }) };
  try {
    const last = (await answersOf(source, folder, asked))[enough - 1];
    return last !== undefined && isSame(last, wanted) && last.reason === wanted.reason;
  } catch (error) {
    if (error instanceof FileMistake) return false;
    throw error;
  }
}
