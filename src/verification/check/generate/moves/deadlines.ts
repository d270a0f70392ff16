/**
 * Calls around the deadline of one thing: a millisecond before, at, and a millisecond after, by its parties and a stranger. Who is
 * first, and whether anything is decided before the deadline, differs from scenario to scenario.
 */
import { dayMs, hourMs, minuteMs, secondMs, type DurationMs } from '../../../../core/base/time.ts';
import type { Draw } from '../draw.ts';
import { outside, type Move } from '../move.ts';
import type { ModelState, OperationDraft } from '../model-state.ts';
import { vigil, type Act, type MakeVigil, type VigilParties } from './vigil.ts';
import { swapTerms } from './wallet.ts';

const escrowCall = (by: string, act: string, body?: object): Act => {
  const sent = body === undefined ? {} : { body };
  return (id) => ({ by, do: `POST /escrow/escrow/${id}/${act}`, ...sent });
};
const escrowLook = (by: string): Act => {
  return (id) => ({ by, do: `GET /escrow/escrow/${id}` });
};
const complaint = { reason: 'late' };

const escrowOf = ({ owner, other }: VigilParties, expiresIn: number): OperationDraft => ({
  by: owner,
  do: 'POST /escrow/escrow',
  body: { receiver: other, amount: 0.5, expires_in: expiresIn },
  makes: { kind: 'watched-escrow', field: 'escrow_id', other },
});

const escrowAtItsEnd: MakeVigil = (parties, atMs, draw) => {
  const seconds = draw.pick([60, 3600, 86_400]);
  const { owner, other, stranger } = parties;
  return {
    call: escrowOf(parties, seconds),
    kind: 'watched-escrow',
    dueMs: atMs + seconds * secondMs,
    acts: [
      escrowCall(owner, 'release'),
      escrowCall(owner, 'refund'),
      escrowCall(other, 'refund'),
      escrowCall(owner, 'dispute', complaint),
      escrowCall(other, 'dispute', complaint),
      escrowCall(stranger, 'release'),
    ],
    looks: [escrowLook(owner), escrowLook(other)],
  };
};

const disputeAtItsRuling: MakeVigil = (parties, atMs, draw) => {
  const { owner, other } = parties;
  const by = draw.pick([owner, other]);
  return {
    call: escrowOf(parties, draw.pick([3600, 2_592_000])),
    kind: 'watched-escrow',
    next: [escrowCall(by, 'dispute', complaint)],
    dueMs: atMs + 48 * hourMs,
    acts: [escrowCall(owner, 'release'), escrowCall(owner, 'refund')],
    looks: [escrowLook(owner), escrowLook(other)],
  };
};

const claimAgain: MakeVigil = ({ owner }, atMs, draw) => {
  const daily = { by: owner, do: 'POST /faucet/claim' };
  const once = { by: owner, do: 'POST /faucet/api/v1/faucet/claim' };
  return {
    call: draw.pick([daily, daily, once]),
    dueMs: atMs + dayMs,
    acts: [() => daily, () => daily, () => once],
    looks: ['/faucet/status', '/faucet/api/v1/faucet/status'].map((path): Act => () => ({
      by: owner,
      do: `GET ${path}`,
    })),
  };
};

const nameAtItsEnd: MakeVigil = ({ owner, other, stranger }, atMs, draw, model) => {
  const key = [model.first('agent'), model.latest('agent')].find((each) => each?.by === owner);
  // Years ahead cost more than a new agent has.
  const deposit = { do: 'POST /_sim/deposit', body: { api_key: key?.reference, amount: 1000 } };
  const body = { domain: 'watched-name.agent' };
  const call = (by: string, act: string, more: object = {}): Act => {
    return () => ({ by, do: `POST /api/domains-api/${act}`, body: { ...body, ...more } });
  };
  const look = (by: string): Act => {
    return () => ({ by, do: `GET /api/domains-api/lookup/${body.domain}` });
  };
  const record = { type: 'A', name: '@', value: '10.0.0.1' };
  return {
    call: { by: owner, do: 'POST /api/domains-api/register', body },
    next: key === undefined ? [] : [() => ({ by: owner, ...deposit })],
    dueMs: atMs + 365 * dayMs,
    acts: [
      call(owner, 'renew'),
      call(owner, 'renew', { years: 2 + draw.integer(9) }),
      call(owner, 'transfer', { to: other, ...(draw.chance(50) ? { price: 0.5 } : {}) }),
      call(stranger, 'register'),
      call(owner, 'register'),
      () => ({ by: owner, do: 'POST /domains/api/v1/dns', body: { ...body, ...record } }),
    ],
    looks: [
      look(stranger),
      () => ({ by: owner, do: 'GET /api/domains-api/domains' }),
      () => ({ by: other, do: 'GET /domains/api/v1/check', query: body }),
    ],
  };
};

const casino = '/casino/api/v1';

