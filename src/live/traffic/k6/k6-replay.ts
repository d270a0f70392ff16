/** A replay by k6: the plan is exported as a script and lanes, and k6's summary becomes a replay result. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { disarmed } from '../../../core/base/plain-text.ts';
import type { Percentiles } from '../engine/measures.ts';
import type { Plan } from '../plan/plan.ts';
import { Schedule } from '../plan/schedule.ts';
import type { ReplayCall } from '../replay/replay-call.ts';
import type { ReplayResult } from '../replay/result-schema.ts';
import { statusOnly } from '../replay/status-only.ts';
import { Forbidden } from '../target/permit.ts';
import { causeOfNoConnection } from '../http/reach.ts';
import { endpointOf } from '../target/endpoint.ts';
import { refuseTransports } from '../target/refuse-transport.ts';
import { PinnedAddresses } from '../target/pinned-addresses.ts';
import type { Target } from '../target/target.ts';
import { lanesOf } from './lanes.ts';
import { differencesFor, walkable, type WalkableLanes } from './left-out.ts';
import type { ExpectationResult } from '../../../simulation/scenario/result.ts';
import { runK6, type K6Metric, type K6Run, type K6Summary } from './run-k6.ts';
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

const valueOf = (metric: K6Metric | undefined, name: string): number => metric?.values[name] ?? 0;

const percentilesOf = (metric: K6Metric | undefined): Percentiles => ({
  p50: valueOf(metric, 'p(50)'),
  p90: valueOf(metric, 'p(90)'),
  p99: valueOf(metric, 'p(99)'),
  p999: valueOf(metric, 'p(99.9)'),
  max: valueOf(metric, 'max'),
});

function k6Thresholds({ header }: Plan): Record<string, readonly string[]> {
  const carried = Object.entries(carriedThresholds(header.expect));
  return Object.fromEntries(
    carried.map(([metric, thresholds]) => [metric, thresholds.map((one) => inWordsOfK6(metric, one))]),
  );
}

/** In the order of the scenario; a threshold that k6 does not report fails. */
function thresholdsOf({ header }: Plan, metrics: K6Summary['metrics']): ExpectationResult[] {
  return Object.entries(carriedThresholds(header.expect)).flatMap(([metric, thresholds]) =>
    thresholds.map((threshold) => {
      const found = metrics[metric];
      const asked = inWordsOfK6(metric, threshold);
      const [aggregate = ''] = /^[a-z]+(?:\([\d.]+\))?/.exec(asked) ?? [];
      const value = found?.values[aggregate] ?? null;
      return { metric, threshold, value, ok: found?.thresholds?.[asked]?.ok === true };
    }),
  );
}

const countsIn = (metrics: K6Summary['metrics'], names: readonly [string, string]): [number, number] => [
  valueOf(metrics[names[0]], 'count'),
  valueOf(metrics[names[1]], 'count'),
];

/** What k6 does not report. */
const unmeasured = {
  waits: {},
  backPressure: { pendingMost: 0, heldBack: 0 },
  statusCounts: {},
  failures: {},
  connections: 0,
};

function k6Result(
  { trace, target }: ReplayCall,
  plan: Plan,
  { summary: { metrics, state }, isStopped, leftOut }: K6Run & Pick<WalkableLanes, 'leftOut'>,
): ReplayResult {
  const { explained, groups } = differencesFor(leftOut).state();
  const seconds = state.testRunDurationMs / 1000;
  const [requests, other] = countsIn(metrics, ['http_reqs', 'orrery_other_status']);
  const thresholds = thresholdsOf(plan, metrics);
  const { p50, p99 } = percentilesOf(metrics['orrery_send_lag']);
  const isWhole = requests + leftOut.length === plan.requests;
  return {
    engine: 'k6',
    trace,
    target: target.name,
    workers: 1,
    requests,
    sessions: plan.sessions,
    writes: plan.writes,
    seconds,
    offeredPerSecond: plan.durationMs > 0 ? (plan.requests / plan.durationMs) * 1000 : requests / seconds,
    achievedPerSecond: requests / seconds,
    sendLagMs: { p50, p99 },
    responseMs: percentilesOf(metrics['orrery_response']),
    serviceMs: percentilesOf(metrics['http_req_duration']),
    ...unmeasured,
    unsent: plan.requests - requests,
    same: Math.max(0, requests - other),
    ...statusOnly(plan),
    differences: { explained, unexplained: other, groups, causes: [] },
    thresholds,
    voided: false,
    voidReason: null,
    stopped: isStopped,
    ok: !isStopped && other === 0 && isWhole && thresholds.every(({ ok }) => ok),
  };
}
