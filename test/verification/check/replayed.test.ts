/** The requests and answers of a finding, once more. */
import { beforeAll, expect, it } from 'vitest';
import { scenarioHost } from '../../../src/host/app/run/scenario-host.ts';
import { replayed } from '../../../src/verification/check/replayed.ts';
import { register, type Operations } from './metamorphic/recorded.ts';
import { startMs } from './watched.ts';

const stepsOf = async (operations: Operations) => {
  const { steps, ...rest } = await replayed(
    { name: 'check', seed: '1', for: '1m', operations },
    scenarioHost,
  );
  return [
    rest,
    steps.map(({ atMs, agent, call, status, code }) => [atMs - startMs, agent, call, status, code]),
  ];
};

// The first run loads what all of them need.
beforeAll(() => stepsOf([register('alice')]));

it('shows each request by the name of its agent', async () => {
  const asks = { by: 'bob', do: 'GET /escrow/escrow/none', at: '5s' };
  expect(await stepsOf([register('alice'), asks])).toEqual([
    { startMs },
    [
      [0, 'alice', 'POST /faucet/register', 201, ''],
      [5000, 'bob', 'GET /escrow/escrow/none', 401, 'UNAUTHORIZED'],
    ],
  ]);
});

it('of a scenario that does not load is refused', async () => {
  await expect(stepsOf([{ by: 'alice', do: 'nothing' }])).rejects.toThrow('nothing');
});
