/** The routes of the wallet: a row an operation, a column a style (specification.md, Wallet). */
import { rowsOf, type RouteTable } from '../../../core/http/route.ts';
import { addressesA, balanceA, sendA, swapA, transactionsA } from './style-a.ts';
import { addressB, balanceB, sendB, transactionB, transactionsB } from './style-b.ts';
import {
  balancePrimary,
  chainsPrimary,
  createPrimary,
  depositPrimary,
  healthPrimary,
  registerPrimary,
  sendPrimary,
  transactionsPrimary,
} from './style-primary.ts';
import {
  gossipPrimary,
  quotePrimary,
  referralCodePrimary,
  referralStatsPrimary,
  referralWithdrawPrimary,
  swapPrimary,
  swapStatusPrimary,
} from './style-primary-swaps.ts';
import type { Wallet } from './wallet.ts';
import type { WalletReferral } from './wallet-referral.ts';
import type { Custody } from './custody.ts';
import type { InstantSwap } from './instant-swap.ts';
import { sendCap, swapCap, walletRow } from './limits.ts';
import type { WalletRegistration } from './registration.ts';

const row = rowsOf<Wallet>();
const registration = rowsOf<WalletRegistration>();
const custody = rowsOf<Custody>();
const swap = rowsOf<InstantSwap>();
const referral = rowsOf<WalletReferral>();
const keyed = ['RATE_LIMIT', 'UNAUTHORIZED'] as const;
const reading = { access: 'key', success: 200, limits: { row: walletRow } } as const;
const open = { access: 'none', success: 200, limits: {}, refusals: ['RATE_LIMIT'] } as const;

const walletRows = [
  row('health', {
    about: 'Whether the service is up',
    access: { keyUnless: { policy: 'wallet.health', is: 'open' } },
    success: 200,
    limits: {},
    refusals: ['RATE_LIMIT'],
    styles: { primary: ['GET', '/health', healthPrimary] },
  }),
  row('create', {
    ...reading,
    about: 'Make a wallet for six chains; its mnemonic is in this answer and nowhere else',
    secret: { field: 'mnemonic', withheldWhen: { policy: 'wallet.replayedMnemonic', is: 'withheld' } },
    refusals: keyed,
    styles: { primary: ['POST', '/v1/wallet/create', createPrimary] },
  }),
  row('chainBalance', {
    ...reading,
    about: 'What an address holds on a chain; monero shows it to a view key',
    refusals: [...keyed, 'BAD_REQUEST'],
    styles: { primary: ['GET', '/v1/wallet/balance/:address', balancePrimary] },
  }),
  row('sendSigned', {
    ...reading,
    about: 'Sign a transfer with the key in the request and broadcast it',
    refusals: [...keyed, 'BAD_REQUEST', 'FORBIDDEN', 'INSUFFICIENT_BALANCE', 'CONFLICT'],
    styles: { primary: ['POST', '/v1/wallet/send', sendPrimary] },
  }),
  row('quote', {
    ...reading,
    about: 'What a swap would give, and its fees',
    refusals: [...keyed, 'BAD_REQUEST', 'CONFLICT'],
    styles: { primary: ['GET', '/v1/wallet/swap/quote', quotePrimary] },
  }),
  row('openSwap', {
    about: 'Order a swap; it begins when its deposit has come',
    access: 'key',
    success: 200,
    limits: { endpoint: swapCap },
    refusals: [...keyed, 'BAD_REQUEST', 'CONFLICT'],
    styles: { primary: ['POST', '/v1/wallet/swap', swapPrimary] },
  }),
  row('depositPath', {
    ...reading,
    about: 'How to derive an address from a mnemonic',
    refusals: [...keyed, 'BAD_REQUEST'],
    styles: { primary: ['GET', '/v1/wallet/deposit-address', depositPrimary] },
  }),
  row('chainTransactions', {
    ...reading,
    about: 'Recent transactions of an address, newest first',
    refusals: [...keyed, 'BAD_REQUEST'],
    styles: { primary: ['GET', '/v1/wallet/transactions/:address', transactionsPrimary] },
  }),
  row('swapStatus', {
    ...reading,
    about: 'How far a swap has got',
    refusals: [...keyed, 'NOT_FOUND'],
    styles: { primary: ['GET', '/v1/wallet/swap/status/:orderId', swapStatusPrimary] },
  }),
  row('chains', {
    ...open,
    about: 'The chains of wallets and of swaps',
    styles: { primary: ['GET', '/v1/wallet/chains', chainsPrimary] },
  }),
  row('balance', {
    ...reading,
    about: "The agent's own balance, by chain",
    refusals: [...keyed, 'BAD_REQUEST'],
    styles: { A: ['GET', '/api/v1/balance', balanceA], B: ['GET', '/balance', balanceB] },
  }),
  row('addresses', {
    ...reading,
    about: 'Where the agent takes deposits, by chain',
    refusals: keyed,
    styles: { A: ['GET', '/api/v1/addresses', addressesA], B: ['GET', '/address', addressB] },
  }),
  row('transactions', {
    ...reading,
    about: "What has moved the agent's own balance, newest first",
    refusals: [...keyed, 'BAD_REQUEST'],
    styles: { A: ['GET', '/api/v1/transactions', transactionsA], B: ['GET', '/transactions', transactionsB] },
  }),
  row('transaction', {
    ...reading,
    about: 'How a transaction stands',
    refusals: [...keyed, 'NOT_FOUND'],
    styles: { B: ['GET', '/tx/:hash', transactionB] },
  }),
];

