/** Everything the control room shows at one moment, as one plain object. */
import { formatUsdc } from '../../../core/base/money.ts';
import { formatInstant, type Instant } from '../../../core/base/time.ts';
import { policyDefault, policyNames } from '../../../core/policy/policies.ts';
import type { Fault } from '../../../platform/world/faults.ts';
import { formatPace } from '../../../platform/control/pace.ts';
import type { Sandbox } from '../sandbox.ts';
import { requestLine } from './exchange-view.ts';
import { lineOf } from './feed.ts';
import type { FaultLine, Snapshot } from '../../../report/room-state.ts';

const requestMax = 60;
/** Adding up a longer ledger several times a second would slow the world down. */
const transfersToAddUpMax = 20_000;

/** Reads the sandbox without changing it. Secrets are removed; amounts are decimal USDC; long lists are cut. */
export function snapshotOf(sandbox: Sandbox): Snapshot {
  const { world, feed } = sandbox;
  const { ledger } = world;
  return {
    now: formatInstant(sandbox.nowMs),
    start: formatInstant(sandbox.served.base.startMs),
    past: sandbox.history.version,
    branch: sandbox.history.branch,
    pace: formatPace(sandbox.pace),
    seed: world.seed,
    profile: world.profile,
    policyHash: world.policyHash,
    digest: world.digest().digest,
    counts: {
      agents: world.agents.count,
      requests: feed.classes.ok + feed.classes.refused + feed.classes.limited + feed.classes.failed,
      transfers: ledger.transferCount,
      ...feed.classes,
    },
    money: {
      pool: formatUsdc(world.faucet.poolMicros),
      driftMicros: ledger.transferCount <= transfersToAddUpMax ? world.driftMicros() : null,
    },
    requests: feed.latest(requestMax).map((seen) => requestLine(lineOf(seen), sandbox)),
    happenings: feed.happenings.map(({ event, atMs, name, amountMicros }) => ({
      event,
      at: formatInstant(atMs),
      name,
      amount: formatUsdc(amountMicros),
    })),
    faults: faultLines(sandbox),
    changedPolicies: Object.fromEntries(
      policyNames
        .filter((name) => world.policies[name] !== policyDefault(name, world.profile))
        .map((name) => [name, world.policies[name]]),
    ),
  };
}

/** The latest ones of each state, so that no past fault hides one that is on. */
function faultLines({ world, faults, nowMs }: Sandbox): readonly FaultLine[] {
  const lines = faults.map((fault, index) => {
    const endMs = world.faults.endMs(index);
    return {
      number: index + 1,
      service: fault.service,
      kind: fault.kind,
      from: formatInstant(fault.atMs),
      until: endMs === undefined ? null : formatInstant(endMs),
      state: faultState(fault, { endMs, nowMs }),
    };
  });
  const of = (state: FaultLine['state']): readonly FaultLine[] =>
    lines.filter((line) => line.state === state);
  return [...of('over').slice(-20), ...of('planned').slice(0, 20), ...of('on').slice(-20)];
}

function faultState(
  { atMs }: Fault,
  { endMs, nowMs }: { endMs: Instant | undefined; nowMs: Instant },
): FaultLine['state'] {
  if ((endMs ?? atMs) <= nowMs) return 'over';
  return nowMs < atMs ? 'planned' : 'on';
}
