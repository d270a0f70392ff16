/**
 * Whole scenarios for fast-check: operations, and around them what can go wrong with them: networks, faults, clocks that
 * jump, policies, profiles, and populations of shipped behaviours.
 */
import { Arbitrary, stream, toStringMethod, Value, type Random, type Stream } from 'fast-check';
import { dayMs, formatInstant, parseInstant, type Instant } from '../../../core/base/time.ts';
import { serviceNames } from '../../../platform/world/platform.ts';
import { relationNames } from '../../../simulation/scenario/relation-names.ts';
import type { FaultSource, GroupSource } from '../../../simulation/scenario/schema.ts';
import { smallerThan } from '../shrink.ts';
import { isAbout } from '../service-path.ts';
import { heldTo, watched, yamlOf, type ScenarioSource } from '../source.ts';
import { Draw } from './draw.ts';
import { calmScenario } from './calm.ts';
import { addReveals, addSeries } from './moves/extras.ts';
import { keyedLife } from './keyed-life.ts';
import { groupOf, somePolicies } from './some-policies.ts';
import { addPressure, limitReadings } from './moves/pressure.ts';
import { generateScenario, probeForms } from './generate-scenario.ts';
import type { ModelState } from './model-state.ts';
import { inWireForms } from './wire-forms.ts';

/** Bounds of what is generated; the defaults are 30 operations, with faults. */
export interface ScenarioLimits {
  /** The most operations beside the opening and repeats. */
  readonly operationsMax?: number;
  /** False for operations alone, on a perfect network under the default policies. */
  readonly hasTrouble?: boolean;
  /** Only scenarios of which half of the operations or more go to this service; of any service by default. */
  readonly service?: string | undefined;
}

/** Around midnights, ends of months and leap days. */
const starts = [
  '2026-01-01T00:00:00Z',
  '2026-03-31T23:59:00Z',
  '2028-02-29T12:00:00Z',
  '2026-06-15T07:59:30Z',
] as const;

/**
 * Scenarios as a person would write them, as an arbitrary: `fc.assert(fc.asyncProperty(scenarios(), …))` prints a
 * counterexample as YAML and shrinks it by taking parts away. Equal seeds and paths of fast-check give equal scenarios.
 */
export const scenarios = (limits: ScenarioLimits = {}): Arbitrary<ScenarioSource> => new Scenarios(limits);

/** The least of what a scenario does beside its opening, unless `operationsMax` is lower. */
const operationsMin = 4;
/** The most where fast-check asks for a small value. */
const biasedMax = 8;
/** How many scenarios are drawn to find one that is about a service; at least one in 100 is, and one takes half a millisecond. */
const drawnMax = 2_000;

class Scenarios extends Arbitrary<ScenarioSource> {
  readonly #limits: Required<ScenarioLimits>;

  constructor({ operationsMax = 30, hasTrouble = true, service }: ScenarioLimits) {
    super();
    this.#limits = { operationsMax, hasTrouble, service };
  }

  generate(random: Random, biasFactor: number | undefined): Value<ScenarioSource> {
    const { operationsMax, hasTrouble, service } = this.#limits;
    const isSmall = biasFactor !== undefined && random.nextInt(1, biasFactor) === 1;
    const most = isSmall ? Math.min(operationsMax, biasedMax) : operationsMax;
    const draw = new Draw(random);
    for (let left = drawnMax; ; left -= 1) {
      const source = generated(draw, random.nextInt(Math.min(operationsMin, most), most), hasTrouble);
      if (service === undefined || left === 0 || isAbout(source, service))
        return new Value(printable(source), undefined);
    }
  }

  canShrinkWithoutContext(value: unknown): value is ScenarioSource {
    return typeof value === 'object' && value !== null && 'seed' in value && 'for' in value;
  }