const registrationRows = [
  registration('register', {
    about: 'Create an account and issue its key',
    access: 'none',
    success: 201,
    limits: { register: true },
    refusals: ['RATE_LIMIT', 'BAD_REQUEST'],
    styles: { primary: ['POST', '/v1/auth/register', registerPrimary] },
  }),
];

const custodyRows = [
  custody('send', {
    about: "Send out of the agent's own balance",
    access: 'key',
    success: 200,
    limits: { row: walletRow, operation: sendCap },
    refusals: [...keyed, 'BAD_REQUEST', 'NOT_FOUND', 'INSUFFICIENT_BALANCE'],
    styles: { A: ['POST', '/api/v1/send', sendA], B: ['POST', '/send', sendB] },
  }),
];

const swapRows = [
  swap('swap', {
    about: "Swap within the agent's own balance, at once",
    access: 'key',
    success: 200,
    limits: { endpoint: swapCap },
    refusals: [...keyed, 'BAD_REQUEST', 'CONFLICT', 'INSUFFICIENT_BALANCE'],
    styles: { A: ['POST', '/api/v1/swap', swapA] },
  }),
];

const referralRows = [
  referral('gossip', {
    ...open,
    about: 'The referral programme, and how many agents there are',
    styles: { primary: ['GET', '/v1/gossip', gossipPrimary] },
  }),
  referral('referralCode', {
    ...reading,
    about: "The caller's referral code, and what it earns",
    refusals: keyed,
    styles: { primary: ['GET', '/v1/referral/code', referralCodePrimary] },
  }),
  referral('referralStats', {
    ...reading,
    about: 'Referral earnings over three levels',
    refusals: keyed,
    styles: { primary: ['GET', '/v1/referral/stats', referralStatsPrimary] },
  }),
  referral('withdrawReferral', {
    ...reading,
    about: 'Withdraw all referral earnings to an address',
    refusals: [...keyed, 'BAD_REQUEST', 'CONFLICT'],
    styles: { primary: ['POST', '/v1/referral/withdraw', referralWithdrawPrimary] },
  }),
];

/** The route tables of the service, in all three styles. */
export const walletRoutes: readonly RouteTable<Wallet>[] = [
  { rows: walletRows, operations: (wallet) => wallet },
  { rows: registrationRows, operations: (wallet) => wallet.registration },
  { rows: custodyRows, operations: (wallet) => wallet.custody },
  { rows: swapRows, operations: ({ instantSwap }) => instantSwap },
  { rows: referralRows, operations: (wallet) => wallet.referral },
];
