/** What the oracle as a whole hears: its first finding ends it, and an answer that is lost leaves open what has happened. */
import { describe, expect, it } from 'vitest';
import { formatInstant } from '../../../src/core/base/time.ts';
import type { AuditedExchange, Balances, Body, RunSetup } from '../../../src/verification/oracle/exchange.ts';
import { Oracle } from '../../../src/verification/oracle/oracle.ts';
import { describeKept, drawFrom, oneOf, type DrawBelow } from '../../kept-digests.ts';
import { exchangeOf } from './said.ts';

const day = 86_400_000;
const totals = { driftMicros: 0, unexplained: [], tradingDrift: 0, walletDrift: 0, negative: [] };
const keyOf = (agent: string): string => `sk_live_${(agent[0] ?? 'x').repeat(32)}`;

const oracleOf = (more: Partial<RunSetup> = {}): Oracle =>
  new Oracle({
    startMs: 0,
    endMs: day,
    // A reading of limits that is not followed: requests here have no headers of limits.
    changed: ['limits.mcp'],
    faults: [],
    isNetworkLossy: false,
    hasBehaviours: false,
    ...more,
    policies: { 'http.idempotency': 'header', 'casino.payouts': 'published', 'kelly.limit': 'odds', ...more.policies },
  }); // prettier-ignore

const having = (agents: Readonly<Record<string, number>>, held = 0): Balances =>
  new Map(Object.entries(agents).map(([agent, availableMicros]) => [agent, { availableMicros, heldMicros: held }])); // prettier-ignore

/** A call of style B by an agent. */
const asked = (call: string, path: string, more: Partial<AuditedExchange>, by?: string): AuditedExchange =>
  exchangeOf(call, { method: 'POST', path, route: path, ip: '10.0.0.1', answerHeaders: {}, number: 0, headers: by === undefined ? {} : { authorization: `Bearer ${keyOf(by)}` }, ...more }); // prettier-ignore

function registers(agent: string, body: Body = {}, more: Partial<AuditedExchange> = {}): AuditedExchange {
  const next_claim = formatInstant((more.atMs ?? 0) + day);
  const answer = { agent_id: agent, api_key: keyOf(agent), amount: '10.00', balance: '10.00', currency: 'USDC', next_claim }; // prettier-ignore
  return asked('faucet/B/register', '/faucet/register', { body: { agent_id: agent, ...body }, status: 201, answer, ...more }); // prettier-ignore
}

const usdc10 = 10_000_000;

describe('the first finding', () => {
  const crashed = (): Oracle => {
    const oracle = oracleOf();
    oracle.answered(registers('alice'), having({ alice: usdc10 }));
    oracle.crashed('boom', 7);
    return oracle;
  };
  const found = [{ property: 'invariants-hold', message: 'boom', atMs: 7 }];

  it('is all that is said, whatever comes after it', () => {
    const oracle = crashed();
    expect(oracle.violations).toEqual(found);
    oracle.arrived(8, having({ alice: 5 }));
    oracle.answered(registers('alice', {}, { atMs: 9 }), having({ alice: 5 }));
    oracle.walletMade({ mnemonic: 'one two' }, false);
    oracle.toolAnswered({} as Parameters<Oracle['toolAnswered']>[0]);
    oracle.finish(10, { balances: having({ alice: 5 }), totals: { ...totals, driftMicros: 1 } });
    // No instant has passed for it either.
    oracle.answered(registers('bob', {}, { atMs: 6 }), having({}));
    expect(oracle.violations).toEqual(found);
  });

  it('has the call of the answer that shows it, and none between two calls', () => {
    const shown = oracleOf();
    shown.answered(registers('alice', {}, { atMs: 3 }), having({ alice: usdc10 + 1 }));
    expect(shown.violations).toMatchObject([{ property: 'balances-explained', atMs: 3, call: 'faucet/B/register' }]); // prettier-ignore
    const between = oracleOf();
    between.answered(registers('alice'), having({ alice: usdc10 }));
    between.arrived(5, having({ alice: usdc10 + 1 }));
    expect(between.violations.map(({ atMs, call }) => [atMs, call])).toEqual([[5, undefined]]);
    expect(Object.keys(between.violations[0] ?? {})).not.toContain('call');
  });

  it('of a new wallet is about its words', () => {
    const oracle = oracleOf();
    oracle.walletMade({ mnemonic: 'one two' }, false);
    expect(oracle.violations).toEqual([{ property: 'wallet-addresses', message: 'a wallet has words that are no mnemonic of BIP-39', atMs: 0 }]); // prettier-ignore
  });
});

