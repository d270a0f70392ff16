/** Answers that are heard in another form: what is said of the fields, the records and the addresses that they show. */
import type { Body } from '../../../../src/verification/oracle/exchange.ts';
import { checkAmountForms } from '../../../../src/verification/oracle/facts/amount-forms.ts';
import { checkDestination } from '../../../../src/verification/oracle/facts/destinations.ts';
import { Echoes } from '../../../../src/verification/oracle/facts/echoes.ts';
import { MadeOnce } from '../../../../src/verification/oracle/facts/made-once.ts';
import { OwnIds } from '../../../../src/verification/oracle/facts/own-ids.ts';
import {
  comparable,
  exactly,
  factsIn,
  viewsIn,
} from '../../../../src/verification/oracle/facts/record-views.ts';
import { ShownAddresses } from '../../../../src/verification/oracle/facts/shown-addresses.ts';
import { checkVariants } from '../../../../src/verification/oracle/facts/variants.ts';
import type { KeptSubject } from '../../../kept-digests.ts';
import { keptOf, type Asked, type FactSubject } from './altered-calls.ts';

const echo: FactSubject['fact'] = (file) => {
  const model = new Echoes(file);
  return (exchange) => model.answered(exchange);
};
const asks = (call: string, body: Body, answer: Body = {}, more: object = {}): Asked => [
  call,
  { body, answer: { ...body, ...answer }, ...more },
];
const mixed = `0x${'aB'.repeat(20)}`;
const differs = { amount: 2, nonce: 2, client_seed: 'y', note: 'y', leverage: 3, to: 'y', token: 'y' };
const differing = 'casino/A/bet casino/A/deal casino/A/referralCode casino/A/playTournament faucet/A/register faucet/A/claimDaily escrow/B/refund trading/A/cancel casino/A/acceptChallenge casino/A/declineChallenge casino/A/verifyBet wallet/primary/withdrawReferral wallet/A/send trading/B/place casino/A/other'
  .split(' ').map((call): readonly Asked[] => [asks(call, { amount: 1, nonce: 1, client_seed: 'x', note: 'x', leverage: 2, to: 'x', token: 'x' }, differs)]); // prettier-ignore
const echoed: readonly (readonly Asked[])[] = [
  [asks('escrow/B/create', { receiver: 'bob', amount: '5.00', memo: 'X' }, { amount: 5, memo: 'x' })],
  [asks('escrow/B/dispute', { reason: 'late', evidence: 'x' }, { dispute: { reason: 'late', evidence: 'x' } }), asks('escrow/B/dispute', {}, { dispute: { reason: null, evidence: null } }), asks('escrow/B/create', { reason: 'x' }, { dispute: { reason: 'y' } }), asks('escrow/B/dispute', {}, { dispute: null })],
  [asks('escrow/B/create', { receiver: 'bob' }, { receiver: mixed }), asks('escrow/B/create', { receiver: mixed }, { receiver: 'bob' }), asks('escrow/B/create', { receiver: mixed.toUpperCase() }, { receiver: 'carol' }), asks('escrow/B/create', { receiver: 'bob' }, { receiver: `0x${'c'.repeat(40)}` }), asks('escrow/B/create', { receiver: `0x${'d'.repeat(40)}` }, { receiver: 'bob' })],
  [asks('wallet/A/swap', { from: 'usdc', to: 'base:ETH', amount: 1 }, { from: 'USDC', to: 'ETH' }), asks('wallet/A/send', { token: 'usdc', memo: 'x' }, { token: 'USDC', memo: 'X' })],
  [asks('wallet/A/send', { to: 'bob', token: 'native', chain: 'base', amount: 1 }, { token: 'ETH' }), asks('wallet/A/send', { to: 'bob', chain: 'solana', token: 'native' }, { to: 'x', token: 'SOL' }), asks('wallet/A/send', { to: 'bob', token: 'USDC' }, { to: 'x' }), asks('wallet/A/other', { to: 'bob', token: 'native' }, { to: 'x', token: 'SOL', chain: 'solana' })],
  ...['ethereum', 'base', 'arbitrum', 'polygon', 'tron'].map((chain): readonly Asked[] => [asks('wallet/A/send', { to: 'bob' }, { to: 'x', chain }), asks('casino/A/send', { to: 'bob' }, { to: 'x', chain })]),
  [asks('domains/A/changeRecord', { domain: 'A.agent', type: 'TXT', value: 'X' }, { domain: 'a.agent', value: 'x' }), asks('domains/A/changeRecord', { type: 'CAA', value: 'X' }, { value: 'x' }), asks('domains/A/changeRecord', { type: 'A', value: 'X' }, { value: 'x' }), asks('other/A/changeRecord', { type: 'A', value: 'X' }, { value: 'x' })],
  [asks('casino/A/createTournament', { starts_at: '2026-01-01T01:00:00+01:00', entry_fee: '1' }, { starts_at: '2026-01-01T00:00:00.000Z', entry_fee: 1 }), asks('casino/A/createTournament', { starts_at: '2026-01-01T01:00:00Z' }, { starts_at: '2026-01-01T00:00:00.000Z' })],
  ...['escrow_id', 'order_id', 'challenge_id', 'bet_id', 'tournament_id'].map((field): readonly Asked[] => ['id', 'betId', 'orderId', 'hash'].flatMap((name) => [['x', 'x'], ['x', 'y']].map(([seen, id = '']): Asked => ['escrow/B/get', { params: { [name]: id }, answer: { [field]: seen, tx_hash: 'x' } }]))),
  [['casino/B/verifyRound', { params: { id: 'x' }, answer: { bet_id: 'y', nonce: 1 } }], ['escrow/B/get', { params: { id: 'x' }, query: { escrow_id: 'z', role: 'r' }, answer: { escrow_id: 'x', role: 's' } }], ['escrow/B/get', { query: { escrow_id: 'z', role: 'r' }, answer: { escrow_id: 'x', role: 's' } }]],
  [asks('wallet/A/send', { amount: '1.000000000000000001', memo: '1.50', x: true }, { amount: '1.000000000000000002', memo: 1.5, x: false })],
]; // prettier-ignore
const echoReadings = [{}, { 'wallet.sendFee': 'inside', 'trading.spotLeverage': 'ignore' }];

