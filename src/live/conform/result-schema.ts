/** The result of `orrery conform --json`: its schema, and the types that follow. */
import { Type, type Static } from 'typebox';
import { closed, Count, Hex16, nullable, Positive } from '../../core/base/schema-parts.ts';
import type { Written } from '../../core/base/written.ts';
import type { ScenarioSource } from '../../verification/check/source.ts';
import { explanations } from '../traffic/compare/difference.ts';
import { OperationCountsSchema } from '../traffic/compare/evidence.ts';
import { NotComparedSchema } from '../traffic/compare/not-compared.ts';
import { TimeRuleSchema } from '../traffic/compare/time-rules.ts';
import { nameForms } from '../traffic/names/field-names.ts';
import { subjects } from './kinds.ts';
import { Notes } from '../traffic/http/notes-schema.ts';

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
      description: 'position in causes; null where it is explained',
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
    // Kinds of differences in its smallest sequence, and further ones that may follow from it.
    differences: Count,
    followers: Count,
    // Requests of the smallest sequence; 0 if there is none.
    requests: Count,
    tries: Count,
    // Why there is no sequence, or why it may not be the smallest; null for one that is.
    why: nullable(Type.String()),
    scenario: nullable(
      Type.Unsafe<ScenarioSource>(
        Type.Object({}, { description: 'the smallest sequence as a scenario; null where there is none' }),
      ),
    ),
  },
  closed,
);

const LearnedSchema = Type.Object(
  {
    call: Type.String(),
    // Our pointer, the target's, and in how many responses their values corresponded.
    names: Type.Array(
      Type.Object(
        {
          field: Type.String(),
          at: Type.String(),
          as: Type.Optional(Type.Enum([...nameForms])),
          confirmed: Count,
        },
        closed,
      ),
    ),
    missing: Type.Array(Type.String(), { description: 'our fields that the target does not seem to have' }),
  },
  closed,
);

/** `--json` of `conform`. */
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
    // The beginning of every name that the runs brought to the target; null for a sandbox.
    namespace: nullable(Type.String()),
    // Registrations that were not sent: accounts of the target file stood for them.
    fromKeys: Count,
    // Kinds of unexplained differences that no sequence was looked for, and why the search ended; null where it did not.
    search: Type.Object({ unexamined: Count, ended: nullable(Type.String()) }, closed),
    // Requests to services that the target file does not list: neither sent nor compared.
    unlisted: Count,
    unlistedOperations: Type.Array(Type.Object({ call: Type.String(), requests: Count }, closed), {
      description:
        'the same by operation, the most frequent first; by service where no operation has the path',
    }),
    // Requests that the money of the budget did not cover: neither sent nor compared.
    withheld: Count,
    withheldOperations: Type.Array(Type.Object({ call: Type.String(), requests: Count }, closed), {
      description: 'the same by operation, the most frequent first',
    }),
    operations: Type.Array(OperationCountsSchema, { description: 'requests and differences by operation' }),
    notCompared: Type.Array(NotComparedSchema, {
      description: 'what is no difference to a client, or was hidden by a rule of the user, by field',
    }),
    learned: Type.Optional(
      Type.Array(LearnedSchema, {
        description:
          'with --learn: what the target calls fields that the documents do not name, by operation',
      }),
    ),
    timeRules: Type.Array(TimeRuleSchema),
    findings: Type.Array(Type.String(), {
      description: 'what behaviours could not cope with, and checks of theirs that did not hold',
    }),
    seconds: Positive,
    // The phase in which the comparison was stopped, budget where its requests were used up; null if it was not.
    stopped: nullable(Type.String()),
    notes: Notes,
    ok: Type.Boolean(),
  },
  closed,
);

/** The result of a comparison, as `ConformSchema` describes it. */
export type ConformResult = Written<Static<typeof ConformSchema>>;
/** Equal differences with their count and their cause. */
export type GroupResult = ConformResult['differences']['groups'][number];
/** One cause with its smallest sequence. */
export type CauseResult = ConformResult['causes'][number];
/** A reading of the documents: a policy and an option of it. */
export type Reading = CauseResult['readings'][number];
