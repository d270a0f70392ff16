/**
 * Holds the tools that an MCP endpoint lists against the calls of REST that they stand for: the documented forms as input, the declared
 * fields as output (MCP03, gap A9).
 */
import type { Body } from '../oracle/exchange.ts';
import { undeclared } from './published.ts';
import { unlikeForms } from './published-forms.ts';

/** By tool, the call that it stands for; `id` where that has a part of its path, `isQuery` where its fields go into a query. */
const calls: Readonly<
  Record<string, { readonly call: string; readonly id?: true; readonly isQuery?: true }>
> = {
  faucet_register: { call: 'faucet/B/register' },
  faucet_claim: { call: 'faucet/B/claimDaily' },
  faucet_status: { call: 'faucet/B/status' },
  agent_get: { call: 'faucet/A/agentDetail', id: true },
  faucet_agents: { call: 'faucet/B/publicAgents' },
  faucet_referrals: { call: 'faucet/B/referrals', isQuery: true },
  escrow_create: { call: 'escrow/B/create' },
  escrow_get: { call: 'escrow/B/detail', id: true },
  escrow_list: { call: 'escrow/B/list', isQuery: true },
  escrow_release: { call: 'escrow/B/release', id: true },
  escrow_refund: { call: 'escrow/B/refund', id: true },
  escrow_dispute: { call: 'escrow/B/dispute', id: true },
};

/** What is wrong with the first tool that is not published as its call is; undefined for none. Under the default of `mcp.tools`. */
export function publishedToolsMistake(tools: readonly Body[]): string | undefined {
  for (const tool of tools) {
    const name = String(tool['name']);
    const wrong = toolMistake(name, tool);
    if (wrong !== undefined) return `the tool ${name}: ${wrong}`;
  }
  return undefined;
}

function toolMistake(name: string, { description, inputSchema, outputSchema }: Body): string | undefined {
  const known = calls[name];
  if (typeof description !== 'string' || description === '') return 'it has no description';
  if (known === undefined) return undefined;
  const { call, id = false, isQuery = false } = known;
  const input = inputSchema as { properties?: Body; required?: readonly string[] };
  if (id && !(input.required ?? []).includes('id')) return 'its input does not need an id';
  if (id && input.properties?.['id'] === undefined) return 'its input has no id';
  const form = { ...input, required: (input.required ?? []).filter((field) => !(id && field === 'id')) };
  return undeclared(call, outputSchema as object) ?? unlikeForms(form, call, isQuery);
}
