/** A refused request says which window is full, and until when; one more is admitted at the millisecond at which a window has room. */
import { describe, expect, it } from 'vitest';
import type { Body } from '../../../src/verification/oracle/exchange.ts';
import { BucketUses, WindowUses } from '../../../src/verification/oracle/models/quota-uses.ts';
import { Limited, type Asked, type Policies } from './limited.ts';

const register: Asked = { call: 'faucet/A/register', caller: 'alice', atMs: 30_500 };
const perIp = { limit: 10, window: '1m', tier: 'free', message: '10 requests in 1m' };
const refusal = { error: 'rate_limit_exceeded', upgrade_url: 'https://example.invalid/upgrade' };

/** A refusal that is due at a second, asked at a millisecond. */
function refused(asked: Asked, answer: Body, resetAtMs: number): Asked {
  const seconds = Math.max(1, Math.ceil((resetAtMs - (asked.atMs ?? 0)) / 1_000));
  const reset_at = new Date(resetAtMs).toISOString();
  return {
    ...asked,
    status: 429,
    answer: { ...refusal, reset_at, retry_after_seconds: seconds, ...answer },
    answerHeaders: { 'retry-after': String(seconds) },
  };
}

const ofLimits = (said: readonly string[]): string[] =>
  said.filter((line) => !line.startsWith('limit-headers'));

/** What is said of a refusal after ten registrations from one address. */
function saidOf(asked: Asked, policies: Policies = {}): string[] {
  const limited = new Limited(policies);
  limited.repeats(10, register);
  return ofLimits(limited.asks(asked));
}

describe('the eleventh registration of an address in a minute', () => {
  const right = refused({ ...register, atMs: 30_500 }, perIp, 91_000);

  it('is refused until the first is a minute old, and is admitted then', () => {
    expect(saidOf(right)).toEqual([]);
    expect(saidOf(refused({ ...register, atMs: 90_499 }, perIp, 91_000))).toEqual([]);
    expect(saidOf({ ...register, atMs: 90_499 })).toEqual(['limits-never-exceeded: register is admitted above 10 in 60 s']);
    expect(saidOf({ ...register, atMs: 90_500 })).toEqual([]);
    expect(saidOf(refused({ ...register, atMs: 90_500 }, perIp, 91_000))).toEqual(['limits-bind-late-enough: register is refused with room in every window']);
  }); // prettier-ignore

  it.each<[string, Body, string]>([
    ['reset_at', { reset_at: '1970-01-01T00:01:30.000Z' }, 'reset_at is 90000; expected 91000'],
    ['retry_after_seconds', { retry_after_seconds: 60 }, 'retry_after_seconds is 60; expected 61'],
    ['tier', { tier: 'pro' }, 'tier is pro; expected free'],
    ['error', { error: 'x' }, 'error is x; expected rate_limit_exceeded'],
    ['upgrade_url', { upgrade_url: 'x' }, 'upgrade_url is x; expected https://example.invalid/upgrade'],
    ['limit', { limit: 11, message: '11 requests in 1m' }, 'limit and window is 11 in 1m; expected 10 in 1m'],
    [
      'window',
      { window: '60s', message: '10 requests in 60s' },
      'limit and window is 10 in 60s; expected 10 in 1m',
    ],
    ['message', { message: '10 in 1m' }, 'a message of the limit is false; expected true'],
  ])('says its %s', (_field, answer, said) => {
    expect(saidOf({ ...right, answer: { ...right.answer, ...answer } })).toEqual([`retry-after: ${said}`]);
  });

  it('says so in its header as well', () => {
    expect(saidOf({ ...right, answerHeaders: { 'retry-after': '60' } })).toEqual(['retry-after: retry-after is 60; expected 61']);
    expect(saidOf({ ...right, answerHeaders: {} })).toEqual(['retry-after: retry-after is NaN; expected 61']);
  }); // prettier-ignore

  it('is counted only where refused requests are', () => {
    const later = { ...register, atMs: 90_500 };
    const after = (policies: Policies): string[] => {
      const limited = new Limited(policies);
      limited.repeats(10, register);
      limited.repeats(10, refused({ ...register, atMs: 60_000 }, perIp, 91_000));
      return ofLimits(limited.asks(later));
    };
    expect(after({})).toEqual([]);
    expect(after({ 'limits.rejections': 'consume' })).toEqual(['limits-never-exceeded: register is admitted above 10 in 60 s']);
  }); // prettier-ignore
});

