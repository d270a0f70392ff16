/** Messages of the MCP endpoints that are no calls of tools, as JSON-RPC 2.0 and the tool lists have them (MCP03, gap S18). */
import { objects, type Case } from '../case.ts';
import type { AuditedExchange, Body } from '../exchange.ts';

const tools: Readonly<Record<string, readonly string[]>> = {
  faucet: ['faucet_register', 'faucet_claim', 'faucet_status', 'agent_get'],
  escrow: ['escrow_create', 'escrow_release', 'escrow_refund', 'escrow_dispute', 'escrow_get', 'escrow_list'],
};

/** The codes of JSON-RPC 2.0: no request, no such method, wrong parameters. */
const [notRequest, noMethod, wrongInput] = [-32_600, -32_601, -32_602];

/** Checks `answers-fixed` for successful messages. */
export function checkToolMessage(file: Case, exchange: AuditedExchange): void {
  const { operation, service, answer, body = {} } = exchange;
  if (operation !== 'message') return;
  const isRequest =
    body['jsonrpc'] === '2.0' && (typeof body['id'] === 'string' || Number.isInteger(body['id']));
  const fields = [
    { name: 'jsonrpc', seen: answer['jsonrpc'], wanted: '2.0' },
    { name: 'id', seen: answer['id'], wanted: isRequest ? body['id'] : null },
    {
      name: 'error',
      seen: (answer['error'] as Body | undefined)?.['code'],
      wanted: errorOf(body, isRequest),
    },
  ];
  const isOtherList = file.setting.changed.some((name) => name.startsWith('mcp.'));
  if (isRequest && body['method'] === 'tools/list' && !isOtherList) {
    const listed = objects((answer['result'] ?? {}) as Body, 'tools').map((tool) => String(tool['name']));
    const missing = (tools[service] ?? []).filter((tool) => !listed.includes(tool)).join();
    fields.push({ name: 'tools that are not listed', seen: missing, wanted: '' });
  }
  for (const { name, seen, wanted } of fields)
    if (seen !== wanted)
      file.breaks(
        'answers-fixed',
        `${service}/message: ${name} is ${String(seen)}; expected ${String(wanted)}`,
      );
}

function errorOf({ method }: Body, isRequest: boolean): number | undefined {
  if (!isRequest) return notRequest;
  if (method === 'tools/list') return undefined;
  return method === 'tools/call' ? wrongInput : noMethod;
}
