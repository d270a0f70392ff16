/** Builds the groups of a scenario: their behaviours, loaded by the host, and the parameters, each checked. */
import { FileMistake } from '../../core/base/file-mistake.ts';
import { MistakeList } from '../../core/base/mistake-list.ts';
import { hintOf } from '../../core/base/nearest.ts';
import { refuse, type Outcome } from '../../core/base/refusal.ts';
import { parseDuration, type DurationMs } from '../../core/base/time.ts';
import type { Behaviour } from '../population/define-agent.ts';
import type { Group } from '../population/group.ts';
import { SourceDocument } from './document.ts';
import type { ScenarioHost } from './layers.ts';
import type { GroupSource } from './schema.ts';

interface Reading {
  readonly host: ScenarioHost;
  readonly mistakes: MistakeList;
}

/** The groups of a list whose behaviours load, in its order; undefined stands for one that has been left out. */
export async function buildGroups(
  document: SourceDocument,
  sources: readonly (GroupSource | undefined)[],
  { host, mistakes }: Reading,
): Promise<Group[]> {
  const groups: Group[] = [];
  for (const [index, source] of sources.entries()) {
    if (source === undefined) continue;
    const behaviour = await behaviourOf(document, source, { index, host });
    if (behaviour instanceof FileMistake) {
      mistakes.keep(behaviour);
      continue;
    }
    const group = groupOf(document, source, { index, behaviour, mistakes });
    if (groups.some(({ name }) => name === group.name)) {
      const message = `two groups are named "${group.name}"; expected a different "name" for each`;
      mistakes.keep(document.mistake(['population', index], message));
    }
    groups.push(group);
  }
  return groups;
}

/** Adds the agents of single calls, whose names must differ from those of the groups. */
export function withScripted(
  document: SourceDocument,
  groups: readonly Group[],
  scripted: readonly Group[],
): Group[] {
  const taken = scripted.find(({ name }) => groups.some((group) => group.name === name));
  if (taken === undefined) return [...groups, ...scripted];
  throw document.mistake(
    ['operations'],
    `"${taken.name}" is the name of a group; expected another name in "by"`,
  );
}

/** A group outside of a scenario file. Refuses BAD_REQUEST for a parameter that is unknown or has a wrong value. */
export function groupApart(source: GroupSource, behaviour: Behaviour): Outcome<Group> {
  const document = new SourceDocument('', { value: {} });
  const mistakes = new MistakeList();
  const group = groupOf(document, source, { index: 0, behaviour, mistakes });
  try {
    mistakes.throwFirst();
  } catch (error) {
    if (error instanceof FileMistake) return refuse('BAD_REQUEST', error.reason);
    throw error;
  }
  return group;
}

/** A mistake in the file of a behaviour stands there, any other one where the scenario names the behaviour. */
async function behaviourOf(
  document: SourceDocument,
  source: GroupSource,
  place: { readonly index: number; readonly host: ScenarioHost },
): Promise<Behaviour | FileMistake> {
  try {
    return await place.host.behaviour(source.agent, document.file);
  } catch (cause) {
    if (cause instanceof FileMistake) return cause;
    const path = ['population', place.index, 'agent'];
    return document.mistake(path, cause instanceof Error ? cause.message : String(cause));
  }
}

function groupOf(
  document: SourceDocument,
  source: GroupSource,
  place: { readonly index: number; readonly behaviour: Behaviour; readonly mistakes: MistakeList },
): Group {
  const { behaviour, index, mistakes } = place;
  const { arrive } = source;
  const given = { values: source.with ?? {}, path: ['population', index, 'with'], mistakes };
  return {
    name: source.name ?? behaviour.name,
    behaviour,
    count: source.count ?? 1,
    arrival: {
      atMs: durationOf(arrive?.at ?? '0s'),
      overMs: durationOf(arrive?.over ?? '0s'),
      spread: arrive?.spread ?? 'random',
    },
    parameters: parametersOf(document, behaviour, given),
    addressCount: source.addresses ?? null,
  };
}

/** The schema has already checked the form. */
const durationOf = (text: string): DurationMs => parseDuration(text) ?? 0;

interface GivenParameters {
  readonly values: Readonly<Record<string, unknown>>;
  readonly path: readonly (string | number)[];
  readonly mistakes: MistakeList;
}

function parametersOf(
  document: SourceDocument,
  behaviour: Behaviour,
  { values: given, path, mistakes }: GivenParameters,
): Record<string, unknown> {
  const known = Object.keys(behaviour.parameters);
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue;
    const hint = known.length === 0 ? 'it has none' : hintOf(name, known);
    const message = `agent ${behaviour.name} has no parameter "${name}"; ${hint}`;
    mistakes.keep(document.mistake([...path, name], message, { atKey: true }));
  }
  const values: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(behaviour.parameters)) {
    const written = given[name] ?? parameter.default;
    values[name] = parameter.parse(written);
    if (values[name] !== undefined) continue;
    const message = `${name} is ${JSON.stringify(written)}; expected ${parameter.expected}`;
    mistakes.keep(document.mistake([...path, name], message));
  }
  return values;
}
