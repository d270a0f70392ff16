/**
 * A thread of `orrery sweep`: runs the points it is sent. It gets the scenario as data, once, and reads no file but
 * behaviours; the scenario of a cell is built once and run with every seed.
 */
import { workerData } from 'node:worker_threads';
import { Refusal } from '../../../core/base/refusal.ts';
import { InvariantError } from '../../../core/base/assert.ts';

import { StepWatch } from '../../../core/kernel/step-watch.ts';
import { buildScenario } from '../../../simulation/scenario/build.ts';
import { outOfMemoryCode } from '../../workers/out-of-memory.ts';
import type { PoolTask } from '../../workers/watched-task.ts';
import { layersOf, type PlainLayer } from '../../../simulation/scenario/load.ts';
import { ScenarioRun } from '../../../simulation/scenario/run.ts';
import type { Scenario } from '../../../simulation/scenario/scenario.ts';
import { varied } from '../../../simulation/scenario/vary.ts';
import { pointAt } from '../../../simulation/sweep/plan.ts';
import type { SweepPlan } from '../../../simulation/sweep/result-schema.ts';
import { lineOfFailure, lineOfRun } from '../../../simulation/sweep/point-result.ts';
import { scenarioHost } from '../run/scenario-host.ts';
import { reportTo, watchOf } from '../run/watched-run.ts';

/** The `workerData` of every thread. */
export interface SweepWorkerData {
  readonly plan: SweepPlan;
  readonly layers: readonly PlainLayer[];
}

const { plan, layers } = workerData as SweepWorkerData;
const base = layersOf(layers);
const eventsPerStep = 10_000;
let built: { readonly cell: number; readonly scenario: Scenario } | undefined;

/** Set after a broken invariant: state that the runs of this thread share may be wrong. */
let isBroken = false;

/** A line for each point, in their order. A broken point is alone in its answer, and the last one of its thread. */
export default async function runPoints(task: PoolTask): Promise<readonly string[]> {
  const { points } = task;
  const lines: string[] = [];
  for (const point of points) {
    if (isBroken) process.exit(outOfMemoryCode);
    lines.push(await lineOf(point, task));
  }
  if (isBroken && points.length > 1) process.exit(outOfMemoryCode);
  return lines;
}

async function lineOf(point: number, task: PoolTask): Promise<string> {
  const { cell, seed } = pointAt(plan, point);
  if (built?.cell !== cell) built = { cell, scenario: await scenarioOf(point) };
  return lineOfPoint(point, { scenario: { ...built.scenario, seed }, task });
}

async function scenarioOf(point: number): Promise<Scenario> {
  const settled = varied(base, pointAt(plan, point).settings);
  if (settled instanceof Refusal) throw new InvariantError(settled.message);
  const { profile, policies } = plan;
  return buildScenario(settled, scenarioHost, { profile: profile ?? undefined, policies });
}

/** A broken invariant is the result of its point; the other points still run, in other threads. */
async function lineOfPoint(
  point: number,
  { scenario, task }: { scenario: Scenario; task: PoolTask },
): Promise<string> {
  let run: ScenarioRun | undefined;
  try {
    const watch = await watchOf(scenario);
    run = new ScenarioRun(scenario, {
      watch: new StepWatch(task.progress.subarray(1), task.endless.get(point)),
      ...watch?.hooks,
    });
    watch?.attach(run);
    task.progress[0] = point;
    while (run.step(eventsPerStep));
    task.progress[0] = 0;
    await reportTo(run, watch);
    return lineOfRun(point, run.result({ wallSeconds: 0, command: '' }));
  } catch (error) {
    task.progress[0] = 0;
    isBroken = true;
    const event = run?.kernel.eventCount ?? 0;
    return lineOfFailure(point, 'broken', `event ${event}: ${messageOf(error)}`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
