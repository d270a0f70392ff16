/** Calls over MCP: of every tool, of none, and other messages. */
import type { Draw } from '../draw.ts';
import type { ModelState, OperationDraft } from '../model-state.ts';

/** The same calls through the tools of the faucet and of the escrow (MCP03, gap S18). */
export function tools(model: ModelState, draw: Draw): readonly OperationDraft[] {
  const id = (): string | number => draw.pick<string | number>([1, 'q', 0]);
  const isByStyle = draw.chance(35);
  if (isByStyle) model.policies['mcp.tools'] = 'styles';
  const named = (name: string): string => (isByStyle ? `${name}_${draw.pick(['a', 'b'])}` : name);
  const call = (service: string, name: string, input: object): OperationDraft => ({
    do: `POST /${service}/mcp`,
    body: { jsonrpc: '2.0', id: id(), method: 'tools/call', params: { name: named(name), arguments: input } },
  });
  const listed = (): OperationDraft => ({
    do: `POST /${draw.pick(['faucet', 'escrow'])}/mcp`,
    body: { jsonrpc: '2.0', id: id(), method: 'tools/list' },
  });
  const escrow = model.one(draw, 'escrow')?.reference ?? 'esc_none';
  const own = [
    () => call('faucet', 'faucet_status', {}),
    () => call('faucet', 'faucet_claim', {}),
    () => call('faucet', 'faucet_register', { agent_id: draw.pick(['erin', 'no such id!', 'alice']) }),
    () => call('faucet', 'agent_get', { id: model.person(draw) }),
    () => call('escrow', 'escrow_create', { amount: draw.pick([0.1, 0.5, 0.05]), receiver: model.person(draw) }),
    () => call('escrow', 'escrow_get', { id: escrow }),
    () => call('escrow', 'escrow_list', draw.pick([{ limit: 1 }, { limit: '2', page: 1 }, { role: 'sender' }, { status: 'locked', role: 'all' }, { limit: 0 }])),
    () => call('escrow', 'escrow_create', { amount: '0.25', receiver: model.person(draw), expires_in: 3600, description: 'a tool' }),
    () => call('escrow', 'escrow_release', { id: escrow }),
    () => call('escrow', 'escrow_refund', { id: escrow }),
    () => call('escrow', 'escrow_dispute', { id: escrow, reason: 'late' }),
    () => call('escrow', 'no_tool', {}),
    (): OperationDraft => ({ do: 'POST /faucet/mcp', body: { jsonrpc: '2.0', id: id(), method: 'ping' } }),
    listed, listed,
    (): OperationDraft => ({ do: 'POST /escrow/mcp', body: draw.pick([{ id: 1, method: 'tools/list' }, { jsonrpc: '2.0', method: 'tools/list' }, {}]) }),
    (): OperationDraft => ({ do: 'GET /faucet/mcp' }),
    () => ({ ...draw.pick([listed(), call('faucet', 'faucet_status', {}), call('escrow', 'escrow_list', {})]), headers: { authorization: draw.pick(['Bearer none', 'none']) } }),
  ]; // prettier-ignore
  return Array.from({ length: 8 }, () => draw.pick<() => OperationDraft>(own)());
}
