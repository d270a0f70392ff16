/** The accounts of trading on a ledger: fees, reservations, and what the venue pays, to the micro. */
import { describe, expect, it } from 'vitest';
import { Journal } from '../../../../src/core/base/journal.ts';
import { Ledger } from '../../../../src/core/ledger/ledger.ts';
import type { Platform, RegisteredAgent } from '../../../../src/platform/services/ports.ts';
import { transferKinds } from '../../../../src/platform/services/transfer-kinds.ts';
import { TradingTreasury } from '../../../../src/platform/services/trading/treasury.ts';
import { policiesWith } from '../../world/new-world.ts';
import { SteppedClock, startMs } from './bench.ts';

function newTreasury(overrides: Record<string, string> = {}) {
  const journal = new Journal();
  const ledger = new Ledger(journal, transferKinds);
  const issuer = ledger.openAccount('issuer', { mayGoNegative: true });
  const account = ledger.openAccount('agent:alice');
  const alice = { agentId: 'alice', account } as RegisteredAgent;
  ledger.book({ debit: issuer, credit: account, amount: 1_000, kind: 'genesis', atMs: startMs });
  const [events, accrued]: [unknown[], unknown[]] = [[], []];
  const platform = {
    ledger, journal, policies: policiesWith(overrides),
    emit: (...event: unknown[]) => void events.push(event),
    referral: { accrue: (fee: unknown) => void accrued.push(fee) },
  } as unknown as Platform; // prettier-ignore
  const clock = new SteppedClock();
  const treasury = new TradingTreasury({ platform, clock, issuer });
  /** The transfers since the agent got its money: from, to, amount, kind, phase. */
  const booked = () =>
    Array.from({ length: ledger.transferCount - 1 }, (_, index) => {
      const { debit, credit, amount, kind, phase, atMs } = ledger.record(index + 1);
      expect(atMs).toBe(clock.nowMs);
      return [ledger.accountName(debit), ledger.accountName(credit), amount, kind, phase];
    });
  return { ledger, alice, treasury, events, accrued, booked, clock };
}

const venueOf = (micros: number) => ({ 'trading.venue': (micros / 1e6).toFixed(6) });

describe('a fee', () => {
  it.each([
    [0, 0],
    [499, 0],
    [500, 1],
    [1_499, 1],
    [1_500, 2],
    [1_000_000, 1_000],
    [1_000_499, 1_000],
    [1_000_500, 1_001],
  ])('of %i micros is a thousandth of it, half a micro upwards: %i', (value, fee) => {
    const { treasury } = newTreasury();
    expect([treasury.feeOn(value, 'maker'), treasury.feeOn(value, 'taker')]).toEqual([fee, fee]);
    const free = newTreasury({ 'trading.takerFee': 'none' }).treasury;
    expect([free.feeOn(value, 'maker'), free.feeOn(value, 'taker')]).toEqual([fee, 0]);
  });

  it('goes from the agent to the fees, counts as an event, and is shared with its referrer', () => {
    const { ledger, alice, treasury, events, accrued, booked } = newTreasury(venueOf(0));
    treasury.charge(alice, 7);
    expect(booked()).toEqual([['agent:alice', 'trading:fees', 7, 'trading-fee', 'single']]);
    expect(events).toEqual([['tradingFeeCharged', 7]]);
    const feesAccount = ledger.accountNamed('trading:fees');
    const fee = { service: 'trading', payer: alice, named: null, feeMicros: 7, feesAccount, atMs: startMs };
    expect(accrued).toEqual([fee]);
    expect([treasury.available(alice), treasury.balance('trading:fees')]).toEqual([993, 7]);
  });

  it('of nothing is nothing: no transfer, no event, no share', () => {
    const { alice, treasury, events, accrued, booked } = newTreasury(venueOf(0));
    treasury.charge(alice, 0);
    expect([booked(), events, accrued]).toEqual([[], [], []]);
  });
});

describe('a reservation', () => {
  it('of all there is is made, and given back', () => {
    const { ledger, alice, treasury, booked } = newTreasury(venueOf(0));
    const held = treasury.reserve(alice, 1_000) as number;
    expect(booked()).toEqual([['agent:alice', 'trading:venue', 1_000, 'trading-order', 'pending']]);
    expect(treasury.available(alice)).toBe(0);
    treasury.release(held);
    expect([treasury.available(alice), ledger.reservedFor('trading-order')]).toEqual([1_000, 0]);
    expect(booked()[1]?.slice(2)).toEqual([1_000, 'trading-order', 'void']);
  });

  it('of a micro more is refused, and nothing is booked', () => {
    const { alice, treasury, booked } = newTreasury(venueOf(0));
    expect(treasury.reserve(alice, 1_001)).toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
    expect([booked(), treasury.available(alice)]).toEqual([[], 1_000]);
  });
});

describe('the venue', () => {
  it('has its money from its first use on, and not before', () => {
    const { treasury, booked } = newTreasury(venueOf(50));
    expect(booked()).toEqual([]);
    expect(treasury.balance('trading:venue')).toBe(50);
    expect(treasury.balance('trading:venue')).toBe(50);
    expect(booked()).toEqual([['issuer', 'trading:venue', 50, 'genesis', 'single']]);
  });

  it.each([
    ['capped', 49, 49, 0],
    ['capped', 50, 50, 0],
    ['capped', 51, 50, 0],
    ['issuer', 50, 50, 0],
    ['issuer', 51, 51, 1],
    ['issuer', 90, 90, 40],
  ])('that is %s covers, of %i micros, %i with 50 in hand, and gets %i more', (policy, asked, covered, more) => {
    const { treasury, booked } = newTreasury({ ...venueOf(50), 'trading.venueShort': policy });
    expect(treasury.venueCovers(asked)).toBe(covered);
    const opening = ['issuer', 'trading:venue', 50, 'genesis', 'single'];
    expect(booked()).toEqual(more === 0 ? [opening] : [opening, ['issuer', 'trading:venue', more, 'genesis', 'single']]);
    expect(treasury.balance('trading:venue')).toBe(50 + more);
  }); // prettier-ignore

  it('is used before any other account is, and an amount of nothing books nothing', () => {
    const { alice, treasury, booked } = newTreasury(venueOf(50));
    treasury.collect(alice, 'trading:margin', { amount: 30, kind: 'trading-margin' });
    treasury.move('trading:margin', 'trading:funding', { amount: 20, kind: 'trading-funding' });
    treasury.pay('trading:funding', alice, { amount: 5, kind: 'trading-profit' });
    treasury.pay('trading:venue', alice, { amount: 0, kind: 'trading-spot' });
    expect(booked()).toEqual([
      ['issuer', 'trading:venue', 50, 'genesis', 'single'],
      ['agent:alice', 'trading:margin', 30, 'trading-margin', 'single'],
      ['trading:margin', 'trading:funding', 20, 'trading-funding', 'single'],
      ['trading:funding', 'agent:alice', 5, 'trading-profit', 'single'],
    ]);
    const names = ['trading:margin', 'trading:funding', 'trading:fees', 'trading:venue'] as const;
    expect(names.map((name) => treasury.balance(name))).toEqual([10, 15, 0, 50]);
  });
});
