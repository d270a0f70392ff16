/** A planned fault may make a service slow: its answers come later than they were asked for, and those of others do not. */
import type { RunHooks } from '../../simulation/scenario/run.ts';
import type { RunSetup } from '../oracle/exchange.ts';
import type { Scenario } from '../../simulation/scenario/scenario.ts';
import { serviceOfPath } from './service-path.ts';

type Received = Parameters<NonNullable<RunHooks['onReceived']>>;

/** What is wrong with the time that an answer took, on a network that takes none; undefined where nothing is. */
export function slownessMistake(
  { faults }: Pick<RunSetup, 'faults'>,
  { path, ip }: Pick<Received[0], 'path' | 'ip'>,
  { status, sentAtMs, receivedAtMs }: Pick<Received[1], 'status' | 'sentAtMs' | 'receivedAtMs'>,
): string | undefined {
  // What no service has is no service's to answer, and a client outside of the simulated network waits for nothing.
  if (status === 404 || status === 405 || !ip.startsWith('10.')) return undefined;
  const service = serviceOfPath(path);
  const isSlow = faults.some(
    (fault) =>
      fault.kind === 'slow' && fault.service === service && fault.atMs <= sentAtMs && sentAtMs < fault.endMs,
  );
  const waitedMs = receivedAtMs - sentAtMs;
  if (isSlow && waitedMs === 0) return `${path} is answered at once though its service is slow`;
  return !isSlow && waitedMs > 0
    ? `${path} is answered after ${waitedMs} ms, and nothing is slow`
    : undefined;
}

/** True where every answer comes, once and with its event. */
export const isNetworkPerfect = ({ network }: Pick<Scenario, 'network'>): boolean =>
  network.latency === null && network.drop + network.dropAnswer + network.duplicate === 0;
