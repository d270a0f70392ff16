/** The result of a comparison, as `orrery conform --json` prints it. */
import type { OperationSource } from '../../simulation/scenario/schema.ts';
import type { ScenarioSource } from '../../verification/check/source.ts';
import { operationCounts } from '../traffic/compare/evidence.ts';
import { HiddenCounts } from '../traffic/compare/rules.ts';
import { withoutSecrets } from './written-operations.ts';
import type { Learned } from '../traffic/names/learned-names.ts';
import { withNotes } from '../traffic/http/endpoint.ts';
import type { Cause } from './causes.ts';
import type { ConformCall, ConformedRun } from './conform-call.ts';
import { keyOf, type Exchange, type FoundDifference } from './exchange.ts';
import { sentenceOf, subjectOf } from './kinds.ts';
import { summed } from './left-out.ts';
import type { CauseResult, ConformResult, GroupResult, Reading } from './result-schema.ts';
import { timeRuleResults } from './time-rules.ts';

/** What a finished or stopped comparison has collected; `left` holds the keys that were not examined. */
export interface Parts {
  readonly call: ConformCall;
  readonly runs: readonly ConformedRun[];
  readonly causes: readonly (Cause & { readonly readings: readonly Reading[] })[];
  readonly left: readonly string[];
  /** Why the search for causes ended before its end; undefined if it did not. */
  readonly over: string | undefined;
  readonly policyHash: ConformResult['policyHash'];
  readonly sent: number;
  readonly stopped: string | null;
  /** Why the target no longer responds; undefined if it does. */
  readonly gone: string | undefined;
  readonly seconds: number;
  /** What the target calls fields that the documents do not name; undefined if that was not asked for. */
  readonly learned: readonly Learned[] | undefined;
  /** What connections have found out about the target. */
  readonly notes: readonly string[];
}

/** Summarises a comparison, without secrets. It is ok if it finished and every difference is explained. */
export function conformResult(parts: Parts): ConformResult {
  const { call, runs, causes, policyHash, sent, stopped, gone, seconds } = parts;
  const exchanges = runs.flatMap((run) => run.exchanges);
  const all = exchanges.flatMap(({ differences }) => differences);
  const unexplained = all.filter(({ explanation }) => explanation === null).length;
  const groups = groupsOf(runs, causes);
  return {
    target: call.target.name,
    clock: call.target.clock.kind,
    seed: call.seed,
    policyHash,
    runs: runs.length,
    agents: runs.reduce((sum, { agents }) => sum + agents, 0),
    requests: exchanges.length,
    sent,
    calls: new Set(exchanges.map((each) => each.call).filter((name) => name !== '')).size,
    statusCounts: statusCountsOf(runs),
    same: exchanges.filter(({ differences }) => differences.length === 0).length,
    differences: { explained: all.length - unexplained, unexplained, groups },
    causes: causes.map(causeResult),
    namespace: call.target.clock.kind === 'sandbox' ? null : call.namespace,
    fromKeys: runs.reduce((sum, { fromKeys }) => sum + fromKeys, 0),
    search: { unexamined: new Set(parts.left).size, ended: parts.over ?? null },
    ...leftOutOf(runs),
    operations: operationsOf(exchanges, groups),
    notCompared: hiddenOf(runs),
    timeRules: timeRuleResults(runs),
    findings: [...(gone === undefined ? [] : [`the target is gone: ${gone}`]), ...findingsOf(runs)],
    ...(parts.learned === undefined ? {} : { learned: parts.learned.map(learnedResult) }),
    seconds,
    stopped,
    ...withNotes(parts.notes),
    ok: unexplained === 0 && stopped === null && gone === undefined && exchanges.length > 0,
  };
}

function leftOutOf(
  runs: readonly ConformedRun[],
): Pick<ConformResult, 'unlisted' | 'unlistedOperations' | 'withheld' | 'withheldOperations'> {
  const unlisted = summed(runs.map(({ leftOut }) => leftOut.unlisted));
  const withheld = summed(runs.map(({ leftOut }) => leftOut.withheld));
  return {
    unlisted: unlisted.count,
    unlistedOperations: unlisted.operations,
    withheld: withheld.count,
    withheldOperations: withheld.operations,
  };
}

