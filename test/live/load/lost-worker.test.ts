/** A worker that was lost is stated with its share, wherever a result is shown. */
import { expect, it } from 'vitest';
import type { LoadResult } from '../../../src/live/load/result-schema.ts';
import { loadText } from '../../../src/live/load/text.ts';
import { loadHtml } from '../../../src/report/load/html.ts';
import { loaded, oneGroup, stagesOf } from './loading.ts';

const visitor = oneGroup(function* (agent) {
  yield agent.get('/faucet/status');
});

async function resultWith(loss: Partial<LoadResult['workers'][number]>): Promise<LoadResult> {
  const load = stagesOf({ shape: 'constant-arrival-rate', rate: 20, for: '200ms' });
  const { result } = await loaded({ scenario: { groups: visitor, load } });
  const worker = { worker: 1, requests: 3, lost: 'no report for 8 s', seconds: 4, ...loss };
  return { ...result, workers: [...result.workers, worker] };
}

it.each([
  [{ agentsLost: 2, arrivalsLost: 300 }, '2 agents that acted and 300 arrivals are missing'],
  [{ agentsLost: 2 }, '2 agents that acted are missing'],
])('of a worker with the loss %j they say: %s', async (loss, words) => {
  const result = await resultWith(loss);
  expect(loadText(result)).toContain(`worker 1: no report for 8 s; its requests count up to 4 s; ${words}\n`);
  const page = loadHtml(result, { command: 'npx orrery load', script: '' });
  expect(page).toContain(`no report for 8 s; its requests count up to 4 s; ${words}`);
});
