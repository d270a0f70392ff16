/** What one answer gives away about every later one: numbers of entries, codes of agents, what is made but once. */
import { describe, expect, it } from 'vitest';
import type { Body } from '../../../src/verification/oracle/exchange.ts';
import { EntryIds } from '../../../src/verification/oracle/facts/entry-ids.ts';
import { checkFieldRules } from '../../../src/verification/oracle/facts/field-rules.ts';
import { MadeOnce } from '../../../src/verification/oracle/facts/made-once.ts';
import { ReferralCodes } from '../../../src/verification/oracle/facts/referral-codes.ts';
import { Rounds } from '../../../src/verification/oracle/facts/rounds.ts';
import { WalletBalances } from '../../../src/verification/oracle/facts/wallet-balances.ts';
import { caseOf, exchangeOf } from './said.ts';

describe('entries of an account', () => {
  const listed = (...lists: readonly (readonly [agent: string, ids: readonly number[], at?: string])[]): string[] => {
    const { file, said } = caseOf();
    const entries = new EntryIds(file);
    for (const [agent, ids, at = '2026-01-01T00:00:00.000Z'] of lists) {
      const rows = ids.map((id) => ({ id, at }));
      entries.answered(exchangeOf('casino/A/transactions', { answer: { transactions: rows } }), agent);
    }
    return said;
  }; // prettier-ignore

  it('keep their numbers', () => {
    expect(listed(['alice', [7, 5, 2]], ['alice', [9, 7, 5, 2]], ['alice', [7, 5]])).toEqual([]);
    expect(listed(['alice', [7, 5, 2]], ['bob', [6, 3]])).toEqual([]);
    expect(listed(['alice', [7, 5, 2]], ['alice', [7, 6, 2]])).toEqual([
      'answers-agree: entry 6 of alice was not there between 2 and 7',
    ]);
  });

  it('have numbers in the order of time, whatever their accounts', () => {
    const later = '2026-01-01T00:00:01.000Z';
    expect(listed(['alice', [3]], ['bob', [4], later])).toEqual([]);
    expect(listed(['alice', [5]], ['bob', [4], later])).toHaveLength(1);
    expect(listed(['alice', [3], later], ['bob', [4]])).toHaveLength(1);
  });
});

it("a referral code is one agent's, and stays", () => {
  const { file, said } = caseOf();
  const codes = new ReferralCodes(file);
  const shown = (operation: string, agent: string, code: string): void =>
    codes.answered(exchangeOf(`casino/A/${operation}`, { answer: { referral_code: code } }), agent);
  shown('referralCode', 'alice', 'ref_a');
  shown('referralStats', 'alice', 'ref_a');
  shown('referralStats', 'bob', 'ref_b');
  expect(said).toEqual([]);
  shown('referralStats', 'alice', 'ref_c');
  shown('referralCode', 'carol', 'ref_b');
  expect(said).toEqual([
    'answers-agree: the referral code of alice is ref_c; it was ref_a',
    'answers-agree: carol has the referral code of bob: ref_b',
  ]);
});

it('what is made for one call is answered by no other', () => {
  const { file, said } = caseOf();
  const made = new MadeOnce(file);
  const answered = (call: string, answer: Body): void => made.answered(exchangeOf(call, { answer }));
  answered('domains/B/register', { tx_hash: '0x1' });
  answered('domains/B/renew', { tx_hash: '0x2' });
  answered('wallet/B/transaction', { tx_hash: '0x1' });
  expect(said).toEqual([]);
  answered('domains/B/transfer', { tx_hash: '0x1' });
  expect(said).toEqual(['records-final: transfer answers the tx_hash of an earlier call']);
  answered('faucet/A/register', { api_key: 'k' });
  answered('casino/A/register', { api_key: 'k' });
  answered('casino/A/rotate', { seed_hash: 'h' });
  answered('casino/A/rotate', { seed_hash: 'h' });
  expect(said).toHaveLength(3);
});

