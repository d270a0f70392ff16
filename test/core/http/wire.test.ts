/** Pages, amounts, free-form objects, queries and refusals, as every service reads and writes them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal, type RefusalCode } from '../../../src/core/base/refusal.ts';
import { errorBody, statusOf } from '../../../src/core/http/errors.ts';
import {
  LimitRefusal,
  quotaUsedUp,
  rateLimitBody,
  windowName,
} from '../../../src/core/http/limit-refusal.ts';
import { newestFirst, pageOf, pageView, readPage } from '../../../src/core/http/paging.ts';
import { queryOf } from '../../../src/core/http/query.ts';
import { validatorOf } from '../../../src/core/http/schema.ts';
import {
  Address,
  InstantText,
  ListLimit,
  readAmount,
  readFreeForm,
  readListLimit,
  TxHash,
  usdcFrom,
  UsdcText,
} from '../../../src/core/http/wire.ts';
import { resolvePolicies, type Policies } from '../../../src/core/policy/policies.ts';

const policiesWith = (overrides: object): Policies =>
  resolvePolicies('published', { ...overrides }) as Policies;
const clamping = policiesWith({ 'lists.limitAbove': 'clamp' });
const rejecting = policiesWith({ 'lists.limitAbove': 'reject' });
const refused = (message: string): Refusal => new Refusal('BAD_REQUEST', message);

describe('a page', () => {
  it('has the rows from the newest on, each row on one page', () => {
    fc.assert(
      fc.property(fc.nat({ max: 12 }), fc.integer({ min: 1, max: 5 }), (count, limit) => {
        const rows = Array.from({ length: count }, (_, at) => at);
        const pages = Array.from({ length: 14 }, (_, at) => newestFirst(rows, { limit, page: at + 1 }));
        expect(pages.map(pageView)).toEqual(pages.map((_, at) => ({ total: count, page: at + 1 })));
        expect(pages.flatMap((page) => page.rows)).toEqual(rows.toReversed());
        const sizes = pages.map((_, at) => Math.min(limit, Math.max(0, count - at * limit)));
        expect(pages.map((page) => page.rows.length)).toEqual(sizes);
      }),
    );
  });

  it('has its rows converted, and the rest as before', () => {
    const page = { rows: [1, 2], total: 9, page: 3 };
    expect(pageOf(page, (row) => `${row}!`)).toEqual({ rows: ['1!', '2!'], total: 9, page: 3 });
  });

  it('is the first with the usual number of rows where the query says nothing', () => {
    expect(readPage({}, 20, clamping)).toEqual({ limit: 20, page: 1 });
    expect(readPage({ limit: '7', page: '3' }, 20, clamping)).toEqual({ limit: 7, page: 3 });
    expect(readPage({ limit: '101' }, 20, rejecting)).toEqual(refused('limit must be at most 100'));
  });

  it('has 100 rows at most, and more are cut or refused', () => {
    const limits = [undefined, '1', '99', '100', '101', '999999999'];
    const read = (policies: Policies) => limits.map((text) => readListLimit(text, 20, policies));
    const more = refused('limit must be at most 100');
    expect(read(clamping)).toEqual([20, 1, 99, 100, 100, 100]);
    expect(read(rejecting)).toEqual([20, 1, 99, 100, more, more]);
  });
});

const acceptedBy = (schema: Parameters<typeof validatorOf>[0], values: readonly unknown[]): unknown[] =>
  values.filter((value) => validatorOf(schema)(value));

describe('a schema of a field', () => {
  it('of a list limit takes whole numbers from 1', () => {
    const texts = ['1', '10', '001', '123456789', '0', '', '1.5', '-1', ' 1', '1 ', '1234567890', 'a'];
    expect(acceptedBy(ListLimit, texts)).toEqual(['1', '10', '001', '123456789']);
  });

  it('of an answer takes what services write', () => {
    const [hash, address] = [`0x${'0af'.repeat(21)}9`, `0x${'0123456789abcdef'.repeat(2)}01234567`];
    const money = ['1.50', '-0.000001', '12.123456'];
    const instant = '2026-01-31T23:59:59.999Z';
    expect(acceptedBy(TxHash, [hash, `${hash}0`, hash.slice(0, -1), `a${hash}`, hash.toUpperCase()])).toEqual([hash]); // prettier-ignore
    expect(acceptedBy(Address, [address, `${address}0`, address.slice(0, -1), `a${address}`])).toEqual([address]); // prettier-ignore
    expect(acceptedBy(UsdcText, [...money, '1', '1.5', '1.1234567', '+1.50', '1.50 ', 'a1.50'])).toEqual(money); // prettier-ignore
    const others = [`${instant}Z`, ` ${instant}`, instant.replace('.999', ''), instant.replace('T', ' '), '2026-1-01T00:00:00.000Z']; // prettier-ignore
    expect(acceptedBy(InstantText, [instant, ...others])).toEqual([instant]);
  });

  it('of an amount says its bounds', () => {
    expect(usdcFrom(10_000)).toHaveProperty(
      'description',
      'an amount of USDC with at most 6 decimals, at least 0.01',
    );
    expect(usdcFrom(10_000, 10_000_000)).toHaveProperty(
      'description',
      'an amount of USDC with at most 6 decimals, at least 0.01, at most 10.00',
    );
  });
});

describe('what a service reads', () => {
  it('is an amount from its minimum on', () => {
    const read = (value: unknown): unknown => readAmount(value, 'stake', 100_000);
    expect(['0.10', 0.1, '0.099999'].map(read)).toEqual([
      100_000,
      100_000,
      refused('stake must be at least 0.10'),
    ]);
    for (const value of ['x', -1, null, '0.1234567'])
      expect(read(value)).toEqual(refused('stake must be an amount of USDC with at most 6 decimals'));
  });

  it('is a free-form object up to its size in bytes, as a frozen copy', () => {
    const value = { a: 'é', b: { c: [{ d: null }] } };
    const bytes = Buffer.byteLength(JSON.stringify(value));
    const copy = readFreeForm(value, 'metadata', bytes) as unknown as typeof value;
    expect(copy).toEqual(value);
    expect(copy).not.toBe(value);
    for (const part of [copy, copy.b, copy.b.c, copy.b.c[0]]) expect(Object.isFrozen(part)).toBe(true);
    expect(readFreeForm(value, 'metadata', bytes - 1)).toEqual(
      refused(`metadata must be at most ${bytes - 1} bytes of JSON`),
    );
  });
});

it.each([
  ['', {}],
  ['a=1&b=two+words&c=%2B', { a: '1', b: 'two words', c: '+' }],
  ['a=1&a=2', { a: '2' }],
  ['at=2026-01-01T00:00:00+01:00', { at: '2026-01-01T00:00:00+01:00' }],
  ['at=2026-01-01t00:00:00.25+23:59', { at: '2026-01-01t00:00:00.25+23:59' }],
  ['at=2026-01-01T00:00:00.+01:00', { at: '2026-01-01T00:00:00. 01:00' }],
  ['at=x2026-01-01T00:00:00+01:00', { at: 'x2026-01-01T00:00:00 01:00' }],
  ['at=2026-01-01T00:00:00+01:00x', { at: '2026-01-01T00:00:00 01:00x' }],
  ['at=2026-01-01T00:00:00+1:00', { at: '2026-01-01T00:00:00 1:00' }],
  ['at=26-01-01T00:00:00+01:00', { at: '26-01-01T00:00:00 01:00' }],
])('the query %j has these fields', (text, fields) => expect(queryOf(text)).toEqual(fields));

describe('a refusal', () => {
  it('has the status of its code in the documents', () => {
    const statuses: Record<RefusalCode, number> = {
      BAD_REQUEST: 400, UNAUTHORIZED: 401, FORBIDDEN: 403, NOT_FOUND: 404, CONFLICT: 409, FAUCET_CLAIMED: 409,
      GAME_CLOSED: 409, MARKET_CLOSED: 409, INSUFFICIENT_BALANCE: 422, RATE_LIMIT: 429, INTERNAL_ERROR: 500,
      SERVICE_UNAVAILABLE: 503,
    }; // prettier-ignore
    expect(statusOf).toEqual(statuses);
    expect(errorBody('CONFLICT', 'why')).toEqual({ error: 'why', code: 'CONFLICT' });
  });

  it.each([
    [1_000, '1s'], [10_000, '10s'], [59_000, '59s'], [60_000, '1m'], [90_000, '90s'], [3_600_000, '60m'],
    [86_400_000, '1d'], [172_800_000, '2d'], [86_460_000, '1441m'],
  ])('names a window of %d ms %s', (windowMs, name) => expect(windowName(windowMs)).toBe(name)); // prettier-ignore

  it.each([
    [0, 0, 0, 1], [0, 1, 1_000, 1], [0, 1_000, 1_000, 1], [0, 1_001, 2_000, 2], [500, 500, 1_000, 1],
    [500, 501, 2_000, 2], [999, 1, 1_000, 1], [1_001, 999, 2_000, 1], [1_001, 1_000, 3_000, 2],
  ])('at %d ms that waits for %d ms names the whole second %d, %d s away', (nowMs, waitMs, resetAtMs, retryAfterSeconds) => {
    const used = { limit: 5, windowMs: 60_000, waitMs, tier: 'free' } as const;
    expect(quotaUsedUp(used, nowMs)).toEqual({ limit: 5, windowMs: 60_000, tier: 'free', resetAtMs, retryAfterSeconds });
  }); // prettier-ignore

  it('of the rate limiter has all that the documents list, and its code unless the text is taken literally', () => {
    const quota = {
      limit: 5,
      windowMs: 60_000,
      resetAtMs: 1_000,
      retryAfterSeconds: 2,
      tier: 'free',
    } as const;
    const refusal = new LimitRefusal(quota);
    expect([refusal.code, refusal.message]).toEqual(['RATE_LIMIT', 'more than 5 requests in 1m']);
    const body = {
      error: 'rate_limit_exceeded', message: 'more than 5 requests in 1m', limit: 5, window: '1m',
      retry_after_seconds: 2, reset_at: '1970-01-01T00:00:01.000Z', tier: 'free',
      upgrade_url: 'https://example.invalid/upgrade',
    }; // prettier-ignore
    expect(rateLimitBody(refusal, policiesWith({ 'errors.rateLimitBody': 'literal' }))).toEqual(body);
    expect(rateLimitBody(refusal, policiesWith({ 'errors.rateLimitBody': 'superset' }))).toEqual({
      ...body,
      code: 'RATE_LIMIT',
    });
  });
});
