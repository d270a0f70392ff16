/** Calls that no service has in that form, or none under one reading: other methods and paths, bodies beyond every bound, quotas under a key that is used again. */
import { dayMs, secondMs } from '../../../../core/base/time.ts';
import { endpoints } from '../../../oracle/models/endpoints.ts';
import type { Draw } from '../draw.ts';
import type { OperationDraft } from '../model-state.ts';
import { people } from '../model-state.ts';
import type { CallSeries } from './series.ts';

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const;

const isNamed = (part: string): boolean => part.startsWith(':');

/** Paths that another one with a parameter stands for as well: they are themselves, whatever the method. */
const literal = endpoints.filter(
  ({ parts }) =>
    !parts.some(isNamed) &&
    endpoints.some(
      ({ parts: other }) =>
        other.length === parts.length &&
        other.some(isNamed) &&
        other.every((part, index) => isNamed(part) || part === parts[index]),
    ),
);

/** Documented paths under any method, and paths that nearly are documented. */
const misdirected = (draw: Draw): OperationDraft => {
  const { parts } = draw.pick(draw.chance(15) ? literal : endpoints);
  const path = parts.map((part) => (part.startsWith(':') ? 'none' : part)).join('/');
  const other = draw.pick([path, path, path, `${path}/`, `${path}/x`, path.toUpperCase(), `/${path}`, path.slice(0, -1), path.replace('/api', '/./api')]);
  const method = draw.pick(methods);
  return { do: `${method} ${other}`, ...(method === 'GET' || method === 'DELETE' ? {} : { body: {} }) };
}; // prettier-ignore

const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });
const kib = 1024;

/** Fields that no service reads, of a size that is admitted (gap X16), or far from it. */
const burdens: readonly ((draw: Draw) => unknown)[] = [
  () => nested(20),
  () => 'x'.repeat(100 * kib),
  () => 'x'.repeat(400 * kib),
  () => ({ ['k'.repeat(400 * kib)]: 1 }),
  () => ({ ['k'.repeat(60 * kib)]: { ['k'.repeat(60 * kib)]: '' } }),
  () => Array.from({ length: 100 }, (_, index) => index),
];

const burdened = (draw: Draw): OperationDraft => {
  const unread = draw.pick(burdens)(draw);
  const { do: call, body } = draw.pick([
    { do: 'POST /escrow/escrow', body: { amount: 0.1, receiver: draw.pick(people) } },
    { do: 'POST /casino/api/v1/games/coin-flip', body: { amount: 0.01, side: 'heads' } },
    { do: 'POST /faucet/claim', body: {} },
  ]);
  return { do: call, body: { ...body, unread } };
};

/** Reads that need a key, reads that need none, and writes. */
const readsAndWrites = [
  'GET /faucet/status', 'GET /escrow/escrows', 'GET /casino/api/v1/auth/balance', 'GET /api/wallet-api/balance', 'GET /domains/api/v1/domains',
  'GET /wallet/v1/wallet/chains', 'GET /faucet/agents', 'GET /casino/api/v1/gossip', 'POST /faucet/claim', 'POST /casino/api/v1/fairness/rotate',
] as const; // prettier-ignore

/** A key under the scheme in any spelling (RFC 9110, 11.1), under another scheme, or with something beside it (AUT01, AUT12). */
export const spelledKeys: CallSeries = (model, draw) => {
  const { reference: key, by = 'nobody' } = model.latest('agent') ?? { reference: 'sk_live_none' };
  const forms = [
    `Bearer ${key}`, `bearer ${key}`, `BEARER ${key}`, `Bearer ${key}x`, `Bearer ${key} ${key}`, `Bearer,${key}`, key,
    `Basic ${key}`, 'Bearer', `Bearer "${key}"`,
  ]; // prettier-ignore
  return Array.from({ length: 8 }, () => {
    const call = draw.pick(readsAndWrites);
    const headers = { authorization: draw.pick(forms) };
    return { do: call, by, headers, ...(call.startsWith('GET') ? {} : { body: {} }) };
  });
};

/** A dozen of such calls; half of the time the other methods are listed (gap E10). */
export const wrongly: CallSeries = (model, draw) => {
  if (draw.chance(50)) model.policies['errors.unknownMethod'] = '405';
  return Array.from({ length: 12 }, (_, index) => (index < 10 ? misdirected(draw) : burdened(draw)));
};

/** Calls that one reading admits and another does not: lists beyond their limit, reserved names, owners outside, sizes in either unit. */
export const readEitherWay: CallSeries = (_, draw) => {
  const [reserved, given] = [`ab--${draw.integer(99)}.agent`, `given-${draw.integer(99)}.agent`];
  const size = draw.pick([0.004, 2, 5]);
  return [
    { do: 'PUT /escrow/escrows', body: {} },
    ...['/escrow/escrows', '/api/casino-api/history', '/wallet/api/v1/transactions'].map((path) => ({
      do: `GET ${path}`,
      query: { limit: draw.pick(['101', '150']) },
    })),
    { do: 'POST /api/domains-api/register', body: { domain: reserved } },
    { do: 'POST /api/domains-api/register', body: { domain: given } },
    { do: 'POST /api/domains-api/transfer', body: { domain: given, to: `0x${'c'.repeat(40)}` } },
    { do: `GET /api/domains-api/lookup/${given}` },
    { do: 'POST /trading/api/v1/orders', body: { symbol: 'ETH-PERP', side: 'long', size, leverage: 2 } },
    { do: 'GET /trading/api/v1/positions' },
  ];
};

/** More calls than a quota has, the last of them under a key, and the same call and key after the wait (gap X15). */
export const retried: CallSeries = (_, draw) => {
  const call = {
    do: draw.pick(['POST /api/domains-api/register', 'POST /domains/api/v1/register']),
    body: { domain: 'bad' },
  };
  const keyed = { ...call, headers: { 'idempotency-key': 'late' } };
  return [...Array.from({ length: quotaCalls }, () => call), keyed, keyed, keyed];
};

const quotaCalls = 11;

/** The wait of `retried`, and before which of its calls. */
export const retryPause = { stepMs: 1, jumpMs: dayMs + secondMs, jumpAt: quotaCalls + 1 } as const;
