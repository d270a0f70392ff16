/** Swap orders over their lives, and what addresses of the chains hold: each answer follows from the ones before, or does not. */
import { describe, expect, it } from 'vitest';
import { hourMs, minuteMs } from '../../../src/core/base/time.ts';
import type { Case } from '../../../src/verification/oracle/case.ts';
import type { AuditedExchange, Body } from '../../../src/verification/oracle/exchange.ts';
import { ChainBooks } from '../../../src/verification/oracle/models/chain-books.ts';
import { SwapOrders } from '../../../src/verification/oracle/models/swap-orders.ts';

interface Shown {
  readonly call: string;
  readonly answer: Body;
  readonly atMs?: number;
  readonly more?: Partial<AuditedExchange>;
}

const answered = ({ call, answer, atMs = 0, more }: Shown): AuditedExchange => {
  const [service = '', style = '', operation = ''] = call.split('/');
  return {
    number: 0, atMs, service, style, operation, method: 'POST', route: '', path: '', params: {}, query: {}, headers: {},
    body: undefined, isRaw: false, ip: '10.0.0.1', status: 200, answer, answerHeaders: {}, ...more,
  }; // prettier-ignore
};

function saidBy(
  model: 'swaps' | 'books',
  policies: Record<string, string>,
  shown: readonly Shown[],
): string[] {
  const said: string[] = [];
  const file = {
    setting: { policies, changed: Object.keys(policies) },
    breaks: (_: string, message: string): number => said.push(message),
  } as unknown as Case;
  const checked = model === 'swaps' ? new SwapOrders(file) : new ChainBooks(file);
  for (const each of shown) checked.answered(answered(each));
  return said;
}

describe('a swap order', () => {
  const expiresAtMs = 30 * minuteMs;
  const opened: Shown = {
    call: 'wallet/primary/openSwap',
    answer: {
      order_id: 's1', from_chain: 'base', from_token: 'native', amount: '2', deposit_address: '0xD1', status: 'awaiting_deposit',
      expires_at: new Date(expiresAtMs).toISOString(),
    },
  }; // prettier-ignore
  const paid = (amount: string, asset: string, atMs = 0): Shown => ({
    call: 'control/control/fund',
    atMs,
    answer: { chain: 'base', address: '0xd1', asset, amount },
  });
  const shown = (status: string, atMs: number): Shown => ({
    call: 'wallet/primary/swapStatus',
    atMs,
    answer: { status },
    more: { params: { orderId: 's1' } },
  });
  const saidOf = (...after: Shown[]): string[] =>
    saidBy('swaps', { 'wallet.swapDeposit': 'agent' }, [opened, ...after]);

  it('awaits its deposit until it expires, and not longer', () => {
    expect(saidOf(shown('awaiting_deposit', expiresAtMs - 1), shown('expired', expiresAtMs))).toEqual([]);
    expect(saidOf(shown('expired', expiresAtMs - 1))).toHaveLength(1);
    expect(saidOf(shown('awaiting_deposit', expiresAtMs + 1))).toHaveLength(1);
  });

  it('may be over by the time of a deposit that follows a wrong one', () => {
    const back = shown('refunded', minuteMs);
    const policies = { 'wallet.swapDeposit': 'agent', 'wallet.failures': 'none' };
    const of = (...paidIn: Shown[]): string[] => saidBy('swaps', policies, [opened, ...paidIn, back]);
    expect(of(paid('1.5', 'ETH'), paid('2', 'ETH', 1))).toEqual([]);
    expect(of(paid('2', 'ETH'), paid('1.5', 'ETH', 1))).toHaveLength(1);
  });

  it('is not processed before anything has come in', () => {
    for (const state of ['processing', 'completed', 'refunded', 'failed'])
      expect(saidOf(shown(state, minuteMs)), state).toHaveLength(1);
    expect(saidOf(paid('2', 'ETH'), shown('processing', minuteMs))).toEqual([]);
  });

  it('does not expire once it is paid in time, whatever it comes to', () => {
    for (const state of ['completed', 'refunded', 'failed'])
      expect(saidOf(paid('2', 'ETH'), shown(state, hourMs)), state).toEqual([]);
    expect(saidOf(paid('2', 'ETH'), shown('expired', hourMs))).toHaveLength(1);
    expect(saidOf(paid('2', 'ETH'), shown('processing', 25 * hourMs))).toHaveLength(1);
  });

  it('is not given back where no transaction fails', () => {
    const policies = { 'wallet.swapDeposit': 'agent', 'wallet.failures': 'none' };
    for (const state of ['refunded', 'failed'])
      expect(saidBy('swaps', policies, [opened, paid('2', 'ETH'), shown(state, hourMs)]), state).toHaveLength(
        1,
      );
  });

  it.each([
    ['too little', paid('1.999999', 'ETH')],
    ['of another asset', paid('2', 'USDC')],
    ['too late', paid('2', 'ETH', expiresAtMs - minuteMs)],
  ])('may expire or go back where what came in is %s', (_, deposit) => {
    expect(saidOf(deposit, shown('expired', hourMs))).toEqual([]);
    expect(saidOf(deposit, shown('refunded', hourMs))).toEqual([]);
  });

  it('never goes back, and never leaves its end', () => {
    const steps: readonly (readonly [string, string])[] = [
      ['processing', 'awaiting_deposit'],
      ['completed', 'processing'],
      ['completed', 'refunded'],
      ['refunded', 'failed'],
    ];
    for (const [before, after] of steps)
      expect(saidOf(paid('2', 'ETH'), shown(before, 1), shown(after, 2)), after).toHaveLength(1);
    expect(saidOf(paid('2', 'ETH'), shown('failed', 1), shown('refunded', 2))).toEqual([]);
  });
});

