/**
 * Calls about a thing by an agent that has a certain relation to it: its owner, the other party, a former holder, a stranger, an
 * agent without a key. Right after it its owner looks at it, so that what the call has changed is seen.
 */
import type { Draw } from '../draw.ts';
import type { Move } from '../move.ts';
import type { Made, ModelState, OperationDraft } from '../model-state.ts';

/** What can be done to a thing of a kind, and how its owner sees it; each takes the reference to its id. */
interface Handling {
  /** Prefix of the moves that make such things, as in the subjects of scenarios. */
  readonly subject: string;
  readonly acts: readonly ((id: string, draw: Draw) => OperationDraft)[];
  readonly look: (id: string) => OperationDraft;
}

const casino = '/casino/api/v1';
const post = (path: string, body?: object): OperationDraft => ({
  do: `POST ${path}`,
  ...(body === undefined ? {} : { body }),
});

/** By the kind of thing. */
const handlings: Readonly<Record<string, Handling>> = {
  escrow: {
    subject: 'escrow',
    acts: [
      (id) => post(`/escrow/escrow/${id}/release`),
      (id) => post('/escrow/api/v1/escrow/release', { escrow_id: id }),
      (id) => post(`/escrow/escrow/${id}/refund`),
      (id) => post(`/escrow/escrow/${id}/dispute`, { reason: 'late' }),
      (id) => post('/escrow/api/v1/escrow/dispute', { escrow_id: id, reason: 'late' }),
      (id) => ({ do: `GET /escrow/escrow/${id}` }),
    ],
    look: (id) => ({ do: `GET /escrow/escrow/${id}` }),
  },
  domain: {
    subject: 'domains',
    acts: [
      (id, draw) => post('/api/domains-api/renew', { domain: id, years: draw.pick([1, 9, 10]) }),
      (id, draw) => post('/api/domains-api/transfer', { domain: id, to: draw.pick(['alice', 'bob']) }),
      (id, draw) => post('/api/domains-api/transfer', { domain: id, to: draw.pick(['alice', 'bob']), price: 0.01 }),
      (id) => post('/domains/api/v1/dns', { domain: id, type: 'A', name: '@', value: '10.0.0.2' }),
      (id) => post('/api/domains-api/register', { domain: id }),
      (id) => ({ do: `GET /api/domains-api/lookup/${id}` }),
    ],
    look: () => ({ do: 'GET /api/domains-api/domains' }),
  },
  resting: {
    subject: 'trading',
    acts: [
      (id) => ({ do: `DELETE /api/trading-api/order/${id}` }),
      (id) => post(`/trading/api/v1/orders/${id}/cancel`),
    ],
    look: () => ({ do: 'GET /api/trading-api/orders' }),
  },
  order: {
    subject: 'trading',
    acts: [
      (id) => ({ do: `DELETE /api/trading-api/order/${id}` }),
      (id) => post(`/trading/api/v1/orders/${id}/cancel`),
    ],
    look: () => ({ do: 'GET /api/trading-api/portfolio' }),
  },
  challenge: {
    subject: 'casino/c',
    acts: [
      (id) => post(`${casino}/challenges/${id}/accept`),
      (id) => post(`${casino}/challenges/${id}/decline`),
    ],
    look: () => ({ do: `GET ${casino}/challenges` }),
  },
  tournament: {
    subject: 'casino/t',
    acts: [
      (id) => post(`${casino}/tournaments/${id}/enter`),
      (id) => post(`${casino}/tournaments/${id}/play`, { amount: 0.01, side: 'heads' }),
      (id) => ({ do: `GET ${casino}/tournaments/${id}` }),
    ],
    look: (id) => ({ do: `GET ${casino}/tournaments/${id}` }),
  },
  bet: {
    subject: 'casino/bet',
    acts: [
      (id) => post(`${casino}/fairness/verify`, { bet_id: id }),
      (id) => ({ do: `GET ${casino}/fairness/audit/${id}` }),
      (id) => ({ do: `GET ${casino}/games/provably-fair/${id}` }),
    ],
    look: () => ({ do: `GET ${casino}/stats/me` }),
  },
  transaction: {
    subject: 'wallet',
    acts: [(id) => ({ do: `GET /api/wallet-api/tx/${id}` })],
    look: () => ({ do: 'GET /api/wallet-api/transactions' }),
  },
  swap: {
    subject: 'wallet',
    acts: [(id) => ({ do: `GET /wallet/v1/wallet/swap/status/${id}` })],
    look: (id) => ({ do: `GET /wallet/v1/wallet/swap/status/${id}` }),
  },
}; // prettier-ignore

/** Who an agent is to a thing. `erin` never has a key unless a register gives her one. */
const actors: readonly ((made: Made, model: ModelState, draw: Draw) => string | undefined)[] = [
  ({ by }) => by,
  ({ other }) => other,
  ({ by, other }, { registered }, draw) => {
    const strangers = registered.filter((agent) => agent !== by && agent !== other);
    return strangers.length === 0 ? undefined : draw.pick(strangers);
  },
  // Who made the first thing of the kind may have given it away since.
  ({ kind }, model) => model.first(kind)?.by,
  () => 'erin',
];

function moveOf(kind: string, { subject, acts, look }: Handling): Move {
  return {
    name: `${subject}/${kind}ByAnyone`,
    weight: 2,
    make: (model, draw) => {
      const made = model.one(draw, kind);
      const by = made === undefined ? undefined : draw.pick(actors)(made, model, draw);
      if (made === undefined || by === undefined) return undefined;
      const act = draw.pick(acts)(made.reference, draw);
      if (model.planned.length === 0)
        model.planned.push({ make: () => ({ call: look(made.reference), by: made.by }) });
      return { ...act, by };
    },
  };
}

/** A move for each kind of thing. */
export const relationMoves: readonly Move[] = Object.entries(handlings).map(([kind, handling]) =>
  moveOf(kind, handling),
);
