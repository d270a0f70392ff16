/**
 * Calls of tools over MCP: each is one call of REST, with the same fields, and its result is that call's answer (MCP03, gaps A9, S18).
 */
import { reads, type Case } from '../case.ts';
import type { AuditedExchange, Body } from '../exchange.ts';

/** A message that was sent to an MCP endpoint, what came back, and the REST call that was made of it. */
export interface CalledTool {
  readonly message: Body;
  readonly status: number;
  readonly answer: Body;
  readonly exchange: AuditedExchange;
}

/** By tool, the REST call that it stands for; the endpoints are those of style B, except where style A alone has one. */
const calls: Readonly<Record<string, string>> = {
  faucet_register: 'POST /faucet/register',
  faucet_claim: 'POST /faucet/claim',
  faucet_status: 'GET /faucet/status',
  agent_get: 'GET /faucet/api/v1/agents/:id',
  escrow_create: 'POST /escrow/escrow',
  escrow_get: 'GET /escrow/escrow/:id',
  escrow_list: 'GET /escrow/escrows',
  escrow_release: 'POST /escrow/escrow/:id/release',
  escrow_refund: 'POST /escrow/escrow/:id/refund',
  escrow_dispute: 'POST /escrow/escrow/:id/dispute',
};

const objectIn = (value: unknown): Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Body) : {};

/** Limits of the rows of the faucet and of the escrow that no tier has (LIM40, LIM43). */
const rowLimits: readonly unknown[] = [10, 60, 80];

/** Checks `limit-headers`: under one reading a call of a tool counts against the tier alone (gap L26). */
function checkQuota(file: Case, { answerHeaders }: AuditedExchange): void {
  if (!reads(file, 'limits.mcp', 'tier')) return;
  const limit = answerHeaders['x-ratelimit-limit'];
  if (rowLimits.includes(limit))
    file.breaks('limit-headers', `a call of a tool shows the limit of a row, ${String(limit)}`);
}

/** Checks `styles-agree` for a call of a tool. */
export function checkToolCall(file: Case, call: CalledTool): void {
  const { message, exchange } = call;
  checkQuota(file, exchange);
  const input = objectIn(message['params']);
  const known = calls[String(input['name'])];
  if (known === undefined || file.setting.changed.some((name) => name.startsWith('mcp.'))) return;
  const seen = [
    ...sentDifferences(exchange, known, objectIn(input['arguments'])),
    ...answerDifferences(call),
  ];
  const [first] = seen;
  if (first !== undefined) file.breaks('styles-agree', `the tool ${String(input['name'])}: ${first}`);
}

/** The fields go into the path, the query of a GET, or the body. */
function* sentDifferences(exchange: AuditedExchange, known: string, input: Body): Iterable<string> {
  const { method, params, query, body = {} } = exchange;
  const [wantedMethod = '', template = ''] = known.split(' ');
  const { id, ...rest } = input;
  const hasId = template.includes(':id');
  const fields = hasId ? rest : input;
  // A path without its parameter leads nowhere.
  const isNowhere = hasId && (typeof id !== 'string' || id === '');
  if (method !== wantedMethod) yield `it is sent as ${method}; expected ${known}`;
  if (isNowhere) return;
  if (pathOf(exchange.route) !== pathOf(template)) yield `it calls ${exchange.route}; expected ${template}`;
  if (hasId && Object.values(params)[0] !== id)
    yield `it is about ${Object.values(params).join()}; expected ${String(id)}`;
  const [seen, wanted] = method === 'GET' ? [query, inText(fields)] : [body, fields];
  for (const [name, value] of Object.entries(wanted))
    if (JSON.stringify(seen[name]) !== JSON.stringify(value) && (method !== 'GET' || queries.includes(name)))
      yield `${name} is sent as ${JSON.stringify(seen[name])}; expected ${JSON.stringify(value)}`;
}

/** Parameters of the lists that are tools. */
const queries: readonly string[] = ['limit', 'page', 'role', 'status'];

const pathOf = (template: string): string => template.replaceAll(/:\w+/g, ':');

const inText = (fields: Body): Body =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );

function* answerDifferences({ message, status, answer, exchange }: CalledTool): Iterable<string> {
  const isOfPlatform = exchange.status === 401 || exchange.status === 429 || exchange.status >= 500;
  const wantedStatus = isOfPlatform ? exchange.status : 200;
  if (status !== wantedStatus) yield `it is answered ${status}; expected ${wantedStatus}`;
  const text = JSON.stringify(exchange.answer);
  if (isOfPlatform) {
    if (JSON.stringify(answer) !== text) yield `its answer is not that of the call`;
    return;
  }
  const isError = exchange.status >= 400;
  const result = objectIn(answer['result']);
  const content = [{ type: 'text', text }];
  const fields: readonly (readonly [string, unknown, unknown])[] = [
    ['jsonrpc', answer['jsonrpc'], '2.0'],
    ['id', answer['id'], message['id']],
    ['isError', result['isError'], isError],
    ['content', JSON.stringify(result['content']), JSON.stringify(content)],
    ['structuredContent', JSON.stringify(result['structuredContent']), isError ? undefined : text],
  ];
  for (const [name, seen, wanted] of fields)
    if (seen !== wanted) yield `${name} is ${String(seen)}; expected ${String(wanted)}`;
}