const operationsOf = (exchanges: readonly Exchange[], groups: readonly GroupResult[]) =>
  operationCounts(
    exchanges.map(({ call, differences }) => [call, { requests: 1, same: differences.length === 0 ? 1 : 0 }]),
    groups,
  );

/** A call without fields of either kind tells nothing. */
const learnedResult = ({ call, names, missing }: Learned): NonNullable<ConformResult['learned']>[number] => ({
  call,
  names: names.map(({ ours, theirs, as, confirmed = 0 }) => ({
    field: ours,
    at: theirs,
    ...(as === undefined ? {} : { as }),
    confirmed,
  })),
  missing: [...missing],
});

function hiddenOf(runs: readonly ConformedRun[]): ConformResult['notCompared'] {
  const hidden = new HiddenCounts();
  for (const run of runs) hidden.merge(run.hidden);
  return hidden.list();
}

function causeResult({
  call,
  difference,
  keys,
  followers,
  source,
  tries,
  why,
  readings,
}: Parts['causes'][number]): CauseResult {
  const about = sentenceOf(call, difference);
  const operations = withoutSecrets(source?.operations ?? []);
  return {
    subject: subjectOf(difference),
    about,
    call,
    kind: difference.kind,
    field: difference.field,
    model: difference.recorded,
    target: difference.live,
    readings,
    differences: keys.size,
    followers: followers.length,
    requests: operations.length,
    tries,
    why,
    scenario: source === undefined ? null : scenarioOf(source, about, operations),
  };
}

function scenarioOf(source: ScenarioSource, about: string, operations: OperationSource[]): ScenarioSource {
  const { name, seed, ...rest } = source;
  return { name, about: about.replaceAll(/\s+/g, ' ').slice(0, 200), seed, ...rest, operations };
}

function statusCountsOf(runs: readonly ConformedRun[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { live } of runs.flatMap(({ exchanges }) => exchanges)) {
    const status = live.kind === 'failed' ? live.reason : String(live.status);
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

interface Group {
  readonly key: string;
  readonly call: string;
  readonly first: FoundDifference;
  readonly run: string;
  readonly n: number;
  count: number;
}

/** Unexplained groups first, then in order of first occurrence. */
function groupsOf(runs: readonly ConformedRun[], causes: Parts['causes']): GroupResult[] {
  const groups = new Map<string, Group>();
  for (const { name, exchanges } of runs) {
    for (const { n, call, differences } of exchanges) {
      for (const difference of differences) {
        const key = keyOf(call, difference);
        const place = JSON.stringify([key, difference.explanation]);
        const known = groups.get(place);
        if (known === undefined) groups.set(place, { key, call, first: difference, run: name, n, count: 1 });
        else known.count += 1;
      }
    }
  }
  const rank = ({ first }: Group): number => (first.explanation === null ? 0 : 1);
  return [...groups.values()]
    .toSorted((one, other) => rank(one) - rank(other))
    .map((group) => groupResult(group, causes));
}

function groupResult({ key, call, first, run, n, count }: Group, causes: Parts['causes']): GroupResult {
  const place = causes.findIndex((cause) => cause.keys.has(key) || cause.followers.includes(key));
  return {
    call,
    kind: first.kind,
    field: first.field,
    explanation: first.explanation,
    count,
    run,
    n,
    model: first.recorded,
    target: first.live,
    cause: first.explanation !== null || place < 0 ? null : place,
  };
}

function findingsOf(runs: readonly ConformedRun[]): string[] {
  return runs.flatMap(({ findings, failedChecks }) => [
    ...findings.slice(0, 20).map(({ agent, kind, message }) => `${agent}: ${kind}: ${message}`),
    ...[...failedChecks].map(([name, count]) => `check "${name}" did not hold ${count} times`),
  ]);
}
