/** Operations by kind, and what the last operation of a scenario needs of the others. */
import { labelsIn } from '../../simulation/population/script.ts';
import type { OperationSource } from '../../simulation/scenario/schema.ts';
import { whole, withTimes, type TimedOperation } from './shrink.ts';
import type { ScenarioSource } from './source.ts';

/** What the last operation sends, however it is called and whenever it comes. */
export function lastOf({ operations }: ScenarioSource): string {
  const { at: _, by: _by, as: _as, ...sent } = operations?.at(-1) ?? {};
  return JSON.stringify(sent);
}

/**
 * The last operation with up to `most` of one kind before it, the fewest first: where it needs a state that others make, often
 * one kind of them does.
 */
export function* fewOfOneKind(source: ScenarioSource, most: number): Iterable<ScenarioSource> {
  const timed = withTimes(source.operations ?? []);
  const last = timed.length - 1;
  if (last < 0) return;
  yield neededOf(source, [last]);
  const kinds = placesByKind(timed.slice(0, last));
  for (let count = 1; count <= most; count++)
    for (const places of kinds.values())
      if (places.length >= count) yield neededOf(source, [...places.slice(-count), last]);
}

/** All that the agent of the last operation does, and what this refers to. */
export function onlyNeeded(source: ScenarioSource): ScenarioSource {
  const { operations = [] } = source;
  const by = operations.at(-1)?.by;
  const own = [...operations.keys()].filter((place) => operations[place]?.by === by);
  return neededOf(source, own);
}

/** A change for each kind: all of it goes, but for the last operation of the scenario. */
export function withoutKinds(source: ScenarioSource): ((from: ScenarioSource) => ScenarioSource)[] {
  const kinds = new Set((source.operations ?? []).map(kindOf));
  return [...kinds].map((kind) => (from) => {
    const timed = withTimes(from.operations ?? []);
    const left = timed.filter(
      ({ operation }, place) => place === timed.length - 1 || kindOf(operation) !== kind,
    );
    return { ...from, operations: whole(left) };
  });
}

/** The chosen operations with the first one of each of their agents, which brings its key, and with those they refer to. */
function neededOf(source: ScenarioSource, chosen: readonly number[]): ScenarioSource {
  const timed = withTimes(source.operations ?? []);
  const firsts = new Map<string, number>();
  const labels = new Map<string, number>();
  for (const [place, { operation }] of timed.entries()) {
    if (!firsts.has(operation.by)) firsts.set(operation.by, place);
    if (operation.as !== undefined) labels.set(operation.as, place);
  }
  const needed = new Set(chosen);
  // What is added while the set is walked through is walked through too.
  for (const place of needed) {
    const operation = timed[place]?.operation;
    if (operation === undefined) continue;
    needed.add(firsts.get(operation.by) ?? place);
    for (const label of labelsIn(operation)) needed.add(labels.get(label) ?? place);
  }
  return { ...source, operations: whole(timed.filter((_, place) => needed.has(place))) };
}

function placesByKind(timed: readonly TimedOperation[]): ReadonlyMap<string, readonly number[]> {
  const kinds = new Map<string, number[]>();
  for (const [place, { operation }] of timed.entries()) {
    const kind = kindOf(operation);
    kinds.set(kind, [...(kinds.get(kind) ?? []), place]);
  }
  return kinds;
}

/** The agent, the path without ids and numbers, and words of the body such as `side: buy`. */
function kindOf({ by, do: call, body }: OperationSource): string {
  const path = call.replaceAll(/\$\{[^}]{0,200}\}|[a-z]{2,8}_[a-z2-7]{16}|\d{1,20}/g, '#');
  const fields = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  const words = fields.filter(([, value]) => typeof value === 'string' && /^[A-Za-z-]{1,20}$/.test(value));
  return JSON.stringify([by, path, words]);
}
