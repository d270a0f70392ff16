/** Calls of the escrow service. */
import type { Move, Walk } from '../walk.ts';

const amounts = ['0.5', 0.25, '1.234567', 0.1, '0.05', -1, 'x', '500', 3] as const;

export function escrowMoves(walk: Walk): Move[] {
  const reason = { reason: 'late' };
  return [
    () => [
      'POST',
      '/escrow/escrow',
      { receiver: walk.agent(), amount: walk.pick(amounts), expires_in: 36_000 },
    ],
    () => ['POST', '/escrow/escrow', { receiver: walk.agent(), amount: '0.2', conditions: { a: [1, null] } }],
    () => ['POST', '/escrow/escrow', { receiver: `0x${'a'.repeat(40)}`, amount: 1, referrer: walk.agent() }],
    () => [
      'POST',
      '/escrow/api/v1/escrow/create',
      { buyer: walk.actor(), seller: walk.agent(), amount: walk.pick(amounts) },
    ],
    () => [
      'POST',
      '/escrow/api/v1/escrow/create',
      { buyer: walk.actor(), seller: walk.agent(), amount: 1, memo: 'm' },
    ],
    () => ['POST', `/escrow/escrow/${walk.known('escrow')}/release`, undefined],
    () => ['POST', '/escrow/api/v1/escrow/release', { escrow_id: walk.known('escrow') }],
    () => ['POST', `/escrow/escrow/${walk.known('escrow')}/refund`, undefined],
    () => ['POST', `/escrow/escrow/${walk.known('escrow')}/dispute`, reason],
    () => [
      'POST',
      '/escrow/api/v1/escrow/dispute',
      { escrow_id: walk.known('escrow'), ...reason, evidence: 'e' },
    ],
    () => ['GET', `/escrow/escrow/${walk.known('escrow')}`, undefined],
    () => ['GET', `/escrow/api/v1/escrow/${walk.known('escrow')}`, undefined],
    () => ['GET', `/escrow/escrows?limit=${walk.integer(5)}&role=all`, undefined],
    () => ['GET', '/escrow/escrows?status=locked', undefined],
    () => ['GET', '/escrow/api/v1/escrow/list', undefined],
  ];
}
