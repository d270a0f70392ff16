/**
 * The shape of a request file: what one iteration of a bench sends, and what each user does before. `docs/schemas/requests.json`
 * is generated from it. `description` says what is expected, in the words of the error message.
 */
import { Type, type Static } from 'typebox';
import type { Written } from '../../../../core/base/written.ts';

const closed = { additionalProperties: false } as const;

/** Names of accounts and of kept answers. */
const Name = Type.String({
  pattern: '^[a-z][a-z0-9-]{0,31}$',
  description: 'a name in lower case, such as buyer',
});

const RequestSchema = Type.Object(
  {
    do: Type.String({
      pattern: '^(GET|POST|PUT|PATCH|DELETE) /\\S+$',
      maxLength: 2000,
      description: 'a method and a path of a service, such as POST /escrow/escrow',
    }),
    by: Type.Optional(Name),
    as: Type.Optional(Name),
    body: Type.Optional(Type.Unknown({ description: 'a JSON value' })),
    query: Type.Optional(
      Type.Record(Type.String(), Type.String(), { description: 'texts by name, such as { limit: "5" }' }),
    ),
    headers: Type.Optional(
      Type.Record(Type.String(), Type.String(), { description: 'texts by name, such as { X-A: b }' }),
    ),
    costs: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1e9,
        description: 'the most that it may cost in USDC, such as 0.10',
      }),
    ),
  },
  { ...closed, description: 'a request such as { by: buyer, do: POST /escrow/escrow, body: { amount: 1 } }' },
);

const Requests = (about: string, minItems: number) =>
  Type.Array(RequestSchema, { minItems, maxItems: 100, description: about });

/** The shape of a request file. Placeholders are checked further by `readRequestFile`. */
export const RequestFileSchema = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    accounts: Type.Optional(
      Type.Array(Name, {
        minItems: 1,
        maxItems: 10,
        uniqueItems: true,
        description: 'names of the accounts that each user has, such as [buyer, seller]',
      }),
    ),
    rotate: Type.Optional(
      Type.Boolean({ description: 'true to exchange the accounts of a user from iteration to iteration' }),
    ),
    setup: Type.Optional(Requests('a list of requests that each user sends once, before the measurement', 0)),
    requests: Requests('a list of requests, one iteration', 1),
  },
  {
    $id: 'https://orrery.example.invalid/schemas/requests.json',
    title: 'Orrery requests',
    ...closed,
    description: 'requests of a bench',
  },
);

/** A request file as written, after validation of its shape. */
export type RequestFileSource = Written<Static<typeof RequestFileSchema>>;
/** One request of it. */
export type RequestSource = RequestFileSource['requests'][number];
