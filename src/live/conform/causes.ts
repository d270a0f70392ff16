/**
 * Groups differences by cause: the earliest difference is shrunk to its smallest sequence, and all differences which
 * that sequence shows belong to it. A difference that only appears after an earlier cause's request counts as a
 * follower of that cause.
 */
import type { ScenarioSource } from '../../verification/check/source.ts';
import type { ScenarioHost } from '../../simulation/scenario/layers.ts';
import type { Scenario } from '../../simulation/scenario/scenario.ts';
import { keyOf, wordsOf, type Exchange, type FoundDifference } from './exchange.ts';
import { isAboutCounting, isSameChange, isUncovered } from '../traffic/compare/causes.ts';
import { smallest, type Try } from './smallest.ts';

/** A finished run with all its exchanges. */
export interface FinishedRun {
  readonly scenario: Scenario;
  readonly exchanges: readonly Exchange[];
}

/**
 * One cause: its first difference and the smallest sequence that repeats it. `tries` counts the runs of the search.
 */
export interface Cause {
  readonly call: string;
  readonly difference: FoundDifference;
  /** Keys of all differences in its smallest sequence, and of the same ones of other calls. */
  readonly keys: Set<string>;
  /** Keys of differences whose own smallest sequence shows this cause first: probably consequences. */
  readonly followers: string[];
  /** Undefined if there is no smallest sequence. */
  readonly source: ScenarioSource | undefined;
  readonly exchanges: readonly Exchange[];
  readonly scenario: Scenario;
  readonly tries: number;
  /** Why there is no sequence, or why it may not be the smallest. */
  readonly why: string | null;
}

/** A difference with its first occurrence. */
interface FirstSeen {
  readonly key: string;
  readonly call: string;
  readonly difference: FoundDifference;
  readonly run: FinishedRun;
  readonly n: number;
}

/** Bounds and means of a search for causes; `over` is asked between tries, and says why it is over. */
export interface Search {
  readonly host: ScenarioHost;
  readonly attempt: Try;
  readonly causesMax: number;
  readonly over: () => string | undefined;
  /** True if accounts of earlier runs can stand for registrations. */
  readonly reuses: boolean;
  /** Called for each cause as it is found. */
  readonly onCause?: (cause: Cause) => void;
}

/** The causes in order of first occurrence. `left` holds the keys that the bounds left unexamined. */
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
    if (causes.length >= search.causesMax || search.over() !== undefined) {
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
  { host, attempt, over, reuses }: Search,
  number: number,
): Promise<Cause> {
  const { scenario } = run;
  const name = `conform-${number}-${slugOf(call)}`;
  const repeated = run.exchanges.slice(0, n + 1);
  const wanted = { key, scenario, exchanges: repeated, name, host, attempt, over, reuses };
  const { source, exchanges, tries, why } = await smallest(wanted);
  const shown = exchanges.flatMap((each) => unexplained(each).map((one) => ({ each, one })));
  const last = shown.find(({ each, one }) => keyOf(each.call, one) === key);
  const company = shown.filter(({ one }) => levelOf(one) === levelOf(difference));
  return {
    call,
    difference: last?.one ?? difference,
    keys: new Set([key, ...company.map(({ each, one }) => keyOf(each.call, one))]),
    followers: [],
    source,
    exchanges,
    scenario,
    tries,
    why,
  };
}

/** Headers, shapes and values differ for independent reasons. */
function levelOf({ kind, field }: FoundDifference): string {
  if (field.startsWith('header ')) return 'header';
  return kind === 'shape' ? 'shape' : 'value';
}

/**
 * Earlier causes whose differences appear before the last request of this one's smallest sequence, and which can have
 * consequences.
 */
function earlierCauses(cause: Cause, causes: readonly Cause[]): Cause[] {
  const before = cause.exchanges.slice(0, -1);
  const keys = new Set(
    before.flatMap((each) =>
      unexplained(each)
        .filter(hasConsequences)
        .map((one) => keyOf(each.call, one)),
    ),
  );
  return causes.filter(
    (known) =>
      keys.has(keyOf(known.call, known.difference)) || before.some((each) => isOtherStyle(each, known)),
  );
}

/** The operation of an earlier amount in its other style, whose answer may not have the field. */
const isOtherStyle = ({ call }: Exchange, { call: known, difference }: Cause): boolean =>
  difference.kind === 'amount' &&
  !difference.field.startsWith('header ') &&
  call !== known &&
  serviceOf(call) === serviceOf(known) &&
  operationOf(call) === operationOf(known);

/** A different status or amount can affect every service; other differences only their own service. */
function isConsequence(cause: Cause, of: Cause): boolean {
  const [kind, before] = [cause.difference.kind, of.difference.kind];
  if (before === 'status' || (kind === 'amount' && before === 'amount')) return true;
  return serviceOf(cause.call) === serviceOf(of.call) && kind === before;
}

/**
 * True for the same difference elsewhere: a header, a code or a code's status in any service, the same two statuses
 * or a field within a service; also fields of a list with other items.
 */
function isAlike(cause: Called, other: Called): boolean {
  const [one, two] = [cause.difference, other.difference];
  if (one.kind === 'id' && cause.call === other.call && isSameList(one.field, two.field)) return true;
  if (isAboutCounting(one) && isAboutCounting(two)) return true;
  if (one.kind !== two.kind || !hasSameWords(one, two)) return false;
  if (one.field.startsWith('header ')) return one.field === two.field && isSameHeader(one, two);
  const isSameService = serviceOf(cause.call) === serviceOf(other.call);
  if (one.kind === 'status') return hasOneCode(one) || isUncovered(one) || isSameService;
  // Every service refuses in the same words.
  return (isSameService || one.field === '/code') && lastOf(one.field) === lastOf(two.field);
}

const hasSameWords = (one: FoundDifference, two: FoundDifference): boolean =>
  wordsOf(one).length === wordsOf(two).length && (wordsOf(one).length === 0 || isSameChange(one, two));

/** What remains of a limit depends on the requests before. */
const isSameHeader = (one: FoundDifference, two: FoundDifference): boolean =>
  one.kind === 'shape' || one.field === 'header x-ratelimit-remaining' || hasRatioOf(one, two);

/** Both sides have the same code, so that only its status differs. */
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

/** Both values differ by the same factor (another unit) or by the same amount. */
function hasRatioOf(one: FoundDifference, other: FoundDifference): boolean {
  const [first, second] = [one, other].map(({ recorded, live }) => {
    const [model, target] = [recorded, live].map((side) => Number(side.replaceAll('"', '')));
    return { ratio: (target ?? 0) / (model ?? 0), apart: (target ?? 0) - (model ?? 0) };
  });
  if (first === undefined || second === undefined) return false;
  return Math.abs(first.ratio / second.ratio - 1) < 1e-3 || first.apart === second.apart;
}

/** Headers, codes and messages do not affect later requests. */
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
