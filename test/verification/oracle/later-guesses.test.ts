/** Hi-lo in two calls: what a platform may not answer where the first card is known when the guess is made. */
import { describe, expect, it } from 'vitest';
import type { Body } from '../../../src/verification/oracle/exchange.ts';
import { LaterGuesses } from '../../../src/verification/oracle/facts/later-guesses.ts';
import { brokenBy } from './broken-by.ts';
import { caseOf, exchangeOf } from './said.ts';

const path = '/casino/api/v1/games/hilo';
const dealt = { status: 'open', nonce: 3, seed_hash: 'ab', amount: 0.01, result: { first_card: '7' } };
const guessed = { ...dealt, status: undefined, result: { first_card: '7', next_card: '9', guess: 'higher' } };

/** What is said of the calls of one player, each with what was sent and what was answered. */
function saidOf(calls: readonly (readonly [sent: Body, got: Body])[], more: Body = {}): readonly string[] {
  const policies = { 'casino.hiloGuess': 'informed', 'casino.openHands': 'wait', ...more };
  const { file, said } = caseOf({ setting: { faults: [], policies } });
  const hands = new LaterGuesses(file);
  for (const [body, answer] of calls) {
    const status = answer['code'] === undefined ? 200 : 400;
    const exchange = exchangeOf('casino/A/bet', { path, method: 'POST', status, body, answer });
    if (status === 200) hands.answered(exchange, 'alice');
    else hands.refused(exchange);
  }
  return said;
}

const deal = { amount: 0.01 };
const guess = { amount: 0.01, guess: 'higher' };

describe('hi-lo whose guess may come later', () => {
  it('deals a card and then takes a guess about the next one', () => {
    expect(saidOf([[deal, dealt], [guess, guessed], [guess, { ...guessed, nonce: 4 }]])).toEqual([]);
  }); // prettier-ignore

  it('needs no guess with the deal', () => {
    const refusal = { code: 'BAD_REQUEST', error: 'guess is higher or lower' };
    const said = 'forms-admitted: a deal of hilo without a guess is answered "guess is higher or lower"; casino.hiloGuess is informed'; // prettier-ignore
    expect(saidOf([[deal, refusal]])).toEqual([said]);
    expect(saidOf([[{ amount: 'x' }, refusal]])).toEqual([]);
    expect(saidOf([[deal, refusal]], { 'casino.hiloGuess': 'blind' })).toEqual([]);
  });

  it('does not settle a deal, nor show its second card, nor leave a guess open', () => {
    expect(saidOf([[deal, guessed]])).toHaveLength(1);
    expect(saidOf([[deal, { ...dealt, result: guessed.result }]])).toHaveLength(1);
    expect(saidOf([[guess, dealt]])).toHaveLength(1);
  });

  it('takes the guess about the card that was dealt', () => {
    const others: Body[] = [
      { nonce: 4 },
      { amount: 0.02 },
      { result: { ...guessed.result, first_card: '8' } },
    ];
    for (const other of others) expect(saidOf([[deal, dealt], [guess, { ...guessed, ...other }]])).toHaveLength(1); // prettier-ignore
    expect(saidOf([[deal, dealt], [guess, { ...guessed, nonce: 4 }]], { 'casino.openHands': '24h' })).toEqual([]); // prettier-ignore
  });

  it('is noticed where a platform does not have it', async () => {
    const operations = [{ do: `POST ${path}`, by: 'alice', body: deal }];
    const informed = { 'casino.hiloGuess': 'informed' };
    expect(await brokenBy({ policies: informed, operations })).toEqual([]);
    expect(await brokenBy({ policies: {}, operations }, informed)).toHaveLength(1);
  });

  it('is held in batches as well', () => {
    const { file, said } = caseOf({ setting: { faults: [], policies: { 'casino.hiloGuess': 'informed' } } });
    const bets = [{ game: 'hilo', amount: 0.01 }, { game: 'coin_flip' }];
    const results = [
      { code: 'BAD_REQUEST', error: 'guess is missing' },
      { code: 'BAD_REQUEST', error: 'side' },
    ];
    const batch = exchangeOf('casino/A/batch', {
      path: '/casino/api/v1/bets/batch',
      body: { bets },
      answer: { results },
    });
    new LaterGuesses(file).answered(batch, 'alice');
    expect(said).toHaveLength(1);
  });
});
