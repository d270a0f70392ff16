/** Chooses few short scenarios in which each field that is looked at is changed and noticed. */
import { scenariosFrom } from '../../../../src/verification/check/campaign.ts';
import type { ScenarioSource } from '../../../../src/verification/check/source.ts';
import { changeNames, type ChangeName } from './changes.ts';
import { fieldsHeard, heardIn, sayingOf, type Heard } from './heard.ts';
import type { NoticedFields } from './table.ts';

/** Of longer runs each look takes too long. */
const toldMax = 260;
/** Operations, likewise. */
const operationsMax = 100;
/** Characters of a scenario: all of them are kept in one file. */
const textMax = 20_000;
/** Places of a run at which a field is tried. */
const placesMax = 2;

type Rank = number;
const rankOf = (change: ChangeName): Rank => changeNames.indexOf(change);

/** A field of one answer, and how it is changed. */
interface ChangedField {
  readonly field: string;
  readonly at: number;
  readonly change: ChangeName;
  readonly saying: string;
}

interface Candidate {
  readonly source: ScenarioSource;
  readonly noticed: Map<string, ChangedField>;
}

/** The finest change of each field that the oracle notices in the run, where it is finer than what is known. */
function noticedIn(
  heard: Heard,
  watched: ReadonlySet<string>,
  best: ReadonlyMap<string, Rank>,
): Map<string, ChangedField> {
  const noticed = new Map<string, ChangedField>();
  const tries = new Map<string, number>();
  for (const { field, at } of fieldsHeard(heard, watched)) {
    const finest = noticed.get(field)?.change;
    const count = tries.get(field) ?? 0;
    if (finest === 'slightly' || count >= placesMax) continue;
    tries.set(field, count + 1);
    const coarsest = finest === undefined ? changeNames.length - 1 : rankOf(finest) - 1;
    const worst = Math.min(best.get(field) ?? coarsest, coarsest);
    for (const change of changeNames.slice(0, worst + 1)) {
      const saying = sayingOf(heard, { at, alteration: { field, change } });
      if (saying === undefined) continue;
      noticed.set(field, { field, at, change, saying });
      break;
    }
  }
  return noticed;
}

/** Scenarios are taken as long as they add a field, or notice a finer change of one; then what others have as well is dropped. */
export async function choose(
  watched: ReadonlySet<string>,
  { seed, runs, log }: { seed: string; runs: number; log: (line: string) => void },
): Promise<Omit<NoticedFields, 'sayings'>> {
  const best = new Map<string, Rank>();
  const seen = new Set<string>();
  const candidates: Candidate[] = [];
  for (const [index, source] of scenariosFrom(seed, { first: 1, count: runs }).entries()) {
    if ((source.operations ?? []).length > operationsMax || JSON.stringify(source).length > textMax) continue;
    const heard = await heardIn(source);
    if (heard.told.length > toldMax) continue;
    for (const { field } of fieldsHeard(heard, watched)) seen.add(field);
    const noticed = noticedIn(heard, watched, best);
    for (const { field, change } of noticed.values())
      best.set(field, Math.min(rankOf(change), best.get(field) ?? changeNames.length));
    candidates.push({ source, noticed });
    if (index % 20 === 0) log(`${index} ${best.size} of ${watched.size}`);
  }
  return covered(candidates, { best, watched, seen });
}

function covered(
  candidates: readonly Candidate[],
  {
    best,
    watched,
    seen,
  }: { best: ReadonlyMap<string, Rank>; watched: ReadonlySet<string>; seen: ReadonlySet<string> },
): Omit<NoticedFields, 'sayings'> {
  const left = new Set(best.keys());
  const scenarios: ScenarioSource[] = [];
  const fields: Record<string, NoticedFields['fields'][string]> = {};
  const gives = ({ noticed }: Candidate): ChangedField[] =>
    [...noticed.values()].filter(
      ({ field, change }) => left.has(field) && rankOf(change) === best.get(field),
    );
  while (left.size > 0) {
    const [first] = candidates.toSorted((one, other) => gives(other).length - gives(one).length);
    if (first === undefined) break;
    for (const { field, at, change, saying } of gives(first)) {
      fields[field] = [scenarios.length, at, change, saying];
      left.delete(field);
    }
    scenarios.push(first.source);
  }
  const sorted = Object.fromEntries(
    Object.entries(fields).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
  const lacking = [...watched].filter((field) => !best.has(field)).toSorted();
  return {
    unheard: lacking.filter((field) => !seen.has(field)),
    unnoticed: lacking.filter((field) => seen.has(field)),
    fields: sorted,
    scenarios,
  };
}

/** The table with what it lacks, each in a scenario that has been chosen for it; without fields that are looked at no more. */
export function extended(
  table: NoticedFields,
  more: Omit<NoticedFields, 'sayings'>,
  watched: ReadonlySet<string>,
): NoticedFields {
  const moved = Object.entries(more.fields).map(
    ([field, [scenario, ...place]]) => [field, [scenario + table.scenarios.length, ...place]] as const,
  );
  const fields = [...Object.entries(table.fields), ...moved].filter(([field]) => watched.has(field));
  return {
    ...table,
    unheard: [...table.unheard, ...more.unheard].toSorted(),
    unnoticed: [...table.unnoticed, ...more.unnoticed].toSorted(),
    fields: Object.fromEntries(fields.toSorted(([one], [other]) => (one < other ? -1 : 1))),
    scenarios: [...table.scenarios, ...more.scenarios],
  };
}