  /** The context of a scenario is the step that has led to it: that step is tried again first. */
  shrink(value: ScenarioSource, step: unknown): Stream<Value<ScenarioSource>> {
    const steps = smallerThan(value, typeof step === 'number' ? step : 0);
    return stream(steps).map((smaller) => new Value(printable(smaller.source), smaller.step));
  }
}

/** A counterexample is printed as the file that `orrery run` takes. */
function printable(source: ScenarioSource): ScenarioSource {
  const copy = { ...source };
  Object.defineProperty(copy, toStringMethod, { value: () => `\n${yamlOf(copy)}` });
  return copy;
}

function generated(draw: Draw, operationCount: number, hasTrouble: boolean): ScenarioSource {
  const seed = draw.integer(1_000_000);
  const start = draw.chance(60) ? starts[0] : draw.pick(starts);
  const startMs = parseInstant(start) as Instant;
  const isCalm = hasTrouble && draw.chance(calmPercent);
  const { model, focus, endMs } = isCalm
    ? calmScenario({ startMs, draw, operationCount })
    : generateScenario({ startMs, draw, operationCount });
  const base = { name: 'check', seed: String(seed), start: formatInstant(startMs), for: `${endMs}ms` };
  const isPressed = hasTrouble && !isCalm && draw.chance(pressedPercent);
  const around = isCalm
    ? calmAround(draw, { focus, calls: textOf(model) })
    : hasTrouble && !isPressed
      ? troubleOf(draw, { endMs, focus, calls: textOf(model) })
      : pressedPolicies(draw, isPressed);
  // Last of all draws: what comes before stays as it is.
  if (isCalm) addReveals(model, draw, endMs);
  else if (isPressed) addPressure(model, draw, { endMs, policies: around.policies });
  else if (hasTrouble) {
    probeForms(model, draw, { most: operationCount, endMs });
    addSeries(model, draw, { near: Object.keys(around.policies ?? {}).map(groupOf), endMs });
  }
  const faults = [...model.faults, ...(around.faults ?? [])];
  const policies = { ...around.policies, ...model.policies };
  const wrong = {
    ...(faults.length === 0 ? {} : { faults }),
    ...(Object.keys(policies).length === 0 ? {} : { policies }),
  };
  const made = isCalm && draw.chance(keyedPercent) ? keyedLife(model.operations, draw) : model.operations;
  const operations = hasTrouble ? inWireForms(made, draw) : made;
  const expect = hasTrouble && draw.chance(relatedPercent) ? heldTo(draw.pick(relationNames)) : watched;
  return { ...base, ...around, ...wrong, operations, expect };
}

/** How many scenarios run a second time, changed so that a relation between both runs has to hold. */
const relatedPercent = 12;

/** How many scenarios are of calls that mostly succeed. */
const calmPercent = 40;

/** How many of these have a key at each call. */
const keyedPercent = 18;

/** How many scenarios run under other readings of what the documents leave open. */
const readingsPercent = 35;

/** How many scenarios end in bursts of one call, most of them under other readings of limits. */
const pressedPercent = 9;

const pressedPolicies = (draw: Draw, isPressed: boolean): Partial<ScenarioSource> =>
  isPressed && draw.chance(70) ? { policies: limitReadings(draw) } : {};

/** One reading in some of them: more would leave few runs in which everything is at its default. */
const calmAround = (draw: Draw, about: Subject): Partial<ScenarioSource> => ({
  ...(draw.chance(15) ? { profile: 'consistent' as const } : {}),
  ...(draw.chance(40) ? { policies: somePolicies(draw, about, 1 + draw.integer(2)) } : {}),
});

/** The first words of moves, and the text of all calls. */
interface Subject {
  readonly focus: readonly string[];
  readonly calls: string;
}

const textOf = (model: ModelState): string => JSON.stringify(model.operations);

