/**
 * Builds a scenario from layered documents: later files override earlier ones key by key, then every value is
 * resolved.
 */
import { nearest } from '../../core/base/nearest.ts';
import { Refusal } from '../../core/base/refusal.ts';
import {
  formatInstant,
  parseDuration,
  type DurationMs,
  type Instant,
  instantExpected,
} from '../../core/base/time.ts';
import { policyMistake, resolvePolicies, type Policies } from '../../core/policy/policies.ts';
import type { Group } from '../population/group.ts';
import { perfectNetwork, type NetworkConditions } from '../../platform/world/network.ts';
import { clockEndMs, startDefault, parseStart } from '../../platform/world/start.ts';
import { latencyMistake, readLatency, readShare } from '../../platform/world/units.ts';
import { type SourceDocument } from './document.ts';
import { FileMistake } from '../../core/base/file-mistake.ts';
import { parseExpectation, parseSelector, type Expectation } from './expectation.ts';
import { scriptedGroups } from '../population/script.ts';
import { buildOperations } from './build-operation.ts';
import { buildFaults } from './build-fault.ts';
import { loadPlanOf, type LoadPlan } from './load-shape.ts';
import { baseName, type Layers, layerWith, mergeLayers, type ScenarioHost } from './layers.ts';
import type { Scenario, ScenarioOverrides } from './scenario.ts';
import type { GroupSource, ScenarioFile } from './schema.ts';

/**
 * Resolves and checks everything in the layers. Rejects with `FileMistake`, which names the layer and the place of
 * the mistake.
 */
export async function buildScenario(
  layers: Layers,
  host: ScenarioHost,
  overrides: ScenarioOverrides,
): Promise<Scenario> {
  const source = mergeLayers(layers);
  const own = layers.at(-1);
  if (own === undefined) throw new FileMistake('', { line: 1, column: 1 }, 'expected a scenario file');
  if (source.for === undefined) throw own.mistake([], '"for" is missing; expected a duration such as 30d');
  if (source.population === undefined && source.operations === undefined)
    throw own.mistake([], '"population" is missing; expected a list of agents, or "operations"');
  const { startMs, forMs } = spanOf(layers, source, source.for);
  const faultLayer = layerWith(layers, 'faults');
  const operationLayer = layerWith(layers, 'operations');
  const calls = buildOperations(operationLayer, source.operations ?? [], forMs);
  const grouped = await groupsOf(layerWith(layers, 'population'), source.population ?? [], host);
  const groups = withScripted(operationLayer, grouped, scriptedGroups(calls));
  return {
    name: source.name ?? baseName(own.file),
    about: source.about ?? '',
    seed: overrides.seed ?? String(source.seed ?? 1),
    startMs,
    forMs,
    profile: overrides.profile ?? source.profile ?? 'published',
    policies: policiesOf(layers, source, overrides),
    network: networkOf(layers, source.network),
    groups,
    calls,
    faults: buildFaults(faultLayer, source.faults ?? [], { startMs, forMs }),
    expectations: expectationsOf(layers, source.expect ?? {}, groups),
    load: loadOf(layers, source.load),
    resolved: source,
  };
}

function loadOf(layers: Layers, source: ScenarioFile['load']): LoadPlan | undefined {
  if (source === undefined) return undefined;
  const document = layerWith(layers, 'load');
  return loadPlanOf(source, (key, message) => document.mistake(['load', key], message, { atKey: true }));
}

/** When the run starts and how long it lasts. */
function spanOf(
  layers: Layers,
  source: ScenarioFile,
  text: string,
): { readonly startMs: Instant; readonly forMs: DurationMs } {
  const forMs = durationOf(text);
  const wrong = (expected: string): FileMistake =>
    layerWith(layers, 'for').mistake(['for'], `for is "${text}"; expected ${expected}`);
  if (forMs === 0) throw wrong('more than no time');
  const startMs = startOf(layers, source);
  if (startMs + forMs > clockEndMs) throw wrong(`a run that ends before ${formatInstant(clockEndMs)}`);
  return { startMs, forMs };
}

/** The schema has already checked the form. */
const durationOf = (text: string): DurationMs => parseDuration(text) ?? 0;

function startOf(layers: Layers, source: ScenarioFile): Instant {
  const startMs = parseStart(source.start ?? startDefault);
  if (startMs !== undefined) return startMs;
  throw layerWith(layers, 'start').mistake(
    ['start'],
    `start is "${source.start}"; expected ${instantExpected}, from 1970 to 9998`,
  );
}

