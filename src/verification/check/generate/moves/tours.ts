/**
 * Series that take one agent through all that a service offers, with money enough for it: each call mostly succeeds, its parameters
 * are drawn from their whole range, and what it has changed is looked at.
 */
import { dayMs, hourMs, secondMs } from '../../../../core/base/time.ts';
import type { Draw } from '../draw.ts';
import { outside } from '../move.ts';
import { people, type ModelState, type OperationDraft } from '../model-state.ts';
import { lowPrice } from './prices.ts';
import { anyBet } from './single-bets.ts';
import type { CallSeries, SeriesCall, SeriesPause } from './series.ts';
import { swapTerms } from './wallet.ts';

const casino = '/casino/api/v1';
const get = (path: string, by?: string): OperationDraft => ({
  do: `GET ${path}`,
  ...(by === undefined ? {} : { by }),
});
export const post = (path: string, body?: object, by?: string): OperationDraft => ({
  do: `POST ${path}`,
  ...(by === undefined ? {} : { by }),
  ...(body === undefined ? {} : { body }),
});

/** A call about the latest thing of a kind, which an earlier call makes. */
export const about =
  (kind: string, make: (id: string) => OperationDraft): SeriesCall =>
  (now) =>
    make(now.latest(kind)?.reference ?? `${kind}_none`);

/** Any amount of whole micros between two bounds in USDC. */
const micros = (draw: Draw, least: number, most: number): number =>
  (least * 1_000_000 + draw.integer((most - least) * 1_000_000 + 1)) / 1_000_000;

/** Money for the owner of the latest key, and the seconds that it takes to arrive. */
function funded(model: ModelState): { readonly owner: string; readonly opening: readonly SeriesCall[] } {
  const key = model.latest('agent');
  if (key === undefined) return { owner: model.main, opening: [] };
  const wait = Array.from({ length: 4 }, () => get('/faucet/status', key.by));
  return {
    owner: key.by,
    opening: [post('/_sim/deposit', { api_key: key.reference, amount: 1000 }), ...wait],
  };
}

const otherThan = (model: ModelState, owner: string, draw: Draw): string =>
  draw.pick([...model.registered, ...people].filter((agent) => agent !== owner));

/** An agent that is new, and each of its payments with what is then due. */
export const faucetTour: CallSeries = (model, draw) => {
  const by = `new-${model.operations.length}`;
  const referrer = draw.chance(60) ? { referrer: draw.pick(model.registered) } : {};
  const once = post('/faucet/api/v1/faucet/claim', undefined, by);
  const daily = post('/faucet/claim', undefined, by);
  const looks = ['/faucet/status', '/faucet/api/v1/faucet/status', `/faucet/api/v1/agents/${by}`].map((path) => get(path, by));
  const register = draw.pick(['/faucet/register', '/faucet/api/v1/agents/register']);
  const claims = draw.pick([[once, daily, once], [daily, once, daily], [once, once], [daily, daily]]);
  return [
    post(register, { agent_id: by, ...referrer }, by), ...looks,
    ...claims.flatMap((claim) => [claim, ...looks]),
    get('/faucet/agents', by), get('/faucet/referrals', referrer.referrer),
  ];
}; // prettier-ignore

/** Escrows in both styles that end in each way. */
export const escrowTour: CallSeries = (model, draw) => {
  const { owner, opening } = funded(model);
  const other = otherThan(model, owner, draw);
  const watched = { kind: 'escrow', field: 'escrow_id', other };
  const amount = (): unknown => draw.pick([micros(draw, 0.1, 3), String(micros(draw, 0.1, 3)), 0.1, 10]);
  const create = (): OperationDraft => {
    const seconds = draw.chance(50) ? {} : { expires_in: 60 + draw.integer(2_592_000 - 60) };
    const referrer = draw.chance(40) ? { referrer: draw.pick(draw.chance(85) ? model.registered : people) } : {};
    return draw.chance(70)
      ? { ...post('/escrow/escrow', { receiver: other, amount: amount(), ...seconds, ...referrer }, owner), makes: watched }
      : { ...post('/escrow/api/v1/escrow/create', { buyer: owner, seller: other, amount: amount() }, owner), makes: watched };
  };
  const looks = [owner, other].map((by) => about('escrow', (id) => get(`/escrow/escrow/${id}`, by)));
  const ends: readonly SeriesCall[] = [
    about('escrow', (id) => post(`/escrow/escrow/${id}/release`, undefined, owner)),
    about('escrow', (id) => post('/escrow/api/v1/escrow/release', { escrow_id: id }, owner)),
    about('escrow', (id) => post(`/escrow/escrow/${id}/refund`, undefined, owner)),
    about('escrow', (id) => draw.chance(60) ? post(`/escrow/escrow/${id}/dispute`, { reason: 'late' }, draw.pick([owner, other])) : post('/escrow/api/v1/escrow/dispute', { escrow_id: id, reason: 'late' }, draw.pick([owner, other]))),
  ];
  // Who is named at an escrow earns of it, and the referrer of its sender does not.
  const earned = model.registered.map((by) => get('/faucet/referrals', by));
  const lists = [get('/escrow/escrows', owner), get('/escrow/escrows', other), get('/escrow/api/v1/escrow/list', owner)];
  return [...opening, ...ends.flatMap((end) => [create(), end, ...looks]), ...lists, get(`${casino}/auth/ledger`, owner), ...earned];
}; // prettier-ignore

