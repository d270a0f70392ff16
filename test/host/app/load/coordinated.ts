/** Coordinators of loads without processes: a test reports what workers would. */
import type { LinkOwner, LoadCommand, LoadLinks } from '../../../../src/host/app/load/load-links.ts';
import { LoadWorkers, type LoadWorkersParts } from '../../../../src/host/app/load/load-workers.ts';
import type { LoadUpdate } from '../../../../src/live/load/load-call.ts';
import type { LoadEnd } from '../../../../src/live/load/running-load.ts';
import { LoadMeasures, type PlainMeasures } from '../../../../src/live/load/measure/load-measures.ts';
import { LoadInterval } from '../../../../src/live/load/measure/series.ts';
import type { Scenario } from '../../../../src/simulation/scenario/scenario.ts';
import { callWith, templates } from '../../../live/load/engine/load-run.ts';
import { stagesOf } from '../../../live/load/loading.ts';

/** Links in this process: a test reports through `owner` what workers would. */
export class OwnLinks implements LoadLinks {
  readonly aheadMs = 500;
  readonly sent: [number, LoadCommand][] = [];
  owner: LinkOwner | undefined;
  closed = 0;
  open = (owner: LinkOwner): Promise<void> => {
    this.owner = owner;
    return Promise.resolve();
  };
  tell = (worker: number, command: LoadCommand): void => void this.sent.push([worker, command]);
  clockErrorMs = (worker: number): number => worker * 2.5;
  notes = (): string[] => ['a note of the links'];
  close = (): Promise<void> => {
    this.closed += 1;
    return Promise.resolve();
  };
}

/** When that clock was read. */
export const readMs = 700;
/** The clock of the target at `readMs`. */
export const targetMs = Date.UTC(2026, 2, 1);

/** A load of two workers, unless `parts` says otherwise; its end, or its mistake, is in `outcome`. */
export function coordinated(scenario: Partial<Scenario> = {}, parts: Partial<LoadWorkersParts> = {}) {
  const links = new OwnLinks();
  const load = new LoadWorkers({
    call: callWith({ expectations: [], ...scenario }),
    prepared: {
      templates: Object.assign(Object.create(templates), {
        notes: ['a note of the paths'],
      }) as typeof templates,
      time: { nowMs: targetMs, readAtMs: readMs, requests: 1 },
    },
    links,
    workers: 2,
    isPatient: false,
    ...parts,
  });
  const outcome: { end?: LoadEnd; mistake?: unknown } = {};
  const run = load.run().then(
    (end) => (outcome.end = end),
    (error: unknown) => (outcome.mistake = error),
  );
  const ready = (...workers: number[]): void =>
    workers.forEach((worker) => links.owner?.heard(worker, { kind: 'ready' }));
  const done = (worker: number, update: Partial<LoadUpdate> = {}, stopped?: 'interrupt' | 'budget'): void =>
    links.owner?.heard(worker, {
      kind: 'done',
      update: updateOf(update),
      stopped,
      notes: [`note of ${worker}`, 'both'],
    });
  return { load, links, outcome, run, ready, done };
}

/** An update in which nothing has happened, but for `parts`. */
export const updateOf = (parts: Partial<LoadUpdate>): LoadUpdate => ({
  intervals: [],
  findings: [],
  spent: { requests: 0, micros: 0 },
  connections: 0,
  agents: 0,
  inFlight: 0,
  elapsedMs: 0,
  ...parts,
});

const outcomeOf = (responseMs: number) =>
  ({
    call: 'faucet/B/status',
    behaviour: 'visitor',
    status: 200,
    code: '',
    responseMs,
    serviceMs: 1,
  }) as const;

/** What a worker has measured that has sent so many requests. */
export function measured(requests: number, counts: Partial<LoadMeasures['counts']> = {}): PlainMeasures {
  const measures = new LoadMeasures([]);
  for (let count = 0; count < requests; count += 1) measures.add(outcomeOf(5));
  Object.assign(measures.counts, counts);
  return measures.plain();
}

/** An interval with so many answers. */
export function intervalOf(index: number, requests: number) {
  const interval = new LoadInterval(index);
  for (let count = 0; count < requests; count += 1) interval.response.recordValue(5_000);
  interval.answered = requests;
  return interval.plain();
}

/** A load whose agents follow a rate. */
export const arrivals = stagesOf({ shape: 'constant-arrival-rate', rate: 20, for: '10s' });
