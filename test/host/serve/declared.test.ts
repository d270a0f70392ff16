/** Whatever is sent to whatever operation: status, headers and body of the answer are those that the document declares. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/http/message.ts';
import { testSeed } from '../../seed.ts';
import { valuesOf, type Schema } from './from-schema.ts';
import { serving, type Answer, type Serving } from './serving.ts';
import { attempts } from '../../campaigns.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: Schema;
}
interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: Schema }>> };
  readonly responses: Readonly<
    Record<
      string,
      { headers?: Readonly<Record<string, { $ref: string }>>; content?: Readonly<Record<string, object>> }
    >
  >;
}
interface Listed {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}
interface Shot {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: Json | undefined;
}

const listed = (document: JsonObject): Listed[] =>
  Object.entries(document['paths'] as unknown as Record<string, Record<string, Operation>>).flatMap(
    ([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

const strange = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>;
const known = fc.constantFrom('alice', 'bob', 'none', '0', 'BTC-PERP', 'name.agent');

/** A value that the schema allows, mostly; a part of it is anything. */
const nearly = (schema: Schema): fc.Arbitrary<Json> =>
  fc.oneof({ weight: 4, arbitrary: valuesOf(schema) }, { weight: 1, arbitrary: strange });

function nearlyObject(schema: Schema): fc.Arbitrary<Json> {
  const spoilt = fc.tuple(
    valuesOf(schema),
    fc.constantFrom(...Object.keys(schema.properties ?? { x: 0 })),
    strange,
  );
  return fc.oneof(
    { weight: 6, arbitrary: valuesOf(schema) },
    {
      weight: 2,
      arbitrary: spoilt.map(([body, name, value]) => ({ ...(body as JsonObject), [name]: value })),
    },
    { weight: 1, arbitrary: strange },
  );
}

const asText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));
const plainText = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, '');

function shots({ path, operation }: Listed, keys: readonly string[]): fc.Arbitrary<Shot> {
  const { parameters = [], requestBody } = operation;
  const within = (place: string) => parameters.filter((parameter) => parameter.in === place);
  const record = (place: string, values: (parameter: Parameter) => fc.Arbitrary<Json>) =>
    fc.record(Object.fromEntries(within(place).map((parameter) => [parameter.name, values(parameter)])), {
      requiredKeys: place === 'path' ? within(place).map(({ name }) => name) : [],
    }) as fc.Arbitrary<Record<string, Json>>;
  const body = requestBody?.content['application/json'];
  return fc
    .record({
      inPath: record('path', ({ schema }) => fc.oneof(known, nearly(schema))),
      query: record('query', ({ schema }) => nearly(schema)),
      authorization: fc.constantFrom(undefined, 'Bearer sk_live_x', 'Basic x', ...keys, ...keys, ...keys),
      repeat: fc.constantFrom(undefined, undefined, undefined, 'k1', 'k2'),
      at: fc.constantFrom(...Array.from({ length: 9 }, () => undefined), 'soon', '1970-01-01T00:00:00Z'),
      body: body === undefined ? fc.constant(undefined) : nearlyObject(body.schema),
    })
    .map((drawn) => {
      const search = new URLSearchParams(
        Object.fromEntries(
          Object.entries(drawn.query).map(([name, value]): [string, string] => [
            name,
            plainText(asText(value)),
          ]),
        ),
      ).toString();
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(plainText(asText(drawn.inPath[name] ?? ''))),
      );
      const optional = {
        authorization: drawn.authorization,
        'idempotency-key': drawn.repeat,
        'x-sim-at': drawn.at,
      };
      const given = Object.entries(optional).filter(([, value]) => value !== undefined) as [string, string][];
      return {
        path: search === '' ? filled : `${filled}?${search}`,
        headers: { 'content-type': 'application/json', ...Object.fromEntries(given) },
        body: drawn.body,
      };
    });
}

