/**
 * The shape of a target file as JSON Schema, declared with TypeBox. `docs/schemas/target.json` is generated from it.
 * `description` says what is expected, in the words of the error message.
 */
import { Type, type Static, type TOptional } from 'typebox';
import type { Written } from '../../../core/base/written.ts';
import { boundsProperties } from './bounds.ts';
import { transportProperties } from './transport-schema.ts';

/** Which requests a target allows: none, reads, or everything. */
const allowances = ['none', 'reads', 'writes'] as const;

/** First parts of the paths of a platform; `api` carries the addresses below /api, `control` those below /_sim. */
export const targetServices = [
  'faucet',
  'escrow',
  'trading',
  'domains',
  'wallet',
  'casino',
  'api',
  'control',
] as const;

/** What a target file allows: `none`, `reads` (GET and other safe methods) or `writes` (everything). */
export type Allowance = (typeof allowances)[number];
/** A key of `services` in a target file. */
export type TargetService = (typeof targetServices)[number];

const Address = Type.String({
  pattern: '^https?://[^\\s/?#@]+(/[^\\s?#]*)?$',
  description: 'an address such as "http://127.0.0.1:4010/faucet", without user, query and fragment',
});

const Host = Type.String({
  pattern: '^[A-Za-z0-9._:\\-]{1,253}$',
  description: 'a host name or an IP address, without port and brackets',
});

const Duration = Type.String({
  pattern: '^(\\d+(\\.\\d+)?(ms|s|m|h))+$',
  description: 'a duration such as 500ms or 30s',
});

const Clock = Type.String({
  pattern: '^(real|sandbox|\\d{1,7}(\\.\\d{1,6})?x)$',
  description: 'real, sandbox (the replay moves the clock of an orrery serve), or a factor such as 60x',
});

const addresses = Object.fromEntries(
  targetServices.map((service) => [service, Type.Optional(Address)]),
) as Record<TargetService, TOptional<typeof Address>>;

const Field = Type.String({
  pattern: '^(/[^/]+)+$',
  maxLength: 256,
  description: 'the end of a JSON pointer such as /price',
});

const Compare = Type.Object(
  {
    ignore: Type.Optional(
      Type.Array(Field, { maxItems: 256, description: 'a list of fields that are not compared' }),
    ),
    unordered: Type.Optional(
      Type.Array(Field, { maxItems: 256, description: 'a list of lists whose order is not compared' }),
    ),
    tolerance: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Union([Type.String({ pattern: '^\\d{1,12}(\\.\\d{1,12})?%?$' }), Type.Number({ minimum: 0 })], {
          description: 'a share such as 1%, or an amount such as 0.01',
        }),
        { description: 'the largest difference by field, such as { /price: 1%, /fee: 0.01 }' },
      ),
    ),
  },
  { additionalProperties: false, description: 'rules of the comparison: ignore, unordered, tolerance' },
);

/** The shape of a target file. Hosts, durations and the sandbox are checked further by `readTarget`. */
export const TargetSchema = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    name: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$', description: 'a short name' }),
    hosts: Type.Array(Host, {
      minItems: 1,
      maxItems: 64,
      description: 'a list of hosts such as [127.0.0.1]; nothing else is ever contacted',
    }),
    allow: Type.Optional(Type.Enum([...allowances], { description: `one of ${allowances.join(', ')}` })),
    services: Type.Optional(
      Type.Object(addresses, { additionalProperties: false, description: 'addresses of services by name' }),
    ),
    sandbox: Type.Optional(Address),
    clock: Type.Optional(Clock),
    limits: Type.Optional(Type.Enum(['respect', 'ignore'], { description: 'respect or ignore' })),
    tier: Type.Optional(
      Type.Enum(['free', 'pro', 'enterprise'], {
        description: 'the tier of all accounts, those that register among them: free, pro or enterprise',
      }),
    ),
    ...boundsProperties,
    timeout: Type.Optional(Duration),
    compare: Type.Optional(Compare),
    keys: Type.Optional(
      Type.String({
        minLength: 1,
        description:
          'the path of a CSV file with the columns agent_id and api_key: accounts that exist already',
      }),
    ),
    names: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'the path of a YAML file with names of fields, as conform --learn writes it',
      }),
    ),
    ca: Type.Optional(
      Type.String({ minLength: 1, description: 'the path of a PEM file with certificates to trust' }),
    ),
    ...transportProperties,
  },
  {
    $id: 'https://orrery.example.invalid/schemas/target.json',
    title: 'Orrery target',
    additionalProperties: false,
    description: 'a target',
  },
);

/** A target file as written, after validation of its shape. */
export type TargetSource = Written<Static<typeof TargetSchema>>;
