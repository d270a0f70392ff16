/** Mutants of trading and of the chains. */
import { kind, type NoticedMutant } from '../noticed-mutant.ts';

export const servicesNoticed: readonly NoticedMutant[] = [
  ...kind(
    'every exhausted position is liquidated',
    ['platform/services/perp-desk.test.ts', 'platform/services/trading-arithmetic.test.ts'],
    [
      [
        'positions-skipped-while-in-the-range',
        'mayBeLiquidated',
        'mark <= lowest || mark >= highest',
        'mark <= lowest && mark >= highest',
      ],
      [
        'every-second-position-skipped',
        'PerpDesk.liquidate',
        'isExhausted(position, mark, buffer)',
        'this.openIn(market).indexOf(position) % 2 === 0 && isExhausted(position, mark, buffer)',
      ],
      [
        'shorts-out-of-the-range',
        'soundRangeOf',
        '((costMicros + marginMicros - spareMicros) / 1.01) * ticksPerWorth',
        'Infinity',
      ],
      ['positions-not-looked-at-after-a-move', 'DoubtfulPositions.at', '!isNear', 'isNear'],
    ],
  ),
  ...kind(
    'a limit order at the price of the market',
    ['platform/services/limit-orders.test.ts'],
    [
      ['buy-at-the-market-rests', 'Trading.#sized', 'context.taking <= limit', 'context.taking < limit'],
      ['sale-at-the-market-rests', 'Trading.#sized', 'context.taking >= limit', 'context.taking > limit'],
      [
        'resting-buy-not-filled-at-its-price',
        'Trading.#isReached',
        '(byQuote ? this.#feed.ask(mark) : mark) <= limit',
        '(byQuote ? this.#feed.ask(mark) : mark) < limit',
      ],
      [
        'resting-sale-not-filled-at-its-price',
        'Trading.#isReached',
        '(byQuote ? this.#feed.bid(mark) : mark) >= limit',
        '(byQuote ? this.#feed.bid(mark) : mark) > limit',
      ],
    ],
  ),
  ...kind(
    'funding by the hour',
    ['platform/services/market-data.test.ts', 'platform/services/perp-desk.test.ts'],
    [
      [
        'hourly-funding-rounded-down',
        'MarketData.fundingRate',
        'Math.trunc(rate / 8)',
        'Math.floor(rate / 8)',
      ],
      [
        'hourly-funding-never-negative',
        'MarketData.fundingRate',
        'Math.trunc(rate / 8)',
        'Math.max(0, Math.trunc(rate / 8))',
      ],
      ['negative-funding-paid-by-longs', 'PerpDesk.settleFunding', "at.rate > 0 ? 'buy' : 'sell'", "'buy'"],
    ],
  ),
  ...kind(
    'when a transaction is confirmed',
    ['platform/services/confirmations.test.ts'],
    [
      ['one-block-more-to-confirm', 'Mempool.#fateOf', 'waited + depth - 1', 'waited + depth'],
      [
        'one-block-less-to-confirm',
        'Mempool.#fateOf',
        'waited + depth - 1',
        'Math.max(1, waited + depth - 2)',
      ],
      [
        'one-block-more-for-a-deposit',
        'confirmedAtMs',
        'Math.floor(sentAtMs / blockMs[chain]) + confirmationsNeeded',
        'Math.floor(sentAtMs / blockMs[chain]) + confirmationsNeeded + 1',
      ],
    ],
  ),
];
