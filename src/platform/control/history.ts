/** Calls under /_sim about the past of a served world: its session, checkpoints, rewinding, branches. They are no part of it. */
import { Type } from 'typebox';
import { refuse, type Outcome } from '../../core/base/refusal.ts';
import { formatInstant, instantExpected, parseInstant, type Instant } from '../../core/base/time.ts';
import type { JsonObject } from '../../core/http/message.ts';
import { binding, rowsOf } from '../../core/http/route.ts';
import { InstantText } from '../../core/http/wire.ts';
import { closed, controlCall, explainer } from './row.ts';
import { SessionSchema } from './session-schema.ts';

/** A point in the past or present of a world. */
export interface Standing {
  readonly branch: string;
  readonly atMs: Instant;
  /** Events of the digest so far. */
  readonly event: number;
  readonly digest: string;
}

/** A standing under a name. */
export interface Checkpoint extends Standing {
  readonly name: string;
}

/** One way that a world has gone. */
export interface Branch extends Standing {
  readonly isCurrent: boolean;
  /** Requests from outside. */
  readonly requests: number;
  /** Where it left another one; undefined for the first. */
  readonly from: { readonly branch: string; readonly event: number; readonly atMs: Instant } | undefined;
}

/** Where a rewind leads: `to` is a checkpoint's name, an instant, or the number of an event. */
export interface Rewind {
  readonly to: { readonly name: string } | { readonly instantMs: Instant } | { readonly event: number };
  /** What the branch that begins there is called. */
  readonly branch: string | undefined;
}

/** The past of a served world, as the calls under /_sim use it. */
export interface HistoryHost {
  /** Refuses CONFLICT for a session that has become too long to keep, as all methods do. */
  session(): Outcome<JsonObject>;
  /** Refuses CONFLICT for a name that is taken. */
  checkpoint(name: string): Outcome<Checkpoint>;
  readonly checkpoints: readonly Checkpoint[];
  /** Refuses NOT_FOUND (name), BAD_REQUEST (the future, before the start), CONFLICT (name, a move under way). */
  rewind(rewind: Rewind): Outcome<Standing>;
  readonly branches: readonly Branch[];
  /** Refuses NOT_FOUND, and CONFLICT while the clock moves. */
  switchTo(branch: string): Outcome<Standing>;
}

/** The operations on the past of a host's world. */
export class HistoryControl {
  readonly #host: { readonly history: HistoryHost };

  constructor(host: { readonly history: HistoryHost }) {
    this.#host = host;
  }

  session(_input: undefined): Outcome<JsonObject> {
    return this.#host.history.session();
  }

  checkpoint({ name }: { name: string }): Outcome<Checkpoint> {
    return this.#host.history.checkpoint(name);
  }

  checkpoints(_input: undefined): Outcome<readonly Checkpoint[]> {
    return this.#host.history.checkpoints;
  }

  rewind(input: Rewind): Outcome<Standing> {
    return this.#host.history.rewind(input);
  }

  branches(_input: undefined): Outcome<readonly Branch[]> {
    return this.#host.history.branches;
  }

  switchTo({ to }: { to: string }): Outcome<Standing> {
    return this.#host.history.switchTo(to);
  }
}

const namePattern = '^[A-Za-z][A-Za-z0-9_.-]{0,63}$';
/** The form of names of checkpoints and branches. */
export const pastNameExpected =
  'a name of up to 64 letters, digits, dots, hyphens and underscores, a letter first';
/** True for a text that may name a checkpoint or a branch. */
export const isPastName = (text: string): boolean => new RegExp(namePattern).test(text);

/** The schema of a name of a checkpoint or a branch. */
export const Name = Type.String({
  pattern: namePattern,
  description: pastNameExpected,
});

const CheckpointBody = Type.Object(
  { name: Name },
  { ...closed, description: 'a name such as {"name": "before"}' },
);
const RewindBody = Type.Object(
  {
    to: Type.Union([Type.String({ maxLength: 64 }), Type.Integer({ minimum: 0 })], {
      description: 'the name of a checkpoint, an instant, or the number of an event',
    }),
    branch: Type.Optional(Name),
  },
  {
    ...closed,
    description: 'where to, such as {"to": "before"}, {"to": "2026-01-05T00:00:00Z"} or {"to": 4711}',
  },
);
const SwitchBody = Type.Object({ to: Name }, { ...closed, description: 'a branch such as {"to": "main"}' });

/** A text of digits is an event, as a number is; a name begins with a letter and an instant with a digit. */
export function readRewind({
  to,
  branch,
}: {
  to: string | number;
  branch?: string | undefined;
}): Outcome<Rewind> {
  if (typeof to === 'number') return { to: { event: to }, branch };
  if (/^\d{1,15}$/.test(to)) return { to: { event: Number(to) }, branch };
  if (/^[A-Za-z]/.test(to)) return { to: { name: to }, branch };
  const instantMs = parseInstant(to);
  if (instantMs !== undefined) return { to: { instantMs }, branch };
  return refuse(
    'BAD_REQUEST',
    `to is "${to}"; expected the name of a checkpoint, an event, or ${instantExpected}`,
  );
}

