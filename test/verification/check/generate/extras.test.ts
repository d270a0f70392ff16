/** Series beside the subject of a scenario: what each is about, the pauses that they have, and when their calls come. */
import { describe, expect, it } from 'vitest';
import {
  addOne,
  addReveals,
  addSeries,
  extraSeries,
  orRarer,
  subjectOf,
} from '../../../../src/verification/check/generate/moves/extras.ts';
import { pauseOf } from '../../../../src/verification/check/generate/moves/pauses.ts';
import { describeKept } from '../../../kept-digests.ts';
import { furnished } from './furnished.ts';
import { offeredBy, OfferedDraw } from './offered.ts';

/** What a series is about, and its name; some are drawn more often. The order is part of what a seed draws. */
const rows = [
  'domains records', 'mcp tools', 'wallet signedTransfers', 'wallet signedTransfers',
  'wallet signedTransfers', 'casino paidIn', 'casino everyGame', 'casino everyGame',
  'casino leftCurves', 'casino adviceOnGames', 'casino duels', 'mcp toolTour', 'any inStyleA',
  'any inStyleA', 'casino inStyleB', 'any account', 'wallet outflows', 'casino rounds',
  'casino rounds', 'casino challenged', 'trading orders', 'limits quota', 'limits paid',
  'any anonymous', 'escrow disputed', 'casino advised', 'http wrongly', 'http spelledKeys',
  'any readEitherWay', 'any readEitherWay', 'domains retried', 'faucet faucetTour',
  'faucet faucetTour', 'escrow escrowTour', 'domains domainTour', 'wallet walletTour',
  'trading tradingTour', 'casino casinoTour', 'referral earningsTour', 'referral lossesTour',
  'limits exhausted', 'any crowd', 'casino blackjackHands', 'casino pokerHands', 'casino closedGames',
  'wallet ownWallet', 'trading closedMarkets', 'wallet chainSwaps', 'domains soldNames',
  'trading oddOrders', 'tournaments tournamentTour', 'trading positionTour', 'trading narrowLimits',
  'trading thinMargin', 'trading farLimit', 'trading longOrders', 'trading dayApart',
  'trading shortVenue', 'http keyedSoon', 'http keyedSoon', 'http keyedLate', 'http keyedOften',
  'http keyedTwice', 'http keyedReads', 'http overlapping', 'lists pages', 'lists pages',
  'casino staleHands', 'referral sentShares', 'any exactAmounts', 'casino atTheLimit',
  'wallet signedTwice', 'wallet nativeSends', 'any wholeBalance', 'trading soldAgain',
  'lists longLists', 'wallet lateDeposits', 'wallet unpaidSwaps', 'casino doubledHands',
  'casino manyBets', 'trading leftovers', 'wallet lastCoins', 'wallet signedToAgent',
  'http undoneCalls', 'referral shadowedCode', 'escrow ruledDisputes', 'domains bidsOutlived',
  'faucet keylessClaims', 'casino laterGuesses', 'challenges openChallenges',
  'tournaments openTournaments', 'casino oddBatches', 'errors keylessBurst', 'errors keylessBurst',
  'wallet secondDeposits', 'wallet exactChange', 'wallet droppedSends', 'casino uncoveredDouble',
  'rarer newcomers', 'rarer upgraded', 'rarer tenYears', 'rarer reopened', 'rarer lockedAway',
  'rarer fullZone', 'rarer allDeposits', 'rarer renewedInGrace',
]; // prettier-ignore

