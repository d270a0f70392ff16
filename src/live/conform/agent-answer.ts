/** A target's response as the agent receives it. */
import type { Instant } from '../../core/base/time.ts';
import { Answer } from '../../simulation/population/answer.ts';
import { headersIn } from '../traffic/http/headers-in.ts';
import type { LiveAnswer } from './live-client.ts';

/** A failed request yields status 0, as after a time-out. */
export function agentAnswer(live: LiveAnswer, atMs: Instant): Answer {
  const [sentAtMs, receivedAtMs] = [atMs, atMs];
  if (live.kind === 'failed') return new Answer({ status: 0, headers: {}, body: {}, sentAtMs, receivedAtMs });
  const isObject = typeof live.body === 'object' && live.body !== null && !Array.isArray(live.body);
  return new Answer({
    status: live.status,
    headers: headersIn(live.head),
    body: isObject ? (live.body as Answer['body']) : {},
    sentAtMs,
    receivedAtMs,
  });
}
