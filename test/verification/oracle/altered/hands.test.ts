/** Hands whose parts are heard in another form: what calls of blackjack and of hi-lo say of each. */
import type { Body } from '../../../../src/verification/oracle/exchange.ts';
import { BlackjackCalls } from '../../../../src/verification/oracle/facts/blackjack-calls.ts';
import { LaterGuesses } from '../../../../src/verification/oracle/facts/later-guesses.ts';
import { describeKept } from '../../../kept-digests.ts';
import { keptOf, type Asked, type FactSubject } from './altered-calls.ts';

const blackjack: FactSubject['fact'] = (file) => {
  const model = new BlackjackCalls(file);
  return (exchange, caller) => {
    if (exchange.status >= 300) {
      model.failed(exchange, caller);
      model.refused(exchange, caller);
    } else model.answered(exchange, caller);
  };
};

const hilo: FactSubject['fact'] = (file) => {
  const model = new LaterGuesses(file);
  return (exchange, caller) => {
    if (exchange.status >= 500) model.failed(exchange, caller);
    else if (exchange.status >= 300) model.refused(exchange);
    else model.answered(exchange, caller);
  };
};

const table = '/casino/games/blackjack';
const hand = (player: string, dealer: string, more: Body = {}): Body => ({
  result: { player: player.split(' '), dealer: dealer.split(' ') },
  amount: 10,
  status: 'open',
  ...more,
});
const move = (action: string | undefined, answer: Body, more: object = {}): Asked => [
  'casino/A/bet',
  { path: table, method: 'POST', body: { action, amount: 10, ...more }, answer },
];
const refused = (action: string | undefined, code: string, body: object = {}, more: object = {}): Asked => [
  'casino/A/bet',
  {
    path: table,
    status: code === 'INSUFFICIENT_BALANCE' ? 422 : 400,
    body: { action, ...body },
    answer: { code, error: `${action ?? 'it'} is refused` },
    ...more,
  },
];
const lost: Asked = ['casino/A/bet', { path: table, status: 500, body: { action: 'hit', amount: 10 } }];

const dealt = move('hit', hand('5 6', '9'));
const settled = { status: 'settled', amount: 20 };
const doubled = move('double', hand('5 6 T', '9 T', settled));

const hands: readonly (readonly Asked[])[] = [
  [dealt, doubled],
  [move(undefined, hand('5 6', '9')), doubled],
  [move('hit', hand('5 6 2', '9')), move('stand', hand('5 6 2', '9 9', { ...settled, amount: 10 }))],
  [move('stand', hand('T 9', '9 T', settled))],
  [move('hit', hand('A K', '9 T', settled))],
  [move('hit', hand('9 K', 'A T', settled)), dealt],
  [move('double', hand('A K', '9', settled)), move('double', hand('5 7 T', '9 T', settled))],
  [move('double', hand('5 6', '9', { amount: 20 })), move('double', hand('5 6 7', '9', { amount: 20 }))],
  [lost, doubled],
  [dealt, lost, doubled, move('hit', hand('5 6 2', '9'))],
];
const refusals: readonly (readonly Asked[])[] = [
  ...['BAD_REQUEST', 'CONFLICT'].flatMap((code) =>
    ['double', 'hit', 'stand', 'split', undefined].map((action) => [dealt, refused(action, code)]),
  ),
  [dealt, refused('double', 'BAD_REQUEST', { amount: 10 })],
  [dealt, refused('hit', 'BAD_REQUEST', { amount: 11 })],
  [dealt, refused('hit', 'BAD_REQUEST', { client_seed: 'x' })],
  [dealt, refused('hit', 'BAD_REQUEST', {}, { headers: { 'idempotency-key': 'x' } })],
  [dealt, refused('hit', 'BAD_REQUEST', {}, { answer: { code: 'BAD_REQUEST', error: 'above the Kelly limit' } })],
  [dealt, refused('hit', 'BAD_REQUEST', {}, { path: '/casino/games/dice' })],
  [dealt, refused('hit', 'INSUFFICIENT_BALANCE')],
  [move('hit', hand('5 7', '9')), refused('double', 'BAD_REQUEST')],
  [move('hit', hand('5 6 2', '9')), refused('double', 'BAD_REQUEST')],
  [refused('hit', 'INSUFFICIENT_BALANCE'), refused('hit', 'INSUFFICIENT_BALANCE', { amount: 10 })],
  [refused('hit', 'BAD_REQUEST'), refused('hit', 'CONFLICT', {}, { body: undefined })],
  [refused('hit', 'INSUFFICIENT_BALANCE', {}, { body: undefined }), ['casino/A/bet', refused('hit', 'INSUFFICIENT_BALANCE')[1] ?? {}, undefined]],
  [lost, refused('hit', 'INSUFFICIENT_BALANCE'), refused('hit', 'BAD_REQUEST')],
]; // prettier-ignore

