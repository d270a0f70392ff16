/** When a tier that is paid for begins (LIM46, gap L25): at once, at the bound or between, and for a repeat when it was first answered. */
import { expect, it } from 'vitest';
import { dayMs, formatInstant } from '../../../src/core/base/time.ts';
import { LimitModel } from '../../../src/verification/oracle/models/limits.ts';
import { caseOf, exchangeOf } from './said.ts';

interface Asked {
  readonly atMs: number;
  readonly fromMs: number;
  readonly tier?: string;
  readonly key?: string;
  readonly more?: object;
}

/** What is said of requests for tiers, one after the other. */
function saidOf(option: string, ...requests: readonly Asked[]): string[] {
  const { file, said } = caseOf({ setting: { faults: [], policies: { 'limits.upgrade': option } } });
  const model = new LimitModel(file);
  for (const { atMs, fromMs, tier = 'pro', key, more = {} } of requests)
    model.answered(
      exchangeOf('control/control/requestTier', {
        atMs,
        headers: key === undefined ? {} : { 'idempotency-key': key },
        body: { tier, ...more },
        answer: { agent_id: 'alice', effective_at: formatInstant(fromMs) },
      }),
      undefined,
    );
  return said;
}

const late = (tier: string, afterMs: number, option: string): string[] => [
  `answers-fixed: ${tier} begins after ${afterMs} ms; limits.upgrade is ${option}`,
];

it.each([['pro', dayMs], ['enterprise', 2 * dayMs]] as const)('%s begins after %i ms at most', (tier, boundMs) => {
  const after = (option: string, fromMs: number) => saidOf(option, { atMs: 7, fromMs: 7 + fromMs, tier });
  expect([after('immediate', 0), after('bound', boundMs), after('seeded', 1), after('seeded', boundMs - 1)]).toEqual([[], [], [], []]);
  for (const ms of [1, boundMs]) expect(after('immediate', ms)).toEqual(late(tier, ms, 'immediate'));
  for (const ms of [0, boundMs - 1, boundMs + 1]) expect(after('bound', ms)).toEqual(late(tier, ms, 'bound'));
  for (const ms of [0, boundMs, boundMs + 1]) expect(after('seeded', ms)).toEqual(late(tier, ms, 'seeded'));
}); // prettier-ignore

it('a repeat of a request is answered as that was, a moment later', () => {
  const first = { atMs: 0, fromMs: dayMs, key: 'k' };
  expect(saidOf('bound', first, { ...first, atMs: 60 })).toEqual([]);
  expect(saidOf('bound', first, { ...first, atMs: 60, key: undefined as never })).toEqual(late('pro', dayMs - 60, 'bound'));
  expect(saidOf('bound', first, { ...first, atMs: 60, fromMs: dayMs + 1 })).toEqual(late('pro', dayMs - 59, 'bound'));
  expect(saidOf('bound', first, { ...first, atMs: 60, tier: 'enterprise' })).toEqual(late('enterprise', dayMs - 60, 'bound'));
}); // prettier-ignore

it('what is asked for at once, and the tier of every key, begin when they do', () => {
  expect(saidOf('bound', { atMs: 0, fromMs: 5, more: { at_once: true } })).toEqual([]);
  expect(saidOf('bound', { atMs: 0, fromMs: 5, tier: 'free' })).toEqual([]);
});
