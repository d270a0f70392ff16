/** The wallet's primary interface under /v1 (specification.md, Wallet): wallets, balances, signed transfers. */
import { Type } from 'typebox';
import { Refusal, refuse } from '../../../core/base/refusal.ts';
import { formatInstant } from '../../../core/base/time.ts';
import { pageAnswer, pageQuery, pageView, readPage, type Page } from '../../../core/http/paging.ts';
import { binding } from '../../../core/http/route.ts';
import { InstantText } from '../../../core/http/wire.ts';
import type { RegisteredAgent } from '../ports.ts';
import { usdcDecimals } from './chains/assets.ts';
import type { ChainTransaction } from './chains/chain-transaction.ts';
import { chains, networks, type Chain } from './chains/networks.ts';
import { derivationPaths } from './keys/hd-wallet.ts';
import { AddressText, Amount, AmountText, ChainName, KeyText } from './schemas.ts';
import { swapChains } from './swap-tokens.ts';
import { transactionView, TransactionView } from './transaction-view.ts';
import { formatUnits } from './units.ts';
import type { NewWallet } from './vault.ts';
import type { ChainBalance } from './wallet.ts';

const read = (): undefined => undefined;

/** WAL32: which chains have a history; the others are refused (gap W8). */
const chainsWithHistory: readonly Chain[] = ['bitcoin', 'solana', 'base', 'ethereum'];
const defaultLimit = 10;

/** `GET /health`: `time` is the virtual clock's (WAL06). */
export const healthPrimary = binding({
  read,
  answer: Type.Object({
    status: Type.Literal('ok'),
    service: Type.Literal('wallet'),
    version: Type.String(),
    time: InstantText,
  }),
  write: ({ nowMs }: { nowMs: number }) => ({
    status: 'ok' as const,
    service: 'wallet' as const,
    version: '1.0.0',
    time: formatInstant(nowMs),
  }),
});

/** `POST /v1/auth/register`: an optional referral code; the only answer with the key (WAL07). */
export const registerPrimary = binding({
  body: Type.Object({ referral_code: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })) }),
  answer: Type.Object({
    agent_id: Type.String(),
    agent_address: Type.String(),
    api_key: Type.String({ description: 'to be stored securely' }),
    created_at: InstantText,
  }),
  read: ({ body }) => ({ referralCode: body.referral_code }),
  write: (agent: RegisteredAgent) => ({
    agent_id: agent.agentId,
    agent_address: agent.address,
    api_key: agent.apiKey,
    created_at: formatInstant(agent.createdAtMs),
  }),
});

const oneOfEach = Object.fromEntries(chains.map((chain) => [chain, Type.String()])) as Record<
  Chain,
  ReturnType<typeof Type.String>
>;

/** `POST /v1/wallet/create`: no body; the only answer with the mnemonic (WAL03, WAL08). */
export const createPrimary = binding({
  read,
  answer: Type.Object({
    addresses: Type.Object(oneOfEach),
    mnemonic: Type.Optional(
      Type.String({
        description: 'twelve words, told once: a replay under an Idempotency-Key is without them',
      }),
    ),
  }),
  write: ({ addresses, mnemonic }: NewWallet) => ({ addresses: { ...addresses }, mnemonic }),
});

/** `GET /v1/wallet/balance/{address}`: whole units as text; monero needs `view_key` (WAL09, WAL27, WAL28). */
export const balancePrimary = binding({
  query: Type.Object({ chain: ChainName, view_key: KeyText }),
  answer: Type.Object({
    chain: ChainName,
    address: Type.String(),
    symbol: Type.String(),
    balance: AmountText,
    tokens: Type.Array(Type.Object({ symbol: Type.String(), token: Type.String(), balance: AmountText })),
  }),
  read: ({ params, query }) => ({
    chain: query.chain,
    address: params['address'] ?? '',
    viewKey: query.view_key,
  }),
  write: ({ chain, address, native, usdc }: ChainBalance) => {
    const { symbol, decimals, usdc: token = '' } = networks[chain];
    return {
      chain,
      address,
      symbol,
      balance: formatUnits(native, decimals),
      tokens: usdc === undefined ? [] : [{ symbol: 'USDC', token, balance: formatUnits(usdc, usdcDecimals) }],
    };
  },
});

