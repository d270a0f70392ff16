/** What the smaller commands print with `--json`, and the manifest of a report: schemas, and the types that follow. */
import { Type, type Static } from 'typebox';
import { closed, Count, Hex16, Hex32, InstantText, nullable, Sha256 } from '../../core/base/schema-parts.ts';
import type { Written } from '../../core/base/written.ts';
import { profiles } from '../../core/base/profile.ts';

const Profile = Type.Enum([...profiles]);
const TextOrNull = nullable(Type.String());

/**
 * What `orrery policies --json` prints: the profile, the hash over all policies, and a row for each policy shown.
 */
export const PoliciesSchema = Type.Object(
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
);

/** What `serve` prints once it listens. */
export const ServeSchema = Type.Object(
  {
    address: Type.String({ pattern: '^http://.+:\\d+$' }),
    clock: Type.String({ description: 'manual, real, or a factor such as 60x' }),
    start: Type.String({
      ...InstantText,
      description:
        'the instant of the world when the port opens; with --at later than the start of the scenario',
    }),
    scenario: nullable(Type.String({ description: 'whose agents live in the world' })),
    seed: Type.String(),
    profile: Profile,
    policyHash: Hex16,
    ok: Type.Boolean(),
  },
  closed,
);

/** A command that failed: one line on stderr. */
export const ErrorSchema = Type.Object(
  {
    error: Type.Object(
      {
        kind: Type.Enum(['call', 'file', 'machine', 'invariant', 'interrupted'], {
          description:
            'the call is wrong, an input file is, the machine refused, an invariant of Orrery broke, or a signal came',
        }),
        message: Type.String({ minLength: 1, description: 'one line' }),
        file: Type.Optional(Type.String({ description: 'of a mistake in a file' })),
        line: Type.Optional(Type.Integer({ minimum: 1 })),
        column: Type.Optional(Type.Integer({ minimum: 1 })),
        seed: Type.Optional(Type.String({ description: 'of a broken invariant in a run' })),
        event: Type.Optional(Count),
        command: Type.Optional(Type.String({ description: 'repeats it' })),
        stack: Type.Optional(Type.String()),
      },
      closed,
    ),
    exitCode: Type.Enum([2, 3, 130]),
    ok: Type.Literal(false),
  },
  closed,
);

const fileKinds = ['scenario', 'target', 'requests', 'behaviour'] as const;
/** The kinds of files that `orrery validate` reads. */
export type FileKind = (typeof fileKinds)[number];

/** What `orrery validate --json` prints, whether there are mistakes or not. */
export const ValidateSchema = Type.Object(
  {
    files: Type.Array(
      Type.Object(
        {
          file: Type.String({ description: 'as in the call' }),
          kind: nullable(Type.Enum([...fileKinds], { description: 'null for a file that cannot be read' })),
          mistakes: Type.Integer({ minimum: 0, description: 'in this file and those that it names' }),
        },
        closed,
      ),
    ),
    mistakes: Type.Array(
      Type.Object(
        {
          file: Type.String(),
          line: Type.Integer({ minimum: 1 }),
          column: Type.Integer({ minimum: 1 }),
          message: Type.String({ minLength: 1, description: 'what is wrong, and what was expected' }),
        },
        closed,
      ),
      { description: 'each once, in the order of the files and of their lines' },
    ),
    ok: Type.Boolean(),
  },
  closed,
);

const DifferenceSchema = Type.Object(
  {
    file: Type.Enum(['events.csv', 'ledger.csv']),
    event: nullable(Count),
    at: Type.String(),
    service: Type.String(),
    operation: Type.String(),
    field: Type.String(),
    // Null where that run has ended.
    a: TextOrNull,
    b: TextOrNull,
  },
  closed,
);

/**
 * What `orrery diff --json` prints. `checkpoint` is the first common event number at which the digests differ;
 * `setup` lists settings that differ. `difference` is null where the runs are the same.
 */
