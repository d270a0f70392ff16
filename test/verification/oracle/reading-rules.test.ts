/** Each rule about a reading by itself: an answer that it refuses, with its words, and answers beside it that it lets pass. */
import { describe, expect, it } from 'vitest';
import type { AuditedExchange } from '../../../src/verification/oracle/exchange.ts';
import { checkReadings } from '../../../src/verification/oracle/facts/chosen-readings.ts';
import { caseOf, exchangeOf } from './said.ts';

type More = Partial<AuditedExchange>;
interface Row {
  readonly policy: string;
  readonly option: string;
  readonly call: string;
  readonly wrong: readonly (readonly [More, string])[];
  readonly right: readonly More[];
}

/** What is said with that option; what other policies say of it is left out. */
function saidOf({ policy, option, call }: Row, more: More): string[] {
  const { file, said } = caseOf({ setting: { faults: [], policies: { [policy]: option } } });
  checkReadings(file, exchangeOf(call, { route: '/x', path: '/x', ...more }));
  return said.filter((line) => line.endsWith(`; ${policy} is ${option}`));
}

const info = { service: 'faucet', version: '1.0.0', docs: 'x', referral: 'y' };
const refused = (code: string, error = 'x'): More => ({ status: 400, answer: { code, error } });
const named = refused('BAD_REQUEST', 'a spot order takes no leverage');
const perps = (count: number): More => ({
  answer: { markets: [...Array.from({ length: count }, () => ({ type: 'perp' })), { type: 'spot' }] },
});
const deal = (amount: unknown): More => ({ answer: { amount } });
const tools = (...names: string[]): More => ({
  answer: { result: { tools: names.map((name) => ({ name })) } },
});
const claimed: More = { status: 409, answer: { code: 'FAUCET_CLAIMED', error: 'x' } };
const early = 'an early claim is FAUCET_CLAIMED';
const limit = (value: string): More => ({ query: { limit: value } });
const addresses = (...chains: string[]): More => ({
  answer: { addresses: Object.fromEntries(chains.map((chain) => [chain, '0x1'])) },
});
const registered = (domain: string): More => ({ body: { domain } });

