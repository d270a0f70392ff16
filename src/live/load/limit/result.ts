/** The result of `orrery load --find-limit`; `docs/schemas/load-limit.json` is generated from it. */
import { Type, type Static } from 'typebox';
import { closed, Count, nullable, Positive } from '../../../core/base/schema-parts.ts';
import type { Written } from '../../../core/base/written.ts';
import { PercentilesSchema } from '../../traffic/engine/measures.ts';

const Limiter = Type.Enum(['target', 'ceiling', 'connections', 'budget', 'agents', 'generator', 'worker']);

const Step = Type.Object(
  {
    level: Type.Number({ minimum: 0, description: 'arrivals a second, or agents' }),
    holds: Type.Boolean(),
    limitedBy: nullable(Limiter),
    why: nullable(Type.String({ description: 'why it does not hold' })),
    seconds: Positive,
    requests: Count,
    offeredPerSecond: Positive,
    answeredPerSecond: Positive,
    // Answered over offered after the first fifth of the step; the rest is waiting when the step ends.
    achievedShare: Positive,
    failed: Count,
    responseMs: PercentilesSchema,
    serviceMs: PercentilesSchema,
    sendLagP99Ms: Positive,
    expectations: Type.Array(
      Type.Object(
        {
          metric: Type.String(),
          threshold: Type.String(),
          value: nullable(Type.Number()),
          ok: Type.Boolean(),
        },
        closed,
      ),
    ),
  },
  closed,
);

/** `--find-limit --json`, and `load-limit.json` of the report folder. */
export const LoadLimitSchema = Type.Object(
  {
    scenario: Type.String(),
    seed: Type.String(),
    target: Type.String(),
    searched: Type.Enum(['arrivals', 'agents']),
    stepSeconds: Positive,
    steps: Type.Array(Step),
    // The highest level that held twice, and the lowest that did not hold: the limit lies between them.
    highest: nullable(Positive),
    lowestBroken: nullable(Positive),
    // `level` if the highest level asked for held, `stop` after an interruption.
    limitedBy: Type.Enum([
      'target', 'ceiling', 'connections', 'budget', 'agents', 'generator', 'worker', 'level', 'stop',
    ]), // prettier-ignore
    spent: Type.Object({ requests: Count, usdc: Type.String() }, closed),
    ok: Type.Boolean(),
  },
  closed,
);

/** The result of a search. */
export type LoadLimit = Written<Static<typeof LoadLimitSchema>>;
/** One load of the search. */
export type LoadLimitStep = LoadLimit['steps'][number];
