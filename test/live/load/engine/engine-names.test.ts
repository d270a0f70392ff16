/** What agents of a load are called at the target, how long they wait there, and what findings say of its secrets. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { policiesWith } from '../../../platform/world/new-world.ts';
import { oneGroup } from '../loading.ts';
import { fakesTimers, loadRun, realTimers } from './load-run.ts';

beforeEach(fakesTimers);
afterEach(realTimers);

describe('an agent', () => {
  it.each([1, 2])('is known by name before it registers where another of %d workers may run it', async (count) => {
    const names: string[] = [];
    const { engine, asked, wait } = loadRun(
      {
        groups: oneGroup(function* (agent) {
          const [, peer = ''] = agent.peers('visitor');
          names.push(peer);
          yield agent.get(`/faucet/of/${peer}`);
        }, 2),
      },
      { share: { index: 0, count } },
    );
    await wait(50);
    const name = count === 1 ? names[0] : `${names[0]}-test`;
    expect(asked[0]?.text.split(' ')[1]).toBe(`/faucet/of/${name}`);
    engine.stop('interrupt');
  }); // prettier-ignore

  it.each([
    ['retry-after', 300],
    ['max', 1_000],
  ] as const)('that waits politely follows the policy %s of its scenario', async (policy, waitMs) => {
    const { engine, wait, answer, dueMs } = loadRun({
      policies: policiesWith({ 'client.backoff': policy }),
      groups: oneGroup(function* (agent) {
        yield* agent.polite.get('/faucet/status');
      }),
    });
    await wait(50 + 10);
    answer(0, 429, {}, 'retry-after: 0.3\r\n');
    await wait(1_010);
    expect(dueMs()).toEqual([0, 10 + waitMs]);
    engine.stop('interrupt');
  });
});

it('a finding repeats no secret that the target has issued', async () => {
  const key = 'open-sesame-to-the-door';
  const { engine, wait, answer } = loadRun({
    groups: oneGroup(function* (agent) {
      const joined = yield* agent.post('/faucet/register', { agent_id: 'ada' });
      throw new Error(`it gave me ${joined.text('api_key')}`);
    }),
  });
  await wait(50);
  answer(0, 200, { api_key: key });
  const [finding] = engine.findings.take();
  expect(finding).toMatchObject({ kind: 'behaviour-threw', behaviour: 'visitor' });
  expect(finding?.message).toContain('it gave me ');
  expect(finding?.message).not.toContain(key);
  await wait(1);
});
