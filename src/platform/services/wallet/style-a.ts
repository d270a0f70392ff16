/**
 * Style A of the wallet, /api/v1 (WAL35, WAL37 to WAL39, WAL41): the agent's own balance over every chain, amounts as
 * JSON numbers.
 */
import { Type } from 'typebox';
import { usdcNumber } from '../../../core/base/money.ts';
import { Refusal, refuse, type Outcome } from '../../../core/base/refusal.ts';
import { formatInstant } from '../../../core/base/time.ts';
import { pageAnswer, pageQuery, pageView, readPage, type Page } from '../../../core/http/paging.ts';
import { binding } from '../../../core/http/route.ts';
import { InstantText, UsdcNumber } from '../../../core/http/wire.ts';
import type { Policies } from '../../../core/policy/policies.ts';
import { symbolOf, type ChainAsset } from './chains/assets.ts';
import type { ChainTransaction } from './chains/chain-transaction.ts';
import { chains, networkNames, networks, type ChainNetwork } from './chains/networks.ts';
import type { Swapped } from './instant-swap.ts';
import { AddressText, Amount, HashText, TransactionState } from './schemas.ts';
import { readUnits } from './signer.ts';
import { readSymbol } from './swap-tokens.ts';
import { amountText, feeText } from './transaction-view.ts';
import { formatUnits } from './units.ts';
import type { HistoryEntry, Share } from './wallet.ts';

/** Policy `wallet.everyChain` (gap W1). */
const everyChain = (policies: Policies): readonly ChainNetwork[] =>
  policies['wallet.everyChain'] === 'six' ? chains : networkNames;

/**
 * `GET /api/v1/balance`: USDC and native asset on each chain, in whole units, with their worth in USDC (WAL35,
 * WAL36).
 */
export const balanceA = binding({
  documented: ['chains', 'usdc_equivalent'],
  answer: Type.Object({
    chains: Type.Record(
      Type.String(),
      Type.Object({
        symbol: Type.String(),
        native: Type.Number(),
        usdc: UsdcNumber,
        usdc_equivalent: Type.Number({ description: 'what both are worth in USDC' }),
      }),
    ),
  }),
  read: ({ policies }) => ({ networks: everyChain(policies) }),
  write: ({ shares }: { shares: readonly Share[] }) => ({
    chains: Object.fromEntries(
      shares.map(({ network, usdcMicros, native, worthMicros }) => [
        network,
        {
          symbol: networks[network].symbol,
          native: Number(formatUnits(native, networks[network].decimals)),
          usdc: usdcNumber(usdcMicros),
          usdc_equivalent: usdcNumber(worthMicros),
        },
      ]),
    ),
  }),
});

/** `GET /api/v1/addresses`: one deposit address for each chain (WAL37). */
export const addressesA = binding({
  answer: Type.Object({ addresses: Type.Record(Type.String(), Type.String()) }),
  read: ({ policies }) => ({ networks: everyChain(policies) }),
  write: (addresses: ReadonlyMap<ChainNetwork, string>) => ({ addresses: Object.fromEntries(addresses) }),
});

/** `POST /api/v1/send`: USDC on ethereum by default; `to` is an address of the chain or an agent id (WAL38). */
export const sendA = binding({
  body: Type.Object({
    to: AddressText,
    amount: Amount,
    chain: Type.Optional(Type.Enum([...networkNames], { description: 'ethereum unless given' })),
    token: Type.Optional(Type.String({ maxLength: 16, description: 'USDC unless it is a native asset' })),
    memo: Type.Optional(Type.String({ maxLength: 256 })),
  }),
  answer: Type.Object({
    tx_hash: HashText,
    status: TransactionState,
    chain: Type.String(),
    token: Type.String(),
    amount: Type.Number(),
    fee: Type.Number(),
    to: Type.String(),
  }),
  read: ({ body }) => {
    const asset = readAsset(body.chain ?? 'ethereum', body.token);
    if (asset instanceof Refusal) return asset;
    const amount = readUnits(body.amount, asset);
    return amount instanceof Refusal ? amount : { to: body.to, asset, amount, memo: body.memo };
  },
  write: (transaction: ChainTransaction) => ({
    tx_hash: transaction.hash,
    status: transaction.status,
    chain: transaction.network,
    token: symbolOf(transaction.asset),
    amount: Number(amountText(transaction)),
    fee: Number(feeText(transaction)),
    to: transaction.to,
  }),
});

