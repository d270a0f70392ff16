/** Facts about single answers: which reading changes which of them, and what cannot come out of a round. */
import { describe, expect, it } from 'vitest';
import type { Case } from '../../../src/verification/oracle/case.ts';
import type { AuditedExchange, Body, RunSetup } from '../../../src/verification/oracle/exchange.ts';
import { checkCatalogues } from '../../../src/verification/oracle/facts/catalogues.ts';
import { checkConfirmations } from '../../../src/verification/oracle/facts/confirmations.ts';
import { checkFieldRules } from '../../../src/verification/oracle/facts/field-rules.ts';
import { checkForms } from '../../../src/verification/oracle/facts/forms.ts';
import { checkKnownAddresses } from '../../../src/verification/oracle/facts/known-addresses.ts';
import { MarketPrices } from '../../../src/verification/oracle/facts/prices.ts';
import { checkRelations } from '../../../src/verification/oracle/facts/relations.ts';
import { checkResults } from '../../../src/verification/oracle/facts/results.ts';
import { WalletBalances } from '../../../src/verification/oracle/facts/wallet-balances.ts';
import { checkErrorForm, checkKeys } from '../../../src/verification/oracle/models/errors.ts';
import { checkPlannedFaults } from '../../../src/verification/oracle/models/planned-faults.ts';

const blank: AuditedExchange = {
  number: 0, atMs: 0, service: '', style: 'B', operation: '', method: 'POST', route: '', path: '', params: {}, query: {},
  headers: {}, body: undefined, isRaw: false, ip: '10.0.0.1', status: 200, answer: {}, answerHeaders: {},
}; // prettier-ignore

const byDefault = {
  'escrow.disputedName': 'disputed',
  'trading.marketableLimit': 'rests',
  'trading.takerFee': 'same',
  'trading.hours': 'always',
  'referral.split': '7-2-1',
  'casino.slotsMinimum': 'facade',
  'wallet.balanceHome': 'home',
  'wallet.swapChains': 'six',
};

/** What is said of an answer under some readings. */
function saidOf(
  check: (file: Case) => void,
  {
    policies = {},
    faults = [],
  }: { policies?: Readonly<Record<string, string>>; faults?: RunSetup['faults'] } = {},
): string[] {
  const said: string[] = [];
  const setting: RunSetup = {
    startMs: 0, endMs: 1, policies: { ...byDefault, ...policies }, changed: Object.keys(policies), faults, isNetworkLossy: false,
    hasBehaviours: false,
  }; // prettier-ignore
  const file = {
    setting,
    breaks: (_: string, message: string) => said.push(message),
    resolve: () => undefined,
  };
  check(file as unknown as Case);
  return said;
}

const answered = (call: string, answer: Body, more: Partial<AuditedExchange> = {}): AuditedExchange => {
  const [service = '', style = '', operation = ''] = call.split('/');
  return { ...blank, service, style, operation, answer, ...more };
};

