/**
 * Requests at the edges of their forms, and beside them: each field left out, of another type, below its least value, above
 * its greatest, or none of its words. The oracle's own rules of form are the source, not the schemas of the services.
 */
import { formRules, type FormRules } from '../../oracle/facts/form-rules.ts';
import type { Draw } from './draw.ts';
import { edgesOf, meant, textsOf } from './form-edges.ts';
import type { OperationDraft } from './model-state.ts';

/** Where each call with rules of form is made; the games of style A and of the short style are named by their paths. */
const calls: Readonly<Record<string, string>> = {
  'faucet/A/register': 'POST /faucet/api/v1/agents/register',
  'faucet/B/register': 'POST /faucet/register',
  'faucet/B/referrals': 'GET /faucet/referrals',
  'escrow/A/create': 'POST /escrow/api/v1/escrow/create',
  'escrow/B/create': 'POST /escrow/escrow',
  'escrow/A/release': 'POST /escrow/api/v1/escrow/release',
  'escrow/A/dispute': 'POST /escrow/api/v1/escrow/dispute',
  'escrow/B/dispute': 'POST /escrow/escrow/esc_none/dispute',
  'escrow/A/list': 'GET /escrow/api/v1/escrow/list',
  'escrow/B/list': 'GET /escrow/escrows',
  'trading/A/place': 'POST /trading/api/v1/orders',
  'trading/B/place': 'POST /api/trading-api/order',
  'trading/B/orders': 'GET /api/trading-api/orders',
  'domains/A/check': 'GET /domains/api/v1/check',
  'domains/A/valuation': 'GET /domains/api/v1/valuation',
  'domains/A/register': 'POST /domains/api/v1/register',
  'domains/B/register': 'POST /api/domains-api/register',
  'domains/B/renew': 'POST /api/domains-api/renew',
  'domains/B/transfer': 'POST /api/domains-api/transfer',
  'domains/A/changeRecord': 'POST /domains/api/v1/dns',
  'domains/A/list': 'GET /domains/api/v1/domains',
  'domains/B/list': 'GET /api/domains-api/domains',
  'wallet/A/send': 'POST /wallet/api/v1/send',
  'wallet/B/send': 'POST /api/wallet-api/send',
  'wallet/B/balance': 'GET /api/wallet-api/balance',
  'wallet/A/swap': 'POST /wallet/api/v1/swap',
  'wallet/A/transactions': 'GET /wallet/api/v1/transactions',
  'wallet/B/transactions': 'GET /api/wallet-api/transactions',
  'wallet/primary/chainBalance': 'GET /wallet/v1/wallet/balance/0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  'wallet/primary/chainTransactions':
    'GET /wallet/v1/wallet/transactions/0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  'wallet/primary/depositPath': 'GET /wallet/v1/wallet/deposit-address',
  'wallet/primary/quote': 'GET /wallet/v1/wallet/swap/quote',
  'wallet/primary/openSwap': 'POST /wallet/v1/wallet/swap',
  'wallet/primary/sendSigned': 'POST /wallet/v1/wallet/send',
  'wallet/primary/withdrawReferral': 'POST /wallet/v1/referral/withdraw',
  'wallet/primary/register': 'POST /wallet/v1/auth/register',
  'casino/A/register': 'POST /casino/api/v1/auth/register',
  'casino/B/bet': 'POST /api/casino-api/bet',
  'casino/B/history': 'GET /api/casino-api/history',
  'casino/B/verifyRound': 'GET /api/casino-api/verify/none',
  'casino/A/batch': 'POST /casino/api/v1/bets/batch',
  'casino/A/leaderboard': 'GET /casino/api/v1/stats/leaderboard',
  'casino/A/transactions': 'GET /casino/api/v1/auth/ledger',
  'casino/A/tournaments': 'GET /casino/api/v1/tournaments',
  'casino/A/challenges': 'GET /casino/api/v1/challenges',
  'casino/A/bankrollCurve': 'GET /casino/api/v1/kelly/history',
  'casino/A/withdraw': 'POST /casino/api/v1/auth/withdraw',
  'casino/A/depositAddress': 'POST /casino/api/v1/auth/deposit-address',
  'casino/A/configureKelly': 'PUT /casino/api/v1/kelly/config',
  'casino/A/kellyOptimal': 'POST /casino/api/v1/kelly/optimal',
  'casino/A/simulateKelly': 'POST /casino/api/v1/kelly/simulate',
  'casino/A/verifyBet': 'POST /casino/api/v1/fairness/verify',
  'casino/A/deal': 'POST /casino/api/v1/games/video-poker/deal',
  'casino/A/rotate': 'POST /casino/api/v1/fairness/rotate',
  'casino/A/createChallenge': 'POST /casino/api/v1/challenges',
  'casino/A/createTournament': 'POST /casino/api/v1/tournaments/create',
  'casino/A/playTournament': 'POST /casino/api/v1/tournaments/trn_none/play',
  'casino/short/launch': 'POST /casino/api/v1/games/crash/bet',
};

/** The method and path of a call by its name in the rules of form. */
export const pathOf = (name: string): string =>
  calls[name] ?? `POST /casino/api/v1/games/${name.slice(name.indexOf('/') + 1)}`;

/** A call of which one field is at an edge or beside it, and every other one as it should be. */
export function probe(draw: Draw, person: string): OperationDraft {
  const name = draw.pick(Object.keys(formRules));
  const rules = formRules[name] ?? {};
  const part = fieldsOf(rules, draw, person);
  const field = draw.pick(Object.keys(rules));
  const rule = rules[field] ?? '';
  const { allowed, refused } = edgesOf(rule);
  const way = draw.integer(10);
  if (way === 0) delete part[field];
  else part[field] = draw.pick(way < 4 || refused.length === 0 ? allowed : refused);
  const path = pathOf(name);
  return path.startsWith('GET') ? { do: path, query: textsOf(part) } : { do: path, body: part };
}

/** A value that its rule allows for every field that is needed, and for some of the others. */
export function fieldsOf(rules: FormRules, draw: Draw, person: string): Record<string, unknown> {
  const part: Record<string, unknown> = {};
  for (const [field, rule] of Object.entries(rules)) {
    if (!rule.endsWith(' !') && draw.chance(75)) continue;
    const known = field === 'buyer' ? [person] : meant[field];
    part[field] = draw.pick(known ?? edgesOf(rule).allowed);
  }
  return part;
}
