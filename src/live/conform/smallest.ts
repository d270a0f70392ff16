/** Shrinks a run to the smallest sequence of requests that shows a difference; each try resets the target. */
import { normalized } from '../../verification/check/normalized.ts';
import { changedPolicies } from '../../verification/check/readings.ts';
import { shrink } from '../../verification/check/shrink.ts';
import type { OperationSource } from '../../simulation/scenario/schema.ts';
import type { ScenarioSource } from '../../verification/check/source.ts';
import { formatInstant } from '../../core/base/time.ts';
import type { ScenarioHost } from '../../simulation/scenario/layers.ts';
import { buildFromValue } from '../../simulation/scenario/load.ts';
import type { Scenario } from '../../simulation/scenario/scenario.ts';
import { tyingFields } from '../traffic/correlation/taken-accounts.ts';
import { keysOf, type Exchange } from './exchange.ts';
import { relatedTo } from './related.ts';

/**
 * Resets the target, runs a scenario and returns its exchanges; undefined if the time is over, or a rate limit in the way.
 * `isFresh` registers agents at a target that keeps its data, where otherwise accounts of earlier runs stand for them, and
 * waits for rate limits.
 */
export type Try = (
  scenario: Scenario,
  isEnough: (exchange: Exchange) => boolean,
  isFresh: boolean,
) => Promise<readonly Exchange[] | undefined>;

/** A sequence that shows the difference, its exchanges on the last such run, and the number of tries. */
export interface Smallest {
  /** Undefined if the difference could not be repeated. */
  readonly source: ScenarioSource | undefined;
  readonly exchanges: readonly Exchange[];
  readonly tries: number;
  /** Why there is no sequence, or why it may not be the smallest; null for one that is. */
  readonly why: string | null;
}

interface Wanted {
  readonly key: string;
  readonly scenario: Scenario;
  /** The exchanges up to and including the difference. */
  readonly exchanges: readonly Exchange[];
  readonly name: string;
  readonly host: ScenarioHost;
  readonly attempt: Try;
  /** Why the search is over; undefined while it is not. */
  readonly over: () => string | undefined;
  /** True if accounts of earlier runs can stand for registrations: a cap of these then holds up no search. */
  readonly reuses: boolean;
}

/** The smallest sequence that shows a difference, or why there is none. */
export async function smallest(wanted: Wanted): Promise<Smallest> {
  const search = new SmallestSearch(wanted);
  for (const chosen of relatedTo(wanted.exchanges)) {
    if (await search.isFoundFrom(chosen)) break;
  }
  return search.found;
}

/** A sequence that has shown the difference. */
interface Shown {
  readonly source: ScenarioSource;
  readonly exchanges: readonly Exchange[];
}

/** Tries sequences of one run. */
class SmallestSearch {
  readonly #wanted: Wanted;
  /** Rounds of shrinking try the same candidates again. */
  readonly #ruledOut = new Set<string>();
  #shown: Shown | undefined;
  #isLeast = false;
  /** The fewest requests of a try that a rate limit was in the way of, since the last sequence that was found. */
  #cutRequests = Number.POSITIVE_INFINITY;
  #tries = 0;

  constructor(wanted: Wanted) {
    this.#wanted = wanted;
  }

  get found(): Smallest {
    const { source, exchanges = [] } = this.#shown ?? {};
    const around = contextOf(this.#wanted.scenario);
    return {
      source: source === undefined ? undefined : { ...source, ...around },
      exchanges,
      tries: this.#tries,
      why: this.#isLeast && this.#cutRequests >= exchanges.length ? null : this.#why,
    };
  }

  get #why(): string {
    const over = this.#wanted.over();
    if (over === undefined)
      return this.#isLeast
        ? 'fewer requests may show it: the target refused some tries for their rate'
        : 'the same requests did not show it again';
    return this.#shown === undefined
      ? `it was not repeated: ${over}`
      : `fewer requests may show it, or new agents may not: ${over}`;
  }

  /** A sequence that was found with accounts of earlier runs counts if new agents show it too. True ends the search. */
  async isFoundFrom(chosen: readonly Exchange[]): Promise<boolean> {
    const { name, scenario, reuses } = this.#wanted;
    const { seed, startMs } = scenario;
    const base = { name, seed, start: formatInstant(startMs), ...faultsOf(scenario) };
    const operations = chosen.map(({ operation }) => operation);
    const first = sourceOf(base, operations);
    const reused = reuses ? await this.#shrunk(first, false) : undefined;
    this.#isLeast = reused !== undefined && (await this.#fails(reused, true));
    if (!this.#isLeast && this.#wanted.over() === undefined) {
      this.#shown = undefined;
      this.#isLeast = (await this.#shrunk(first, true)) !== undefined;
    }
    return this.#isLeast || this.#wanted.over() !== undefined;
  }

