/** Profiles, overrides and mistakes of policies. What each option does is in `options.test.ts`. */
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../src/core/base/refusal.ts';
import {
  policyDefault,
  policyMistake,
  policyNames,
  policyOptions,
  policyRow,
  resolvePolicies,
} from '../../../src/core/policy/policies.ts';
import { policyTable } from '../../../src/core/policy/table.ts';
import { casinoAccountPolicies } from '../../../src/core/policy/tables/casino-account.ts';
import { casinoGamePolicies } from '../../../src/core/policy/tables/casino-games.ts';
import { casinoPolicies } from '../../../src/core/policy/tables/casino.ts';
import { contestPolicies } from '../../../src/core/policy/tables/contests.ts';
import { domainsPolicies } from '../../../src/core/policy/tables/domains.ts';
import { escrowPolicies } from '../../../src/core/policy/tables/escrow.ts';
import { faucetPolicies } from '../../../src/core/policy/tables/faucet.ts';
import { limitsPolicies } from '../../../src/core/policy/tables/limits.ts';
import { platformPolicies } from '../../../src/core/policy/tables/platform.ts';
import { referralPolicies } from '../../../src/core/policy/tables/referral.ts';
import { tradingPolicies } from '../../../src/core/policy/tables/trading.ts';
import { walletPolicies } from '../../../src/core/policy/tables/wallet.ts';

/** In the order in which `orrery policies` lists them. */
const parts = [
  platformPolicies, limitsPolicies, faucetPolicies, referralPolicies, escrowPolicies, domainsPolicies, casinoPolicies,
  tradingPolicies, casinoAccountPolicies, casinoGamePolicies, walletPolicies, contestPolicies,
]; // prettier-ignore

/** The policies whose default differs under the profile `consistent`. */
const consistently = {
  'casino.payouts': 'consistent',
  'casino.blackjackFirstCall': 'deals',
  'casino.videoPokerDeal': 'staked',
} as const;

/** What the table itself has as default, without the profile. */
const published = Object.fromEntries(parts.flatMap((part) => Object.entries(part).map(([name, row]) => [name, row.default]))); // prettier-ignore

const refused = (message: string): Refusal => new Refusal('BAD_REQUEST', message);

describe('the policies', () => {
  it('are those of every part, each once and in their order', () => {
    expect(policyNames).toEqual(parts.flatMap((part) => Object.keys(part)));
    expect(new Set(policyNames).size).toBe(policyNames.length);
    for (const name of policyNames) expect(policyRow(name)).toBe(policyTable[name]);
  });

  it('have a default that is one of their options, under both profiles', () => {
    for (const profile of ['published', 'consistent'] as const)
      for (const name of policyNames)
        expect(policyMistake(name, policyDefault(name, profile)), name).toBeUndefined();
  });

  it('under the published profile are the defaults of their rows', () => {
    expect(resolvePolicies('published')).toEqual(published);
  });

  it('under the consistent profile differ where a row says so, and nowhere else', () => {
    expect(resolvePolicies('consistent')).toEqual({ ...published, ...consistently });
  });

  it('cannot be changed once they are resolved', () => {
    expect(Object.isFrozen(resolvePolicies('published'))).toBe(true);
  });

  it('take overrides over any profile, as text or as a number', () => {
    const overrides = { 'faucet.pool': 2.5, 'faucet.claimDay': 'calendar', 'casino.payouts': 'published' };
    for (const profile of ['published', 'consistent'] as const)
      expect(resolvePolicies(profile, overrides)).toEqual({
        ...(resolvePolicies(profile) as object),
        ...overrides,
        'faucet.pool': '2.5',
      });
  });

  it('list their options', () => {
    expect(policyOptions('faucet.pool')).toBe('an amount of USDC');
    expect(policyOptions('faucet.claimDay')).toBe('rolling, calendar');
  });
});

describe('a policy that is wrong', () => {
  it.each([
    ['faucet.claimDays', 'rolling', 'there is no policy "faucet.claimDays"; did you mean "faucet.claimDay"?'],
    ['x', '1', 'there is no policy "x"; expected one of those that orrery policies lists'],
    ['toString', '1', 'there is no policy "toString"; expected one of those that orrery policies lists'],
    ['faucet.claimDay', 'weekly', 'policy faucet.claimDay is "weekly"; expected rolling, calendar'],
    ['faucet.claimDay', 'toString', 'policy faucet.claimDay is "toString"; expected rolling, calendar'],
    ['faucet.pool', 'much', 'policy faucet.pool is "much"; expected an amount of USDC'],
    ['faucet.pool', '-1', 'policy faucet.pool is "-1"; expected an amount of USDC'],
  ])('%s = %s is refused with what was expected', (name, value, message) => {
    expect(policyMistake(name, value)).toBe(message);
    expect(resolvePolicies('published', { 'faucet.firstClaim': 'keyless', [name]: value })).toEqual(
      refused(message),
    );
  });

  it.each([
    ['faucet.pool', '0'],
    ['faucet.pool', '1000000.000001'],
    ['faucet.claimDay', 'calendar'],
  ])('%s = %s is none', (name, value) => expect(policyMistake(name, value)).toBeUndefined());
});
