/** Runs of a few calls, or of one series of them, and what they reach. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { dayMs, hourMs } from '../../../src/core/base/time.ts';
import { scenarioHost } from '../../../src/host/app/run/scenario-host.ts';
import { Coverage } from '../../../src/verification/check/coverage.ts';
import { execute } from '../../../src/verification/check/execute.ts';
import type { Draw } from '../../../src/verification/check/generate/draw.ts';
import { ModelState } from '../../../src/verification/check/generate/model-state.ts';
import { addOne } from '../../../src/verification/check/generate/moves/extras.ts';
import type { CallSeries } from '../../../src/verification/check/generate/moves/series.ts';
import { registerRich } from '../../../src/verification/check/generate/opening.ts';
import { watched, type ScenarioSource } from '../../../src/verification/check/source.ts';

const startMs = Date.UTC(2026, 0, 1);

/** Choices that follow from a number. */
export function drawOf(seed: number): Draw {
  const [draw] = fc.sample(
    fc.noShrink(fc.infiniteStream(fc.nat()).map((stream) => {
      const next = (below: number): number => Number(stream.next().value) % below;
      return { integer: next, chance: (percent: number) => next(100) < percent, pick: <T>(from: readonly T[]) => from[next(from.length)] as T };
    })),
    { seed, numRuns: 1 },
  ); // prettier-ignore
  return draw as unknown as Draw;
}

/** What a run of these calls of three agents reaches. */
export async function seenIn(add: (model: ModelState) => void): Promise<Coverage['seen']> {
  const model = new ModelState(startMs);
  for (const agent_id of ['alice', 'bob', 'carol']) {
    model.registered.push(agent_id);
    model.add({ do: 'POST /faucet/register', body: { agent_id } }, agent_id);
  }
  model.atMs = 1_000;
  add(model);
  const { operations } = model;
  const source: ScenarioSource = { name: 'calls', seed: '1', for: '1d', start: '2026-01-01T00:00:00Z', operations, expect: watched };
  const coverage = new Coverage();
  expect((await execute(source, scenarioHost, coverage)).violations).toEqual([]);
  return coverage.seen;
} // prettier-ignore

export const addAll = (series: CallSeries, seed: number) => (model: ModelState) => {
  for (const call of series(model, drawOf(seed), 'alice')) {
    const made = typeof call === 'function' ? call(model) : call;
    model.add(made, made.by ?? 'alice');
  }
};

/** What a series of an agent with money reaches, with the pauses that it has. */
export async function seenOfRich(series: CallSeries, seed: number): Promise<Coverage['seen']> {
  const model = new ModelState(startMs);
  const draw = drawOf(seed);
  registerRich(model, draw);
  addOne(series, { model, draw, person: draw.pick(model.registered), endMs: 3 * dayMs });
  const { operations, faults, policies } = model;
  const length = `${model.atMs + hourMs}ms`;
  const source = { name: 'series', seed: '1', for: length, start: '2026-01-01T00:00:00Z', faults, policies, operations, expect: watched };
  const coverage = new Coverage();
  expect((await execute(source, scenarioHost, coverage)).violations).toEqual([]);
  return coverage.seen;
} // prettier-ignore
