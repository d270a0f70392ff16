/** What held requests back beside the target: a limit that is ours is never called the target's. */
import { percentileMs } from '../traffic/measure/histogram.ts';
import type { Target } from '../traffic/target/target.ts';
import type { LoadEnd } from './running-load.ts';
import type { LoadResult } from './result-schema.ts';

type Limit = LoadResult['limits'][number];

/** Above this lag, the generator's own lateness shows in the response times. */
const lagMsMax = 10;

/** The limits that were reached, with the number of requests each delayed or prevented. */
export function limitsOf({ measures, connections }: LoadEnd, { connectionsMax }: Target): Limit[] {
  const { delays, counts } = measures;
  const limits: Limit[] = [];
  const held = (by: 'ceiling' | 'connections', what: string): void => {
    const waits = delays[by === 'ceiling' ? 'ceiling' : 'connection'];
    const p99Ms = percentileMs(waits, 99);
    if (waits.totalCount > 0) limits.push({ by, requests: waits.totalCount, p99Ms, what });
  };
  held('ceiling', 'requests waited for requestsPerSecond of the target file');
  // Below that, a request only waited until its connection was open.
  if (connections >= connectionsMax)
    held('connections', `requests waited for one of ${connectionsMax} connections`);
  const lagMs = percentileMs(delays.generator, 99);
  if (lagMs > lagMsMax) {
    const what =
      'requests were due while this generator was late (processor, event loop or garbage collection)';
    limits.push({ by: 'generator', requests: delays.generator.totalCount, p99Ms: lagMs, what });
  }
  if (counts.dropped > 0) {
    const what = 'arrivals were dropped: agentsMax agents acted';
    limits.push({ by: 'agents', requests: counts.dropped, p99Ms: 0, what });
  }
  if (counts.withheld > 0) {
    const what = 'requests were not sent: the budget is spent, or they have no known price';
    limits.push({ by: 'budget', requests: counts.withheld, p99Ms: 0, what });
  }
  return limits;
}
