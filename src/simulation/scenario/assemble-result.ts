/** Assembles the result of a finished run. */
import { formatInstant, formatDuration, secondMs, type Instant } from '../../core/base/time.ts';
import type { Kernel } from '../../core/kernel/kernel.ts';
import { policyDefault, policyNames } from '../../core/policy/policies.ts';
import { games } from '../../platform/games/registry.ts';
import type { ErrorEffect, Fault } from '../../platform/world/faults.ts';
import type { World } from '../../platform/world/world.ts';
import type { Population } from '../population/population.ts';
import type { AccountGroups } from './account-groups.ts';
import { holds, type Expectation } from './expectation.ts';
import type { MetricName } from './metric-table.ts';
import { measuresOf } from './measures.ts';
import type { Metrics } from './metrics.ts';
import { auditPending } from './pending-audit.ts';
import type { Recorder } from './recorder.ts';
import type {
  AgentResult,
  ExpectationResult,
  FaultResult,
  FindingResult,
  FlowResult,
  NotableResult,
  PendingResult,
  PolicyResult,
  RunResult,
  RunSummary,
} from './result.ts';
import type { Scenario } from './scenario.ts';
import type { TimelineRecorder } from './timeline.ts';

/** How a finished run is labelled. */
export interface RunLabels {
  readonly wallSeconds: number;
  readonly command: string;
}

/** A finished run, as far as its result depends on it. */
export interface EndedRun {
  readonly scenario: Scenario;
  readonly endMs: Instant;
  readonly kernel: Pick<Kernel, 'eventCount'>;
  readonly world: World;
  readonly population: Pick<Population, 'members'>;
  readonly groups: AccountGroups;
  readonly metrics: Metrics;
  readonly timeline: Pick<TimelineRecorder, 'finish'>;
  readonly recorder: Recorder;
  readonly findings: readonly FindingResult[];
  /** All findings; `findings` is bounded. */
  readonly findingCount: number;
  readonly sequences: RunResult['sequences'];
}

type Part<Name extends keyof EndedRun> = Pick<EndedRun, Name>;

/** Measures the final gauges, judges the expectations and collects the tables. Call it once, after the last event. */
export function assembleResult(run: EndedRun, labels: RunLabels): RunResult {
  const pending = auditPending(run.world);
  measureEnd(run, pending);
  const { scenario, recorder, world } = run;
  return {
    summary: summaryOf(run, labels),
    about: scenario.about,
    command: labels.command,
    policies: policiesOf(run),
    faults: world.faults.timetable.map(faultResult),
    timeline: run.timeline.finish(),
    operations: sortedResults(recorder.operations),
    limits: sortedResults(recorder.limits),
    agents: agentsOf(run),
    flows: flowsOf(run),
    pending,
    notable: notableOf(run),
    sequences: run.sequences,
    checks: [...recorder.checks].map(([name, counts]) => ({ name, ...counts })),
    metrics: measuresOf(run),
    checkpoints: world.digestLog.checkpoints(),
  };
}

/** Gauges that are measured at the end. */
function measureEnd(
  run: Part<'world' | 'recorder' | 'metrics' | 'groups' | 'population'>,
  pending: readonly PendingResult[],
): void {
  const { world, recorder, metrics } = run;
  const happened = (event: Parameters<typeof recorder.happenings.get>[0]): number =>
    recorder.happenings.get(event) ?? 0;
  const ended =
    happened('escrowReleased') +
    happened('escrowRefunded') +
    happened('escrowExpired') +
    happened('escrowRuled');
  const totals = run.groups.totals();
  const gauges: Partial<Record<MetricName, number>> = {
    agents_total: run.population.members.length,
    rate_window_excess: recorder.windowAudit.excess,
    faucet_pool_micros: totals.pool,
    escrow_open: happened('escrowCreated') - ended,
    escrow_held_micros: totals.escrow,
    casino_house_micros: totals.house,
    contest_held_micros: run.groups.contestHeldMicros(),
    trading_open: happened('orderPlaced') - happened('orderFilled') - happened('orderCancelled'),
    trading_held_micros: totals.trading,
    trading_drift: world.trading.drift(),
    wallet_drift: world.wallet.drift(),
    ledger_transfers_total: world.ledger.transferCount,
    ledger_drift_micros: world.driftMicros(),
    ledger_pending_total: transfersIn(pending),
    ledger_pending_unexplained: transfersIn(pending.filter(({ isExplained }) => !isExplained)),
  };
  for (const [metric, value] of Object.entries(gauges)) metrics.add(metric as MetricName, value, {});
  measureReturns(run);
}

/** Per game first, then without tags: the last sample that matches a selector counts. */
function measureReturns({ world, metrics }: Part<'world' | 'metrics'>): void {
  const { leaderboard } = world.casino.play;
  for (const game of [...games.map((entry) => entry.game.id), undefined]) {
    const turnover = leaderboard.turnoverOf(game);
    if (turnover === undefined) continue;
    const tags = game === undefined ? {} : { game };
    metrics.add('casino_return', turnover.paidMicros / turnover.wageredMicros, tags);
  }
}

const transfersIn = (pending: readonly PendingResult[]): number =>
  pending.reduce((sum, { transfers }) => sum + transfers, 0);

