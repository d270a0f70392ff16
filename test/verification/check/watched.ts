/** Runs that are watched, in which a test changes what the watch is given. */
import type { RunHooks } from '../../../src/simulation/scenario/run.ts';
import { scenarioHost } from '../../../src/host/app/run/scenario-host.ts';
import { buildFromValue } from '../../../src/simulation/scenario/load.ts';
import { ScenarioRun } from '../../../src/simulation/scenario/run.ts';
import type { Coverage } from '../../../src/verification/check/coverage.ts';
import { Watch } from '../../../src/verification/check/observe.ts';
import type { ScenarioSource } from '../../../src/verification/check/source.ts';
import type { Operations } from './metamorphic/recorded.ts';

export type Seen = Parameters<NonNullable<RunHooks['onEvent']>>[0];
type Exchanged = Parameters<NonNullable<RunHooks['onRawExchange']>>;
type Received = Parameters<NonNullable<RunHooks['onReceived']>>;
type Fields = Pick<Received[1], 'status' | 'headers' | 'body' | 'sentAtMs' | 'receivedAtMs'>;

/** Each gives what the watch sees in the place of what was. */
export interface Changes {
  readonly event?: (record: Seen) => Seen;
  readonly raw?: (...exchanged: Exchanged) => Exchanged;
  readonly received?: (received: Received, run: ScenarioRun) => readonly [Received[0], Fields];
  readonly coverage?: Coverage | undefined;
  /** After the last event, before the watch ends. */
  readonly last?: (run: ScenarioRun, watch: Watch) => void;
}

export const scenarioWith = (operations: Operations, more: Partial<ScenarioSource> = {}) =>
  buildFromValue({ name: 'check', seed: '1', for: '1m', operations, ...more }, scenarioHost);

/** The watch at the end of a run of the operations. */
export async function watchedRun(
  operations: Operations,
  { event = (record) => record, raw, received, last, coverage }: Changes = {},
  more: Partial<ScenarioSource> = {},
): Promise<Watch> {
  const scenario = await scenarioWith(operations, more);
  const watch = new Watch(scenario, coverage);
  const { hooks } = watch;
  const run: ScenarioRun = new ScenarioRun(scenario, {
    ...hooks,
    onEvent: (record) => hooks.onEvent(event(record)),
    onRawExchange: (...exchanged) => hooks.onRawExchange(...(raw?.(...exchanged) ?? exchanged)),
    onReceived: (...all) => {
      const [request, answer] = received?.(all, run) ?? all;
      hooks.onReceived(request, answer as Received[1]);
    },
    hasTimeline: false,
  });
  watch.attach(run);
  while (run.step(2_000)) continue;
  last?.(run, watch);
  watch.finish();
  return watch;
}

/** When every run begins. */
export const startMs = Date.UTC(2026, 0, 1);

/** Another body in the answer to one path. */
export const answering =
  (path: string, change: (body: Seen['response']['body']) => Seen['response']['body']) =>
  (record: Seen): Seen => {
    const { request, response } = record;
    return request.path === path
      ? { ...record, response: { ...response, body: change(response.body) } }
      : record;
  };

/** What a watch reads of an answer. */
export const fieldsOf = ({ status, headers, body, sentAtMs, receivedAtMs }: Fields): Fields => ({
  status,
  headers,
  body,
  sentAtMs,
  receivedAtMs,
});

type Route = NonNullable<Seen['exchange']['route']>;

/** A route that says nothing of its request. */
export function laxRoute({ service, style, row, method, template, binding }: Route): Route {
  const body = { type: 'object', title: 'lax' };
  return { service, style, row, method, template, binding, body } as unknown as Route;
}

/** A violation so long after the start. */
export const breaks = (property: string, message: string, call?: string, afterMs = 0) => ({
  property,
  message,
  atMs: startMs + afterMs,
  ...(call === undefined ? {} : { call }),
});
