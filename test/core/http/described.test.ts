/** What the published document says of the fields that every service shares: each has a form, and a text that says what is expected. */
import type { TSchema } from 'typebox';
import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { mcpRows } from '../../../src/core/http/mcp/endpoint.ts';
import { pageAnswer, pageQuery } from '../../../src/core/http/paging.ts';
import { validatorOf } from '../../../src/core/http/schema.ts';
import * as wire from '../../../src/core/http/wire.ts';
import { usdcFrom } from '../../../src/core/http/wire.ts';

const { UsdcText, UsdcNumber, InstantSent, InstantText, TxHash, Address, ListLimit } = wire;
const shared: Readonly<Record<string, TSchema>> = {
  UsdcText, UsdcNumber, InstantSent, InstantText, TxHash, Address, ListLimit, amount: usdcFrom(1),
  limit: pageQuery.limit, page: pageQuery.page, total: pageAnswer.total,
}; // prettier-ignore

/** Every schema within a schema, with its place. */
function parts(schema: unknown, place: string): [string, TSchema][] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {}, items, anyOf = [] } = schema as { properties?: object; items?: unknown; anyOf?: unknown[] };
  return [
    [place, schema],
    ...Object.entries(properties).flatMap(([name, part]) => parts(part, `${place}.${name}`)),
    ...parts(items, `${place}[]`),
    ...anyOf.flatMap((part, index) => parts(part, `${place}|${index}`)),
  ];
} // prettier-ignore

describe('a field that services share', () => {
  it.each(Object.entries(shared))('%s says what is expected', (_name, schema) => {
    expect((schema as { description?: string }).description).toMatch(/\w{3}/);
  });

  it('of a query is text of digits, left out or from 1', () => {
    const accepts = validatorOf(Type.Object({ ...pageQuery }));
    expect([{}, { limit: '1' }, { page: '007', limit: '100' }].filter((query) => !accepts(query))).toEqual([]);
    const wrong = ['0', '00', '', '-1', '1.5', '1e3', ' 1', '1 ', 'x', '1234567890', 1];
    for (const name of ['limit', 'page']) expect(wrong.filter((text) => accepts({ [name]: text }))).toEqual([]);
  }); // prettier-ignore

  it('of an answer counts rows from none, and pages from 1', () => {
    const accepts = validatorOf(Type.Object({ ...pageAnswer }));
    expect([[0, 1], [9, 9]].filter(([total, page]) => !accepts({ total, page }))).toEqual([]);
    expect([[-1, 1], [0, 0], [0.5, 1], [1, 1.5], ['1', 1], [1, undefined], [undefined, 1]].filter(([total, page]) => accepts({ total, page }))).toEqual([]);
  }); // prettier-ignore

  it('of an instant that is sent has any offset, and an end', () => {
    const accepts = validatorOf(InstantSent);
    const right = ['2026-01-31T23:59:59Z', '2026-01-31T23:59:59.123456789+01:00'];
    expect(right.filter((text) => !accepts(text))).toEqual([]);
    const long = `2026-01-31T23:59:59.${'0'.repeat(64)}Z`;
    expect(['', 'now', '2026-01-31', '2026-13-01T00:00:00Z', long, 7].filter((text) => accepts(text))).toEqual([]);
  }); // prettier-ignore

  it('of any form is an object of whatever it holds', () => {
    const accepts = validatorOf(wire.FreeForm);
    expect([{}, { a: null, b: [{ c: 1 }] }].filter((value) => !accepts(value))).toEqual([]);
    expect([[], 'a', 1, null].filter((value) => accepts(value))).toEqual([]);
  });
});

describe('the routes of the Model Context Protocol', () => {
  it.each(mcpRows.map((row) => [row.operation, row] as const))('%s says what it does, and of each field what it is', (_operation, row) => {
    expect(row.about).toMatch(/\w+ \w+/);
    expect([row.transport, row.access, row.success, Object.keys(row.styles)]).toEqual(['mcp', 'key', 200, ['A']]);
    const [method, path, { body }] = row.styles.A!;
    expect([row.operation, path]).toEqual([method === 'POST' ? 'message' : 'stream', '/mcp']);
    for (const [place, schema] of parts(body, 'body')) expect((schema as { description?: string }).description, place).toMatch(/\w{3}/);
    expect(row.refusals).toEqual(['RATE_LIMIT', 'UNAUTHORIZED', method === 'POST' ? 'BAD_REQUEST' : 'NOT_FOUND']);
  }); // prettier-ignore

  it('takes any message: what is wrong with one, the protocol says', () => {
    const message = mcpRows.find(({ operation }) => operation === 'message')?.styles.A?.[2];
    const accepts = validatorOf(message?.body ?? Type.Never());
    expect([{}, { jsonrpc: 1, id: [], method: {}, params: 7 }, { other: 1 }].filter((value) => !accepts(value))).toEqual([]);
    const answered = validatorOf(message?.answer ?? Type.Never());
    expect([{ jsonrpc: '2.0', id: 1 }, { jsonrpc: '1.0' }, {}].map((value) => answered(value))).toEqual([true, false, false]);
    const body = { method: 'tools/list' };
    expect(message?.read({ body } as never)).toBe(body);
    const stream = mcpRows.find(({ operation }) => operation === 'stream')?.styles.A?.[2];
    expect([stream?.read({ body } as never), stream?.write({ a: 1 }, undefined as never)]).toEqual([undefined, { a: 1 }]);
  }); // prettier-ignore
});