/** The fields of a standing on the wire. */
export const standing = {
  branch: Type.String(),
  now: InstantText,
  event: Type.Integer(),
  digest: Type.String(),
};
/** A standing on the wire. */
export const standingText = ({ branch, atMs, event, digest }: Standing) => ({
  branch,
  now: formatInstant(atMs),
  event,
  digest,
});
const CheckpointView = Type.Object({ name: Type.String(), ...standing });
const checkpointText = (checkpoint: Checkpoint) => ({ name: checkpoint.name, ...standingText(checkpoint) });

const leftText = ({ branch, event, atMs }: NonNullable<Branch['from']>) => ({
  branch,
  event,
  now: formatInstant(atMs),
});

const row = rowsOf<HistoryControl>();
const about = { ...controlCall, uncounted: true } as const;
const read = (): undefined => undefined;

const branchesControl = binding({
  read,
  answer: Type.Object({
    branches: Type.Array(
      Type.Object({
        ...standing,
        current: Type.Boolean(),
        requests: Type.Integer(),
        from: Type.Union([
          Type.Object({ branch: Type.String(), event: Type.Integer(), now: InstantText }),
          Type.Null(),
        ]),
      }),
    ),
  }),
  write: (branches: readonly Branch[]) => ({
    branches: branches.map((branch) => ({
      ...standingText(branch),
      current: branch.isCurrent,
      requests: branch.requests,
      from: branch.from === undefined ? null : leftText(branch.from),
    })),
  }),
});

/** The rows of `/_sim/session`, `checkpoints`, `rewind` and `branches`; only a host answers them. */
export const historyRows = [
  row('session', {
    ...about,
    refusals: ['CONFLICT'],
    about: 'The session so far, as a file that serve --session opens',
    styles: {
      control: ['GET', '/session', { read, answer: SessionSchema, write: (session: JsonObject) => session }],
    },
  }),
  row('checkpoint', {
    ...about,
    refusals: ['BAD_REQUEST', 'CONFLICT'],
    about: 'Give the present of the world a name to rewind to',
    styles: {
      control: [
        'POST',
        '/checkpoints',
        binding({
          body: CheckpointBody,
          answer: CheckpointView,
          explain: explainer(CheckpointBody),
          read: ({ body }) => body,
          write: checkpointText,
        }),
      ],
    },
  }),
  row('checkpoints', {
    ...about,
    refusals: [],
    about: 'The checkpoints of all branches',
    styles: {
      control: [
        'GET',
        '/checkpoints',
        binding({
          read,
          answer: Type.Object({ checkpoints: Type.Array(CheckpointView) }),
          write: (checkpoints: readonly Checkpoint[]) => ({ checkpoints: checkpoints.map(checkpointText) }),
        }),
      ],
    },
  }),
  row('rewind', {
    ...about,
    refusals: ['BAD_REQUEST', 'NOT_FOUND', 'CONFLICT'],
    about:
      'Go back: the world is executed again from its seed to there, and a new branch begins. What followed stays in its branch. Other calls are answered meanwhile by the world that is left',
    styles: {
      control: [
        'POST',
        '/rewind',
        binding({
          body: RewindBody,
          answer: Type.Object(standing),
          explain: explainer(RewindBody),
          read: ({ body }) => readRewind(body),
          write: standingText,
        }),
      ],
    },
  }),
  row('branches', {
    ...about,
    refusals: [],
    about: 'The branches of the world, with the last point of each',
    styles: { control: ['GET', '/branches', branchesControl] },
  }),
  row('switchTo', {
    ...about,
    refusals: ['BAD_REQUEST', 'NOT_FOUND', 'CONFLICT'],
    about: 'Go to the last point of another branch, which is executed again',
    styles: {
      control: [
        'POST',
        '/branches/switch',
        binding({
          body: SwitchBody,
          answer: Type.Object(standing),
          explain: explainer(SwitchBody),
          read: ({ body }) => body,
          write: standingText,
        }),
      ],
    },
  }),
];

/** What a call of `rewind` or `switchTo` asks for; undefined for a body that the operation will refuse. */
export function askedRewind(operation: string, body: unknown): Rewind | { switchTo: string } | undefined {
  if (operation === 'switchTo')
    return switchMistake(body) === undefined ? { switchTo: (body as { to: string }).to } : undefined;
  if (operation !== 'rewind' || rewindMistake(body) !== undefined) return undefined;
  const rewind = readRewind(body as { to: string | number; branch?: string });
  return 'to' in rewind ? rewind : undefined;
}

const rewindMistake = explainer(RewindBody);
const switchMistake = explainer(SwitchBody);