describe('a window is named by its length', () => {
  it.each<[string, number, Asked, Body, number]>([
    ['10s', 50, { call: 'wallet/A/balance' }, { limit: 50, window: '10s', message: '50 requests in 10s' }, 10_000],
    ['1d', 100, { call: 'escrow/B/create' }, { limit: 100, window: '1d', message: '100 requests in 1d' }, 86_400_000],
    ['1m', 20, { call: 'wallet/B/send' }, { limit: 20, window: '1m', message: '20 requests in 1m' }, 60_000],
  ])('%s', (window, count, { call }, answer, resetAtMs) => {
    const limited = new Limited();
    // Two minutes apart a day of them fits no other window.
    const apartMs = window === '1d' ? 120_000 : 0;
    for (let turn = 0; turn < count; turn += 1) limited.asks({ call, caller: 'alice', atMs: turn * apartMs });
    const atMs = count * apartMs;
    const said = (more: Body): string[] =>
      ofLimits(limited.asks(refused({ call, caller: 'alice', atMs }, { tier: 'free', ...answer, ...more }, resetAtMs)));
    expect(said({})).toEqual([]);
    expect(said({ window: 'x' })).toHaveLength(2);
  }); // prettier-ignore
});

it('of two full windows the one that makes a caller wait longest is named, or either of two', () => {
  const limited = new Limited();
  // Fifty in ten seconds, a hundred in a minute.
  for (let turn = 0; turn < 100; turn += 1) limited.asks({ call: 'wallet/A/balance', caller: 'alice', atMs: turn < 50 ? 0 : 20_000 });
  const asked = { call: 'wallet/A/balance', caller: 'alice', atMs: 20_000 };
  const minute = { limit: 100, window: '1m', tier: 'free', message: '100 requests in 1m' };
  const peak = { limit: 50, window: '10s', tier: 'free', message: '50 requests in 10s' };
  expect(ofLimits(limited.asks(refused(asked, minute, 60_000)))).toEqual([]);
  expect(ofLimits(limited.asks(refused(asked, peak, 60_000)))).toEqual(['retry-after: limit and window is 50 in 10s; expected 100 in 1m']);
}); // prettier-ignore

it('a tier begins at its instant, the latest that has begun counts, and a request for one needs a body', () => {
  const limited = new Limited();
  const ask = (more: Partial<Asked>): string[] =>
    limited.asks({ call: 'control/control/requestTier', status: 200, atMs: 0, ...more });
  const later = { agent_id: 'alice', effective_at: '1970-01-01T00:00:20.000Z' };
  expect(ask({ answer: { ...later, agent_id: 7 } })).toEqual([]);
  expect(ask({ answer: { agent_id: 'alice' }, body: { tier: 'pro', at_once: true } })).toEqual([]);
  expect(ask({ status: 300, answer: later, body: { tier: 'enterprise', at_once: true } })).toEqual([]);
  expect(ask({ answer: { ...later, agent_id: 'bob' } })).toEqual([]);
  ask({ answer: later, body: { tier: 'pro', at_once: true } });
  ask({ answer: { ...later, effective_at: '1970-01-01T00:00:10.000Z' }, body: { tier: 'enterprise', at_once: true } });
  const limitAt = (atMs: number): string => limited.asks({ call: 'wallet/A/balance', caller: 'alice', atMs })[0] ?? '';
  const wanted = (limit: number | undefined): string => `limit-headers: x-ratelimit-limit is undefined; expected ${limit}`;
  expect([9_999, 10_000, 19_999].map(limitAt)).toEqual([wanted(50), '', '']);
  expect([20_000, 90_000].map(limitAt)).toEqual([wanted(500), wanted(500)]);
}); // prettier-ignore

it('a tier that was refused does not begin', () => {
  for (const status of [300, 400]) {
    const limited = new Limited();
    const answer = { agent_id: 'alice', effective_at: '1970-01-01T00:00:00.000Z' };
    limited.asks({ call: 'control/control/requestTier', status, atMs: 0, body: { tier: 'enterprise', at_once: true }, answer });
    expect(limited.asks({ call: 'wallet/A/balance', caller: 'alice', atMs: 1 })[0]).toBe('limit-headers: x-ratelimit-limit is undefined; expected 50');
  }
}); // prettier-ignore

it('a day of more than 1,440 requests that slides may be counted by minutes, and no other window', () => {
  const exact = (limit: number, windowMs: number, more = {}) =>
    new WindowUses([{ limit, windowMs }], { window: 'sliding', day: 'sliding', ...more }).readings(0)[0]?.isExact;
  const day = 86_400_000;
  expect([exact(1_440, day), exact(1_441, day), exact(1_441, day - 1), exact(1_441, day, { day: 'calendar' })]).toEqual([true, false, true, true]);
  expect(exact(1_441, day, { day: 'first-request' })).toBe(true);
}); // prettier-ignore

