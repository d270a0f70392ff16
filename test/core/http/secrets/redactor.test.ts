/** Secrets leave values, requests and responses by the names of their fields: what stays, what goes and who is told. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Request, Response } from '../../../../src/core/http/message.ts';
import { isReference, quotedTexts, Redactor } from '../../../../src/core/http/secrets/redact.ts';

const secretNames = ['token', 'api_key', 'Seed Phrase', 'private_key', 'idempotency-key'];
const plainNames = ['amount', 'client_seed', 'id', 'spin', 'constructor'];

const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)),
    fc.constantFrom('', '[redacted]', '${12:/api_key}', 'Bearer ${3:/a/b}'),
    fc.array(tie('tree'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...secretNames, ...plainNames), tie('tree'), { maxKeys: 4 }),
  ),
}));

/** What is removed, from the definition: a value below a secret's name, unless it says nothing or only refers to one. */
function cleaned(value: unknown, taken: [string, string][]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((part: unknown) => cleaned(part, taken));
  const parts = Object.entries(value).map(([name, part]: [string, unknown]) => {
    if (!secretNames.includes(name)) return [name, cleaned(part, taken)];
    if (part === null || part === '' || typeof part === 'boolean') return [name, part];
    if (typeof part === 'string' && isReference(part)) return [name, part];
    if (typeof part === 'string') taken.push([part, name]);
    return [name, '[redacted]'];
  });
  return Object.fromEntries(parts as [string, unknown][]);
}

const hasSecretName = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).some(
    ([name, part]) => (!Array.isArray(value) && secretNames.includes(name)) || hasSecretName(part),
  );

describe('a value', () => {
  it('loses what stands below the name of a secret, all of it and nothing else, and each text is told once', () => {
    fc.assert(
      fc.property(tree, (value) => {
        const told: [string, string][] = [];
        const expected: [string, string][] = [];
        const redactor = new Redactor({ onSecret: (text, name) => told.push([text, name]) });
        const clean = redactor.value(value);
        expect(clean).toEqual(cleaned(value, expected));
        expect(told).toEqual(expected);
        if (!hasSecretName(value)) expect(clean).toBe(value);
      }),
      { numRuns: 400 },
    );
  });

  it('loses the same as a text of JSON', () => {
    const redactor = new Redactor();
    const object = tree.filter((value) => typeof value === 'object' && value !== null);
    fc.assert(
      fc.property(object, (value) => {
        expect(JSON.parse(redactor.text(` ${JSON.stringify(value)}`))).toEqual(
          JSON.parse(JSON.stringify(redactor.value(value))),
        );
      }),
    );
  });

  it('loses what lies deeper than 40 levels, in objects and in lists', () => {
    const redactor = new Redactor();
    const nested = (levels: number, wrap: (inner: unknown) => unknown): unknown => {
      let value: unknown = wrap(1);
      for (let level = 0; level < levels; level += 1) value = wrap(value);
      return value;
    };
    for (const wrap of [(inner: unknown) => ({ a: inner }), (inner: unknown) => [inner]]) {
      const deepest = nested(40, wrap);
      expect(redactor.value(deepest)).toBe(deepest);
      expect(JSON.stringify(redactor.value(nested(41, wrap)))).toBe(
        JSON.stringify(deepest).replace('1', '"[redacted]"'),
      );
    }
  });

  it('loses the kinds that are asked for alone', () => {
    const value = { private_key: 'p', token: 't', 'idempotency-key': 'i', spin: 's' };
    const left = (kinds: ConstructorParameters<typeof Redactor>[0]): string[] =>
      Object.entries(new Redactor(kinds).value(value) as object).flatMap(([name, text]) =>
        text === '[redacted]' ? [] : [name],
      );
    expect(left({})).toEqual(['spin']);
    expect(left({ kinds: ['private-key'] })).toEqual(['token', 'idempotency-key', 'spin']);
    expect(left({ kinds: ['credential'] })).toEqual(['private_key', 'idempotency-key', 'spin']);
    expect(left({ kinds: ['repeat'] })).toEqual(['private_key', 'token', 'spin']);
    const redactor = new Redactor({ kinds: ['private-key'] });
    expect(secretNames.map((name) => redactor.isSecret(name))).toEqual([false, false, true, true, false]);
    expect(secretNames.map((name) => redactor.kindOf(name))).toEqual([
      'credential',
      'credential',
      'private-key',
      'private-key',
      'repeat',
    ]);
  });
});

describe('a reference', () => {
  it.each([
    '[redacted]',
    '${1:}',
    '${12:/api_key}',
    'Bearer ${12:/api_key}',
    `${'a'.repeat(16)} \${${'1'.repeat(16)}:/a}`,
  ])('is %s', (text) => {
    expect(isReference(text)).toBe(true);
  });

  it.each(['', 'x[redacted]', '[redacted]x', '${12}', '${:/a}', '$12:/a', 'x${12:/a}', '${12:/a}x', 'Bearer  ${12:/a}',
    '${12:/a{b}', '${12:/a}}', 'two words ${12:/a}', `${'a'.repeat(17)} \${1:/a}`, `\${${'1'.repeat(17)}:/a}`, '1 ${1:/a}'])(
    'is not %s',
    (text) => {
      expect(isReference(text)).toBe(false);
    },
  ); // prettier-ignore
});