function troubleOf(
  draw: Draw,
  { endMs, ...about }: Subject & { readonly endMs: number },
): Partial<ScenarioSource> {
  const profile = draw.chance(15) ? { profile: 'consistent' as const } : {};
  const policies = draw.chance(readingsPercent) ? { policies: somePolicies(draw, about) } : {};
  const network = draw.chance(15) ? { network: someNetwork(draw) } : {};
  const faults = draw.chance(25) ? { faults: someFaults(draw, endMs) } : {};
  const isShort = draw.chance(10) && endMs <= populationMaxMs;
  const population = isShort ? { population: somePopulation(draw) } : {};
  return { ...profile, ...policies, ...network, ...faults, ...population };
}

const someNetwork = (draw: Draw): NonNullable<ScenarioSource['network']> =>
  draw.pick([
    { latency: { median: '40ms', p99: '400ms' } },
    { drop: 0.1, dropAnswer: 0.1 },
    { duplicate: 0.3 },
    { latency: { median: '40ms', p99: '2s' }, duplicate: 0.2, drop: 0.05, timeout: '1s' },
  ]);

function someFaults(draw: Draw, endMs: number): FaultSource[] {
  const count = 1 + draw.integer(3);
  const faults = Array.from({ length: count }, () => {
    const service = draw.pick(serviceNames);
    const at = `${draw.chance(40) ? 0 : draw.integer(Math.min(endMs, 0x7fffffff))}ms`;
    const length = draw.pick(['1m', '1h', '1d']);
    return draw.pick<() => FaultSource>([
      () => ({ at, service, kind: 'outage', for: length }),
      () => ({
        at,
        service,
        kind: 'error',
        for: length,
        rate: draw.pick([0.3, 1]),
        effect: draw.pick(['before', 'undone', 'undone', 'after']),
      }),
      () => ({ at, service, kind: 'clock-step', by: draw.pick(['1h', '-1h', '25h']) }),
      () => ({ at, service, kind: 'clock-hold', for: length }),
      () => ({ at, service: 'trading', kind: 'market-closed', for: length, market: 'all' }),
      () => ({
        at,
        service: 'trading',
        kind: 'price-jump',
        market: 'all',
        move: draw.pick(['-12%', '+10%']),
      }),
      () => ({ at, service, kind: 'slow', for: length, latency: { median: '2s' } }),
    ])();
  });
  return faults.flatMap((fault) =>
    fault.kind === 'outage' ? [fault, ...withinOutage(fault, draw)] : [fault],
  );
}

/** Often another fault of the same service begins within, mostly an outage: clients wait for the end of both. */
function withinOutage({ at, service }: FaultSource, draw: Draw): FaultSource[] {
  if (draw.chance(20)) return [];
  const [startMs, later] = [Number.parseInt(at, 10), draw.pick([0, 1_000, 5_000])];
  const length = draw.pick(['20s', '1m', '2m', '61m']);
  const outage: FaultSource = { at: `${startMs + later}ms`, service, kind: 'outage', for: length };
  if (draw.chance(65)) return [outage];
  const middle = `${startMs + 2 * later + 1}ms`;
  const other = draw.pick<FaultSource>([
    { at: middle, service, kind: 'error', for: length, rate: 1, effect: draw.pick(['before', 'after']) },
    { at: middle, service, kind: 'slow', for: length, latency: { median: '2s' } },
    { at: middle, service, kind: 'clock-hold', for: length },
    { at: middle, service, kind: 'clock-step', by: draw.pick(['1h', '-1h']) },
  ]);
  return draw.chance(50) ? [other] : [outage, other];
}

/** Behaviours act all the time: over the years a scenario may last, they would leave no time for other runs. */
const populationMaxMs = 7 * dayMs;

const behaviours = [
  'escrow-buyer',
  'faucet-claimer',
  'gambler',
  'trader',
  'domain-squatter',
  'swapper',
  'fumbler',
] as const;

const somePopulation = (draw: Draw): GroupSource[] => [
  { agent: draw.pick(behaviours), count: 1 + draw.integer(3), arrive: { over: '10m' } },
];
