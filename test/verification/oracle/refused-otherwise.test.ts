/** Calls that the documents let through, heard as refusals: each of these once went unnoticed. */
import { expect, it } from 'vitest';
import type { RefusalCode } from '../../../src/core/base/refusal.ts';
import type { OperationSource } from '../../../src/simulation/scenario/schema.ts';
import { callOf } from '../../../src/verification/oracle/case.ts';
import type { AuditedExchange } from '../../../src/verification/oracle/exchange.ts';
import { people } from './broken-by.ts';
import { heardIn, violationOf } from './noticed/heard.ts';

interface Refused {
  readonly operations: readonly OperationSource[];
  readonly policies?: Readonly<Record<string, string>>;
  readonly code: RefusalCode;
}

const by = (agent: string, call: string, body?: object, more: object = {}): OperationSource => ({
  do: call,
  by: agent,
  ...(body === undefined ? {} : { body }),
  ...more,
});

const paid = (agent: string): OperationSource =>
  by(agent, 'POST /_sim/deposit', { api_key: `\${${agent}:/api_key}`, amount: 100 });

const usdcOfBase = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';

/** The last call of each is the one that is heard otherwise. */
const rows: Readonly<Record<string, Refused>> = {
  'a claim that is due': { operations: [by('alice', 'POST /faucet/claim', undefined, { at: '25h' })], code: 'BAD_REQUEST' },
  'an agent with metadata': {
    operations: [by('dave', 'POST /faucet/register', { agent_id: 'dave', metadata: { framework: { a: 1 } } })],
    code: 'BAD_REQUEST',
  },
  'a name with a resolver': {
    operations: [by('alice', 'POST /api/domains-api/register', { domain: 'long-name.agent', resolver: '10.0.0.7' })],
    code: 'BAD_REQUEST',
  },
  'a bid': {
    policies: { 'domains.saleConsent': 'bid' },
    operations: [
      by('alice', 'POST /api/domains-api/register', { domain: 'long-name.agent' }),
      by('bob', 'POST /api/domains-api/transfer', { domain: 'long-name.agent', to: 'bob', price: 900 }),
    ],
    code: 'INSUFFICIENT_BALANCE',
  },
  'an account with a known code': {
    operations: [
      { ...by('alice', 'GET /casino/api/v1/auth/referral/code'), as: 'code' },
      by('nobody', 'POST /wallet/v1/auth/register', { referral_code: '${code:/referral_code}' }),
    ],
    code: 'BAD_REQUEST',
  },
  'a price': { operations: [by('alice', 'GET /api/trading-api/price/SOL-USDC')], code: 'BAD_REQUEST' },
  'an order': {
    operations: [by('alice', 'POST /api/trading-api/order', { pair: 'ETH-USDC', side: 'buy', amount: 2 })],
    code: 'CONFLICT',
  },
  'all that there is, where the fee is inside': {
    policies: { 'wallet.sendFee': 'inside' },
    operations: [by('alice', 'POST /api/wallet-api/send', { to: 'bob', amount: 10, chain: 'base' })],
    code: 'INSUFFICIENT_BALANCE',
  },
  'a play in a tournament': {
    operations: [
      paid('alice'),
      {
        ...by('alice', 'POST /casino/api/v1/tournaments/create', {
          name: 'cup', game: 'coin_flip', entry_fee: 1, prize_pool: 1, max_agents: 4, starts_at: '2026-01-01T02:00:00Z', ends_at: '2026-01-01T06:00:00Z',
        }, { at: '10m' }),
        as: 'cup',
      },
      by('bob', 'POST /casino/api/v1/tournaments/${cup:/tournament_id}/enter', {}, { at: '11m' }),
      by('bob', 'POST /casino/api/v1/tournaments/${cup:/tournament_id}/play', { amount: 0.01, side: 'heads' }, { at: '3h' }),
    ],
    code: 'FORBIDDEN',
  },
  'a quote of little': {
    operations: [
      by('alice', `GET /wallet/v1/wallet/swap/quote`, undefined, {
        query: { from_chain: 'ethereum', to_chain: 'base', from_token: 'native', to_token: usdcOfBase, amount: '1' },
      }),
    ],
    code: 'CONFLICT',
  },
  'a swap of a coin': {
    operations: [
      by('alice', 'POST /wallet/v1/wallet/swap', {
        from_chain: 'ethereum', to_chain: 'base', from_token: 'native', to_token: usdcOfBase, amount: 1, to_address: usdcOfBase,
      }),
    ],
    code: 'BAD_REQUEST',
  },
  'advice about keno': {
    operations: [by('alice', 'POST /casino/api/v1/kelly/optimal', { game: 'keno', picks: [1, 2, 3] })],
    code: 'BAD_REQUEST',
  },
  'a simulation that is paid for': {
    operations: [by('alice', 'POST /casino/api/v1/kelly/simulate', { game: 'coin_flip', side: 'heads', bankroll: 10, rounds: 2, paths: 5 })],
    code: 'BAD_REQUEST',
  },
  'a wallet': { operations: [by('alice', 'POST /wallet/v1/wallet/create', {})], code: 'BAD_REQUEST' },
  'a ping': {
    operations: [by('alice', 'POST /faucet/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' })],
    code: 'BAD_REQUEST',
  },
  'a bet that is verified': {
    operations: [
      { ...by('alice', 'POST /casino/api/v1/games/coin-flip', { side: 'heads', amount: 0.01 }), as: 'bet' },
      by('alice', 'GET /casino/api/v1/games/provably-fair/${bet:/bet_id}'),
    ],
    code: 'FORBIDDEN',
  },
  'a read that was answered': {
    operations: [by('alice', 'GET /trading/api/v1/ticker/DOGE-PERP'), by('alice', 'GET /trading/api/v1/ticker/DOGE-PERP')],
    code: 'NOT_FOUND',
  },
}; // prettier-ignore

it.each(Object.entries(rows))('%s is not refused', async (_what, { operations, policies = {}, code }) => {
  const source = { name: 'refused', start: '2026-01-01T00:00:00Z', for: '26h', policies, operations: [...people, ...operations], expect: { property_violations: ['value==0'] } };
  const heard = await heardIn(source as unknown as Parameters<typeof heardIn>[0]);
  const at = heard.told.findLastIndex(({ method, args }) => method === 'answered' && (args[0] as AuditedExchange).service !== '');
  const last = heard.told[at]?.args[0] as AuditedExchange;
  expect(last.status, callOf(last)).toBeLessThan(300);
  expect(violationOf(heard)).toBeUndefined();
  expect(violationOf(heard, { at, alteration: { refused: code } })).toBeDefined();
}); // prettier-ignore