const pointer = (...words: string[]): string =>
  words.map((word) => encodeURIComponent(word.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');

/** What is wrong with an answer, or nothing. */
function mistakesIn({ path, method, operation }: Listed, answer: Answer, ajv: Ajv2020): unknown[] {
  const declared = operation.responses[answer.status];
  if (declared === undefined) return [`${answer.status} is not declared`, answer.text];
  const [type = ''] = (answer.headers['content-type'] ?? '').split(';');
  if (declared.content !== undefined && declared.content[type] === undefined)
    return [`type ${type} is not declared`];
  const headers = declared.headers ?? {};
  const wrong = Object.entries(answer.headers).filter(
    ([name, value]) =>
      /^(?:x-ratelimit-|retry-after)/.test(name) &&
      (!Object.keys(headers).some((declaredName) => declaredName.toLowerCase() === name) ||
        !/^\d+$/.test(String(value))),
  );
  const missing = Object.entries(headers)
    .filter(
      ([name, { $ref }]) => !$ref.endsWith('-if-limited') && answer.headers[name.toLowerCase()] === undefined,
    )
    .map(([name]) => `${name} is missing`);
  if (wrong.length > 0 || missing.length > 0) return [...wrong, ...missing];
  if (type !== 'application/json') return [];
  const place = pointer(
    path,
    method,
    'responses',
    String(answer.status),
    'content',
    'application/json',
    'schema',
  );
  const validate = ajv.getSchema(`doc#/paths/${place}`);
  if (validate === undefined) return [`no schema at ${place}`];
  return validate(answer.body) === true ? [] : [answer.body, validate.errors];
}

async function keysOf({ call }: Serving): Promise<string[]> {
  const names = ['alice', 'bob'];
  const answers = await Promise.all(
    names.map((agent_id, index) =>
      call('POST', '/faucet/register', {
        headers: { 'x-sim-ip': `10.0.0.${index + 1}` },
        body: { agent_id },
      }),
    ),
  );
  const keys = answers.map(({ body }) => String(body['api_key']));
  await call('POST', '/_sim/grant', { body: { api_key: keys[0] ?? '', amount: 100_000 } });
  return keys.map((key) => `Bearer ${key}`);
}

/** MCP over GET keeps its stream open. */
const isAnswered = ({ path, method }: Listed): boolean => !(path.endsWith('/mcp') && method === 'get');
const isSteering = ({ path }: Listed): boolean =>
  /^\/_sim\/(?:reset|fault|clock|session|checkpoints|rewind|branches)/.test(path);

const unlimited = { 'limits.anonymous': 'none', 'limits.styleB': 'row', 'limits.enterpriseCaps': 'lifted' };

describe(`every answer is declared (TEST_SEED=${testSeed})`, () => {
  it.each([
    ['the services with the limits of a Free key', {}, (one: Listed) => !isSteering(one), false],
    ['the services without limits', unlimited, (one: Listed) => !isSteering(one), true],
    ['the calls that steer the sandbox', {}, isSteering, false],
  ] as const)('by status, headers and body: %s', async (_, policies, isChosen, isEnterprise) => {
    const served = await serving({ policies });
    const keys = await keysOf(served);
    if (isEnterprise) {
      for (const key of keys)
        await served.call('POST', '/_sim/tier', {
          body: { api_key: key.slice('Bearer '.length), tier: 'enterprise', at_once: true },
        });
    }
    const document = served.sandbox.openapi();
    const ajv = new Ajv2020({ strict: false, formats: { 'date-time': true, 'whole-milliseconds': true } });
    ajv.addSchema(document, 'doc');
    const operations = listed(document).filter((one) => isChosen(one) && isAnswered(one));
    for (const one of operations) {
      for (const shot of fc.sample(shots(one, keys), attempts('shotsAtAnOperation'))) {
        const { path, headers, body } = shot;
        const answer = await served.call(one.method.toUpperCase(), path, {
          headers,
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        expect(mistakesIn(one, answer, ajv), `${one.method} ${one.path} ${JSON.stringify(shot)}`).toEqual([]);
      }
    }
    expect(operations.length).toBeGreaterThan(3);
    expect(served.broken).toEqual([]);
  });
});