describe('a reading that changes another field', () => {
  const dispute = answered('escrow/B/dispute', {
    status: 'locked',
    dispute: { opened_at: '1970-01-01T00:00:00.000Z' },
  });

  it.each([
    [{}, 'disputed'],
    [{ 'escrow.feeRounding': 'floor' }, 'disputed'],
    [{ 'escrow.disputedName': 'frozen' }, 'frozen'],
  ])('leaves a fact as it is, and a changed field has another value: %o', (policies, wanted) => {
    const said = saidOf((file) => checkFieldRules(file, dispute), { policies });
    expect(said).toEqual([`escrow/B/dispute: status is locked; expected ${wanted}`]);
  });

  it('opens the form of the request that it is about alone', () => {
    const place = answered(
      'trading/A/place',
      {},
      { status: 201, body: { symbol: 'ETH-PERP', side: 'long', size: 1, leverage: 20 } },
    );
    const check = (file: Case): void => checkForms(file, place, 'alice');
    expect(saidOf(check, { policies: { 'trading.hours': 'always' } })).toHaveLength(1);
    expect(saidOf(check, { policies: { 'trading.leverageA': 'wide' } })).toEqual([]);
  });

  it('sets the chains between which can be swapped', () => {
    const chains = answered('wallet/primary/chains', {
      swap_chains: ['ethereum', 'base', 'solana', 'tron'],
      wallet_chains: ['ethereum', 'base', 'solana', 'bitcoin', 'tron', 'monero'],
      tokens: [],
    });
    const check = (file: Case): void => checkCatalogues(file, chains);
    const said = (policies: Readonly<Record<string, string>>): string => saidOf(check, { policies }).join();
    expect(said({ 'wallet.swapChains': 'tokens' })).not.toContain('swap_chains');
    expect(said({})).toContain('swap_chains');
  });

  it('sets the status of a code, and which calls need a key', () => {
    const refused = answered(
      'trading/B/place',
      { error: 'closed', code: 'MARKET_CLOSED' },
      { status: 503, answerHeaders: { 'retry-after': 1 } },
    );
    expect(saidOf((file) => checkErrorForm(file, refused))).toHaveLength(1);
    expect(
      saidOf((file) => checkErrorForm(file, refused), { policies: { 'errors.marketClosedStatus': '503' } }),
    ).toEqual([]);
    const lookup = answered('domains/B/lookup', {});
    expect(saidOf((file) => checkKeys(file, lookup, undefined))).toHaveLength(1);
    expect(
      saidOf((file) => checkKeys(file, lookup, undefined), { policies: { 'domains.lookup': 'open' } }),
    ).toEqual([]);
  });
});

describe('what comes out of a round', () => {
  it.each([
    ['coin_flip', { side: 'heads', result: 'edge' }],
    ['roulette', { result: 37 }],
    ['roulette', { result: 15, color: 'red' }],
    ['keno', { picks: [1, 2], drawn: Array.from({ length: 20 }, (_, index) => index + 1), caught: 1 }],
    ['baccarat', { player: ['A', 'K'], banker: ['K', '8'], winner: 'player' }],
    ['video_poker', { cards: ['QH', 'KH', 'KS', '9S', '5S'], hand: 'nothing' }],
    ['video_poker', { cards: ['QH', 'QH', 'KS', '9S', '5S'] }],
    ['mines', { mines: 2, mine_cells: [3] }],
    ['blackjack', { player: ['A', '9'], dealer: ['T', '7'], player_total: 10 }],
    ['crash', { crash_point: 1.005 }],
  ])('is of the kind of its game: %s %o', (game, result) => {
    expect(saidOf((file) => checkResults(file, answered('casino/A/bet', { game, result })))).toHaveLength(1);
  });

  it('is let pass where it can be', () => {
    const result = { player: ['A', 'K'], banker: ['K', '8'], winner: 'banker' };
    expect(
      saidOf((file) =>
        checkResults(file, answered('casino/A/batch', { results: [{ game: 'baccarat', result }] })),
      ),
    ).toEqual([]);
  });
});

it('an address that is published as an example is one, on its chain', () => {
  const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
  const refused = (error: string, query: Record<string, string>): string[] =>
    saidOf((file) => checkKnownAddresses(file, answered('wallet/primary/chainBalance', { error }, { status: 400, query })));
  const said = 'address is no address on bitcoin';
  expect(refused(said, { chain: 'bitcoin', address: bitcoin })).toHaveLength(1);
  expect(refused('to must be an address on bitcoin', { chain: 'bitcoin', to: bitcoin })).toHaveLength(1);
  expect(refused('to_address is no address on bitcoin', { chain: 'base', to_chain: 'bitcoin', to_address: bitcoin })).toHaveLength(1);
  expect(refused(said, { chain: 'bitcoin', address: `${bitcoin}x` })).toEqual([]);
  expect(refused('address is no address on tron', { chain: 'tron', address: bitcoin })).toEqual([]);
  expect(refused('to is the address of the sender', { chain: 'bitcoin', to: bitcoin })).toEqual([]);
}); // prettier-ignore