const variant: FactSubject['fact'] = (file) => (exchange) => checkVariants(file, exchange);
const ended = { bet_id: 1, multiplier: 1, payout: 1, win: true };
const inBatch = {
  amount: 1,
  balance: 1,
  client_seed: 'x',
  game: 'dice',
  nonce: 1,
  result: 'x',
  seed_hash: 'x',
};
const variants: readonly (readonly Asked[])[] = [
  ...['dice', 'blackjack', 'video_poker', 'hilo', 'open'].map((game): readonly Asked[] => [undefined, 'open', 'settled'].flatMap((status): Asked[] => [ended, {}].map((part): Asked => ['casino/A/bet', { answer: { game, ...(status === undefined ? {} : { status }), ...part } }]))),
  [['casino/A/batch', { answer: { results: [{ code: 'x', error: 'x' }, { ...inBatch, status: 'open' }, { ...inBatch, ...ended }] } }]],
  [['casino/A/verifyBet', { path: '/audit/x', answer: { algorithm: 1, amount: 1, commitment: 1, multiplier: 1, params: {}, payout: 1, placed_at: 1, result: {}, verification: { status: 'verified', multiplier: 1, result: 1 }, win: true } }]],
  ...['verified', 'unrevealed', 'other'].flatMap((status): (readonly Asked[])[] => ['casino/A/verifyBet', 'casino/B/verifyRound', 'casino/short/verifyBet'].map((call): readonly Asked[] => [[call, { answer: { status, server_seed: 'x', multiplier: 1, result: 'x', verification: { status } } }], [call, { answer: { status, server_seed: 'x' } }]])),
  [['casino/A/seeds', { answer: { seeds: [{ status: 'active', client_seed: 'x', next_nonce: 1 }, { status: 'revealed', rounds: 1 }] } }]],
  [['trading/A/ticker', { answer: { symbol: 'ETH-PERP', funding_rate: 1 } }], ['trading/A/ticker', { answer: { symbol: 'ETH-USDC' } }], ['trading/A/ticker', { answer: { symbol: 'ETH-USDC', funding_rate: 1 } }]],
  [['trading/B/portfolio', { answer: { positions: [{ market_type: 'spot', reserved_qty: 1 }, { market_type: 'perp', funding: 1, liquidation_price: 1, margin: 1 }] } }]],
  ...['ethereum', 'arbitrum', 'base', 'polygon', undefined].map((chain): readonly Asked[] => [['wallet/B/balance', { query: chain === undefined ? {} : { chain }, answer: { chains: { ethereum: 1, arbitrum: 1, base: 1, polygon: 1 } } }], ['wallet/B/balance', { query: chain === undefined ? {} : { chain }, answer: { chains: { [chain ?? 'x']: 1 } } }]]),
  [['wallet/B/send', { body: { memo: 'x' }, answer: { memo: 'x' } }], ['wallet/B/send', { body: {}, answer: { memo: 'x' } }], ['wallet/B/send', { answer: {} }]],
]; // prettier-ignore
const games =
  'baccarat blackjack coin_flip coinflip crash custom dice hilo keno mines multiplier plinko roulette scratch_card simple_dice slots video_poker wheel other'.split(
    ' ',
  );
