/** A load in one process: prepared, run, and stopped where an expectation fails. */
import type { ServiceAddress } from '../traffic/target/target.ts';
import { refusalOf, Forbidden } from '../traffic/target/permit.ts';
import { PinnedAddresses } from '../traffic/target/pinned-addresses.ts';
import { endpointOf } from '../traffic/target/endpoint.ts';
import { PathTemplates } from '../traffic/plan/path-templates.ts';
import { LoadEngine } from './engine/load-engine.ts';
import { LoadPace } from './engine/load-pace.ts';
import type { LoadCall, LoadStart, LoadStop } from './load-call.ts';
import { IntervalBook } from './measure/interval-book.ts';
import { Levels } from './plan/levels.ts';
import type { LoadEnd, LoadView, RunningLoad } from './running-load.ts';
import { startAt, targetTime, type TargetInstant } from './target-clock.ts';
import { thresholdWatch } from './threshold-watch.ts';

/** How long before its start a load is agreed on. */
const aheadMs = 50;
const tickMs = 250;

/** Names are resolved and the target's clock is read; no agent has acted. */
export interface PreparedLoad {
  readonly templates: PathTemplates;
  readonly time: TargetInstant;
}

/** Rejects with `Forbidden` for what the target file does not allow, or for a target that does not answer. */
export async function prepareLoad(call: LoadCall): Promise<PreparedLoad> {
  const { target } = call;
  const refusal = refusalOf(target, 'GET');
  if (refusal !== undefined) throw new Forbidden(refusal);
  if (target.clock.kind === 'sandbox')
    throw new Forbidden(
      `${target.file}: a load needs a clock that runs; expected clock: real, or a factor such as 60x`,
    );
  const addresses = await pinnedFor(call);
  const placeOf = (address: ServiceAddress) => endpointOf({ target, addresses, ca: call.ca }, address);
  return {
    templates: new PathTemplates(target, addresses, call.ca),
    time: await targetTime(target, placeOf),
  };
}

/** The addresses of the target's hosts. Rejects with `Forbidden` for a host that is not known. */
export const pinnedFor = ({ target, resolve }: LoadCall): Promise<PinnedAddresses> =>
  PinnedAddresses.resolve(target, resolve);

/** The stage at a time from the start; 0 without stages. */
export function stageIndexOf({ scenario: { load } }: LoadCall): (ms: number) => number {
  if (load === undefined) return () => 0;
  const levels = new Levels(load);
  return (ms) => Math.min(load.stages.length - 1, levels.stageAt(ms));
}

/** One process that runs all agents. */
export class SingleLoad implements RunningLoad {
  readonly #call: LoadCall;
  readonly #prepared: PreparedLoad;
  readonly #pace: LoadPace;
  readonly #start: LoadStart;
  readonly #engine: LoadEngine;
  readonly #book: IntervalBook;

  constructor(call: LoadCall, prepared: PreparedLoad) {
    this.#call = call;
    this.#prepared = prepared;
    this.#start = startAt(Date.now() + aheadMs, prepared.time, call.target);
    this.#pace = new LoadPace(call, this.#start.startMs);
    const { intervalMs } = this.#pace;
    const { templates } = prepared;
    this.#engine = new LoadEngine({ call, templates, start: this.#start, pace: this.#pace });
    this.#book = new IntervalBook({ workers: 1, intervalMs, stageAt: stageIndexOf(call) });
  }

  view(): LoadView {
    const { measures, agents, inFlight } = this.#engine.recorder;
    const elapsedMs = Math.max(0, Date.now() - this.#start.epochMs);
    return {
      elapsedMs,
      lengthMs: this.#pace.lengthMs,
      measures,
      rows: this.#book.rows,
      agents,
      inFlight,
    };
  }

  stop(reason: LoadStop): void {
    this.#engine.stop(reason);
  }

  async run(): Promise<LoadEnd> {
    const watch = thresholdWatch(this.#call.scenario, this);
    const ticker = setInterval(() => this.#take(false), tickMs);
    try {
      await this.#engine.run();
    } finally {
      clearInterval(ticker);
      watch.end();
    }
    const view = this.view();
    this.#take(true);
    const { measures } = this.#engine.recorder;
    const seconds = Math.min(view.elapsedMs, this.#pace.lengthMs) / 1000;
    return {
      ...this.view(),
      elapsedMs: view.elapsedMs,
      speed: this.#pace.speed,
      startedMs: this.#start.epochMs,
      intervalMs: this.#pace.intervalMs,
      probes: this.#prepared.time.requests,
      connections: this.#engine.connectionsOpened,
      spent: this.#engine.spent,
      findings: this.#engine.findings.take(),
      workers: [{ worker: 0, requests: measures.total.requests, lost: null, seconds }],
      stopped: this.#engine.stopped,
      notes: this.#prepared.templates.notes,
    };
  }

  #take(isEnd: boolean): void {
    for (const interval of this.#engine.recorder.take(isEnd)) this.#book.add(0, interval);
    if (isEnd) this.#book.close(0);
  }
}
