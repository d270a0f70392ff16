/** When the first rounds of a replay are looked at. */
import { expect, it } from 'vitest';
import { replayChunk } from '../../../src/verification/audit/replay/chunk.ts';
import { samplePlayer } from '../../../src/verification/audit/replay/player.ts';
import { judge } from '../../../src/verification/audit/replay/replay.ts';

const player = samplePlayer('coin_flip', 'published');

it('the first chunk is looked at after a hundred rounds, and others are not', () => {
  const roundsOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);
  const { looks, counts } = replayChunk(player, { seed: 'looks', chunk: 0, rounds: 110 });
  expect([...looks!, counts].map(roundsOf)).toEqual([100, 110]);
  expect(replayChunk(player, { seed: 'looks', chunk: 1, rounds: 110 }).looks).toBeUndefined();
});

it('a verdict is shown whenever the rounds have grown by a sixth, and at the end', () => {
  const half = (rounds: number) => [rounds / 2, rounds / 2, 0];
  const tally = { chunk: 0, counts: half(900), looks: [600, 650, 700, 800].map(half), complaints: [] };
  const [verdict] = judge([{ player, tallies: [tally] }]);
  // 700 is a sixth more than 600, and 800 is less than a sixth more than 700.
  expect(verdict!.path.map(({ rounds }) => rounds)).toEqual([600, 700, 900]);
});