  async #shrunk(first: ScenarioSource, isFresh: boolean): Promise<ScenarioSource | undefined> {
    const fails = async (source: ScenarioSource): Promise<boolean> => {
      const isSo = await this.#fails(source, isFresh);
      // What was in the way of larger sequences is tried again from this one on.
      if (isSo) this.#cutRequests = Number.POSITIVE_INFINITY;
      return isSo;
    };
    let begin = first;
    // No account that exists can stand for a registration with a referrer; requests without a key count against an IP address.
    for (const simpler of [withoutTies, withoutKeyless]) {
      const candidate = simpler(begin);
      if (candidate !== begin && (await fails(candidate))) begin = candidate;
    }
    if (begin === first && !(await fails(first))) return undefined;
    const { source } = await shrink(begin, fails);
    const plain = normalized(source);
    if (await this.#fails(plain, isFresh)) return plain;
    return (await this.#fails(source, isFresh)) ? source : undefined;
  }

  async #fails(source: ScenarioSource, isFresh: boolean): Promise<boolean> {
    const text = `${isFresh} ${JSON.stringify(source)}`;
    if (this.#ruledOut.has(text) || this.#wanted.over() !== undefined) return false;
    const isSo = await this.#shows(source, isFresh);
    if (isSo === false) this.#ruledOut.add(text);
    // A request that has lost its key is another request.
    if (isSo === undefined && isKeyed(source))
      this.#cutRequests = Math.min(this.#cutRequests, source.operations?.length ?? 0);
    return isSo === true;
  }

  /** Undefined if the try came to no end. */
  async #shows(source: ScenarioSource, isFresh: boolean): Promise<boolean | undefined> {
    const { scenario, host, attempt, key } = this.#wanted;
    this.#tries += 1;
    const around = contextOf(scenario);
    const built = await buildFromValue({ ...source, ...around }, host).catch(() => undefined);
    if (built === undefined) return false;
    const isWanted = (exchange: Exchange): boolean => keysOf(exchange).includes(key);
    const tried = await attempt(built, isWanted, isFresh);
    if (tried?.some(isWanted) !== true) return tried === undefined ? undefined : false;
    this.#shown = { source, exchanges: tried };
    return true;
  }
}

/** The same without the fields that tie a registration to another agent; the same object if there are none. */
function withoutTies(source: ScenarioSource): ScenarioSource {
  let isChanged = false;
  const operations = (source.operations ?? []).map((operation) => {
    const { body } = operation;
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return operation;
    const fields = Object.entries(body as Record<string, unknown>);
    const kept = fields.filter(([name]) => !tyingFields.includes(name));
    if (kept.length === fields.length) return operation;
    isChanged = true;
    return { ...operation, body: Object.fromEntries(kept) };
  });
  return isChanged ? { ...source, operations } : source;
}

const asks = ({ do: call }: OperationSource): boolean => call.endsWith('/register');

/** The requests that carry a key or ask for one. */
function keyedOf({ operations = [] }: ScenarioSource): OperationSource[] {
  const keyed = new Set(operations.filter(asks).map(({ by }) => by));
  return operations.filter((operation) => {
    const headers = Object.entries(operation.headers ?? {});
    const own = headers.find(([name]) => name.toLowerCase() === 'authorization');
    return asks(operation) || (own === undefined ? keyed.has(operation.by) : own[1] !== '');
  });
}

const isKeyed = (source: ScenarioSource): boolean => keyedOf(source).length === source.operations?.length;

/** The same without requests that carry no key and ask for none; the same object if there are none. */
function withoutKeyless(source: ScenarioSource): ScenarioSource {
  const kept = keyedOf(source);
  return isKeyed(source) || kept.length === 0 ? source : { ...source, operations: kept };
}

/** The settings of both sides, which are never shrunk. */
function contextOf({ policies, profile }: Scenario): Pick<ScenarioSource, 'profile' | 'policies'> {
  const changed = changedPolicies(policies, profile);
  return {
    ...(profile === 'published' ? {} : { profile }),
    ...(changed.length === 0
      ? {}
      : {
          policies: Object.fromEntries(
            changed.map((name) => [name, policies[name as keyof typeof policies]]),
          ),
        }),
  };
}

const faultsOf = ({ resolved }: Scenario): Pick<ScenarioSource, 'faults'> =>
  resolved.faults === undefined ? {} : { faults: resolved.faults };

function sourceOf(base: Omit<ScenarioSource, 'for'>, operations: readonly OperationSource[]): ScenarioSource {
  const lastMs = Number.parseInt(operations.at(-1)?.at ?? '0ms', 10);
  return { ...base, for: `${lastMs + 1_000}ms`, operations };
}
