/** Differences drawn by chance: of calls and fields that have a meaning, and of names that are nearly those. */
import { AccountPast } from '../../../../src/live/traffic/compare/account-past.ts';
import { Deadlines } from '../../../../src/live/traffic/compare/deadlines.ts';
import type { Difference, DifferenceKind } from '../../../../src/live/traffic/compare/difference.ts';
import { DrawnValues } from '../../../../src/live/traffic/compare/drawn.ts';
import {
  explainByTime,
  isDayOver,
  isMcpEnvelope,
  isOfTier,
  isOtherDay,
  isOtherWindow,
  isWindowEnd,
} from '../../../../src/live/traffic/compare/explain.ts';
import { Dice } from '../../../by-chance.ts';

const operations = [
  'casino/A/bet', 'casino/A/createChallenge', 'casino/B/acceptChallenge', 'casino/A/challenges', 'casino/A/launch', 'casino/A/cashOut', 'casino/A/rotate', 'casino/A/history', 'casino/A/stats', 'casino/B/session',
  'casino/A/bankrollCurve', 'casino/A/batch', 'casino/A/kellyLimits', 'casino/B/kellyOptimal', 'casino/A/joinTournament', 'casino/A/enterDraw', 'casino/A/balance', 'trading/A/markets', 'trading/B/place', 'trading/A/place',
  'trading/B/ticker', 'trading/A/price', 'trading/B/cancel', 'trading/B/positions', 'trading/A/balance', 'wallet/A/swap', 'wallet/B/send', 'wallet/A/balance', 'escrow/B/create', 'escrow/B/list', 'faucet/A/claimOnce',
  'faucet/B/claimDaily', 'faucet/B/register', 'faucet/A/status', 'faucet/B/referralStats', 'faucet/A/agentDetail',
]; // prettier-ignore
const fields = [
  '/payout', '/results', '/winner_id', '/paid', '/prize', '/rounds', '/challenger_round/nonce', '/challenged_round/nonce', '/next_nonce', '/total_bets', '/total_wagered', '/wagered', '/total', '/totals/x', '/count', '/balance',
  '/balance_usdc', '/available', '/equity', '/profit', '/net', '/eth', '/margin', '/nonce', '/server_seed_hash', '/server_seed', '/max_bet', '/max_bet_at_longest_odds', '/optimal_bet', '/games/dice/net', '/by_game/x', '/history/*/net', '/results/*/payout',
  '/bets/*/payout', '/liquidation_price', '/status', '/orders/*/status', '/items/*', '/escrows/*', '/escrows/*/id', '/positions/*/size', '/positions/*/side', '/retry_after_seconds', '/reset_at', '/limit', '/window', '/tier', '/result/ttlMs', '/result/_meta', '/expires_in', '/age', '/uptime_ms',
  '/created_at', '/eligible', '/next_claim', '/roll', '/price', '/fill_price', '/leaderboard', 'header x-ratelimit-limit', 'header x-ratelimit-remaining', '', '/fee', '/referrals_earned', '/pool_total',
]; // prettier-ignore
const kinds: readonly DifferenceKind[] = ['status', 'amount', 'amount', 'amount', 'id', 'value', 'shape', 'time', 'order', 'code']; // prettier-ignore
const statuses = [
  '200',
  '201',
  '204',
  '400 BAD_REQUEST',
  '404 NOT_FOUND',
  '409 CONFLICT',
  '422 INSUFFICIENT_BALANCE',
  '402 INSUFFICIENT_BALANCE',
  '429 RATE_LIMITED',
  '2000',
  '503',
];
const numbers = ['0', '1', '"2.50"', '10', '0.196', '60', '3600', '100', 'null', '"x"', '"3 items"'];
const instants = ['"2026-01-01T00:00:00.000Z"', '"2026-01-01T00:01:00Z"', '"2026-01-02T00:00:00Z"', '"soon"'];