describe('a planned fault', () => {
  const fault = {
    kind: 'outage',
    service: 'faucet',
    atMs: 0,
    endMs: 1000,
    effect: '',
    byMs: 0,
    basisPoints: 0,
    rate: 1,
    target: '',
  };
  const registered = (atMs: number): AuditedExchange => answered('faucet/B/register', {}, { atMs });

  it('lets nothing succeed while it lasts, and stops nothing afterwards', () => {
    expect(saidOf((file) => checkPlannedFaults(file, registered(999)), { faults: [fault] })).toHaveLength(1);
    expect(saidOf((file) => checkPlannedFaults(file, registered(1000)), { faults: [fault] })).toEqual([]);
    expect(
      saidOf((file) => checkPlannedFaults(file, registered(999)), {
        faults: [{ ...fault, kind: 'error', rate: 0.3 }],
      }),
    ).toEqual([]);
  });

  it('moves a price by as much as is planned, with the minute after it', () => {
    const jump = { ...fault, kind: 'price-jump', service: 'trading', atMs: 30_000, endMs: 30_000, target: 'ETH-USDC', basisPoints: -1200 };
    const priced = (prices: readonly (readonly [atMs: number, mid: number])[], pair = 'ETH-USDC'): string[] =>
      saidOf(
        (file) => {
          const market = new MarketPrices(file);
          for (const [atMs, mid] of prices)
            market.answered(answered('trading/B/price', { pair, mid, bid: mid * 0.99975, ask: mid * 1.00025 }, { atMs }));
        },
        { faults: [jump] },
      );
    expect(priced([[0, 3000], [60_000, 2640]])).toEqual([]);
    expect(priced([[0, 3000], [59_999, 3000], [60_000, 2640], [120_000, 2650]])).toEqual([]);
    expect(priced([[0, 3000], [60_000, 3001]])).toEqual(['ETH-USDC has moved by 0.0% where a jump of -12.0% is planned']);
    expect(priced([[0, 3000], [60_000, 3360]])).toHaveLength(1);
    expect(priced([[0, 3000], [360_000, 3001]])).toEqual([]);
    expect(priced([[0, 3000], [60_000, 3001]], 'BTC-USDC')).toEqual([]);
    expect(priced([[0, 0.03], [60_000, 0.03]])).toEqual([]);
  }); // prettier-ignore

  it('moves prices within a day by as much as the change says, if none is planned', () => {
    const dayMs = 86_400_000;
    const changed = (change: string, laterMs = dayMs, faults: RunSetup['faults'] = []): string[] =>
      saidOf(
        (file) => {
          const market = new MarketPrices(file);
          const reports = [[59_000, 2000, '0.00'], [laterMs, 2200, change]] as const;
          for (const [atMs, mid, change_24h] of reports)
            market.answered(answered('trading/B/price', { pair: 'ETH-USDC', mid, bid: mid * 0.99975, ask: mid * 1.00025, change_24h }, { atMs }));
        },
        { faults },
      );
    expect(changed('10.00')).toEqual([]);
    expect(changed('9.09')).toEqual(['ETH-USDC has changed by 9.09% from 2000 to 2200; expected 10']);
    expect(changed('9.09', dayMs + 60_000)).toEqual([]);
    expect(changed('9.09', dayMs, [{ ...fault, service: 'trading', kind: 'slow' }])).toEqual([]);
  }); // prettier-ignore

  it('closes a market, and without it or a weekend no market is closed', () => {
    const order = (status: number, code: string): AuditedExchange =>
      answered(
        'trading/B/place',
        { code, error: 'closed' },
        { status, body: { pair: 'BTC-USDC', side: 'buy' } },
      );
    const closed = { ...fault, service: 'trading', kind: 'market-closed', target: 'all' };
    expect(saidOf((file) => checkPlannedFaults(file, order(201, '')), { faults: [closed] })).toHaveLength(1);
    expect(saidOf((file) => checkPlannedFaults(file, order(409, 'MARKET_CLOSED')))).toHaveLength(1);
    // The first day of the epoch is a Thursday.
    const weekdays = { policies: { 'trading.hours': 'weekdays' } };
    expect(saidOf((file) => checkPlannedFaults(file, order(201, '')), weekdays)).toEqual([]);
    const saturday = { ...order(201, ''), atMs: 2 * 86_400_000 };
    expect(saidOf((file) => checkPlannedFaults(file, saturday), weekdays)).toHaveLength(1);
  });
});

