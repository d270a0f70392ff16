/** What the documents say plainly and a rule once let pass: forms of amounts, destinations, transactions of escrows, stakes, bounds. */
import { describe, expect, it } from 'vitest';
import type { Case } from '../../../src/verification/oracle/case.ts';
import type { AuditedExchange, Body } from '../../../src/verification/oracle/exchange.ts';
import { checkAmountForms } from '../../../src/verification/oracle/facts/amount-forms.ts';
import { AssetWorths } from '../../../src/verification/oracle/facts/asset-worths.ts';
import { BlackjackCalls } from '../../../src/verification/oracle/facts/blackjack-calls.ts';
import { checkDestination } from '../../../src/verification/oracle/facts/destinations.ts';
import { EscrowHashes } from '../../../src/verification/oracle/facts/escrow-hashes.ts';
import { isPlainResolver } from '../../../src/verification/oracle/facts/meanings.ts';
import { checkRelations } from '../../../src/verification/oracle/facts/relations.ts';
import { tradingReadings } from '../../../src/verification/oracle/facts/trading-readings.ts';
import { MadeWallets } from '../../../src/verification/oracle/made-wallets.ts';
import { checkClosures } from '../../../src/verification/oracle/models/closures.ts';
import { checkFilteredOrders } from '../../../src/verification/oracle/models/filtered-orders.ts';
import { checkPayout } from '../../../src/verification/oracle/models/settled-payout.ts';
import { checkPlannedFaults } from '../../../src/verification/oracle/models/planned-faults.ts';
import type { TradingOrder } from '../../../src/verification/oracle/models/trading-order.ts';
import { caseOf, exchangeOf } from './said.ts';

type Rule = (file: Case, exchange: AuditedExchange) => void;

const published = {
  setting: { faults: [], changed: [], policies: { 'casino.payouts': 'published', 'casino.win': 'profit' } },
};

/** How often a rule speaks. */
function said(rule: Rule, call: string, more: Partial<AuditedExchange>, about: object = {}): number {
  const { file, said: all } = caseOf(about);
  rule(file, exchangeOf(call, more));
  return all.length;
}

describe('amounts', () => {
  it.each<[string, Body, number]>([
    ['escrow/B/create', { amount: '1.00', fee: '0.01', net: '0.99' }, 0],
    ['escrow/B/create', { amount: '1.00', fee: 0.01 }, 1],
    ['escrow/B/list', { escrows: [{ amount: '1.00' }, { amount: 1 }] }, 1],
    ['escrow/A/detail', { amount: 1, fee: 0.01 }, 0],
    ['escrow/A/detail', { amount: '1.00' }, 1],
    ['trading/B/place', { amount: '1.50', price: null, fill_qty: '0.0000227682' }, 0],
    ['trading/B/place', { amount: '1.5' }, 1],
    ['wallet/B/send', { amount: 1 }, 0],
  ])('of %s in %j: %i wrong', (call, answer, count) =>
    expect(said(checkAmountForms, call, { answer })).toBe(count),
  );
});

