/** Verdicts on tallies that a test makes up: what one game is judged by and what several, and at which rounds a look is kept. */
import { describe, expect, it } from 'vitest';
import type { ChunkTally } from '../../../src/verification/audit/replay/chunk.ts';
import { replayedBetOf, samplePlayer } from '../../../src/verification/audit/replay/player.ts';
import { judge } from '../../../src/verification/audit/replay/replay.ts';

const coin = samplePlayer('coin_flip', 'published');
const tally = (chunk: number, won: number, lost: number, more: Partial<ChunkTally> = {}): ChunkTally => ({
  chunk,
  counts: [won, lost, 0],
  complaints: [],
  ...more,
});

describe('a game that was loaded, and honest for long after that', () => {
  const tallies = [tally(0, 4_600, 5_400), tally(1, 5_000_000, 5_000_000)];

  it('alone is contradicted by the most evidence there ever was', () => {
    expect(judge([{ player: coin, tallies }])[0]?.verdict).toBe('contradicted');
  });

  it('among several is judged by the evidence at the end, as the others are', () => {
    const honest = { player: coin, tallies: [tally(0, 5_000, 5_000)] };
    const loaded = { player: coin, tallies: [tally(0, 4_600, 5_400)] };
    const verdicts = judge([{ player: coin, tallies }, honest, loaded]).map(({ verdict }) => verdict);
    expect(verdicts).toEqual(['consistent', 'undecided', 'contradicted']);
  });
});

describe('the looks of a path', () => {
  const roundsOf = (tallies: readonly ChunkTally[]) =>
    judge([{ player: coin, tallies }])[0]!.path.map(({ rounds }) => rounds);

  it('are kept whenever the rounds have grown by a sixth, and at the end', () => {
    const tens = Array.from({ length: 9 }, (_, chunk) => tally(chunk, 30, 30));
    // 60, 120, 180, 240, 300, 360 and 420, which is 7/6 of 360; then 7/6 of 420 are 490, and the last.
    expect(roundsOf(tens)).toEqual([60, 120, 180, 240, 300, 360, 420, 540]);
    expect(roundsOf(tens.slice(0, 8))).toEqual([60, 120, 180, 240, 300, 360, 420, 480]);
  });

  it('are those of the first chunk as well, each with the counts since the one before', () => {
    const looks = [[10, 10, 0], [20, 40, 0]]; // prettier-ignore
    const [verdict] = judge([{ player: coin, tallies: [tally(0, 50, 50, { looks })] }]);
    expect(verdict?.path.map(({ rounds, mean }) => [rounds, Number(mean.toFixed(6))])).toEqual([
      [20, 0.98],
      [60, 0.653333],
      [100, 0.98],
    ]);
  });

  it('follow the chunks in their order, in whatever order they were finished', () => {
    const chunks = [tally(0, 30, 10), tally(1, 10, 30), tally(2, 40, 0)];
    const [inOrder] = judge([{ player: coin, tallies: chunks }]);
    const [finished] = judge([{ player: coin, tallies: [chunks[2]!, chunks[0]!, chunks[1]!] }]);
    expect(finished?.path).toEqual(inOrder?.path);
  });

  it('and complaints are those of all chunks, each once', () => {
    const [verdict] = judge([
      { player: coin, tallies: [tally(0, 5, 5, { complaints: ['a', 'b'] }), tally(1, 5, 5, { complaints: ['b', 'c'] })] },
    ]); // prettier-ignore
    expect([verdict?.complaints, verdict?.rounds, verdict?.game]).toEqual([['a', 'b', 'c'], 20, 'coin_flip']);
  });
});

it('a game of several calls, or none, has no bet that is replayed', () => {
  expect(['chess', 'blackjack', 'video_poker'].map(replayedBetOf)).toEqual([undefined, undefined, undefined]);
  expect(replayedBetOf('coin_flip')).toEqual(coin.bet);
});
