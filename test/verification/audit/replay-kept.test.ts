/** Replayed rounds, their verdicts and the growth of bankrolls, as they are for fixed seeds; and deployments that break their seeds. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { gameNamed, games } from '../../../src/platform/games/registry.ts';
import { chainLength } from '../../../src/core/fairness/seed-pair.ts';
import type * as seedPairs from '../../../src/core/fairness/seed-pair.ts';
import { exactRows } from '../../../src/verification/audit/exact-rows.ts';
import { kellyAudit } from '../../../src/verification/audit/kelly/kelly-audit.ts';
import { mapGame } from '../../../src/verification/audit/mapping/mapping.ts';
import { provePayouts } from '../../../src/verification/audit/mapping/prove.ts';
import { cardsFor, drawsFor, ScriptedPick } from '../../../src/verification/audit/mapping/scripted-pick.ts';
import { replayChunk } from '../../../src/verification/audit/replay/chunk.ts';
import { replayedBetOf, samplePlayer } from '../../../src/verification/audit/replay/player.ts';
import { judge, replayTasks } from '../../../src/verification/audit/replay/replay.ts';
import { singleGame } from '../../platform/games/chances.ts';
import { describeKept, type KeptSubject } from '../../kept-digests.ts';

/** What a deployment does with its seeds otherwise; nothing unless a test says so. */
const broken = vi.hoisted(() => ({
  take: (pair: object): object => pair,
  rotated: (rotation: object): object => rotation,
  named: (pair: object): object => pair,
  status: undefined as string | undefined,
}));

vi.mock('../../../src/core/fairness/seed-pair.ts', async (original) => {
  const real = await original<typeof seedPairs>();
  return {
    ...real,
    takeRound: (pair: seedPairs.SeedPair) => broken.take(real.takeRound(pair)),
    rotate: (...words: Parameters<typeof real.rotate>) => broken.rotated(real.rotate(...words)),
    withClientSeed: (...words: Parameters<typeof real.withClientSeed>) => broken.named(real.withClientSeed(...words)),
    verify: (...words: Parameters<typeof real.verify>) => (broken.status === undefined ? real.verify(...words) : { status: broken.status }),
  };
}); // prettier-ignore

const same = (value: object): object => value;
beforeEach(() => void Object.assign(broken, { take: same, rotated: same, named: same, status: undefined }));

const cheap = ['coin_flip', 'dice', 'roulette', 'wheel', 'hilo', 'slots', 'custom', 'plinko'];

function* replayOf(game: string): Iterable<unknown> {
  const player = samplePlayer(game, 'published');
  yield [player.bet, player.outcomes.map(({ payout, probability }) => [String(payout), String(probability)]), replayedBetOf(game)];
  const tallies = [0, 1].map((chunk) => replayChunk(player, { seed: 'kept', chunk, rounds: 1_200 }));
  yield tallies;
  yield judge([{ player, tallies }]);
  const loaded = tallies.map((tally) => ({ ...tally, counts: tally.counts.with(0, tally.counts[0]! + 300), complaints: ['x', 'y'] }));
  yield judge([{ player, tallies }, { player, tallies: loaded }], { alpha: 0.05, tolerance: 0.1 });
} // prettier-ignore

const rowsOf = (game: string) => exactRows(gameNamed(game)!, 'published');

describe('of the shipped games', () => {
  describeKept(new URL('replay-kept.json', import.meta.url), [
    ...cheap.map((game): KeptSubject => ({ name: `the replay of ${game}`, made: () => replayOf(game) })),
    ...['coin_flip', 'hilo', 'wheel', 'keno'].map((game): KeptSubject => ({ name: `the growth on ${game}`, made: () => [kellyAudit(rowsOf(game).slice(0, 3), 'kept')] })),
    { name: 'the tasks', made: () => [replayTasks(['a', 'b'], 25_000), replayTasks(['a'], 10_000), replayTasks(['a'], 10_001)] },
    ...['coin_flip', 'wheel', 'slots', 'hilo', 'mines', 'keno', 'simple_dice'].map((game): KeptSubject => ({ name: `the proof of ${game}`, made: () => [provePayouts(gameNamed(game)!, 'consistent')] })),
    { name: 'the games without a proof', made: () => [provePayouts(gameNamed('blackjack')!, 'published'), games.map(({ game }) => replayedBetOf(game.id))] },
  ]);
}); // prettier-ignore

it('chunks are judged in their order, however they come in', () => {
  const player = samplePlayer('wheel', 'published');
  const tallies = [0, 1, 2].map((chunk) =>
    replayChunk(player, { seed: 'kept', chunk, rounds: 300 * (chunk + 1) }),
  );
  expect(judge([{ player, tallies: tallies.toReversed() }])).toEqual(judge([{ player, tallies }]));
});