export const DiffSchema = Type.Object(
  {
    digests: Type.Array(Hex32, { minItems: 2, maxItems: 2 }),
    setup: Type.Array(Type.String()),
    checkpoint: nullable(Count),
    difference: Type.Union([Type.Null(), DifferenceSchema]),
    ok: Type.Boolean(),
  },
  closed,
);

/** What `orrery har --json` prints. Beside `from`, `to` and `ok`, fields are present only for an import, from HAR to trace. */
export const HarSchema = Type.Object(
  {
    from: Type.String(),
    to: Type.String(),
    requests: Type.Optional(Count),
    // Requests to an operation of the documents.
    known: Type.Optional(Count),
    leftOut: Type.Optional(Type.Record(Type.String(), Count, { description: 'entries by reason' })),
    hosts: Type.Optional(
      Type.Record(Type.String(), Type.Object({ requests: Count, leftOut: Count }, closed), {
        description: 'entries of the file by host; none in a trace that was exported',
      }),
    ),
    ok: Type.Literal(true),
  },
  closed,
);

const SessionAnswer = Type.Object(
  {
    call: Type.String({ description: 'service/operation; empty for a path without a route' }),
    status: Count,
    code: Type.String({ description: 'of a refusal; else empty' }),
  },
  closed,
);

/** What `orrery session --json` prints. */
export const SessionResultSchema = Type.Object(
  {
    as: Type.Enum(['scenario', 'trace', 'test']),
    file: TextOrNull,
    requests: Type.Integer({ minimum: 0, description: 'from outside, control calls too' }),
    written: Type.Integer({ minimum: 0, description: 'operations, records of a trace, or calls of a test' }),
    leftOut: Type.Record(Type.String(), Count, {
      description: 'what the form has no words for, by operation',
    }),
    answers: Type.Optional(
      Type.Object(
        {
          same: Count,
          of: Count,
          first: nullable(
            Type.Object({ request: Count, was: SessionAnswer, is: nullable(SessionAnswer) }, closed),
          ),
        },
        { ...closed, description: 'how many operations of the scenario have the answer that they had' },
      ),
    ),
    tries: Type.Optional(Type.Integer({ minimum: 0, description: 'smaller candidates that were run' })),
    kept: Type.Optional(SessionAnswer),
    partial: Type.Optional(
      Type.Boolean({
        description: 'a signal or the bound of candidates ended the search for a smaller scenario',
      }),
    ),
    ok: Type.Boolean(),
  },
  closed,
);

/** `manifest.json` of the report of a run. */
export const ManifestSchema = Type.Object(
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
    files: Type.Record(Type.String(), Sha256),
  },
  closed,
);

/** The result object of `orrery policies`. */
export type PoliciesResult = Written<Static<typeof PoliciesSchema>>;

/** The one line that `orrery serve --json` prints when the port is open; `address` has the port that was chosen. */
export type ServeResult = Written<Static<typeof ServeSchema>>;

/** Why a command failed. `kind` decides the exit code: `invariant` 3, `interrupted` 130, all others 2. */
export type CommandFailure = Written<Static<typeof ErrorSchema>>['error'];

/** The result object of `orrery validate`; `ok` is false where a file has a mistake. */
export type ValidateResult = Written<Static<typeof ValidateSchema>>;

/** The result object of `orrery diff`; `ok` is false where the runs differ. */
export type DiffResult = Written<Static<typeof DiffSchema>>;
/** The first event, service and field at which two runs part. */
export type DigestDifference = Written<Static<typeof DifferenceSchema>>;

/** The result object of `orrery har`. */
export type HarResult = Written<Static<typeof HarSchema>>;

/** The result object of `orrery session`. */
export type SessionResult = Written<Static<typeof SessionResultSchema>>;

/** The manifest of a run's report folder: its inputs, its digests, and the SHA-256 of each other file. */
export type Manifest = Written<Static<typeof ManifestSchema>>;
