/** Shares of referrers: of which fee, at which level, when they are paid and out of which account, and what is shown of them. */
import { describe, expect, it } from 'vitest';
import { dayMs } from '../../../src/core/base/time.ts';
import type { ChargedFee } from '../../../src/verification/oracle/case.ts';
import type { AuditedExchange, Body } from '../../../src/verification/oracle/exchange.ts';
import { PlayerLosses } from '../../../src/verification/oracle/models/player-losses.ts';
import { ReferralModel } from '../../../src/verification/oracle/models/referral.ts';
import { FollowedRun, refused } from './followed-run.ts';
import { caseOf } from './said.ts';

type Policies = Readonly<Record<string, string>>;
type Service = ChargedFee['service'];
const usdc = 1_000_000;
const byDefault = {
  'referral.split': '7-2-1', 'referral.payout': 'daily', 'referral.named': 'chain', 'referral.faucetRate': 'own', 'referral.emptyLevels': 'first',
  'referral.netLosses': 'lifetime', 'referral.casinoBase': 'net-losses', 'wallet.withdrawNothing': 'conflict', 'casino.houseBankroll': '100',
}; // prettier-ignore
const levels = ['carol', 'bob', 'alice', 'zoe'] as const;

/** The player dave was referred by carol, she by bob, he by alice, and she by zoe; erin by no one. */
class Shares extends FollowedRun {
  readonly model: ReferralModel;
  constructor(policies: Policies = {}, setting: object = {}) {
    super({
      policies: { ...byDefault, ...policies }, agents: { zoe: 0, alice: 0, bob: 0, carol: 0, dave: 0, erin: 0 }, setting: { changed: [], ...setting },
      referrers: { alice: 'zoe', bob: 'alice', carol: 'bob', dave: 'carol' }, houses: { 'casino:house': 100 },
    });
    this.model = new ReferralModel(this.file);
  }

  charges(service: Service, feeMicros: number, more: Partial<ChargedFee> = {}): this {
    this.model.feeCharged({ service, payer: 'dave', feeMicros, ...more });
    return this;
  }

  asks(caller: string | undefined, call: string, more: Partial<AuditedExchange> = {}): string[] {
    return this.hears(this.model, caller, [call, more]);
  }

  /** What an agent has earned, and has not yet got, in micro-USDC. */
  earnings(agent: string): readonly (number | undefined)[] {
    const said = this.asks(agent, 'casino/A/referralStats', { answer: { total_earned: -1, available: -2 } });
    const [earned, available] = said.map((message) => Math.round(Number(/expected (\S+) USDC$/.exec(message)?.[1]) * usdc));
    return [earned, available];
  }

  get available(): readonly number[] {
    return levels.map((agent) => this.has(agent)[0]);
  }
} // prettier-ignore

