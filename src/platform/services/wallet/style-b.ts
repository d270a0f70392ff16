/**
 * Style B of the wallet, under /wallet-api (WAL42, WAL46, WAL50, WAL51, WAL54): USDC on four EVM chains, amounts as
 * decimal text.
 */
import { Type } from 'typebox';
import { formatUsdc } from '../../../core/base/money.ts';
import { Refusal } from '../../../core/base/refusal.ts';
import { formatInstant } from '../../../core/base/time.ts';
import { pageAnswer, pageQuery, pageView, readPage, type Page } from '../../../core/http/paging.ts';
import { binding } from '../../../core/http/route.ts';
import { Address, InstantText, readAmount, UsdcText, usdcFrom } from '../../../core/http/wire.ts';
import { symbolOf } from './chains/assets.ts';
import type { ChainTransaction } from './chains/chain-transaction.ts';
import { evmNetworks, networks, type ChainNetwork, type EvmNetwork } from './chains/networks.ts';
import { AddressText, AmountText, HashText, TransactionState } from './schemas.ts';
import { amountText, feeText, transactionView, TransactionView } from './transaction-view.ts';
import { formatUnits } from './units.ts';
import type { HistoryEntry, Share } from './wallet.ts';

const EvmChain = Type.Enum([...evmNetworks], { description: 'an EVM chain' });
const ChainBalance = Type.Object({ usdc: UsdcText, eth: AmountText });
const defaultListLimit = 20;
const memoMax = 256;

/** `GET /balance`: of one chain or of all four; ether only, so polygon shows 0 (WAL42 to WAL45). */
export const balanceB = binding({
  query: Type.Object({ chain: Type.Optional(EvmChain) }),
  documented: ['usdc', 'chains', 'eth'],
  answer: Type.Object({ usdc: UsdcText, chains: Type.Record(Type.String(), ChainBalance) }),
  read: ({ query }) => ({ networks: query.chain === undefined ? evmNetworks : [query.chain] }),
  write: ({ totalMicros, shares }: { totalMicros: number; shares: readonly Share[] }) => ({
    usdc: formatUsdc(totalMicros),
    chains: Object.fromEntries(
      shares.map(({ network, usdcMicros, native }) => [
        network,
        { usdc: formatUsdc(usdcMicros), eth: etherText(network, native) },
      ]),
    ),
  }),
});

/** Polygon's own asset is no ether. */
const etherText = (network: ChainNetwork, native: bigint): string =>
  formatUnits(networks[network].symbol === 'ETH' ? native : 0n, networks.ethereum.decimals);

/** `POST /send`: USDC on ethereum by default; a send over a chain is still pending in the answer (WAL46 to WAL49, WAL57). */
export const sendB = binding({
  body: Type.Object({
    to: AddressText,
    amount: usdcFrom(1),
    chain: Type.Optional(EvmChain),
    memo: Type.Optional(Type.String({ maxLength: memoMax })),
  }),
  documented: ['tx_hash', 'status', 'amount', 'fee'],
  answer: Type.Object({
    tx_hash: HashText,
    status: TransactionState,
    amount: UsdcText,
    fee: UsdcText,
    to: Type.String(),
    chain: EvmChain,
    memo: Type.Optional(Type.String()),
  }),
  read: ({ body }) => {
    const micros = readAmount(body.amount, 'amount', 1);
    if (micros instanceof Refusal) return micros;
    const asset = { network: body.chain ?? ('ethereum' as const), kind: 'usdc' as const };
    return { to: body.to, asset, amount: BigInt(micros), memo: body.memo };
  },
  write: (transaction: ChainTransaction) => ({
    tx_hash: transaction.hash,
    status: transaction.status,
    amount: amountText(transaction),
    fee: feeText(transaction),
    to: transaction.to,
    chain: transaction.network as EvmNetwork,
    ...memoOf(transaction),
  }),
});

const memoOf = ({ memo }: ChainTransaction): { memo?: string } => (memo === undefined ? {} : { memo });

/** `GET /address`: the same EVM address on all four chains (WAL50). */
export const addressB = binding({
  answer: Type.Object({
    ethereum: Address,
    arbitrum: Address,
    base: Address,
    polygon: Address,
  }),
  read: () => ({ networks: evmNetworks }),
  write: (addresses: ReadonlyMap<ChainNetwork, string>) => {
    const on = (network: ChainNetwork): string => addresses.get(network) ?? '';
    return {
      ethereum: on('ethereum'),
      arbitrum: on('arbitrum'),
      base: on('base'),
      polygon: on('polygon'),
    };
  },
});

/** `GET /transactions`: a page of the caller's history, 20 by default, newest first (WAL51 to WAL53). */
export const transactionsB = binding({
  query: Type.Object({
    ...pageQuery,
    type: Type.Optional(Type.Enum(['send', 'receive', 'all'])),
    chain: Type.Optional(EvmChain),
  }),
  answer: Type.Object({
    transactions: Type.Array(
      Type.Object({
        tx_hash: HashText,
        type: Type.Enum(['send', 'receive']),
        status: TransactionState,
        chain: Type.String(),
        token: Type.String(),
        amount: AmountText,
        fee: AmountText,
        counterparty: Type.String(),
        memo: Type.Optional(Type.String()),
        ts: InstantText,
      }),
    ),
    ...pageAnswer,
  }),
  read: ({ query, policies }) => {
    const request = readPage(query, defaultListLimit, policies);
    if (request instanceof Refusal) return request;
    return { request, type: query.type ?? ('all' as const), network: query.chain };
  },
  write: (page: Page<HistoryEntry>) => ({
    transactions: page.rows.map(({ transaction, type }) => ({
      tx_hash: transaction.hash,
      type,
      status: transaction.status,
      chain: transaction.network,
      token: symbolOf(transaction.asset),
      amount: amountText(transaction),
      fee: type === 'send' ? feeText(transaction) : '0.00',
      counterparty: type === 'send' ? transaction.to : transaction.from,
      ...memoOf(transaction),
      ts: formatInstant(transaction.sentAtMs),
    })),
    ...pageView(page),
  }),
});

/** `GET /tx/{hash}`: one transaction; only its sender and receiver see the memo (WAL54). */
export const transactionB = binding({
  documented: ['status'],
  answer: Type.Object({ ...TransactionView.properties, memo: Type.Optional(Type.String()) }),
  read: ({ params }) => ({ hash: params['hash'] ?? '' }),
  write: ({ transaction, isParty }: { transaction: ChainTransaction; isParty: boolean }) => ({
    ...transactionView(transaction),
    ...(isParty ? memoOf(transaction) : {}),
  }),
});
