/** HAR 1.2, as far as it is read and written here (http://www.softwareishard.com/blog/har-12-spec/). */
import { instantExpected } from '../../../core/base/time.ts';
import { Type, type Static } from 'typebox';

const Pairs = Type.Array(Type.Object({ name: Type.String(), value: Type.String() }));
/** As RFC 3339; some recorders write an offset without a colon. */
const Instant = Type.String({ maxLength: 64, description: instantExpected });

/** What Orrery adds to an entry, so that a trace comes back as it was; others ignore names with an underscore. */
const Ours = Type.Object({
  session: Type.Integer({ minimum: -1 }),
  agent: Type.String(),
  call: Type.String(),
  ip: Type.String(),
});

const Entry = Type.Object(
  {
    startedDateTime: Instant,
    time: Type.Number(),
    request: Type.Object(
      {
        method: Type.String({ pattern: '^[A-Za-z]{1,16}$', description: 'a method' }),
        url: Type.String({ minLength: 1, description: 'an address' }),
        headers: Pairs,
        queryString: Type.Optional(Pairs),
        postData: Type.Optional(Type.Object({ mimeType: Type.String(), text: Type.Optional(Type.String()) })),
      },
      { description: 'a request' },
    ),
    response: Type.Object(
      {
        status: Type.Integer({ minimum: 0, maximum: 999 }),
        content: Type.Object({
          text: Type.Optional(Type.String()),
          encoding: Type.Optional(Type.String()),
        }),
      },
      { description: 'a response' },
    ),
    connection: Type.Optional(Type.String()),
    _orrery: Type.Optional(Ours),
  },
  { description: 'an entry' },
);

export const HarSchema = Type.Object(
  {
    log: Type.Object(
      {
        version: Type.String(),
        entries: Type.Array(Entry),
        _orrery: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
      },
      { description: 'a log' },
    ),
  },
  { description: 'a HAR file' },
);

export type Har = Static<typeof HarSchema>;
export type HarEntry = Static<typeof Entry>;

/** Stands for the host in what is exported: a trace knows none. */
export const noHost = 'http://orrery.invalid';