describe('money goes to addresses of its chain', () => {
  const about = { agents: new Map([['bob', {}]]), isMisspelt: (name: string) => name.includes('bad') };
  const evm = `0x${'c'.repeat(40)}`;
  it.each<[string, Body, number]>([
    ['wallet/primary/sendSigned', { chain: 'ethereum', to: evm }, 0],
    ['wallet/primary/sendSigned', { chain: 'base', to: 'x' }, 1],
    ['wallet/primary/sendSigned', { chain: 'base', to: 'bob' }, 0],
    ['wallet/primary/sendSigned', { chain: 'tron', to: 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8' }, 0],
    ['wallet/primary/sendSigned', { chain: 'tron', to: 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdzq' }, 1],
    ['wallet/primary/openSwap', { to_chain: 'solana', to_address: evm }, 1],
    ['wallet/primary/openSwap', { to_chain: 'bitcoin', to_address: 'x' }, 1],
    [
      'wallet/primary/openSwap',
      { to_chain: 'bitcoin', to_address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu' },
      0,
    ],
    ['wallet/primary/withdrawReferral', { chain: 'solana', address: evm }, 1],
    ['wallet/primary/openSwap', { from_token: 'USDC' }, 1],
    ['wallet/primary/openSwap', { from_token: 'native' }, 0],
  ])('%s with %j: %i wrong', (call, body, count) =>
    expect(said(checkDestination, call, { body }, about)).toBe(count),
  );
});

it('no transaction of an escrow is that of another step', () => {
  const { file, said: all } = caseOf();
  const hashes = new EscrowHashes(file);
  const shown = (answer: Body): void => hashes.answered(exchangeOf('escrow/B/detail', { answer }));
  shown({ escrow_id: 'esc_1', lock_tx_hash: '0x1', tx_hash: null });
  shown({ escrow_id: 'esc_1', lock_tx_hash: '0x1', tx_hash: '0x2' });
  shown({ escrow_id: 'esc_2', lock_tx_hash: '0x3' });
  expect(all).toEqual([]);
  shown({ escrow_id: 'esc_2', tx_hash: '0x3' });
  shown({ escrows: [{ escrow_id: 'esc_3', tx_hash: '0x2' }] });
  expect(all).toEqual([
    'records-final: the tx_hash of esc_2 is the lock_tx_hash of esc_2',
    'records-final: the tx_hash of esc_3 is the tx_hash of esc_1',
  ]);
});

it('hosts and addresses of version 4 are resolvers', () => {
  expect(['10.0.0.7', '255.1.2.3', 'ns.example.org'].map(isPlainResolver)).toEqual([true, true, true]);
  expect(['256.0.0.1', 'ns', '::1', 7, 'a..b'].map(isPlainResolver)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});

describe('a verification', () => {
  const shown = (call: string, answer: Body, more: Partial<AuditedExchange>): number =>
    said(checkRelations, call, { answer, ...more }, published);
  it('is of the bet that its path names', () => {
    const answer = { bet_id: 'bet_1', status: 'unrevealed' };
    expect(shown('casino/A/verifyBet', answer, { params: { betId: 'bet_1' } })).toBe(0);
    expect(shown('casino/A/verifyBet', answer, { params: { betId: 'bet_2' } })).toBe(1);
  });
  it('is of the seed and the round that were asked for', () => {
    const answer = { seed_hash: 's', nonce: 3, status: 'unrevealed' };
    const asked = (seed: string, nonce: string): number =>
      shown('casino/B/verifyRound', answer, { params: { seed }, query: { nonce } });
    expect([asked('s', '3'), asked('t', '3'), asked('s', '4')]).toEqual([0, 1, 1]);
  });
});

it('the short coin pays what the coin pays', () => {
  const paid = (payout: number): number => {
    const { file, said: all } = caseOf(published);
    checkPayout(file, {
      game: 'coin_flip',
      sent: { side: 'heads' },
      got: { result: 'heads' },
      stake: 1_000_000,
      payout,
    });
    return all.length;
  };
  expect([paid(1_960_000), paid(2_000_000)]).toEqual([0, 1]);
});

it('five of ten spots of keno pay ten times the stake, and seven of them 500 times', () => {
  const picks = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  const paid = (caught: number, payout: number): number => {
    const { file, said: all } = caseOf(published);
    const drawn = picks.map((pick) => (pick <= caught ? pick : pick + 40));
    checkPayout(file, {
      game: 'keno',
      sent: { picks },
      got: { result: { drawn } },
      stake: 1_000_000,
      payout,
    });
    return all.length;
  };
  expect([paid(5, 10_000_000), paid(7, 500_000_000), paid(4, 0), paid(6, 1)]).toEqual([0, 0, 0, 0]);
  expect([paid(5, 4_000_000), paid(7, 50_000_000), paid(4, 1)]).toEqual([1, 1, 1]);
});

it('a closed game takes no bet of a batch, a tournament or a challenge', () => {
  const fault = { kind: 'game-closed', service: 'casino', target: 'dice', atMs: 0, endMs: 9, byMs: 0 };
  const about = { setting: { faults: [fault], policies: {} } };
  const played = (operation: string, answer: Body): number =>
    said(checkClosures, `casino/A/${operation}`, { answer }, about);
  expect(played('batch', { results: [{ game: 'dice' }] })).toBe(1);
  expect(played('batch', { results: [{ game: 'dice', code: 'GAME_CLOSED' }, { game: 'wheel' }] })).toBe(0);
  expect(played('playTournament', { game: 'dice' })).toBe(1);
  expect(played('acceptChallenge', { game: 'wheel' })).toBe(0);
});

it('a list of open orders has what was placed in this minute', () => {
  const order = { id: 'ord_1', state: 'open', isUnseen: false, atMs: 61_000 } as TradingOrder;
  const listed = (atMs: number, ids: readonly string[]): number => {
    const { file, said: all } = caseOf();
    const rows = ids.map((id) => ({ order_id: id, status: 'open' }));
    const answer = { orders: rows, total: rows.length };
    checkFilteredOrders(file, exchangeOf('trading/B/orders', { atMs, query: { status: 'open' }, answer }), [
      order,
    ]);
    return all.length;
  };
  expect([listed(62_000, ['ord_1']), listed(62_000, []), listed(121_000, [])]).toEqual([0, 1, 0]);
});

describe('perpetuals without a spot market', () => {
  const found = (call: string, params: Readonly<Record<string, string>>): number =>
    said(
      checkPlannedFaults,
      call,
      { status: 404, params, answer: { code: 'NOT_FOUND' } },
      { setting: { faults: [], policies: { 'trading.unknownMarket': '404' } } },
    );
  it('are found', () => {
    expect(found('trading/B/price', { pair: 'ACE-USDC' })).toBe(1);
    expect(found('trading/A/ticker', { symbol: 'ACE-PERP' })).toBe(1);
    expect(found('trading/A/ticker', { symbol: 'NONE-PERP' })).toBe(0);
  });
  it('have a rate under either reading', () => {
    const rule = tradingReadings['trading.fundingShown'];
    const shown = (answer: Body): string | undefined =>
      rule('perp-only', exchangeOf('trading/B/price', { answer }));
    expect(shown({ pair: 'ACE-USDC', funding_rate: '0.0001' })).toBeUndefined();
    expect(shown({ pair: 'ACE-USDC' })).toBe('a perpetual has no rate');
  });
});

describe('moves in a hand of blackjack', () => {
  const policies = {
    'casino.blackjackFirstCall': 'applies',
    'casino.openHands': 'wait',
    'casino.payouts': 'published',
  };
  const open = { status: 'open', amount: 0.5, result: { player: ['5', '6'], dealer: ['7'] } };
  const playing = (): { hand: BlackjackCalls; all: string[] } => {
    const { file, said: all } = caseOf({ setting: { faults: [], policies } });
    const hand = new BlackjackCalls(file);
    hand.answered(
      exchangeOf('casino/A/bet', {
        body: { action: 'hit' },
        answer: { ...open, result: { player: ['5', '4', '2'], dealer: ['7'] } },
      }),
      'alice',
    );
    return { hand, all };
  };
  it('are not refused', () => {
    const { hand, all } = playing();
    const refused = { status: 409, path: '/games/blackjack', answer: { code: 'CONFLICT', error: 'x' } };
    hand.refused(exchangeOf('casino/A/bet', { ...refused, body: { action: 'stand' } }), 'alice');
    hand.refused(exchangeOf('casino/A/bet', { ...refused, body: { action: 'double' } }), 'alice');
    expect(all).toHaveLength(1);
  });
  it('begin with a stake', () => {
    const refusedAs = (code: string, agent: string): string[] => {
      const { hand, all } = playing();
      const path = '/casino/api/v1/games/blackjack';
      const answer = { code, error: 'x' };
      hand.refused(exchangeOf('casino/A/bet', { status: 402, path, answer, body: { action: 'hit' } }), agent);
      return all;
    };
    const message = 'answers-fixed: blackjack: a first call without a stake is refused as too dear';
    expect(refusedAs('INSUFFICIENT_BALANCE', 'bob')).toEqual([message]);
    expect([refusedAs('INSUFFICIENT_BALANCE', 'alice'), refusedAs('BAD_REQUEST', 'bob')]).toEqual([[], []]);
  });
  it('that double put down as much again', () => {
    const doubled = (amount: number): number => {
      const { file, said: all } = caseOf({ setting: { faults: [], policies } });
      const hand = new BlackjackCalls(file);
      hand.answered(exchangeOf('casino/A/bet', { body: { action: 'deal' }, answer: open }), 'alice');
      const result = { player: ['5', '6', 'T'], dealer: ['7', 'T'] };
      const before = all.length;
      hand.answered(
        exchangeOf('casino/A/bet', { body: { action: 'double' }, answer: { status: 'won', amount, result } }),
        'alice',
      );
      return all.length - before;
    };
    expect([doubled(1), doubled(0.5)]).toEqual([0, 1]);
  });
});

it('an asset that is sold, or held, is worth what it is bought for in the same minute', () => {
  const worths = (then: Partial<AuditedExchange>, call: string): number => {
    const { file, said: all } = caseOf();
    const assets = new AssetWorths(file);
    assets.answered(
      exchangeOf('wallet/A/swap', {
        answer: { from: 'USDC', to: 'ETH', amount: 100, received: 0.033, received_usdc: 99, fee_usdc: 0.75 },
      }),
    );
    assets.answered(exchangeOf(call, then));
    return all.length;
  };
  const sold = (received: number): number =>
    worths({ answer: { from: 'ETH', to: 'USDC', amount: 0.01, received, fee_usdc: 0.3 } }, 'wallet/A/swap');
  expect([sold(29.6), sold(40), sold(20)]).toEqual([0, 1, 1]);
  const held = (worth: number): number =>
    worths(
      { answer: { chains: { base: { symbol: 'ETH', native: 0.033, usdc: 0, usdc_equivalent: worth } } } },
      'wallet/A/balance',
    );
  expect([held(99), held(0), held(120)]).toEqual([0, 0, 1]);
});

it('a new wallet has twelve words of BIP-39', () => {
  const wrong = (mnemonic: string): number => {
    const wallets = new MadeWallets();
    const first = [...wallets.wrongIn({ addresses: {} }, false)];
    return [...wallets.wrongIn({ mnemonic, addresses: { base: '0x1' } }, false)].length - first.length;
  };
  const eleven = 'abandon '.repeat(11);
  expect([wrong(`${eleven}about`), wrong(`${eleven}abandon`), wrong(eleven.trim())]).toEqual([0, 1, 1]);
});