const bets = games.map((game): readonly Asked[] =>
  ['casino/B/bet', 'casino/A/other', 'escrow/A/other'].flatMap((call) => [undefined, 'open'].map((status): Asked => [call, { answer: { bets: [{ game, status, result: { x: 1 }, params: { x: 1, live: true, moves: [{ x: 1 }, 'x'] } }, [{ game, params: { x: 1 }, inner: { result: { y: 1 } } }], { result: { z: 1 } }, null, 7] } }])),
); // prettier-ignore

/** What is read of a value: its records, their facts, and its texts. */
const views: FactSubject['fact'] = (file) => (exchange) => {
  for (const view of viewsIn(exchange)) file.breaks('records-final', JSON.stringify([view.kind, view.id, ...factsIn(view.body)]));
}; // prettier-ignore
const changing = {
  status: 1,
  released_amount: 1,
  balance: 1,
  algorithm: 1,
  verification: { escrow_id: 'v', bet_id: 'v', x: 1 },
  commitment: 1,
  tournament_id: 1,
  rank: 1,
  net_profit: 1,
  chips: 1,
  currency: 1,
  entrants: 1,
  entered: 1,
  prize: 1,
  leaderboard: 1,
  confirmations: 1,
  type: 'send',
  counterparty: 1,
  api_key: 1,
  amount: 1,
  balance_usdc: 1,
  next_claim: 1,
  fees_earned: 1,
  fee: 1,
};
const shownAs = {
  buyer: 'a',
  seller: 'b',
  memo: 'c',
  won: true,
  ts: 1,
  at: 1,
  placed_at: 1,
  started_at: 1,
  sent_at: 1,
  registered_at: 1,
  message: null,
  referrer: null,
  conditions: null,
  other: null,
  description: null,
  fill_qty: '0.00',
  paid: 0,
  rounds: 0,
  token: 'x'.repeat(32),
  inner: { memo: null, token: 'x'.repeat(31), fee: 0, zero: 0 },
};
const kinds = [
  ['escrow', 'escrow_id', 'get'],
  ['trading', 'order_id', 'place cancel orders'],
  ['casino', 'bet_id', 'bet'],
  ['casino', 'id', 'history transactions balance bet'],
  ['casino', 'challenge_id', 'x'],
  ['casino', 'tournament_id', 'createTournament enterTournament tournament tournaments x'],
  ['casino', 'deposit_id', 'x'],
  ['casino', 'withdrawal_id', 'x'],
  ['wallet', 'order_id', 'openSwap swapStatus x'],
  ['wallet', 'tx_hash', 'send sendSigned transaction transactions chainTransactions x'],
  ['faucet', 'agent_id', 'register agentDetail referrals x'],
] as const;
const recorded = kinds.flatMap(([service, id, operations]) =>
  operations.split(' ').map((operation): readonly Asked[] => [{ [id]: 'r', ...changing, ...shownAs }, { [id]: 7, type: 'receive', fee: 1 }, { a: { b: { c: { [id]: 'deep' } } } }, { a: { b: { c: { d: { [id]: 'deeper' } } } } }, { rows: [{ [id]: 'row', x: [1] }, null, 'x', [{ [id]: 'inner' }]] }, { [id]: true }].flatMap((answer): Asked[] => [service, 'other'].map((of): Asked => [`${of}/A/${operation}`, { answer }]))),
); // prettier-ignore
const digits = ['', '0', '-0', '1', '-1', '1.0', '1.50', '-1.50', '0.10', '00.10', '10.00', '100', 'x', '-x', '1x', 'x1', '1.', '.5', '1e3', '1e-7', '-1.25e-7', '1e+21', '1.5e21', '0.0e5', '12345678901234567890.123456789012345678900', 'coin-flip', 'coin_flip', 'coinflip', 'Coin-flip', 'x-', '-x-y', 'a-b-c', 'a1-b', true, false, null, [1], {}, 0, -0, 1.5, 1e-7, 1.25e-7, 1e21, 1.5e300, -2e-9, 123_456, undefined]; // prettier-ignore

