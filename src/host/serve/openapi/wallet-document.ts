/**
 * The wallet's own descriptor: OpenAPI 3.0.0, title Public Wallet (VER12, gap X20), made from the platform's 3.1
 * document by taking its primary interface and saying every schema in the older words.
 */
import type { Json, JsonObject } from '../../../core/http/message.ts';

/** Where the primary interface is mounted, and how the 3.1 document tags it. */
const prefix = '/wallet';
const tag = 'wallet primary';

/** Projects a platform document; what it says of any other service is left out. */
export function walletDocument(document: JsonObject): JsonObject {
  const paths = pathsOf(document['paths'] as Paths);
  const components = document['components'] as JsonObject;
  const policyHash = (document['info'] as JsonObject)['x-policy-hash'] ?? '';
  return {
    openapi: '3.0.0',
    info: {
      title: 'Public Wallet',
      version: '1.0.0',
      description: 'Multi-chain non-custodial wallet on simulated chains. Time is virtual.',
      'x-policy-hash': policyHash,
    },
    servers: [{ url: prefix }],
    security: [{ key: [] }],
    tags: [{ name: tag }],
    paths,
    components: downgraded(components),
  };
}

type Paths = Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;

function pathsOf(paths: Paths): JsonObject {
  const found: Record<string, JsonObject> = {};
  for (const [path, methods] of Object.entries(paths)) {
    const own = Object.entries(methods).filter(([, { tags }]) => (tags as Json[] | undefined)?.[0] === tag);
    if (own.length === 0) continue;
    found[path.slice(prefix.length)] = Object.fromEntries(
      own.map(([method, operation]) => [method, operationOf(operation)]),
    );
  }
  return found;
}

/** The global bearer requirement holds wherever an operation does not say that it needs none (AUT25, gap A3). */
function operationOf({ security, ...operation }: JsonObject): JsonObject {
  const isOpen = Array.isArray(security) && security.length === 0;
  return { ...(downgraded(operation) as JsonObject), ...(isOpen ? { security: [] } : {}) };
}

/** One node and all below it in the words of 3.0. */
function downgraded(node: Json): Json {
  if (Array.isArray(node)) return node.map((part: Json) => downgraded(part));
  if (typeof node !== 'object' || node === null) return node;
  const { const: only, patternProperties, anyOf, $ref, exclusiveMinimum, ...rest } = node as JsonObject;
  const plain = Object.fromEntries(Object.entries(rest).map(([name, part]) => [name, downgraded(part)]));
  if ($ref !== undefined) return referenceOf($ref, plain);
  return {
    ...plain,
    ...(exclusiveMinimum === undefined ? {} : { minimum: exclusiveMinimum, exclusiveMinimum: true }),
    ...(only === undefined ? {} : { enum: [only] }),
    ...(patternProperties === undefined ? {} : mapOf(patternProperties as JsonObject)),
    ...(anyOf === undefined ? {} : choiceOf(anyOf as readonly Json[])),
  };
}

/** OpenAPI 3.0 ignores keywords beside a reference, so they become a second part of an `allOf`. */
function referenceOf($ref: Json, beside: JsonObject): JsonObject {
  return Object.keys(beside).length === 0 ? { $ref } : { allOf: [{ $ref }, beside] };
}

/** A record of one kind of value; its keys are any. */
const mapOf = (patterns: JsonObject): JsonObject => ({
  additionalProperties: downgraded(Object.values(patterns)[0] ?? {}),
});

/** `null` among several is `nullable` of the others. */
function choiceOf(options: readonly Json[]): JsonObject {
  const others = options.filter((option) => !isNull(option)).map(downgraded);
  const nullable = others.length < options.length ? { nullable: true } : {};
  const [first] = others;
  return others.length === 1 ? { ...(first as JsonObject), ...nullable } : { anyOf: others, ...nullable };
}

const isNull = (schema: Json): boolean =>
  typeof schema === 'object' && schema !== null && (schema as JsonObject)['type'] === 'null';
