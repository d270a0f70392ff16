/** Calls of the sandbox, and calls that are none. */
import type { Move } from '../move.ts';

/** Reads of the control API, tier changes, and malformed requests, which must be refused. */
export const controlMoves: readonly Move[] = [
  {
    name: 'control',
    weight: 1,
    make: (model, draw) =>
      draw.pick([
        () => ({ do: `GET ${draw.pick(['/_sim/clock', '/_sim/ledger', '/_sim/policy', '/_sim/digest'])}` }),
        () => ({
          do: 'POST /_sim/tier',
          body: {
            api_key: draw.chance(80) ? (model.one(draw, 'agent')?.reference ?? 'x') : 'x',
            tier: draw.pick(['pro', 'enterprise', 'gold']),
          },
        }),
      ])(),
  },
  {
    name: 'malformed',
    weight: 2,
    make: (_, draw) =>
      draw.pick([
        () => ({ do: 'GET /nowhere' }),
        () => ({ do: 'POST /escrow/escrow', raw: '{"amount": 1,' }),
        () => ({ do: 'POST /faucet/claim', headers: { authorization: 'Bearer sk_live_wrong' } }),
        () => ({
          do: draw.pick([
            'GET /faucet/status',
            'GET /escrow/escrows',
            'GET /api/trading-api/orders',
            'GET /casino/api/v1/auth/balance',
          ]),
          by: 'nobody',
        }),
      ])(),
  },
];