/** A name for some years, longer, with records, sold, and all of it tried by the one that has it no more. */
export const domainTour: CallSeries = (model, draw) => {
  const { owner, opening } = funded(model);
  const other = otherThan(model, owner, draw);
  const label = draw.pick(['tour', 'tour-of-names', 'a1b', 'x'.repeat(63), 'four']);
  const domain = `${label}.${draw.pick(['agent', 'bot', 'dao', 'orrery', 'sim'])}`;
  // Names are the same in either case.
  const spelled = draw.chance(70) ? domain : draw.pick([domain.toUpperCase(), `${label.toUpperCase()}${domain.slice(label.length)}`, `${label}${domain.slice(label.length).toUpperCase()}`]);
  const years = (most: number): object => ({ years: 1 + draw.integer(most) });
  const renew = (by: string, most: number): OperationDraft =>
    post('/api/domains-api/renew', { domain, ...years(most) }, by);
  const looks = [owner, other].flatMap((by) => [
    get(`/api/domains-api/lookup/${draw.pick([domain, spelled])}`, by),
    get('/api/domains-api/domains', by),
  ]);
  const record = (by: string): OperationDraft =>
    post('/domains/api/v1/dns', { domain, type: 'A', name: draw.pick(['@', 'www']), value: '10.0.0.9', ttl: 60 + draw.integer(86_341) }, by);
  const sale = { domain, to: other, ...(draw.chance(60) ? { price: draw.pick([0, micros(draw, 0, 0.1)]) } : {}) };
  return [
    ...opening,
    draw.chance(60)
      ? post('/api/domains-api/register', { domain: spelled, ...years(10), ...(draw.chance(40) ? { resolver: draw.pick(['10.0.0.7', 'ns.example.org']) } : {}) }, owner)
      : post('/domains/api/v1/register', { domain: spelled, ...years(3) }, owner),
    ...looks, renew(owner, 10), renew(owner, 3), record(owner), ...looks,
    post('/api/domains-api/transfer', { ...sale, domain: spelled }, owner), ...looks, ...[owner, other].flatMap((by) => [renew(by, 2), record(by)]), ...looks,
    { do: 'GET /domains/api/v1/valuation', by: owner, query: { domain } },
    { do: 'GET /domains/api/v1/check', by: owner, query: { domain: spelled } },
  ];
}; // prettier-ignore

/** What the wallet offers beside sends, which `outflows` has. */
export const walletTour: CallSeries = (model, draw) => {
  const { owner, opening } = funded(model);
  const chain = draw.pick(['base', 'ethereum', 'polygon', 'arbitrum', 'solana', 'bitcoin', 'monero', 'tron', 'litecoin']);
  const referred = `guest-${model.operations.length}`;
  const order = {
    ...post('/wallet/v1/wallet/swap', { ...swapTerms, amount: draw.pick([0.01, 0.5, '1.25', 0.1, 1.1]), to_address: outside }, owner),
    makes: { kind: 'swap', field: 'order_id' },
  };
  const code: OperationDraft = { ...get('/wallet/v1/referral/code', owner), makes: { kind: 'code', field: 'referral_code' } };
  return [
    ...opening, post('/wallet/v1/wallet/create', undefined, owner), post('/wallet/v1/wallet/create', undefined, owner),
    { do: 'GET /wallet/v1/wallet/deposit-address', by: owner, query: { chain } },
    { do: 'GET /wallet/v1/wallet/swap/quote', by: owner, query: { ...swapTerms, amount: 0.5 } },
    order, about('swap', (id) => get(`/wallet/v1/wallet/swap/status/${id}`, owner)),
    code, about('code', (id) => post('/wallet/v1/auth/register', { referral_code: id }, referred)),
    about('code', (id) => post('/api/wallet-api/send', { to: id, amount: 0.5, chain: 'base' }, owner)),
    get('/wallet/v1/referral/stats', owner), post('/wallet/v1/referral/withdraw', { address: outside }, owner),
    ...['/wallet/v1/wallet/chains', '/wallet/api/v1/addresses', '/api/wallet-api/address', '/wallet/v1/gossip', '/wallet/health'].map((path) => get(path, owner)),
    post('/wallet/api/v1/swap', { from: 'USDC', to: draw.pick(['ETH', 'SOL', 'BTC', 'base:ETH', 'base:USDC', 'solana:usdc']), amount: micros(draw, 0.5, 20), ...draw.pick([{}, {}, { slippage: 5 }, { slippage: 0.5 }, { slippage: 0.1 }]) }, owner),
    { do: 'GET /api/wallet-api/balance', by: owner, query: { chain: draw.pick(['base', 'solana', 'ethereum']) } },
    get('/api/wallet-api/balance', owner), get('/wallet/api/v1/transactions', owner),
  ];
}; // prettier-ignore

