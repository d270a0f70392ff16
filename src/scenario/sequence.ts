/**
 * Remembers what was asked and answered last, of every agent and of all together, so that a finding can be shown as the
 * sequence that led to it. Bounded: it forgets what is older.
 */
import type { Instant } from '../base/time.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Json, Request, Response } from '../http/message.ts';
import type { SequenceStep } from './result.ts';

/** As many as a person reads as one story. */
const ofAgentMax = 6;
const ofAllMax = 40;
const textMax = 400;

interface Step {
  readonly atMs: Instant;
  readonly request: Request;
  readonly response: Response;
  readonly route: Exchange['route'];
  readonly code: Exchange['code'];
}

export class Sequences {
  readonly #ofAgent = new Map<number, Step[]>();
  readonly #ofAll: Step[] = [];
  #total = 0;

  noted(atMs: Instant, request: Request, response: Response, { route, code }: Exchange): void {
    const step = { atMs, request, response, route, code };
    this.#total += 1;
    if (this.#ofAll.length < ofAllMax) this.#ofAll.push(step);
    const { agent } = request;
    if (agent === undefined) return;
    const steps = this.#ofAgent.get(agent);
    if (steps === undefined) this.#ofAgent.set(agent, [step]);
    else {
      if (steps.length === ofAgentMax) steps.shift();
      steps.push(step);
    }
  }

  /** The last requests of one agent. `nameOf` finds the name of whoever has a number. */
  lastOf(agent: number, nameOf: (agent: number) => string): readonly SequenceStep[] {
    return (this.#ofAgent.get(agent) ?? []).map((step) => shown(step, nameOf));
  }

  /** All requests of a short run; none of a longer one, in which they would say nothing. */
  ofShortRun(nameOf: (agent: number) => string): readonly SequenceStep[] {
    return this.#total > ofAllMax ? [] : this.#ofAll.map((step) => shown(step, nameOf));
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