describe('a share', () => {
  it.each<[Service, number, Policies, readonly number[]]>([
    ['trading', 1000, {}, [140, 40, 20, 0]],
    ['escrow', 1000, {}, [105, 30, 15, 0]],
    ['domains', 1000, {}, [105, 30, 15, 0]],
    ['wallet', 1000, {}, [70, 20, 10, 0]],
    ['casino', 1000, {}, [70, 20, 10, 0]],
    ['trading', 1000, { 'referral.faucetRate': 'flat' }, [105, 30, 15, 0]],
    ['casino', 1000, { 'referral.faucetRate': 'flat' }, [105, 30, 15, 0]],
    // A fifth of 49 is 9, of which rounding leaves 2 to the first level.
    ['trading', 49, {}, [8, 1, 0, 0]],
    ['trading', 49, { 'referral.emptyLevels': 'kept' }, [6, 1, 0, 0]],
    ['trading', 1000, { 'referral.split': 'equal' }, [68, 66, 66, 0]],
    ['trading', 1000, { 'referral.split': 'level-1-only' }, [200, 0, 0, 0]],
    ['trading', 1000, { 'referral.split': 'full-each' }, [200, 200, 200, 0]],
    ['trading', 1000, { 'referral.split': 'other' }, [200, 0, 0, 0]],
    ['trading', 4, {}, [0, 0, 0, 0]],
    ['trading', 5, {}, [1, 0, 0, 0]],
  ])('of a fee of %s of %i under %j is %j', (service, fee, policies, wanted) => {
    const run = new Shares(policies).charges(service, fee);
    expect(levels.map((agent) => run.earnings(agent)[0])).toEqual(wanted);
    expect(levels.map((agent) => run.earnings(agent)[1])).toEqual(wanted);
    const account = ({ trading: 'trading:fees', escrow: 'escrow:fees', domains: 'domains:fees', casino: 'casino:fees' } as const)[service as 'casino'];
    const paid = wanted.reduce((sum, amount) => sum + amount, 0);
    if (service !== 'wallet') expect(run.houses.known(account)).toBe(fee - paid);
  });

  it.each<[Service, Policies, readonly number[], readonly number[]]>([
    ['trading', {}, [0, 0, 0, 0], [140, 0, 0, 0]],
    ['escrow', {}, [0, 0, 0, 0], [105, 0, 0, 0]],
    ['domains', {}, [0, 0, 0, 0], [105, 0, 0, 0]],
    ['wallet', {}, [0, 0, 0, 0], [0, 0, 0, 0]],
    ['casino', {}, [0, 0, 0, 0], [0, 0, 0, 0]],
    ['casino', { 'referral.payout': 'daily-all' }, [0, 0, 0, 0], [70, 20, 10, 0]],
    ['casino', { 'referral.payout': 'immediate' }, [70, 20, 10, 0], [70, 20, 10, 0]],
    ['trading', { 'referral.payout': 'manual' }, [0, 0, 0, 0], [0, 0, 0, 0]],
  ])('of %s under %j is paid as %j before a midnight, and as %j at it', (service, policies, before, after) => {
    const run = new Shares(policies).charges(service, 1000);
    run.timers.advance(dayMs - 1);
    expect(run.available).toEqual(before);
    run.timers.advance(dayMs);
    expect([run.available, run.timers.latest?.what]).toEqual([after, 'the payment of referral shares']);
    run.timers.advance(3 * dayMs);
    expect(run.available).toEqual(after);
    run.charges(service, 1000);
    run.timers.advance(4 * dayMs);
    expect(run.available).toEqual(after.map((amount) => 2 * amount));
    const earned = service === 'trading' ? 140 : { escrow: 105, domains: 105, wallet: 70, casino: 70 }[service];
    expect(run.earnings('carol')).toEqual([2 * earned, 2 * (earned - (after[0] ?? 0))]);
  });

  it('of a fee that names a referrer goes to it and those above it, or to it alone', () => {
    const named = (policies: Policies, name: string) => {
      const run = new Shares(policies).charges('escrow', 1000, { named: name });
      return ['erin', ...levels].map((agent) => run.earnings(agent)[0]);
    };
    expect([named({}, 'erin'), named({}, 'bob'), named({}, 'carol')]).toEqual([[150, 0, 0, 0, 0], [0, 0, 105, 30, 15], [0, 105, 30, 15, 0]]);
    expect(named({ 'referral.named': 'alone' }, 'bob')).toEqual([0, 0, 150, 0, 0]);
  });

  it('that balances have shown already is not booked again', () => {
    const of = (isBooked: boolean, policies: Policies, service: Service) => {
      const run = new Shares(policies).charges(service, 1000, { isBooked });
      run.timers.advance(dayMs);
      return [run.available, run.earnings('carol')];
    };
    expect(of(true, {}, 'trading')).toEqual([[0, 0, 0, 0], [140, 0]]);
    expect(of(true, {}, 'casino')).toEqual([[0, 0, 0, 0], [70, 70]]);
    expect(of(true, { 'referral.payout': 'immediate' }, 'casino')).toEqual([[0, 0, 0, 0], [70, 0]]);
    expect(of(false, {}, 'trading')).toEqual([[140, 0, 0, 0], [140, 0]]);
  });

  it('of a fee that is not sure leaves its referrers open', () => {
    const open = (more: Partial<ChargedFee>) => {
      const run = new Shares().charges('escrow', 1000, more);
      return ['erin', ...levels].filter((agent) => run.books.isLoose(agent));
    };
    expect([open({}), open({ isSure: true })]).toEqual([[], []]);
    expect(open({ isSure: false })).toEqual(['carol', 'bob', 'alice']);
    expect(open({ isSure: false, named: 'erin' })).toEqual(['erin', 'carol', 'bob', 'alice']);
    const run = new Shares().charges('escrow', 1000, { isSure: false });
    expect(run.asks('carol', 'casino/A/referralStats', { answer: {} })).toEqual([]);
    expect(run.asks('zoe', 'casino/A/referralStats', { answer: {} })).toHaveLength(3);
  });
}); // prettier-ignore

