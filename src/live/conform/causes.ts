/**
 * Differences brought back to what causes them: the earliest is made as small as it goes, and all that its smallest
 * sequence shows goes with it. What needs an earlier cause's request to come about is told as that cause's company.
 */
import type { ScenarioSource } from '../../verification/check/source.ts';
import type { ScenarioHost } from '../../simulation/scenario/layers.ts';
import type { Scenario } from '../../simulation/scenario/scenario.ts';
import { keyOf, wordsOf, type Exchange, type FoundDifference } from './exchange.ts';
import { smallest, type Try } from './smallest.ts';

/** A run with everything that was exchanged. */
export interface FinishedRun {
  readonly scenario: Scenario;
  readonly exchanges: readonly Exchange[];
}

export interface Cause {
  readonly call: string;
  readonly difference: FoundDifference;
  /** Keys of all differences that its smallest sequence shows, and of the same ones of other calls. */
  readonly keys: Set<string>;
  /** Differences whose own smallest sequence shows this cause first: consequences of it, as far as can be told. */
  readonly followers: string[];
  /** Undefined where the difference did not come again. */
  readonly source: ScenarioSource | undefined;
  readonly exchanges: readonly Exchange[];
  readonly scenario: Scenario;
  readonly tries: number;
}

/** One difference with where it came up first. */
interface FirstSeen {
  readonly key: string;
  readonly call: string;
  readonly difference: FoundDifference;
  readonly run: FinishedRun;
  readonly n: number;
}

export interface Search {
  readonly host: ScenarioHost;
  readonly attempt: Try;
  readonly causesMax: number;
  readonly isOver: () => boolean;
  /** Hears of each cause as it is found. */
  readonly onCause?: (cause: Cause) => void;
}

/** Causes in the order in which they came up, and the keys that nobody had time to look into. */
export async function causesOf(
  runs: readonly FinishedRun[],
  search: Search,
): Promise<{ causes: Cause[]; left: string[] }> {
  const causes: Cause[] = [];
  const pending = firstSeen(runs);
  const left: string[] = [];
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    const { key, call, difference } = next;
    if (causes.some((cause) => cause.keys.has(key) || cause.followers.includes(key))) continue;
    const alike = causes.find((cause) => isAlike(cause, { call, difference }));
    if (alike !== undefined) {
      alike.keys.add(key);
      continue;
    }
    if (causes.length >= search.causesMax || search.isOver()) {
      left.push(key);
      continue;
    }
    const cause = await causeOf(next, search, causes.length + 1);
    const earlier = earlierCauses(cause, causes).find((known) => isConsequence(cause, known));
    if (earlier === undefined) {
      causes.push(cause);
      search.onCause?.(cause);
    } else {
      earlier.followers.push(...new Set([...cause.keys].filter((each) => !earlier.keys.has(each))));
    }
  }
  return { causes, left };
}

async function causeOf(
  { key, call, difference, run, n }: FirstSeen,
  { host, attempt }: Search,
  number: number,
): Promise<Cause> {
  const { scenario } = run;
  const name = `conform-${number}-${slugOf(call)}`;
  const exchanges = run.exchanges.slice(0, n + 1);
  const found = await smallest({ key, scenario, exchanges, name, host, attempt });
  if (found === undefined) {
    return {
      call,
      difference,
      keys: new Set([key]),
      followers: [],
      source: undefined,
      exchanges: [],
      scenario,
      tries: 0,
    };
  }
  const shown = found.exchanges.flatMap((each) => unexplained(each).map((one) => ({ each, one })));
  const last = shown.find(({ each, one }) => keyOf(each.call, one) === key);
  const company = shown.filter(({ one }) => levelOf(one) === levelOf(difference));
  return {
    call,
    difference: last?.one ?? difference,
    keys: new Set([key, ...company.map(({ each, one }) => keyOf(each.call, one))]),
    followers: [],
    source: found.source,
    exchanges: found.exchanges,
    scenario,
    tries: found.tries,
  };
}

/** What is said in headers, how an answer is shaped and what it says are wrong for reasons of their own. */
function levelOf({ kind, field }: FoundDifference): string {
  if (field.startsWith('header ')) return 'header';
  return kind === 'shape' ? 'shape' : 'value';
}

