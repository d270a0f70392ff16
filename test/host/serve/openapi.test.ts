import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { statusOf } from '../../../src/core/http/errors.ts';
import type { Json, JsonObject } from '../../../src/core/http/message.ts';
import { share } from '../../campaigns.ts';
import { newSandbox, serving } from './serving.ts';
import { testSeed } from '../../seed.ts';
import { Walk } from './walk.ts';

type Node = Record<string, Json>;
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly security: readonly JsonObject[];
  readonly parameters?: readonly { name: string; in: string; required: boolean }[];
  readonly requestBody?: { required: boolean; content: Record<string, { schema: JsonObject }> };
  readonly responses: Record<string, { headers?: object; content: Record<string, { schema: JsonObject }> }>;
}
interface Shape {
  readonly properties?: object;
  readonly anyOf?: readonly Shape[];
}
type Paths = Record<string, Record<string, Operation>>;

const documentOf = (policies: Record<string, string> = {}): JsonObject => newSandbox({ policies }).openapi();
const operationsOf = (document: JsonObject): [string, string, Operation][] =>
  Object.entries(document['paths'] as unknown as Paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, string, Operation] => [
      path,
      method,
      operation,
    ]),
  );

/** A copy in which an object of an answer has no field beside those that are declared. */
function closed(node: Json): Json {
  if (Array.isArray(node)) return (node as Json[]).map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const copy: Node = {};
  for (const [key, value] of Object.entries(node as Node)) copy[key] = closed(value);
  const isOpen = copy['type'] === 'object' && copy['properties'] !== undefined;
  return isOpen && copy['additionalProperties'] === undefined
    ? { ...copy, additionalProperties: false }
    : copy;
}

