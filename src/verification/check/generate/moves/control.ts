/** Calls of the sandbox, and calls that are none. */
import type { Draw } from '../draw.ts';
import type { ModelState, OperationDraft } from '../model-state.ts';
import { outside, type Move } from '../move.ts';

/** An address with its checksum, and one that is nearly it. */
const funded = ['0x9858EfFD232B4033E47d90003D41EC34EcaEda94', outside] as const;

type Fields = Readonly<Record<string, readonly unknown[]>>;

/** By call, its fields with values at the edges of their forms and beside them; the first ones are right. */
const fields: Readonly<Record<string, Fields>> = {
  tier: {
    tier: ['pro', 'enterprise', 'free', 'gold', 'Pro', '', 7, null],
    at_once: [true, false, 'true', 1, null],
    api_key: ['x', '', 7, null, ['x']],
  },
  deposit: {
    amount: [1, '2.50', 0.000001, '0.000001', 0, '0', 0.0000001, '0.0000001', '1.2345678', -1, '1e1', 8_589_934_592, '01', null],
    chain: ['base', 'ethereum', 'solana', 'tron', 'bitcoin', 'monero', 'polygon', 'Base', 7],
    address: [outside, 'x', 7, null],
    api_key: ['x', '', 7, null],
  },
  'chain/fund': {
    amount: ['1', 0.5, '0.000001', '0.0000001', '0.0000000000000000001', 0, '0', -1, '1e1', '01', '.5', '1.', 1e31, 1e30, null],
    chain: ['base', 'ethereum', 'polygon', 'arbitrum', 'monero', 'bitcoin', 'optimism', 'Base', 7],
    address: [...funded, 'x', 'a'.repeat(129), 7, null],
    asset: ['native', 'usdc', 'USDC', 'ETH', 7, null],
  },
}; // prettier-ignore

const needed: Readonly<Record<string, (key: string, draw: Draw) => Readonly<Record<string, unknown>>>> = {
  tier: (key, draw) => ({ api_key: key, tier: draw.pick(['pro', 'enterprise']) }),
  deposit: (key, draw) => ({ api_key: key, amount: draw.pick([1, '1.5']) }),
  'chain/fund': (_, draw) => ({ chain: draw.pick(['base', 'ethereum', 'polygon', 'arbitrum']), address: draw.pick(funded), amount: draw.pick(['1', 0.5]) }),
}; // prettier-ignore

/** A call of the right form with up to two of its fields changed, added, or left out, or with a key that it has not. */
function steered(model: ModelState, draw: Draw): OperationDraft {
  const call = draw.pick(Object.keys(fields));
  const of = fields[call] ?? {};
  let body = needed[call]?.(model.one(draw, 'agent')?.reference ?? 'x', draw) ?? {};
  for (let count = draw.pick([0, 1, 1, 1, 2]); count > 0; count -= 1) {
    const field = draw.pick(Object.keys(of));
    const { [field]: left, ...others } = body;
    const isLeftOut = left !== undefined && draw.chance(15);
    body = isLeftOut ? others : { ...body, [field]: draw.pick(of[field] ?? []) };
  }
  const extra = draw.chance(10) ? { unknown: draw.pick([1, 'x', null, {}]) } : {};
  return { do: `POST /_sim/${call}`, body: { ...body, ...extra } };
}

/** Reads of the control API, tier changes, and malformed requests, which must be refused. */
export const controlMoves: readonly Move[] = [
  {
    name: 'control',
    weight: 2,
    make: (model, draw) =>
      draw.pick([
        () => ({
          do: `GET ${draw.pick(['/_sim/clock', '/_sim/ledger', '/_sim/policy', '/_sim/digest', '/_sim/chain/books'])}`,
        }),
        () => steered(model, draw),
        () => steered(model, draw),
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