function summaryOf(run: EndedRun, labels: RunLabels): RunSummary {
  const { scenario, recorder, world, kernel } = run;
  const expectations = scenario.expectations.map((expectation) => expectationResult(run, expectation));
  const statusCounts = [...recorder.statusCounts].toSorted(([left], [right]) => left - right);
  return {
    scenario: scenario.name,
    seed: scenario.seed,
    profile: scenario.profile,
    policyHash: world.policyHash,
    digest: world.digest().digest,
    virtual: {
      start: formatInstant(scenario.startMs),
      end: formatInstant(run.endMs),
      seconds: scenario.forMs / secondMs,
    },
    wallSeconds: labels.wallSeconds,
    agents: run.population.members.length,
    events: kernel.eventCount,
    requests: world.requestCount,
    statusCounts: Object.fromEntries(statusCounts),
    ledger: { transfers: world.ledger.transferCount, driftMicros: world.driftMicros() },
    expectations,
    findings: run.findings,
    ok: expectations.every(({ ok }) => ok) && run.findingCount === 0 && world.driftMicros() === 0,
  };
}

function expectationResult(run: Part<'metrics' | 'scenario'>, expectation: Expectation): ExpectationResult {
  const { selector, aggregate, name, threshold } = expectation;
  const value = run.metrics.value(selector, aggregate, run.scenario.forMs / secondMs);
  return { metric: name, threshold, value: value ?? null, ok: holds(expectation, value) };
}

function policiesOf({ scenario }: Part<'scenario'>): PolicyResult[] {
  return policyNames.map((name) => ({
    name,
    value: scenario.policies[name],
    isDefault: scenario.policies[name] === policyDefault(name, scenario.profile),
  }));
}

function faultResult(fault: Fault): FaultResult {
  const endMs = 'forMs' in fault ? fault.atMs + fault.forMs : fault.atMs;
  return { kind: fault.kind, service: fault.service, startMs: fault.atMs, endMs, detail: detailOf(fault) };
}

const effectWords: Readonly<Record<ErrorEffect, string>> = {
  before: 'before any effect',
  after: 'after the whole effect',
  undone: 'after an effect that is undone',
};

function detailOf(fault: Fault): string {
  switch (fault.kind) {
    case 'outage':
      return 'answers 503';
    case 'error':
      return `${fault.rate * 100}% answer 500, ${effectWords[fault.effect]}`;
    case 'slow':
      return `slower by ${formatDuration(fault.latency.medianMs)} (p99 ${formatDuration(fault.latency.p99Ms)})`;
    case 'clock-hold':
      return 'its clock stands still';
    case 'clock-step':
      return `its clock moves by ${fault.byMs < 0 ? '-' : ''}${formatDuration(Math.abs(fault.byMs))}`;
    case 'market-closed':
      return fault.market === 'all' ? 'no market takes orders' : `${fault.market} takes no orders`;
    case 'game-closed':
      return fault.game === 'all' ? 'no game takes bets' : `${fault.game} takes no bets`;
    case 'price-jump':
      return `${fault.market === 'all' ? 'every price' : `the price of ${fault.market}`} moves by ${fault.basisPoints / 100}%`;
  }
}

/** Agents choose the text of a path: secrets in it are replaced. */
function notableOf({ recorder, world }: Part<'recorder' | 'world'>): NotableResult {
  const { kinds, events } = recorder.notable.result();
  return {
    kinds,
    events: events.map((event) => ({ ...event, path: world.secrets.redact(event.path) })),
  };
}

function sortedResults<T>(tallies: ReadonlyMap<string, { result(): T }>): T[] {
  return [...tallies]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([, tally]) => tally.result());
}

function agentsOf({ population, recorder, world }: Part<'population' | 'recorder' | 'world'>): AgentResult[] {
  return population.members.map(({ number, name, behaviour, key }) => {
    const registered = key === undefined ? undefined : world.agents.find(`Bearer ${key}`);
    const tally = recorder.agents.get(number);
    return {
      name,
      behaviour,
      agentId: world.secrets.redact(registered?.agentId ?? ''),
      tier: registered?.tier ?? '',
      requests: tally?.requests ?? 0,
      ok: tally?.counts.ok ?? 0,
      refused: tally?.counts.refused ?? 0,
      limited: tally?.counts.limited ?? 0,
      failed: tally?.counts.failed ?? 0,
      timeouts: tally?.counts.timeout ?? 0,
      balanceMicros: registered === undefined ? 0 : world.ledger.available(registered.account),
      heldMicros: registered === undefined ? 0 : world.ledger.reserved(registered.account),
    };
  });
}

/** Posted transfers between groups of accounts; a pending transfer counts when it is posted. */
function flowsOf({ world, groups }: Part<'world' | 'groups'>): FlowResult[] {
  const flows = new Map<
    string,
    { from: string; to: string; kind: string; transfers: number; micros: number }
  >();
  for (let id = 0; id < world.ledger.transferCount; id++) {
    const { debit, credit, amount, kind, phase } = world.ledger.record(id);
    if (phase !== 'single' && phase !== 'post') continue;
    const [from, to] = [groups.groupOf(debit), groups.groupOf(credit)];
    const key = `${from}/${to}/${kind}`;
    let flow = flows.get(key);
    if (flow === undefined) flows.set(key, (flow = { from, to, kind, transfers: 0, micros: 0 }));
    flow.transfers += 1;
    flow.micros += amount;
  }
  return [...flows].toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([, flow]) => flow);
}
