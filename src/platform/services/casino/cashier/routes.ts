/** The routes of the casino's account beside its money. */
import { rowsOf } from '../../../../core/http/route.ts';
import type { CasinoAccount } from './account.ts';
import { keyed, reading } from '../route-parts.ts';
import {
  depositAddressA,
  depositsA,
  gossipA,
  referralCodeA,
  referralStatsA,
  supportedChainsA,
} from './style-a.ts';

const row = rowsOf<CasinoAccount>();

export const casinoAccountRows = [
  row('depositAddress', {
    ...reading,
    about: 'Where to send USDC, by chain; the same address every time',
    refusals: [...keyed, 'BAD_REQUEST'],
    styles: { A: ['POST', '/api/v1/auth/deposit-address', depositAddressA] },
  }),
  row('supportedChains', {
    ...reading,
    about: 'The chains, and on which of them USDC comes in and goes out',
    refusals: keyed,
    styles: { A: ['GET', '/api/v1/auth/supported-chains', supportedChainsA] },
  }),
  row('depositHistory', {
    ...reading,
    about: 'Deposits, newest first; credited after two confirmations',
    refusals: keyed,
    styles: { A: ['GET', '/api/v1/auth/deposits', depositsA] },
  }),
  row('referralCode', {
    ...reading,
    about: 'The referral code, a message to share, and what each level earns',
    refusals: keyed,
    styles: { A: ['GET', '/api/v1/auth/referral/code', referralCodeA] },
  }),
  row('referralStats', {
    ...reading,
    about: 'Referral earnings over three levels',
    refusals: keyed,
    styles: { A: ['GET', '/api/v1/auth/referral/stats', referralStatsA] },
  }),
  row('gossip', {
    ...reading,
    about: 'The referral programme, and how many agents there are',
    access: 'none',
    refusals: ['RATE_LIMIT'],
    styles: { A: ['GET', '/api/v1/gossip', gossipA] },
  }),
];
