/** Runs a load against a live deployment, until it is over or a signal comes. */
import type { LoadCall } from '../../../live/load/load-call.ts';
import { pinnedFor, prepareLoad, SingleLoad, type PreparedLoad } from '../../../live/load/single-load.ts';
import { loadResult } from '../../../live/load/result.ts';
import type { LoadResult } from '../../../live/load/result-schema.ts';
import type { LoadEnd, RunningLoad } from '../../../live/load/running-load.ts';
import { withNotes } from '../../../live/traffic/http/endpoint.ts';
import { Forbidden } from '../../../live/traffic/target/permit.ts';
import { assertInstalled, withPackages } from '../../packages/optional-package.ts';
import { commandContext } from '../process/command-context.ts';
import { CallMistake } from '../process/exit.ts';
import { ForkedLinks } from './forked-links.ts';
import { LoadWorkers } from './load-workers.ts';
import { loadCallOf, type LoadSettings, type TelemetryTargets } from './load-settings.ts';
import type { Telemetry } from './telemetry.ts';
import { tracedCall, type TracedCall } from './traced-call.ts';

/** Called as soon as the load has begun; what it returns is called when the load is over. */
export type Observe = (call: LoadCall, load: RunningLoad) => () => void | Promise<void>;

/** A finished load, with the call that it was read from. */
export interface FinishedLoad {
  readonly call: LoadCall;
  readonly result: LoadResult;
  readonly end: LoadEnd;
}

/** The first signal ends the load, and what was measured so far is the result. Throws `CallMistake`. */
export async function runLoad(settings: LoadSettings, observe: Observe): Promise<FinishedLoad> {
  assertPackages(settings);
  const { call, spans } = await spannedCallOf(settings);
  const { connectionsMax, file } = call.target;
  if (settings.workers > connectionsMax)
    throw new CallMistake(
      `--workers ${settings.workers}: ${file} allows ${connectionsMax} connections; expected no more workers`,
    );
  try {
    const prepared = await prepareLoad(call);
    const load = await loadOf({ call, settings, prepared });
    const telemetry = await telemetryOf(call, load, settings.telemetry);
    const page = await pageOf(call, load, settings.telemetry).catch(async (error: unknown) => {
      await telemetry?.end();
      throw error;
    });
    const end = await runObserved(call, load, observe).finally(() => page?.end());
    const result = loadResult(call, end);
    const notes = [
      ...(result.notes ?? []),
      ...((await telemetry?.end()) ?? []),
      ...((await spans?.end()) ?? []),
    ];
    return { call, end, result: { ...result, ...withNotes(notes) } };
  } catch (error) {
    throw error instanceof Forbidden ? new CallMistake(error.message) : error;
  }
}

/** Before anything is sent. Throws `MissingPackage`. */
function assertPackages({ queue, telemetry }: LoadSettings): void {
  const { otlp, otlpTraces, prometheusPort } = telemetry;
  if (queue !== undefined) assertInstalled('--queue');
  if (otlp !== undefined) assertInstalled('--otlp');
  if (prometheusPort !== undefined) assertInstalled('--prometheus');
  if (otlpTraces !== undefined) assertInstalled('--otlp-traces');
}

/** Workers send their own spans. */
async function spannedCallOf(settings: LoadSettings): Promise<TracedCall> {
  const call = await loadCallOf(settings);
  const sendsNothing = settings.workers > 1 || settings.queue !== undefined;
  return sendsNothing ? { call, spans: undefined } : tracedCall(call, settings.telemetry);
}

/** In this process, in several, or over a queue. */
async function loadOf(parts: {
  call: LoadCall;
  settings: LoadSettings;
  prepared: PreparedLoad;
}): Promise<RunningLoad> {
  const { call, settings, prepared } = parts;
  const { workers, queue } = settings;
  if (queue !== undefined) {
    const { queuedLinks } = await withPackages('--queue', () => import('./load-queue.ts'));
    const links = await queuedLinks(call, settings, queue);
    return new LoadWorkers({ call, prepared, workers, links, isPatient: true });
  }
  if (workers === 1) return new SingleLoad(call, prepared);
  const addresses = await pinnedFor(call);
  const pinned = call.target.hosts.map((host) => [host, addresses.addressOf(host)] as const);
  const links = new ForkedLinks(workers, { kind: 'prepare', settings, pinned });
  return new LoadWorkers({ call, prepared, workers, links, isPatient: false });
}

/** The exporters are loaded where they are needed alone. */
async function telemetryOf(
  call: LoadCall,
  load: RunningLoad,
  targets: TelemetryTargets,
): Promise<Telemetry | undefined> {
  if (targets.otlp === undefined && targets.prometheusPort === undefined) return undefined;
  const feature = targets.otlp === undefined ? '--prometheus' : '--otlp';
  const { startTelemetry } = await withPackages(feature, () => import('./telemetry.ts'));
  return startTelemetry(call, load, targets).catch((error: unknown) => {
    throw new CallMistake(`--prometheus ${targets.prometheusPort}: ${portTrouble(error)}`);
  });
}

async function pageOf(call: LoadCall, load: RunningLoad, { pagePort }: TelemetryTargets) {
  if (pagePort === undefined) return undefined;
  const { serveLivePage } = await import('./live-page.ts');
  return serveLivePage(call, load, pagePort).catch((error: unknown) => {
    throw new CallMistake(`--page ${pagePort}: ${portTrouble(error)}`);
  });
}

/** Why nothing listens at a port. */
function portTrouble(error: unknown): string {
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return 'the port is taken; expected a free one';
  return `${error instanceof Error ? error.message : String(error)}; expected a port that is free`;
}

async function runObserved(call: LoadCall, load: RunningLoad, observe: Observe): Promise<LoadEnd> {
  // Open requests end first, within the grace period.
  commandContext.finishesAfterSignal();
  const over = commandContext.onInterrupt(() => load.stop('interrupt'));
  const observed = observe(call, load);
  try {
    return await load.run();
  } finally {
    over();
    await observed();
  }
}