/** The step and the jump in milliseconds, before which call that is, and how many share an instant. */
const pauses = [
  'quota 1 172801000 1', 'paid 1 172801000 2', 'retried 1 86401000 12', 'exhausted 0 60000 -1',
  'crowd 0 0 1', 'signedTransfers 1000 10800000 -3', 'paidIn 3000 60000 -3', 'leftCurves 700 4000 5',
  'lastCoins 1000 10800000 -3', 'signedToAgent 1000 10800000 -3', 'ownWallet 1000 10800000 -3',
  'chainSwaps 1000 10800000 -3', 'lateDeposits 25000 1800000 1', 'unpaidSwaps 1000 7200000 12',
  'blackjackHands 1000 86400000 -5', 'pokerHands 1000 86400000 -5', 'tournamentTour 1000 20000 10',
  'longOrders 25200000 0 1 2', 'earningsTour 1000 86400000 -10', 'lossesTour 28800000 0 1 4',
  'narrowLimits 60000 0 1 5', 'thinMargin 60000 0 1 3', 'farLimit 60000 0 1 3', 'dayApart 1 86400000 1',
  'shortVenue 60000 0 1 2', 'keyedSoon 0 7200000 -3', 'keyedLate 0 86400000 -3',
  'keyedOften 46800000 0 1 3', 'newcomers 1 0 1', 'upgraded 1 0 1', 'tenYears 0 1 -2',
  'reopened 1 28800000 3', 'lockedAway 1 1200000 4', 'sentShares 1000 1200000 15', 'fullZone 700 0 1',
  'signedTwice 0 3600000 -2', 'ruledDisputes 1000 172800000 6', 'renewedInGrace 1000 32400000000 2',
  'keylessClaims 90000000 0 1', 'secondDeposits 1000 1776000 3', 'keylessBurst 0 60000 -2',
  'exactChange 0 3600000 -3', 'droppedSends 1000 120000 -11',
]; // prettier-ignore

describe('the series', () => {
  it('are in this order, each about one subject', () => {
    expect(extraSeries.map((make) => `${subjectOf(make) ?? 'rarer'} ${make.name}`)).toEqual(rows);
  });

  it('are chosen among those that are near', () => {
    const offered = Array.from({ length: 8 }, (_, seed) => {
      const draw = new OfferedDraw(String(seed));
      addSeries(furnished(), draw, { near: ['limits', 'errors'], endMs: 1e9 });
      return draw.offers;
    }).flat();
    const near = ['limits', 'limits', 'limits', 'errors', 'limits'].map((of) => ({ of, make: 'a function' }));
    expect(offered).toContain(JSON.stringify(near));
    const all = '[{"of":"domains","make":"a function"},{"of":"mcp","make":"a function"},';
    expect(offered.some((list) => String(list).startsWith(all))).toBe(true);
  });

  it('have these pauses where it is not a second', () => {
    const had = [...pauseOf].map(([{ name }, { stepMs, jumpMs, jumpAt, together }]) =>
      [name, stepMs, jumpMs, jumpAt, together ?? ''].join(' ').trim(),
    );
    expect(had).toEqual(pauses);
  });
});

describe('the calls of a series', () => {
  const four = () => ['a', 'b', 'c', 'd'].map((name) => ({ do: `GET /${name}` }));
  const after = (endMs: number): (string | undefined)[] => {
    const model = furnished();
    const before = model.operations.length;
    addOne(four, { model, draw: new OfferedDraw('1'), person: 'bob', endMs });
    return model.operations.slice(before).map(({ at }) => at);
  };

  it('are a second apart, and the last before the end', () => {
    expect(after(1e6)).toEqual(['61000ms', '62000ms', '63000ms', '64000ms']);
    expect(after(64_001)).toEqual(['61000ms', '62000ms', '63000ms', '64000ms']);
    expect(after(64_000)).toEqual(['61000ms', '62000ms', '63000ms', '63999ms']);
    expect(after(63_000)).toEqual(['61000ms', '62000ms', '62999ms', undefined]);
  });

  it('have one field more as often as it is asked for', () => {
    const list = () => Array.from({ length: 20 }, () => ({ do: 'GET /faucet/referrals' }));
    const queries = (morePercent?: number) => {
      const model = furnished();
      addOne(list, {
        model,
        draw: new OfferedDraw('1'),
        person: 'bob',
        endMs: 1e6,
        ...(morePercent === undefined ? {} : { morePercent }),
      });
      return model.operations.filter(({ query }) => query !== undefined).length;
    };
    expect([queries(), queries(0), queries(100)]).toEqual([
      0,
      0,
      expect.toSatisfy((count: number) => count > 5),
    ]);
  });
});

const endMs = 1e8;
describeKept(new URL('extras.json', import.meta.url), [
  offeredBy('any series', 3, (model, draw) => addSeries(model, draw, { near: [], endMs })),
  offeredBy('a rarer series', 12, (_, draw) => orRarer(draw, () => extraSeries[0]!).name),
  offeredBy('pauses', 3, (model, draw) => {
    for (const make of [...pauseOf.keys()].filter((_, index) => index % 6 === draw.integer(6)))
      addOne(make, { model, draw, person: 'bob', endMs, morePercent: 20 });
  }),
  offeredBy('reveals', 8, (model, draw) => addReveals(model, draw, model.atMs + 500)),
]);
