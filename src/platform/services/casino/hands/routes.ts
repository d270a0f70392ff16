/** The routes of the hands slice: moves in games of several calls, and live rounds of crash. */
import { rowsOf, type RouteTable } from '../../../../core/http/route.ts';
import { betting } from '../play/betting.ts';
import { keyed, reading } from '../route-parts.ts';
import type { HandGames } from './hand-games.ts';
import type { Hands } from './hands.ts';
import type { LiveCrash } from './live-crash.ts';
import { blackjackA, pokerDealA, pokerDrawA } from './style-a.ts';
import { crashBetShort, crashCashoutShort } from './style-short.ts';

const hand = rowsOf<HandGames>();
const crash = rowsOf<LiveCrash>();

/** The route tables of the slice: style A for hands, the short style for live crash. */
export const handRoutes: readonly RouteTable<Hands>[] = [
  {
    operations: ({ games }) => games,
    rows: [
      hand('bet', {
        ...betting,
        about: 'One move of blackjack; the first call deals',
        styles: { A: ['POST', '/api/v1/games/blackjack', blackjackA] },
      }),
      hand('deal', {
        ...reading,
        about: 'Five cards of video poker',
        refusals: betting.refusals,
        styles: { A: ['POST', '/api/v1/games/video-poker/deal', pokerDealA] },
      }),
      hand('bet', {
        ...betting,
        about: 'Draw to a hand of video poker and settle it',
        refusals: [...keyed, 'BAD_REQUEST', 'NOT_FOUND', 'CONFLICT', 'GAME_CLOSED', 'INSUFFICIENT_BALANCE'],
        styles: { A: ['POST', '/api/v1/games/video-poker/draw', pokerDrawA] },
      }),
    ],
  },
  {
    operations: (hands) => hands.crash,
    rows: [
      crash('launch', {
        ...betting,
        about: 'Start a live round of crash',
        styles: { short: ['POST', '/api/v1/games/crash/bet', crashBetShort] },
      }),
      crash('cashOut', {
        ...reading,
        about: 'Cash out of the live round where the curve is now',
        refusals: [...keyed, 'NOT_FOUND', 'CONFLICT'],
        styles: { short: ['POST', '/api/v1/games/crash/cashout', crashCashoutShort] },
      }),
    ],
  },
];
