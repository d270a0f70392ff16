/**
 * Makes a scenario that breaks a property as small as it goes: operations, agents, faults, policies, network, populations
 * and times together, until nothing can be taken away without the failure going too (Zeller, Hildebrandt 2002).
 */
import { exactDuration, parseDuration } from '../../core/base/time.ts';
import { labelsIn } from '../../simulation/population/script.ts';
import { exactText, normalized, withoutIdleLabels } from './normalized.ts';
import type { OperationSource } from '../../simulation/scenario/schema.ts';
import type { ScenarioSource } from './source.ts';

/** True where a scenario still breaks the property. */
export type Fails = (source: ScenarioSource) => Promise<boolean>;

/** A change that may leave a scenario smaller; undefined where there is nothing to change. */
type Step = (source: ScenarioSource) => Iterable<ScenarioSource>;

/** Bounds the work; what is left then is small, if not least. */
export const triesMax = 1_500;

/** Fewer tries than `triesMax`, and an end from outside. */
export interface ShrinkBounds {
  readonly triesMax?: number;
  readonly isOver?: () => boolean;
}

/** The smallest failing scenario found, and how many candidates were run for it. */
export interface Shrunk {
  readonly source: ScenarioSource;
  readonly tries: number;
}

/**
 * Tries smaller candidates until none fails or the limit of tries is reached. The result fails if `source` does,
 * and is deterministic if `fails` is.
 */
export async function shrink(
  source: ScenarioSource,
  fails: Fails,
  { triesMax: most = triesMax, isOver = () => false }: ShrinkBounds = {},
): Promise<Shrunk> {
  let smallest: Smaller = { source, step: 0 };
  let tries = 0;
  for (let isSmaller = true; isSmaller;) {
    isSmaller = false;
    for (const candidate of smallerThan(smallest.source, smallest.step)) {
      if (tries >= most || isOver()) break;
      tries += 1;
      if (!(await fails(candidate.source))) continue;
      smallest = candidate;
      isSmaller = true;
      break;
    }
  }
  return { source: smallest.source, tries };
}

/** A smaller scenario, and the number of the step that has made it. */
export interface Smaller {
  readonly source: ScenarioSource;
  readonly step: number;
}

/**
 * What one change makes smaller, lazily: every step once, beginning with the one that is named, which helped last. Each
 * change takes something away or makes it plainer, so that going on from any of them comes to an end.
 */
export function* smallerThan(source: ScenarioSource, first: number): Generator<Smaller, void, undefined> {
  for (const index of steps.keys()) {
    const step = (first + index) % steps.length;
    for (const smaller of steps[step]?.(source) ?? []) yield { source: smaller, step };
  }
}

/** As a person would write it. */
function* inPlainWords(source: ScenarioSource): Iterable<ScenarioSource> {
  const plain = normalized(source);
  if (JSON.stringify(plain) !== JSON.stringify(source)) yield plain;
}

/** Without a whole part of what surrounds the operations. */
function* withoutParts(source: ScenarioSource): Iterable<ScenarioSource> {
  for (const part of ['population', 'network', 'faults', 'policies', 'profile', 'start'] as const) {
    if (source[part] === undefined) continue;
    const { [part]: _, ...rest } = source;
    yield rest;
  }
}

function* fewerFaults(source: ScenarioSource): Iterable<ScenarioSource> {
  const { faults = [] } = source;
  if (faults.length < 2) return;
  for (const index of faults.keys()) yield { ...source, faults: without(faults, index) };
}

function* fewerPolicies(source: ScenarioSource): Iterable<ScenarioSource> {
  const names = Object.entries(source.policies ?? {});
  if (names.length < 2) return;
  for (const index of names.keys()) yield { ...source, policies: Object.fromEntries(without(names, index)) };
}

/** Halves, quarters and so on are taken out, at last single ones, from the end: what fails is what came last. */
function* fewerOperations(source: ScenarioSource): Iterable<ScenarioSource> {
  const timed = withTimes(source.operations ?? []);
  for (let size = Math.ceil(timed.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = timed.length - size; from > -size; from -= size) {
      const left = whole(timed.filter((_, index) => index < Math.max(0, from) || index >= from + size));
      if (left.length > 0 || source.population !== undefined) yield { ...source, operations: left };
    }
  }
}

