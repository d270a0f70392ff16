/** JSON Schemas of what the commands print with `--json` and of the manifest. Tested against real output. */
import { Type, type TSchema } from 'typebox';
import { closed, Count } from '../src/core/base/schema-parts.ts';
import {
  DiffSchema,
  ErrorSchema,
  HarSchema,
  ManifestSchema,
  PoliciesSchema,
  ServeSchema,
  SessionResultSchema,
  ValidateSchema,
} from '../src/host/app/result-schema.ts';
import { ConformSchema } from '../src/live/conform/result-schema.ts';
import { services } from '../src/verification/check/service-path.ts';
import { LoadLimitSchema } from '../src/live/load/limit/result.ts';
import { LoadSchema, LoadWorkSchema } from '../src/live/load/result-schema.ts';
import { BenchSchema } from '../src/live/traffic/bench/result.ts';
import { DryRunSchema } from '../src/live/traffic/plan/plan.ts';
import { RecordProxySchema } from '../src/live/traffic/record/result.ts';
import { ReplaySchema } from '../src/live/traffic/replay/result-schema.ts';
import { SessionSchema } from '../src/platform/control/session-schema.ts';
import { CompareSchema } from '../src/report/compare/comparison.ts';
import { MeasuredRunSchema, RunSummarySchema } from '../src/simulation/scenario/result.ts';
import { AuditSchema } from '../src/verification/audit/result-schema.ts';

/** A schema with its title and the dialect it is written in. */
export const draft = (title: string, schema: TSchema): object => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title,
  ...schema,
});

export const runSchema = draft('orrery run --json', RunSummarySchema);
export const policiesSchema = draft('orrery policies --json', PoliciesSchema);
export const sessionSchema = draft('GET /_sim/session', SessionSchema);
export const serveSchema = draft('orrery serve --json', ServeSchema);
export const validateSchema = draft('orrery validate --json', ValidateSchema);
export const errorSchema = draft('any command with --json that fails: one line on stderr', ErrorSchema);
export const auditSchema = draft('orrery audit --json', AuditSchema);
export const diffSchema = draft('orrery diff --json', DiffSchema);
export const compareSchema = draft('orrery compare --json', CompareSchema);
export const metricsSchema = draft('metrics.json of a report folder', MeasuredRunSchema);
export const replaySchema = draft('orrery replay --json', ReplaySchema);
export const conformSchema = draft('orrery conform --json', ConformSchema);
export const benchSchema = draft('orrery bench --json', BenchSchema);
export const loadSchema = draft('orrery load --json', LoadSchema);
export const loadWorkSchema = draft('orrery load --queue --work --json', LoadWorkSchema);
export const loadLimitSchema = draft('orrery load --find-limit --json', LoadLimitSchema);
export const harSchema = draft('orrery har --json', HarSchema);
export const sessionResultSchema = draft('orrery session --json', SessionResultSchema);
export const recordProxySchema = draft('orrery record --proxy --json', RecordProxySchema);
export const dryRunSchema = draft('orrery replay --dry-run --json', DryRunSchema);
export const manifestSchema = draft('manifest.json of a report folder', ManifestSchema);

const Reached = Type.Object(
  {
    reached: Count,
    total: Count,
    missing: Type.Array(Type.String(), { description: 'what was never reached' }),
  },
  closed,
);

export const checkWorkSchema = draft(
  'orrery check --queue --work --json',
  Type.Object(
    {
      campaign: Type.String({ pattern: '^[0-9a-f]{16}$' }),
      runs: Count,
      leave: Type.Enum(['finished', 'stopped', 'nobody']),
      ok: Type.Boolean(),
    },
    closed,
  ),
);

export const checkSchema = draft(
  'orrery check --json',
  Type.Object(
    {
      seed: Type.String(),
      service: Type.Union([Type.Enum([...services]), Type.Null()], {
        description: 'what all scenarios are about',
      }),
      runs: Count,
      operations: Count,
      findings: Type.Array(
        Type.Object(
          { property: Type.String(), message: Type.String(), scenario: Type.String(), operations: Count },
          closed,
        ),
      ),
      coverage: Type.Object(
        {
          operations: Reached,
          refusals: Reached,
          states: Reached,
          policies: Reached,
          outcomes: Reached,
          pairs: Reached,
          boundaries: Reached,
          predictedFields: Reached,
          constrainedFields: Reached,
          freeFields: Reached,
        },
        closed,
      ),
      beyondReach: Type.Record(Type.String(), Type.String(), {
        description: 'refusals that no caller can bring about, with the reason; coverage does not count them',
      }),
      belowFloor: Type.Array(Type.String()),
      stopped: Type.Boolean({ description: 'true where a signal ended it before its budget was spent' }),
      twice: Type.Object({ runs: Count, diverged: Type.Array(Count) }, closed),
      cpuSeconds: Type.Number({ minimum: 0 }),
      ok: Type.Boolean(),
    },
    closed,
  ),
);
