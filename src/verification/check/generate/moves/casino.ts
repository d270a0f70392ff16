import type { Draw } from '../draw.ts';
import { anyPage, misspelt, outside, withOwner, type Move } from '../move.ts';
import type { OperationDraft, Planned, ModelState } from '../model-state.ts';
import { batchOf, historySince } from './batches.ts';
import { bets, within } from './single-bets.ts';
import { contestMoves } from './contests.ts';

const api = '/casino/api/v1';
const stakes = [
  0.01,
  0.01,
  0.02,
  '0.05',
  0.1,
  0.5,
  1,
  2,
  2.6,
  0.009999,
  0.010001,
  100,
  10_000,
  10_000.000001,
  1_000,
  0.015,
  '0.0200001',
] as const;
/** Mostly a small one; one in five is any number of micros, so that payouts have to be rounded. */
const stake = (draw: Draw): unknown => {
  if (draw.chance(20)) return (10_000 + draw.integer(290_000)) / 1_000_000;
  return draw.chance(60) ? draw.pick(stakes.slice(0, 5)) : draw.pick(stakes);
};
function bet(model: ModelState, draw: Draw): OperationDraft {
  // The first few games are those whose draws can be recomputed.
  const [game, params] = draw.pick(draw.chance(60) ? bets.slice(0, 4) : bets)(draw);
  const seed = draw.chance(15) ? { client_seed: draw.pick(['lucky', 'lucky', 'a:b', '']) } : {};
  const call = { do: `POST ${api}/games/${game}`, body: { amount: stake(draw), ...params, ...seed } };
  if (model.planned.length === 0 && draw.chance(6)) model.planned.push(...untilRevealed(model, call));
  return { ...call, makes: { kind: 'bet', field: 'bet_id' } };
}

/** The same bet some more times, and the seed that all of them were drawn from. */
function untilRevealed(model: ModelState, call: OperationDraft): Planned[] {
  const by = model.main;
  const calls = [call, call, call, { do: `POST ${api}/fairness/rotate`, body: {} }];
  return calls.map((each): Planned => ({ make: () => ({ by, call: each }) }));
}

const betB = (model: ModelState, draw: Draw): OperationDraft => ({
  do: 'POST /api/casino-api/bet',
  body: {
    game: draw.pick(['dice', 'coinflip', 'slots', 'roulette', 'blackjack', 'poker']),
    amount: stake(draw),
    params: draw.pick([
      { target: within(draw, 1, 99), over: draw.chance(50) },
      { target: 50, over: true },
      { side: 'heads' },
      { bet: 'red' },
      { bet: 7 },
      { action: 'stand' },
    ]),
  },
});

function hand(model: ModelState, draw: Draw): OperationDraft {
  if (draw.chance(50)) {
    return {
      do: `POST ${api}/games/blackjack`,
      body: { amount: 0.01, action: draw.pick(['hit', 'stand', 'double']) },
    };
  }
  const dealt = model.one(draw, 'hand');
  if (dealt === undefined || draw.chance(40)) {
    return { do: `POST ${api}/games/video-poker/deal`, body: {}, makes: { kind: 'hand', field: 'nonce' } };
  }
  return {
    do: `POST ${api}/games/video-poker/draw`,
    by: dealt.by,
    body: {
      nonce: dealt.reference,
      holds: held(dealt.reference, draw),
      amount: draw.chance(70) ? 0.01 : stake(draw),
    },
  };
}

/** Some of the cards that were dealt. */
const held = (nonce: string, draw: Draw): string[] =>
  [0, 1, 2, 3, 4].filter(() => draw.chance(40)).map((index) => nonce.replace('/nonce', `/cards/${index}`));

function curve(model: ModelState, draw: Draw): OperationDraft {
  const running = model.one(draw, 'curve');
  // A curve takes a moment to climb.
  if (running !== undefined && draw.chance(50)) model.atMs += draw.pick([200, 1_000, 3_000]);
  return launchOrCashOut(model, draw);
}

