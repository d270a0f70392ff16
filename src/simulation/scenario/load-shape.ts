/**
 * The `load` part of a scenario: how many agents act on a live target, and when. The simulator ignores it. All times
 * are those of the wall clock, because a target's capacity is a number of requests in a real second.
 */
import { Type, type Static, type TNumber, type TString } from 'typebox';
import type { Written } from '../../core/base/written.ts';
import { parseDuration, type DurationMs } from '../../core/base/time.ts';
import { Duration } from '../../platform/world/units.ts';

/** The four shapes, as k6 names its executors; an agent is a virtual user. */
export const loadShapes = [
  'constant-arrival-rate',
  'ramping-arrival-rate',
  'constant-agents',
  'ramping-agents',
] as const;

/** One of `loadShapes`. */
export type LoadShape = (typeof loadShapes)[number];

const levelOf = (description: string): TNumber =>
  Type.Number({ minimum: 0, maximum: 1_000_000, description });
const durationWith = (description: string): TString => Type.String({ ...Duration, description });

const Stage = Type.Object(
  { for: Duration, to: levelOf('a number from 0 to 1000000: arrivals or agents at the end of the stage') },
  { additionalProperties: false, description: 'a stage such as { for: 1m, to: 50 }' },
);

/** The shape of `load`. Which fields go with which shape is checked by `loadPlanOf`. */
export const LoadShapeSchema = Type.Object(
  {
    shape: Type.Enum([...loadShapes], { description: `one of ${loadShapes.join(', ')}` }),
    rate: Type.Optional(levelOf('a number from 0 to 1000000: arrivals of a constant rate')),
    agents: Type.Optional(levelOf('a number from 0 to 1000000: agents of constant-agents')),
    per: Type.Optional(durationWith('a duration such as 1m: what rates count by; without it 1s')),
    for: Type.Optional(durationWith('a duration such as 5m: the length of a constant load')),
    from: Type.Optional(levelOf('a number from 0 to 1000000: where a ramp begins; without it 0')),
    stages: Type.Optional(
      Type.Array(Stage, {
        minItems: 1,
        maxItems: 1_000,
        description: 'a list of stages of a ramp, such as [{ for: 1m, to: 50 }, { for: 5m, to: 50 }]',
      }),
    ),
    agentsMax: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        description:
          'a whole number from 1: the most agents at once; arrivals beyond are dropped and counted; without it 10000',
      }),
    ),
    grace: Type.Optional(
      durationWith('a duration such as 30s, the default: how long open requests may take after the end'),
    ),
    abortOnFail: Type.Optional(
      Type.Boolean({ description: 'true to end the load as soon as an expectation fails' }),
    ),
    abortAfter: Type.Optional(
      durationWith('a duration such as 10s, the default: from when on it may end so'),
    ),
  },
  {
    additionalProperties: false,
    description: 'a load such as { shape: constant-agents, agents: 50, for: 5m }',
  },
);

/** `load` as written. */
export type LoadSource = Written<Static<typeof LoadShapeSchema>>;

/** One stage: the level moves in a straight line from that of the stage before it to `to`. */
export interface LoadStage {
  readonly lengthMs: DurationMs;
  /** Arrivals a second, or agents. */
  readonly to: number;
}

/** A checked load. Levels are arrivals a second or agents; times are wall milliseconds. */
export interface LoadPlan {
  readonly shape: LoadShape;
  readonly from: number;
  readonly stages: readonly LoadStage[];
  /** Arrivals beyond so many acting agents are dropped and counted. */
  readonly agentsMax: number;
  /** How long open requests may take after the last stage. */
  readonly graceMs: DurationMs;
  /** True to end the load as soon as an expectation fails, from `abortAfterMs` on. */
  readonly abortsOnFail: boolean;
  readonly abortAfterMs: DurationMs;
}

/** How a load ends that no `load` describes. */
export const loadDefaults = { agentsMax: 10_000, graceMs: 30_000, abortAfterMs: 10_000 } as const;

/** True for the shapes in which agents arrive at a rate, whatever the target does (open loop). */
export const isArrivalShape = (shape: LoadShape): boolean => shape.endsWith('-arrival-rate');

/** Called with the key that is wrong and with what was expected; throws. */
type Mistake = (key: string, message: string) => Error;

/** Checks which fields go together. Throws what `mistake` makes. */
export function loadPlanOf(source: LoadSource, mistake: Mistake): LoadPlan {
  const { shape, agentsMax, grace, abortOnFail = false, abortAfter } = source;
  const isRamp = shape.startsWith('ramping-');
  const level = isArrivalShape(shape) ? 'rate' : 'agents';
  refuseForeign(source, mistake, { isRamp, level });
  const perSecond = isArrivalShape(shape) ? 1000 / perOf(source, mistake) : 1;
  const plan = {
    shape,
    agentsMax: agentsMax ?? loadDefaults.agentsMax,
    graceMs: durationOf(grace) ?? loadDefaults.graceMs,
    abortsOnFail: abortOnFail,
    abortAfterMs: durationOf(abortAfter) ?? loadDefaults.abortAfterMs,
  };
  if (isRamp) {
    const { stages, from = 0 } = source;
    if (stages === undefined) throw mistake('shape', `${shape} needs "stages"; expected a list of stages`);
    const scaled = stages.map((stage) => ({
      lengthMs: durationOf(stage.for) ?? 0,
      to: stage.to * perSecond,
    }));
    return assertLong({ ...plan, from: from * perSecond, stages: scaled }, 'stages', mistake);
  }
  const constant = source[level];
  if (constant === undefined || constant === 0)
    throw mistake('shape', `${shape} needs "${level}"; expected a number above 0`);
  if (source.for === undefined)
    throw mistake('shape', `${shape} needs "for"; expected a duration such as 5m`);
  const stages = [{ lengthMs: durationOf(source.for) ?? 0, to: constant * perSecond }];
  return assertLong({ ...plan, from: constant * perSecond, stages }, 'for', mistake);
}

/** Wall milliseconds of all stages together. */
export const loadLengthMs = ({ stages }: LoadPlan): DurationMs =>
  stages.reduce((sum, { lengthMs }) => sum + lengthMs, 0);

/** Fields of another shape would have no effect. */
function refuseForeign(
  source: LoadSource,
  mistake: Mistake,
  { isRamp, level }: { isRamp: boolean; level: 'rate' | 'agents' },
): void {
  const other = level === 'rate' ? 'agents' : 'rate';
  const foreign = isRamp ? [other, level, 'for'] : [other, 'from', 'stages'];
  if (level === 'agents') foreign.push('per', 'agentsMax');
  const given = foreign.find((key) => source[key as keyof LoadSource] !== undefined);
  if (given !== undefined)
    throw mistake(given, `${source.shape} has no "${given}"; expected it to be left out`);
}

function perOf({ per }: LoadSource, mistake: Mistake): DurationMs {
  const perMs = durationOf(per) ?? 1000;
  if (perMs > 0) return perMs;
  throw mistake('per', `per is "${per}"; expected more than no time`);
}

const lengthMaxMs = 24 * 86_400_000;

function assertLong(plan: LoadPlan, key: string, mistake: Mistake): LoadPlan {
  const lengthMs = loadLengthMs(plan);
  if (lengthMs >= 1 && lengthMs <= lengthMaxMs) return plan;
  throw mistake(key, 'a load lasts no time or too long; expected 1ms to 24d in all');
}

const durationOf = (text: string | undefined): DurationMs | undefined =>
  text === undefined ? undefined : parseDuration(text);
