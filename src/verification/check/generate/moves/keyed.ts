/** Calls under one Idempotency-Key: repeated at once and later, by another agent, and of another thing (gap X15). */
import { dayMs, hourMs } from '../../../../core/base/time.ts';
import { anyCall, endpointsNow } from '../any-call.ts';
import type { Draw } from '../draw.ts';
import type { ModelState, OperationDraft } from '../model-state.ts';
import type { CallSeries, SeriesCall, SeriesPause } from './series.ts';

const casino = '/casino/api/v1';

/** Calls that mostly succeed and whose effect shows. */
const effective = (model: ModelState, draw: Draw, other: string): readonly OperationDraft[] => [
  { do: 'POST /escrow/escrow', body: { receiver: other, amount: '0.5' } },
  { do: 'POST /wallet/v1/wallet/create', body: {} },
  { do: 'POST /wallet/v1/wallet/create', body: {} },
  { do: 'POST /api/trading-api/order', body: { pair: 'ETH-USDC', side: 'buy', amount: '1.25' } },
  { do: 'POST /api/wallet-api/send', body: { to: other, amount: '0.25' } },
  { do: `POST ${casino}/games/dice`, body: { amount: 0.01, direction: 'over', threshold: 50 } },
  { do: 'POST /api/casino-api/bet', body: { game: 'coinflip', amount: 0.02, params: { side: 'heads' } } },
  { do: 'POST /api/domains-api/register', body: { domain: `keyed-${draw.integer(9)}.agent` } },
  { do: 'POST /faucet/claim', body: {} },
  ...(model.isTrading ? [] : [{ do: `POST ${casino}/challenges`, body: { challenged_agent_id: other, game: 'dice', amount: 0.01 } }]),
]; // prettier-ignore

const firstOther = ({ registered }: ModelState, person: string): string =>
  registered.find((agent) => agent !== person) ?? person;

/** One call under a key, again by its caller and by another agent, with another body, and after a pause. */
function repeated(model: ModelState, draw: Draw, person: string): readonly SeriesCall[] {
  const other = firstOther(model, person);
  const writes = endpointsNow(model).filter(({ method }) => method !== 'GET');
  const call = draw.chance(70)
    ? draw.pick(effective(model, draw, other))
    : anyCall(draw.pick(writes), { model, draw, person });
  const first = { ...call, headers: { 'idempotency-key': `key-${model.operations.length}` } };
  const { makes: _made, ...again } = first;
  const changed = { ...again, body: { ...(again.body as object | undefined), amount: '0.75' } };
  const looks = ['/escrow/escrows', `${casino}/auth/ledger`].map((path) => ({ do: `GET ${path}` }));
  return [
    first,
    again,
    { ...again, by: other },
    ...(draw.chance(40) ? [changed] : []),
    ...looks,
    again,
    ...looks,
  ];
}

/** A pause of hours, within the day for which an answer is kept. */
export const keyedSoon: CallSeries = (model, draw, person) => repeated(model, draw, person);
export const keyedSoonPause: SeriesPause = { stepMs: 0, jumpMs: 2 * hourMs, jumpAt: -3 };

/** A pause of a day, to the millisecond. */
export const keyedLate: CallSeries = (model, draw, person) => repeated(model, draw, person);
export const keyedLatePause: SeriesPause = { stepMs: 0, jumpMs: dayMs, jumpAt: -3 };

/** One call every thirteen hours: a key is new again a day after its first use, however often it is used. */
export const keyedOften: CallSeries = (model, draw, person) => {
  const call = draw.pick(effective(model, draw, firstOther(model, person)));
  const again = { ...call, headers: { 'idempotency-key': `key-${model.operations.length}` } };
  const looks = ['/escrow/escrows', `${casino}/auth/ledger`].map((path) => ({ do: `GET ${path}` }));
  return [again, ...looks, again, ...looks, again, ...looks, again, ...looks];
};

export const keyedOftenPause: SeriesPause = { stepMs: 13 * hourMs, jumpMs: 0, jumpAt: 1, together: 3 };

/** Two escrows that are ended under one key, which is taken for the first of them. */
export const keyedTwice: CallSeries = (model, draw, person) => {
  const receiver = firstOther(model, person);
  const act = draw.pick(['release', 'refund', 'dispute']);
  const made = (number: number): string => `keyed-${model.operations.length}-${number}`;
  const create = (number: number): OperationDraft => ({
    do: 'POST /escrow/escrow',
    body: { receiver, amount: 0.5 },
    makes: { kind: made(number), field: 'escrow_id', other: receiver },
  });
  const headers = { 'idempotency-key': made(0) };
  const [one, two] = [made(1), made(2)];
  const end =
    (kind: string): SeriesCall =>
    (now) => ({ do: `POST /escrow/escrow/${now.latest(kind)?.reference ?? 'esc_none'}/${act}`, body: { reason: 'late' }, headers });
  return [create(1), create(2), end(one), end(two), end(one), { do: 'GET /escrow/escrows' }];
}; // prettier-ignore

/** A read under a key, before and after what it shows has changed: no key keeps an answer of a read. */
export const keyedReads: CallSeries = (model, draw, person) => {
  const [read, change] = draw.pick<readonly [string, OperationDraft]>([
    ['/escrow/escrows', { do: 'POST /escrow/escrow', body: { receiver: firstOther(model, person), amount: '0.5' } }],
    [`${casino}/auth/balance`, { do: `POST ${casino}/games/coin-flip`, body: { amount: 0.01, side: 'heads' } }],
    ['/api/wallet-api/balance', { do: 'POST /api/wallet-api/send', body: { to: `0x${'c'.repeat(40)}`, amount: '0.25' } }],
    ['/api/domains-api/domains', { do: 'POST /api/domains-api/register', body: { domain: `read-${draw.integer(99)}.agent` } }],
    ['/api/trading-api/orders', { do: 'POST /api/trading-api/order', body: { pair: 'ETH-USDC', side: 'buy', amount: '1.25' } }],
  ]);
  const keyed = { do: `GET ${read}`, headers: { 'idempotency-key': `key-${model.operations.length}` } };
  return [keyed, change, keyed, { do: `GET ${read}` }];
}; // prettier-ignore

/** Lists of which something was made, page by page. */
export const pages: CallSeries = (model, draw, person) => {
  const other = firstOther(model, person);
  const [make, ...lists] = draw.pick<readonly [OperationDraft, ...string[]]>([
    [{ do: 'POST /escrow/escrow', body: { receiver: other, amount: 0.2 } }, '/escrow/escrows', '/escrow/api/v1/escrow/list'],
    [{ do: 'POST /api/trading-api/order', body: { pair: 'ETH-USDC', side: 'buy', amount: '1.5' } }, '/api/trading-api/orders'],
    [{ do: 'POST /api/wallet-api/send', body: { to: other, amount: '0.25' } }, '/wallet/api/v1/transactions', '/api/wallet-api/transactions'],
    [{ do: `POST ${casino}/games/coin-flip`, body: { amount: 0.01, side: 'heads' } }, '/api/casino-api/history', `${casino}/auth/ledger`, `${casino}/kelly/history`],
    [{ do: `POST ${casino}/challenges`, body: { challenged_agent_id: other, game: 'dice', amount: 0.01 } }, `${casino}/challenges`],
  ]);
  const limit = 1 + draw.integer(2);
  const looks = lists.flatMap((list) => [1, 2, 3].map((page) => ({ do: `GET ${list}`, query: { limit, page } })));
  return [make, make, make, ...looks];
}; // prettier-ignore
