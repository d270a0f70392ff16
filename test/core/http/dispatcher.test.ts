/** One call through the dispatcher alone, with a service of one row: what is kept, what is added, and what is counted by what. */
import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { assert } from '../../../src/core/base/assert.ts';
import { Journal } from '../../../src/core/base/journal.ts';
import { Refusal, refuse } from '../../../src/core/base/refusal.ts';
import { Dispatcher, type ErrorFault } from '../../../src/core/http/dispatcher.ts';
import { newExchange } from '../../../src/core/http/exchange.ts';
import type { Request, Response } from '../../../src/core/http/message.ts';
import { binding, type Row } from '../../../src/core/http/route.ts';
import { Router } from '../../../src/core/http/router.ts';
import { resolvePolicies } from '../../../src/core/policy/policies.ts';

const nowMs = 1_772_345_700_000;
const plain = binding({ read: ({ body }) => body, write: (output: object) => ({ ...output }) });

const row: Row = {
  operation: 'make',
  about: 'Makes something',
  access: 'key',
  success: 201,
  limits: {},
  refusals: [],
  styles: { A: ['POST', '/make', plain], B: ['POST', '/make', plain] },
};

interface Stand {
  readonly policies?: Readonly<Record<string, string>>;
  readonly change?: Partial<Row>;
  readonly make?: () => unknown;
  readonly fault?: ErrorFault;
  readonly outageEndsAtMs?: number;
  /** False while no fault is active, whatever is planned. */
  readonly active?: boolean;
}

/** A world of one row, whose operation counts its calls. */
class OneRow {
  readonly exchange = newExchange();
  calls = 0;
  readonly #dispatcher: Dispatcher;

  constructor({ policies: overrides = {}, change = {}, make, fault, outageEndsAtMs, active }: Stand = {}) {
    const policies = resolvePolicies('published', overrides);
    assert(!(policies instanceof Refusal), 'a test names policies that exist');
    const operations = { make: () => make?.() ?? { n: ++this.calls } };
    const mount = { service: 'toy', prefixes: { A: '/a', B: '/b' }, rows: [{ ...row, ...change }], operations };
    this.#dispatcher = new Dispatcher({
      router: new Router([mount], policies),
      keys: { find: (key) => (/^\d$/.test(key ?? '') ? { number: Number(key), tier: 'free' } : undefined) },
      policies,
      journal: new Journal(),
      interruptions: {
        active: active ?? (fault !== undefined || outageEndsAtMs !== undefined),
        outageEndsAtMs: () => outageEndsAtMs,
        errorFault: () => fault ?? 'none',
      },
      nowMs: () => nowMs,
    });
  } // prettier-ignore

  send(change: Partial<Request> = {}, headers: Readonly<Record<string, string>> = {}): Response {
    const request = { method: 'POST', path: '/b/make', query: {}, body: {}, ip: '10.0.0.1', ...change } as const;
    return this.#dispatcher.dispatch({ ...request, headers: { authorization: '1', ...headers } }, this.exchange);
  } // prettier-ignore
}

const keyed = { 'idempotency-key': 'k' };
const noKey = { authorization: undefined as unknown as string };