/** The run ends sooner. */
function* shorter(source: ScenarioSource): Iterable<ScenarioSource> {
  const forMs = parseDuration(source.for) ?? 0;
  const lastMs = Math.max(0, ...withTimes(source.operations ?? []).map(({ atMs }) => atMs));
  for (const wanted of ['1s', '1m', '1h', '1d', '2d', '3d']) {
    const wantedMs = parseDuration(wanted) ?? 0;
    if (wantedMs < forMs && wantedMs >= lastMs) yield { ...source, for: wanted };
  }
}

/** All at once, or from an operation on a little earlier. */
function* earlier(source: ScenarioSource): Iterable<ScenarioSource> {
  const { operations = [] } = source;
  for (const [index, operation] of operations.entries()) {
    if (operation.at === undefined) continue;
    const { at: _, ...now } = operation;
    yield { ...source, operations: operations.with(index, now) };
    const spoken = exactText(operation.at);
    if (spoken !== operation.at)
      yield { ...source, operations: operations.with(index, { ...operation, at: spoken }) };
    const before = [...withTimes(operations.slice(0, index))].at(-1)?.atMs ?? 0;
    for (const round of ['1s', '1m', '1h', '1d', '2d']) {
      const atMs = parseDuration(round) ?? 0;
      if (atMs >= before && atMs < (parseDuration(operation.at) ?? 0)) {
        yield { ...source, operations: operations.with(index, { ...operation, at: round }) };
      }
    }
  }
}

/** Removes single fields of bodies, queries and headers, and labels without a reference. */
function* plainer(source: ScenarioSource): Iterable<ScenarioSource> {
  const { operations = [] } = source;
  for (const [index, operation] of operations.entries()) {
    for (const part of ['headers', 'query', 'body'] as const) {
      const value = operation[part];
      if (value === undefined) continue;
      const { [part]: _, ...rest } = operation;
      if (part !== 'body') yield { ...source, operations: operations.with(index, rest) };
      if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
      for (const name of Object.keys(value)) {
        const left = Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));
        yield {
          ...source,
          operations: operations.with(index, { ...operation, [part]: left }),
        };
      }
    }
  }
}

/** One agent does what another did. */
function* fewerAgents(source: ScenarioSource): Iterable<ScenarioSource> {
  const { operations = [] } = source;
  const names = [...new Set(operations.map(({ by }) => by))];
  for (const from of names.toReversed()) {
    for (const to of names) {
      if (from === to) break;
      yield {
        ...source,
        operations: operations.map((each) => (each.by === from ? { ...each, by: to } : each)),
      };
    }
  }
}

/** Single groups are taken out, and fewer agents do what all of a group did. */
function* smallerPopulation(source: ScenarioSource): Iterable<ScenarioSource> {
  const { population = [] } = source;
  for (const [index, group] of population.entries()) {
    if (population.length > 1) yield { ...source, population: without(population, index) };
    const { count = 1, ...rest } = group;
    for (let fewer = 1; fewer < count; fewer *= 4)
      yield { ...source, population: population.with(index, { ...rest, count: fewer }) };
  }
}

const steps: readonly Step[] = [
  inPlainWords,
  withoutParts,
  fewerFaults,
  fewerPolicies,
  fewerOperations,
  shorter,
  fewerAgents,
  earlier,
  plainer,
  smallerPopulation,
];

/** An operation, and when it comes. */
export interface TimedOperation {
  readonly atMs: number;
  readonly operation: OperationSource;
}

/** With the time of each, which its list writes where it changes. */
export function withTimes(operations: readonly OperationSource[]): TimedOperation[] {
  let atMs = 0;
  return operations.map(({ at, ...operation }) => {
    if (at !== undefined) atMs = parseDuration(at) ?? 0;
    return { atMs, operation };
  });
}

/** Times written out where they change, and nothing left that refers to what is gone. */
export function whole(timed: readonly TimedOperation[]): OperationSource[] {
  const known = new Set<string>();
  const kept: OperationSource[] = [];
  let lastMs = 0;
  for (const { atMs, operation } of timed) {
    if ([...labelsIn(operation)].some((label) => !known.has(label))) continue;
    kept.push(atMs === lastMs ? operation : { at: exactDuration(atMs), ...operation });
    lastMs = atMs;
    if (operation.as !== undefined) known.add(operation.as);
  }
  return withoutIdleLabels(kept);
}

const without = <T>(list: readonly T[], place: number): T[] => list.filter((_, index) => index !== place);
