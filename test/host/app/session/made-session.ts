/** Executed sessions made by hand: requests and answers as given, with the routes of a sandbox. */
import { Refusal, type RefusalCode } from '../../../../src/core/base/refusal.ts';
import type { HttpExchange } from '../../../../src/core/http/exchange.ts';
import type { JsonObject, Method } from '../../../../src/core/http/message.ts';
import type { Profile } from '../../../../src/core/base/profile.ts';
import { resolvePolicies } from '../../../../src/core/policy/policies.ts';
import { scenarioHost } from '../../../../src/host/app/run/scenario-host.ts';
import type { ExecutedSession, OutsideExchange } from '../../../../src/host/app/session/execute-session.ts';
import type { ToolCall } from '../../../../src/host/serve/session/entry.ts';
import { buildFromValue } from '../../../../src/simulation/scenario/load.ts';
import type { Scenario } from '../../../../src/simulation/scenario/scenario.ts';
import { newSandbox } from '../../serve/serving.ts';

const { router } = newSandbox().world;

/** The start of every session here. */
export const startMs = Date.UTC(2026, 2, 1);

/** A request and its answer; `json` is the text of its body, `body` a body that was read already. */
export interface Happened {
  readonly atMs?: number;
  readonly call: `${Method} /${string}`;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string;
  readonly body?: unknown;
  readonly status?: number;
  readonly answer?: JsonObject;
  readonly code?: RefusalCode;
  readonly tool?: ToolCall;
  readonly principal?: HttpExchange['principal'];
}

/** The exchange with the route that the path has. */
export function outsideOf(happened: Happened, event = 0): OutsideExchange {
  const { atMs = 0, call, key, headers = {}, query = {}, json, text, body, tool } = happened;
  const { status = 200, answer = {}, code, principal } = happened;
  const [method, path] = call.split(' ') as [Method, string];
  const request = {
    method,
    path,
    query,
    headers: { ...(key === undefined ? {} : { authorization: `Bearer ${key}` }), ...headers },
    body,
    rawBody: json === undefined ? text : JSON.stringify(json),
    ip: '203.0.113.7',
  };
  const route = router.find(method, path)?.route;
  const at = startMs + atMs;
  return {
    entry: { atMs: at, event, request, tool, movingToMs: undefined },
    event: {
      event,
      atMs: at,
      request,
      response: { status, headers: {}, body: answer },
      exchange: { route, principal, code, replayed: false },
    },
  };
}

export interface MadeParts {
  readonly endMs?: number;
  readonly profile?: Profile;
  readonly policies?: Record<string, string>;
  readonly scenario?: Scenario;
  readonly source?: string;
}

/** A session of everything that happened. */
export function madeSession(happened: readonly Happened[], parts: MadeParts = {}): ExecutedSession {
  const { endMs = 3_600_000, profile = 'published', policies = {}, scenario, source } = parts;
  const resolved = resolvePolicies(profile, policies);
  if (resolved instanceof Refusal) throw new Error(resolved.message);
  const outside = happened.map(outsideOf);
  return {
    session: {
      base: {
        setup: { seed: '7', profile, policies: resolved, startMs },
        startMs,
        idSeed: undefined,
        scenario,
      },
      entries: outside.map(({ entry }) => entry),
      marks: [],
      end: { atMs: startMs + endMs, event: outside.length, digest: 'the-digest' },
    },
    scenario,
    source,
    outside,
    digest: 'the-digest',
  };
}

const anyCall = { by: 'any', do: 'GET /faucet/agents' };

/** A scenario of its parts; it starts with the sessions here unless it says otherwise. */
export const scenarioOf = (parts: object): Promise<Scenario> =>
  buildFromValue(
    {
      name: 'small',
      seed: 7,
      start: '2026-03-01T00:00:00Z',
      for: '1d',
      ...('population' in parts ? {} : { operations: [anyCall] }),
      ...parts,
    },
    scenarioHost,
  );

/** Someone registers as `name` and is issued `key`. */
export const joined = (name: string, key: string, atMs = 0): Happened => ({
  atMs,
  call: 'POST /faucet/register',
  json: { agent_id: name },
  status: 201,
  answer: { agent_id: name, api_key: key },
});