/** Causes whose own differences come up in this one's smallest sequence, in earlier requests, and can have consequences. */
function earlierCauses(cause: Cause, causes: readonly Cause[]): Cause[] {
  const before = cause.exchanges.slice(0, -1);
  const keys = new Set(
    before.flatMap((each) =>
      unexplained(each)
        .filter(hasConsequences)
        .map((one) => keyOf(each.call, one)),
    ),
  );
  return causes.filter((known) => keys.has(keyOf(known.call, known.difference)));
}

/** What was done or refused changes what comes later, money goes from service to service, all else stays in its own. */
function isConsequence(cause: Cause, of: Cause): boolean {
  const [kind, before] = [cause.difference.kind, of.difference.kind];
  if (before === 'status' || (kind === 'amount' && before === 'amount')) return true;
  return serviceOf(cause.call) === serviceOf(of.call) && kind === before;
}

/**
 * The same said elsewhere: a header or the status of a code by every service, a refusal by both styles of an operation, a
 * field by the same service; and where a list has other things in it, their fields.
 */
function isAlike(cause: Called, other: Called): boolean {
  const [one, two] = [cause.difference, other.difference];
  if (one.kind === 'id' && cause.call === other.call && isSameList(one.field, two.field)) return true;
  if (one.kind !== two.kind || wordsOf(one).join() !== wordsOf(two).join()) return false;
  if (one.field.startsWith('header '))
    return one.field === two.field && (one.kind === 'shape' || hasRatioOf(one, two));
  const isSameService = serviceOf(cause.call) === serviceOf(other.call);
  if (one.kind === 'status')
    return hasOneCode(one) || (isSameService && operationOf(cause.call) === operationOf(other.call));
  return isSameService && lastOf(one.field) === lastOf(two.field);
}

/** The code is the same on both sides: it is the status that goes with it. */
function hasOneCode({ recorded, live }: FoundDifference): boolean {
  const [model, target] = [recorded, live].map((side) => side.split(' ')[1]);
  return model !== undefined && model === target;
}

function isSameList(one: string, other: string): boolean {
  const [first, second] = [one, other].map((field) => field.lastIndexOf('/*/'));
  return (
    first !== undefined && first >= 0 && first === second && one.slice(0, first) === other.slice(0, first)
  );
}

type Called = Pick<Cause, 'call' | 'difference'>;

const lastOf = (field: string): string => field.slice(field.lastIndexOf('/') + 1);
const serviceOf = (call: string): string => call.split('/', 1)[0] ?? '';
const operationOf = (call: string): string => call.split('/')[2] ?? '';

/** The same unit instead of another, or the same distance. */
function hasRatioOf(one: FoundDifference, other: FoundDifference): boolean {
  const [first, second] = [one, other].map(({ recorded, live }) => {
    const [model, target] = [recorded, live].map((side) => Number(side.replaceAll('"', '')));
    return { ratio: (target ?? 0) / (model ?? 0), apart: (target ?? 0) - (model ?? 0) };
  });
  if (first === undefined || second === undefined) return false;
  return Math.abs(first.ratio / second.ratio - 1) < 1e-3 || first.apart === second.apart;
}

/** Headers, codes and wordings change nothing that comes later. */
const hasConsequences = ({ kind, field }: FoundDifference): boolean =>
  !field.startsWith('header ') && kind !== 'code' && !/^\/(?:message|error|hint)$/.test(field);

const unexplained = ({ differences }: Exchange): FoundDifference[] =>
  differences.filter(({ explanation }) => explanation === null);

function firstSeen(runs: readonly FinishedRun[]): FirstSeen[] {
  const seen = new Map<string, FirstSeen>();
  for (const run of runs) {
    for (const exchange of run.exchanges) {
      for (const difference of unexplained(exchange)) {
        const key = keyOf(exchange.call, difference);
        if (!seen.has(key)) seen.set(key, { key, call: exchange.call, difference, run, n: exchange.n });
      }
    }
  }
  return [...seen.values()];
}

const slugOf = (call: string): string =>
  call === '' ? 'nowhere' : call.replaceAll(/\W+/g, '-').toLowerCase();
