/**
 * Things that end by themselves, and the search for those that explain what balances show.
 */
import type { Micros } from '../../core/base/money.ts';

/** What one event does to one agent. */
export interface Change {
  readonly agent: string;
  readonly available?: Micros;
  readonly held?: Micros;
  /** Up to so much more may have become available: the amount follows from a price that no answer names. */
  readonly upTo?: Micros;
}

/** What changes, and what else is then known. */
export interface EndWay {
  readonly changes: readonly Change[];
  /** What an answer calls it: `confirmed`. */
  readonly status?: string;
  /** `isSure` is false where another way of the end would explain the balances as well. */
  readonly follows?: (isSure: boolean) => void;
}

/** Something that will end in one of several ways, at some instant. */
export interface OpenEnd {
  readonly ways: readonly EndWay[];
  /** True for what a step of the market's prices does: steps come between requests, never with one. */
  readonly isStep?: boolean;
  /** Called where amounts of unknown size explain the balances with it and without it: nothing shows any more whether it has happened. */
  readonly doubted?: () => void;
}

/** An agent whose observed balance is not the expected one; both amounts are observed less expected. */
export interface BalanceDifference {
  readonly agent: string;
  readonly available: Micros;
  readonly held: Micros;
}

/** The part of an end that is looked for at once. */
export interface FirmEnd extends OpenEnd {
  readonly whole: OpenEnd;
}

/** An end, and the way that it has taken. */
export interface ChosenEnd {
  readonly end: FirmEnd;
  readonly way: number;
}

/** What is looked for, and how many tries are left. */
export interface EndSearch {
  readonly ends: readonly FirmEnd[];
  triesLeft: number;
}

/** True where every amount is known. */
export const isSizedWay = ({ changes }: EndWay): boolean => changes.every(({ upTo = 0 }) => upTo === 0);

/** True where every amount of every way is known. */
export const isSized = ({ ways }: OpenEnd): boolean => ways.every(isSizedWay);

/** One change for each agent. */
export function merged(changes: readonly Change[]): Change[] {
  const sums = new Map<string, Required<Change>>();
  for (const { agent, available = 0, held = 0, upTo = 0 } of changes) {
    const sum = sums.get(agent) ?? { agent, available: 0, held: 0, upTo: 0 };
    sums.set(agent, {
      agent,
      available: sum.available + available,
      held: sum.held + held,
      upTo: sum.upTo + upTo,
    });
  }
  return [...sums.values()].filter(
    ({ available, held, upTo }) => available !== 0 || held !== 0 || upTo !== 0,
  );
}

/** Ends, each in one of its ways, that add up to the differences; undefined where none do. */
export function explained(left: readonly BalanceDifference[], search: EndSearch): ChosenEnd[] | undefined {
  const found = explainedFrom(left, search, { from: 0, chosen: [] });
  // An amount of unknown size may be none: what is not needed has not happened.
  return found?.reduce((chosen, choice) => {
    const others = chosen.filter((other) => other !== choice);
    return isSized(choice.end) || !isMet(leftAfter(left, others), others) ? chosen : others;
  }, found);
}

function explainedFrom(
  left: readonly BalanceDifference[],
  search: EndSearch,
  { from, chosen }: { from: number; chosen: readonly ChosenEnd[] },
): ChosenEnd[] | undefined {
  if (isMet(left, chosen)) return [...chosen];
  for (let index = from; index < search.ends.length && search.triesLeft > 0; index += 1) {
    const end = search.ends[index];
    // The other part of an end that has been taken is none any more.
    if (end === undefined || chosen.some((other) => other.end.whole === end.whole)) continue;
    for (const [way, { changes }] of end.ways.entries()) {
      search.triesLeft -= 1;
      // An end that touches no differing agent explains nothing.
      if (!changes.some(({ agent }) => left.some((difference) => difference.agent === agent))) continue;
      const choice = { end, way };
      const next = { from: index + 1, chosen: [...chosen, choice] };
      const rest = explainedFrom(leftAfter(left, [choice]), search, next);
      if (rest !== undefined) return rest;
    }
  }
  return undefined;
}

/**
 * True where the end must have taken this way: with another way of it, or without it, the differences are not explained, not even
 * where one of the other ends went otherwise.
 */
export function isSure(
  differences: readonly BalanceDifference[],
  { chosen, ends }: { chosen: readonly ChosenEnd[]; ends: readonly FirmEnd[] },
  { end, way }: ChosenEnd,
): boolean {
  const sized = ends.filter((other) => other !== end && isSized(other));
  return instead(chosen, end)
    .filter((base) => !base.some((choice) => choice.end === end && choice.way === way))
    .flatMap((base) => [base, ...sized.flatMap((other) => instead(base, other))])
    .every((other) => !isMet(leftAfter(differences, other), other));
}

/** The same without the end, and with each of its ways. */
function instead(chosen: readonly ChosenEnd[], end: FirmEnd): ChosenEnd[][] {
  const others = chosen.filter((choice) => choice.end.whole !== end.whole);
  return [others, ...end.ways.map((_, way) => [...others, { end, way }])];
}

/** Ends that may be doubted, and are: with one of them more or less, amounts of unknown size explain the differences too. */
export function doubtedEnds(
  differences: readonly BalanceDifference[],
  chosen: readonly ChosenEnd[],
  ends: readonly FirmEnd[],
): FirmEnd[] {
  if (chosen.every(({ end }) => isSized(end))) return [];
  return ends.filter((end) => {
    if (end.whole.doubted === undefined || !isSized(end)) return false;
    const others = chosen.filter((choice) => choice.end !== end);
    const isChosen = others.length < chosen.length;
    const toggled = isChosen ? [others] : end.ways.map((_, way) => [...others, { end, way }]);
    return toggled.some((other) => isMet(leftAfter(differences, other), other));
  });
}

const changesOf = (chosen: readonly ChosenEnd[]): Change[] =>
  chosen.flatMap(({ end, way }) => end.ways[way]?.changes ?? []);

/** True where nothing is left but what amounts of unknown size make up. */
function isMet(left: readonly BalanceDifference[], chosen: readonly ChosenEnd[]): boolean {
  if (left.length === 0) return true;
  const upTo = new Map(merged(changesOf(chosen)).map((change) => [change.agent, change.upTo ?? 0]));
  return left.every(
    ({ agent, available, held }) => held === 0 && available >= 0 && available <= (upTo.get(agent) ?? 0),
  );
}

/** The differences less what is known of the sizes. */
function leftAfter(left: readonly BalanceDifference[], chosen: readonly ChosenEnd[]): BalanceDifference[] {
  const rest = new Map(left.map((difference) => [difference.agent, difference]));
  for (const { agent, available = 0, held = 0 } of changesOf(chosen)) {
    const before = rest.get(agent) ?? { agent, available: 0, held: 0 };
    const after = { agent, available: before.available - available, held: before.held - held };
    if (after.available === 0 && after.held === 0) rest.delete(agent);
    else rest.set(agent, after);
  }
  return [...rest.values()];
}
