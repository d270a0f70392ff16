/** The routes of the cashier: accounts, deposits, withdrawals and the referral programme. */
import { rowsOf, type RouteTable } from '../../../../core/http/route.ts';
import { keyed, reading } from '../route-parts.ts';
import type { Account } from './account.ts';
import type { Cashier } from './cashier.ts';
import type { Deposits } from './deposits.ts';
import type { ReferralProgramme } from './referral-programme.ts';
import { balanceA, ledgerA, registerA, withdrawA, withdrawalsA } from './style-a-account.ts';
import { depositAddressA, depositsA, supportedChainsA } from './style-a-deposits.ts';
import { gossipA, referralCodeA, referralStatsA } from './style-a-referral.ts';
import type { Withdrawals } from './withdrawals.ts';
import { casinoRow } from '../limits.ts';

const account = rowsOf<Account>();
const deposit = rowsOf<Deposits>();
const withdrawal = rowsOf<Withdrawals>();
const referral = rowsOf<ReferralProgramme>();

/** The route tables of the cashier, all of style A. */
export const cashierRoutes: readonly RouteTable<Cashier>[] = [
  {
    operations: (cashier) => cashier.account,
    rows: [
      account('register', {
        about: 'Open an account',
        access: 'none',
        success: 201,
        limits: { row: casinoRow, register: true },
        refusals: ['RATE_LIMIT', 'BAD_REQUEST'],
        styles: { A: ['POST', '/api/v1/auth/register', registerA] },
      }),
      account('balance', {
        ...reading,
        about: 'What the agent can spend, and its latest transactions',
        refusals: keyed,
        styles: { A: ['GET', '/api/v1/auth/balance', balanceA] },
      }),
      account('transactions', {
        ...reading,
        about: 'Every transaction of the account, newest first',
        refusals: [...keyed, 'BAD_REQUEST'],
        styles: { A: ['GET', '/api/v1/auth/ledger', ledgerA] },
      }),
    ],
  },
  {
    operations: ({ deposits }) => deposits,
    rows: [
      deposit('depositAddress', {
        ...reading,
        about: 'Where to send USDC, by chain; the same address every time',
        refusals: [...keyed, 'BAD_REQUEST'],
        styles: { A: ['POST', '/api/v1/auth/deposit-address', depositAddressA] },
      }),
      deposit('supportedChains', {
        ...reading,
        about: 'The chains, and on which of them USDC comes in and goes out',
        refusals: keyed,
        styles: { A: ['GET', '/api/v1/auth/supported-chains', supportedChainsA] },
      }),
      deposit('depositHistory', {
        ...reading,
        about: 'Deposits, newest first; credited after two confirmations',
        refusals: keyed,
        styles: { A: ['GET', '/api/v1/auth/deposits', depositsA] },
      }),
    ],
  },
  {
    operations: ({ withdrawals }) => withdrawals,
    rows: [
      withdrawal('withdraw', {
        ...reading,
        about: 'Withdraw USDC on Base; the fee of 0.50 is part of the amount',
        refusals: [...keyed, 'BAD_REQUEST', 'INSUFFICIENT_BALANCE'],
        styles: { A: ['POST', '/api/v1/auth/withdraw', withdrawA] },
      }),
      withdrawal('withdrawals', {
        ...reading,
        about: 'Withdrawals, newest first',
        refusals: keyed,
        styles: { A: ['GET', '/api/v1/auth/withdrawals', withdrawalsA] },
      }),
    ],
  },
  {
    operations: (cashier) => cashier.referral,
    rows: [
      referral('referralCode', {
        ...reading,
        about: 'The referral code, a message to share, and what each level earns',
        refusals: keyed,
        styles: { A: ['GET', '/api/v1/auth/referral/code', referralCodeA] },
      }),
      referral('referralStats', {
        ...reading,
        about: 'Referral earnings over three levels',
        refusals: keyed,
        styles: { A: ['GET', '/api/v1/auth/referral/stats', referralStatsA] },
      }),
      referral('gossip', {
        ...reading,
        about: 'The referral programme, and how many agents there are',
        access: 'none',
        refusals: ['RATE_LIMIT'],
        styles: { A: ['GET', '/api/v1/gossip', gossipA] },
      }),
    ],
  },
];
