/** What addresses hold on each chain: what was paid in, what signed transfers take out, and what answers may say of it. */
import { describe, expect, it } from 'vitest';
import type { Body } from '../../../src/verification/oracle/exchange.ts';
import { ChainBooks } from '../../../src/verification/oracle/models/chain-books.ts';
import { caseOf, exchangeOf } from './said.ts';

const unit = 10n ** 30n;
const symbols = {
  ethereum: 'ETH', base: 'ETH', solana: 'SOL', bitcoin: 'BTC', tron: 'TRX', monero: 'XMR',
} as const; // prettier-ignore
type Chain = keyof typeof symbols;

/** Books of a run, with what they say. */
function books(genesis = 'empty') {
  const { file, said } = caseOf({ setting: { faults: [], policies: { 'wallet.genesis': genesis } } });
  const chains = new ChainBooks(file);
  const call = (name: string, more: object): void => chains.answered(exchangeOf(name, more));
  return { said, call };
}

const fund = (chain: Chain, address: string, amount: string, asset: string = symbols[chain]) =>
  [
    'control/_/fund',
    { body: { amount }, answer: { chain, address, asset, amount, tx_hash: `in-${amount}` } },
  ] as const;

const transfer = (chain: Chain, amount: string, more: Body = {}, body: Body = {}) => {
  const symbol = symbols[chain];
  const answer = {
    chain, from: 'one', to: 'two', amount, fee: '0.25', tx_hash: 'out', status: 'pending', fee_asset: symbol, settled_at: null,
    asset: symbol, ...more,
  };
  return ['wallet/primary/sendSigned', { method: 'POST', body: { amount, ...body }, answer }] as const;
}; // prettier-ignore

const balance = (chain: Chain, address: string, amount: string, more: Body = {}) => {
  const answer = { chain, address, symbol: symbols[chain], balance: amount, ...more };
  return ['wallet/primary/chainBalance', { answer, query: { chain, view_key: 'v' } }] as const;
};

type Call = readonly [name: string, more: object];
function saidOf(calls: readonly Call[], genesis?: string): string[] {
  const { said, call } = books(genesis);
  for (const [name, more] of calls) call(name, more);
  return said;
}

const range = (seen: string, chain: string, least: bigint, most: bigint): string =>
  `chain-balances: ${seen} are on ${chain}; expected ${least} to ${most} times 1e-30`;

describe('an address', () => {
  it.each(['ethereum', 'base', 'solana', 'tron', 'monero'] as const)('on %s has what was paid to it', (chain) => {
    const paid = fund(chain, 'one', '2');
    expect(saidOf([paid, balance(chain, 'one', '2.0')])).toEqual([]);
    expect(saidOf([paid, balance(chain, 'one', '1.9')])).toEqual([range('1.9', chain, 2n * unit, 2n * unit)]);
    expect(saidOf([paid, balance(chain, 'one', '2.1')])).toEqual([range('2.1', chain, 2n * unit, 2n * unit)]);
    expect(saidOf([paid, balance(chain, 'one', '2.1')], 'funded')).toEqual([]);
    expect(saidOf([balance(chain, 'one', 'x')])).toEqual([range('x', chain, 0n, 0n)]);
  });

  it.each(Object.keys(symbols) as Chain[])('on %s has the symbol of its chain', (chain) => {
    expect(saidOf([balance(chain, 'one', '0')])).toEqual([]);
    expect(saidOf([balance(chain, 'one', '0', { symbol: 'X' })])).toEqual([
      `chain-balances: symbol is X; expected ${symbols[chain]}`,
    ]);
  });

  it.each([['ethereum', true], ['base', true], ['solana', false], ['tron', false]] as const)(
    'on %s is the same in another case: %s',
    (chain, isSame) => {
      const seen = (amount: string) => saidOf([fund(chain, '0xAb', '2'), balance(chain, '0xaB', amount)]);
      expect([seen('2').length, seen('0').length]).toEqual(isSame ? [0, 1] : [1, 0]);
    },
  );

  it('is another one on another chain', () => {
    expect(saidOf([fund('base', 'one', '2'), balance('ethereum', 'one', '0')])).toEqual([]);
    expect(saidOf([fund('base', 'one', '2'), balance('ethereum', 'one', '2')])).toHaveLength(1);
  });

  it('of monero looks empty without its view key', () => {
    const seen = (amount: string) => ['wallet/primary/chainBalance', { query: {}, answer: { chain: 'monero', address: 'one', balance: amount } }] as const;
    expect(saidOf([fund('monero', 'one', '2'), seen('0')])).toEqual([]);
    expect(saidOf([fund('monero', 'one', '2'), seen('2')])).toEqual([`chain-balances: monero without a view key is ${2n * unit}; expected 0`]);
  });

  it('has tokens within what was paid of them', () => {
    const shown = (amount: string) => balance('base', 'one', '0', { tokens: [{ symbol: 'USDC', balance: amount }] });
    const paid = fund('base', 'one', '2', 'USDC');
    expect(saidOf([paid, shown('2')])).toEqual([]);
    for (const amount of ['1.9', '2.1'])
      expect(saidOf([paid, shown(amount)])).toEqual([range(`${amount} USDC`, 'base', 2n * unit, 2n * unit)]);
  });
}); // prettier-ignore

