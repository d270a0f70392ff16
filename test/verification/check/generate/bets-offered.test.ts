/** Bets on every game, batches of them, and what their history is asked for. */
import { expect, it } from 'vitest';
import {
  batchOf,
  historyOf,
  historySince,
} from '../../../../src/verification/check/generate/moves/batches.ts';
import {
  anyBet,
  bets,
  betOf,
  within,
} from '../../../../src/verification/check/generate/moves/single-bets.ts';
import { betOfB } from '../../../../src/verification/check/generate/moves/series.ts';
import { revealed } from '../../../../src/verification/check/generate/moves/lives.ts';
import { describeKept } from '../../../kept-digests.ts';
import { deserted } from './furnished.ts';
import { offeredBy } from './offered.ts';

it('those who have bet reveal their seeds, each once', () => {
  const model = deserted();
  const calls = [
    ['ann', 'GET /casino/api/v1/games/provably-fair/1'], ['ben', 'POST /api/casino-api/bet'], ['cid', 'POST /api/casino-api/bets'],
    ['dan', 'POST /casino/api/v1/bets/batch'], ['eve', 'POST /casino/api/v1/bets/batches'], ['ben', 'POST /api/casino-api/bet'],
    ['fay', 'POST /casino/api/v1/challenges/1/accept'], ['gus', 'POST /casino/api/v1/tournaments/1/play'],
    ['hal', 'POST /casino/api/v1/challenges/1/accepted'], ['ian', 'GET /casino/api/v1/gossip'],
  ] as const; // prettier-ignore
  for (const [by, call] of calls) model.add({ do: call }, by);
  expect(revealed(model)).toEqual(
    ['ann', 'ben', 'dan', 'fay', 'gus'].map((by) => ({
      do: 'POST /casino/api/v1/fairness/rotate',
      by,
      body: {},
    })),
  );
});

describeKept(new URL('bets-offered.json', import.meta.url), [
  offeredBy('every game', 12, (_, draw) => bets.map((bet) => bet(draw))),
  offeredBy('any bet', 12, (_, draw) => [anyBet(draw), betOf(draw)(draw), within(draw, 3, 5)]),
  offeredBy('style B', 12, (_, draw) => betOfB(draw)),
  offeredBy('batches', 12, (_, draw) => batchOf(draw)),
  offeredBy('histories', 24, (model, draw) => [historyOf(draw), historySince(model, draw)]),
]);