describe('what a fee may have brought by now', () => {
  const fee = { service: 'trading', payer: 'dave', feeMicros: 1000 } as const;
  const due = [{ agent: 'carol', available: 140 }];
  const all = [...due, { agent: 'bob', available: 40 }, { agent: 'alice', available: 20 }];
  const later = { changes: [], isBooked: false };
  const shares = (policies: Policies, { from = dayMs - 1, to = dayMs, isBetween = true, more = {} }: { from?: number; to?: number; isBetween?: boolean; more?: object } = {}) => {
    const run = new Shares(policies);
    run.timers.advance(from);
    run.timers.advance(to);
    return run.model.sharesOf({ ...fee, ...more }, isBetween);
  };

  it('is paid where a midnight has come since, or is still due', () => {
    expect(shares({})).toEqual([{ changes: due, isBooked: true, isOnly: false }, { ...later, isOnly: false }]);
    expect(shares({}, { isBetween: false })).toEqual([{ ...later, isOnly: true }]);
    expect(shares({}, { from: 5, to: dayMs - 1 })).toEqual([{ ...later, isOnly: true }]);
    expect(shares({}, { from: dayMs, to: 2 * dayMs - 1 })).toEqual([{ ...later, isOnly: true }]);
    expect(shares({ 'referral.payout': 'daily-all' })).toEqual([{ changes: all, isBooked: true, isOnly: false }, { ...later, isOnly: false }]);
    expect(shares({ 'referral.payout': 'manual' })).toEqual([{ ...later, isOnly: true }]);
    expect(shares({}, { more: { service: 'casino' } })).toEqual([{ ...later, isOnly: true }]);
    expect(shares({}, { more: { payer: 'erin' } })).toEqual([{ ...later, isOnly: true }]);
  });

  it('is paid at once under one reading', () => {
    for (const isBetween of [true, false]) expect(shares({ 'referral.payout': 'immediate' }, { isBetween })).toEqual([{ changes: all, isBooked: true, isOnly: true }]);
  });
}); // prettier-ignore

describe('a withdrawal of shares', () => {
  const withdraws = (answer: Partial<AuditedExchange>, { policies = {}, fee = 1000, service = 'casino', address = 'x' }: { policies?: Policies; fee?: number; service?: Service; address?: string } = {}) => {
    const run = new Shares(policies);
    if (fee > 0) run.charges(service, fee);
    return { run, said: run.asks('carol', 'wallet/primary/withdrawReferral', { body: { address }, ...answer }) };
  };
  const wrong = (seen: string, wanted: string) => [`referral-shares: wallet/primary/withdrawReferral is answered ${seen}; expected ${wanted}`];

  it('takes all that is due and waits', () => {
    for (const service of ['casino', 'trading'] as const) {
      const amount = service === 'casino' ? 0.00007 : 0.00014;
      const { run, said } = withdraws({ answer: { amount } }, { service });
      expect([said, run.earnings('carol')]).toEqual([[], [amount * usdc, 0]].map((part) => part.map((each) => (typeof each === 'number' ? Math.round(each) : each))));
      run.timers.advance(dayMs);
      expect(run.available).toEqual([0, 0, 0, 0]);
    }
    expect(withdraws({ answer: { amount: 0.00008 } }).said).toEqual(['referral-shares: amount is 0.00008 USDC; expected 0.00007 USDC']);
    expect([withdraws({ answer: {} }).said, withdraws(refused('BAD_REQUEST')).said]).toEqual([[], []]);
    expect(withdraws(refused('CONFLICT', 409)).said).toEqual(wrong('CONFLICT', 'OK'));
  });

  it('to an address of an agent comes to that agent', () => {
    expect(withdraws({ answer: {} }, { address: '0xerin' }).run.has('erin')).toEqual([70, 0]);
  });

  it('of nothing is refused, unless the policy has it otherwise', () => {
    const none = { fee: 0 };
    expect([withdraws(refused('CONFLICT', 409), none).said, withdraws({ answer: { amount: 0 } }, none).said]).toEqual([[], wrong('OK', 'CONFLICT')]);
    const other = { ...none, policies: { 'wallet.withdrawNothing': 'zero' } };
    expect([withdraws({ answer: { amount: 0 } }, other).said, withdraws(refused('CONFLICT', 409), other).said]).toEqual([[], wrong('CONFLICT', 'OK')]);
  });
}); // prettier-ignore

