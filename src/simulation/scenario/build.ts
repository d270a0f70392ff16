/**
 * Builds a scenario from layered documents: later files override earlier ones key by key, then every value is
 * resolved.
 */
import { present } from '../../core/base/assert.ts';
import type { FileMistake } from '../../core/base/file-mistake.ts';
import { MistakeList } from '../../core/base/mistake-list.ts';
import { Refusal } from '../../core/base/refusal.ts';
import {
  formatInstant,
  parseDuration,
  type DurationMs,
  type Instant,
  instantExpected,
} from '../../core/base/time.ts';
import { policyMistake, resolvePolicies, type Policies } from '../../core/policy/policies.ts';
import { perfectNetwork, type NetworkConditions } from '../../platform/world/network.ts';
import { clockEndMs, startDefault, parseStart } from '../../platform/world/start.ts';
import { latencyMistake, readLatency, readShare } from '../../platform/world/units.ts';
import { scriptedGroups } from '../population/script.ts';
import { buildFaults } from './build-fault.ts';
import { buildGroups, withScripted } from './build-group.ts';
import { buildOperations } from './build-operation.ts';
import { parseExpectation, parseSelector, type Expectation } from './expectation.ts';
import { baseName, type Layers, layerWith, mergeLayers, type ScenarioHost } from './layers.ts';
import { loadPlanOf, type LoadPlan } from './load-shape.ts';
import type { Scenario, ScenarioOverrides } from './scenario.ts';
import type { ScenarioFile } from './schema.ts';

/**
 * Resolves and checks everything in the layers. Rejects with `FileMistake`, which names the layer and the place of
 * the first mistake and has all others in `others`.
 */
export const buildScenario = (
  layers: Layers,
  host: ScenarioHost,
  overrides: ScenarioOverrides,
): Promise<Scenario> => buildReporting(layers, { host, overrides, mistakes: new MistakeList() });

/** The same, for layers in which `mistakes` were found already, and what is wrong has been left out. */
export async function buildReporting(
  layers: Layers,
  { host, overrides, mistakes }: Building,
): Promise<Scenario> {
  const source = mergeLayers(layers);
  const own = present(layers.at(-1), 'a scenario has a file');
  for (const missing of missingIn(layers, source)) mistakes.keep(own.mistake([], missing));
  const span = spanOf(layers, source, mistakes);
  const operationLayer = layerWith(layers, 'operations');
  const calls = buildOperations(operationLayer, source.operations ?? [], { forMs: span.forMs, mistakes });
  const grouped = await buildGroups(layerWith(layers, 'population'), source.population ?? [], {
    host,
    mistakes,
  });
  const groups = mistakes.attempt(() => withScripted(operationLayer, grouped, scriptedGroups(calls)), []);
  const policies = policiesOf(layers, source, { overrides, mistakes });
  const network = mistakes.attempt(() => networkOf(layers, source.network), perfectNetwork);
  const faults = buildFaults(layerWith(layers, 'faults'), source.faults ?? [], { ...span, mistakes });
  const agents = groups.map(({ behaviour }) => behaviour.name);
  const expectations = expectationsOf(layers, source.expect ?? {}, { agents, mistakes });
  const load = mistakes.attempt(() => loadOf(layers, source.load), undefined);
  mistakes.throwFirst();
  return {
    name: source.name ?? baseName(own.file),
    about: source.about ?? '',
    seed: overrides.seed ?? String(source.seed ?? 1),
    ...span,
    profile: overrides.profile ?? source.profile ?? 'published',
    policies,
    network,
    groups,
    calls,
    faults,
    expectations,
    load,
    resolved: source,
  };
}

interface Building {
  readonly host: ScenarioHost;
  readonly overrides: ScenarioOverrides;
  readonly mistakes: MistakeList;
}

/** Keys that have to be somewhere. One that is wrong is left out but not missing. */
function missingIn(layers: Layers, source: ScenarioFile): string[] {
  const isMissing = (key: 'for' | 'population' | 'operations'): boolean =>
    source[key] === undefined && !layers.some((layer) => layer.lacksPartOf(key));
  if (layers.some((layer) => layer.lacksPartOf('extends'))) return [];
  const noTime = isMissing('for') ? ['"for" is missing; expected a duration such as 30d'] : [];
  if (!isMissing('population') || !isMissing('operations')) return noTime;
  return [...noTime, '"population" is missing; expected a list of agents, or "operations"'];
}

function loadOf(layers: Layers, source: ScenarioFile['load']): LoadPlan | undefined {
  if (source === undefined) return undefined;
  const document = layerWith(layers, 'load');
  return loadPlanOf(source, (key, message) => document.mistake(['load', key], message, { atKey: true }));
}

/** When the run starts and how long it lasts. Without a length that is right, no time lies beyond its end. */
function spanOf(
  layers: Layers,
  source: ScenarioFile,
  mistakes: MistakeList,
): { readonly startMs: Instant; readonly forMs: DurationMs } {
  const wrong = (expected: string): FileMistake =>
    layerWith(layers, 'for').mistake(['for'], `for is "${source.for}"; expected ${expected}`);
  const forMs = source.for === undefined ? Infinity : durationOf(source.for);
  if (forMs === 0) mistakes.keep(wrong('more than no time'));
  const startMs = mistakes.attempt(() => startOf(layers, source), parseStart(startDefault) ?? 0);
  if (forMs !== Infinity && startMs + forMs > clockEndMs)
    mistakes.keep(wrong(`a run that ends before ${formatInstant(clockEndMs)}`));
  return { startMs, forMs: forMs === 0 ? Infinity : forMs };
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

function policiesOf(
  layers: Layers,
  source: ScenarioFile,
  { overrides, mistakes }: { overrides: ScenarioOverrides; mistakes: MistakeList },
): Policies {
  const right = Object.entries(source.policies ?? {}).filter(([name, value]) => {
    const wrong = policyMistake(name, String(value));
    if (wrong === undefined) return true;
    const layer = layerWith(layers, 'policies', name);
    mistakes.keep(layer.mistake(['policies', name], wrong, { atKey: true }));
    return false;
  });
  const profile = overrides.profile ?? source.profile ?? 'published';
  const policies = resolvePolicies(profile, { ...Object.fromEntries(right), ...overrides.policies });
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

function expectationsOf(
  layers: Layers,
  source: Readonly<Record<string, readonly (string | undefined)[]>>,
  { agents, mistakes }: { agents: readonly string[]; mistakes: MistakeList },
): Expectation[] {
  const expectations: Expectation[] = [];
  // A behaviour that does not load may have any name.
  const ofThisScenario = mistakes.isEmpty ? { agent: [...new Set(agents)] } : {};
  for (const [name, thresholds] of Object.entries(source)) {
    const document = layerWith(layers, 'expect', name);
    const selector = parseSelector(name, ofThisScenario);
    if (selector instanceof Refusal) {
      mistakes.keep(document.mistake(['expect', name], selector.message, { atKey: true }));
      continue;
    }
    for (const [index, threshold] of thresholds.entries()) {
      if (threshold === undefined) continue;
      const expectation = parseExpectation(name, selector, threshold);
      if (expectation instanceof Refusal)
        mistakes.keep(document.mistake(['expect', name, index], expectation.message));
      else expectations.push(expectation);
    }
  }
  return expectations;
}
