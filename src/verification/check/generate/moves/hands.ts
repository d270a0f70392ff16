/** Games of several calls, to their end and past it, under the readings that change them (gap C14). */
import { dayMs, secondMs } from '../../../../core/base/time.ts';
import type { Draw } from '../draw.ts';
import { outside } from '../move.ts';
import type { ModelState, OperationDraft } from '../model-state.ts';
import type { CallSeries, SeriesCall, SeriesPause } from './series.ts';

const casino = '/casino/api/v1/games';
const account = ['/auth/balance', '/stats/me', '/auth/ledger'].map((path) => ({
  do: `GET /casino/api/v1${path}`,
}));

/** Moves of blackjack in any order; a hand that is open takes no other stake and no other client seed. */
export const blackjackHands: CallSeries = (model, draw) => {
  if (draw.chance(40)) model.policies['casino.blackjackFirstCall'] = 'deals';
  if (draw.chance(30)) model.policies['casino.openHands'] = '24h';
  const amount = draw.pick([0.01, 0.02, '0.05', 0.5, 3]);
  const move = (): OperationDraft => ({
    do: `POST ${casino}/blackjack`,
    body: {
      action: draw.pick(['hit', 'hit', 'stand', 'stand', 'double']),
      ...(draw.chance(85) ? { amount: draw.chance(92) ? amount : 0.07 } : {}),
      ...(draw.chance(8) ? { client_seed: 'another' } : {}),
    },
    makes: { kind: 'bet', field: 'bet_id' },
  });
  const rotate = { do: 'POST /casino/api/v1/fairness/rotate', body: {} };
  // Whatever is open ends by it: no hand keeps the seeds.
  const stand = { do: `POST ${casino}/blackjack`, body: { action: 'stand', amount } };
  const hits = { do: `POST ${casino}/blackjack`, body: { action: 'hit', amount } };
  const between = draw.chance(30) ? [rotate] : [];
  return [
    hits,
    hits,
    stand,
    rotate,
    ...Array.from({ length: 8 }, move),
    ...between,
    move(),
    stand,
    rotate,
    ...account,
  ];
};

/** Hands that are doubled at once, twenty in a call: so many that some of them end with as many points as the dealer has. */
export const doubledHands: CallSeries = (_, draw) => {
  const amount = draw.pick([0.01, 0.02]);
  const bets = Array.from({ length: 20 }, () => ({ game: 'blackjack', amount, action: 'double' }));
  const batch = { do: 'POST /casino/api/v1/bets/batch', body: { bets } };
  return [batch, batch, ...account];
};

const spendRest: SeriesCall = (now) => ({
  do: 'POST /casino/api/v1/auth/withdraw',
  body: { address: outside, amount: now.latest('left')?.reference ?? '1' },
});

/** A hand that has no money left for the second stake of a double. */
export const uncoveredDouble: CallSeries = (model, draw, person) => {
  model.policies['casino.blackjackFirstCall'] = 'deals';
  const move = (action: string): OperationDraft => ({
    do: `POST ${casino}/blackjack`,
    body: { action, amount: draw.pick([0.05, '0.5', 2]) },
    makes: { kind: 'bet', field: 'bet_id' },
  });
  const look: OperationDraft = {
    do: 'GET /api/wallet-api/balance',
    by: person,
    makes: { kind: 'left', field: 'usdc' },
  };
  const [first, double] = [move('hit'), move('double')];
  const again = { ...double, body: first.body === undefined ? {} : { ...first.body, action: 'double' } };
  return [first, look, spendRest, again, ...account, draw.pick([double, again]), move('stand'), ...account];
};

/** A hand that is left alone for a day ends by itself under one reading (gaps C11, C14). */
export const handLeft: SeriesPause = { stepMs: secondMs, jumpMs: dayMs, jumpAt: -5 };

/** Some of the cards that were dealt. */
const ownCards = (nonce: string, draw: Draw): readonly string[] =>
  [0, 1, 2, 3, 4].filter(() => draw.chance(50)).map((at) => nonce.replace('/nonce', `/cards/${at}`));

/** Some of the dealt cards, or cards that are none of them. */
function holds(nonce: string, draw: Draw): readonly string[] {
  const own = ownCards(nonce, draw);
  return draw.chance(90) ? own : draw.pick([['AS', 'AS'], ['1X'], ['2C', '3C', '4C', '5C', '6C', '7C'], [...own, 'QH']]);
} // prettier-ignore

/** Deals and draws of video poker: the deal is free or takes the stake, and the draw names the latest hand, an earlier one, or none. */
export const pokerHands: CallSeries = (model, draw) => {
  if (draw.chance(50)) model.policies['casino.videoPokerDeal'] = 'staked';
  if (draw.chance(30)) model.policies['casino.openHands'] = '24h';
  const stake = (): object => (draw.chance(85) ? { amount: draw.pick([0.01, 0.01, 0.02, 900]) } : {});
  const isNamed = draw.chance(30);
  const seed = (): object =>
    draw.chance(isNamed ? 90 : 10) ? { client_seed: isNamed ? 'lucky' : draw.pick(['lucky', 'other']) } : {};
  const deal = (): OperationDraft => ({
    do: `POST ${casino}/video-poker/deal`,
    body: { ...stake(), ...seed() },
    makes: { kind: 'hand', field: 'nonce' },
  });
  const drawTo = (now: ModelState): OperationDraft => {
    const latest = now.latest('hand')?.reference ?? '0';
    const nonce = draw.chance(85) ? latest : draw.pick<string | number>([now.first('hand')?.reference ?? 0, 0, 999]);
    const cards = holds(latest, draw);
    return {
      do: `POST ${casino}/video-poker/draw`,
      body: { nonce, holds: cards, ...stake(), ...seed() },
      makes: { kind: 'bet', field: 'bet_id' },
    };
  };
  const others = Array.from({ length: 5 }, (): SeriesCall => (draw.chance(50) ? deal() : drawTo));
  const rounds = Array.from({ length: 4 }, (): readonly SeriesCall[] => [deal(), drawTo]);
  return [...rounds.flat(), ...others, ...account];
}; // prettier-ignore

/** A hand that is over: another was dealt since, it was drawn to, or its seed was given up; the draw holds cards of the hand that it names. */
export const staleHands: CallSeries = (model, draw) => {
  if (draw.chance(20)) model.policies['casino.videoPokerDeal'] = 'staked';
  const kind = `hand-${model.operations.length}`;
  const deal: OperationDraft = {
    do: `POST ${casino}/video-poker/deal`,
    body: { amount: 0.01 },
    makes: { kind, field: 'nonce' },
  };
  const drawTo = (which: 'first' | 'latest'): SeriesCall => (now) => {
    const nonce = now[which](kind)?.reference ?? '0';
    return { do: `POST ${casino}/video-poker/draw`, body: { nonce, holds: draw.chance(60) ? ownCards(nonce, draw) : [], amount: 0.01 }, makes: { kind: 'bet', field: 'bet_id' } };
  };
  const rotate: OperationDraft = { do: 'POST /casino/api/v1/fairness/rotate', body: {} };
  const between = draw.pick<readonly SeriesCall[]>([[deal], [rotate], [drawTo('first')], [rotate, deal], [deal, drawTo('latest')], [deal, rotate]]);
  return [deal, ...between, drawTo('first'), drawTo('latest'), drawTo('first'), deal, drawTo('latest'), ...account];
}; // prettier-ignore