describe('an Idempotency-Key', () => {
  it('repeats the answer, and the exchange says so; without one each call runs', () => {
    const one = new OneRow();
    expect([one.send({}, keyed).body, one.exchange.replayed]).toEqual([{ n: 1 }, false]);
    expect([one.send({}, keyed).body, one.exchange.replayed]).toEqual([{ n: 1 }, true]);
    expect([one.send().body, one.exchange.replayed]).toEqual([{ n: 2 }, false]);
  });

  it('means nothing where policy says so', () => {
    const one = new OneRow({ policies: { 'http.idempotency': 'none' } });
    expect([one.send({}, keyed).body, one.send({}, keyed).body]).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('belongs to one account and one route, and to one body', () => {
    const one = new OneRow();
    const answers = [one.send({}, keyed), one.send({}, { ...keyed, authorization: '2' }), one.send({ path: '/a/make' }, keyed)];
    expect(answers.map(({ body }) => body)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
    const other = one.send({ body: { a: 1 } }, keyed);
    expect([other.status, other.body['code'], one.exchange.code]).toEqual([409, 'CONFLICT', 'CONFLICT']);
    expect(one.calls).toBe(3);
  }); // prettier-ignore

  it('of a call without an account belongs to its address', () => {
    const one = new OneRow({ change: { access: 'none' } });
    const from = (ip: string) => one.send({ ip }, { ...keyed, ...noKey }).body;
    expect([from('10.0.0.1'), from('10.0.0.2'), from('10.0.0.1')]).toEqual([{ n: 1 }, { n: 2 }, { n: 1 }]);
  }); // prettier-ignore

  it.each(['RATE_LIMIT', 'UNAUTHORIZED', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'] as const)('does not keep %s, which may be over soon', (code) => {
    let calls = 0;
    const one = new OneRow({ make: () => (calls++ === 0 ? refuse(code, 'not now') : { done: calls }) });
    expect(one.send({}, keyed).body['code']).toBe(code);
    expect(one.send({}, keyed).body).toEqual({ done: 2 });
  }); // prettier-ignore

  it.each(['CONFLICT', 'INSUFFICIENT_BALANCE', 'NOT_FOUND'] as const)('keeps %s', (code) => {
    let calls = 0;
    const one = new OneRow({ make: () => (calls++ === 0 ? refuse(code, 'no') : { done: calls }) });
    const [first, again] = [one.send({}, keyed), one.send({}, keyed)];
    expect([again.status, again.body, calls]).toEqual([first.status, { error: 'no', code }, 1]);
  });

  it.each<[string, string, object]>([
    ['omit', 'repeats the answer without its secret', { n: 1 }],
    ['rerun', 'runs again, and repeats nothing', { n: 1, secret: 's2' }],
  ])('(%s) %s', (is, _what, again) => {
    let count = 0;
    const one = new OneRow({
      change: { secret: { field: 'secret', withheldWhen: { policy: 'http.info', is: is === 'omit' ? 'off' : 'on' } } },
      make: () => ({ n: 1, secret: `s${++count}` }),
    });
    expect(one.send({}, keyed).body).toEqual({ n: 1, secret: 's1' });
    expect(one.send({}, keyed).body).toEqual(again);
  }); // prettier-ignore

  it('keeps the whole answer where a row with a secret answers without one', () => {
    const secret = { field: 'secret', withheldWhen: { policy: 'http.info', is: 'on' } } as const;
    const one = new OneRow({ change: { secret } });
    expect([one.send({}, keyed).body, one.send({}, keyed).body]).toEqual([{ n: 1 }, { n: 1 }]);
  });
});

describe('an answer', () => {
  it('tells of its service where policy says so, a refusal too', () => {
    const one = new OneRow({ policies: { 'http.info': 'on' } });
    expect(one.send().body).toMatchObject({ n: 1, _info: { service: 'toy', docs: 'https://docs.example.invalid/toy', version: '1.0.0' } });
    expect(one.send({ path: '/none' }).body).toMatchObject({ code: 'NOT_FOUND', _info: { service: 'platform' } });
    expect(new OneRow().send().body).toEqual({ n: 1 });
  }); // prettier-ignore

  it('has the methods of its path where policy says so, and none of another path', () => {
    const one = new OneRow({ policies: { 'errors.unknownMethod': '405' } });
    const { status, headers, body } = one.send({ method: 'GET' });
    expect([status, headers['allow'], body['code']]).toEqual([405, 'POST', 'NOT_FOUND']);
    expect(one.send({ method: 'GET', path: '/none' }).status).toBe(404);
    const refusing = new OneRow({
      policies: { 'errors.unknownMethod': '405' },
      make: () => refuse('NOT_FOUND', 'no such thing'),
    });
    expect(refusing.send().status).toBe(404);
  });

  it('says what the exchange is to know', () => {
    const one = new OneRow();
    one.send();
    expect([one.exchange.route?.template, one.exchange.principal?.number, one.exchange.code]).toEqual(['/b/make', 1, undefined]);
    one.send({ path: '/none' });
    expect([one.exchange.route, one.exchange.code]).toEqual([undefined, 'NOT_FOUND']);
  }); // prettier-ignore
});

describe('a key', () => {
  const open = { policy: 'http.info', is: 'off' } as const;
  it.each<[string, Row['access'], number[]]>([
    ['wherever it is asked for', 'key', [201, 401, 401]],
    ['where it may be left out, but not be a wrong one', { keyUnless: open }, [201, 201, 401]],
    ['where policy does not open the call', { keyUnless: { ...open, is: 'on' } }, [201, 401, 401]],
    ['nowhere else', 'none', [201, 201, 201]],
  ])('matters %s', (_where, access, statuses) => {
    const one = new OneRow({ change: { access } });
    const sent = [{}, noKey, { authorization: 'unknown' }].map((headers) => one.send({}, headers));
    expect(sent.map(({ status }) => status)).toEqual(statuses);
    expect(one.calls).toBe(statuses.filter((status) => status === 201).length);
  });
});

describe('a request is checked', () => {
  const checked = binding({
    body: Type.Object({ a: Type.Integer() }),
    query: Type.Object({ q: Type.Optional(Type.Literal('1')) }),
    params: Type.Object({ id: Type.String({ pattern: '^x' }) }),
    explain: (body) => ((body as { a?: unknown }).a === 'why' ? 'because' : undefined),
    read: ({ params, query, body }) => (params['id'] === 'xx' ? refuse('BAD_REQUEST', 'not this') : { id: params['id'], query, body }),
    write: () => ({ done: true }),
  }); // prettier-ignore
  const change = { styles: { B: ['POST', '/make/:id', checked], A: ['GET', '/make/:id', binding({ read: ({ body }) => [body], write: () => ({}) })] } } as const; // prettier-ignore

  it.each<[string, Partial<Request>, string]>([
    ['no JSON', { rawBody: '{' }, 'the body is no valid JSON of type application/json'],
    ['a wrong body', { body: { a: 'x' }, path: '/b/make/y', query: { q: '2' } }, 'a must be integer'],
    ['a wrong body that has a reason', { body: { a: 'why' } }, 'because'],
    ['a wrong path', { path: '/b/make/y', query: { q: '2' } }, 'id must match pattern "^x"'],
    ['a wrong query', { query: { q: '2' } }, 'q must be equal to constant'],
    ['no body', { body: {} }, "body must have required property 'a'"],
    ['what its binding refuses', { path: '/b/make/xx' }, 'not this'],
  ])('%s is refused before the operation, and no key keeps it', (_what, request, error) => {
    const one = new OneRow({ change });
    const sent = { path: '/b/make/x', body: { a: 1 } };
    const { status, body } = one.send({ ...sent, ...request }, keyed);
    expect([status, body, one.calls]).toEqual([400, { error, code: 'BAD_REQUEST' }, 0]);
    expect([one.send(sent, keyed).status, one.calls]).toEqual([201, 1]);
  });

  it('by the name of the part that lacks something', () => {
    const needing = binding({
      query: Type.Object({ q: Type.String() }),
      read: () => ({}),
      write: () => ({}),
    });
    const one = new OneRow({ change: { styles: { B: ['GET', '/make', needing] } } });
    expect(one.send({ method: 'GET' }).body['error']).toBe("query must have required property 'q'");
  });

  it('without a look at the body of a GET', () => {
    const one = new OneRow({ change });
    expect(one.send({ method: 'GET', path: '/a/make/y', rawBody: '{' }).status).toBe(201);
  });
});

describe('a fault', () => {
  it.each<[ErrorFault, number, object]>([
    ['before', 0, { calls: 0 }],
    ['after', 1, { calls: 1 }],
    ['undone', 1, { calls: 1 }],
  ])('%s the effect is a 500', (fault, calls) => {
    const one = new OneRow({ fault });
    const { status, body } = one.send({}, keyed);
    expect([status, body, one.calls]).toEqual([500, { error: 'internal error', code: 'INTERNAL_ERROR' }, calls]);
  }); // prettier-ignore

  it('that is not active is none', () => {
    expect(new OneRow({ fault: 'before', active: false }).send().status).toBe(201);
    expect(new OneRow({ outageEndsAtMs: nowMs + 1, active: false }).send().status).toBe(201);
  });

  it('of a whole service says when it ends', () => {
    const { status, headers, body } = new OneRow({ outageEndsAtMs: nowMs + 2_500 }).send();
    expect([status, headers['retry-after'], body['error']]).toEqual([503, 3, 'the service is temporarily offline']);
  }); // prettier-ignore
});

describe('a request is counted', () => {
  const left = ({ headers }: Response): unknown => headers['x-ratelimit-remaining'];

  it('for the address that policy names', () => {
    const asked = (policies: Record<string, string>, ...forwarded: string[]) => {
      const one = new OneRow({ policies, change: { access: 'none' } });
      return forwarded.map((each) => left(one.send({}, { ...noKey, 'x-forwarded-for': each })));
    };
    expect(asked({ 'limits.ipSource': 'connection' }, '1.1.1.1', '2.2.2.2')).toEqual([49, 48]);
    expect(asked({ 'limits.ipSource': 'forwarded' }, '1.1.1.1', ' 1.1.1.1 , 3.3.3.3', '2.2.2.2', '', ' ')).toEqual([49, 48, 49, 49, 48]);
  }); // prettier-ignore

  it('in the bucket that its body names, in style B alone; an unreadable body is in that of an empty one', () => {
    const table = { name: 'rows', perMinute: 9, burstPer10s: 5, perDay: 1_000, line: 'a test' };
    const limits = { row: table, bucketOf: (body: Readonly<Record<string, unknown>>) => (typeof body['of'] === 'string' ? body['of'] : 'none') };
    const one = new OneRow({ change: { limits } });
    const sent = (change: Partial<Request>) => left(one.send(change));
    expect([sent({ body: { of: 'x' } }), sent({ body: { of: 'y' } }), sent({ body: { of: 'x' } })]).toEqual([4, 4, 3]);
    expect([sent({ body: {} }), sent({ rawBody: '{' }), sent({ rawBody: '[]' })]).toEqual([4, 3, 2]);
    const other = new OneRow({ change: { limits } });
    const inStyleA = (of: string) => left(other.send({ path: '/a/make', body: { of } }));
    expect([inStyleA('x'), inStyleA('y')]).toEqual([49, 48]);
  }); // prettier-ignore
});
