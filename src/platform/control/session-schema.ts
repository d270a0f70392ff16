/** The file of a session: everything that reached a served world from outside, in order, with what the world was made from. */
import { Type, type Static } from 'typebox';
import { profiles } from '../../core/base/profile.ts';
import { closed, Count, Hex32, InstantText, nullable, Sha256 } from '../../core/base/schema-parts.ts';
import type { Written } from '../../core/base/written.ts';

const Texts = Type.Record(Type.String(), Type.String());

const Standing = { at: InstantText, event: Count, digest: Hex32 };

const SessionRequestSchema = Type.Object(
  {
    at: InstantText,
    event: Type.Integer({ minimum: 0, description: 'events of the digest before it' }),
    method: Type.String(),
    path: Type.String(),
    query: Type.Optional(Texts),
    headers: Type.Optional(
      Type.Record(Type.String(), Type.String(), { description: 'those that a world reads' }),
    ),
    text: Type.Optional(Type.String({ description: 'the body as it was sent' })),
    body: Type.Optional(Type.Unknown({ description: 'the body of a caller in the same process' })),
    ip: Type.String(),
    tool: Type.Optional(
      Type.Object({ name: Type.String(), input: Type.Record(Type.String(), Type.Unknown()) }, closed),
    ),
    movingTo: Type.Optional(InstantText),
  },
  { ...closed, description: 'a request from outside' },
);

/** Version 1. `checksum` is the SHA-256 of the other fields as JSON without spaces, in this order. */
export const SessionSchema = Type.Object(
  {
    session: Type.Literal(1, { description: '1, the version of the format' }),
    orrery: Type.String({ description: 'the version that executed it' }),
    scenario: nullable(Type.Object({ name: Type.String(), digest: Sha256 }, closed)),
    seed: Type.String(),
    idSeed: Type.Optional(Type.String()),
    profile: Type.Enum([...profiles]),
    policies: Texts,
    start: InstantText,
    requests: Type.Array(SessionRequestSchema),
    checkpoints: Type.Array(Type.Object({ name: Type.String(), requests: Count, ...Standing }, closed)),
    end: Type.Object(Standing, { ...closed, description: 'where the session was saved' }),
    checksum: Sha256,
  },
  { ...closed, description: 'a session' },
);

/** A session as a file has it. */
export type SessionFile = Written<Static<typeof SessionSchema>>;
/** One request of a session as a file has it. */
export type SessionRequest = Written<Static<typeof SessionRequestSchema>>;
