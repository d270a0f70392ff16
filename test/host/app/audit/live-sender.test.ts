import { expect, it } from 'vitest';
import { LiveSender } from '../../../../src/host/app/audit/live/live-sender.ts';
import { PinnedAddresses } from '../../../../src/live/traffic/target/pinned-addresses.ts';
import { readTarget } from '../../../../src/live/traffic/target/target.ts';
import { answerJson, toyServer } from '../../../live/traffic/toy-server.ts';

it('a signal ends the wait that a house asked for, and nothing is sent after it', async () => {
  const stop = new AbortController();
  const toy = await toyServer((_asked, response) => {
    response.setHeader('retry-after', '3600');
    answerJson(response, {}, 429);
    setTimeout(() => stop.abort(), 50);
  });
  const target = readTarget(
    'toy.yaml',
    `name: toy\nhosts: [127.0.0.1]\nallow: writes\nservices: { casino: "http://127.0.0.1:${toy.port}" }`,
  );
  const sender = new LiveSender({
    target,
    addresses: await PinnedAddresses.resolve(target),
    callsPerSecond: 100,
    budgetMicros: 0,
    requestsMax: undefined,
    ca: undefined,
    signal: stop.signal,
  });
  const casino = target.services.get('casino');
  if (casino === undefined) throw new Error('the target has a casino');
  const call = { method: 'GET', path: '/stats', query: {}, body: {} } as const;
  const identity = { apiKey: undefined, headers: {} };
  expect((await sender.send(casino, call, { identity })).status).toBe(0);
  await sender.rest(1_000_000);
  expect(sender.requests).toBe(1);
});
