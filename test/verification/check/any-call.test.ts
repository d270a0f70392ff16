/** Calls that are made for all operations at once: each is a call of its endpoint, and many in one instant meet each other and their quotas. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scenarioHost } from '../../../src/host/app/run/scenario-host.ts';
import { Coverage } from '../../../src/verification/check/coverage.ts';
import { execute } from '../../../src/verification/check/execute.ts';
import { anyCall } from '../../../src/verification/check/generate/any-call.ts';
import type { Draw } from '../../../src/verification/check/generate/draw.ts';
import { ModelState } from '../../../src/verification/check/generate/model-state.ts';
import { crowd, exhausted } from '../../../src/verification/check/generate/moves/crowds.ts';
import type { CallSeries } from '../../../src/verification/check/generate/moves/series.ts';
import { watched, type ScenarioSource } from '../../../src/verification/check/source.ts';
import { endpoints } from '../../../src/verification/oracle/models/endpoints.ts';

const startMs = Date.UTC(2026, 0, 1);

/** Choices that follow from a number. */
function drawOf(seed: number): Draw {
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
async function seenIn(add: (model: ModelState) => void): Promise<Coverage['seen']> {
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

const addAll = (series: CallSeries, seed: number) => (model: ModelState) => {
  for (const call of series(model, drawOf(seed), 'alice')) {
    const made = typeof call === 'function' ? call(model) : call;
    model.add(made, made.by ?? 'alice');
  }
};

describe('any call', () => {
  it('is a call of its endpoint, for every endpoint of the tables', async () => {
    const seen = await seenIn((model) => {
      for (const [index, endpoint] of endpoints.entries()) {
        model.atMs += 10_000;
        model.add(anyCall(endpoint, { model, draw: drawOf(index), person: 'alice' }), 'alice');
      }
    });
    const called = new Set(seen.outcomes.map((outcome) => outcome.split(' ')[0]));
    const wanted = endpoints.map(({ call }) => call);
    expect(wanted.filter((call) => !called.has(call))).toEqual([]);
  });

  it('is refused beyond a quota, and so are others under the same key', async () => {
    const { refusals } = await seenIn(addAll(exhausted, 3));
    const limited = refusals.filter((name) => name.endsWith('RATE_LIMIT'));
    expect(limited.length).toBeGreaterThan(1);
  });

  it('meets those of other agents in one instant', async () => {
    const { pairs } = await seenIn(addAll(crowd, 5));
    expect(pairs.length).toBeGreaterThan(5);
  });
});
