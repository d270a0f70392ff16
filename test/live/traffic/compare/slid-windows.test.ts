/** Limits whose windows have lost a request on one side alone. */
import { describe, expect, it } from 'vitest';
import { clientsOf, SlidWindows } from '../../../../src/live/traffic/compare/slid-windows.ts';
import type { Tier } from '../../../../src/core/http/limits/published-limits.ts';

const dayMs = 86_400_000;
const call = 'escrow/B/list';
const limit = (live: unknown, field = 'header x-ratelimit-limit') =>
  ({ kind: 'amount', field, recorded: '"50"', live: JSON.stringify(live) }) as const;
const accepted = (live = '200') => ({ kind: 'status', field: '', recorded: '429 RATE_LIMIT', live }) as const;

/** What was noted of one session: when the responses came, on both sides, and how exactly that is known. */
function noted(times: readonly (readonly [recordedMs: number, liveMs: number])[], toleranceMs = 0) {
  const slid = new SlidWindows();
  for (const [recordedMs, liveMs] of times) slid.note([1], { recordedMs, liveMs, toleranceMs });
  return {
    slid,
    limit: (live: unknown = '60', tier: Tier = 'free', of = call) =>
      slid.explainsLimit([1], of, tier, limit(live)),
    accepted: (window: unknown, live = '200', stated = 60) =>
      slid.explainsAcceptance([1], call, { limit: stated, window }, accepted(live)),
  };
}

describe('another limit', () => {
  it.each<[string, (readonly [number, number])[], number, boolean]>([
    ['of the first response', [[0, 0]], 0, false],
    ['after as long a time on both sides', [[0, 0], [5_000, 5_000]], 0, false],
    ['after a window on both sides', [[0, 0], [10_000, 10_000]], 0, false],
    ['after a window on the target alone', [[0, 0], [9_999, 10_000]], 0, true],
    ['just before the end of it on both sides', [[0, 0], [9_999, 9_999]], 0, false],
    ['after a window in the recording alone', [[0, 0], [10_000, 9_999]], 0, true],
    ['after a minute on the target alone', [[0, 0], [59_999, 60_000]], 0, true],
    ['after a minute in the recording alone', [[0, 0], [60_000, 59_999]], 0, true],
    ['after a minute on both sides', [[0, 0], [60_000, 90_000]], 0, false],
    ['between the windows', [[0, 0], [11_000, 58_000]], 0, false],
    ['within what is known of the target', [[0, 0], [5_000, 8_000]], 2_000, true],
    ['outside of what is known', [[0, 0], [5_000, 7_999]], 2_000, false],
    ['within what is known, later', [[0, 0], [15_000, 11_999]], 2_000, true],
    ['outside of what is known, later', [[0, 0], [15_000, 12_000]], 2_000, false],
    ['after midnight on the target alone', [[0, dayMs - 1], [1, dayMs]], 0, true],
    ['after midnight in the recording alone', [[dayMs - 1, 0], [dayMs, 1]], 0, true],
    ['after midnight on both sides', [[dayMs - 1, 2 * dayMs - 1], [dayMs, 2 * dayMs]], 0, false],
    ['of requests long before', [[0, 0], [70_000, 70_000], [70_100, 90_000], [200_000, 200_000]], 0, false],
    ['of a request between others', [[0, 0], [1_000, 1_000], [2_000, 2_000], [10_500, 11_500]], 0, true],
  ])('%s', (_what, times, toleranceMs, isExplained) => {
    expect(noted(times, toleranceMs).limit()).toBe(isExplained);
  }); // prettier-ignore

  it('is one that the documents have for the call and the tier', () => {
    const { slid, limit: explains } = noted([[0, 0], [0, 11_000]]); // prettier-ignore
    expect(['50', '60', '80', '100', '61', 'x', '10'].map((live) => explains(live))).toEqual([true, true, true, true, false, false, false]); // prettier-ignore
    expect([explains('500'), explains('500', 'pro'), explains('10', 'free', 'faucet/B/status')]).toEqual([
      false,
      true,
      true,
    ]);
    expect(slid.explainsLimit([1], call, 'free', limit('60', 'header x-ratelimit-remaining'))).toBe(false);
    expect(slid.explainsLimit([2], call, 'free', limit('60'))).toBe(false);
  });

  it('counts the first request of a second with those that follow it in that second', () => {
    const second = Array.from({ length: 5 }, (_, index) => [index * 100, 0] as const);
    expect(noted([...second, [5_000, 12_000]]).limit()).toBe(true);
    expect(noted([...second, [10_000, 12_000]]).limit()).toBe(false);
  });
});

describe('a limit', () => {
  const at = (headers?: Record<string, string>) =>
    clientsOf({
      session: 3,
      request: { method: 'GET', path: '/', ip: '10.0.0.1', ...(headers && { headers }) },
    });

  it('counts for the address too, unless a registration of the recording has made its key', () => {
    expect([at(), at({ authorization: '' }), at({ Authorization: '[redacted]' })]).toEqual(
      Array.from({ length: 3 }, () => [3, 'address']),
    );
    expect(at({ AUTHORIZATION: 'Bearer ${12:/api_key}' })).toEqual([3]);
  });

  it('of the address counts what other sessions have sent', () => {
    const slid = new SlidWindows();
    slid.note([2, 'address'], { recordedMs: 0, liveMs: 0, toleranceMs: 0 });
    slid.note([3, 'address'], { recordedMs: 2_000, liveMs: 11_000, toleranceMs: 0 });
    expect(slid.explainsLimit([3, 'address'], call, 'free', limit('60'))).toBe(true);
    expect(slid.explainsLimit([3], call, 'free', limit('60'))).toBe(false);
    const refusal = { limit: 50, window: '10s' };
    expect(slid.explainsAcceptance([3, 'address'], call, refusal, accepted())).toBe(true);
    expect(slid.explainsAcceptance([3], call, refusal, accepted())).toBe(false);
  });

  it.each([2_999, 3_000])('may have counted a request that was under way for long: %d ms', (toleranceMs) => {
    const slid = new SlidWindows();
    slid.note([1], { recordedMs: 0, liveMs: 0, toleranceMs });
    slid.note([1], { recordedMs: 1_000, liveMs: 7_000, toleranceMs: 0 });
    expect(slid.explainsLimit([1], call, 'free', limit('60'))).toBe(toleranceMs === 3_000);
  });
});

describe('a request that was refused', () => {
  const slid: (readonly [number, number])[] = [[0, 0], [9_000, 11_000]]; // prettier-ignore

  it('may be accepted where its window has slid', () => {
    const { accepted: explains, slid: windows } = noted(slid);
    expect([explains('10s', '200', 50), explains('10s', '404 NOT_FOUND', 50)]).toEqual([true, true]);
    expect([explains('1m'), explains('1d', '200', 10_000), explains(undefined), explains(10)]).toEqual([false, false, false, false]); // prettier-ignore
    expect([explains('10s', '429 OTHER', 50), explains('10s', '200', 51)]).toEqual([false, false]);
    const refusal = { limit: 50, window: '10s' };
    expect(windows.explainsAcceptance([1], call, refusal, limit('60'))).toBe(false);
    expect(windows.explainsAcceptance([2], call, refusal, accepted())).toBe(false);
    expect(windows.explainsAcceptance([1], call, null, accepted())).toBe(false);
    const minute = noted([[0, 0], [9_000, 61_000]]); // prettier-ignore
    expect(minute.accepted('1m')).toBe(true);
  });
});