it('a window that the first request opens ends with its last millisecond, and a full bucket is full now', () => {
  const opened = new WindowUses([{ limit: 5, windowMs: 1_000 }], { window: 'first-request', day: 'calendar' });
  for (const atMs of [0, 1_000]) opened.add(atMs);
  expect(opened.readings(1_000)[0]).toMatchObject({ remaining: 4, resetAtMs: 2_000 });
  const bucket = new BucketUses({ limit: 2, windowMs: 60_000 }, 3);
  expect(bucket.readings(7)[0]).toMatchObject({ remaining: 3, resetAtMs: 7, isExact: true });
}); // prettier-ignore

it('an upgrade waits as its reading says, unless it is a repeat, of no tier, or at once', () => {
  const said = (option: string | undefined, tier: string, afterMs: number, more: Body = {}): string[] => {
    const limited = new Limited(option === undefined ? {} : { 'limits.upgrade': option });
    const answer = { agent_id: 'alice', effective_at: new Date(1_000 + afterMs).toISOString() };
    return limited.asks({ call: 'control/control/requestTier', atMs: 1_000, body: { tier, ...more }, answer });
  };
  const day = 86_400_000;
  expect([said('immediate', 'pro', 0), said('bound', 'pro', day), said('bound', 'enterprise', 2 * day), said('seeded', 'pro', 1), said('seeded', 'pro', day - 1), said('seeded', 'enterprise', 2 * day - 1)].flat()).toEqual([]);
  const wrong = (option: string, tier: string, afterMs: number) => [`answers-fixed: ${tier} begins after ${afterMs} ms; limits.upgrade is ${option}`];
  for (const [option, tier, afterMs] of [['immediate', 'pro', 1], ['bound', 'pro', day - 1], ['bound', 'enterprise', day], ['seeded', 'pro', 0], ['seeded', 'pro', day], ['seeded', 'enterprise', 2 * day]] as const)
    expect(said(option, tier, afterMs)).toEqual(wrong(option, tier, afterMs));
  expect([said(undefined, 'pro', 7), said('immediate', 'free', 7), said('immediate', 'pro', 7, { at_once: true })].flat()).toEqual([]);
}); // prettier-ignore

it('a repeat of a request for a tier is let pass where its tier and its instant are those of an earlier one', () => {
  const limited = new Limited({ 'limits.upgrade': 'immediate' });
  const ask = (tier: string, atMs: number, effective: string, headers: Record<string, string> = {}): number =>
    limited.asks({ call: 'control/control/requestTier', atMs, body: { tier }, headers, answer: { agent_id: 'alice', effective_at: effective } }).length;
  const [first, second] = ['1970-01-01T00:00:01.000Z', '1970-01-01T00:00:02.000Z'];
  const key = { 'idempotency-key': 'k' };
  expect([ask('pro', 1_000, first), ask('enterprise', 2_000, second)]).toEqual([0, 0]);
  expect([ask('pro', 3_000, first, key), ask('enterprise', 3_000, second, key)]).toEqual([0, 0]);
  expect([ask('pro', 3_000, first), ask('pro', 3_000, second, key), ask('enterprise', 3_000, first, key)]).toEqual([1, 1, 1]);
}); // prettier-ignore

it('a claim before its time is refused by the faucet, and counts, where room is left for it', () => {
  const claim: Asked = { call: 'faucet/B/claimDaily', caller: 'alice', atMs: 0, status: 429, answer: { limit: 1, window: '1d' } };
  const after = (policies: Policies, claims: number): string[] => {
    const limited = new Limited(policies);
    const said = Array.from({ length: claims }, () => limited.asks(claim)).flat();
    return [...said, ...ofLimits(limited.asks({ ...claim, status: 200, answer: {} }))];
  };
  const early = { 'faucet.repeatClaim': 'rate-limit' };
  expect(after(early, 9)).toEqual([]);
  // The row of the faucet has ten requests in ten seconds.
  expect(after(early, 10)).toEqual(['limits-never-exceeded: claimDaily is admitted above 10 in 60 s']);
  expect(after(early, 11)).toContain('retry-after: error is undefined; expected rate_limit_exceeded');
  expect(after({}, 1)[0]).toBe('limits-bind-late-enough: claimDaily is refused with room in every window');
}); // prettier-ignore

it('headers that are late by whole minutes are let pass, and no number above what is left is', () => {
  const limited = new Limited({ 'limits.day': 'sliding' });
  const ask = (atMs: number, remaining: number): string[] =>
    limited.asks({ call: 'wallet/A/balance', caller: 'alice', atMs, answerHeaders: { 'x-ratelimit-limit': 50, 'x-ratelimit-remaining': remaining, 'x-ratelimit-reset': Math.ceil(atMs / 1_000) + 10 } });
  expect(ask(1_000, 49)).toEqual([]);
  expect(ask(1_000, 49)).toEqual(['limit-headers: x-ratelimit-remaining is 49; expected 48']);
}); // prettier-ignore