it('a limit order rests, unless it may take', () => {
  const place = answered('trading/A/place', { entry_price: 3000 }, { body: { type: 'limit' } });
  expect(saidOf((file) => checkRelations(file, place))).toHaveLength(1);
  expect(
    saidOf((file) => checkRelations(file, place), { policies: { 'trading.marketableLimit': 'taker' } }),
  ).toEqual([]);
});

it('the wallet shows the balance on ethereum, and native assets on no chain before any are sent', () => {
  const balances = new Map([['alice', { availableMicros: 1_500_000, heldMicros: 0 }]]);
  const shown = (chains: Body): string[] =>
    saidOf((file) =>
      new WalletBalances(file).answered(answered('wallet/B/balance', { chains }), {
        agent: 'alice',
        balances,
      }),
    );
  expect(shown({ ethereum: { usdc: '1.50', eth: '0.00' }, base: { usdc: '0.00' } })).toEqual([]);
  expect(shown({ ethereum: { usdc: '1.500001', eth: '0.00' } })).toHaveLength(1);
  expect(shown({ base: { usdc: '1.50' } })).toHaveLength(1);
  expect(shown({ polygon: { usdc: '0.00', eth: '0.000001' } })).toHaveLength(1);
});

it('the wallet shows what swaps at once have brought of a native asset, on all chains together', () => {
  const balances = new Map([['alice', { availableMicros: 0, heldMicros: 0 }]]);
  const swap = (from: string, to: string, amount: number, received: number): AuditedExchange => ({
    ...answered('wallet/A/swap', { from, to, received }),
    body: { amount },
  });
  const shown = (...natives: number[]): string[] =>
    saidOf((file) => {
      const wallets = new WalletBalances(file);
      const at = { agent: 'alice', balances };
      wallets.answered(swap('USDC', 'base:ETH', 4, 0.002), at);
      wallets.answered(swap('USDC', 'ETH', 2, 0.001), at);
      wallets.answered(swap('base:ETH', 'USDC', 0.0005, 1), at);
      const chains = natives.map((native, index) => [`chain-${index}`, { symbol: 'ETH', native }]);
      wallets.answered(answered('wallet/A/balance', { chains: Object.fromEntries(chains) }), at);
    });
  expect(shown(0.0015, 0.001)).toEqual([]);
  expect(shown(0.0025)).toEqual([]);
  expect(shown(0.0015)).toHaveLength(1);
  expect(shown(0.0015, 0.001001)).toHaveLength(1);
});

describe('the end of a transaction', () => {
  const at = (seconds: number): string => new Date(seconds * 1000).toISOString();
  const saidOfRow = (row: Body, nowSeconds: number, confirmed = 'depth'): string[] =>
    saidOf(
      (file) =>
        checkConfirmations(
          file,
          answered(
            'wallet/B/transaction',
            { tx_hash: '0x1', chain: 'ethereum', created_at: at(0), ...row },
            {
              atMs: nowSeconds * 1000,
            },
          ),
        ),
      { policies: { 'wallet.confirmed': confirmed } },
    );
  const over = (seconds: number): Body => ({ status: 'confirmed', settled_at: at(seconds) });

  it('comes after the blocks that its chain needs', () => {
    const right = [
      [over(132), 300],
      [over(216), 300],
      [over(0), 300],
      [{ status: 'pending', settled_at: null }, 216],
    ] as const;
    for (const [row, now] of right) expect(saidOfRow(row, now)).toEqual([]);
    expect(saidOfRow(over(12), 300, 'inclusion')).toEqual([]);
    expect(saidOfRow({ ...over(1), chain: 'bitcoin' }, 300)).toEqual([]);
    expect(saidOfRow(over(131), 300)).toHaveLength(1);
    expect(saidOfRow(over(217), 300)).toHaveLength(1);
    expect(saidOfRow({ status: 'pending', settled_at: null }, 217)).toHaveLength(1);
    expect(saidOfRow(over(73), 300, 'inclusion')).toHaveLength(1);
  });
});
