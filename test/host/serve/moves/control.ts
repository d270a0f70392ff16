/** Control calls, and paths that lead nowhere. */
import type { Move, Walk } from '../walk.ts';

export function controlMoves(walk: Walk): Move[] {
  return [
    () => ['GET', '/_sim/clock', undefined],
    () => ['GET', '/_sim/ledger', undefined],
    () => ['GET', '/_sim/policy', undefined],
    () => ['GET', '/_sim/digest', undefined],
    () => ['POST', '/_sim/tier', { api_key: walk.anyKey() ?? '', tier: 'pro' }],
    () => ['DELETE', '/escrow/escrow', undefined],
    () => ['GET', '/nowhere', undefined],
  ];
}
