/** A call of a tool is one call of REST, and its result is that call's answer. */
import { describe, expect, it } from 'vitest';
import type { Case } from '../../../src/verification/oracle/case.ts';
import type { AuditedExchange, Body } from '../../../src/verification/oracle/exchange.ts';
import { checkToolCall } from '../../../src/verification/oracle/facts/tool-calls.ts';

const message = {
  jsonrpc: '2.0',
  id: 7,
  method: 'tools/call',
  params: { name: 'escrow_dispute', arguments: { id: 'esc_1', reason: 'late' } },
};
const rest = { escrow_id: 'esc_1', status: 'disputed' };
const made = {
  method: 'POST',
  route: '/escrow/escrow/:id/dispute',
  params: { id: 'esc_1' },
  query: {},
  body: { reason: 'late' },
  status: 200,
  answer: rest,
} as unknown as AuditedExchange;
const result = {
  content: [{ type: 'text', text: JSON.stringify(rest) }],
  structuredContent: rest,
  isError: false,
};
const answer: Body = { jsonrpc: '2.0', id: 7, result };

/** What is wrong with a call. */
function wrong(
  parts: { exchange?: object; answer?: Body; status?: number; changed?: string[] } = {},
): string[] {
  const found: string[] = [];
  const breaks = (_: string, text: string): number => found.push(text);
  const file = { setting: { changed: parts.changed ?? [], policies: {} }, breaks } as unknown as Case;
  const exchange = { ...made, ...parts.exchange };
  checkToolCall(file, { message, status: parts.status ?? 200, answer: parts.answer ?? answer, exchange });
  return found;
}

describe('a call of a tool', () => {
  it('holds where everything fits, and under another reading nothing is said', () => {
    expect(wrong()).toEqual([]);
    expect(wrong({ answer: {}, changed: ['mcp.tools'] })).toEqual([]);
  });

  it.each([
    ['another method', { exchange: { method: 'GET' } }],
    ['another call', { exchange: { route: '/escrow/escrow/:id/refund' } }],
    ['another record', { exchange: { params: { id: 'esc_2' } } }],
    ['a field that is lost', { exchange: { body: {} } }],
    ['another status', { status: 201 }],
    ['another id', { answer: { ...answer, id: 8 } }],
    ['an error', { answer: { ...answer, result: { ...result, isError: true } } }],
    ['other text', { answer: { ...answer, result: { ...result, content: [] } } }],
    ['no structure', { answer: { ...answer, result: { ...result, structuredContent: {} } } }],
    ['a refusal that is reported as a success', { exchange: { status: 409 } }],
    ['a limit that is reported as a result', { exchange: { status: 429 } }],
  ])('breaks with %s', (_, parts) => expect(wrong(parts)).toHaveLength(1));
});