const ownIds: FactSubject['fact'] = (file) => {
  const model = new OwnIds(file);
  return (exchange, caller) => model.answered(exchange, caller);
};
const wins: Asked = [
  'casino/A/bet',
  {
    method: 'POST',
    answer: {
      bet_id: 'b1',
      seed_hash: 'h',
      nonce: 3,
      status: 'settled',
      result: { status: 'x' },
      results: [{ seed: 'g', nonce: 4 }],
      tx_hash: 't',
      xid: 'n',
      hash_id: 7,
    },
  },
];
const missing = (params: Readonly<Record<string, string>>, more: object = {}): Asked => [
  'casino/A/get',
  { params, status: 404, answer: { code: 'NOT_FOUND' }, ...more },
];
const unfit = (code: string, more: object = {}): Asked => [
  'casino/A/get',
  { params: { id: 'b1' }, status: 400, answer: { code }, ...more },
];
const owned: readonly (readonly Asked[])[] = [
  [wins, missing({ id: 'b1' })], [wins, missing({ hash: 'h' }, { query: { nonce: '3' } }), missing({ hash: 'g' }, { query: { nonce: '4' } })], [wins, missing({}, { body: { bet_id: 'b1', tx_hash: 't' } }), missing({ id: 'n' }), missing({ id: 'zed' })],
  ...['BAD_REQUEST', 'FORBIDDEN', 'CONFLICT', 'OTHER'].map((code): readonly Asked[] => [wins, unfit(code)]), [wins, unfit('CONFLICT', { query: { a: 'b' } }), unfit('CONFLICT', { isRaw: true }), unfit('CONFLICT', { method: 'POST' })],
  [wins, ['casino/A/verifyBet', { answer: { bet_id: 'b1' } }, 'bob'], ['casino/A/verifyBet', { answer: { bet_id: 'b2' } }, 'bob'], ['casino/A/verifyBet', { answer: { bet_id: 'b1' } }]],
  ...['launch', 'deal', 'sendSigned'].map((operation): readonly Asked[] => [[`casino/A/${operation}`, wins[1] ?? {}], missing({ hash: 'h' }, { query: { nonce: '3' } }), missing({ id: 'b1' })]),
]; // prettier-ignore

const made: FactSubject['fact'] = (file) => {
  const model = new MadeOnce(file);
  return (exchange) => model.answered(exchange);
};
const makers =
  'faucet/register wallet/register casino/register escrow/create trading/place wallet/openSwap casino/createChallenge casino/createTournament casino/withdraw casino/bet casino/playTournament casino/rotate domains/register domains/renew domains/transfer wallet/send wallet/sendSigned wallet/swap wallet/withdrawReferral casino/other'.split(
    ' ',
  );
const makes = Object.fromEntries(
  'api_key agent_address escrow_id order_id challenge_id tournament_id withdrawal_id bet_id deposit_address seed_hash tx_hash'
    .split(' ')
    .map((name) => [name, 'x']),
);
const once = makers.map((call): readonly Asked[] =>
  [1, 2].map((): Asked => [call.replace('/', '/A/'), { answer: makes }]),
);
const others = makers.map((call): Asked => [call.replace('/', '/A/'), { answer: { ...makes, api_key: 7 } }]);

const amounts: FactSubject['fact'] = (file) => (exchange) => checkAmountForms(file, exchange);
const fields =
  'amount fee net balance cost price fill_price fill_qty amount_usdc balance_usdc released_amount price_usdc valuation_usdc other'.split(
    ' ',
  );
const formed = ['faucet', 'escrow', 'trading', 'domains', 'casino'].flatMap((service) => ['A', 'B', 'short'].map((style): readonly Asked[] =>
  [1, '1', '1.0', '1.00', '1.000001', '-1.00', 'x1.00', '1.00x', '', null, undefined].flatMap((value): Asked[] => ['x', 'message'].map((operation): Asked => [`${service}/${style}/${operation}`, { answer: { ...Object.fromEntries(fields.map((name) => [name, value])), rows: [{ amount: value }, null, 'x'], inner: { amount: value } } }])),
)); // prettier-ignore