describe('what an agent pays to an address', () => {
  const most = (amount: string): string[] => [range(amount, 'base', 0n, 2n * unit)];
  const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
  const shown = (amount: string) => balance('base', 'one', '0', { tokens: [{ symbol: 'USDC', balance: amount }] });
  const native = (amount: string) => balance('base', 'one', amount);

  it.each<[string, Body]>([
    ['wallet/B/send', { to: 'one', chain: 'base', amount: '2' }],
    ['wallet/B/send', { to: 'ONE', amount: '2', token: 'USDC' }],
    ['wallet/B/send', { to: 'one', chain: 'base', amount: '2', token: usdc }],
    ['casino/A/withdraw', { address: 'one', chain: 'base', amount: '2' }],
    ['casino/A/withdraw', { address: 'one', amount: '2' }],
  ])('%s of %j arrives at most', (call, body) => {
    const paid = (isAnswered: boolean) => [call, isAnswered ? { answer: body } : { body }] as const;
    for (const one of [paid(true), paid(false)]) {
      expect(saidOf([one, shown('2')])).toEqual([]);
      expect(saidOf([one, shown('2.1')])).toEqual([range('2.1 USDC', 'base', 0n, 2n * unit)]);
      expect(saidOf([one, native('0.1')])).toEqual([range('0.1', 'base', 0n, 0n)]);
    }
    expect(saidOf([[call, { body, status: 400 }], shown('2')])).toHaveLength(1);
    expect(saidOf([paid(true), balance('ethereum', 'one', '0', { tokens: [{ symbol: 'USDC', balance: '2' }] })])).toHaveLength(1);
  });

  it('may be the native asset, or of a size that nothing tells', () => {
    const sent = ['wallet/B/send', { body: { to: 'one', chain: 'base', amount: '2', token: 'native' }, answer: { chain: 'base', token: 'ETH' } }] as const;
    expect([saidOf([sent, native('2')]), saidOf([sent, native('2.1')])]).toEqual([[], most('2.1')]);
    const swap = ['wallet/primary/openSwap', { body: { to_address: 'one', to_chain: 'base', to_token: 'native' } }] as const;
    const toUsdc = ['wallet/primary/openSwap', { body: { to_address: 'one', to_chain: 'base', to_token: usdc } }] as const;
    const shares = ['wallet/primary/withdrawReferral', { body: { address: 'one', chain: 'base' } }] as const;
    expect([saidOf([swap, native('9000000')]), saidOf([shares, shown('9000000')])]).toEqual([[], []]);
    expect([saidOf([toUsdc, shown('9000000')]), saidOf([toUsdc, native('0.1')]).length]).toEqual([[], 1]);
    expect(saidOf([shares, native('0.1')])).toHaveLength(1);
  });
}); // prettier-ignore

