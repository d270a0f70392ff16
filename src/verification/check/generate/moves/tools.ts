/** Calls over MCP: of every tool, of none, and other messages. */
import type { Draw } from '../draw.ts';
import type { ModelState, OperationDraft } from '../model-state.ts';
import type { CallSeries, SeriesCall } from './series.ts';
import { about } from './tours.ts';

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
    (): OperationDraft => ({ do: `GET /${draw.pick(['faucet', 'escrow'])}/mcp` }),
    () => ({ ...draw.pick([listed(), call('faucet', 'faucet_status', {}), call('escrow', 'escrow_list', {})]), headers: { authorization: draw.pick(['Bearer none', 'none']) } }),
  ]; // prettier-ignore
  return Array.from({ length: 8 }, () => draw.pick<() => OperationDraft>(own)());
}

/** An account and escrows through the tools alone, each with what is seen of it beside them. */
export const toolTour: CallSeries = (model, draw, person) => {
  const other = draw.pick(model.registered.filter((each) => each !== person).concat(person).slice(0, 3));
  const use = (service: string, name: string, input: object, by = person): OperationDraft => ({
    do: `POST /${service}/mcp`,
    by,
    body: { jsonrpc: '2.0', id: draw.integer(1000), method: 'tools/call', params: { name, arguments: input } },
  });
  const create = (): OperationDraft => ({
    ...use('escrow', 'escrow_create', { amount: draw.pick([0.1, '0.25', 1.5]), receiver: other, ...draw.pick([{}, { expires_in: 60 }, { description: 'by a tool', referrer: person }]) }),
    makes: { kind: 'escrow', field: 'result/structuredContent/escrow_id', other },
  });
  const of = (name: string, by = person, more: object = {}): SeriesCall => about('escrow', (id) => use('escrow', name, { id, ...more }, by));
  const newcomer = `tool-${model.operations.length}`;
  const asked = draw.pick([{}, { role: 'sender' }, { role: 'receiver' }, { status: 'released' }, { status: 'locked' }, { limit: 2, page: 1 }]);
  const ends = [
    of('escrow_release'),
    of('escrow_refund', draw.pick([person, other])),
    of('escrow_dispute', draw.pick([person, other]), draw.pick([{ reason: 'late' }, { reason: 'late', evidence: 'a photo' }])),
  ];
  return [
    use('faucet', 'faucet_register', { agent_id: newcomer, ...draw.pick([{}, { referrer: person }]) }, newcomer),
    use('faucet', 'faucet_status', {}, newcomer), use('faucet', 'faucet_claim', {}, newcomer), use('faucet', 'agent_get', { id: newcomer }),
    ...ends.flatMap((end) => [create(), of('escrow_get', other), end, of('escrow_get'), use('escrow', 'escrow_list', asked, draw.pick([person, other]))]),
    { do: 'GET /escrow/escrows' }, { do: `GET /casino/api/v1/auth/ledger` },
  ];
}; // prettier-ignore
