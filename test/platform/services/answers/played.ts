/** Plays a scenario without a reference model beside it: what was asked, and all that was answered. */
import { createHash } from 'node:crypto';
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

/** Events of the platform with their amounts, as the metrics of a run count them: no digest of a run has them. */
function happenedIn({ recorder }: ScenarioRun): string[] {
  const happened: string[] = [];
  const count = recorder.happened.bind(recorder);
  recorder.happened = (event, amountMicros, atMs, tags) => {
    happened.push(JSON.stringify([event, amountMicros, atMs, tags]));
    count(event, amountMicros, atMs, tags);
  };
  return happened;
}

export interface Played {
  readonly answers: readonly Answered[];
  /** Digests of all that has happened, asked for or not: of requests and transfers, and of events. */
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
  const happened = happenedIn(run);
  while (run.step(50_000)) continue;
  const events = createHash('sha256').update(happened.join('\n')).digest('hex').slice(0, 12);
  return { answers, end: `${run.world.digest().digest} ${events}` };
}