/** Orders at the market and resting ones, cancelled by one that may not and by one that may; positions opened and closed. */
export const tradingTour: CallSeries = (model, draw) => {
  const { owner, opening } = funded(model);
  const other = otherThan(model, owner, draw);
  const pair = draw.pick(['ETH-USDC', 'BTC-USDC', 'SOL-USDC']);
  const place = (body: object, kind: string): OperationDraft => ({
    ...post('/api/trading-api/order', { pair, amount: micros(draw, 1, 20), ...body }, owner),
    makes: { kind, field: 'order_id' },
  });
  const cancel = (by: string): SeriesCall =>
    about('resting', (id) =>
      draw.chance(50)
        ? { do: `DELETE /api/trading-api/order/${id}`, by }
        : post(`/trading/api/v1/orders/${id}/cancel`, undefined, by),
    );
  const leverage = 1 + draw.integer(10);
  const looks = ['/api/trading-api/portfolio', '/trading/api/v1/positions', '/api/trading-api/orders'].map((path) => get(path, owner));
  const side = draw.pick(['buy', 'sell']);
  // A sale far from the market reserves what the next sale would deliver.
  const reserved = draw.chance(50) ? [] : [
    place({ side: 'buy', pair: 'ETH-USDC', amount: 10 }, 'order'), place({ side: 'sell', pair: 'ETH-USDC', type: 'limit', price: '9000', amount: 22 }, 'order'),
    place({ side: 'sell', pair: 'ETH-USDC', amount: 4 }, 'order'),
  ];
  const perp = (way: string): OperationDraft => place({ side: way, market_type: 'perp', leverage }, 'order');
  return [
    ...opening, place({ side: 'buy' }, 'order'), place({ side: 'sell', amount: 0.5 }, 'order'), ...looks,
    ...reserved, place({ side: 'buy', type: 'limit', price: lowPrice(pair.slice(0, 3), draw) }, 'resting'), ...looks, cancel(other), cancel(owner), cancel(owner), ...looks,
    perp(side), ...looks, perp(side === 'buy' ? 'sell' : 'buy'), ...looks, get(`${casino}/auth/ledger`, owner),
  ];
}; // prettier-ignore

/** A batch, a hand, a curve that is cashed out, Kelly, money out: what single bets do not reach. */
export const casinoTour: CallSeries = (model, draw) => {
  const { owner, opening } = funded(model);
  const amount = (): number => micros(draw, 0.01, 0.2);
  const oneBet = (): object => {
    const [game, params] = anyBet(draw);
    return { game: game.replaceAll('-', '_'), amount: amount(), ...params };
  };
  const size = draw.chance(70) ? 1 + draw.integer(10) : draw.pick([20, 21]);
  const bets = draw.chance(70)
    ? Array.from({ length: size }, () => ({ game: 'coin_flip', amount: amount(), side: draw.pick(['heads', 'tails']) }))
    : [oneBet(), { game: 'coin_flip', amount: 9_000, side: 'heads' }, oneBet(), { game: 'blackjack', amount: 0.01, action: 'hit' }];
  const launch = post(`${casino}/games/crash/bet`, { amount: amount(), ...(draw.chance(50) ? { cash_out_at: micros(draw, 1.01, 3) } : {}) }, owner);
  return [
    ...opening, post(`${casino}/bets/batch`, { bets }, owner), post(`${casino}/games/coinflip`, { side: 'heads', amount: amount(), currency: 'USDC' }, owner),
    launch, ...(draw.chance(40) ? [post(`${casino}/fairness/rotate`, {}, owner)] : []), post(`${casino}/games/crash/cashout`, undefined, owner),
    post(`${casino}/games/blackjack`, { amount: amount(), action: draw.pick(['hit', 'double', 'stand']) }, owner),
    { do: `PUT ${casino}/kelly/config`, by: owner, body: { risk_factor: (1 + draw.integer(100)) / 100 } }, get(`${casino}/kelly/limits`, owner),
    ...['/fairness/seed-hash', '/games', '/auth/supported-chains', '/auth/referral/code', '/gossip', '/stats/me', '/kelly/history'].map((path) => get(casino + path, owner)),
    post(`${casino}/auth/deposit-address`, { chain: draw.pick(['base', 'ethereum', 'solana', 'tron', 'bitcoin']) }, owner),
    post(`${casino}/auth/withdraw`, { amount: micros(draw, 1, 20), address: outside }, owner), get(`${casino}/auth/balance`, owner), get(`${casino}/auth/ledger`, owner),
  ];
}; // prettier-ignore