const evm = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const byChain = {
  ethereum: evm,
  base: evm,
  arbitrum: evm,
  polygon: evm,
  solana: 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk',
  bitcoin: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  tron: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
  monero: '44jKQv6ZKMd5ecLLmkNJGi7azgSptEq8ki7TFiat1TfLfdDQ1tQ7ZYa3cRh7X2uRwvLDjddWh97ajeyhR2seKSECQeDx1WR',
};
const swapped = Object.values(byChain);
const addresses: FactSubject['fact'] = (file) => {
  const model = new ShownAddresses(file);
  return (exchange, caller) => model.answered(exchange, caller);
};
const shownTo: readonly (readonly Asked[])[] = [
  ...['wallet/primary/create', 'wallet/A/addresses'].map((call): readonly Asked[] => [[call, { answer: { addresses: byChain } }], ['faucet/A/agentDetail', { answer: { agent_id: 'alice', agent_address: evm } }]]),
  [['wallet/B/addresses', { answer: byChain }], ['domains/B/lookup', { answer: { owner_id: 'alice', owner: evm.toLowerCase() } }], ['domains/B/lookup', { answer: { owner_id: 'bob', owner: evm } }], ['domains/B/other', { answer: { owner_id: 'bob', owner: swapped[4] } }], ['domains/B/lookup', { answer: { owner_id: 'bob', owner: swapped[4] } }]],
  ...Object.keys(byChain).map((chain): readonly Asked[] => swapped.slice(3).flatMap((address): Asked[] => [['casino/A/depositAddress', { answer: { chain, address } }], ['wallet/primary/openSwap', { answer: { from_chain: chain, deposit_address: address } }]])),
  [['wallet/A/addresses', { answer: { addresses: { base: evm, ethereum: `0x${'a'.repeat(40)}` } } }], ['wallet/A/addresses', { answer: {} }], ['casino/A/depositAddress', { answer: { address: 'x' } }]],
]; // prettier-ignore
const paidTo: readonly (readonly Asked[])[] = ([['sendSigned', 'to', 'chain'], ['openSwap', 'to_address', 'to_chain'], ['withdrawReferral', 'address', 'chain'], ['quote', 'to', 'chain']] as const).flatMap(([operation, to, on]) =>
  Object.keys(byChain).map((chain): readonly Asked[] => [...swapped.slice(3), 'bob', 'misspelt', 'x', evm.toLowerCase()].flatMap((address): Asked[] => ['wallet', 'casino'].map((service): Asked => [`${service}/primary/${operation}`, { body: { [to]: address, [on]: chain, from_token: 'native' } }]))),
); // prettier-ignore
const symbols: readonly Asked[] = ['quote', 'openSwap', 'sendSigned'].flatMap((operation) =>
  ['native', 'USDC', 'usdc', 'x', 'abcdefgh', 'abcdefghi', 'a1', '0xusdc', 'usd c', evm].flatMap(
    (token): Asked[] =>
      ['from_token', 'to_token', 'token'].flatMap((name): Asked[] => [
        [`wallet/primary/${operation}`, { body: { [name]: token } }],
        [`wallet/primary/${operation}`, { query: { [name]: token } }],
        [`casino/primary/${operation}`, { query: { [name]: token } }],
      ]),
  ),
);
const destination: FactSubject['fact'] = (file) => (exchange) => checkDestination(file, exchange);
const known = { agents: new Map([['bob', {}]]), isMisspelt: (name: string) => name === evm.toLowerCase() };

/** Rows as they are. */
export const whole: readonly KeptSubject[] = [
  ...keptOf({ name: 'echoes by reading', fact: echo, rows: [...echoed, ...differing], policies: echoReadings, isWhole: true }),
  ...keptOf({ name: 'results, parameters and moves', fact: variant, rows: bets, isWhole: true }),
  ...keptOf({ name: 'views of records', fact: views, rows: recorded, isWhole: true }),
  { name: 'texts of values', made: () => digits.map((value) => [comparable(value), exactly(value)]) },
  ...keptOf({ name: 'what is made once', fact: made, rows: [...once, others], isWhole: true }),
  ...keptOf({ name: 'forms of amounts', fact: amounts, rows: formed, isWhole: true }),
  ...keptOf({ name: 'variants as they are', fact: variant, rows: variants, isWhole: true }),
  ...keptOf({ name: 'own ids as they are', fact: ownIds, rows: owned, more: { agents: new Map([['zed', {}]]) }, isWhole: true }),
]; // prettier-ignore

/** Addresses that are shown, and those that are paid to. */
export const shownAddresses: readonly KeptSubject[] = [
  ...keptOf({ name: 'destinations', fact: destination, rows: [...paidTo, symbols], more: known, isWhole: true }),
  ...keptOf({ name: 'shown addresses as they are', fact: addresses, rows: shownTo, isWhole: true }),
]; // prettier-ignore

/** Each row also with one part in another form. */
export const altered: readonly KeptSubject[] = [
  ...keptOf({ name: 'echoes', fact: echo, rows: echoed }),
  ...keptOf({ name: 'variants', fact: variant, rows: variants }),
  ...keptOf({ name: 'own ids', fact: ownIds, rows: owned, more: { agents: new Map([['zed', {}]]) } }),
]; // prettier-ignore
