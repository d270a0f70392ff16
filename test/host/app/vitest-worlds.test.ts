/** What `orrery-sim/vitest` gives to tests: worlds, and properties that fail with the smallest scenario. */
import { readFileSync } from 'node:fs';
import { chdir, cwd } from 'node:process';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { ScenarioRun } from '../../../src/simulation/scenario/run.ts';
import { yamlOf, type ScenarioSource } from '../../../src/verification/check/source.ts';
import { checkScenario, checkWorld, worldTest, type CheckWorld } from '../../../src/vitest.ts';
import { folderWith } from '../../folder-with.ts';

const source: ScenarioSource = {
  name: 'one-call',
  seed: '7',
  for: '1s',
  operations: [{ by: 'alice', do: 'POST /faucet/register', body: { agent_id: 'alice' } }],
};

// The first run loads what all of them need.
beforeAll(() => checkScenario(source));

worldTest()('a test has a world that begins as all of them do', ({ world }) => {
  expect([world.seed, world.now]).toEqual(['1', '2026-01-01T00:00:00.000Z']);
  expect(world.agents.count).toBe(0);
});

worldTest({ seed: 5 })('its seed may be another', ({ world }) => {
  expect(world.seed).toBe('5');
});

worldTest({ scenario: { name: 'tiny', for: '1d', population: [{ agent: 'faucet-claimer', count: 2 }] }, at: '1h' })(
  'it may be one of a scenario, at a later time',
  ({ world }) => {
    expect(world.now).toBe('2026-01-01T01:00:00.000Z');
    expect(world.agents.count).toBe(2);
  },
); // prettier-ignore

describe('a scenario that is checked', () => {
  it('breaks nothing where the platform keeps its promises', async () => {
    expect(await checkScenario(source)).toEqual([]);
  });

  it('is refused where it cannot be built', async () => {
    await expect(checkScenario({ ...source, operations: [{ by: 'alice', do: 'nothing' }] })).rejects.toThrow(
      'nothing',
    );
  });
});

describe('a property over scenarios', () => {
  const few = { runs: 1, operationsMax: 1, hasTrouble: false } as const;

  /** What the check throws, in a folder that is empty. */
  async function thrownBy(check: CheckWorld): Promise<Error> {
    const before = cwd();
    chdir(folderWith());
    onTestFinished(() => chdir(before));
    return checkWorld({ ...few, ...check }).then(
      () => expect.fail('every scenario holds'),
      (error: unknown) => error as Error,
    );
  }

  it('that holds is seen on finished runs, as many as were asked for', async () => {
    const ends: boolean[] = [];
    const property = (run: ScenarioRun): void => void ends.push(run.progress === 1);
    await checkWorld({ ...few, runs: 2, property });
    expect(ends).toEqual([true, true]);
    await checkWorld(few);
  });

  it.each([
    ['an error', new RangeError('too many'), 'too many'],
    ['a text', 'too few', 'too few'],
  ])('that throws %s fails with it, the seed, the path and the file', async (_what, cause, message) => {
    const error = await thrownBy({
      seed: 3,
      property: () => {
        throw cause;
      },
    });
    const [first, repeats = '', ...yaml] = error.message.split('\n');
    expect(first).toBe(`property: ${message}`);
    const [, path = '', file = ''] =
      /^seed 3, path "(0[\d:]*)", the scenario is in (reports\/findings\/\S+\.yaml)$/.exec(repeats) ?? [];
    expect(path).not.toBe('');
    expect(file).toMatch(/-3-0\.yaml$/);
    expect(yaml.join('\n')).toBe(readFileSync(file, 'utf8'));
    expect(error.cause).toBe(cause);
    expect(yaml.join('\n')).toContain(message);
    expect(yaml.join('\n')).not.toBe(yamlOf(source));
  });
});
