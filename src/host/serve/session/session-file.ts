/** Sessions as files: written with a checksum, and read only where version, scenario and content are what they were. */
import { createHash } from 'node:crypto';
import { present } from '../../../core/base/assert.ts';
import { Refusal, refuse, type Outcome } from '../../../core/base/refusal.ts';
import { formatInstant, parseInstant, type Instant } from '../../../core/base/time.ts';
import type { JsonObject, Method } from '../../../core/http/message.ts';
import { shapeChecker } from '../../../core/http/shape.ts';
import { resolvePolicies } from '../../../core/policy/policies.ts';
import {
  SessionSchema,
  type SessionFile,
  type SessionRequest,
} from '../../../platform/control/session-schema.ts';
import type { Scenario } from '../../../simulation/scenario/scenario.ts';
import type { WorldBase } from '../served-world.ts';
import type { SessionEntry, ToolCall } from './entry.ts';
import type { Mark } from './lines.ts';

/** What has to be the same where a session is opened. */
export interface SessionOrigin {
  /** The version of Orrery. */
  readonly version: string;
  /** The SHA-256 of each behaviour file that is not shipped, by its name in the scenario. */
  readonly behaviours: Readonly<Record<string, string>>;
}

/** A session that was read: the base of its world, and what to execute on it. */
export interface ReadSession {
  readonly base: Omit<WorldBase, 'behaviours'>;
  readonly entries: readonly SessionEntry[];
  readonly marks: readonly Omit<Mark, 'line' | 'branch'>[];
  readonly end: { readonly atMs: Instant; readonly event: number; readonly digest: string };
}

const sha256 = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** Seed and start are not part of it: a session has its own. */
export function scenarioDigest({ resolved }: Scenario, behaviours: SessionOrigin['behaviours']): string {
  const { seed: _seed, start: _start, ...rest } = resolved;
  return sha256([rest, behaviours]);
}

/** The file of a session up to `end`. */
export function writeSession(parts: {
  origin: SessionOrigin;
  base: ReadSession['base'];
  entries: readonly SessionEntry[];
  marks: readonly Mark[];
  end: ReadSession['end'];
}): JsonObject {
  const { origin, base, entries, marks, end } = parts;
  const { setup, startMs, idSeed, scenario } = base;
  const content: Omit<SessionFile, 'checksum'> = {
    session: 1,
    orrery: origin.version,
    scenario:
      scenario === undefined
        ? null
        : { name: scenario.name, digest: scenarioDigest(scenario, origin.behaviours) },
    seed: setup.seed,
    ...(idSeed === undefined ? {} : { idSeed }),
    profile: setup.profile,
    policies: { ...setup.policies },
    start: formatInstant(startMs),
    requests: entries.map(writtenEntry),
    checkpoints: marks.map(({ name, entryCount: requests, ...mark }) => ({
      name,
      requests,
      ...writtenEnd(mark),
    })),
    end: writtenEnd(end),
  };
  return { ...content, checksum: sha256(content) } as unknown as JsonObject;
}

const writtenEnd = ({ atMs, event, digest }: ReadSession['end']): SessionFile['end'] => ({
  at: formatInstant(atMs),
  event,
  digest,
});

function writtenEntry({ atMs, event, request, tool, movingToMs }: SessionEntry): SessionRequest {
  const { method, path, query, headers, rawBody, body, ip } = request;
  return {
    at: formatInstant(atMs),
    event,
    method,
    path,
    ...(Object.keys(query).length === 0 ? {} : { query }),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(rawBody === undefined ? {} : { text: rawBody }),
    ...(body === undefined ? {} : { body }),
    ip,
    ...(tool === undefined ? {} : { tool: { ...tool } }),
    ...(movingToMs === undefined ? {} : { movingTo: formatInstant(movingToMs) }),
  };
}

const mistakeIn = shapeChecker(SessionSchema, 'the file');

/** What a session is read for. */
export interface SessionReading {
  readonly origin: SessionOrigin;
  readonly scenario: Scenario | undefined;
  /** What is expected where a session of the named scenario comes without it; a call of `orrery serve` unless given. */
  readonly expected?: ((name: string) => string) | undefined;
}

/** The session of a parsed file for this scenario. Refuses BAD_REQUEST in one sentence. */
export function readSession(
  value: unknown,
  { origin, scenario, expected }: SessionReading,
): Outcome<ReadSession> {
  const version = (value as { session?: unknown } | null)?.session;
  if (typeof version === 'number' && version !== 1)
    return refuse('BAD_REQUEST', `the session has format ${version}; expected 1`);
  const mistake = mistakeIn(value);
  if (mistake !== undefined) return refuse('BAD_REQUEST', mistake.message);
  const file = value as SessionFile;
  const { checksum, ...content } = file;
  if (sha256(content) !== checksum)
    return refuse('BAD_REQUEST', 'the session was edited; expected a file as GET /_sim/session gave it');
  const { version: ours } = origin;
  if (file.orrery !== ours)
    return refuse('BAD_REQUEST', `the session is of Orrery ${file.orrery}; expected one of ${ours}`);
  return scenarioMistake(file, { origin, scenario, expected }) ?? contentOf(file, scenario);
}

function scenarioMistake(
  file: SessionFile,
  { origin: { behaviours }, scenario, expected = (name) => `orrery serve ${name}` }: SessionReading,
): Refusal | undefined {
  const theirs = file.scenario;
  if (theirs === null && scenario === undefined) return undefined;
  if (theirs === null)
    return refuse(
      'BAD_REQUEST',
      'the session has no scenario, and the call names one; expected the call without its scenario file',
    );
  if (scenario === undefined)
    return refuse(
      'BAD_REQUEST',
      `the session belongs to scenario ${theirs.name}; expected ${expected(theirs.name)}`,
    );
  if (theirs.digest === scenarioDigest(scenario, behaviours)) return undefined;
  return refuse(
    'BAD_REQUEST',
    `the session belongs to another scenario, or another state of ${theirs.name}; expected the one it was made with`,
  );
}

function contentOf(file: SessionFile, scenario: Scenario | undefined): Outcome<ReadSession> {
  const policies = resolvePolicies(file.profile, file.policies);
  if (policies instanceof Refusal) return policies;
  const { seed, profile, idSeed } = file;
  const startMs = instantIn(file.start);
  return {
    base: { setup: { seed, profile, policies, startMs }, startMs, idSeed, scenario },
    entries: file.requests.map(entryIn),
    marks: file.checkpoints.map(({ name, requests, ...mark }) => ({
      name,
      entryCount: requests,
      ...endIn(mark),
    })),
    end: endIn(file.end),
  };
}

const instantIn = (text: string): Instant => present(parseInstant(text), 'the checksum covers the instants');

const endIn = ({ at, event, digest }: SessionFile['end']): ReadSession['end'] => ({
  atMs: instantIn(at),
  event,
  digest,
});

function entryIn(request: SessionRequest): SessionEntry {
  const { at, event, method, path, query = {}, headers = {}, text, body, ip, tool, movingTo } = request;
  return {
    atMs: instantIn(at),
    event,
    request: { method: method as Method, path, query, headers, body, rawBody: text, ip },
    tool: tool as ToolCall | undefined,
    movingToMs: movingTo === undefined ? undefined : instantIn(movingTo),
  };
}