/** Hands beside other bets, in style B and among several. */
const elsewhere: readonly (readonly Asked[])[] = [
  [['casino/B/bet', { body: { params: { action: 'hit' } }, answer: { result: { player: ['5', '6', '2'], dealer: ['9'], status: 'open' } } }], ['casino/B/bet', { body: { params: { action: 'double' }, action: 'hit' }, answer: hand('5 6 2', '9 T', settled)}]],
  [['casino/A/batch', { body: { bets: [{ action: 'hit' }, { action: 'stand' }, {}] }, answer: { results: [hand('5 6', '9'), hand('5 6', '9 T', settled), { result: { player: ['5'], banker: ['6'] } }] } }], ['casino/A/batch', { answer: { results: [hand('5 6', '9')] } }]],
  [['casino/A/bet', { path: '/casino/games/baccarat', body: { action: 'hit' }, answer: { status: 'open', result: { player: ['5', '6', '7'], banker: ['6'] } } }], dealt],
]; // prettier-ignore

const first = ['deals', 'applies'].flatMap((option) =>
  ['1-deck', 'published'].map((payouts) => ({
    'casino.blackjackFirstCall': option,
    'casino.payouts': payouts,
  })),
);
const readings = [...first, { 'casino.openHands': '24h' }, { 'casino.payouts': 'published', 'casino.openHands': '24h', 'casino.blackjackFirstCall': 'deals' }]; // prettier-ignore

const path = '/casino/games/hilo';
const card = (more: Body = {}): Body => ({ nonce: 1, seed_hash: 'a', amount: 10, ...more });
const deals: Asked = ['casino/A/bet', { path, body: { amount: 10 }, answer: { status: 'open', ...card({ result: { first_card: '5' } }) } }]; // prettier-ignore
const guesses: Asked = ['casino/A/bet', { path, body: { guess: 'lower', amount: 10 }, answer: { ...card({ result: { first_card: '5', next_card: '6' } }) } }]; // prettier-ignore
const asks = (body: object, error = 'guess must be given'): Asked => ['casino/A/bet', { path, status: 400, body: { ...body }, answer: { code: 'BAD_REQUEST', error } }]; // prettier-ignore

const guessed: readonly (readonly Asked[])[] = [
  [deals, guesses],
  [deals, ['casino/A/bet', { path, status: 500 }], guesses],
  [guesses, guesses],
  [deals, deals],
  [asks({ amount: 10 }), asks({ amount: 10, game: 'hilo' })],
  [asks({ amount: 0.01 }), asks({ amount: 10_000 }), asks({ amount: 0.0099 }), asks({ amount: 10_001 }), asks({ amount: 0.0000015 }), asks({ amount: 1.000001 })],
  [asks({ amount: 10, client_seed: 'x' }), asks({ amount: 10 }, 'the guesses are wrong'), asks({ amount: 10 }, 'a guess'), asks({ amount: 10 }, 'misguess'), asks({})],
  [['casino/A/bet', { path, status: 400, answer: { code: 'BAD_REQUEST', error: 'guess' } }], ['casino/A/bet', { path: '/casino/games/dice', status: 400, body: { amount: 10 }, answer: { code: 'BAD_REQUEST', error: 'guess' } }]],
  [['casino/A/batch', { body: { bets: [{ game: 'hilo', amount: 10 }, { game: 'hilo', guess: 'lower' }, { game: 'dice', amount: 1 }, { game: 'hilo', amount: 1 }] }, answer: { results: [{ status: 'open', ...card({ result: { first_card: '5' } }) }, card({ result: { first_card: '6' } }), { status: 'open' }, { code: 'BAD_REQUEST', error: 'guess is needed' }] } }], ['casino/A/batch', { answer: { results: [{ status: 'open' }] } }]],
  [['casino/A/bet', { path, answer: { status: 'open', result: 'x' } }], ['casino/A/bet', { path, body: {}, answer: { status: 'open', result: { first_card: '5', next_card: '6' } } }]],
  [['casino/B/bet', { path: '/casino/api/v1/bet', body: { amount: 1 }, answer: { status: 'settled' } }]],
]; // prettier-ignore

describeKept(new URL('hands.json', import.meta.url), [
  ...readings.flatMap((policies) =>
    keptOf({ name: `blackjack under ${JSON.stringify(policies)}`, fact: blackjack, rows: hands, policies: [policies] }),
  ),
  ...keptOf({ name: 'blackjack refused', fact: blackjack, rows: refusals, policies: readings.slice(1, 5) }),
  ...keptOf({ name: 'blackjack elsewhere', fact: blackjack, rows: elsewhere, policies: readings.slice(0, 3) }),
  ...[{}, { 'casino.hiloGuess': 'informed' }, { 'casino.hiloGuess': 'informed', 'casino.openHands': '24h' }].flatMap((policies) =>
    keptOf({ name: `hilo under ${JSON.stringify(policies)}`, fact: hilo, rows: guessed, policies: [policies] }),
  ),
]); // prettier-ignore