/** A payment to an address outside, or to the caller's own. */
function ownAddress(by: string, draw: Draw, pay: (address: string) => OperationDraft): readonly SeriesCall[] {
  if (draw.chance(60)) return [pay(outside)];
  const look = {
    ...get('/wallet/api/v1/addresses', by),
    makes: { kind: 'own-address', field: 'addresses/base' },
  };
  return [look, (now) => pay(now.latest('own-address')?.reference ?? outside)];
}

/** What brings a referrer earnings, then what each agent is shown of them and takes out. */
export const earningsTour: CallSeries = (model, draw) => {
  if (draw.chance(40)) model.policies['referral.payout'] = draw.pick(['withdraw', 'withdraw', 'immediate', 'daily-all']);
  const { owner, opening } = funded(model);
  const other = otherThan(model, owner, draw);
  // Half of the time it is a newcomer that the owner has brought who pays the fees.
  const newcomer = `earner-${model.operations.length}`;
  const by = draw.chance(50) ? newcomer : owner;
  const elsewhere = ['/casino/api/v1/auth/register', '/wallet/v1/auth/register'].map((path) => post(path, { referral_code: owner }, `${newcomer}-2`));
  const joined = by === owner ? [draw.pick(elsewhere)] : [post('/faucet/register', { agent_id: newcomer, referrer: owner }, newcomer)];
  const bet = post(`${casino}/games/coin-flip`, { amount: micros(draw, 0.1, 1), side: 'heads' }, by);
  const release = about('escrow', (id) => post(`/escrow/escrow/${id}/release`, undefined, by));
  const create = { ...post('/escrow/escrow', { receiver: other, amount: micros(draw, 1, 9) }, by), makes: { kind: 'escrow', field: 'escrow_id', other } };
  const chain = draw.pick([{}, { chain: draw.pick(['base', 'ethereum', 'ethereum', 'solana']) }]);
  const stats = ['/wallet/v1/referral/stats', `${casino}/auth/referral/stats`, '/faucet/referrals'];
  const arrived = ['base', 'ethereum'].map((on) => ({ do: `GET /wallet/v1/wallet/balance/${outside}`, by: owner, query: { chain: on } }));
  const others = model.registered.filter((agent) => agent !== owner);
  const taken = [...others, owner].flatMap((agent) => [
    ...stats.map((path) => get(path, agent)),
    ...ownAddress(agent, draw, (address) => post('/wallet/v1/referral/withdraw', { address, ...chain }, agent)),
    get('/wallet/v1/referral/stats', agent),
  ]);
  const order = post('/api/trading-api/order', { pair: 'ETH-USDC', side: 'buy', amount: micros(draw, 5, 50) }, by);
  return [...opening, ...joined, create, release, order, bet, bet, bet, ...taken, ...arrived, ...arrived];
}; // prettier-ignore

/** A day may pass before some of the agents look: what is due is paid by then. */
export const earningsPause: SeriesPause = { stepMs: secondMs, jumpMs: dayMs, jumpAt: -10 };

/** A referred player over three days, losing and winning, under each reading of what a net loss is (gap C32), and what its referrer is shown. */
export const lossesTour: CallSeries = (model, draw) => {
  model.policies['referral.netLosses'] = draw.pick(['daily', 'daily-carry', 'daily-carry', 'lifetime']);
  const by = `player-${model.operations.length}`;
  const referrer = draw.pick(model.registered);
  const bet = (): OperationDraft =>
    post(`${casino}/games/coin-flip`, { amount: micros(draw, 0.1, 0.9), side: draw.pick(['heads', 'tails']) }, by);
  const looks = ['/casino/api/v1/auth/referral/stats', '/wallet/v1/referral/stats', '/faucet/referrals'].map((path) => get(path, referrer));
  const day = (): OperationDraft[] => [bet(), bet(), bet(), looks[0] as OperationDraft];
  const opening = post('/faucet/register', { agent_id: by, referrer }, by);
  return [opening, ...day().slice(1), ...day(), ...day(), ...day(), ...day(), ...day(), ...day(), ...looks];
}; // prettier-ignore

/** Four calls at once, three times a day. */
export const lossesPause: SeriesPause = { stepMs: 8 * hourMs, jumpMs: 0, jumpAt: 1, together: 4 };
