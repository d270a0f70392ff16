/** JSON Schemas of what the commands print with `--json` and of the manifest. Tested against real output. */
import { Type, type TSchema } from 'typebox';

const closed = { additionalProperties: false } as const;
const Count = Type.Integer({ minimum: 0 });
const Hex32 = Type.String({ pattern: '^[0-9a-f]{32}$' });
const Hex16 = Type.String({ pattern: '^[0-9a-f]{16}$' });
const Instant = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' });
const Profile = Type.Enum(['published', 'consistent']);

const draft = (title: string, schema: TSchema): object => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title,
  ...schema,
});

const Expectation = Type.Object(
  {
    metric: Type.String(),
    threshold: Type.String(),
    value: Type.Union([Type.Number(), Type.Null()]),
    ok: Type.Boolean(),
  },
  closed,
);

const Finding = Type.Object(
  {
    kind: Type.String(),
    agent: Type.String(),
    behaviour: Type.String(),
    at: Instant,
    message: Type.String(),
  },
  closed,
);

export const runSchema = draft(
  'orrery run --json',
  Type.Object(
    {
      scenario: Type.String(),
      seed: Type.String(),
      profile: Profile,
      policyHash: Hex16,
      digest: Hex32,
      virtual: Type.Object({ start: Instant, end: Instant, seconds: Type.Number({ minimum: 0 }) }, closed),
      wallSeconds: Type.Number({ minimum: 0 }),
      agents: Count,
      events: Count,
      requests: Count,
      statusCounts: Type.Record(Type.String({ pattern: '^\\d{3}$' }), Count),
      ledger: Type.Object({ transfers: Count, driftMicros: Type.Integer() }, closed),
      expectations: Type.Array(Expectation),
      findings: Type.Array(Finding),
      ok: Type.Boolean(),
    },
    closed,
  ),
);

export const policiesSchema = draft(
  'orrery policies --json',
  Type.Object(
    {
      profile: Profile,
      policyHash: Hex16,
      policies: Type.Array(
        Type.Object(
          {
            name: Type.String(),
            value: Type.String(),
            default: Type.String(),
            question: Type.String(),
            gap: Type.String(),
            lines: Type.String(),
            options: Type.Union([Type.Literal('usdc'), Type.Record(Type.String(), Type.String())]),
          },
          closed,
        ),
      ),
      ok: Type.Boolean(),
    },
    closed,
  ),
);

export const serveSchema = draft(
  'orrery serve --json',
  Type.Object(
    {
      address: Type.String({ pattern: '^http://.+:\\d+$' }),
      clock: Type.String({ description: 'manual, real, or a factor such as 60x' }),
      start: Instant,
      seed: Type.String(),
      profile: Profile,
      policyHash: Hex16,
      ok: Type.Boolean(),
    },
    closed,
  ),
);

const Text = Type.Union([Type.String(), Type.Null()]);

export const diffSchema = draft(
  'orrery diff --json',
  Type.Object(
    {
      digests: Type.Array(Hex32, { minItems: 2, maxItems: 2 }),
      setup: Type.Array(Type.String()),
      checkpoint: Type.Union([Count, Type.Null()]),
      difference: Type.Union([
        Type.Null(),
        Type.Object(
          {
            file: Type.Enum(['events.csv', 'ledger.csv']),
            event: Type.Union([Count, Type.Null()]),
            at: Type.String(),
            service: Type.String(),
            operation: Type.String(),
            field: Type.String(),
            a: Text,
            b: Text,
          },
          closed,
        ),
      ]),
      ok: Type.Boolean(),
    },
    closed,
  ),
);

export const manifestSchema = draft(
  'manifest.json of a report folder',
  Type.Object(
    {
      orrery: Type.String(),
      scenario: Type.String(),
      seed: Type.String(),
      profile: Profile,
      policyHash: Hex16,
      digest: Hex32,
      command: Type.String(),
      configuration: Type.Record(Type.String(), Type.Unknown()),
      policies: Type.Record(Type.String(), Type.String()),
      checkpoints: Type.Array(Type.Object({ event: Count, digest: Hex32 }, closed)),
      files: Type.Record(Type.String(), Type.String({ pattern: '^[0-9a-f]{64}$' })),
    },
    closed,
  ),
);
