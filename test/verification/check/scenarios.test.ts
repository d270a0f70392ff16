/** `scenarios()` in anybody's property: fast-check's seed and path repeat a counterexample, and it is small and readable. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { scenarioHost } from '../../../src/host/app/run/scenario-host.ts';
import { execute } from '../../../src/verification/check/execute.ts';
import { scenarios } from '../../../src/verification/check/generate/scenarios.ts';
import { smallerThan } from '../../../src/verification/check/shrink.ts';
import { yamlOf, type ScenarioSource } from '../../../src/verification/check/source.ts';

const callsOf = ({ operations = [] }: ScenarioSource): string[] => operations.map(({ do: call }) => call);

/** Fails wherever somebody registers with a body. */
const nobodyRegisters = fc.property(
  scenarios(),
  ({ operations = [] }) =>
    !operations.some(({ do: call, body }) => call === 'POST /faucet/register' && body !== undefined),
);

describe('an arbitrary of scenarios', () => {
  it('shrinks a counterexample to one operation and nothing around it', () => {
    const { failed, counterexample } = fc.check(nobodyRegisters, { seed: 7 });
    expect(failed).toBe(true);
    const [least] = counterexample as [ScenarioSource];
    expect(least.operations).toEqual([{ by: expect.any(String), do: 'POST /faucet/register', body: {} }]);
    for (const part of ['faults', 'network', 'policies', 'population', 'profile', 'start'] as const)
      expect(least[part], part).toBeUndefined();
    expect(least.for).toBe('1s');
  });

  it('is what its file says, to the last number', () => {
    const sources = fc.sample(scenarios(), { seed: 7, numRuns: 120 });
    for (const source of sources) expect(parse(yamlOf(source))).toEqual(JSON.parse(JSON.stringify(source)));
    const strays = JSON.stringify(sources, (_name, value: unknown) =>
      typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0)) ? 'no number' : value,
    );
    expect(strays).not.toContain('no number');
  });

  it('repeats a counterexample from its seed and path', () => {
    const first = fc.check(nobodyRegisters, { seed: 7 });
    const path = first.counterexamplePath ?? '';
    expect(path).toMatch(/^\d+(:\d+)+$/);
    const again = fc.check(nobodyRegisters, { seed: 7, path, endOnFailure: true });
    expect(again.counterexample).toEqual(first.counterexample);
    expect(again.numShrinks).toBe(0);
    expect(fc.check(nobodyRegisters, { seed: 7 }).counterexamplePath).toBe(path);
    expect(fc.sample(scenarios(), { seed: 7, numRuns: 5 })).toEqual(
      fc.sample(scenarios(), { seed: 7, numRuns: 5 }),
    );
  });

  it('prints a counterexample as YAML', () => {
    const [least] = fc.check(nobodyRegisters, { seed: 7 }).counterexample as [ScenarioSource];
    let message = '';
    try {
      fc.assert(nobodyRegisters, { seed: 7 });
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).toContain(`Counterexample: [\n${yamlOf(least)}`);
    expect(message).toMatch(/^ {2}- \{ by: \w+, do: POST \/faucet\/register, body: \{\} \}$/m);
  });

  it('shrinks a scenario that was written by hand', () => {
    const written: ScenarioSource = {
      name: 'mine', seed: '1', for: '1d',
      operations: [{ by: 'bob', do: 'GET /faucet/status' }, { by: 'alice', do: 'POST /faucet/register', body: { agent_id: 'a' } }],
    }; // prettier-ignore
    const { counterexample } = fc.check(nobodyRegisters, { seed: 7, examples: [[written]] });
    expect(callsOf((counterexample as [ScenarioSource])[0])).toEqual(['POST /faucet/register']);
  });

  it('makes scenarios that can be built and hold', async () => {
    await fc.assert(
      fc.asyncProperty(scenarios(), async (source) => {
        expect((await execute(source, scenarioHost)).violations).toEqual([]);
      }),
      { numRuns: 10 },
    );
  });

  it.each([1, 2, 3])('comes to an end, whichever smaller scenario is taken, %i', (seed) => {
    const [source] = fc.sample(scenarios(), { seed, numRuns: 1 });
    let current = { source: source as ScenarioSource, step: seed };
    let count = 0;
    for (; count < 1_000; count += 1) {
      const all = [...smallerThan(current.source, current.step)];
      const next = all[(seed * 31 * count) % Math.max(1, all.length)];
      if (next === undefined) break;
      current = next;
    }
    expect(count).toBeLessThan(1_000);
  });
});
