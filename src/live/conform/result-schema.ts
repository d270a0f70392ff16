/** The result of `orrery conform --json`: its schema, and the types that follow. */
import { Type, type Static } from 'typebox';
import { closed, Count, Hex16, nullable, Positive } from '../../core/base/schema-parts.ts';
import type { Written } from '../../core/base/written.ts';
import type { ScenarioSource } from '../../verification/check/source.ts';
import { explanations } from '../traffic/compare/difference.ts';
import { subjects } from './kinds.ts';

const Policy = Type.Object({ policy: Type.String(), value: Type.String() }, closed);

const GroupSchema = Type.Object(
  {
    call: Type.String({ description: 'service/style/operation; empty for a path that leads nowhere' }),
    kind: Type.String(),
    field: Type.String(),
    explanation: nullable(Type.Enum([...explanations])),
    count: Type.Integer({ minimum: 1 }),
    run: Type.String(),
    // The first request of that run with it.
    n: Count,
    model: Type.String(),
    target: Type.String(),
    cause: Type.Union([Count, Type.Null()], {
      description: 'position in causes; null where it is explained or was not looked into',
    }),
  },
  closed,
);

const CauseSchema = Type.Object(
  {
    subject: Type.Enum([...subjects]),
    about: Type.String(),
    call: Type.String(),
    kind: Type.String(),
    field: Type.String(),
    model: Type.String(),
    target: Type.String(),
    readings: Type.Array(Policy, {
      description: 'policies under which the model answers as the target did',
    }),
    // How many kinds of differences its smallest sequence shows, and how many more may follow from it.
    differences: Count,
    followers: Count,
    // Requests of the smallest sequence; 0 where it could not be repeated.
    requests: Count,
    tries: Count,
    scenario: nullable(
      Type.Unsafe<ScenarioSource>(
        Type.Object(
          {},
          { description: 'the smallest sequence as a scenario; null where it could not be repeated' },
        ),
      ),
    ),
  },
  closed,
);

const TimeRuleSchema = Type.Object(
  {
    rule: Type.String(),
    // How long it takes at least, as people write it.
    after: Type.String(),
    tested: Type.Boolean(),
    // Why not; null where it was.
    why: nullable(Type.String()),
  },
  closed,
);

export const ConformSchema = Type.Object(
  {
    target: Type.String(),
    clock: Type.Enum(['sandbox', 'running']),
    seed: Type.String(),
    policyHash: Type.Object({ model: Hex16, target: nullable(Type.String()) }, closed),
    runs: Count,
    agents: Count,
    requests: Count,
    sent: Type.Integer({ minimum: 0, description: 'with what was repeated to make sequences small' }),
    calls: Count,
    statusCounts: Type.Record(Type.String(), Count),
    same: Count,
    differences: Type.Object(
      { explained: Count, unexplained: Count, groups: Type.Array(GroupSchema) },
      closed,
    ),
    causes: Type.Array(CauseSchema),
    timeRules: Type.Array(TimeRuleSchema),
    findings: Type.Array(Type.String(), {
      description: 'what behaviours could not cope with, and checks of theirs that did not hold',
    }),
    seconds: Positive,
    // What was going on when it was stopped; null where it was not.
    stopped: nullable(Type.String()),
    ok: Type.Boolean(),
  },
  closed,
);

export type ConformResult = Written<Static<typeof ConformSchema>>;
export type GroupResult = ConformResult['differences']['groups'][number];
export type CauseResult = ConformResult['causes'][number];
export type TimeRuleResult = ConformResult['timeRules'][number];
/** A reading of the documents: a policy and an option of it. */
export type Reading = CauseResult['readings'][number];