const launchOrCashOut = (model: ModelState, draw: Draw): OperationDraft =>
  draw.chance(55)
    ? {
        do: `POST ${api}/games/crash/bet`,
        body: {
          amount: 0.01,
          ...(draw.chance(50) ? { cash_out_at: draw.pick([1.5, 2]) } : {}),
          ...(draw.chance(15) ? { client_seed: 'curved' } : {}),
        },
        makes: { kind: 'curve', field: 'nonce', dueMs: [model.atMs + 11_553] },
      }
    : { do: `POST ${api}/games/crash/cashout`, ...withOwner(model.one(draw, 'curve')?.by) };

function fairness(model: ModelState, draw: Draw): OperationDraft {
  const placed = model.one(draw, 'bet');
  const id = draw.chance(90) ? (placed?.reference ?? 'bet_none') : 'bet_none';
  const by = draw.chance(75) ? withOwner(placed?.by) : { by: model.person(draw) };
  return draw.pick([
    () => ({ do: `GET ${api}/fairness/seed-hash` }),
    () => ({ do: `POST ${api}/fairness/rotate`, body: {}, ...by }),
    () => ({ do: `POST ${api}/fairness/rotate`, body: { client_seed: 'mine' }, ...by }),
    () => ({ do: `GET ${api}/fairness/seeds` }),
    () => ({ do: `POST ${api}/fairness/verify`, body: { bet_id: id }, ...by }),
    () => ({ do: `GET ${api}/fairness/audit/${id}`, ...by }),
    () => ({ do: `GET ${api}/games/provably-fair/${id}`, ...by }),
    () => ({
      do: `GET /api/casino-api/verify/${placed === undefined ? 'none' : placed.reference.replace('bet_id', 'seed_hash')}`,
      query: { nonce: placed === undefined ? 0 : placed.reference.replace('bet_id', 'nonce') },
      ...by,
    }),
  ])();
}

const records = (model: ModelState, draw: Draw): OperationDraft =>
  draw.pick<() => OperationDraft>([
    () => ({ do: `GET ${api}/auth/balance` }),
    () => ({
      do: 'GET /api/casino-api/history',
      query: { limit: draw.pick([1, 2, 20, 0]), ...anyPage(draw) },
    }),
    () => ({ do: 'GET /api/casino-api/history', query: { game: draw.pick(['dice', 'coinflip', 'poker']) } }),
    () => historySince(model, draw),
    () => ({ do: `GET ${draw.pick([`${api}/stats/me`, '/api/casino-api/stats'])}` }),
    () => ({ do: `GET ${api}/stats/session` }),
    () => ({ do: `GET ${draw.pick([`${api}/games`, '/api/casino-api/games', `${api}/gossip`])}` }),
    () => ({
      do: `GET ${api}/auth/ledger`,
      ...(draw.chance(50) ? { query: { limit: draw.pick([1, 'x']) } } : {}),
    }),
    () => ({ do: `GET ${draw.pick([`${api}/stats/leaderboard`, `${api}/leaderboard`])}` }),
    () => ({ do: `GET ${api}/stats/leaderboard`, query: { game: draw.pick(['dice', 'none']) } }),
    () => ({ do: `GET ${api}/kelly/history`, query: { limit: draw.pick([3, 0]) } }),
    () => ({ do: `GET ${api}/auth/withdrawals` }),
    () => ({ do: `GET ${draw.pick([`${api}/auth/deposits`, `${api}/auth/supported-chains`])}` }),
    () => ({ do: `GET ${draw.pick([`${api}/auth/referral/stats`, `${api}/auth/referral/code`])}` }),
  ])();

