/**
 * Remembers the latest requests and responses, so that a finding can show the sequence before it. Bounded: older ones
 * are dropped.
 */
import type { Instant } from '../../core/base/time.ts';
import type { HttpExchange } from '../../core/http/exchange.ts';
import type { Request, Response } from '../../core/http/message.ts';
import type { KnownSecrets } from '../../core/http/secrets/known-secrets.ts';
import { Redactor } from '../../core/http/secrets/redact.ts';
import type { SequenceStep } from './result.ts';
import { publicNamesAt } from '../../platform/services/public-names.ts';

/** Steps shown for one agent. */
const ofAgentMax = 6;
const ofAllMax = 40;
const rememberedMax = 96;
const textMax = 400;

interface Step {
  readonly atMs: Instant;
  readonly request: Request;
  readonly response: Response;
  readonly route: HttpExchange['route'];
  readonly code: HttpExchange['code'];
}

/** What the display of a sequence needs: the names of agents by number, and known secrets. */
interface Viewer {
  readonly nameOf: (agent: number) => string;
  readonly secrets: KnownSecrets;
}

/** The last 96 exchanges of a run, in a ring. */
export class Sequences {
  /** One ring for all agents: memory must not grow with their number. */
  readonly #latest: Step[] = [];
  #total = 0;

  noted(atMs: Instant, request: Request, response: Response, { route, code }: HttpExchange): void {
    this.#latest[this.#total % rememberedMax] = { atMs, request, response, route, code };
    this.#total += 1;
  }

  /** The last six requests of one agent that are still in the ring. */
  lastOf(agent: number, viewer: Viewer): readonly SequenceStep[] {
    return this.#inOrder()
      .filter(({ request }) => request.agent === agent)
      .slice(-ofAgentMax)
      .map((step) => shown(step, viewer));
  }

  /** All requests of a run with at most 40; none of a longer one. */
  ofShortRun(viewer: Viewer): readonly SequenceStep[] {
    return this.#total > ofAllMax ? [] : this.#inOrder().map((step) => shown(step, viewer));
  }

  #inOrder(): readonly Step[] {
    const oldest = this.#total % rememberedMax;
    return [...this.#latest.slice(oldest), ...this.#latest.slice(0, oldest)];
  }
}

/** A step for display. Secrets are removed before texts are truncated, because half a key is still secret. */
function shown({ atMs, request, response, route, code }: Step, { nameOf, secrets }: Viewer): SequenceStep {
  const { method, path, query, body, rawBody, agent } = request;
  const redactor = new Redactor({ publicAt: publicNamesAt });
  const clean = (text: string): string => secrets.redact(redactor.text(text, path)).slice(0, textMax);
  const jsonText = (value: unknown): string => clean(JSON.stringify(redactor.value(value, path)));
  const service = route?.service ?? path.split('/')[1] ?? '';
  const search = new URLSearchParams(query).toString();
  return {
    atMs,
    agent: agent === undefined ? 'unknown agent' : nameOf(agent),
    service,
    operation: route === undefined ? '' : `${service}/${route.style}/${route.row.operation}`,
    call: clean(`${method} ${path}${search === '' ? '' : `?${search}`}`),
    sent: rawBody === undefined ? (body === undefined ? '' : jsonText(body)) : clean(rawBody),
    status: response.status,
    code: code ?? '',
    answer: jsonText(response.body),
  };
}