/** The name itself, and now and then one that is nearly it. */
const near = (dice: Dice, name: string): string =>
  dice.isOne(5) ? (dice.pick([`x${name}`, `${name}x`, `/x${name}`, `${name}/x`, name.slice(1), name.toUpperCase(), name.replace(/\/[AB]\//, '/short/')]) ?? '') : name; // prettier-ignore

const callOf = (dice: Dice): string => near(dice, dice.pick(operations) ?? '');

function differenceOf(dice: Dice): Difference {
  const kind = dice.pick(kinds) ?? 'value';
  const field = kind === 'status' ? '' : near(dice, dice.pick(fields) ?? '');
  const shown = kind === 'status' ? statuses : kind === 'time' ? instants : numbers;
  return { kind, field, recorded: dice.pick(shown) ?? '', live: dice.pick(shown) ?? '' };
}

const amounts = [0, 1, 5, '2.50', 100, null, undefined];
const rows = (dice: Dice): object => ({
  order_id: dice.pick(['ord_aaaaaaaaaaaaaaaa', 'ord_bbbbbbbbbbbbbbbb', '${0:/order_id}']), status: dice.pick(['open', 'filled', 'cancelled', 'pending', 'confirmed', 7]), entry_price: dice.pick([null, 1.25, undefined]),
  tx_id: dice.pick([undefined, 'tx_cccccccccccccccc']), symbol: dice.pick(['BTC-USDC', 'ETH-PERP', 'x']), bid: dice.pick(['1.25', 2, '1.2500']), qty: dice.pick(['0.5', 3, undefined]),
}); // prettier-ignore

/** A body of a request or an answer with what draws, markets and clocks decide. */
function bodyOf(dice: Dice): Record<string, unknown> {
  return {
    ...rows(dice),
    amount: dice.pick(amounts), size: dice.pick(amounts), price: dice.pick(['1.234', 1.2, 100]), side: dice.pick(['buy', 'sell', 'short']), pair: dice.pick(['BTC-USDC', 'DOGE-USDC']), type: dice.pick(['market', 'limit', undefined]),
    market_type: dice.pick(['perp', 'spot', undefined]), balance: dice.pick(['10.00', 5, 'x']), payout: dice.pick(amounts), results: dice.isOne(3) ? [{ payout: dice.pick(amounts), amount: 1 }, { payout: 2, amount: dice.pick(amounts) }] : undefined,
    items: dice.isOne(3) ? [rows(dice), rows(dice)] : undefined, winner_id: dice.pick(['a', 'b', null, undefined]), challenger_id: dice.pick(['a', undefined]), nonce: dice.pick([0, 1, 7, undefined]), server_seed: dice.pick(['seed', undefined]),
    server_seed_hash: dice.pick(['ab'.repeat(32), 'cd'.repeat(32), undefined]), referrer: dice.pick(['alice', undefined, '']), expires_at: dice.pick(['2026-01-01T00:00:10Z', '2026-01-01T00:02:00Z', 'never', 7]),
  };
} // prettier-ignore

/** What is said of a run of forty responses. */
export function drawsOf(seed: string): unknown[] {
  const dice = new Dice(seed);
  const values = new DrawnValues();
  return Array.from({ length: 40 }, (_, n) => {
    const [session, call] = [Number(dice.pick([1, 2, 3])), callOf(dice)];
    const things = [0, 1, 2].map(() => Number(dice.pick([0, 1, n - 1, n - 2]))).filter((thing) => thing >= 0 && dice.isOne(2)); // prettier-ignore
    const request = { path: dice.pick(['/trading/BTC-USDC', '/trading/DOGE-USDC', '/x', undefined]), body: dice.isOne(5) ? undefined : bodyOf(dice) }; // prettier-ignore
    const [recorded, live] = [0, 1].map(() => ({ status: Number(dice.pick([200, 200, 201, 400, 409, 422])), body: dice.isOne(9) ? undefined : bodyOf(dice) })) as [{ status: number; body?: unknown }, { status: number; body?: unknown }]; // prettier-ignore
    const draw = { n, session, call, request, things, touched: dice.isOne(2) ? [session, 3] : undefined, recorded, live }; // prettier-ignore
    const decided = values.rowsOf(draw);
    const known = decided?.fieldsOf(rows(dice) as never, rows(dice) as never, { field: dice.pick(['', '/items/*']) ?? '', isAnother: (name) => name === 'none' || dice.isOne(9) }); // prettier-ignore
    const found = Array.from({ length: Number(dice.pick([0, 1, 1, 2])) }, () => differenceOf(dice));
    if (found[0] !== undefined && decided !== undefined && dice.isOne(3)) decided.add(found[0]);
    values.note(draw, found);
    if (dice.isOne(12)) values.part(draw, live.status);
    if (dice.isOne(12)) values.partByTime(draw, live.status);
    const asked = [...found, ...Array.from({ length: 12 }, () => differenceOf(dice))];
    const isLost = dice.isOne(4) && values.isLost({ n, call, things, touched: [session] });
    return [known, found.length, asked.map((each) => values.explains(session, dice.isOne(2) ? call : callOf(dice), each)), asked.map((each) => values.withoutPayouts(session, each).live), isLost]; // prettier-ignore
  });
}

/** What time, tiers, windows and the past of an account explain of such differences. */
export function reasonsOf(seed: string): unknown[] {
  const dice = new Dice(seed);
  const [past, deadlines] = [new AccountPast(), new Deadlines()];
  const startMs = Date.UTC(2026, 0, 1);
  return Array.from({ length: 60 }, (_, n) => {
    const [call, difference] = [callOf(dice), differenceOf(dice)];
    const refusal = () => ({ window: dice.pick(['1d', '1m', '10s', undefined]), limit: dice.pick([10, 50, 100, 10_000]), retry_after_seconds: dice.pick([0, 30, 86_399, 'x']) }); // prettier-ignore
    const shift = { shiftMs: dice.pick([undefined, 0, 1_000, 60_000, 43_200_000, 86_400_000, -5]), toleranceMs: Number(dice.pick([0, 5, 1_000])), ...(dice.isOne(2) ? { earlier: [{ byMs: Number(dice.pick([0, 60_000])), toleranceMs: 10 }] } : {}) }; // prettier-ignore
    const moment = { fromMs: startMs + Number(dice.pick([0, 9_000, 60_000])), toMs: startMs + Number(dice.pick([60_000, 119_000])), toleranceMs: Number(dice.pick([0, 1_000])) }; // prettier-ignore
    const things = [n - 1, 0].filter((thing) => thing >= 0 && dice.isOne(2));
    deadlines.note(n, call, dice.isOne(9) ? null : bodyOf(dice));
    past.note(dice.isOne(3) ? { 'x-ratelimit-limit': Number(dice.pick([77, 100])) } : undefined);
    past.claimed(n % 2, call, { expected: { status: Number(dice.pick([200, 409])), body: bodyOf(dice) }, live: { status: Number(dice.pick([200, 409])), body: bodyOf(dice) } }); // prettier-ignore
    const headers = dice.pick([undefined, { authorization: 'Bearer x' }, { Authorization: '' }]);
    return [
      past.explains(n % 2, call, difference), past.explainsAddress({ call, request: { headers } }, difference), explainByTime(difference, shift), isWindowEnd(difference), isOtherWindow(call, difference, [refusal(), refusal()]),
      ...(['free', 'pro', 'enterprise'] as const).map((tier) => isOfTier(tier, { call, refusal: refusal() }, difference)), isDayOver(refusal(), shift), isOtherDay(refusal(), shift), isMcpEnvelope(dice.pick(['/api/mcp', '/mcp/x']) ?? '', difference),
      deadlines.decides({ call, things }, difference, moment), deadlines.explains({ call, things }, difference, moment),
    ];
  });
} // prettier-ignore
