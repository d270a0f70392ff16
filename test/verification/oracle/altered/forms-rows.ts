/** Requests whose parts are of another form: what the rules of form say of each answer to them. */
import type { Body } from '../../../../src/verification/oracle/exchange.ts';
import { checkForms } from '../../../../src/verification/oracle/facts/forms.ts';
import {
  checkKnownAddresses,
  exampleKeys,
} from '../../../../src/verification/oracle/facts/known-addresses.ts';
import { checkRefusedByReading } from '../../../../src/verification/oracle/facts/refusals-by-reading.ts';
import { checkStatedBounds } from '../../../../src/verification/oracle/facts/stated-bounds.ts';
import type { KeptSubject } from '../../../kept-digests.ts';
import { keptOf, type Asked, type FactSubject } from './altered-calls.ts';

const forms: FactSubject['fact'] = (file) => (exchange, caller) => checkForms(file, exchange, caller);

const sends: Readonly<Record<string, object>> = {
  'trading/A/place': { symbol: 'ETH-PERP', side: 'long', size: 1, type: 'market' },
  'trading/B/place': { pair: 'ETH-USDC', side: 'buy', amount: 10, type: 'limit', price: 2_000 },
  'escrow/B/create': { amount: 10, receiver: 'bob' },
  'casino/A/createChallenge': { challenged_agent_id: 'bob', game: 'dice', amount: 5 },
  'domains/B/register': { domain: 'abcde.agent', years: 1 },
  'wallet/A/send': { to: 'bob', amount: 1, chain: 'base' },
  'wallet/primary/sendSigned': {
    chain: 'monero',
    to: 'x',
    amount: 1,
    from: 'x',
    view_key: 'x',
    spend_key: 'x',
  },
  'casino/B/bet': { game: 'coinflip', amount: 1, params: { side: 'heads' } },
};