describe('a signed transfer', () => {
  const paid = fund('base', 'one', '2');

  it.each([
    ['status', 'confirmed', 'pending'],
    ['fee_asset', 'USDC', 'ETH'],
    ['settled_at', 'now', null],
    ['asset', 'USDC', 'ETH'],
  ])('has the right %s', (name, value, wanted) => {
    expect(saidOf([paid, transfer('base', '1')])).toEqual([]);
    expect(saidOf([paid, transfer('base', '1', { [name]: value })])[0]).toBe(
      `chain-balances: ${name} is ${value}; expected ${String(wanted)}`,
    );
  });

  it('has a fee, and takes both from its address unless it fails', () => {
    expect(saidOf([paid, transfer('base', '1', { fee: '0' })])).toEqual(['chain-balances: a fee is false; expected true']);
    const sent = [paid, transfer('base', '1')] as const;
    for (const left of ['0.75', '2']) expect(saidOf([...sent, balance('base', 'one', left)])).toEqual([]);
    for (const left of ['0.74', '2.01'])
      expect(saidOf([...sent, balance('base', 'one', left)])).toEqual([range(left, 'base', 3n * unit / 4n, 2n * unit)]);
    for (const there of ['0', '1']) expect(saidOf([...sent, balance('base', 'two', there)])).toEqual([]);
    expect(saidOf([...sent, balance('base', 'two', '1.01')])).toEqual([range('1.01', 'base', 0n, unit)]);
  });

  it('of bitcoin leaves nothing to see before its block', () => {
    const calls = [fund('bitcoin', 'one', '2'), transfer('bitcoin', '1')];
    for (const left of ['0', '0.75', '2']) expect(saidOf([...calls, balance('bitcoin', 'one', left)])).toEqual([]);
    expect(saidOf([...calls, balance('bitcoin', 'one', '2.01')])).toHaveLength(1);
    expect(saidOf([fund('bitcoin', 'one', '2'), balance('bitcoin', 'one', '0')])).toHaveLength(1);
  });

  it('is not of more than its address has', () => {
    const message = 'chain-balances: 3 are sent, which the address has not';
    expect(saidOf([paid, transfer('base', '3')])).toEqual([message]);
    expect(saidOf([paid, transfer('base', '3')], 'funded')).toEqual([]);
    const token = transfer('base', '3', { asset: 'USDC' }, { token: 'USDC' });
    expect(saidOf([paid, token], 'funded')).toEqual([message]);
    expect(saidOf([paid, fund('base', 'one', '3', 'USDC'), token])).toEqual([]);
  });

  it('is of what a swap has paid', () => {
    const swap = (to: string): Call => [
      'wallet/primary/openSwap',
      { answer: { deposit_address: 'three' }, body: { to_chain: 'base', to_address: to, to_token: 'native' } },
    ];
    expect(saidOf([swap('one'), transfer('base', '3')])).toEqual([]);
    expect(saidOf([swap('two'), transfer('base', '3')])).toEqual([
      'chain-balances: 3 are sent, which the address has not',
    ]);
  });

  it('is refused where it is not covered, and not where there is twice as much and one more', () => {
    const refused = (amount: string, body: Body = {}, chain: Chain = 'base') => {
      const short = { status: 402, answer: { code: 'INSUFFICIENT_BALANCE' } };
      return ['wallet/primary/sendSigned', { ...short, body: { chain, from: 'one', amount, ...body } }] as const;
    };
    expect(saidOf([paid, refused('0.5')])).toEqual([]);
    expect(saidOf([paid, refused('0.49')])).toEqual(['chain-balances: a transfer of 0.49 is not covered']);
    expect(saidOf([paid, refused('0.49', { token: 'USDC' })])).toEqual([]);
    expect(saidOf([paid, refused('0.49', { from: undefined })])).toEqual([]);
    expect(saidOf([fund('bitcoin', 'one', '9'), refused('1', {}, 'bitcoin')])).toHaveLength(1);
    expect(saidOf([fund('bitcoin', 'one', '9'), transfer('bitcoin', '1'), refused('1', {}, 'bitcoin')])).toEqual([]);
  });
}); // prettier-ignore