const pointer = (...words: string[]): string =>
  words.map((word) => encodeURIComponent(word.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');

function refsIn(node: Json, into: string[] = []): string[] {
  if (typeof node !== 'object' || node === null) return into;
  for (const [key, value] of Object.entries(node as Node)) {
    if (key === '$ref') into.push(value as string);
    else refsIn(value, into);
  }
  return into;
}

describe('GET /openapi.json', () => {
  const document = documentOf();
  const operations = operationsOf(document);

  it('is OpenAPI 3.1 and lists every route in every style', () => {
    expect(document['openapi']).toBe('3.1.0');
    expect(document['info']).toMatchObject({ title: expect.any(String), version: expect.any(String) });
    const listed = operations.map(([path, method]) => `${method.toUpperCase()} ${path}`);
    const mounted = newSandbox().world.router.routes.map(
      ({ method, template }) => `${method} ${template.replaceAll(/:(\w+)/g, '{$1}')}`,
    );
    expect(listed.toSorted()).toEqual(mounted.toSorted());
    expect(listed.length).toBeGreaterThan(25);
  });

  it('gives every operation a unique id, a summary, a tag that is declared and responses with a schema', () => {
    const ids = operations.map(([, , { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [path, , { operationId, summary, responses }] of operations) {
      expect(operationId).toMatch(/^[a-z]\w+$/);
      expect(summary).not.toBe('');
      // Messages of MCP and their answers are that protocol's to describe.
      if (path.endsWith('/mcp')) continue;
      expect(Object.keys(responses).filter((status) => status.startsWith('2'))).toHaveLength(1);
      for (const { content } of Object.values(responses)) {
        expect(content['application/json']?.schema).toBeTypeOf('object');
      }
    }
    const tags = (document['tags'] as unknown as { name: string }[]).map(({ name }) => name);
    for (const [, , operation] of operations) {
      for (const tag of (operation as unknown as { tags: string[] }).tags) expect(tags).toContain(tag);
    }
  });

  it('describes every response: a route without a schema of its response, or with an empty one, fails here', () => {
    const { routes } = newSandbox().world.router;
    const isVague = ({ properties = {}, anyOf }: Shape = {}): boolean =>
      anyOf === undefined ? Object.keys(properties).length === 0 : anyOf.some(isVague);
    const vague = routes.filter(({ binding, row }) => row.transport === undefined && isVague(binding.answer));
    expect(vague.map(({ method, template }) => `${method} ${template}`)).toEqual([]);
  });

  it('says of every answer but those of the sandbox which headers it carries, and that a refusal tells how long to wait', () => {
    for (const [path, , { responses }] of operations) {
      for (const [status, { headers = {} }] of Object.entries(responses)) {
        const isFree = path.startsWith('/_sim') || path.endsWith('/openapi.json');
        const limits = isFree ? [] : ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
        const wait = status === '429' || status === '503' ? ['Retry-After'] : [];
        expect(Object.keys(headers), `${path} ${status}`).toEqual([...limits, ...wait]);
      }
    }
    const sure = documentOf({ 'limits.unlimitedHeaders': 'maximum' });
    const [text, sureText] = [JSON.stringify(document['paths']), JSON.stringify(sure['paths'])];
    expect(text).toContain('#/components/headers/X-RateLimit-Limit-if-limited');
    expect(sureText).not.toContain('-if-limited');
  });

  it('declares what every row can refuse, each under the status that it has', () => {
    const rows = newSandbox().world.router.routes.filter(({ row }) => row.transport === undefined);
    for (const { row, template, method } of rows) {
      const found = operations.find(
        ([path, verb]) => path === template.replaceAll(/:(\w+)/g, '{$1}') && verb === method.toLowerCase(),
      );
      const responses = found?.[2].responses ?? {};
      for (const code of row.refusals) {
        const schema = JSON.stringify(responses[statusOf[code]]?.content['application/json']?.schema ?? {});
        expect(schema, `${template} ${code}`).toMatch(code === 'RATE_LIMIT' ? /RateLimit/ : new RegExp(code));
      }
    }
  });

  it('declares each parameter of a path, once, and no other', () => {
    for (const [path, , { parameters = [] }] of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(
        inPath,
      );
      const names = parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
      expect(new Set(names).size).toBe(names.length);
    }
  });

  it('has no reference without a target', () => {
    const refs = refsIn(document);
    expect(refs.length).toBeGreaterThan(50);
    for (const ref of refs) {
      let node: Json | undefined = document;
      for (const word of ref.slice(2).split('/')) node = (node as JsonObject | undefined)?.[word];
      expect(node, ref).toBeTypeOf('object');
    }
  });

  it('consists of valid JSON Schemas', () => {
    const ajv = new Ajv2020({ strict: false });
    ajv.addSchema(document, 'doc');
    const plain = operations.filter(([path]) => !path.endsWith('/mcp'));
    for (const [path, method, { responses, requestBody }] of plain) {
      const place = `doc#/paths/${pointer(path, method)}`;
      for (const status of Object.keys(responses)) {
        const schema = `${place}/responses/${status}/content/application~1json/schema`;
        expect(ajv.getSchema(schema), schema).toBeTypeOf('function');
        expect(ajv.validateSchema(responses[status]?.content['application/json']?.schema ?? {})).toBe(true);
      }
      if (requestBody === undefined) continue;
      expect(ajv.validateSchema(requestBody.content['application/json']?.schema ?? {})).toBe(true);
    }
  });

  it('says which operations need a key', () => {
    const security = Object.fromEntries(
      operations.map(([path, method, { security: who }]) => [`${method} ${path}`, who]),
    );
    expect(security['post /faucet/register']).toEqual([]);
    expect(security['post /faucet/claim']).toEqual([{ key: [] }]);
    expect(security['get /escrow/escrow/{id}']).toEqual([{ key: [] }]);
    const open = operationsOf(documentOf({ 'faucet.firstClaim': 'keyless' }));
    const claim = open.find(([path]) => path === '/faucet/claim')?.[2];
    expect(claim?.security).toEqual([{}, { key: [] }]);
  });

  it('follows the policies', () => {
    const document409 = JSON.stringify(documentOf());
    const document403 = JSON.stringify(documentOf({ 'errors.faucetClaimedStatus': '403' }));
    const claim = (text: string): string[] =>
      Object.keys((JSON.parse(text) as { paths: Paths }).paths['/faucet/claim']?.['post']?.responses ?? {});
    expect(claim(document409)).toContain('409');
    expect(claim(document409)).not.toContain('403');
    expect(claim(document403)).toContain('403');
  });

  it('is answered over HTTP, without counting against a limit', async () => {
    const { call } = await serving();
    const answer = await call('GET', '/openapi.json');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(JSON.parse(JSON.stringify(document)));
    expect(answer.headers['x-ratelimit-limit']).toBeUndefined();
  });
});

describe(`answers and the document (TEST_SEED=${testSeed})`, () => {
  const readings: readonly Record<string, string>[] = [
    {},
    { 'http.info': 'on' },
    { 'errors.rateLimitBody': 'literal', 'faucet.repeatClaim': 'rate-limit' },
    { 'errors.faucetClaimedStatus': '403', 'escrow.disputedName': 'frozen' },
  ];
  it.each(share('declaredReadings', readings))(
    'every real answer has a declared status and fits its schema, under %j',
    (policies) => {
      const sandbox = newSandbox({ seed: String(testSeed), policies });
      const document = sandbox.openapi();
      const ajv = new Ajv2020({ strict: false, allErrors: true });
      ajv.addSchema((policies['http.info'] === 'on' ? document : closed(document)) as object, 'doc');
      const walk = new Walk(String(testSeed));
      sandbox.addFault({
        kind: 'error',
        service: 'escrow',
        atMs: sandbox.nowMs,
        forMs: 1e9,
        rate: 0.05,
        effect: 'undone',
      });
      let checked = 0;
      const statuses = new Set<number>();
      for (let step = 0; step < 4000; step++) {
        // In the outage too time goes slowly, or it would be over before anybody met it.
        const isBurst = (step > 2900 && step < 3900) || (step >= 2000 && step < 2040);
        if (walk.rests() && !isBurst) sandbox.advance(sandbox.nowMs + walk.whileMs());
        if (step === 2000) {
          for (const service of ['faucet', 'escrow', 'casino']) {
            sandbox.addFault({ kind: 'outage', service, atMs: sandbox.nowMs, forMs: 3_600_000 });
          }
        }
        const request = isBurst && step > 3700 ? walk.nextOfFirst() : walk.next();
        const { response } = sandbox.dispatch(request);
        walk.saw(request, response);
        const route = sandbox.world.router.find(request.method, request.path)?.route;
        if (route === undefined) continue;
        const path = route.template.replaceAll(/:(\w+)/g, '{$1}');
        const place = pointer(path, request.method.toLowerCase());
        const key = `doc#/paths/${place}/responses/${response.status}/content/application~1json/schema`;
        const validate = ajv.getSchema(key);
        expect(validate, key).toBeTypeOf('function');
        const fits = validate?.(response.body);
        expect(fits === true ? [] : [key, response.body, validate?.errors]).toEqual([]);
        statuses.add(response.status);
        checked += 1;
      }
      expect(checked).toBeGreaterThan(3000);
      expect([...statuses]).toEqual(
        expect.arrayContaining([200, 201, 400, 401, 404, 409, 422, 429, 500, 503]),
      );
    },
  );
});
