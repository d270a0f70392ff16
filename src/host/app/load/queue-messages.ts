/**
 * What coordinator and workers of a load over a queue send each other. Each side checks what it reads against these schemas:
 * other processes may write to the same Redis.
 */
import { Type, type Static, type TSchema } from 'typebox';
import { closed, Count, nullable, Positive } from '../../../core/base/schema-parts.ts';
import type { Written } from '../../../core/base/written.ts';
import { validatorOf } from '../../../core/http/schema.ts';
import { LoadUpdateSchema, mistakeInHistograms } from '../../../live/load/update-schema.ts';
import type { LoadUpdate } from '../../../live/load/load-call.ts';
import { workersMax } from './load-settings.ts';

const Token = Type.String({ pattern: '^[0-9a-f-]{36}$' });
const StopReason = Type.Enum(['interrupt', 'expectation', 'budget']);
const Note = Type.String({ maxLength: 2_000 });

/** The content of a job: nothing that a worker does not check against its own files. */
const JobSchema = Type.Object(
  {
    version: Type.Literal(1),
    /** The run of the coordinator; it changes with each call. */
    run: Token,
    workers: Type.Integer({ minimum: 1, maximum: workersMax }),
    namespace: Type.String({ pattern: '^[a-z0-9]{4,16}$' }),
  },
  closed,
);

/** The standing order: who takes part, when the load begins, and whether it has to end. */
const OrderSchema = Type.Object(
  {
    run: Token,
    // The worker of each share; null for none yet, and for one that is lost.
    workers: Type.Array(nullable(Token), { maxItems: workersMax }),
    // By the clock of Redis, and the agents' clock at that moment.
    start: nullable(
      Type.Object({ redisMs: Positive, startMs: Type.Integer({ minimum: 0, maximum: 8.64e15 }) }, closed),
    ),
    stop: nullable(StopReason),
  },
  closed,
);

const Report = Type.Union([
  Type.Object({ kind: Type.Literal('ready'), clockErrorMs: Positive }, closed),
  Type.Object({ kind: Type.Literal('update'), update: LoadUpdateSchema }, closed),
  Type.Object(
    {
      kind: Type.Literal('done'),
      update: LoadUpdateSchema,
      stopped: nullable(StopReason),
      notes: Type.Array(Note, { maxItems: 100 }),
      // Why it ended before the others; null at the end of the load.
      left: nullable(Note),
    },
    closed,
  ),
  Type.Object({ kind: Type.Literal('failed'), message: Note }, closed),
]);

const MessageSchema = Type.Object({ run: Token, token: Token, sequence: Count, report: Report }, closed);

/** A job as a worker finds it. */
export type QueuedJob = Written<Static<typeof JobSchema>>;
/** What a coordinator wants at present. */
export type StandingOrder = Written<Static<typeof OrderSchema>>;
/** One message of a worker. */
export interface QueuedMessage {
  readonly run: string;
  readonly token: string;
  /** From 0, without gaps. */
  readonly sequence: number;
  readonly report: QueuedReport;
}

/** What a worker over a queue reports. */
export type QueuedReport =
  | { readonly kind: 'ready'; readonly clockErrorMs: number }
  | { readonly kind: 'update'; readonly update: LoadUpdate }
  | {
      readonly kind: 'done';
      readonly update: LoadUpdate;
      readonly stopped: 'interrupt' | 'expectation' | 'budget' | null;
      readonly notes: readonly string[];
      readonly left: string | null;
    }
  | { readonly kind: 'failed'; readonly message: string };

const read = (schema: TSchema, value: unknown): boolean => validatorOf(schema)(value);

/** Undefined for anything else. */
export const readJob = (value: unknown): QueuedJob | undefined =>
  read(JobSchema, value) ? (value as QueuedJob) : undefined;

/** Undefined for anything else. */
export const readOrder = (value: unknown): StandingOrder | undefined =>
  read(OrderSchema, value) ? (value as StandingOrder) : undefined;

/** Undefined for anything else, such as a message whose histograms cannot be read. */
export function readMessage(value: unknown): QueuedMessage | undefined {
  if (!read(MessageSchema, value)) return undefined;
  const message = value as QueuedMessage;
  const { report } = message;
  const isUsable = !('update' in report) || mistakeInHistograms(report.update) === undefined;
  return isUsable ? message : undefined;
}
