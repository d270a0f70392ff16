/** The part of HAR 1.2 that is read and written here (http://www.softwareishard.com/blog/har-12-spec/). */
import { instantExpected } from '../../../core/base/time.ts';
import { Type, type Static } from 'typebox';

const Pairs = Type.Array(Type.Object({ name: Type.String(), value: Type.String() }));
/** As RFC 3339; some recorders write an offset without a colon. */
const Instant = Type.String({ maxLength: 64, description: instantExpected });

/** Orrery's extension of an entry, which restores a trace exactly; other readers ignore names with an underscore. */
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
        headers: Type.Optional(Pairs),
        content: Type.Object({
          mimeType: Type.Optional(Type.String()),
          text: Type.Optional(Type.String()),
          encoding: Type.Optional(Type.String()),
        }),
      },
      { description: 'a response' },
    ),
    connection: Type.Optional(Type.String()),
    // As Chromium and Playwright write it.
    _resourceType: Type.Optional(Type.String()),
    _orrery: Type.Optional(Ours),
  },
  { description: 'an entry' },
);

/** The fields of a HAR file that an import needs; further fields are allowed and ignored. */
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

/** A HAR file whose shape has been checked. */
export type Har = Static<typeof HarSchema>;
/** One request and response of a HAR file. */
export type HarEntry = Static<typeof Entry>;

/** The placeholder host of an export: a trace contains no host. */
export const noHost = 'http://orrery.invalid';
