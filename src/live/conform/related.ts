/**
 * Selects the requests that a difference may depend on, from a first guess to all: those it refers to, then all of
 * the same agents, then all about the same things. Every selection is closed under references.
 */
import { labelsIn } from '../../simulation/population/script.ts';
import type { OperationSource } from '../../simulation/scenario/schema.ts';
import type { Exchange } from './exchange.ts';

/** Increasing selections of the exchanges up to the last one given; the last selection has all of them. */
export function* relatedTo(exchanges: readonly Exchange[]): Iterable<readonly Exchange[]> {
  const last = exchanges.at(-1);
  if (last === undefined) return;
  const web = new Web(exchanges);
  const referred = web.closed(new Set([last.n]));
  yield web.chosen(referred);
  const agents = new Set(web.chosen(referred).map(({ operation }) => operation.by));
  const own = web.closed(withAll(referred, exchanges, ({ operation }) => agents.has(operation.by)));
  if (own.size > referred.size) yield web.chosen(own);
  const labels = new Set(web.chosen(own).map(({ operation }) => operation.as ?? ''));
  const about = web.closed(
    withAll(own, exchanges, ({ operation }) => [...labelsIn(operation)].some((label) => labels.has(label))),
  );
  if (about.size > own.size) yield web.chosen(about);
  if (about.size < exchanges.length) yield exchanges;
}

function withAll(
  chosen: ReadonlySet<number>,
  exchanges: readonly Exchange[],
  isWanted: (exchange: Exchange) => boolean,
): Set<number> {
  const more = new Set(chosen);
  for (const exchange of exchanges) if (isWanted(exchange)) more.add(exchange.n);
  return more;
}

/** Dependencies: responses that are referred to, keys that were issued, agents that are named. */
class Web {
  readonly #exchanges: readonly Exchange[];
  readonly #byLabel = new Map<string, Exchange>();
  /** Requests whose response issued a key, by sender. */
  readonly #keyed = new Map<string, number[]>();
  /** Registrations by requested id. */
  readonly #named = new Map<string, number>();

  constructor(exchanges: readonly Exchange[]) {
    this.#exchanges = exchanges;
    for (const exchange of exchanges) this.#note(exchange);
  }

  chosen(numbers: ReadonlySet<number>): Exchange[] {
    return this.#exchanges.filter(({ n }) => numbers.has(n));
  }

  /** The selection with everything that it needs. */
  closed(numbers: ReadonlySet<number>): Set<number> {
    const closed = new Set<number>();
    const open = [...numbers];
    for (let n = open.pop(); n !== undefined; n = open.pop()) {
      if (closed.has(n)) continue;
      closed.add(n);
      const exchange = this.#exchanges[n];
      if (exchange !== undefined) open.push(...this.#neededBy(exchange));
    }
    return closed;
  }

  #note(exchange: Exchange): void {
    const { n, operation, live } = exchange;
    if (operation.as !== undefined) this.#byLabel.set(operation.as, exchange);
    const body = live.kind === 'answer' ? live.body : undefined;
    if (typeof (body as { api_key?: unknown } | null | undefined)?.api_key === 'string') {
      this.#keyed.set(operation.by, [...(this.#keyed.get(operation.by) ?? []), n]);
      const named = (operation.body as { agent_id?: unknown } | null | undefined)?.agent_id;
      if (typeof named === 'string') this.#named.set(named, n);
    }
  }

  #neededBy({ n, operation }: Exchange): number[] {
    const referred = [...labelsIn(operation)].flatMap((label) => this.#byLabel.get(label)?.n ?? []);
    const keys = (this.#keyed.get(operation.by) ?? []).filter((key) => key < n);
    const named = [...namesIn(operation)].flatMap((name) => this.#named.get(name) ?? []);
    return [...referred, ...keys, ...named.filter((key) => key < n)];
  }
}

/** Every text of the body and every part of the path. */
function namesIn({ do: call, body, query }: OperationSource): Set<string> {
  const names = new Set(call.split(/[/ ]/));
  const visit = (value: unknown): void => {
    if (typeof value === 'string') names.add(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit);
  };
  visit(body);
  visit(query);
  return names;
}
