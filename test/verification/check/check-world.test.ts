/** A property of one's own: what fails comes back small, with what repeats it. */
import { existsSync, readFileSync } from 'node:fs';
import { chdir, cwd } from 'node:process';
import { expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import type { ScenarioRun } from '../../../src/simulation/scenario/run.ts';
import type { ScenarioSource } from '../../../src/verification/check/source.ts';
import { checkScenario, checkWorld, fc, scenarios, type CheckWorld } from '../../../src/vitest.ts';
import { folderWith } from '../../host/cli/orrery.ts';

const agentsMax = ({ world }: ScenarioRun): void => expect(world.agents.count).toBe(0);

/** What the check throws, in a folder of its own. */
async function thrownBy(check: CheckWorld): Promise<Error> {
  const before = cwd();
  chdir(folderWith());
  onTestFinished(() => chdir(before));
  return checkWorld(check).then(
    () => expect.fail('every scenario holds'),
    (error: unknown) => error as Error,
  );
}

it('shrinks to one operation and says seed, path and file', async () => {
  const error = await thrownBy({ runs: 5, seed: 3, property: agentsMax });
  const [, seed, path, file = ''] =
    /^seed (\d+), path "([\d:]+)", the scenario is in (\S+)$/m.exec(error.message) ?? [];
  expect(seed).toBe('3');
  expect(existsSync(file)).toBe(true);
  const least = parse(readFileSync(file, 'utf8')) as ScenarioSource;
  expect(least.operations).toHaveLength(1);
  expect(error.message).toContain(readFileSync(file, 'utf8'));
  expect(error.cause).toMatchObject({ name: 'AssertionError' });
  const again = await thrownBy({ runs: 5, seed: 3, path: path ?? '', property: agentsMax });
  expect(again.message).toBe(error.message);
});

it('passes where neither the property nor the oracle fails', async () => {
  await checkWorld({ runs: 3, seed: 2, property: () => undefined });
});

it('has what a property of fast-check needs', async () => {
  await fc.assert(
    fc.asyncProperty(scenarios({ operationsMax: 5, hasTrouble: false }), async (scenario) => {
      expect(await checkScenario(scenario)).toEqual([]);
    }),
    { numRuns: 3 },
  );
});
