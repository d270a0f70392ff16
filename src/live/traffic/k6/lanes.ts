/**
 * A trace as lanes for k6: each virtual user walks one lane, in order. Virtual users share no data, so that sessions
 * which need each other's responses share a lane; lanes that do not overlap in time are joined.
 */
import { FileMistake } from '../../../core/base/file-mistake.ts';
import { wellFormed } from '../../../core/base/plain-text.ts';
import { hostHeader, sendableHeaders } from '../http/wire-request.ts';
import { serviceOf } from '../plan/plan.ts';
import type { Schedule } from '../plan/schedule.ts';
import type { Namespace } from '../correlation/namespace.ts';
import { SessionGroups } from '../plan/session-groups.ts';
import { carriedBy } from '../target/headers.ts';
import { pathPartOf, type Target } from '../target/target.ts';
import type { TraceRecord } from '../../../simulation/trace/format.ts';
import { TraceReader } from '../../../simulation/trace/reader.ts';
import { eachReference } from '../../../simulation/trace/references.ts';

/** One request: its time, content, and the response fields that later steps of the lane need. */
export interface LaneStep {
  readonly n: number;
  readonly dueMs: number;
  readonly method: string;
  /** Scheme, host and port. */
  readonly origin: string;
  /** Path, search, headers and body contain references as in the trace. */
  readonly path: string;
  /** Empty, or from the question mark on; encoded except for references. */
  readonly search: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** True if values are inserted into JSON strings. */
  readonly isJson: boolean;
  readonly status: number;
  /** Fields of the recorded body, at its first level, with the type of each as `typeof` has it, `array` or `null`. */
  readonly fields: Readonly<Record<string, string>>;
  readonly tags: Readonly<Record<string, string>>;
  readonly keeps: string[];
}

/** k6 keeps every lane in memory several times. */
const stepsMax = 500_000;

/** The lanes of a trace. Rejects with `FileMistake` for a wrong trace, or one too long for k6. */
export async function lanesOf(
  trace: string,
  how: { target: Target; schedule: Schedule; sendsAddresses: boolean; names: Namespace | undefined },
): Promise<LaneStep[][]> {
  const groups = new SessionGroups();
  const steps: LaneStep[] = [];
  const sessions: number[] = [];
  const { reader } = await TraceReader.open(trace);
  for (let lines = await reader.next(); lines.length > 0; lines = await reader.next()) {
    for (const { record } of lines) {
      if (how.schedule.isAfter(record.at)) continue;
      if (steps.length >= stepsMax) {
        throw new FileMistake(
          trace,
          { line: record.n + 2, column: 1 },
          `k6 takes at most ${stepsMax} requests; expected a window (--to)`,
        );
      }
      const request = how.names?.requestToTarget(record.request) ?? record.request;
      steps.push(stepOf({ ...record, request }, how));
      sessions.push(record.session);
      eachReference(JSON.stringify(record.request), (n, pointer) => {
        const origin = steps[n];
        if (origin === undefined) return;
        if (!origin.keeps.includes(pointer)) origin.keeps.push(pointer);
        groups.join(sessions[n] ?? record.session, record.session);
      });
      how.names?.registrationsIn(record.request, (n) =>
        groups.join(sessions[n] ?? record.session, record.session),
      );
    }
  }
  await reader.close();
  return packed(laneByGroup(steps, sessions, groups));
}

function stepOf(
  { n, at, call, request, answer }: TraceRecord,
  { target, schedule, sendsAddresses }: { target: Target; schedule: Schedule; sendsAddresses: boolean },
): LaneStep {
  const { method, path, query, headers, body, raw, ip } = request;
  const service = serviceOf(path);
  const address = target.services.get(service ?? 'control');
  const basePath = address?.basePath ?? '';
  const rest = service === undefined ? path : path.slice(pathPartOf(service).length + 1);
  const root = service === undefined ? basePath.replace(/\/_sim$/, '') : basePath;
  const search = Object.entries(query ?? {}).map(
    ([name, text]) => `${encodeURIComponent(wellFormed(name))}=${keepingReferences(text)}`,
  );
  const [serviceName = '', style = '', operation = ''] = call.split('/');
  const text = raw ?? (body === undefined ? null : JSON.stringify(body));
  return {
    n,
    dueMs: schedule.isBefore(at) ? 0 : schedule.dueMs(at),
    method,
    origin: address === undefined ? '' : `${address.isTls ? 'https' : 'http'}://${hostHeader(address)}`,
    path: root + rest,
    search: search.length === 0 ? '' : `?${search.join('&')}`,
    headers: {
      ...carriedBy(target.carried, sendableHeaders(headers ?? {}) ?? {}),
      ...(text !== null && headers?.['content-type'] === undefined && raw === undefined
        ? { 'content-type': 'application/json' }
        : {}),
      ...(sendsAddresses ? { 'x-sim-ip': ip } : {}),
    },
    body: text,
    isJson: raw === undefined,
    status: answer.status,
    fields: Object.fromEntries(Object.entries(answer.body).map(([name, value]) => [name, typeOf(value)])),
    tags: { service: serviceName, style, operation },
    keeps: [],
  };
}

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

/** Encodes all but references, whose values are encoded once they are known. */
const keepingReferences = (text: string): string =>
  text
    .split(/(\$\$|\$\{\d{1,10}:[^}$]*\})/)
    .map((part, index) => (index % 2 === 1 ? part : encodeURIComponent(wellFormed(part))))
    .join('');

function laneByGroup(
  steps: readonly LaneStep[],
  sessions: readonly number[],
  groups: SessionGroups,
): LaneStep[][] {
  const lanes = new Map<number, LaneStep[]>();
  steps.forEach((step, index) => {
    const root = groups.rootOf(sessions[index] ?? 0);
    const lane = lanes.get(root);
    if (lane === undefined) lanes.set(root, [step]);
    else lane.push(step);
  });
  return [...lanes.values()];
}

/** Joins lanes that follow one another, to need fewer virtual users. */
function packed(lanes: readonly LaneStep[][]): LaneStep[][] {
  const done: LaneStep[][] = [];
  for (const lane of lanes.toSorted((left, right) => (left[0]?.dueMs ?? 0) - (right[0]?.dueMs ?? 0))) {
    const startMs = lane[0]?.dueMs ?? 0;
    const free = done.find((other) => (other.at(-1)?.dueMs ?? 0) + gapMs < startMs);
    if (free === undefined) done.push([...lane]);
    else free.push(...lane);
  }
  return done;
}

/** The least time between the end of a lane and the start of the next one joined to it. */
const gapMs = 1_000;
