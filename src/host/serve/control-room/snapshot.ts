/** Everything the control room shows at one moment, as one plain object. */
import { formatUsdc } from '../../../core/base/money.ts';
import { formatInstant, type Instant } from '../../../core/base/time.ts';
import { policyDefault, policyNames } from '../../../core/policy/policies.ts';
import type { Fault } from '../../../platform/world/faults.ts';
import type { World } from '../../../platform/world/world.ts';
import { formatPace } from '../../../platform/control/pace.ts';
import type { Sandbox } from '../sandbox.ts';
import { bodyText, cut, type SeenQuota } from './feed.ts';
import type { AgentLine, FaultLine, Snapshot } from '../../../report/room-state.ts';

type Agent = NonNullable<ReturnType<World['agents']['byId']>>;

/** Agents that are listed: those that asked last, then those that joined last. */
const agentMax = 60;
const shownPathMax = 200;
/** Quotas of an agent that are shown. */
const meterMax = 3;
/** Adding up a longer ledger several times a second would slow the world down. */
const transfersToAddUpMax = 20_000;

/** Reads the sandbox without changing it. Secrets are removed; amounts are decimal USDC; long lists are cut. */
export function snapshotOf(sandbox: Sandbox): Snapshot {
  const { world, feed } = sandbox;
  const { ledger } = world;
  return {
    now: formatInstant(sandbox.nowMs),
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
    agents: listedAgents(sandbox).map((agent) => agentLine(agent, sandbox)),
    requests: feed.requests.map((seen) => ({
      ...seen,
      path: cut(world.secrets.redact(seen.path), shownPathMax),
      asked: bodyText(seen.asked, seen.path, world.secrets),
      answered: bodyText(seen.answered, seen.path, world.secrets),
    })),
    happenings: feed.happenings.map(({ amountMicros, ...rest }) => ({
      ...rest,
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

function listedAgents({ world, feed }: Sandbox): readonly Agent[] {
  const all = [...world.agents.all()] as Agent[];
  const chosen = new Set<Agent>();
  for (const number of [...feed.meters.keys()].toReversed()) {
    const agent = all[number];
    if (agent !== undefined && chosen.size < agentMax) chosen.add(agent);
  }
  for (let index = all.length - 1; index >= 0 && chosen.size < agentMax; index--) {
    const agent = all[index];
    if (agent !== undefined) chosen.add(agent);
  }
  return [...chosen].toSorted((left, right) => left.number - right.number);
}

function agentLine(agent: Agent, { world, feed, nowMs }: Sandbox): AgentLine {
  const meters = feed.meters.get(agent.number);
  const line = {
    number: agent.number,
    id: world.secrets.redact(agent.agentId),
    joined: formatInstant(agent.createdAtMs),
    tier: agent.tier,
    balance: formatUsdc(world.ledger.available(agent.account)),
    held: formatUsdc(world.ledger.reserved(agent.account)),
  };
  if (meters === undefined) return line;
  return { ...line, meters: shownMeters([...meters.values()], nowMs) };
}

/** A window that has ended since is full again; the state of a shorter one may be unknown. */
function shownMeters(meters: readonly SeenQuota[], nowMs: number): NonNullable<AgentLine['meters']> {
  return meters
    .map(({ service, limit, remaining, resetAt }) => ({
      service,
      limit,
      remaining: nowMs >= resetAt * 1000 ? limit : remaining,
    }))
    .toSorted((left, right) => left.remaining / left.limit - right.remaining / right.limit)
    .slice(0, meterMax);
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
