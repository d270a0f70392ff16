import { describe, expect, it } from 'vitest';
import { replayChunk, roundsPerChunk } from '../../../src/verification/audit/replay/chunk.ts';
import { samplePlayer } from '../../../src/verification/audit/replay/player.ts';
import { judge, replayTasks } from '../../../src/verification/audit/replay/replay.ts';
import { hmacPick } from '../../../src/core/fairness/hmac.ts';
import { chainLength, serverSeedAt } from '../../../src/core/fairness/seed-pair.ts';
import { games } from '../../../src/platform/games/registry.ts';
import { bestPlayer } from './best-player.ts';

describe('a chunk of replayed rounds', () => {
  it.each(games.map(({ game }) => game.id))(
    '%s: 300 rounds through the lanes are the rounds of createHmac, and nothing is to complain of',
    (game) => {
      const player = bestPlayer(game);
      const { counts, complaints } = replayChunk(player, { seed: 's', chunk: 2, rounds: 300 });
      const source = { secret: 'audit:s', player: `audit:${game}`, defaultClientSeed: `s:${game}` };
      const serverSeed = serverSeedAt(source, 2);
      const slow = counts.map(() => 0);
      for (let nonce = 0; nonce < 300; nonce += 1) {
        slow[player.play(hmacPick({ serverSeed, clientSeed: `s:${game}:2`, nonce }))]! += 1;
      }
      expect(counts).toEqual(slow);
      expect(complaints).toEqual([]);
      // No payout that the exact outcomes do not list.
      expect(counts.at(-1)).toBe(0);
    },
  );

  it.each([0, chainLength - 1, chainLength])(
    'chunk %d is in order at the ends of the chain of seeds',
    (chunk) => {
      const player = samplePlayer('coin_flip', 'consistent');
      expect(replayChunk(player, { seed: 's', chunk, rounds: 8 }).complaints).toEqual([]);
    },
  );
});

describe('the verdicts of a replay', () => {
  it('do not depend on the order in which chunks come in', () => {
    const player = samplePlayer('wheel', 'published');
    const tallies = [0, 1, 2, 3].map((chunk) => replayChunk(player, { seed: 's', chunk, rounds: 1000 }));
    expect(judge([{ player, tallies: tallies.toReversed() }])).toEqual(judge([{ player, tallies }]));
  });

  it('a fair game is not contradicted; one whose counts were touched is', () => {
    const player = samplePlayer('coin_flip', 'consistent');
    const tallies = [0, 1, 2, 3].map((chunk) => replayChunk(player, { seed: '7', chunk }));
    expect(judge([{ player, tallies }])[0]?.verdict).toBe('undecided');
    const touched = tallies.map(({ counts: [won = 0, lost = 0, strange = 0], ...tally }) => ({
      ...tally,
      counts: [won - 400, lost + 400, strange],
    }));
    expect(judge([{ player, tallies: touched }])[0]?.verdict).toBe('contradicted');
  });

  it('tasks cover all rounds once', () => {
    const tasks = replayTasks(['a', 'b'], 2 * roundsPerChunk + 5);
    expect(tasks).toHaveLength(6);
    expect(tasks.filter(({ game }) => game === 'a').map(({ rounds }) => rounds)).toEqual([
      roundsPerChunk,
      roundsPerChunk,
      5,
    ]);
    expect(replayTasks(['a'], 0)).toEqual([]);
  });
});
