/** What one small scene shows under each option of the policies about MCP. */
import type { PolicyName, PolicyValue } from '../../../src/core/policy/policies.ts';
import { open, type Member, type Reply } from '../../conformance/harness.ts';
import type { Scene } from './scene.ts';

type McpPolicy = Extract<PolicyName, 'mcp.tools' | 'limits.mcp'>;

const ask = (member: Member, service: string, method: string, params: object = {}): Reply =>
  member.post(`/${service}/mcp`, { jsonrpc: '2.0', id: 1, method, params });

export const mcpScenes: { [Name in McpPolicy]: Scene<PolicyValue<Name>> } = {
  'mcp.tools': {
    play: (overrides) => {
      const alice = open(overrides).joinB('alice');
      const { tools } = ask(alice, 'escrow', 'tools/list').body['result'] as unknown as {
        tools: { name: string }[];
      };
      return tools.map(({ name }) => name).filter((name) => !name.endsWith('_list'));
    },
    shows: {
      operations: ['escrow_create', 'escrow_release', 'escrow_refund', 'escrow_dispute', 'escrow_get'],
      styles: [
        'escrow_create_a',
        'escrow_create_b',
        'escrow_release_a',
        'escrow_release_b',
        'escrow_refund_b',
        'escrow_dispute_a',
        'escrow_dispute_b',
        'escrow_list_a',
        'escrow_list_b',
        'escrow_get_a',
        'escrow_get_b',
      ],
    },
  },
  'limits.mcp': {
    play: (overrides) => {
      const alice = open(overrides).joinB('alice');
      const call = (): number =>
        ask(alice, 'faucet', 'tools/call', { name: 'faucet_status', arguments: {} }).status;
      // The faucet's own row admits 10 a minute, the tier 50 in 10 seconds; messages that call nothing count there too.
      ask(alice, 'faucet', 'tools/list');
      const statuses = Array.from({ length: 60 }, call);
      return statuses.filter((status) => status === 200).length;
    },
    shows: { call: 10, tier: 49 },
  },
};