const challengeAtItsEnd: MakeVigil = ({ owner, other, stranger }, atMs, draw) => {
  const answer = (by: string, act: string): Act => {
    return (id) => ({ by, do: `POST ${casino}/challenges/${id}/${act}` });
  };
  const body = { challenged_agent_id: other, game: draw.pick(['coin_flip', 'dice']), amount: 0.01 };
  return {
    call: {
      by: owner,
      do: `POST ${casino}/challenges`,
      body,
      makes: { kind: 'watched-challenge', field: 'challenge_id', other },
    },
    kind: 'watched-challenge',
    dueMs: atMs + dayMs,
    acts: [answer(other, 'accept'), answer(other, 'decline'), answer(stranger, 'accept')],
    looks: [owner, other].map((by): Act => () => ({ by, do: `GET ${casino}/challenges` })),
  };
};

const cupMs = 10 * minuteMs;

function cup(
  { owner }: VigilParties,
  startsMs: DurationMs,
  { draw, model }: { draw: Draw; model: ModelState },
): OperationDraft {
  return {
    by: owner,
    do: `POST ${casino}/tournaments/create`,
    body: {
      name: 'watched cup',
      game: 'coin-flip',
      entry_fee: draw.pick([0, '0.05']),
      prize_pool: draw.pick([0, 0.2]),
      max_agents: 3,
      starts_at: model.instantText(startsMs),
      ends_at: model.instantText(startsMs + cupMs),
    },
    makes: { kind: 'watched-cup', field: 'tournament_id' },
  };
}

const enter = (by: string): Act => {
  return (id) => ({ by, do: `POST ${casino}/tournaments/${id}/enter` });
};
const play = (by: string): Act => {
  return (id) => ({ by, do: `POST ${casino}/tournaments/${id}/play`, body: { amount: 0.01, side: 'heads' } });
};
const cupLook = (by: string): Act => {
  return (id) => ({ by, do: `GET ${casino}/tournaments/${id}` });
};

const cupAtItsStart: MakeVigil = (parties, atMs, draw, model) => {
  const { owner, other, stranger } = parties;
  return {
    call: cup(parties, atMs + minuteMs, { draw, model }),
    kind: 'watched-cup',
    next: [enter(owner)],
    dueMs: atMs + minuteMs,
    acts: [enter(other), play(owner), play(other), enter(stranger)],
    looks: [cupLook(other)],
  };
};

const cupAtItsEnd: MakeVigil = (parties, atMs, draw, model) => {
  const { owner, other } = parties;
  return {
    call: cup(parties, atMs + minuteMs, { draw, model }),
    kind: 'watched-cup',
    next: [enter(owner), enter(other)],
    dueMs: atMs + minuteMs + cupMs,
    acts: [play(owner), play(other)],
    looks: [cupLook(owner), cupLook(other)],
  };
};

const swapLook = (by: string): Act => {
  return (id) => ({ by, do: `GET /wallet/v1/wallet/swap/status/${id}` });
};

/** A deposit of all that was ordered, or of half of it. */
const swapPaid = (by: string, amount: string): Act => {
  return (id) => ({
    by,
    do: 'POST /_sim/chain/fund',
    body: { chain: swapTerms.from_chain, address: id.replace('order_id', 'deposit_address'), amount },
  });
};

const swapAtItsEnd: MakeVigil = ({ owner, other }, atMs, draw, model) => {
  if (draw.chance(60)) model.policies['wallet.swapDeposit'] = 'agent';
  return {
    call: {
      by: owner,
      do: 'POST /wallet/v1/wallet/swap',
      body: { ...swapTerms, amount: 0.01, to_address: outside },
      makes: { kind: 'watched-swap', field: 'order_id' },
    },
    kind: 'watched-swap',
    dueMs: atMs + 30 * minuteMs,
    acts: [swapLook(owner), swapPaid(owner, '0.01'), swapPaid(owner, '0.01'), swapPaid(owner, '0.005')],
    looks: [swapLook(other)],
  };
};

/** Where the curve of a live round first shows 1.01x, and it can be cashed out (gap C27). */
const landedMs = 166;

const curveAtItsStart: MakeVigil = ({ owner, other }, atMs, draw) => {
  const cashOut: Act = () => ({ by: owner, do: `POST ${casino}/games/crash/cashout` });
  return {
    call: { by: owner, do: `POST ${casino}/games/crash/bet`, body: { amount: draw.pick([0.01, 0.37]) } },
    next: draw.chance(60) ? [cashOut] : [],
    dueMs: atMs + landedMs,
    acts: [cashOut],
    looks: [owner, other].map((by): Act => () => ({ by, do: `GET ${casino}/auth/balance` })),
  };
};

/** A move for each deadline; while its calls are planned, no other is begun. */
export const deadlineMoves: readonly Move[] = [
  vigil('escrow/atItsEnd', 3, escrowAtItsEnd),
  vigil('escrow/atItsRuling', 3, disputeAtItsRuling),
  vigil('faucet/claimAgain', 2, claimAgain),
  vigil('domains/atItsEnd', 4, nameAtItsEnd, true),
  vigil('casino/challengeAtItsEnd', 2, challengeAtItsEnd),
  vigil('casino/tournamentAtItsStart', 2, cupAtItsStart),
  vigil('casino/tournamentAtItsEnd', 2, cupAtItsEnd),
  vigil('wallet/swapAtItsEnd', 2, swapAtItsEnd),
  vigil('casino/curveAtItsStart', 2, curveAtItsStart),
];