const kelly = (model: ModelState, draw: Draw): OperationDraft =>
  draw.pick<() => OperationDraft>([
    () => ({ do: `GET ${api}/kelly/limits` }),
    () => ({
      do: `POST ${api}/kelly/optimal`,
      body: { game: draw.pick(['keno', 'poker', 'coin_flip']), picks: [1, 2, 3, 4, 5], side: 'heads' },
    }),
    () => {
      const by = draw.pick(model.registered);
      // What was set shows in the limits of the same agent.
      const limits = { do: `GET ${api}/kelly/limits` };
      if (model.planned.length === 0) model.planned.push({ make: () => ({ by, call: limits }) });
      return {
        do: `PUT ${api}/kelly/config`,
        by,
        body: { risk_factor: draw.pick([0.01, 0.5, 0.29, 0.57, 0.58, draw.integer(101) / 100, 1, 0, 0.001]) },
      };
    },
    () => ({
      do: `POST ${api}/kelly/simulate`,
      body: { game: draw.pick(['coin_flip', 'poker']), side: 'heads', rounds: 5, paths: 5 },
    }),
  ])();

function money(model: ModelState, draw: Draw): OperationDraft {
  const chain = draw.pick(['base', 'ethereum', 'solana', 'tron', 'bitcoin']);
  return draw.pick<() => OperationDraft>([
    () => ({
      do: `POST ${api}/auth/withdraw`,
      body: {
        amount: draw.pick([1, '1.50', 0.999999, 900, 2]),
        address: draw.pick([outside, outside, misspelt]),
      },
    }),
    () => ({
      do: `POST ${api}/auth/deposit-address`,
      body: { chain },
      makes: { kind: 'deposit-address', field: 'address' },
    }),
    () => ({
      do: 'POST /_sim/deposit',
      body: {
        api_key: draw.chance(90) ? (model.one(draw, 'agent')?.reference ?? 'none') : 'none',
        amount: draw.pick(['1.50', 0.000001, 0, 100, draw.chance(80) ? 100 : '8000000000']),
        chain,
      },
      makes: { kind: 'deposit', field: 'deposit_id', dueMs: [model.atMs + 4_000, model.atMs + 24_000] },
    }),
    () => ({
      do: 'POST /_sim/deposit',
      body: {
        address: model.reference(draw, 'deposit-address'),
        amount: 2,
        ...(draw.chance(40) ? { chain: draw.pick(['ethereum', 'base', 'solana', 'tron']) } : {}),
      },
    }),
  ])();
}

/** Stakes that are soon lost, by one player, and then the stats of another: shares of losses show in them. */
function losses(model: ModelState, draw: Draw): OperationDraft {
  const player = model.registered.at(-1) ?? model.main;
  const referrer = draw.pick(
    model.registered.slice(0, -1).length > 0 ? model.registered.slice(0, -1) : model.registered,
  );
  const amount = draw.pick([0.5, 0.37, 1]);
  const call = { do: `POST ${api}/games/coin-flip`, by: player, body: { amount, side: 'heads' } };
  const stats = draw.pick([`${api}/auth/referral/stats`, '/wallet/v1/referral/stats', '/faucet/referrals']);
  const again: Planned = { make: () => ({ by: player, call }) };
  if (model.planned.length === 0)
    model.planned.push(again, again, again, { make: () => ({ by: referrer, call: { do: `GET ${stats}` } }) });
  return call;
}

/** Calls of the casino: bets and hands in both styles, records, money in and out, contests. */
export const casinoMoves: readonly Move[] = [
  {
    name: 'casino/coinflip',
    weight: 1,
    make: (_, draw) => ({
      do: `POST ${api}/games/coinflip`,
      body: { side: 'heads', amount: stake(draw), currency: 'USDC' },
    }),
  },
  { name: 'casino/bet', weight: 10, make: bet },
  { name: 'casino/betB', weight: 4, make: betB },
  { name: 'casino/hand', weight: 3, make: hand },
  { name: 'casino/curve', weight: 3, make: curve },
  { name: 'casino/fairness', weight: 7, make: fairness },
  { name: 'casino/records', weight: 6, make: records },
  { name: 'casino/kelly', weight: 4, make: kelly },
  { name: 'casino/money', weight: 4, make: money },
  { name: 'casino/batch', weight: 2, make: (_, draw) => batchOf(draw) },
  ...contestMoves,
  { name: 'referral/losses', weight: 3, make: losses },
];
