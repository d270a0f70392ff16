/** A replay by k6: the plan is exported as a script and lanes, which k6 runs. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { disarmed } from '../../../core/base/plain-text.ts';
import type { Plan } from '../plan/plan.ts';
import { Schedule } from '../plan/schedule.ts';
import type { ReplayCall } from '../replay/replay-call.ts';
import { Forbidden } from '../target/permit.ts';
import { causeOfNoConnection } from '../http/reach.ts';
import { endpointOf } from '../target/endpoint.ts';
import { refuseTransports } from '../target/refuse-transport.ts';
import { PinnedAddresses } from '../target/pinned-addresses.ts';
import type { Target } from '../target/target.ts';
import { lanesOf } from './lanes.ts';
import { k6Result } from './k6-result.ts';
import { walkable, type WalkableLanes } from './left-out.ts';
import { runK6 } from './run-k6.ts';
import { k6Script, segmentCommands, testRunYaml, variablesOf } from './script.ts';
import { carriedThresholds, inWordsOfK6 } from '../thresholds/carried.ts';

/** Writes the script, the lanes and the files for several machines. Rejects as planning does. */
export async function exportK6(
  call: ReplayCall,
  plan: Plan,
  { folder, machines }: { folder: string; machines: number },
): Promise<Pick<WalkableLanes, 'leftOut'> & { lanes: number }> {
  const { target, trace } = call;
  refuseTarget(target);
  const pinned = await PinnedAddresses.resolve(target, call.resolve);
  const addresses = target.hosts.map((host) => [host, pinned.addressOf(host)] as const);
  const sendsAddresses = addresses.every(([, address]) => address === '::1' || address.startsWith('127.'));
  const how = { target, schedule: new Schedule(call.schedule), sendsAddresses, names: plan.names };
  const { lanes, leftOut } = walkable(await lanesOf(trace, how));
  mkdirSync(folder, { recursive: true });
  const lanesText = disarmed(readable(lanes));
  writeFileSync(join(folder, 'lanes.json'), lanesText);
  const headers = target.carried?.named ?? [];
  const script = k6Script({
    headers,
    hasClientCertificate: target.transport.clientFiles !== undefined,
    lanes: lanes.length,
    durationMs: plan.durationMs,
    timeoutMs: target.timeoutMs,
    thresholds: k6Thresholds(plan),
    hosts: Object.fromEntries(addresses.filter(([host, address]) => host !== address)),
    connectionsMax: target.connectionsMax,
    requestsPerSecondMax: target.requestsPerSecondMax,
  });
  writeFileSync(join(folder, 'replay.js'), script);
  const bytes = Buffer.byteLength(lanesText) + script.length;
  const name = resourceName(plan);
  writeFileSync(
    join(folder, 'testrun.yaml'),
    testRunYaml({ name, machines, bytes, variables: variablesOf(headers) }),
  );
  writeFileSync(join(folder, 'segments.txt'), `${segmentCommands(machines).join('\n')}\n`);
  return { lanes: lanes.length, leftOut };
}

/** One request a line; lanes are apart. */
const readable = (lanes: WalkableLanes['lanes']): string =>
  `[\n${lanes.map((lane) => `[\n${lane.map((step) => JSON.stringify(step)).join(',\n')}\n]`).join(',\n')}\n]\n`;

const resourceName = ({ header }: Plan): string =>
  header.scenario
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]/g, '-')
    .slice(0, 50);

function refuseTarget(target: Target): void {
  if (target.clock.kind === 'sandbox') {
    throw new Forbidden(
      `${target.file}: k6 cannot keep the order of a whole trace; expected a clock that runs, such as clock: 1000x`,
    );
  }
  refuseTransports(target, 'k6');
}

/** k6 reports a failed handshake as a status like any other. Rejects with `Forbidden` for a known cause. */
export async function checkConnections({ target, ca, resolve }: ReplayCall): Promise<void> {
  const addresses = await PinnedAddresses.resolve(target, resolve);
  for (const address of target.services.values()) {
    if (!address.isTls) continue;
    const endpoint = endpointOf({ target, addresses, ca }, address);
    const cause = await causeOfNoConnection(endpoint, target.timeoutMs);
    if (cause !== undefined) throw new Forbidden(`${target.file}: ${address.host}:${address.port}: ${cause}`);
  }
}

/** Runs an exported plan. Rejects with `NoK6` if k6 is missing or fails. */
export function runExported(
  call: ReplayCall,
  plan: Plan,
  { folder, binary, leftOut }: { folder: string; binary: string } & Pick<WalkableLanes, 'leftOut'>,
) {
  const { caFile: ca, transport } = call.target;
  const { done, stop } = runK6(folder, binary, { ca, client: transport.clientFiles });
  return { stop, result: done.then((run) => k6Result(call, plan, { ...run, leftOut })) };
}

function k6Thresholds({ header }: Plan): Record<string, readonly string[]> {
  const carried = Object.entries(carriedThresholds(header.expect));
  return Object.fromEntries(
    carried.map(([metric, thresholds]) => [metric, thresholds.map((one) => inWordsOfK6(metric, one))]),
  );
}
