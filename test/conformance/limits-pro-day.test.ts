/** A million requests: in the fast lane, `core/http/limits/tier-meters` holds what counts them. */
import { expect, it } from 'vitest';
import { greedy, open } from './harness.ts';

it('LIM07 gives Pro 1,000,000 requests a day, and again from midnight UTC on', () => {
  const inProcess = 'a million requests, one after the other over one socket, take minutes';
  const stage = open({}, { startAt: '2026-03-01T00:00:00.000Z', inProcess });
  const member = stage.joinB('alice');
  stage.setTier(member, 'pro');
  expect(greedy(stage, 86_399_999, () => member.get('/none'))).toBe(1_000_000);
  stage.advanceTo('2026-03-01T23:59:59.999Z');
  expect(member.get('/none').body).toMatchObject({ limit: 1_000_000, window: '1d' });
  stage.advance(1);
  expect(member.get('/none').status).toBe(404);
});
