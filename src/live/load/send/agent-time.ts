/**
 * Response headers that state a wait, in the agents' time: where the agents' clock runs at another speed than the
 * target's, a behaviour that sleeps as long as it is asked to waits for the time that the target meant.
 */

/** Both clocks at the moment of a response, in milliseconds, and how much faster the agents' clock runs. */
export interface TwoClocks {
  readonly agentMs: number;
  readonly targetMs: number;
  /** Agent milliseconds in a millisecond of the target's clock; 1 for equal clocks. */
  readonly ratio: number;
}

/** Changes the headers in place and returns them. */
export function inAgentTime(
  headers: Record<string, string>,
  { agentMs, targetMs, ratio }: TwoClocks,
): Record<string, string> {
  if (ratio === 1) return headers;
  const waitSeconds = secondsIn(headers['retry-after']);
  if (waitSeconds !== undefined) headers['retry-after'] = String(waitSeconds * ratio);
  const resetSeconds = secondsIn(headers['x-ratelimit-reset']);
  if (resetSeconds !== undefined) {
    const leftMs = resetSeconds * 1000 - targetMs;
    headers['x-ratelimit-reset'] = String((agentMs + leftMs * ratio) / 1000);
  }
  return headers;
}

function secondsIn(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,12}(\.\d{1,6})?$/.test(text) ? Number(text) : undefined;
}
