/** Calls of the escrow. */
import { hourMs } from '../../../../core/base/time.ts';
import type { Draw } from '../draw.ts';
import { amounts, anyPage, fair, misspelt, outside, type Move } from '../move.ts';
import { people, type ModelState, type OperationDraft } from '../model-state.ts';

const expiries = [60, 61, 3600, 86_400, 86_400, 2_592_000, 59, 2_592_001, 1.5] as const;

function create(model: ModelState, draw: Draw): OperationDraft {
  const valid = draw.chance(20) ? 10 : draw.pick(fair);
  const amount = draw.chance(80) ? valid : draw.pick(amounts);
  const other = model.person(draw);
  if (draw.chance(25)) {
    return {
      do: 'POST /escrow/api/v1/escrow/create',
      body: { buyer: model.person(draw), seller: other, amount, currency: 'USDC' },
      makes: { kind: 'escrow', field: 'escrow_id', other, dueMs: [model.atMs + 24 * hourMs] },
    };
  }
  const seconds = draw.chance(50) ? undefined : draw.pick(expiries);
  return {
    do: 'POST /escrow/escrow',
    body: {
      receiver: draw.chance(85)
        ? other
        : draw.pick([outside, misspelt, 'nobody', model.latest('address')?.reference ?? other]),
      amount,
      ...(seconds === undefined ? {} : { expires_in: seconds }),
      ...(draw.chance(40) ? { referrer: draw.pick([...people, 'nobody']) } : {}),
      ...(draw.chance(10) ? { description: 'for work', conditions: { done: true } } : {}),
    },
    makes: { kind: 'escrow', field: 'escrow_id', other, dueMs: [model.atMs + (seconds ?? 86_400) * 1000] },
  };
}

/** Mostly by its sender, sometimes by its receiver, seldom by another agent. */
function about(
  model: ModelState,
  draw: Draw,
  act: (id: string) => OperationDraft,
): OperationDraft | undefined {
  const escrow = model.one(draw, 'escrow');
  if (escrow === undefined && draw.chance(80)) return undefined;
  const other = draw.chance(60) ? (escrow?.other ?? model.person(draw)) : model.person(draw);
  const by = draw.chance(65) ? escrow?.by : other;
  return {
    ...act(draw.chance(95) ? (escrow?.reference ?? 'esc_none') : 'esc_none'),
    ...(by === undefined ? {} : { by }),
  };
}

const dispute = (model: ModelState, draw: Draw): OperationDraft | undefined => {
  const call = about(model, draw, (id) =>
    draw.chance(50)
      ? { do: `POST /escrow/escrow/${id}/dispute`, body: { reason: draw.chance(95) ? 'late' : '' } }
      : {
          do: 'POST /escrow/api/v1/escrow/dispute',
          body: { escrow_id: id, reason: 'late', evidence: 'hash' },
        },
  );
  if (call === undefined) return undefined;
  return { ...call, makes: { kind: 'dispute', field: 'escrow_id', dueMs: [model.atMs + 48 * hourMs] } };
};

/** Calls choose an escrow that exists, in either style, mostly by one of its parties. */
export const escrowMoves: readonly Move[] = [
  { name: 'escrow/create', weight: 12, make: create },
  {
    name: 'escrow/release',
    weight: 7,
    make: (model, draw) =>
      about(model, draw, (id) =>
        draw.chance(70)
          ? { do: `POST /escrow/escrow/${id}/release` }
          : { do: 'POST /escrow/api/v1/escrow/release', body: { escrow_id: id } },
      ),
  },
  {
    name: 'escrow/refund',
    weight: 5,
    make: (model, draw) => about(model, draw, (id) => ({ do: `POST /escrow/escrow/${id}/refund` })),
  },
  { name: 'escrow/dispute', weight: 4, make: dispute },
  {
    name: 'escrow/detail',
    weight: 4,
    make: (model, draw) =>
      about(model, draw, (id) => ({
        do: `GET ${draw.pick(['/escrow/escrow', '/escrow/api/v1/escrow'])}/${id}`,
      })),
  },
  {
    name: 'escrow/list',
    weight: 3,
    make: (model, draw) =>
      draw.chance(25)
        ? { do: 'GET /escrow/api/v1/escrow/list' }
        : {
            do: 'GET /escrow/escrows',
            ...(draw.chance(60) ? { by: model.one(draw, 'escrow')?.by ?? model.person(draw) } : {}),
            query: {
              ...(draw.chance(60) ? { limit: draw.pick([1, 1, 2, 3, 100, 101, 0]), ...anyPage(draw) } : {}),
              ...(draw.chance(50) ? { role: draw.pick(['sender', 'receiver', 'all']) } : {}),
              ...(draw.chance(40)
                ? { status: draw.pick(['locked', 'released', 'refunded', 'expired', 'other']) }
                : {}),
            },
          },
  },
];