/** `POST /v1/wallet/send`: the fields needed depend on the chain, so the operation checks them (WAL17 to WAL24). */
export const sendPrimary = binding({
  body: Type.Object({
    chain: ChainName,
    to: AddressText,
    amount: Amount,
    private_key: KeyText,
    token: Type.Optional(AddressText),
    from: Type.Optional(AddressText),
    view_key: KeyText,
    spend_key: KeyText,
  }),
  answer: TransactionView,
  read: ({ body }) => ({
    chain: body.chain,
    to: body.to,
    amount: body.amount,
    privateKey: body.private_key,
    token: body.token,
    from: body.from,
    viewKey: body.view_key,
    spendKey: body.spend_key,
  }),
  write: (transaction: ChainTransaction) => transactionView(transaction),
});

/**
 * `GET /v1/wallet/deposit-address`: a derivation path and instructions, not an address; base by default (WAL13,
 * WAL30).
 */
export const depositPrimary = binding({
  query: Type.Object({ chain: Type.Optional(ChainName) }),
  answer: Type.Object({
    chain: ChainName,
    derivation_path: Type.String(),
    scheme: Type.String(),
    instructions: Type.String(),
  }),
  read: ({ query }) => ({ chain: query.chain ?? ('base' as const) }),
  write: ({ chain }: { chain: Chain }, { policies }) => {
    const { path, scheme: own, about } = derivationPaths[chain];
    const scheme = policies['wallet.pathScheme'] === 'bip-32' ? 'BIP-32' : own;
    return {
      chain,
      derivation_path: path,
      scheme,
      instructions:
        `Derive ${path} from the BIP-39 seed of your mnemonic (empty passphrase) by ${scheme}: ${about}. ` +
        `The service keeps no mnemonic, so that the address is derived where you keep yours.`,
    };
  },
});

/**
 * `GET /v1/wallet/transactions/{address}`: a page, 10 by default, newest first; refuses chains without history
 * (WAL14, WAL32).
 */
export const transactionsPrimary = binding({
  query: Type.Object({ chain: ChainName, ...pageQuery }),
  answer: Type.Object({ transactions: Type.Array(TransactionView), ...pageAnswer }),
  read: ({ params, query, policies }) => {
    const { chain } = query;
    if (policies['wallet.history'] === 'four' && !chainsWithHistory.includes(chain)) {
      return refuse(
        'BAD_REQUEST',
        `there is no history of ${chain}; expected ${chainsWithHistory.join(', ')}`,
      );
    }
    const request = readPage(query, defaultLimit, policies);
    return request instanceof Refusal ? request : { chain, address: params['address'] ?? '', request };
  },
  write: (page: Page<ChainTransaction>) => ({
    transactions: page.rows.map(transactionView),
    ...pageView(page),
  }),
});

/** `GET /v1/wallet/chains`: needs no key (WAL16). */
export const chainsPrimary = binding({
  read,
  answer: Type.Object({
    wallet_chains: Type.Array(ChainName),
    swap_chains: Type.Array(ChainName),
    tokens: Type.Array(Type.Object({ chain: ChainName, symbol: Type.String(), token: Type.String() })),
  }),
  write: (_: object, { policies }) => ({
    wallet_chains: [...chains],
    swap_chains: [...swapChains(policies)],
    tokens: chains.flatMap((chain) => {
      const { usdc } = networks[chain];
      return usdc === undefined ? [] : [{ chain, symbol: 'USDC', token: usdc }];
    }),
  }),
});
