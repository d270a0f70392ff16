/** When a transaction on a chain is confirmed: the block that carries it is the first confirmation (gaps W16, C26). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Journal } from '../../../src/core/base/journal.ts';
import { Streams } from '../../../src/core/kernel/stream.ts';
import {
  blockMs as casinoBlockMs,
  confirmedAtMs,
  type UsdcChain,
} from '../../../src/platform/services/casino/cashier/chains.ts';
import type { Platform, ServiceClock } from '../../../src/platform/services/ports.ts';
import { BlockClock } from '../../../src/platform/services/wallet/chains/block-clock.ts';
import type { Draft } from '../../../src/platform/services/wallet/chains/chain-transaction.ts';
import { Mempool } from '../../../src/platform/services/wallet/chains/mempool.ts';
import { networkNames, networks } from '../../../src/platform/services/wallet/chains/networks.ts';

/** Blocks that go by from sending to settling, one transaction after the other. */
function blocksTaken(
  network: (typeof networkNames)[number],
  seed: string,
  confirmed: 'depth' | 'inclusion',
): number[] {
  const streams = new Streams(seed);
  const stream = (path: string) => streams.stream(path);
  const blocks = new BlockClock(network, stream);
  const settled: number[] = [];
  let nowMs = 1_772_345_700_123;
  const clock = {
    get nowMs() {
      return nowMs;
    },
    schedule: (atMs: number) => settled.push(atMs),
  };
  const policies = { 'wallet.failures': 'none', 'wallet.confirmed': confirmed };
  const platform = { journal: new Journal(), policies, stream, emit: () => undefined };
  const mempool = new Mempool({
    platform: platform as unknown as Platform,
    clock: clock as unknown as ServiceClock,
  });
  return Array.from({ length: 40 }, (_, index) => {
    nowMs += 7_919 * (index + 1);
    const draft = { hash: `0x${index}`, network, from: 'a', to: 'b', sender: undefined, receiver: undefined };
    mempool.broadcast(draft as unknown as Draft, {
      holds: [],
      confirm: () => undefined,
      fail: () => undefined,
    });
    const atMs = settled.at(-1) ?? 0;
    let count = 1;
    while (blocks.blockAfter(nowMs, count) < atMs) count += 1;
    expect(blocks.blockAfter(nowMs, count)).toBe(atMs);
    return count;
  });
}

/** A transaction misses four blocks at most. */
const missedMax = 4;

describe('a transfer on a chain', () => {
  it.each(networkNames)(
    'of %s has as many confirmations as its network needs when it settles, and few more at most',
    (network) => {
      const { confirmations } = networks[network];
      fc.assert(
        fc.property(fc.string({ minLength: 1, maxLength: 8 }), (seed) => {
          const taken = blocksTaken(network, seed, 'depth');
          expect(Math.min(...taken)).toBe(confirmations);
          expect(Math.max(...taken)).toBeLessThanOrEqual(confirmations + missedMax);
          expect(taken.filter((count) => count === confirmations).length).toBeGreaterThan(taken.length / 4);
        }),
        { numRuns: 5 },
      );
    },
  );

  it('settles with the block that carries it where one block is enough', () => {
    for (const network of networkNames) {
      const taken = blocksTaken(network, 'one', 'inclusion');
      expect([Math.min(...taken), Math.max(...taken) <= 1 + missedMax]).toEqual([1, true]);
    }
  });
});

describe('a deposit at the casino', () => {
  const chains = Object.keys(casinoBlockMs) as UsdcChain[];

  it('is confirmed at the end of the second block after it was sent, on every chain', () => {
    fc.assert(
      fc.property(fc.constantFrom(...chains), fc.integer({ min: 0, max: 2 ** 45 }), (chain, sentAtMs) => {
        const width = casinoBlockMs[chain];
        const atMs = confirmedAtMs(chain, sentAtMs);
        expect(atMs % width).toBe(0);
        expect(atMs - sentAtMs).toBeGreaterThan(width);
        expect(atMs - sentAtMs).toBeLessThanOrEqual(2 * width);
      }),
    );
  });
});
