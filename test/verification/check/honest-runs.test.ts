/** The services as they are break no property of the reference model: a change of either that is wrong mostly does. */
import { expect, it } from 'vitest';
import { scenarioHost } from '../../../src/host/app/run/scenario-host.ts';
import { scenariosFrom } from '../../../src/verification/check/campaign.ts';
import { execute } from '../../../src/verification/check/execute.ts';

const runs = scenariosFrom('honest-runs', { first: 1, count: 100 });

it.each(runs.map((source, index) => ({ run: index + 1, source })))(
  'run $run breaks no property',
  async ({ source }) => {
    const { violations, operations } = await execute(source, scenarioHost);
    expect(violations).toEqual([]);
    expect(operations).toBeGreaterThan(0);
  },
);