it('exchanges come in order, and equal instants are in order', () => {
  const oracle = oracleOf();
  oracle.answered(registers('alice', {}, { atMs: 5 }), having({ alice: usdc10 }));
  oracle.answered(registers('bob', {}, { atMs: 5 }), having({ alice: usdc10, bob: usdc10 }));
  expect(oracle.violations).toEqual([]);
  expect(() => oracle.answered(registers('carol', {}, { atMs: 4 }), having({}))).toThrow('exchanges come in order'); // prettier-ignore
});

it('what accounts of the house have before the first request is theirs', () => {
  const end = { balances: new Map(), totals, houses: new Map(['faucet:pool', 'escrow:fees', 'domains:fees', 'casino:fees', 'casino:contest-fees', 'casino:house', 'trading:fees'].map((name) => [name, name === 'escrow:fees' ? 5 : 0])) };
  const oracle = oracleOf();
  oracle.opened(end.houses);
  oracle.finish(1, end);
  expect(oracle.violations).toEqual([]);
  const unopened = oracleOf();
  unopened.finish(1, end);
  expect(unopened.violations.map(({ message }) => message)).toEqual(['escrow:fees has 0.000005 USDC; expected 0.00 USDC, at the end']);
}); // prettier-ignore

const outside = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const names = ['alice', 'bob', 'carol', 'dave'];
const failures: readonly Partial<AuditedExchange>[] = [
  { status: 500, answer: { code: 'INTERNAL_ERROR', error: 'x' } },
  { status: 503, answer: { code: 'SERVICE_UNAVAILABLE', error: 'x' } },
  { status: 409, answer: { code: 'CONFLICT', error: 'x' } },
  { status: 400, answer: { code: 'BAD_REQUEST', error: 'referrer' } },
];

function drawnCall(draw: DrawBelow, atMs: number, who: string): AuditedExchange {
  const failed = draw(3) === 0 ? oneOf(draw, failures) : {};
  const referrer = oneOf(draw, [undefined, 'alice', 'bob', 'zed', outside, outside.toLowerCase(), `${outside.slice(0, -1)}5`]); // prettier-ignore
  const body = referrer === undefined ? {} : { [oneOf(draw, ['referrer', 'referral_code'])]: referrer };
  const status = asked('faucet/B/status', '/faucet/status', { method: 'GET', atMs, answer: { claimed: false, agent_id: who } }, who); // prettier-ignore
  const sent = { to: oneOf(draw, [...names, outside, `${outside.slice(0, -1)}5`]), amount: 1, chain: 'base' };
  const send = asked('wallet/B/send', '/api/wallet-api/send', { atMs, body: sent, answer: { tx_hash: `0x${'1'.repeat(64)}`, status: 'pending', amount: '1.00', fee: '0.01', chain: 'base', to: sent.to, ...failed.answer }, ...failed }, who); // prettier-ignore
  return oneOf(draw, [registers(who, body, { atMs, ...failed }), registers(who, body, { atMs }), status, { ...send, ...failed }]); // prettier-ignore
}

/** Short runs of drawn calls: what is found first, and where. */
function runsSaid(seed: string, policies: Readonly<Record<string, string>>, kind: string): unknown[] {
  const draw = drawFrom(seed);
  const fault = { kind, service: 'faucet', atMs: 0, endMs: day, effect: oneOf(draw, ['before', 'after']), rate: 0.5, target: '', byMs: 0, basisPoints: 0 }; // prettier-ignore
  return Array.from({ length: 30 }, () => {
    const oracle = oracleOf({ policies, faults: [fault, { ...fault, service: 'wallet' }] });
    const has: Record<string, number> = {};
    for (let call = 0, atMs = 0; call < 6; call += 1, atMs += draw(3)) {
      const who = oneOf(draw, names);
      const exchange = drawnCall(draw, atMs, who);
      if (draw(4) > 0) oracle.arrived(atMs, having(has));
      const isJoined = exchange.operation === 'register' && (exchange.status === 201 || (exchange.status >= 500 && draw(2) === 0)); // prettier-ignore
      if (isJoined) has[who] ??= usdc10 + (draw(12) === 0 ? 1 : 0);
      oracle.answered(exchange, having(has));
    }
    oracle.finish(day, { balances: having(has), totals });
    return oracle.violations;
  });
}

describe('drawn runs', () => {
  describeKept(
    new URL('whole-oracle.json', import.meta.url),
    ['error', 'outage', 'slow'].flatMap((kind) =>
      [{}, { 'wallet.addresses': 'checksum' }, { 'referral.unknown': 'reject' }].map((policies) => ({
        name: `${kind} ${Object.values(policies).join()}`,
        made: () => runsSaid(`${kind} ${Object.values(policies).join()}`, policies, kind),
      })),
    ),
  );
});
