/** Calls of tools, each with its answer and others: what is said of each. */
import type { Body } from '../../../../src/verification/oracle/exchange.ts';
import { checkToolCall } from '../../../../src/verification/oracle/facts/tool-calls.ts';
import { describeKept } from '../../../kept-digests.ts';
import { keptOf, type Asked, type FactSubject } from './altered-calls.ts';

/** A tool, its call and what it is given; the exchange is the call, beside a message that stays. */
const tools = [
  ['faucet_register', 'POST /faucet/register'], ['faucet_claim', 'POST /faucet/claim'], ['faucet_status', 'GET /faucet/status'], ['agent_get', 'GET /faucet/api/v1/agents/:id'],
  ['escrow_create', 'POST /escrow/escrow'], ['escrow_get', 'GET /escrow/escrow/:id'], ['escrow_list', 'GET /escrow/escrows'], ['escrow_release', 'POST /escrow/escrow/:id/release'],
  ['escrow_refund', 'POST /escrow/escrow/:id/refund'], ['escrow_dispute', 'POST /escrow/escrow/:id/dispute'], ['none', 'POST /none'],
] as const; // prettier-ignore
const given = [{ id: 'esc_1', reason: 'late', limit: 5 }, { status: 'open', role: 'all', page: '2', limit: 7, other: 1 }, { id: '' }, { id: 7 }, null, ['x'], 'x']; // prettier-ignore
const toolOf = (name: string, input: unknown): FactSubject['fact'] => (file) => (exchange) => {
  const message = { id: 7, params: input === 'x' ? input : { name, arguments: input } };
  const { headers, ...rest } = exchange;
  const whole: unknown = headers['whole'];
  checkToolCall(file, { message, status: Number(headers['status'] ?? 200), answer: whole as Body, exchange: rest as never });
}; // prettier-ignore
const toolCalls = (call: string, input: unknown): readonly Asked[] => {
  const [method = '', route = ''] = call.split(' ');
  const sent = Object(input) as Body;
  const { id, ...rest } = sent;
  const answer = { escrow_id: 'esc_1' };
  const fields = route.includes(':id') ? rest : sent;
  const query = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
  const request = { method, route, params: { id: String(id) }, ...(method === 'GET' ? { query } : { body: fields }), answerHeaders: { 'x-ratelimit-limit': 60 } };
  const structured = { structuredContent: answer };
  const wholeOf = (isError: boolean): unknown => ({ jsonrpc: '2.0', id: 7, result: { content: [{ type: 'text', text: JSON.stringify(answer) }], isError, ...(isError ? {} : structured) } });
  return [200, 399, 400, 401, 402, 429, 499, 500, 503].flatMap((status): Asked[] =>
    [wholeOf(status >= 400), answer].flatMap((whole) => [200, status].map((outer): Asked => ['escrow/B/other', { ...request, answer, status, headers: { whole, status: outer } as never }])),
  );
}; // prettier-ignore
const limits = [10, 60, 80, 100, '60'].map((limit): readonly Asked[] => [
  ['escrow/B/other', { answerHeaders: { 'x-ratelimit-limit': limit }, headers: { whole: {} } as never }],
]);
const mcp = [{}, { 'limits.mcp': 'tier' }, { 'mcp.tools': 'x' }, { 'x.mcp.y': 'x' }];

describeKept(new URL('tools.json', import.meta.url), [
  ...tools.flatMap(([name, call]) => (/dispute|list/.test(name) ? given : given.slice(0, 2)).flatMap((input, index) => keptOf({ name: `${name} ${index}`, fact: toolOf(name, input), rows: [toolCalls(call, input)], isWhole: true }))),
  ...keptOf({ name: 'limits of tools', fact: toolOf('faucet_status', {}), rows: limits, policies: mcp, isWhole: true }),
]); // prettier-ignore
