/**
 * Groups differences for which no sequence was found by what their requests touched, as `replay` does: a difference that
 * may follow from a known cause belongs to it, the others are causes without a sequence.
 */
import { labelsIn } from '../../simulation/population/script.ts';
import { differenceCauses, type OpenDifference } from '../traffic/compare/causes.ts';
import type { Cause, FinishedRun } from './causes.ts';
import { keyOf, type Exchange, type FoundDifference } from './exchange.ts';

/** Why a cause has no sequence that the bounds of the search left out. */
const notSearched = 'it was not looked for: --causes or --shrink-for was used up';

/** A difference with its identity and its run. */
interface OpenInRun extends OpenDifference {
  readonly key: string;
  readonly found: FoundDifference;
  readonly run: FinishedRun;
}

/** Adds the keys of `left` to the causes, and causes for those that follow from none. In order of first occurrence. */
export function withUnsearched(
  runs: readonly FinishedRun[],
  { causes, left }: { readonly causes: readonly Cause[]; readonly left: readonly string[] },
): Cause[] {
  const isOpen = new Set([...left, ...causes.filter(isUnrepeated).flatMap(({ keys }) => [...keys])]);
  if (isOpen.size === 0) return [...causes];
  const all = openDifferences(runs);
  const groups = groupsOf(all);
  const kept = causes.filter((cause) => !isUnrepeated(cause));
  const byGroup = new Map<number, Cause>();
  for (const cause of kept) {
    const group = Math.min(...[...cause.keys].map((key) => groups.get(key) ?? Number.POSITIVE_INFINITY));
    if (Number.isFinite(group) && !byGroup.has(group)) byGroup.set(group, cause);
  }
  const firsts = new Map(all.toReversed().map((each) => [each.key, each]));
  for (const [key, group] of groups) {
    const first = firsts.get(key);
    if (first === undefined || !isOpen.has(key)) continue;
    const known = byGroup.get(group);
    if (known !== undefined) known.followers.push(key);
    else byGroup.set(group, causeWithout(first, causes));
  }
  const order = new Map([...groups.keys()].map((key, index) => [key, index]));
  const placeOf = ({ keys }: Cause): number => Math.min(...[...keys].map((key) => order.get(key) ?? 0));
  return [...new Set([...kept, ...byGroup.values()])].toSorted((one, other) => placeOf(one) - placeOf(other));
}

const isUnrepeated = ({ source }: Cause): boolean => source === undefined;

/** A cause without a sequence; `causes` has it where the search tried it. */
function causeWithout({ key, call, found, run }: OpenInRun, causes: readonly Cause[]): Cause {
  const tried = causes.find((cause) => isUnrepeated(cause) && cause.keys.has(key));
  return {
    call,
    difference: found,
    keys: new Set([key]),
    followers: [],
    source: undefined,
    why: tried?.why ?? notSearched,
    exchanges: [],
    scenario: run.scenario,
    tries: tried?.tries ?? 0,
  };
}

/** The group of each key, in order of first occurrence. */
function groupsOf(all: readonly OpenInRun[]): Map<string, number> {
  const groups = new Map<string, number>();
  for (const { difference, cause } of differenceCauses(all).members) {
    const { key } = difference as OpenInRun;
    if (!groups.has(key)) groups.set(key, cause);
  }
  return groups;
}

/** Numbers of requests and sessions in different runs never meet. */
const requestsOfRun = 2_000_000;

function openDifferences(runs: readonly FinishedRun[]): OpenInRun[] {
  return runs.flatMap((run, index) => {
    const touched = new Touched(index * requestsOfRun);
    return run.exchanges.flatMap((exchange) => {
      const { sessions, things } = touched.add(exchange);
      return exchange.differences
        .filter(({ explanation }) => explanation === null)
        .map((found): OpenInRun => {
          const { kind, field, recorded, live } = found;
          const { call } = exchange;
          const n = index * requestsOfRun + exchange.n;
          return {
            n,
            call,
            kind,
            field,
            recorded,
            live,
            sessions,
            things,
            key: keyOf(call, found),
            found,
            run,
          };
        });
    });
  });
}

/** Which agents and earlier requests the requests of one run touch. */
class Touched {
  readonly #from: number;
  readonly #sessions = new Map<string, number>();
  readonly #byLabel = new Map<string, number>();
  /** Agents by the id that they registered under. */
  readonly #named = new Map<string, number>();
  readonly #of = new Map<number, readonly number[]>();

  constructor(from: number) {
    this.#from = from;
  }

  add({ n, operation }: Exchange): { sessions: number[]; things: number[] } {
    const own = this.#sessionOf(operation.by);
    const referred = [...labelsIn(operation)].flatMap((label) => this.#byLabel.get(label) ?? []);
    const sessions = new Set([own, ...referred.flatMap((each) => this.#of.get(each) ?? [])]);
    for (const name of textsIn(operation.body)) {
      const named = this.#named.get(name);
      if (named !== undefined) sessions.add(named);
    }
    const registered = (operation.body as { agent_id?: unknown } | null | undefined)?.agent_id;
    if (typeof registered === 'string' && !this.#named.has(registered)) this.#named.set(registered, own);
    const place = this.#from + n;
    if (operation.as !== undefined) this.#byLabel.set(operation.as, place);
    this.#of.set(place, [...sessions]);
    return { sessions: [...sessions], things: [place, ...referred] };
  }

  #sessionOf(agent: string): number {
    const known = this.#sessions.get(agent) ?? this.#from + this.#sessions.size;
    this.#sessions.set(agent, known);
    return known;
  }
}

/** Every text of a body. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
