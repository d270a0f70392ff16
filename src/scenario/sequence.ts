/**
 * Remembers what was asked and answered last, so that a finding can be shown as the sequence that led to it. Bounded: it
 * forgets what is older.
 */
import type { Instant } from '../base/time.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Json, Request, Response } from '../http/message.ts';
import type { SequenceStep } from './result.ts';

/** As many as a person reads as one story. */
const ofAgentMax = 6;
const ofAllMax = 40;
const rememberedMax = 96;
const textMax = 400;

interface Step {
  readonly atMs: Instant;
  readonly request: Request;
  readonly response: Response;
  readonly route: Exchange['route'];
  readonly code: Exchange['code'];
}

export class Sequences {
  /** The latest of all agents together, as a ring: what a run remembers must not grow with its agents. */
  readonly #latest: Step[] = [];
  #total = 0;

  noted(atMs: Instant, request: Request, response: Response, { route, code }: Exchange): void {
    this.#latest[this.#total % rememberedMax] = { atMs, request, response, route, code };
    this.#total += 1;
  }

  /** The last requests of one agent, as far back as anything is remembered. `nameOf` finds the name of a number. */
  lastOf(agent: number, nameOf: (agent: number) => string): readonly SequenceStep[] {
    return this.#inOrder()
      .filter(({ request }) => request.agent === agent)
      .slice(-ofAgentMax)
      .map((step) => shown(step, nameOf));
  }

  /** All requests of a short run; none of a longer one, in which they would say nothing. */
  ofShortRun(nameOf: (agent: number) => string): readonly SequenceStep[] {
    return this.#total > ofAllMax ? [] : this.#inOrder().map((step) => shown(step, nameOf));
  }

  #inOrder(): readonly Step[] {
    const oldest = this.#total % rememberedMax;
    return [...this.#latest.slice(oldest), ...this.#latest.slice(0, oldest)];
  }
}

function shown(
  { atMs, request, response, route, code }: Step,
  nameOf: (agent: number) => string,
): SequenceStep {
  const { method, path, query, body, rawBody, agent } = request;
  const service = route?.service ?? path.split('/')[1] ?? '';
  const search = new URLSearchParams(query).toString();
  return {
    atMs,
    agent: agent === undefined ? 'somebody' : nameOf(agent),
    service,
    operation: route === undefined ? '' : `${service}/${route.style}/${route.row.operation}`,
    call: `${method} ${path}${search === '' ? '' : `?${search}`}`.slice(0, textMax),
    sent: rawBody ?? (body === undefined ? '' : jsonText(body as Json)),
    status: response.status,
    code: code ?? '',
    answer: jsonText(response.body),
  };
}

/** Keys are nobody's business who looks at a diagram. */
const jsonText = (value: Json): string =>
  JSON.stringify(value, (name, field: unknown) => (name === 'api_key' ? '…' : field)).slice(0, textMax);
