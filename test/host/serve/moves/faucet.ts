/** Calls of the faucet. */
import type { JsonObject } from '../../../../src/core/http/message.ts';
import type { Move, Walk } from '../walk.ts';

export function faucetMoves(walk: Walk): Move[] {
  const newcomer = (): JsonObject => ({
    agent_id: `agent-${walk.integer(40)}`,
    ...(walk.chance(0.4) ? { referrer: walk.agent() } : {}),
  });
  const framework = (): JsonObject => ({ metadata: { framework: walk.pick(['alpha', 'beta']) } });
  return [
    () => ['POST', '/faucet/register', { ...newcomer(), ...framework() }],
    () => ['POST', '/faucet/api/v1/agents/register', newcomer()],
    () => ['POST', '/faucet/register', { agent_id: walk.chance(0.5) ? 'no such id!' : 5 }],
    () => ['POST', '/faucet/claim', walk.chance(0.5) ? undefined : {}],
    () => ['POST', '/faucet/api/v1/faucet/claim', undefined],
    () => ['GET', '/faucet/status', undefined],
    () => ['GET', '/faucet/api/v1/faucet/status', undefined],
    () => ['GET', `/faucet/api/v1/agents/${walk.agent()}`, undefined],
    () => ['GET', '/faucet/agents', undefined],
    () => ['GET', '/faucet/referrals', undefined],
  ];
}
