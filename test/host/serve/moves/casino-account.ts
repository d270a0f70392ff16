/** Calls of the casino's account: deposits and the referral programme. */
import type { Move, Walk } from '../walk.ts';

const chains = ['base', 'ethereum', 'solana', 'tron', 'bitcoin', 'dogecoin'] as const;

export function casinoAccountMoves(walk: Walk): Move[] {
  const api = '/casino/api/v1';
  return [
    () => ['POST', `${api}/auth/deposit-address`, { chain: walk.pick(chains) ?? 'base' }],
    () => ['POST', `${api}/auth/deposit-address`, undefined],
    () => ['GET', `${api}/auth/supported-chains`, undefined],
    () => ['GET', `${api}/auth/deposits`, undefined],
    () => ['GET', `${api}/auth/referral/code`, undefined],
    () => ['GET', `${api}/auth/referral/stats`, undefined],
    () => ['GET', `${api}/gossip`, undefined],
    () => ['POST', `${api}/auth/register`, { referral_code: walk.known('agent') ?? 'ref_0' }],
    () => [
      'POST',
      '/_sim/deposit',
      { api_key: walk.anyKey() ?? '', amount: walk.pick(['1.50', 0.000001, -1]), chain: walk.pick(chains) },
    ],
    () => ['POST', '/_sim/deposit', { address: walk.known('deposit-address') ?? 'nobody', amount: 2 }],
  ];
}
