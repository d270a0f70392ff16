/** A session as a scenario file: its requests are operations, its control calls are agents, faults and times. */
import { dirname, relative, resolve } from 'node:path';
import type { Profile } from '../../../core/base/profile.ts';
import { exactDuration, formatInstant, parseDuration, parseInstant } from '../../../core/base/time.ts';
import type { Policies } from '../../../core/policy/policies.ts';
import { policyDefault, policyNames } from '../../../core/policy/policies.ts';
import { worldControlOperations } from '../../../platform/control/mounts.ts';
import type {
  FaultSource,
  GroupSource,
  OperationSource,
  ScenarioFile,
} from '../../../simulation/scenario/schema.ts';
import { withoutIdleLabels } from '../../../verification/check/normalized.ts';
import type { ScenarioSource } from '../../../verification/check/source.ts';
import { isOwnFile } from '../run/behaviours.ts';
import type { ExecutedSession } from './execute-session.ts';
import { outsideRecords, type OutsideRecord } from './outside-records.ts';
import { labelled, sentBody } from './written-values.ts';

/** The scenario of a session, and what of the session is not in it. */
export interface WrittenSession {
  readonly source: ScenarioSource;
  /** The request that each operation was; undefined for an operation of the served scenario. */
  readonly records: readonly (OutsideRecord | undefined)[];
  /** The requests that are operations, in order. */
  readonly written: readonly OutsideRecord[];
  /** Control calls that a scenario has no words for, by operation. */
  readonly leftOut: Readonly<Record<string, number>>;
}

interface Timed {
  readonly atMs: number;
  readonly operation: OperationSource;
  readonly record: OutsideRecord | undefined;
}

/** `folder` is where the file will stand: paths of behaviours are written from there. */
export function sessionScenario(executed: ExecutedSession, folder: string): WrittenSession {
  const { base, end } = executed.session;
  const {
    expect: _,
    load: _load,
    policies: _policies,
    operations = [],
    ...resolved
  } = executed.scenario?.resolved ?? {};
  const parts = partsOf(outsideRecords(executed));
  const timed = [...timedOperations(operations), ...parts.operations].toSorted(
    (one, other) => one.atMs - other.atMs,
  );
  const population = [
    ...(resolved.population ?? []).map((group) => movedTo(group, executed.source, folder)),
    ...parts.groups,
  ];
  const policies = changedPolicies(base.setup.policies, base.setup.profile);
  const faults = [...(resolved.faults ?? []), ...parts.faults];
  const source: ScenarioSource = {
    ...resolved,
    name: `${executed.scenario?.name ?? 'sandbox'}-session`.slice(0, 64),
    about: `A session of orrery serve${executed.scenario === undefined ? '' : ` ${executed.scenario.name}`}, up to ${formatInstant(end.atMs)}.`,
    seed: base.setup.seed,
    start: formatInstant(base.startMs),
    for: exactDuration(Math.max(1, end.atMs - base.startMs)),
    profile: base.setup.profile,
    ...(Object.keys(policies).length === 0 ? {} : { policies }),
    ...(population.length === 0 ? {} : { population }),
    ...(faults.length === 0 ? {} : { faults }),
    ...(timed.length === 0 ? {} : { operations: withTimes(timed) }),
  };
  const records = timed.map(({ record }) => record);
  const written = records.filter((record) => record !== undefined);
  return { source, records, written, leftOut: parts.leftOut };
}

/** Control calls that a scenario needs no words for: times say it, or nothing changes. */
const silent = new Set(['advance', 'pace', 'clock', 'policy', 'ledger', 'digest', 'openapi']);

interface Parts {
  readonly operations: Timed[];
  readonly groups: GroupSource[];
  readonly faults: FaultSource[];
  readonly leftOut: Record<string, number>;
}

function partsOf(records: readonly OutsideRecord[]): Parts {
  const parts: Parts = { operations: [], groups: [], faults: [], leftOut: {} };
  for (const record of records) {
    const { service, operation } = record;
    const isOk = record.record.answer.status < 300;
    if (service !== 'control' && service !== 'document') parts.operations.push(operationOf(record));
    else if (operation === 'addAgents') parts.groups.push(...(isOk ? [groupOf(record)] : []));
    else if (operation === 'fault') parts.faults.push(...(isOk ? [faultOf(record)] : []));
    else if (worldControlOperations.includes(operation) && !silent.has(operation))
      parts.operations.push(operationOf(record));
    else if (!silent.has(operation) && isOk) parts.leftOut[operation] = (parts.leftOut[operation] ?? 0) + 1;
  }
  return parts;
}

/** The headers that a caller of the sandbox sets; JSON is what a scenario sends. */
function headersOf({ record, hasOwnKey }: OutsideRecord): Record<string, string> {
  const { authorization, 'content-type': _, ...rest } = record.request.headers ?? {};
  return hasOwnKey || authorization === undefined ? rest : { ...rest, authorization };
}

function operationOf(outside: OutsideRecord): Timed {
  const { record, client } = outside;
  const { method, path, query, ip } = record.request;
  const headers = headersOf(outside);
  const operation: OperationSource = {
    by: client,
    do: `${method} ${path}`,
    ...(query === undefined ? {} : { query }),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...sentBody(record.request),
    from: ip,
    as: `answer-${record.n}`,
  };
  return { atMs: record.at, operation: labelled(operation), record: outside };
}

const bodyOf = ({ record }: OutsideRecord): Record<string, unknown> =>
  (sentBody(record.request).body ?? {}) as Record<string, unknown>;

function groupOf(outside: OutsideRecord): GroupSource {
  const { arrive = {}, ...body } = bodyOf(outside) as { agent: string; arrive?: { at?: string } };
  const laterMs = outside.record.at + (parseDuration(arrive.at ?? '0s') ?? 0);
  const name = outside.record.answer.body['group'] as string;
  return { ...body, name, arrive: { ...arrive, at: exactDuration(laterMs) } };
}

function faultOf(outside: OutsideRecord): FaultSource {
  const { at, ...body } = bodyOf(outside) as { at?: string };
  const { record, exchange } = outside;
  const startMs = exchange.entry.atMs - record.at;
  const atMs = at === undefined ? record.at : (parseInstant(at) ?? startMs) - startMs;
  return { ...body, at: exactDuration(atMs) } as unknown as FaultSource;
}

/** The path of a user's behaviour as the new file has to name it. */
function movedTo(group: GroupSource, source: string | undefined, folder: string): GroupSource {
  if (source === undefined || !isOwnFile(group.agent)) return group;
  const path = relative(folder, resolve(dirname(source), group.agent));
  return { ...group, agent: path.startsWith('.') ? path : `./${path}` };
}

const changedPolicies = (policies: Policies, profile: Profile): NonNullable<ScenarioFile['policies']> =>
  Object.fromEntries(
    policyNames
      .filter((name) => policies[name] !== policyDefault(name, profile))
      .map((name) => [name, policies[name]]),
  );

function timedOperations(operations: readonly OperationSource[]): Timed[] {
  let atMs = 0;
  return operations.map(({ at, ...operation }) => {
    if (at !== undefined) atMs = parseDuration(at) ?? 0;
    return { atMs, operation, record: undefined };
  });
}

/** Times are written where they change. */
function withTimes(timed: readonly Timed[]): OperationSource[] {
  let lastMs = 0;
  const written = timed.map(({ atMs, operation }) => {
    const at = atMs === lastMs ? {} : { at: exactDuration(atMs) };
    lastMs = atMs;
    return { ...at, ...operation };
  });
  return withoutIdleLabels(written);
}