describe('a field', () => {
  const said = (call: string, answer: Body, body?: Body): string[] => {
    const { file, said: all } = caseOf({ setting: { faults: [], changed: [], policies: { 'stats.session': 'rolling' } } });
    checkFieldRules(file, exchangeOf(call, { answer, body }));
    return all;
  }; // prettier-ignore

  it('of a session spans 24 hours', () => {
    const sums = { total_bets: 0, won: 0, total_wagered: 0, total_won: 0, net_profit: 0, games: [] };
    const to = '1970-01-02T00:00:00.000Z';
    const of = (from: string): string[] =>
      said('casino/A/session', { ...sums, from, to }).filter((each) => each.includes('from'));
    expect(of('1970-01-01T00:00:00.000Z')).toEqual([]);
    expect(of('1970-01-01T00:00:00.001Z')).toHaveLength(1);
  });

  it('of an order has the leverage that was asked for', () => {
    expect(said('trading/B/place', { market_type: 'spot', leverage: '1.00' })).toEqual([]);
    expect(said('trading/B/place', { market_type: 'spot', leverage: '3.00' })).toHaveLength(1);
    expect(said('trading/B/place', { market_type: 'perp', leverage: '3.00' }, { leverage: 3 })).toEqual([]);
    expect(said('trading/B/place', { market_type: 'perp', leverage: '2.00' }, {})).toHaveLength(1);
  });

  it('of a challenge that was not played has no rounds', () => {
    const row = { status: 'expired', challenger_round: null, challenged_round: null, winner_id: null };
    const of = (more: Body): string[] => said('casino/A/challenges', { settled: [{ ...row, ...more }] });
    expect(of({ rounds: 0 })).toEqual([]);
    expect(of({ rounds: 1 })).toHaveLength(1);
    expect(of({ rounds: 0, challenger_round: {} })).toHaveLength(1);
    expect(of({ rounds: 1, status: 'resolved' })).toEqual([]);
  });
});

it('the seed in use has the seed that the client has sent', () => {
  const { file, said } = caseOf();
  const rounds = new Rounds(file);
  const listed = (seed: string): void =>
    rounds.answered(
      exchangeOf('casino/A/seeds', { answer: { seeds: [{ status: 'active', client_seed: seed }] } }),
      'alice',
    );
  listed('any');
  rounds.answered(exchangeOf('casino/A/rotate', { answer: { client_seed: 'mine' } }), 'alice');
  listed('mine');
  expect(said).toEqual([]);
  listed('any');
  expect(said).toHaveLength(1);
});

describe('native assets', () => {
  const swap = (from: string, to: string, more: Body): Parameters<WalletBalances['answered']>[0] =>
    exchangeOf('wallet/A/swap', {
      body: { from, to, amount: more['amount'] },
      answer: { from, to, ...more },
    });
  const agent = { agent: 'alice', balances: new Map([['alice', { availableMicros: 0, heldMicros: 0 }]]) };
  const shown = (chain: string, native: number): Parameters<WalletBalances['answered']>[0] =>
    exchangeOf('wallet/A/balance', { answer: { chains: { [chain]: { symbol: chain === 'tron' ? 'TRX' : 'ETH', native } } } }); // prettier-ignore

  it('are swapped as far as they are there', () => {
    const { file, said } = caseOf();
    const wallet = new WalletBalances(file);
    wallet.answered(swap('USDC', 'ETH', { amount: 10, received: 0.5 }), agent);
    wallet.answered(swap('ETH', 'USDC', { amount: 0.5, received: 9 }), agent);
    expect(said).toEqual([]);
    wallet.answered(swap('ETH', 'USDC', { amount: 0.1, received: 2 }), agent);
    expect(said).toEqual(['wallet-balances: alice swaps 0.1 ETH and has 0']);
  });

  it('are followed on the chains that nothing else has touched', () => {
    const { file, said } = caseOf();
    const wallet = new WalletBalances(file);
    wallet.answered(exchangeOf('control/control/fund', { answer: { chain: 'base' } }), agent);
    wallet.answered(shown('base', 1), agent);
    wallet.answered(shown('tron', 0), agent);
    expect(said).toEqual([]);
    wallet.answered(shown('tron', 1), agent);
    expect(said).toHaveLength(1);
  });
});