describe('what a referrer is shown', () => {
  const stats = (change: Body, agent = 'carol') => new Shares().charges('casino', 1000).asks(agent, 'casino/A/referralStats', { answer: { total_earned: 0.00007, available: 0.00007, withdrawn: 0, ...change } });
  const level = (earned: number, agents: number): Body => ({ earned, agents });
  const list = (change: Body, { caller = 'carol', style = 'faucet/B/referrals', query = {} }: { caller?: string; style?: string; query?: Readonly<Record<string, string>> } = {}) =>
    new Shares().charges('casino', 1000).asks(caller, style, { query, answer: { total: 1, page: 1, fees_earned: 0.00007, pending_payouts: 0.00007, referred_count: 1, referred_agents: [{ agent_id: 'dave', fees_earned: 0.00007 }], ...change } });

  it.each<[Body, string | undefined]>([
    [{}, undefined],
    [{ total_earned: 0.00008 }, 'total_earned is 0.00008 USDC; expected 0.00007 USDC'],
    [{ available: 0 }, 'available is 0.00 USDC; expected 0.00007 USDC'],
    [{ withdrawn: 0.000001 }, 'withdrawn is 0.000001 USDC; expected 0.00 USDC'],
    [{ levels: [level(0.00007, 1), level(0, 0), level(0, 0)] }, undefined],
    [{ levels: [level(0, 1)] }, 'earned at level 1 is 0.00 USDC; expected 0.00007 USDC'],
    [{ levels: [level(0.00007, 1), level(0, 1)] }, 'agents at level 2 is 1; expected 0'],
  ])('has the sums of %j', (change, message) => expect(stats(change)).toEqual(message === undefined ? [] : [`referral-shares: ${message}`]));

  it('has those of each level below it', () => {
    const of = (agent: string, rows: readonly Body[], earned: number) => stats({ total_earned: earned, available: earned, levels: rows }, agent);
    expect(of('bob', [level(0, 1), level(0.00002, 1), level(0, 0)], 0.00002)).toEqual([]);
    expect(of('alice', [level(0, 1), level(0, 1), level(0.00001, 1)], 0.00001)).toEqual([]);
    expect(of('zoe', [level(0, 1), level(0, 1), level(0, 1)], 0)).toEqual([]);
  });

  it.each<[Body, string | undefined]>([
    [{}, undefined],
    [{ fees_earned: 0 }, 'referral-shares: fees_earned is 0.00 USDC; expected 0.00007 USDC'],
    [{ pending_payouts: 0 }, 'referral-shares: pending_payouts is 0.00 USDC; expected 0.00007 USDC'],
    [{ referred_count: 2 }, 'referral-shares: referred_count is 2; expected 1'],
    [{ referred_agents: [{ agent_id: 'dave', fees_earned: 0 }] }, 'referral-shares: earned from dave is 0.00 USDC; expected 0.00007 USDC'],
    [{ total: 2 }, 'lists-complete: total is 2; expected 1'],
    [{ referred_agents: [] }, 'lists-complete: referred agents is nothing; expected dave'],
  ])('lists its agents with %j', (change, message) => expect(list(change)).toEqual(message === undefined ? [] : [message]));

  it('is looked at for the caller of the faucet alone', () => {
    expect(list({ fees_earned: 0 }, { style: 'casino/B/referrals' })).toEqual([]);
    expect(new Shares().asks(undefined, 'faucet/B/referrals', { answer: {} })).toEqual([]);
    expect(new Shares().asks('carol', 'faucet/B/referrals', refused('BAD_REQUEST'))).toEqual([]);
    const run = new Shares();
    run.unknownRegistrations.add('x');
    expect(run.asks('carol', 'faucet/B/referrals', { answer: { fees_earned: 0, pending_payouts: 0, referred_count: 1 } })).toEqual([]);
  });
}); // prettier-ignore

