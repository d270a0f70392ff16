/** A process that runs a share of a load's agents. It obeys its parent alone, and ends with it. */
import { LoadEngine } from '../../../live/load/engine/load-engine.ts';
import { LoadPace } from '../../../live/load/engine/load-pace.ts';
import type { LoadCall, LoadStart, LoadUpdate } from '../../../live/load/load-call.ts';
import { PathTemplates } from '../../../live/traffic/plan/path-templates.ts';
import { pinnedFor } from '../../../live/load/single-load.ts';
import type { LoadOrder, LoadReport } from './load-links.ts';
import { loadCallOf } from './load-settings.ts';
import type { Spans } from './spans.ts';
import { tracedCall } from './traced-call.ts';

const updateMs = 500;
/** Every so many updates contain all measures. */
const wholeEvery = 4;

let prepared: { call: LoadCall; spans: Spans | undefined; templates: PathTemplates } | undefined;
let engine: LoadEngine | undefined;

async function obey(order: LoadOrder): Promise<void> {
  if (order.kind === 'stop') engine?.stop(order.reason);
  else if (order.kind === 'go') await run(order.start);
  else {
    const pinned = new Map(order.pinned);
    const read = await loadCallOf(order.settings, order.share);
    const traced = await tracedCall(read, order.settings.telemetry);
    const call = { ...traced.call, resolve: (name: string) => Promise.resolve([pinned.get(name) ?? '']) };
    prepared = {
      call,
      spans: traced.spans,
      templates: new PathTemplates(call.target, await pinnedFor(call), call.ca),
    };
    report({ kind: 'ready' });
  }
}

async function run(start: LoadStart): Promise<void> {
  if (prepared === undefined) return;
  const { call, spans, templates } = prepared;
  const started = new LoadEngine({ call, templates, start, pace: new LoadPace(call, start.startMs) });
  engine = started;
  let count = 0;
  const ticker = setInterval(
    () =>
      report({
        kind: 'update',
        update: updateOf(started, { isWhole: ++count % wholeEvery === 0, isEnd: false, ...start }),
      }),
    updateMs,
  );
  await started.run().finally(() => clearInterval(ticker));
  const { stopped } = started;
  report({
    kind: 'done',
    update: updateOf(started, { isWhole: true, isEnd: true, ...start }),
    stopped,
    notes: [...templates.notes, ...((await spans?.end()) ?? [])],
  });
}

function updateOf(
  from: LoadEngine,
  { isWhole, isEnd, epochMs }: { isWhole: boolean; isEnd: boolean; epochMs: number },
): LoadUpdate {
  const { recorder, findings, spent, connectionsOpened } = from;
  return {
    ...(isWhole ? { measures: recorder.measures.plain() } : {}),
    intervals: recorder.take(isEnd).map((interval) => interval.plain()),
    findings: findings.take(),
    spent,
    connections: connectionsOpened,
    agents: recorder.agents,
    inFlight: recorder.inFlight,
    elapsedMs: Math.max(0, performance.timeOrigin + performance.now() - epochMs),
  };
}

function report(what: LoadReport): void {
  process.send?.(what, undefined, undefined, () => {
    if (what.kind === 'done' || what.kind === 'failed') process.disconnect();
  });
}

// A terminal sends its signals to every process of the group; the parent decides what they mean.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());
process.on('message', (order: LoadOrder) => {
  obey(order).catch((error: unknown) => {
    report({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  });
});