describe('a message', () => {
  const redactor = new Redactor({ publicAt: (path) => new Set(path === '/assets' ? ['token'] : []) });
  const request: Request = {
    ip: '203.0.113.7',
    method: 'POST',
    path: '/x',
    query: { page: '1' },
    headers: { token: 'kept' },
    body: { a: 1 },
  };

  it('without a secret is the same object', () => {
    expect(redactor.request(request)).toBe(request);
    const raw = { ...request, rawBody: '{"a":1}' };
    expect(redactor.request(raw)).toBe(raw);
    const response: Response = { status: 200, headers: { token: 'kept' }, body: { a: [1] } };
    expect(redactor.response(response)).toBe(response);
  });

  it('loses secrets of its query, its body and its raw body, and keeps the rest', () => {
    const removed = '[redacted]';
    expect(redactor.request({ ...request, query: { token: 'x', page: '1' } })).toEqual({
      ...request,
      query: { token: removed, page: '1' },
    });
    expect(redactor.request({ ...request, body: { token: 'x', a: 1 } })).toEqual({
      ...request,
      body: { token: removed, a: 1 },
    });
    expect(redactor.request({ ...request, rawBody: 'a=1&token=x' })).toEqual({
      ...request,
      rawBody: `a=1&token=${removed}`,
    });
    expect(redactor.request({ ...request, rawBody: 'a=1', body: { token: 'x' } })).toEqual({
      ...request,
      rawBody: 'a=1',
      body: { token: removed },
    });
    const response: Response = { status: 201, headers: {}, body: { a: 1, mnemonic: 'x' } };
    expect(redactor.response(response)).toEqual({ ...response, body: { a: 1, mnemonic: removed } });
  });

  it('has the empty path where none is given', () => {
    const paths: string[] = [];
    const asked = new Redactor({ publicAt: (path) => (paths.push(path), new Set<string>()) });
    asked.value({ token: 'x' });
    asked.text('{"token":"x"}');
    asked.response({ status: 200, headers: {}, body: { token: 'x' } });
    expect(paths).toEqual(['', '', '']);
    expect(asked.value({ token: undefined })).toEqual({ token: undefined });
  });

  it('keeps what is public at its path', () => {
    const body = { token: 'USDC', api_key: 'x' };
    const clean = { token: 'USDC', api_key: '[redacted]' };
    const text = JSON.stringify(body);
    expect(redactor.request({ ...request, path: '/assets', query: body, body })).toMatchObject({
      query: clean,
      body: clean,
    });
    expect(redactor.response({ status: 200, headers: {}, body }, '/assets').body).toEqual(clean);
    expect(JSON.parse(redactor.text(text, '/assets'))).toEqual(clean);
    expect(redactor.request({ ...request, path: '/assets', rawBody: text }).rawBody).toBe(
      JSON.stringify(clean),
    );
    expect(redactor.response({ status: 200, headers: {}, body }).body).toEqual({
      token: '[redacted]',
      api_key: '[redacted]',
    });
  });
});

describe('a form', () => {
  it.each([
    ['token=', 'token='],
    ['=x', '=x'],
    ['a=1&token', 'a=1&token'],
    ['token=[redacted]', 'token=[redacted]'],
    ['token=Bearer+%24%7B1%3A%2Fa%7D', 'token=Bearer+%24%7B1%3A%2Fa%7D'],
    ['token=a=b', 'token=[redacted]'],
    ['a=1;token=x y=2', 'a=1;token=[redacted] y=2'],
    ['api+key=x', 'api+key=[redacted]'],
    ['a=1\ntoken=x\n', 'a=1\ntoken=[redacted]\n'],
    ['code=x&to=y', 'code=[redacted]&to=y'],
    ['a=1&tokens', 'a=1&tokens'],
    ['a%zz=1', 'a%zz=1'],
    ['token=%zz', 'token=[redacted]'],
  ])('%j becomes %j', (text, clean) => {
    expect(new Redactor().text(text)).toBe(clean);
  });

  it('tells the secret as it was meant', () => {
    const told: string[] = [];
    new Redactor({ onSecret: (text, name) => told.push(`${name}: ${text}`) }).text('a=1&api%20key=b%20c+d');
    expect(told).toEqual(['api key: b c d']);
  });
});

it('a text that is no JSON goes as a whole once a quoted part of it is the name of a secret', () => {
  const redactor = new Redactor();
  expect(redactor.text('  {"token": oops')).toBe('[redacted]');
  expect(redactor.text('["token", oops')).toBe('[redacted]');
  expect(redactor.text('{"amount": oops')).toBe('{"amount": oops');
  expect(redactor.text('"token": "x"')).toBe('"token": "x"');
  expect(redactor.text('{"a" : "token"}')).toBe('{"a" : "token"}');
  expect(quotedTexts(String.raw`"to\u006Ben\q" "\u00"`)).toEqual([String.raw`token\q`, String.raw`\u00`]);
});
