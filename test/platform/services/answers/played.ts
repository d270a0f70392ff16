/** Plays a scenario without a reference model beside it: what was asked, and all that was answered. */
import { scenarioHost } from '../../../../src/host/app/run/scenario-host.ts';
import { buildFromValue } from '../../../../src/simulation/scenario/load.ts';
import { ScenarioRun, type RunHooks } from '../../../../src/simulation/scenario/run.ts';
import type { ScenarioSource } from '../../../../src/verification/check/source.ts';

/** One request and its answer, as text. */
export interface Answered {
  /** `service/style/operation`; empty for a path that leads nowhere. */
  readonly call: string;
  /** Method and path. */
  readonly asked: string;
  readonly status: number;
  /** Headers, which hold the limits, and body. */
  readonly headers: string;
  readonly body: string;
}

export interface Played {
  readonly answers: readonly Answered[];
  /** The digest of all that has happened, asked for or not. */
  readonly end: string;
}

type EventRecord = Parameters<NonNullable<RunHooks['onEvent']>>[0];

function answered({ request, response, exchange: { route } }: EventRecord): Answered {
  return {
    call: route === undefined ? '' : `${route.service}/${route.style}/${route.row.operation}`,
    asked: `${request.method} ${request.path}`,
    status: response.status,
    headers: JSON.stringify(response.headers),
    body: JSON.stringify(response.body),
  };
}

export async function played(source: ScenarioSource): Promise<Played> {
  const answers: Answered[] = [];
  const onEvent = (record: EventRecord): void => void answers.push(answered(record));
  const run = new ScenarioRun(await buildFromValue(source, scenarioHost), { hasTimeline: false, onEvent });
  while (run.step(50_000)) continue;
  return { answers, end: run.world.digest().digest };
}
