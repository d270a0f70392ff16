/** The routes of games that take several calls, and of the short style. */
import { rowsOf } from '../../../../core/http/route.ts';
import { betting, keyed, reading } from '../route-parts.ts';
import { blackjackA, pokerDealA, pokerDrawA } from './style-a.ts';
import { coinflipShort, crashBetShort, crashCashoutShort, provablyFairShort } from '../play/style-short.ts';
import type { Tables } from './hand-games.ts';

const row = rowsOf<Tables>();

export const tableRows = [
  row('bet', {
    ...betting,
    about: 'One move of blackjack; the first call deals',
    styles: { A: ['POST', '/api/v1/games/blackjack', blackjackA] },
  }),
  row('deal', {
    ...reading,
    about: 'Five cards of video poker',
    refusals: betting.refusals,
    styles: { A: ['POST', '/api/v1/games/video-poker/deal', pokerDealA] },
  }),
  row('bet', {
    ...betting,
    about: 'Draw to a hand of video poker and settle it',
    refusals: [...keyed, 'BAD_REQUEST', 'NOT_FOUND', 'CONFLICT', 'GAME_CLOSED', 'INSUFFICIENT_BALANCE'],
    styles: { A: ['POST', '/api/v1/games/video-poker/draw', pokerDrawA] },
  }),
  row('bet', {
    ...betting,
    about: 'Flip a coin',
    styles: { short: ['POST', '/api/v1/games/coinflip', coinflipShort] },
  }),
  row('launch', {
    ...betting,
    about: 'Start a live round of crash',
    styles: { short: ['POST', '/api/v1/games/crash/bet', crashBetShort] },
  }),
  row('cashOut', {
    ...reading,
    about: 'Cash out of the live round where the curve is now',
    refusals: [...keyed, 'NOT_FOUND', 'CONFLICT'],
    styles: { short: ['POST', '/api/v1/games/crash/cashout', crashCashoutShort] },
  }),
  row('verifyBet', {
    ...reading,
    about: 'The proof of a bet: its seeds, and its result worked out again',
    refusals: [...keyed, 'NOT_FOUND'],
    styles: { short: ['GET', '/api/v1/games/provably-fair/:id', provablyFairShort] },
  }),
];