describe('what a player loses', () => {
  const bet = (lost: number, more: object = {}) => ({ player: 'dave', stakeMicros: 1000 + Math.max(0, lost), payoutMicros: 1000 + Math.max(0, -lost), isAlone: true, ...more });
  const shared = (lost: readonly number[], policies: Policies = {}, setting: object = {}, more: object = {}) => {
    const run = new Shares(policies, setting);
    for (const each of lost) run.model.betSettled(bet(each, more));
    return run;
  };

  it('is shared by a tenth, where it is more than was lost before', () => {
    const earned = (lost: readonly number[], policies: Policies = {}) => shared(lost, policies).earnings('carol')[0];
    expect([earned([1000]), earned([-500, 1000]), earned([1000, -500]), earned([1000, -500, 500]), earned([1000, 1000]), earned([-1000])]).toEqual([70, 35, 70, 70, 140, 0]);
    expect(earned([1000], { 'referral.casinoBase': 'fees' })).toBe(0);
    expect(shared([1000]).houses.known('casino:house')).toBe(100 * usdc + 1000 - 100);
    expect(shared([1000], { 'referral.casinoBase': 'fees' }).houses.known('casino:house')).toBe(100 * usdc + 1000);
    expect(shared([1000], {}, {}, { player: 'erin' }).houses.known('casino:house')).toBe(100 * usdc + 1000);
  });

  it('is shared by a small house as far as it is known what it has', () => {
    const small = { changed: ['casino.houseBankroll'] };
    expect(shared([1000], {}, small).earnings('carol')[0]).toBe(70);
    const open = shared([1000], {}, small, { isAlone: false });
    expect([open.houses.known('casino:house'), open.books.isLoose('carol')]).toEqual([undefined, true]);
    expect(shared([1000], {}, {}, { isAlone: false }).earnings('carol')[0]).toBe(70);
  });

  it.each<[string, readonly (readonly number[])[], number]>([
    ['daily', [[1000, -400]], 42],
    ['daily', [[-1000], [1000]], 70],
    ['daily-carry', [[-400], [1000]], 42],
    ['daily-carry', [[1000], [-400], [1000]], 70 + 42],
    ['daily', [[1000], [-400], [1000]], 140],
  ])('under %s is shared at midnight: %j', (netLosses, days, earned) => {
    const run = new Shares({ 'referral.netLosses': netLosses });
    for (const [day, lost] of days.entries()) {
      for (const each of lost) run.model.betSettled(bet(each));
      if (day === 0) expect(run.earnings('carol')[0]).toBe(0);
      run.timers.advance((day + 1) * dayMs);
    }
    expect(run.earnings('carol')[0]).toBe(earned);
    const all = new Shares({ 'referral.netLosses': netLosses, 'referral.payout': 'daily-all' });
    all.model.betSettled(bet(1000));
    all.timers.advance(dayMs);
    expect([all.books.isLoose('carol'), all.houses.known('casino:house')]).toEqual([true, undefined]);
  });

  it('is shared as far as it can be paid, and the rest later', () => {
    const losses = new PlayerLosses(caseOf({ setting: { policies: { 'referral.netLosses': 'lifetime' } } }).file);
    expect([losses.isLifelong, losses.share('dave', 5)]).toEqual([true, 0]);
    losses.settled('dave', 199);
    expect([losses.share('dave', 5), losses.share('dave', Infinity), losses.share('dave', Infinity), [...losses.players]]).toEqual([5, 14, 0, ['dave']]);
    losses.settled('dave', -199);
    expect(losses.share('dave', Infinity)).toBe(0);
    expect(losses.share('dave', -5)).toBe(0);
  });
}); // prettier-ignore