describe('an address of a chain', () => {
  const [chain, address, other] = ['base', '0xaa', '0xbb'];
  const funded = (asset: string, amount: string): Shown => ({
    call: 'control/control/fund',
    answer: { chain, address, asset, amount, tx_hash: asset },
  });
  const sent = (more: Body): Shown => ({
    call: 'wallet/primary/sendSigned',
    answer: {
      chain, from: address, to: other, asset: 'ETH', amount: '1', fee: '0.1', fee_asset: 'ETH', status: 'pending', settled_at: null,
      tx_hash: 'h', ...more,
    },
    more: { body: more['asset'] === 'USDC' ? { token: '0xusdc' } : {} },
  }); // prettier-ignore
  const holds = (balance: string, usdc: string, of = address): Shown => ({
    call: 'wallet/primary/chainBalance',
    answer: { chain, address: of, symbol: 'ETH', balance, tokens: [{ symbol: 'USDC', balance: usdc }] },
  });
  const saidOf = (...shown: Shown[]): string[] => saidBy('books', {}, shown);

  it('has what came in, in each asset on its own', () => {
    const both = [funded('ETH', '3'), funded('USDC', '40')];
    expect(saidOf(...both, holds('3', '40'))).toEqual([]);
    expect(saidOf(...both, holds('3', '39.999999'))).toHaveLength(1);
    expect(saidOf(...both, holds('3', '40.000001'))).toHaveLength(1);
    expect(saidOf(...both, holds('40', '3'))).not.toEqual([]);
  });

  it('pays fees in the native asset, whatever it sends', () => {
    const before = [funded('ETH', '3'), funded('USDC', '40'), sent({ asset: 'USDC', amount: '5' })];
    for (const [native, usdc] of [['2.9', '35'], ['3', '40']] as const)
      expect(saidOf(...before, holds(native, usdc)), native).toEqual([]);
    expect(saidOf(...before, holds('2.899999', '35'))).toHaveLength(1);
    expect(saidOf(...before, holds('2.9', '34.999999'))).toHaveLength(1);
    expect(saidOf(...before, holds('0', '5.000001', other))).toHaveLength(1);
  }); // prettier-ignore

  it('sends no more than it has', () => {
    expect(saidOf(funded('ETH', '3'), sent({ amount: '2.9' }))).toEqual([]);
    expect(saidOf(funded('ETH', '3'), sent({ asset: 'USDC', amount: '1' }))).toHaveLength(1);
  });

  it('may hold more where a swap or a withdrawal pays it too, never less', () => {
    const payout: Shown = { call: 'wallet/primary/openSwap', answer: { to_address: '0xAA' } };
    expect(saidOf(payout, funded('ETH', '3'), holds('4', '7'))).toEqual([]);
    expect(saidOf(payout, funded('ETH', '3'), holds('2.999999', '7'))).toHaveLength(1);
  });

  it('may hold less where it is the deposit address of a swap', () => {
    const order: Shown = { call: 'wallet/primary/openSwap', answer: { deposit_address: '0xAA' } };
    expect(saidOf(order, funded('ETH', '3'), holds('0', '0'))).toEqual([]);
    expect(saidOf(order, funded('ETH', '3'), holds('0', '0.000001'))).toHaveLength(1);
  });
});