const answers: readonly Asked[1][] = [
  { status: 200 },
  { status: 409, answer: { code: 'CONFLICT', error: 'x' } },
  ...['UNAUTHORIZED', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE', 'BAD_REQUEST'].map((code) => ({ status: 400, answer: { code, error: 'it is refused' } })),
  { status: 429 },
]; // prettier-ignore

const ofCall = (call: string, body: object): readonly (readonly Asked[])[] =>
  answers.map((answer): readonly Asked[] => [
    [call, { method: 'POST', path: '', body: { ...body }, ...answer }],
  ]);

/** A request with a mistake, or without one, that is refused in other words. */
const messages = [
  'side must be equal to one of the allowed values (long, short)', 'side must be equal to one of the allowed values (short, long)', 'side must be equal to one of the allowed values (long)',
  'side must be equal to one of the allowed values (long, short, short)', 'side must be equal to one of the allowed values (long,short)', 'side must be equal to one of the allowed values ()',
  'side must be equal to one of the allowed values (longshort)', 'side must be equal to one of the allowed values (long|short)', 'side must be equal to one of the allowed values (long, short) or none (x)',
  'size must be equal to one of the allowed values (1, 2)', 'size must be equal to one of the allowed values (positive, !)', 'size must be equal to one of the allowed values (1, 1)', 'symbol must be equal to one of the allowed values (1)', 'colour must be equal to one of the allowed values (red, red)', 'colour must be equal to one of the allowed values (red, blue)',
  'the side must be equal to one of the allowed values (long)', '-- must be equal to one of the allowed values (long)', 's must be equal to one of the allowed values (x)', 'type must be equal to one of the allowed values (market, limit)', 'type must be equal to one of the allowed values (limit)',
  'body is none', 'a query', 'no pick', 'no status', 'no game', 'from there', 'slippage', 'price', 'private_key', 'bitcoin is none', 'leverage', 'symbol', 'Stryker was here!', '', 'no', 'tron', 'wrong in some way',
]; // prettier-ignore

const wrongOrders = [
  {},
  { side: 'x' },
  { size: 0, chain: 'bitcoin' },
  { side: 'x', chain: 7 },
  { type: 'limit' },
];
const worded = wrongOrders.map((wrong): readonly Asked[] =>
  messages.map((error): Asked => ['trading/A/place', { method: 'POST', path: '', body: { ...sends['trading/A/place'], ...wrong }, status: 400, answer: { code: 'BAD_REQUEST', error } }]),
); // prettier-ignore

const refusedWith = (call: string, body: Body | undefined, error: string, more: object = {}): Asked => [
  call,
  {
    method: 'POST',
    path: '',
    body,
    status: 400,
    answer: { code: 'BAD_REQUEST', error },
    ...more,
  },
];
const asksFor = (call: string, query: Readonly<Record<string, string>>, status: number, more: object = {}): Asked => [
  call,
  { query, status, answer: status < 300 ? {} : { code: 'BAD_REQUEST', error: 'it is refused' }, path: '', ...more },
]; // prettier-ignore

const large = (size: number): Body => ({ reason: 'a'.repeat(size) });
const others: readonly (readonly Asked[])[] = [
  [refusedWith('escrow/B/dispute', large(100), 'none'), refusedWith('escrow/B/dispute', large(140_000), 'none'), refusedWith('escrow/B/dispute', large(150_000 - 13), 'none'), refusedWith('escrow/B/dispute', large(150_000 - 12), 'none'), refusedWith('escrow/B/dispute', large(160_000), 'none')],
  [refusedWith('escrow/B/dispute', large(4), 'none', { isRaw: true }), refusedWith('escrow/B/other', large(4), 'none'), refusedWith('escrow/B/dispute', undefined, 'none'), refusedWith('faucet/other/other', undefined, 'none')],
  [asksFor('escrow/A/list', { limit: '100' }, 200), asksFor('escrow/A/list', { limit: '100' }, 400), asksFor('escrow/A/list', { limit: '101' }, 400), asksFor('escrow/A/list', { limit: '0' }, 200), asksFor('escrow/A/list', { limit: '0' }, 400), asksFor('escrow/A/list', {}, 400)],
  [['escrow/B/dispute', { method: 'POST', path: '', body: large(5_000) }], ['control/A/place', { method: 'POST', path: '' }], ['//', { method: 'POST', path: '', body: large(400_000) }]],
  [['control/A/place', { method: 'POST', path: '', isRaw: true }], ['//', { method: 'POST', path: '', isRaw: true }], ['escrow/B/dispute', { method: 'POST', path: '', isRaw: true }], ['escrow/B/other', { method: 'POST', path: '', isRaw: true, body: large(3) }]],
]; // prettier-ignore

const formReadings = [
  {},
  { 'lists.limitAbove': 'reject' },
  { 'trading.sidesA': 'any', 'trading.sizeA': 'quote' },
];

const known = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const bitcoin = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const notOne = (field: string, fields: Body, more: object = {}): Asked => refusedWith('wallet/primary/sendSigned', fields, `${field} is no address on it`, more); // prettier-ignore
const addresses: readonly (readonly Asked[])[] = [
  ...[['ethereum', known], ['base', known.toLowerCase()], ['bitcoin', bitcoin], ['bitcoin', bitcoin.toUpperCase()]].flatMap(([chain, address]) =>
    ['to', 'address', 'from'].map((field): readonly Asked[] => [notOne(field, { chain, [field]: address })]),
  ),
  [notOne('to_address', { to_chain: 'base', to_address: known, chain: 'solana' }), notOne('to_address', { chain: 'base', to_address: known })],
  [notOne('address', {}, { body: undefined, query: { chain: 'base' }, params: { address: known } })],
  [refusedWith('wallet/A/send', { chain: 'base', to: known }, 'to is wrong'), refusedWith('wallet/A/send', { chain: 'base', to: known }, 'the to is no address on base')],
]; // prettier-ignore

const send = 'wallet/primary/sendSigned';
const token = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const readingCalls: readonly (readonly Asked[])[] = [
  ...['tron', 'monero', 'bitcoin', 'base'].map((chain): readonly Asked[] => [['wallet/primary/chainTransactions', { query: { chain } }], ['wallet/primary/chainBalance', { query: { chain } }], ['wallet/primary/chainBalance', { query: { chain, view_key: 'x' } }]]),
  ...['tron', 'monero', 'bitcoin', 'base', 'ethereum', 'solana'].map((chain): readonly Asked[] =>
    [undefined, '', 'native', 'x', token, `0x${'e'.repeat(40)}`, `0x${'E'.repeat(40)}`, `0x${'e'.repeat(41)}`, `x0x${'e'.repeat(40)}`, 7].map((sent): Asked => [send, { body: { chain, token: sent }, answer: { from: chain === 'bitcoin' ? bitcoin : known } }]),
  ),
  ...['quote', 'openSwap'].map((call): readonly Asked[] => [
    [`wallet/primary/${call}`, { body: { from_chain: 'base', to_chain: 'ethereum', from_token: 'native', to_token: token } }], [`wallet/primary/${call}`, { body: { from_chain: 'bitcoin', to_chain: 'monero', from_token: token, to_token: `0x${'e'.repeat(40)}` } }],
    [`wallet/primary/${call}`, { query: { from_chain: 'base', to_chain: 'monero' } }],
  ]),
]; // prettier-ignore
const refusals = readingCalls.map((row) =>
  row.flatMap(([call, more = {}]) =>
    ['it is refused', 'token is none', 'view_key is needed', 'the token is none', 'tokens'].map((error): Asked => [call, { method: 'POST', path: '', ...more, status: 400, answer: { ...more.answer, code: 'BAD_REQUEST', error } }]),
  ),
); // prettier-ignore
const refusing = {
  'wallet.history': 'four', 'wallet.moneroBalance': 'key', 'wallet.signer': 'own', 'wallet.bitcoinSend': 'refused', 'wallet.monero': 'refused',
  'wallet.tokenElsewhere': 'reject', 'wallet.nativeToken': 'contracts', 'wallet.swapChains': 'tokens',
}; // prettier-ignore

const bounds: readonly (readonly Asked[])[] = [
  ['years', 'must be from 1 to 10', [0, 1, 5, 10, 11, '5', 'x']], ['years', 'must be at least 2', [1, 2, 3]], ['years', 'must be at most 12 years', [5]], ['years', 'is positive, at most 10', [0, 1, -1]],
  ['amount', 'must be at least 0.1', [0.1, 0.05]], ['amount', 'must be at most 10,000', [10_000, 10_001]], ['amount', 'must be at most 1,000.5', [10]], ['amount', 'must have at most two decimals', [1, 1.5, 1.25, 1.255, 1e6, 1_000_001]],
  ['amount', 'must be a positive number with at most 6 decimals', [0, 1.5, 1e-7, 9e15]], ['amount', 'is whole and at least 1', [1, 1.5]], ['reveals', 'must be from 1 to 24', [3]], ['reveals', 'must be from 1 to 22', [3]], ['colour', 'must be from 1 to 3', [2, 4]], ['amount', 'is from 1 and to 3', [2]], ['amount', 'must be at most 12 letters', [2]],
].map(([field, words, values]) =>
  ['domains/B/register', 'escrow/B/create', 'casino/A/bet', 'wallet/A/send', 'trading/B/place'].flatMap((call) =>
    (values as unknown[]).map((value): Asked => refusedWith(call, { [String(field)]: value, mines: 3 }, `${String(field)} ${String(words)}`, { path: '/casino/games/mines' })),
  ),
); // prettier-ignore
const queried: readonly Asked[] = ['1', '5', '101', 'x', '5x', '1.5', '', '0x5', '1234567890123456'].map((limit) => asksFor('escrow/A/list', { limit }, 400, { answer: { code: 'BAD_REQUEST', error: 'limit must be from 1 to 100' } })); // prettier-ignore

/** Rows without alterations beyond those of the first of them. */
const short = (rows: readonly (readonly Asked[])[]): readonly (readonly Asked[])[] => rows.map((row) => row.slice(0, 3)); // prettier-ignore

/** Rows as they are. */
export const whole: readonly KeptSubject[] = [
  ...formReadings.flatMap((policies) => keptOf({ name: `forms beside others under ${JSON.stringify(policies)}`, fact: forms, rows: others, policies: [policies], isWhole: true })),
  ...keptOf({ name: 'calls that readings refuse, each by itself', fact: (file) => (exchange) => checkRefusedByReading(file, exchange), rows: readingCalls, policies: [{}, ...Object.entries(refusing).map(([name, option]) => ({ [name]: option }))], isWhole: true }),
  ...keptOf({ name: 'bounds that are stated', fact: (file) => (exchange) => checkStatedBounds(file, exchange), rows: [...bounds, queried], policies: [{ 'wallet.sendMin': '0.01' }, { 'wallet.sendMin': '1' }], isWhole: true }),
  ...keptOf({ name: 'known addresses as they are', fact: (file) => (exchange) => checkKnownAddresses(file, exchange), rows: addresses, isWhole: true }),
  ...keptOf({ name: 'forms as they are', fact: forms, rows: Object.entries(sends).flatMap(([call, body]) => ofCall(call, body)), isWhole: true }),
]; // prettier-ignore

/** Each row also with one part in another form. */
export const altered: readonly KeptSubject[] = [
  ...keptOf({ name: 'words of refusals', fact: forms, rows: worded, policies: formReadings, isWhole: true }),
  ...keptOf({ name: 'refusals by reading, with the words of each', fact: forms, rows: refusals, policies: [{}, refusing], isWhole: true }),
  ...Object.entries(sends).flatMap(([call, body]) => keptOf({ name: `forms of ${call}`, fact: forms, rows: ofCall(call, body), policies: [{}] })),
  ...keptOf({ name: 'known addresses', fact: (file) => (exchange) => checkKnownAddresses(file, exchange), rows: addresses }),
  ...keptOf({ name: 'calls that a reading refuses', fact: (file) => (exchange) => checkRefusedByReading(file, exchange), rows: short(readingCalls), policies: [refusing] }),
  ...keptOf({ name: 'keys of examples', fact: forms, rows: Object.entries(exampleKeys).map(([chain, keys]) => [refusedWith(send, { chain, to: known, amount: 1, ...keys }, 'it is refused')]) }),
]; // prettier-ignore