const rows: readonly Row[] = [
  {
    policy: 'http.info', option: 'on', call: 'faucet/A/status',
    wrong: [
      [{}, '_info is not there'],
      [{ answer: { _info: { ...info, service: 'wallet' } } }, '_info: service is "wallet"; expected faucet'],
      [{ answer: { _info: { ...info, version: '2' } } }, '_info: version is "2"; expected 1.0.0'],
      [{ answer: { _info: { ...info, docs: '' } } }, '_info: docs says nothing'],
      [{ answer: { _info: { ...info, referral: undefined } } }, '_info: referral says nothing'],
    ],
    right: [{ answer: { _info: info } }, { service: 'control' }, { route: '/faucet/mcp' }],
  },
  { policy: 'http.info', option: 'off', call: 'faucet/A/status', wrong: [[{ answer: { _info: info } }, '_info is there']], right: [{}] },
  {
    policy: 'http.info', option: 'on', call: '//',
    wrong: [[{ route: '', status: 404 }, '_info is not there'], [{ answer: { _info: info } }, '_info: service is "faucet"; expected platform']],
    right: [{ route: '' }, { answer: { _info: { ...info, service: 'platform' } } }],
  },
  {
    policy: 'lists.limitAbove', option: 'reject', call: 'escrow/B/list',
    wrong: [[limit('101'), 'a limit above 100 is taken']],
    right: [limit('100'), {}, { ...limit('101'), ...refused('BAD_REQUEST') }, { ...limit('101'), method: 'POST' }],
  },
  { policy: 'lists.limitAbove', option: 'clamp', call: 'escrow/B/list', wrong: [], right: [limit('101')] },
  { policy: 'mcp.tools', option: 'one', call: 'faucet/A/message', wrong: [[tools('a', 'claim_a'), 'a tool is called claim_a'], [tools('claim_b'), 'a tool is called claim_b']], right: [tools('claim', 'claim_a_now'), {}] },
  { policy: 'mcp.tools', option: 'styles', call: 'faucet/A/message', wrong: [[tools('claim_a', 'claim'), 'a tool is called claim']], right: [tools('claim_a', 'claim_b'), { operation: 'other', ...tools('claim') }] },
  { policy: 'faucet.repeatClaim', option: 'rate-limit', call: 'faucet/A/claimDaily', wrong: [[claimed, early]], right: [{}, { ...claimed, operation: 'claimOnce' }, refused('RATE_LIMIT')] },
  { policy: 'faucet.repeatClaim', option: 'claimed', call: 'faucet/A/claimDaily', wrong: [], right: [claimed] },
  {
    policy: 'wallet.replayedMnemonic', option: 'anew', call: 'wallet/primary/create',
    wrong: [[{}, 'a wallet is made without a mnemonic']],
    right: [{ answer: { mnemonic: 'x' } }, refused('BAD_REQUEST'), { operation: 'gossip' }],
  },
  { policy: 'wallet.everyChain', option: 'eight', call: 'wallet/A/addresses', wrong: [[addresses('polygon'), 'arbitrum is not shown'], [addresses('arbitrum'), 'polygon is not shown']], right: [addresses('polygon', 'arbitrum'), refused('X'), { style: 'B' }] },
  { policy: 'wallet.everyChain', option: 'six', call: 'wallet/A/addresses', wrong: [[addresses('base', 'polygon'), 'polygon is shown']], right: [addresses('base'), {}] },
  { policy: 'wallet.signer', option: 'stateless', call: 'wallet/primary/sendSigned', wrong: [[refused('FORBIDDEN'), 'keys of any address may sign']], right: [{}, refused('CONFLICT'), { ...refused('FORBIDDEN'), operation: 'create' }] },
  { policy: 'wallet.signer', option: 'own', call: 'wallet/primary/sendSigned', wrong: [], right: [refused('FORBIDDEN')] },
  {
    policy: 'domains.labels', option: 'unreserved', call: 'domains/B/register',
    wrong: [[registered('xn--name.sim'), 'xn--name.sim is registered'], [registered('a1--0.bot'), 'a1--0.bot is registered']],
    right: [registered('x-n-name.sim'), registered('axn--name.sim'), registered('xn--.sim'), registered('xn--na me.sim'), { ...registered('xn--name.sim'), operation: 'check' }, { ...registered('xn--name.sim'), service: 'wallet' }, { ...registered('xn--name.sim'), status: 400 }, {}],
  },
  { policy: 'domains.labels', option: 'hostname', call: 'domains/B/register', wrong: [], right: [registered('xn--name.sim')] },
  { policy: 'casino.videoPokerDeal', option: 'free', call: 'casino/A/deal', wrong: [[deal(0.01), 'the deal takes 0.01']], right: [deal(0), { ...deal(1), operation: 'bet' }, { ...deal(1), service: 'x' }, { ...deal(1), status: 422 }] },
  { policy: 'casino.videoPokerDeal', option: 'staked', call: 'casino/A/deal', wrong: [[deal(0), 'the deal takes 0']], right: [deal(0.01)] },
  {
    policy: 'trading.spotLeverage', option: 'ignore', call: 'trading/B/place',
    wrong: [[{ ...named, body: { leverage: 2 } }, 'an asset is refused with a leverage'], [{ ...named, body: { leverage: '10', market_type: 'spot' } }, 'an asset is refused with a leverage']],
    right: [{ ...named, body: { leverage: 11 } }, { ...named, body: { leverage: 0 } }, { ...named, body: { leverage: [2] } }, { ...named, body: {} }, { ...named, body: { leverage: 2, market_type: 'perp' } }, { ...refused('BAD_REQUEST'), body: { leverage: 2 } }, { ...refused('CONFLICT', 'leverage'), body: { leverage: 2 } }, { body: { leverage: 2 } }, { ...named, style: 'A', body: { leverage: 2 } }],
  },
  { policy: 'trading.spotLeverage', option: 'reject', call: 'trading/B/place', wrong: [], right: [{ ...named, body: { leverage: 2 } }] },
  { policy: 'trading.marketPrice', option: 'reject', call: 'trading/B/place', wrong: [[{ body: { price: 1 } }, 'an order at the market has a price'], [{ body: { price: 1, type: 'market' } }, 'an order at the market has a price'], [{ ...refused('BAD_REQUEST', 'no price is taken'), body: { type: 'market' } }, 'an order is refused for a price that it lacks']], right: [{ ...refused('BAD_REQUEST', 'price is needed'), body: {} }, { ...refused('BAD_REQUEST', 'price is needed'), body: { type: 'MARKET' } }, { ...refused('BAD_REQUEST', 'no price is taken'), body: { type: 'limit' } }, { ...refused('CONFLICT', 'no price is taken'), body: {} }, { ...refused('BAD_REQUEST', 'no price is taken'), body: { price: 1 } }, { ...refused('BAD_REQUEST', 'no price is taken') }, { ...refused('BAD_REQUEST'), body: {} }, { body: { price: 1, type: 'limit' } }, { body: {} }, { ...refused('BAD_REQUEST'), body: { price: 1 } }, { style: 'A', body: { price: 1 } }] },
  { policy: 'trading.marketPrice', option: 'ignore', call: 'trading/B/place', wrong: [], right: [{ body: { price: 1 } }] },
  { policy: 'trading.portfolio', option: 'perps', call: 'trading/B/portfolio', wrong: [[{ answer: { positions: [{ market_type: 'perp' }, { market_type: 'spot' }] } }, 'an asset is among the positions']], right: [{ answer: { positions: [{ market_type: 'perp' }] } }, { style: 'A', answer: { positions: [{ market_type: 'spot' }] } }] },
  { policy: 'trading.portfolio', option: 'all', call: 'trading/B/portfolio', wrong: [], right: [{ answer: { positions: [{ market_type: 'spot' }] } }] },
  { policy: 'trading.fundingShown', option: 'with-perp', call: 'trading/B/price', wrong: [[{ answer: { pair: 'ETH-USDC' } }, 'a rate is not shown'], [{ answer: { pair: 'BTC-USDC' } }, 'a rate is not shown']], right: [{ answer: { pair: 'ETH-USDC', funding_rate: '0' } }, { answer: { pair: 'DOGE-USDC' } }, refused('X')] },
  { policy: 'trading.fundingShown', option: 'perp-only', call: 'trading/B/price', wrong: [[{ answer: { pair: 'BTC-USDC', funding_rate: '0' } }, 'a rate is shown']], right: [{ answer: { pair: 'ETH-USDC' } }, { answer: { pair: 'DOGE-USDC', funding_rate: '0' } }, { style: 'A', answer: { pair: 'BTC-USDC', funding_rate: '0' } }] },
  { policy: 'trading.marketCount', option: 'perpetuals', call: 'trading/A/markets', wrong: [[perps(279), '279 perpetuals are listed; expected 280']], right: [perps(280), { ...perps(1), style: 'B' }, refused('X')] },
  { policy: 'trading.marketCount', option: 'both', call: 'trading/A/markets', wrong: [[perps(241), '241 perpetuals are listed; expected 240']], right: [perps(240)] },
]; // prettier-ignore

describe.each(rows.map((row) => [row.policy, row.option, row.call, row] as const))('%s: %s, %s', (policy, option, _call, row) => {
  it.each(row.wrong)('%j is wrong', (more, words) => {
    const { service, style, operation } = exchangeOf(row.call, more);
    const call = service === '' ? '' : `${service}/${style}/${operation}`;
    expect(saidOf(row, more).map((line) => line.replace(/^answers-fixed: \/\/: /, 'answers-fixed: : '))).toEqual([`answers-fixed: ${call}: ${words}; ${policy} is ${option}`]);
  });
  it.each(row.right.map((more) => [more]))('%j is right', (more) => expect(saidOf(row, more)).toEqual([]));
}); // prettier-ignore
