/** The fees of every chain under one congestion, by the prices that its documentation states. */
import { expect, it } from 'vitest';
import { minuteMs } from '../../../../../src/core/base/time.ts';
import { Streams, type Stream } from '../../../../../src/core/kernel/stream.ts';
import { FeeMarket } from '../../../../../src/platform/services/wallet/chains/fee-market.ts';
import type { ChainNetwork } from '../../../../../src/platform/services/wallet/chains/networks.ts';

const streams = new Streams('fees');
const gwei = 10n ** 9n;

/** A market in which every chain is equally crowded, and the thousandths of the usual that it is crowded by. */
function evenMarket(seed: string): { market: FeeMarket; level: bigint } {
  const market = new FeeMarket(() => streams.stream(seed));
  return { market, level: market.fee('monero', 'native', { atMs: 0 }) / 30_000n };
}

it.each(['one', 'two', 'three'])('fees are the price of the chain times its congestion (%s)', (seed) => {
  const { market, level } = evenMarket(seed);
  const fee = (network: ChainNetwork, kind: 'native' | 'usdc', inputs?: number) =>
    market.fee(network, kind, { atMs: 0, ...(inputs === undefined ? {} : { inputs }) });
  const gas = { ethereum: [1_000n, 100n], base: [10n, 1n], polygon: [30_000n, 25_000n], arbitrum: [100n, 0n] } as const;
  for (const network of ['ethereum', 'base', 'polygon', 'arbitrum'] as const) {
    const [price, tip] = gas[network].map((thousandths) => (thousandths * gwei) / 1_000n) as [bigint, bigint];
    const maxFeePerGas = (price * level) / 1_000n + tip;
    const limits = { native: 21_000n, usdc: 65_000n };
    for (const kind of ['native', 'usdc'] as const) {
      const gasLimit = limits[kind];
      expect(market.gas(network, kind, 0)).toEqual({ maxFeePerGas, maxPriorityFeePerGas: tip, gasLimit });
      expect(fee(network, kind)).toBe(maxFeePerGas * gasLimit);
    }
  }
  expect(fee('solana', 'native')).toBe(5_000n + (5_000n * level) / 1_000n);
  expect([fee('tron', 'native'), fee('tron', 'usdc')]).toEqual([268_000n, 27_645_000n]);
  // One input and two outputs are 141 virtual bytes, and every further input 68.
  for (const inputs of [1, 2, 7]) expect(fee('bitcoin', 'native', inputs)).toBe(((10n * level) / 1_000n) * BigInt(73 + 68 * inputs));
  expect(fee('bitcoin', 'native')).toBe(fee('bitcoin', 'native', 1));
}); // prettier-ignore

it('a price is one unit at least', () => {
  const units = [0.5 - 5e-11, 0.5];
  // Nine deviations below the median, where the price of a byte would round down to nothing.
  const least = { unit: () => units.shift() } as unknown as Stream;
  expect(new FeeMarket(() => least).fee('bitcoin', 'native', { atMs: 0 })).toBe(141n);
  expect(units).toEqual([]);
});

it('congestion is drawn once for ten minutes of a chain', () => {
  const drawn: string[] = [];
  const market = new FeeMarket((path) => {
    drawn.push(path);
    return streams.stream(path);
  });
  const fees = [0, 10 * minuteMs - 1, 10 * minuteMs].map((atMs) => market.fee('monero', 'native', { atMs }));
  expect([fees[0] === fees[1], fees[1] === fees[2], drawn.length]).toEqual([true, false, 2]);
  market.fee('bitcoin', 'native', { atMs: 0 });
  market.fee('bitcoin', 'native', { atMs: 0, inputs: 3 });
  expect([drawn.length, new Set(drawn).size]).toEqual([3, 3]);
});

it('no more than 256 draws are kept, and what is drawn a second time is the same', () => {
  let drawn = 0;
  const market = new FeeMarket((path) => {
    drawn += 1;
    return streams.stream(path);
  });
  const at = (bucket: number) => market.fee('monero', 'native', { atMs: bucket * 10 * minuteMs });
  const first = at(0);
  for (let bucket = 1; bucket < 256; bucket++) at(bucket);
  expect([at(0), drawn]).toEqual([first, 256]);
  at(256);
  expect([at(0), drawn]).toEqual([first, 258]);
});
