/** Calls of the wallet, and of the sandbox's own about chains. */
import type { Draw } from '../draw.ts';
import { fair, misspelt, outside, type Move } from '../move.ts';
import type { ModelState, OperationDraft } from '../model-state.ts';

/** From a published test mnemonic; it holds no money. */
const privateKey = '0x1ab42cc412b618bdea3a599e3c9bae199ebf030895b039e9db1e30dafb12b727';
const address = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const viewKey = 'b1d0a4f0f9a3d7e6c2e1d4f5a6b7c8d9e0f1a2b3c4d5e6f708192a3b4c5d6e0f';
const usdcOnBase = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';

function send(model: ModelState, draw: Draw): OperationDraft {
  const chain = draw.pick(['base', 'base', 'polygon', 'ethereum', 'arbitrum']);
  const code = model.one(draw, 'code')?.reference ?? 'ref_0123456789abcdef';
  const to = draw.chance(85) ? model.person(draw) : draw.pick([outside, misspelt, 'nobody', '0x12', code]);
  const amount = draw.chance(85) ? draw.pick(fair) : draw.pick([0, 'x', 900, 9.999, 8.5, 9, 98]);
  return draw.chance(70)
    ? {
        do: 'POST /api/wallet-api/send',
        body: { to, amount, chain },
        makes: { kind: 'transaction', field: 'tx_hash' },
      }
    : {
        do: 'POST /wallet/api/v1/send',
        body: { to, amount, chain, token: draw.chance(85) ? 'USDC' : 'native' },
        makes: { kind: 'transaction', field: 'tx_hash' },
      };
}

function poll(model: ModelState, draw: Draw): OperationDraft {
  const sent = model.one(draw, 'transaction');
  return { do: `GET /api/wallet-api/tx/${draw.chance(92) ? (sent?.reference ?? 'none') : 'none'}` };
}

/** Every symbol alone, which has a chain, and with one; and what is no asset. */
const swapTargets = [
  'base:ETH', 'SOL', 'USDC', 'X', 'base:ETH', 'SOL', 'ETH', 'BTC', 'TRX', 'XMR', 'eth', 'tron:TRX', 'tron:usdc',
]; // prettier-ignore

const swap = (model: ModelState, draw: Draw): OperationDraft => ({
  do: 'POST /wallet/api/v1/swap',
  body: {
    from: draw.chance(80) ? 'USDC' : 'base:ETH',
    to: draw.pick(swapTargets),
    amount: draw.pick([0.5, 1, 0.001, 900]),
    slippage: draw.pick([2, 0.1, 1, 0, 0.29, 0.57]),
  },
});

/** What a swap order exchanges. */
export const swapTerms = {
  from_chain: 'base',
  to_chain: 'base',
  from_token: 'native',
  to_token: usdcOnBase,
} as const;

function swapOrder(model: ModelState, draw: Draw): OperationDraft {
  const order = model.one(draw, 'swap');
  if (order !== undefined && draw.chance(50))
    return { do: `GET /wallet/v1/wallet/swap/status/${draw.chance(92) ? order.reference : 'swap_none'}` };
  const amount = draw.pick([0.01, 0.02, 0, 1e9, 5000]);
  // Tokens are named by their contracts, not by their symbols (WAL33).
  const symbol = draw.chance(6) ? draw.pick([{ from_token: 'ETH' }, { to_token: 'USDC' }]) : {};
  const terms = { ...swapTerms, ...symbol, amount };
  return draw.chance(35)
    ? { do: 'GET /wallet/v1/wallet/swap/quote', query: terms }
    : {
        do: 'POST /wallet/v1/wallet/swap',
        body: { ...terms, to_address: outside },
        makes: { kind: 'swap', field: 'order_id', dueMs: [model.atMs + 30 * 60_000] },
      };
}

const onChain = (model: ModelState, draw: Draw): OperationDraft =>
  draw.pick<() => OperationDraft>([
    () => ({ do: 'POST /wallet/v1/wallet/create' }),
    () => ({
      do: 'POST /_sim/chain/fund',
      body: {
        chain: draw.pick(['base', 'base', 'monero']),
        address,
        amount: draw.pick(['0.5', '99999999999999']),
      },
    }),
    () => ({
      do: 'POST /wallet/v1/wallet/send',
      body: {
        chain: 'base',
        to: draw.pick([outside, outside, 'x']),
        amount: draw.pick(['0.001', '9999', '0']),
        private_key: privateKey,
      },
      makes: { kind: 'transaction', field: 'tx_hash' },
    }),
    () => ({
      do: `GET /wallet/v1/wallet/balance/${address}`,
      query: {
        chain: draw.pick(['base', 'monero', 'none']),
        ...(draw.chance(30) ? { view_key: viewKey } : {}),
      },
    }),
    () => ({
      do: `GET /wallet/v1/wallet/transactions/${address}`,
      query: { chain: draw.pick(['base', 'tron']), limit: 2 },
    }),
    () => ({
      do: 'GET /wallet/v1/wallet/deposit-address',
      query: { chain: draw.pick(['base', 'monero', 'none']) },
    }),
    () => ({ do: `GET ${draw.pick(['/wallet/health', '/wallet/v1/wallet/chains', '/wallet/v1/gossip'])}` }),
    () => ({ do: 'GET /_sim/chain/books' }),
  ])();

const reads = (model: ModelState, draw: Draw): OperationDraft =>
  draw.pick<() => OperationDraft>([
    () => ({ do: 'GET /api/wallet-api/balance' }),
    () => ({
      do: 'GET /api/wallet-api/balance',
      query: { chain: draw.pick(['base', 'ethereum', 'solana']) },
    }),
    () => ({ do: 'GET /wallet/api/v1/balance' }),
    () => ({ do: `GET ${draw.pick(['/wallet/api/v1/addresses', '/api/wallet-api/address'])}` }),
    () => ({
      do: 'GET /api/wallet-api/transactions',
      query: draw.pick([{ limit: 1 }, { type: 'send' }, { limit: 0 }]),
    }),
    () => ({
      do: 'GET /wallet/api/v1/transactions',
      ...(draw.chance(30) ? { query: { limit: draw.pick([1, 0]) } } : {}),
    }),
  ])();

const referral = (model: ModelState, draw: Draw): OperationDraft =>
  draw.pick<() => OperationDraft>([
    () => ({ do: 'GET /wallet/v1/referral/stats' }),
    () => ({ do: 'GET /wallet/v1/referral/stats' }),
    () => ({ do: 'GET /wallet/v1/referral/code' }),
    () => ({ do: 'POST /wallet/v1/referral/withdraw', body: { address: draw.chance(90) ? outside : 'x' } }),
  ])();

/** Sends, swaps and chain calls of the wallet, and the reads of the referral program. */
export const walletMoves: readonly Move[] = [
  { name: 'wallet/send', weight: 6, make: send },
  { name: 'wallet/poll', weight: 4, make: poll },
  { name: 'wallet/swap', weight: 3, make: swap },
  { name: 'wallet/swapOrder', weight: 3, make: swapOrder },
  { name: 'wallet/onChain', weight: 5, make: onChain },
  { name: 'wallet/reads', weight: 5, make: reads },
  { name: 'referral', weight: 4, make: referral },
];
