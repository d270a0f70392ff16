/** Requests of agents as messages for the target, in the names of this load, and responses as agents receive them. */
import { readJson } from '../../../core/base/json-text.ts';
import { Answer } from '../../../simulation/population/answer.ts';
import type { Agent } from '../../../simulation/population/agent.ts';
import type { RequestEffect } from '../../../simulation/population/agent-effects.ts';
import { LiveSecrets } from '../../traffic/compare/live-secrets.ts';
import { Namespace } from '../../traffic/correlation/namespace.ts';
import type { RawAnswer } from '../../traffic/http/answer-parser.ts';
import type { Endpoint } from '../../traffic/http/endpoint.ts';
import { headersIn } from '../../traffic/http/headers-in.ts';
import { hostHeader, wireText } from '../../traffic/http/wire-request.ts';
import { errorCode } from '../../traffic/measure/tally.ts';
import type { PathTemplates } from '../../traffic/plan/path-templates.ts';
import type { Target } from '../../traffic/target/target.ts';
import { inAgentTime, type TwoClocks } from '../send/agent-time.ts';
import { traceContext, traceParentOf, type TraceContext } from '../send/trace-contexts.ts';

/** A request on the wire; `why` says that it cannot be sent. */
export type ComposedText =
  | { readonly endpoint: Endpoint; readonly text: string; readonly trace: TraceContext | undefined }
  | { readonly why: 'unlisted' | 'unsendable' };

/** When a request was sent and when its response came, on the agents' clock. */
export interface AgentTimes {
  readonly sentAtMs: number;
  readonly receivedAtMs: number;
}

/** A response for the agent, and its error code for the figures; the code is empty below 400. */
export interface Received {
  readonly answer: Answer;
  readonly code: string;
}

/** Composes and reads messages of one load. */
export class AgentExchange {
  readonly #target: Target;
  readonly #templates: PathTemplates;
  readonly #names: Namespace;
  /** The share of sampled traces; undefined to send no context. */
  readonly #traceShare: number | undefined;
  readonly #isLoopback: boolean;
  readonly #secrets = new LiveSecrets();

  constructor(parts: {
    target: Target;
    templates: PathTemplates;
    namespace: string;
    traceShare: number | undefined;
  }) {
    this.#target = parts.target;
    this.#templates = parts.templates;
    this.#names = new Namespace(parts.namespace, { keepsSeeds: true });
    this.#traceShare = parts.traceShare;
    this.#isLoopback = parts.templates.areLoopback;
  }

  /** Makes an agent known by name before it registers, as those of other workers are. */
  noteAgent(agentId: string): void {
    this.#names.note(0, { path: '', body: { agent_id: agentId } });
  }

  /** The message of a request. Throws `Forbidden` for a host that the target file does not list. */
  compose(request: RequestEffect, agent: Agent): ComposedText {
    const { method, path, query, headers, body, rawBody } = request;
    this.#names.note(0, { path, query, headers, body });
    const named = this.#names.requestToTarget({ path, query, headers, body, raw: rawBody, ip: agent.ip });
    const route = this.#templates.routeTo(named.path);
    if (route === undefined) return { why: 'unlisted' };
    const isJson = rawBody === undefined;
    const json = named.body === undefined ? undefined : JSON.stringify(named.body);
    const trace = this.#traceShare === undefined ? undefined : traceContext(this.#traceShare);
    const text = wireText(
      {
        method,
        path: route.path,
        query: named.query,
        headers: named.headers,
        ownHeaders: this.#ownHeaders(named.ip, trace),
        body: isJson ? json : named.raw,
        isJson,
      },
      hostHeader(route.address),
      this.#target.carried,
    );
    return text === undefined ? { why: 'unsendable' } : { endpoint: route.place, text, trace };
  }

  /** The response as the agent receives it; its bytes are not needed afterwards. */
  received(raw: RawAnswer, request: RequestEffect, at: { times: AgentTimes; clocks: TwoClocks }): Received {
    const { status, head, bytes, start, end } = raw;
    const live = start === end ? {} : readJson(bytes.toString('utf8', start, end));
    if (request.method !== 'GET') this.#secrets.note(live, request.path);
    const body = this.#names.bodyToRecorded(live);
    const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
    const answer = new Answer({
      status,
      headers: inAgentTime(headersIn(head), at.clocks),
      body: isObject ? (body as Answer['body']) : {},
      ...at.times,
    });
    return { answer, code: status < 400 ? '' : errorCode(status, answer.code) };
  }

  /** What an agent receives where there is no response. */
  nothing(times: AgentTimes): Answer {
    return new Answer({ status: 0, headers: {}, body: {}, ...times });
  }

  /** A text without the secrets that the target has issued. */
  cleaned(text: string): string {
    return this.#secrets.text(text);
  }

  #ownHeaders(ip: string, trace: TraceContext | undefined): string {
    const address = this.#isLoopback ? `x-sim-ip: ${ip}\r\n` : '';
    return trace === undefined ? address : `${address}traceparent: ${traceParentOf(trace)}\r\n`;
  }
}