/** USDC, or the chain's own asset by its symbol. Refuses BAD_REQUEST. */
function readAsset(network: ChainNetwork, token = 'USDC'): Outcome<ChainAsset> {
  const name = token.toUpperCase();
  const { symbol, usdc } = networks[network];
  if (name === symbol || name === 'NATIVE') return { network, kind: 'native' };
  if (name === 'USDC' && usdc !== undefined) return { network, kind: 'usdc' };
  const known = usdc === undefined ? symbol : `USDC or ${symbol}`;
  return refuse('BAD_REQUEST', `token must be ${known} on ${network}`);
}

/** Percent, or a share, of at most 100% (gap W14). */
const defaultSlippage = { percent: 1, fraction: 0.01 } as const;

/** `POST /api/v1/swap`: assets by symbol, or `chain:SYMBOL`; the default slippage is 1% (WAL39, WAL40, gap W14). */
export const swapA = binding({
  body: Type.Object({
    from: Type.String({ maxLength: 32 }),
    to: Type.String({ maxLength: 32 }),
    amount: Amount,
    slippage: Type.Optional(Type.Number({ minimum: 0, description: 'percent; 1 unless given' })),
  }),
  documented: ['received_usdc'],
  answer: Type.Object({
    from: Type.String(),
    to: Type.String(),
    amount: Type.Number(),
    received: Type.Number({ description: 'how much of `to`' }),
    received_usdc: Type.Number({ description: 'what that is worth in USDC' }),
    fee_usdc: UsdcNumber,
    tx_hash: HashText,
  }),
  read: ({ body, policies }) => {
    const from = readSymbol(body.from, 'from');
    if (from instanceof Refusal) return from;
    const to = readSymbol(body.to, 'to');
    if (to instanceof Refusal) return to;
    const amount = readUnits(body.amount, from);
    if (amount instanceof Refusal) return amount;
    const unit = policies['wallet.slippage'];
    const slippageBasisPoints = wholeBasisPoints(body.slippage ?? defaultSlippage[unit], unit);
    return slippageBasisPoints <= 10_000
      ? { from, to, amount, slippageBasisPoints }
      : refuse('BAD_REQUEST', `slippage is a ${unit} of at most the whole`);
  },
  write: ({ quote, out, receivedMicros, txHash }: Swapped) => {
    const { networkMicros, providerMicros, platformMicros } = quote.fees;
    return {
      from: symbolOf(quote.from),
      to: symbolOf(quote.to),
      amount: unitsNumber(quote.amount, quote.from),
      received: unitsNumber(out, quote.to),
      received_usdc: usdcNumber(receivedMicros),
      fee_usdc: usdcNumber(networkMicros + providerMicros + platformMicros),
      tx_hash: txHash,
    };
  },
});

/**
 * The most whole basis points within a slippage, or one more than all where it is above the whole. A quotient is the number that
 * its decimals stand for; a product may lie below it (0.29 * 100).
 */
function wholeBasisPoints(slippage: number, unit: keyof typeof defaultSlippage): number {
  const perUnit = unit === 'percent' ? 100 : 10_000;
  if (slippage > 10_000 / perUnit) return 10_001;
  const nearest = Math.round(slippage * perUnit);
  return nearest / perUnit <= slippage ? nearest : nearest - 1;
}

const unitsNumber = (units: bigint, { network, kind }: ChainAsset): number =>
  Number(formatUnits(units, kind === 'usdc' ? 6 : networks[network].decimals));

const defaultListLimit = 100;

/** `GET /api/v1/transactions`: a page of the caller's history, 100 by default, newest first (WAL41). */
export const transactionsA = binding({
  query: Type.Object(pageQuery),
  answer: Type.Object({
    transactions: Type.Array(
      Type.Object({
        tx_hash: HashText,
        type: Type.Enum(['send', 'receive']),
        status: TransactionState,
        chain: Type.String(),
        token: Type.String(),
        amount: Type.Number(),
        counterparty: Type.String(),
        at: InstantText,
      }),
    ),
    ...pageAnswer,
  }),
  read: ({ query, policies }) => {
    const request = readPage(query, defaultListLimit, policies);
    return request instanceof Refusal ? request : { request, type: 'all' as const, network: undefined };
  },
  write: (page: Page<HistoryEntry>) => ({
    transactions: page.rows.map(({ transaction, type }) => ({
      tx_hash: transaction.hash,
      type,
      status: transaction.status,
      chain: transaction.network,
      token: symbolOf(transaction.asset),
      amount: Number(amountText(transaction)),
      counterparty: type === 'send' ? transaction.to : transaction.from,
      at: formatInstant(transaction.sentAtMs),
    })),
    ...pageView(page),
  }),
});
