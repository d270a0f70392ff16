/** Calls of the wallet, and of the simulated chains behind it. */
import type { JsonObject } from '../../../../src/core/http/message.ts';
import { deriveKeys } from '../../../../src/platform/services/wallet/keys/hd-wallet.ts';
import type { Move, Walk } from '../walk.ts';

/** The words that every library's tests begin with; nobody's money. */
const keys = deriveKeys(
  'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
);
const outside = `0x${'c'.repeat(40)}`;
const amounts = ['0.5', 0.25, '0.000001', '1.234567', -1, 'x', '500'] as const;
const usdcOnBase = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';

export function walletMoves(walk: Walk): Move[] {
  const v1 = '/wallet/v1';
  const api = '/wallet/api/v1';
  const short = '/api/wallet-api';
  const chain = () =>
    walk.pick(['ethereum', 'base', 'solana', 'bitcoin', 'tron', 'monero', 'dogecoin'] as const);
  const evm = () => walk.pick(['ethereum', 'arbitrum', 'base', 'polygon'] as const);
  const swap = (): JsonObject => ({
    from_chain: walk.pick(['base', 'ethereum']),
    to_chain: 'base',
    from_token: 'native',
    to_token: walk.pick([usdcOnBase, 'USDC']),
    amount: walk.pick([0.01, 0.02, 1]),
  });
  const signed = (): JsonObject => {
    const on = walk.pick(['base', 'bitcoin', 'solana'] as const);
    const to = { base: outside, bitcoin: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }[on as 'base'];
    return {
      chain: on,
      to: to ?? '11111111111111111111111111111111',
      amount: walk.pick(['0.001', '0.01', '9999']),
      private_key: keys[on].privateKey ?? '',
    };
  };
  const fund = (): JsonObject => {
    const on = walk.pick(['base', 'bitcoin', 'solana'] as const);
    return { chain: on, address: keys[on].address, amount: '0.5' };
  };
  return [
    () => ['GET', '/wallet/health', undefined],
    () => ['POST', `${v1}/auth/register`, walk.chance(0.5) ? {} : { referral_code: walk.agent() }],
    () => ['POST', `${v1}/wallet/create`, undefined],
    () => ['GET', `${v1}/wallet/balance/${keys.base.address}?chain=${chain()}`, undefined],
    () => ['GET', `${v1}/wallet/balance/${keys.base.address}?chain=base`, undefined],
    () => ['POST', `${v1}/wallet/send`, signed()],
    () => ['GET', `${v1}/wallet/swap/quote?${new URLSearchParams(swap() as never).toString()}`, undefined],
    () => ['POST', `${v1}/wallet/swap`, { ...swap(), to_address: outside }],
    () => ['GET', `${v1}/wallet/swap/status/${walk.known('swap')}`, undefined],
    () => ['GET', `${v1}/wallet/deposit-address`, undefined],
    () => ['GET', `${v1}/wallet/deposit-address?chain=${chain()}`, undefined],
    () => ['GET', `${v1}/wallet/transactions/${keys.base.address}?chain=base&limit=2`, undefined],
    () => ['GET', `${v1}/wallet/transactions/${keys.base.address}?chain=${chain()}`, undefined],
    () => ['GET', `${v1}/wallet/chains`, undefined],
    () => ['GET', `${v1}/gossip`, undefined],
    () => ['GET', `${v1}/referral/code`, undefined],
    () => ['GET', `${v1}/referral/stats`, undefined],
    () => ['POST', `${v1}/referral/withdraw`, { address: outside }],
    () => ['GET', `${api}/balance`, undefined],
    () => ['GET', `${short}/balance`, undefined],
    () => ['GET', `${short}/balance?chain=${walk.chance(0.8) ? evm() : 'solana'}`, undefined],
    () => ['GET', `${api}/addresses`, undefined],
    () => ['GET', `${short}/address`, undefined],
    () => ['POST', `${api}/send`, { to: outside, amount: walk.pick(amounts), chain: evm(), token: 'USDC' }],
    () => [
      'POST',
      `${short}/send`,
      { to: walk.agent(), amount: walk.pick(amounts), chain: evm(), memo: 'm' },
    ],
    () => ['POST', `${short}/send`, { to: outside, amount: walk.pick(amounts), chain: 'base' }],
    () => [
      'POST',
      `${api}/swap`,
      { from: 'USDC', to: walk.pick(['base:ETH', 'SOL', 'X']), amount: 0.5, slippage: 2 },
    ],
    () => ['GET', `${api}/transactions`, undefined],
    () => ['GET', `${short}/transactions?limit=3&type=send`, undefined],
    () => ['GET', `${short}/tx/${walk.known('transaction')}`, undefined],
    () => ['POST', '/_sim/chain/fund', fund()],
    () => ['GET', '/_sim/chain/books', undefined],
  ];
}