function policiesOf(layers: Layers, source: ScenarioFile, overrides: ScenarioOverrides): Policies {
  for (const [name, value] of Object.entries(source.policies ?? {})) {
    const wrong = policyMistake(name, String(value));
    if (wrong === undefined) continue;
    throw layerWith(layers, 'policies', name).mistake(['policies', name], wrong, { atKey: true });
  }
  const profile = overrides.profile ?? source.profile ?? 'published';
  const policies = resolvePolicies(profile, { ...source.policies, ...overrides.policies });
  if (policies instanceof Refusal) throw new Error(policies.message);
  return policies;
}

function networkOf(layers: Layers, source: ScenarioFile['network']): NetworkConditions {
  if (source === undefined) return perfectNetwork;
  const wrong = latencyMistake(source.latency);
  if (wrong !== undefined)
    throw layerWith(layers, 'network', 'latency').mistake(['network', 'latency'], wrong);
  return {
    latency: source.latency === undefined ? null : readLatency(source.latency),
    drop: readShare(source.drop ?? 0),
    dropAnswer: readShare(source.dropAnswer ?? 0),
    duplicate: readShare(source.duplicate ?? 0),
    timeoutMs: source.timeout === undefined ? perfectNetwork.timeoutMs : durationOf(source.timeout),
  };
}

async function groupsOf(
  document: SourceDocument,
  sources: readonly GroupSource[],
  host: ScenarioHost,
): Promise<Group[]> {
  const groups: Group[] = [];
  for (const [index, source] of sources.entries()) {
    const group = await groupOf(document, source, { index, host });
    if (groups.some(({ name }) => name === group.name)) {
      const message = `two groups are named "${group.name}"; expected a different "name" for each`;
      throw document.mistake(['population', index], message);
    }
    groups.push(group);
  }
  return groups;
}

/** Adds the agents of single calls, whose names must differ from those of the groups. */
function withScripted(
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

async function groupOf(
  document: SourceDocument,
  source: GroupSource,
  place: { index: number; host: ScenarioHost },
): Promise<Group> {
  const path = ['population', place.index] as const;
  let behaviour: Group['behaviour'];
  try {
    behaviour = await place.host.behaviour(source.agent, document.file);
  } catch (cause) {
    throw document.mistake([...path, 'agent'], cause instanceof Error ? cause.message : String(cause));
  }
  const { arrive } = source;
  return {
    name: source.name ?? behaviour.name,
    behaviour,
    count: source.count ?? 1,
    arrival: {
      atMs: durationOf(arrive?.at ?? '0s'),
      overMs: durationOf(arrive?.over ?? '0s'),
      spread: arrive?.spread ?? 'random',
    },
    parameters: parametersOf(document, behaviour, { given: source.with ?? {}, path: [...path, 'with'] }),
    addressCount: source.addresses ?? null,
  };
}

function parametersOf(
  document: SourceDocument,
  behaviour: Group['behaviour'],
  source: { given: Readonly<Record<string, unknown>>; path: readonly (string | number)[] },
): Record<string, unknown> {
  const known = Object.keys(behaviour.parameters);
  for (const name of Object.keys(source.given)) {
    if (known.includes(name)) continue;
    const hint = known.length === 0 ? 'it has none' : `did you mean "${nearest(name, known)}"?`;
    const message = `agent ${behaviour.name} has no parameter "${name}"; ${hint}`;
    throw document.mistake([...source.path, name], message, { atKey: true });
  }
  const values: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(behaviour.parameters)) {
    const given = source.given[name] ?? parameter.default;
    const value = parameter.parse(given);
    if (value === undefined) {
      throw document.mistake(
        [...source.path, name],
        `${name} is ${JSON.stringify(given)}; expected ${parameter.expected}`,
      );
    }
    values[name] = value;
  }
  return values;
}

function expectationsOf(
  layers: Layers,
  source: Readonly<Record<string, readonly string[]>>,
  groups: readonly Group[],
): Expectation[] {
  const expectations: Expectation[] = [];
  const ofThisScenario = { agent: [...new Set(groups.map(({ behaviour }) => behaviour.name))] };
  for (const [name, thresholds] of Object.entries(source)) {
    const document = layerWith(layers, 'expect', name);
    const selector = parseSelector(name, ofThisScenario);
    if (selector instanceof Refusal)
      throw document.mistake(['expect', name], selector.message, { atKey: true });
    for (const [index, threshold] of thresholds.entries()) {
      const expectation = parseExpectation(name, selector, threshold);
      if (expectation instanceof Refusal)
        throw document.mistake(['expect', name, index], expectation.message);
      expectations.push(expectation);
    }
  }
  return expectations;
}
