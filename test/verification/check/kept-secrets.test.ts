/** What a check reads in the trace of a run: no secret in any spelling, and everything that only resembles one. */
import { describe, expect, it } from 'vitest';
import type { BoundRoute } from '../../../src/core/http/bound-route.ts';
import type { Request } from '../../../src/core/http/message.ts';
import { KeptSecrets } from '../../../src/verification/check/kept-secrets.ts';
import { sentBody } from '../../../src/verification/check/sent-body.ts';

const request = (parts: Partial<Request>): Request => ({
  method: 'POST', path: '/escrow/escrow', query: {}, headers: {}, body: undefined, ip: '10.0.0.1', ...parts,
}); // prettier-ignore

/** What is said of a request whose answer is empty. */
function said(
  parts: Partial<Request>,
  answer = {},
  status = 200,
  { secrets = new KeptSecrets(0), route }: { secrets?: KeptSecrets; route?: BoundRoute } = {},
): string | undefined {
  const exchange = { route, principal: undefined, replayed: false, code: undefined };
  const response = { status, headers: {}, body: answer };
  return secrets.answered({ event: 1, atMs: 0, request: request(parts), response, exchange });
}

describe('the trace of a run', () => {
  it('keeps no value under the name of a secret', () => {
    expect(said({ body: { password: 'hush:5e c2/e7+123', note: 'open:5e c2/e7+456' } })).toBeUndefined();
  });

  it.each([
    'hush:5e c2/e7+123',
    'HUSH:5E C2/E7+123',
    'hush%3A5e%20c2%2Fe7%2B123',
    String.raw`\u0068ush:5e c2/e7+123`,
  ])('tells %s under another name', (value) =>
    expect(said({ body: { note: value } })).toMatch(/^a trace tells/),
  );
});

it('a refusal does not repeat the key of a wallet that was sent', () => {
  const key = '1ab42cc412b618bdea3a599e3c9bae199ebf030895b039e9db1e30dafb12b7';
  const saidOf = (error: string, status: number) =>
    said({ body: { private_key: key } }, { error, code: 'BAD_REQUEST' }, status);
  expect(saidOf(`${key} is no key`, 400)).toBe('a refusal repeats the private_key that was sent');
  expect(saidOf('private_key is no key of base', 400)).toBeUndefined();
  expect(said({ query: { view_key: key } }, { error: key }, 400)).toMatch('view_key');
});

describe('what was sent', () => {
  it.each([
    ['{"a": 1}', undefined, { body: { a: 1 }, isRaw: false }],
    ['', undefined, { body: undefined, isRaw: false }],
    ['{"a": 1}', 'application/merge-patch+json; charset=utf-8', { body: { a: 1 }, isRaw: false }],
    ['{"a": 1}', 'text/plain', { body: undefined, isRaw: true }],
    ['[{}]', undefined, { body: undefined, isRaw: true }],
    ['{"a": 1', undefined, { body: undefined, isRaw: true }],
  ])('%s as %s', (rawBody, type, wanted) => {
    const headers = type === undefined ? {} : { 'content-type': type };
    expect(sentBody(request({ rawBody, headers }))).toEqual(wanted);
  });
});

describe('a secret that was sent', () => {
  const fields = ['api_key', 'private_key', 'view_key', 'spend_key', 'mnemonic'];
  const long = 'abcdefghijkl';

  it.each(fields)('as %s is hidden, wherever it stands', (field) => {
    const secrets = new KeptSecrets(0);
    expect(said({ body: { [field]: long } }, {}, 200, { secrets })).toBeUndefined();
    expect(said({ body: { note: `is ${long}` } }, {}, 200, { secrets })).toBeUndefined();
    expect(said({}, { [field]: long })).toBeUndefined();
    expect(said({}, { [field]: '[redacted]' })).toBeUndefined();
  });

  it.each([
    ['that is short', { mnemonic: long.slice(1), note: long.slice(1) }],
    ['under another name', { word: long, note: long }],
    ['that is no text', { mnemonic: [1_234_567_890_123], note: '1234567890123' }],
  ])('%s is none', (_, body) => expect(said({ body })).toBeUndefined());

  it.each([
    [long, 400, 'a refusal repeats the mnemonic that was sent'],
    [long.slice(1), 400, undefined],
    [long, 399, 'a trace hides error, which is no secret'],
  ])('%s is not repeated in an answer of %s', (mnemonic, status, wanted) =>
    expect(said({ body: { mnemonic } }, { error: mnemonic }, status)).toBe(wanted),
  );

  it('is read from the exchange before its record, once', () => {
    const secrets = new KeptSecrets(0);
    const body = { mnemonic: long };
    secrets.onRawExchange(request({ body }), { status: 400, headers: {}, body: { error: long } });
    expect(said({}, {}, 200, { secrets })).toBe('a refusal repeats the mnemonic that was sent');
    expect(said({}, {}, 200, { secrets })).toBeUndefined();
  });
});

describe('what is no secret', () => {
  const open = 'open:5e c2/e7+456';

  it.each([
    [{ body: { password: open } }, `a trace hides "${open}", which is no secret`],
    [
      { body: { note: open, password: 'open:5e c2/e7+7' } },
      'a trace hides "open:5e c2/e7+7", which is no secret',
    ],
    [{ body: { note: open } }, undefined],
    [{ body: { password: open }, rawBody: '{}' }, undefined],
    [{ query: { password: open } }, `a trace hides "${open}", which is no secret`],
  ])('is shown of the request %j', (parts, wanted) => expect(said(parts)).toBe(wanted));

  const list = { row: { transport: 'mcp' }, binding: {}, template: '/mcp' } as unknown as BoundRoute;

  it('is shown of an answer', () => {
    expect(said({}, { note: '[redacted]' })).toBe('a trace hides note, which is no secret');
    expect(said({}, { a: '[redacted] too', mnemonic: '[redacted]' })).toBeUndefined();
    expect(said({}, { mnemonic: '[redacted]', b: '[redacted]' })).toBe('a trace hides b, which is no secret');
    expect(said({}, { note: '[redacted]' }, 200, { route: list })).toBeUndefined();
  });
});