describe('a deployment that', () => {
  const complaintsAfter = (rounds = 3, chunk = 1): readonly string[] =>
    replayChunk(samplePlayer('coin_flip', 'published'), { seed: 's', chunk, rounds }).complaints;

  it('keeps its seeds is not complained of, at either end of a chain of them', () => {
    expect([complaintsAfter(), complaintsAfter(0), complaintsAfter(3, 0)]).toEqual([[], [], []]);
    expect([complaintsAfter(3, chainLength - 1), complaintsAfter(3, chainLength)]).toEqual([[], []]);
  });

  it('comes to another outcome in the last round is complained of', () => {
    const coin = samplePlayer('coin_flip', 'published');
    let rounds = 0;
    // The fourth call recomputes the third round.
    const play: typeof coin.play = (pick) => ((rounds += 1) > 3 ? 1 - coin.play(pick) : coin.play(pick));
    expect(replayChunk({ ...coin, play }, { seed: 's', chunk: 1, rounds: 3 }).complaints).toEqual(['the last round cannot be recomputed']);
  }); // prettier-ignore

  it.each<[string, Partial<typeof broken>, readonly string[]]>([
    ['changes the seed after the client seed', { named: (pair) => ({ ...pair, commitment: 'other' }) }, ['the server seed changed after the client seed', 'the revealed seed is not the one committed to', 'the last round cannot be recomputed']],
    ['plays another client seed', { take: (taken) => ({ ...taken, seeds: { ...(taken as { seeds: object }).seeds, clientSeed: 'other' } }) }, ['the client seed is not the one that was sent']],
    ['reveals another seed', { rotated: (rotation) => ({ ...rotation, revealed: { ...(rotation as { revealed: object }).revealed, serverSeed: 'other' } }) }, ['the revealed seed is not the one committed to', 'the next commitment is not in the chain of the last', 'the last round cannot be recomputed']],
    ['claims other rounds', { rotated: (rotation) => ({ ...rotation, revealed: { ...(rotation as { revealed: object }).revealed, rounds: 7 } }) }, ['7 rounds are claimed']],
    ['leaves its chain', { rotated: (rotation) => ({ ...rotation, pair: { ...(rotation as { pair: object }).pair, commitment: 'other' } }) }, ['the next commitment is not in the chain of the last']],
    ['cannot be recomputed', { status: 'different' }, ['the last round cannot be recomputed']],
  ])('%s is complained of', (_, how, complaints) => {
    Object.assign(broken, how);
    expect(complaintsAfter()).toEqual(complaints);
  }); // prettier-ignore

  it('skips a nonce is complained of with both, and a period without rounds has none to recompute', () => {
    let taken = 0;
    broken.take = (round) => {
      const { seeds } = round as { seeds: { nonce: number } };
      taken += 1;
      return taken < 3 ? round : { ...round, seeds: { ...seeds, nonce: seeds.nonce + 2 } };
    };
    expect(complaintsAfter()).toEqual(['nonce 4 after 1', '3 rounds are claimed']);
    broken.status = 'different';
    expect(complaintsAfter(0)).toEqual([]);
  });
});

describe('a scripted pick', () => {
  it('gives its numbers, counts the ways, and refuses numbers out of range, draws too many and too few', () => {
    const script = new ScriptedPick([1, 4]);
    expect([script.pick(2), script.pick(5), script.total]).toEqual([1, 4, 10n]);
    expect(() => script.pick(3)).toThrow('the play drew pick(3) where the script has undefined');
    expect(() => new ScriptedPick([3]).pick(3)).toThrow('the play drew pick(3) where the script has 3');
    expect(() => { new ScriptedPick([3]).end(); }).toThrow('the play drew as often as its script');
    expect(() => { script.end(); }).not.toThrow();
  }); // prettier-ignore

  it('draws numbers without replacement and cards of a shoe', () => {
    expect(drawsFor([5, 2, 9, 0])).toEqual([5, 2, 7, 0]);
    expect(cardsFor([0, 0, 12, 1], 1)).toEqual([0, 0, 46, 2]);
    expect(cardsFor([1], 8)).toEqual([32]);
  });
});

describe('a proof that fails', () => {
  it('names the first payout that differs, of each bet', () => {
    const roulette = singleGame('roulette');
    const play: typeof roulette.play = (bet, pick, rules) => {
      const round = roulette.play(bet, pick, rules);
      // The enumeration asks for classes, and the proof for numbers.
      const isProof = !('ofClasses' in pick);
      return isProof && round.detail['result'] === 3
        ? { ...round, payout: { numerator: 7, denominator: 1 } }
        : round;
    };
    const loose = { ...roulette, play };
    expect(mapGame(loose, roulette.rules.published, [{ type: 'red' }, { type: 'black' }])).toEqual({
      game: 'roulette',
      outcomes: 74,
      differences: [
        expect.stringMatching(/^roulette \{"type":"red"\}: .* is paid in .* of all cases, enumerated /),
        expect.stringMatching(/^roulette \{"type":"black"\}: .* is paid in .* of all cases, enumerated /),
      ],
    });
    expect(mapGame(roulette, roulette.rules.published, [{ type: 'red' }]).differences).toEqual([]);
  });
});