describe('a signed transfer that is over', () => {
  const row = (status: string, hash = 'out') => ({ tx_hash: hash, status });
  const shown = (status: string) => ['wallet/A/transaction', { answer: row(status) }] as const;
  const listed = (status: string) => ['wallet/primary/chainTransactions', { answer: { transactions: [row(status)], total: 1 } }] as const;
  const paid = (chain: Chain) => [fund(chain, 'one', '2'), transfer(chain, '1')];

  it.each(['base', 'solana', 'bitcoin', 'tron', 'monero'] as const)('has left its address on %s where it was confirmed', (chain) => {
    for (const over of [shown('confirmed'), listed('confirmed')]) {
      const calls = [...paid(chain), over];
      expect(saidOf([...calls, balance(chain, 'one', '0.75')])).toEqual([]);
      for (const left of ['0.74', '0.76'])
        expect(saidOf([...calls, balance(chain, 'one', left)])).toEqual([range(left, chain, 3n * unit / 4n, 3n * unit / 4n)]);
      for (const there of ['0', '1']) expect(saidOf([...calls, balance(chain, 'two', there)])).toEqual([]);
      expect(saidOf([...calls, balance(chain, 'two', '1.01')])).toEqual([range('1.01', chain, 0n, unit)]);
    }
    expect(saidOf([...paid(chain), shown('pending'), balance(chain, 'one', '2')])).toEqual([]);
  });

  it.each([['base', '1.75'], ['tron', '1.75'], ['bitcoin', '2'], ['monero', '2']] as const)('is back on %s where it failed, with %s left', (chain, left) => {
    const calls = [...paid(chain), shown('failed')];
    expect(saidOf([...calls, balance(chain, 'one', left), balance(chain, 'two', '0')])).toEqual([]);
    expect(saidOf([...calls, balance(chain, 'one', '1.74')])).toHaveLength(1);
    expect(saidOf([...calls, balance(chain, 'one', '2.01')])).toHaveLength(1);
    expect(saidOf([...calls, balance(chain, 'two', '0.01')])).toEqual([range('0.01', chain, 0n, 0n)]);
  });

  it('of a token leaves its fee where it was, and what it pays may be credited elsewhere', () => {
    const token = transfer('base', '1', { asset: 'USDC' }, { token: 'USDC' });
    const calls = [fund('base', 'one', '2'), fund('base', 'one', '3', 'USDC'), token, shown('confirmed')];
    const tokens = (amount: string) => ({ tokens: [{ symbol: 'USDC', balance: amount }] });
    expect(saidOf([...calls, balance('base', 'one', '1.75', tokens('2'))])).toEqual([]);
    expect(saidOf([...calls, balance('base', 'one', '1.74', tokens('2'))])).toHaveLength(1);
    for (const left of ['1.99', '2.01']) expect(saidOf([...calls, balance('base', 'one', '1.75', tokens(left))])).toHaveLength(1);
    for (const there of ['0', '1']) expect(saidOf([...calls, balance('base', 'two', '0', tokens(there))])).toEqual([]);
  });

  it('has paid an address whose keys have signed before', () => {
    const back = transfer('base', '0.5', { from: 'two', to: 'one', tx_hash: 'back' });
    const calls = [fund('base', 'two', '4'), back, ...paid('base'), shown('confirmed')];
    expect(saidOf([...calls, balance('base', 'two', '4.25')])).toEqual([]);
    for (const there of ['4.24', '4.76'])
      expect(saidOf([...calls, balance('base', 'two', there.replace('4.76', '5.01'))])).toHaveLength(1);
  });

  it('stays as it ended', () => {
    for (const later of ['failed', 'pending'])
      expect(saidOf([...paid('base'), shown('confirmed'), shown(later)])).toEqual([`chain-balances: transfer out is ${later}; it was confirmed`]);
    expect(saidOf([...paid('base'), shown('confirmed'), shown('confirmed')])).toEqual([]);
    expect(saidOf([...paid('base'), shown('confirmed'), ['wallet/A/transaction', { answer: { tx_hash: 'out' } }]])).toEqual([]);
    expect(saidOf([['wallet/A/transaction', { answer: row('failed', 'unknown') }]])).toEqual([]);
  });
}); // prettier-ignore

describe('the list of an address', () => {
  const listed = (hashes: readonly string[], total = hashes.length, query: Readonly<Record<string, string>> = {}) => {
    const answer = { total, transactions: hashes.map((hash) => ({ tx_hash: hash })) };
    return ['wallet/primary/chainTransactions', { params: { address: 'one' }, query: { chain: 'base', ...query }, answer }] as const;
  };
  const calls = [fund('base', 'one', '2'), transfer('base', '1')];

  it('has what came in and what went out', () => {
    expect(saidOf([...calls, listed(['out', 'in-2'])])).toEqual([]);
    expect(saidOf([...calls, listed(['other', 'in-2'])])).toEqual(['chain-balances: the list of an address lacks out']);
    expect(saidOf([...calls, listed(['out'], 1)])).toEqual(['chain-balances: an address has 1 transactions; expected 2']);
    expect(saidOf([...calls, listed(['out'], 2)])).toEqual([]);
    expect(saidOf([...calls, listed(['x', 'y', 'out', 'in-2'])])).toEqual([]);
  });

  it('of a deposit has what it has paid back between what came in', () => {
    const order = ['wallet/primary/openSwap', { answer: { from_chain: 'base', deposit_address: 'one', status: 'awaiting_deposit' } }] as const;
    const paid = Array.from({ length: 6 }, (_, index) => fund('base', 'one', String(index + 1)));
    const hashes = paid.map((_, index) => `in-${index + 1}`);
    const back = hashes.toReversed().flatMap((hash) => [`back-${hash}`, hash]);
    expect(saidOf([order, ...paid, listed(back.slice(0, 10), 12)])).toEqual([]);
    const lacking = back.slice(0, 10).map((hash) => (hash === 'in-4' ? 'in-1' : hash));
    expect(saidOf([order, ...paid, listed(lacking, 12)])).toEqual(['chain-balances: the list of an address lacks in-4']);
  });

  it('may be of another page, or shorter', () => {
    for (const query of [{ limit: '1' }, { page: '2' }]) expect(saidOf([...calls, listed(['other'], 2, query)])).toEqual([]);
  });
}); // prettier-ignore

it('no more than there is of an asset is put on a chain', () => {
  const refused = (amount: string) => saidOf([['control/_/fund', { status: 409, body: { amount } }]]);
  expect([refused('1000.1'), refused('1000')]).toEqual([
    [],
    ['chain-balances: no more than 1000 is refused as too much'],
  ]);
});
