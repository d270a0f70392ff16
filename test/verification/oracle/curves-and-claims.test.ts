/** Rules about what ends or is refused by itself: live curves, early claims, bets in a batch. */
import { describe, expect, it } from 'vitest';
import type { AuditedExchange } from '../../../src/verification/oracle/exchange.ts';
import { checkBatched } from '../../../src/verification/oracle/models/batched-bets.ts';
import { drawnFields } from '../../../src/verification/oracle/models/draws.ts';
import { checkEarlyClaim, isEarlyClaim } from '../../../src/verification/oracle/models/early-claims.ts';
import { LandedCurves } from '../../../src/verification/oracle/models/landed-curves.ts';
import { checkClimb, type LiveCurve } from '../../../src/verification/oracle/models/live-curves.ts';
import { LimitModel } from '../../../src/verification/oracle/models/limits.ts';
import { MarketPrices } from '../../../src/verification/oracle/facts/prices.ts';
import { caseOf, exchangeOf } from './said.ts';

/** It is at 2.00x after 11.553 seconds. */
const curve: LiveCurve = {
  end: { ways: [] },
  stake: 1_000_000,
  top: 200,
  fromMs: 0,
  nonce: 3,
  commitment: 'hash',
};

describe('a live curve', () => {
  const round = { game: 'crash', nonce: 3, clientSeed: 'client', result: {} };
  const crashOf = (seed: string): number => Number(drawnFields(round, seed)['crash_point']);
  const seeds = Array.from({ length: 40 }, (_, index) => `seed ${index}`);
  const early = seeds.find((seed) => crashOf(seed) < 2 && crashOf(seed) > 1.5) ?? '';
  const late = seeds.find((seed) => crashOf(seed) > 2) ?? '';

  function landed(hasWon: boolean, seed: string, seenMs = 60_000, hash = 'hash'): string[] {
    const { file, said } = caseOf({ nowMs: () => seenMs });
    const curves = new LandedCurves(file);
    curves.landed(curve, hasWon);
    curves.revealed({ seed, hash }, [round]);
    return said;
  }

  it('pays where it is to be cashed out, exactly when its seed lets it come there', () => {
    expect([landed(true, late), landed(false, early)]).toEqual([[], []]);
    expect(landed(true, early)).toEqual([
      `bet-payouts: a curve that crashes at ${crashOf(early)}x is won; it was to be cashed out at 2x`,
    ]);
    expect(landed(false, late)).toEqual([
      `bet-payouts: a curve that crashes at ${crashOf(late)}x is lost; it was to be cashed out at 2x`,
    ]);
    expect(landed(false, late, 60_000, 'another')).toEqual([]);
  });

  it('ends no earlier than it can be there', () => {
    expect(landed(true, late, 11_552)).toEqual(['bet-payouts: a curve pays 2x before it is there']);
    expect(landed(true, late, 11_553)).toEqual([]);
    expect(landed(false, early, 1_000)).toEqual([
      `bet-payouts: a curve that crashes at ${crashOf(early)}x is lost before it is there`,
    ]);
  });

  it('is cashed out while it climbs, and climbs no further than that', () => {
    const heard = (atMs: number, more: Partial<AuditedExchange> = {}): string[] => {
      const { file, said } = caseOf();
      checkClimb(file, exchangeOf('casino/short/cashOut', { atMs, ...more }), curve);
      return said;
    };
    const conflict = { status: 409, answer: { code: 'CONFLICT' } };
    expect([heard(12_500), heard(100, conflict)]).toEqual([[], []]);
    expect(heard(12_560)).toEqual(['bet-payouts: a curve goes on above 2x, where it is to be cashed out']);
    expect(heard(5_000, conflict)).toEqual(['bet-payouts: a cash-out is refused while the curve climbs']);
  });
});

describe('the funding rate', () => {
  const rates = (mid: number, rate: string): string[] => {
    const { file, said } = caseOf();
    const prices = new MarketPrices(file);
    for (const [atMs, price] of [
      [0, 2000],
      [8 * 3_600_000, mid],
    ] as const) {
      const answer = {
        pair: 'ETH-USDC',
        mid: price,
        bid: price * 0.99975,
        ask: price * 1.00025,
        funding_rate: rate,
      };
      prices.answered(exchangeOf('trading/B/price', { atMs, answer }));
    }
    return said;
  };

  it('is a twenty-fifth of the move of eight hours, and 0.05% at most', () => {
    expect([rates(2010, '0.0002'), rates(2200, '0.0005'), rates(1800, '-0.0005')]).toEqual([[], [], []]);
    expect(rates(2010, '0.00021')).toEqual([
      'prices-agree: the funding rate of ETH-USDC is 0.00021; expected 0.00020000',
    ]);
  });
});

describe('an early claim as a limit of one a day', () => {
  const dayMs = 86_400_000;
  const refused = exchangeOf('faucet/B/claimDaily', {
    status: 429,
    atMs: 1_500,
    answer: {
      limit: 1,
      window: '1d',
      reset_at: '1970-01-02T00:00:00Z',
      retry_after_seconds: 86_399,
    },
  });
  const policies = { 'faucet.repeatClaim': 'rate-limit' };

  it('is one under that reading alone', () => {
    const isEarly = (setting: object, more: object = {}): boolean =>
      isEarlyClaim(caseOf({ setting }).file, { ...refused, ...more });
    expect([isEarly({ policies }), isEarly({ policies: {} })]).toEqual([true, false]);
    expect(isEarly({ policies }, { answer: { limit: 30, window: '1m' } })).toBe(false);
    expect(isEarly({ policies }, { operation: 'claimOnce' })).toBe(false);
  });

  it('says when the next one is due, and is refused before it', () => {
    const heard = (nextMs: number): string[] => {
      const { file, said } = caseOf({ setting: { faults: [], policies } });
      checkEarlyClaim(file, refused, nextMs);
      return said;
    };
    expect(heard(dayMs)).toEqual([]);
    expect(heard(1_500)).toEqual([
      'faucet-on-time: claimDaily is refused as a claim too early, and it is due',
    ]);
    expect(heard(dayMs + 2_000)).toHaveLength(2);
  });
});

describe('a call without a key whose windows are full', () => {
  const heard = (order: string): string[] => {
    const setting = {
      faults: [],
      changed: [],
      policies: { 'errors.order': order, 'limits.burst': 'published' },
    };
    const { file, said } = caseOf({ setting });
    const model = new LimitModel(file);
    const asked = exchangeOf('faucet/B/register', { ip: '10.0.0.1', status: 401, answerHeaders: {} });
    for (let count = 0; count < 200; count += 1) model.answered(asked, undefined);
    return said.filter((text) => text.startsWith('limits-never-exceeded'));
  };

  it('is refused for its key where the key comes first', () => {
    expect(heard('auth-first')).toEqual([]);
    expect(heard('limiter-first')).not.toEqual([]);
  });
});

it('a bet of another form is not taken in a batch', () => {
  const taken = (sent: object): string[] => {
    const { file, said } = caseOf({ setting: { faults: [], changed: [], policies: {} } });
    const batch = exchangeOf('casino/A/batch', { method: 'POST', path: '/casino/api/v1/bets/batch' });
    checkBatched(file, batch, { game: 'dice', sent: { game: 'dice', amount: 1, ...sent }, got: {} });
    return said;
  };
  expect(taken({ direction: 'over', threshold: 50 })).toEqual([]);
  expect(taken({ direction: 'over', threshold: 100 })).toEqual([
    'forms-required: dice with threshold 100 is taken in a batch; expected BAD_REQUEST',
  ]);
});
