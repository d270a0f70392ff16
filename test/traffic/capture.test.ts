/** What a trace keeps of requests and answers: references instead of ids, and no secrets. */
import { describe, expect, it } from 'vitest';
import { newExchange } from '../../src/http/exchange.ts';
import type { JsonObject, Request } from '../../src/http/message.ts';
import { Capture } from '../../src/traffic/trace/capture.ts';

const key = `sk_live_${'a'.repeat(32)}`;
const escrow = `esc_${'b'.repeat(16)}`;
const address = `0x${'c'.repeat(40)}`;

function captured(...calls: [Partial<Request>, JsonObject][]) {
  const capture = new Capture({ startMs: 1000, behaviourOf: (agent) => `behaviour ${agent}` });
  const base: Request = {
    method: 'POST',
    path: '/',
    query: {},
    headers: {},
    body: undefined,
    ip: '10.0.0.1',
  };
  return calls.map(([request, body]) =>
    capture.record({
      event: 0,
      atMs: 1500,
      request: { ...base, agent: 3, ...request },
      response: { status: 200, headers: {}, body },
      exchange: newExchange(),
    }),
  );
}

describe('a captured request', () => {
  it('refers to the answer that gave out its key, and keeps the key nowhere', () => {
    const records = captured(
      [{ path: '/register' }, { api_key: key }],
      [{ headers: { authorization: `Bearer ${key}` } }, {}],
    );
    expect(records[0]?.answer.body).toEqual({ api_key: '[redacted]' });
    expect(records[1]?.request.headers).toEqual({ authorization: 'Bearer ${0:/api_key}' });
    expect(JSON.stringify(records)).not.toContain(key);
  });

  it('refers to ids in paths, queries and bodies, however deep the answer held them', () => {
    const [, second] = captured(
      [{}, { escrows: [{ escrow_id: escrow }] }],
      [{ path: `/escrow/${escrow}/release`, query: { id: escrow }, body: { list: [{ it: escrow }] } }, {}],
    );
    expect(second?.request).toMatchObject({
      path: '/escrow/${0:/escrows/0/escrow_id}/release',
      query: { id: '${0:/escrows/0/escrow_id}' },
      body: { list: [{ it: '${0:/escrows/0/escrow_id}' }] },
    });
  });

  it('names the first answer that gave a value out, and later answers refer to it', () => {
    const [, second, third] = captured(
      [{}, { escrow_id: escrow }],
      [{}, { escrow_id: escrow }],
      [{ path: `/${escrow}` }, {}],
    );
    expect(second?.answer.body).toEqual({ escrow_id: '${0:/escrow_id}' });
    expect(third?.request.path).toBe('/${0:/escrow_id}');
  });

  it('keeps what the client made up, even where an answer says it back', () => {
    const [first, second] = captured(
      [{ body: { to: address } }, { to: address }],
      [{ path: `/${address}` }, {}],
    );
    expect(first?.request.body).toEqual({ to: address });
    expect(second?.request.path).toBe(`/${address}`);
  });

  it('keeps no secret that a client brought along', () => {
    const records = captured([
      {
        headers: { authorization: `Bearer ${key}` },
        body: { private_key: 'deadbeef', nested: { mnemonic: 'one two three' } },
        rawBody: `{"k": "${key}"`,
      },
      {},
    ]);
    expect(JSON.stringify(records)).not.toMatch(/deadbeef|one two|aaaa/);
  });

  it('tells a literal "${" from a reference', () => {
    const [first] = captured([{ body: { note: 'costs ${0:/x}' } }, {}]);
    expect(first?.request.body).toEqual({ note: 'costs $${0:/x}' });
  });
});
