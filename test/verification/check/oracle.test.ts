import { describe, expect, it } from 'vitest';
import { Oracle } from '../../../src/verification/oracle/oracle.ts';
import type { AuditedExchange, Balances, RunSetup } from '../../../src/verification/oracle/exchange.ts';
import type { Violation } from '../../../src/verification/oracle/properties.ts';

const setting: RunSetup = {
  startMs: 0,
  endMs: 86_400_000,
  policies: { 'casino.payouts': 'published', 'kelly.limit': 'odds', 'http.idempotency': 'header' },
  changed: [],
  faults: [],
  isNetworkLossy: false,
  hasBehaviours: false,
};

const blank: AuditedExchange = {
  number: 0, atMs: 0, service: '', style: 'B', operation: '', method: 'POST', route: '', path: '', params: {}, query: {},
  headers: {}, body: undefined, isRaw: false, ip: '10.0.0.1', status: 200, answer: {}, answerHeaders: {},
}; // prettier-ignore

/** As the specification has its form. */
const key = `sk_live_${'a'.repeat(32)}`;

const limits = (used: number): AuditedExchange['answerHeaders'] => ({
  'x-ratelimit-limit': 10,
  'x-ratelimit-remaining': 10 - used,
  'x-ratelimit-reset': 10,
});

const registration: AuditedExchange = {
  ...blank,
  service: 'faucet',
  operation: 'register',
  route: '/faucet/register',
  path: '/faucet/register',
  body: { agent_id: 'alice' },
  status: 201,
  answer: {
    agent_id: 'alice',
    api_key: key,
    amount: '10.00',
    balance: '10.00',
    currency: 'USDC',
    next_claim: '1970-01-02T00:00:00.000Z',
  },
  answerHeaders: limits(1),
};

const has = (available: number, held = 0): Balances =>
  new Map([['alice', { availableMicros: available, heldMicros: held }]]);

function propertiesOf(feed: (oracle: Oracle) => void, given: Partial<RunSetup> = {}): string[] {
  const oracle = new Oracle({ ...setting, ...given });
  feed(oracle);
  return oracle.violations.map(({ property }) => property);
}

const claim = (status: number, answer: AuditedExchange['answer'], atMs = 86_400_000): AuditedExchange => ({
  ...blank,
  service: 'faucet',
  operation: 'claimDaily',
  route: '/faucet/claim',
  path: '/faucet/claim',
  headers: { authorization: `Bearer ${key}` },
  status,
  answer,
  atMs,
  answerHeaders: { ...limits(1), 'x-ratelimit-reset': Math.ceil(atMs / 1000) + 10 },
});

describe('the oracle', () => {
  it('reports nothing for exchanges that follow the documents', () => {
    const paid = claim(200, { amount: '2.00', balance: '12.00', next_claim: '1970-01-03T00:00:00.000Z' });
    const found = propertiesOf((oracle) => {
      oracle.answered(registration, has(10_000_000));
      oracle.answered(paid, has(12_000_000));
    });
    expect(found).toEqual([]);
  });

  it.each<[string, AuditedExchange, Balances]>([
    ['balances-explained', { ...registration }, has(10_000_001)],
    [
      'faucet-pays-as-stated',
      { ...registration, answer: { ...registration.answer, amount: '9.00' } },
      has(10_000_000),
    ],
    [
      'faucet-on-time',
      { ...registration, answer: { ...registration.answer, next_claim: '1970-01-02T00:00:00.001Z' } },
      has(10_000_000),
    ],
    ['limit-headers', { ...registration, answerHeaders: limits(2) }, has(10_000_000)],
  ])('names %s', (property, exchange, balances) => {
    expect(propertiesOf((oracle) => oracle.answered(exchange, balances))).toEqual([property]);
  });

  it.each<[string, AuditedExchange, number]>([
    ['faucet-on-time', claim(409, { error: 'no', code: 'FAUCET_CLAIMED' }), 10_000_000],
    [
      'faucet-on-time',
      claim(200, { amount: '2.00', next_claim: '1970-01-02T23:59:59.999Z' }, 86_399_999),
      12_000_000,
    ],
    ['refusals-leave-no-trace', claim(409, { error: 'no', code: 'FAUCET_CLAIMED' }, 86_399_999), 10_000_001],
    ['errors-well-formed', claim(409, { error: 'no', code: 'NOT_FOUND' }), 10_000_000],
    ['keys-needed', claim(401, { error: 'no', code: 'UNAUTHORIZED' }), 10_000_000],
    ['no-unexplained-errors', claim(500, { error: 'no', code: 'INTERNAL_ERROR' }), 10_000_000],
  ])('names %s after a registration', (property, exchange, available) => {
    const found = propertiesOf((oracle) => {
      oracle.answered(registration, has(10_000_000));
      oracle.answered(exchange, has(available));
    });
    expect(found[0]).toBe(property);
  });

  it('checks the sums of the ledger at the end', () => {
    const totals = { driftMicros: 1, unexplained: [], tradingDrift: 0, walletDrift: 0, negative: [] };
    expect(propertiesOf((oracle) => oracle.finish(1, { balances: new Map(), totals }))).toEqual([
      'money-conserved',
    ]);
  });

  it('works out balances under a pool of another size too', () => {
    const paid = { ...registration, answer: { ...registration.answer, balance: '0.000003' } };
    const found = propertiesOf((oracle) => oracle.answered(paid, has(3)), {
      changed: ['faucet.pool'],
    });
    expect(found).toEqual(['balances-explained']);
  });
});

describe('what is due between two requests', () => {
  const expiresAtMs = 60_000;
  const created: AuditedExchange = {
    ...blank,
    service: 'escrow',
    operation: 'create',
    route: '/escrow/escrow',
    path: '/escrow/escrow',
    headers: { authorization: `Bearer ${key}` },
    body: { receiver: `0x${'1'.repeat(40)}`, amount: 1, expires_in: 60 },
    status: 201,
    answer: {
      escrow_id: 'esc_aaaaaaaaaaaaaaaa',
      status: 'locked',
      amount: '1.00',
      fee: '0.01',
      net: '0.99',
      expires_at: '1970-01-01T00:01:00.000Z',
    },
    answerHeaders: { 'x-ratelimit-limit': 50, 'x-ratelimit-remaining': 49, 'x-ratelimit-reset': 10 },
  };

  /** The escrow expires; a request arrives a second later. */
  function afterExpiry(seen: Balances): readonly Violation[] {
    const oracle = new Oracle(setting);
    oracle.answered(registration, has(10_000_000));
    oracle.answered(created, has(9_000_000, 1_000_000));
    expect(oracle.violations).toEqual([]);
    oracle.arrived(expiresAtMs + 1_000, seen);
    return oracle.violations;
  }

  it('is accepted where it has happened', () => {
    expect(afterExpiry(has(10_000_000))).toEqual([]);
  });

  it('is blamed on what was due, with amounts and instants, before the next request is looked at', () => {
    const [late] = afterExpiry(has(9_000_000, 1_000_000));
    expect(late).toMatchObject({ property: 'balances-explained', atMs: expiresAtMs + 1_000 });
    expect(late?.message).toBe(
      'alice has 1.00 USDC less available and 1.00 USDC more held than expected, before the next request at ' +
        '1970-01-01T00:01:01.000Z, after the expiry of escrow esc_aaaaaaaaaaaaaaaa at 1970-01-01T00:01:00.000Z',
    );
  });
});
