/** The replay of an audit: its progress, and which chunks of an earlier call it takes from the file of chunks. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { replayGames } from '../../../../src/host/app/audit/audit-replay.ts';
import { CallMistake } from '../../../../src/host/app/process/exit.ts';
import { replayChunk } from '../../../../src/verification/audit/replay/chunk.ts';
import { samplePlayer } from '../../../../src/verification/audit/replay/player.ts';
import { judge } from '../../../../src/verification/audit/replay/replay.ts';
import { folderWith } from '../../../folder-with.ts';

const setting = { profile: 'published', seed: 's' } as const;
const header = '{"audit":"replay","version":2,"profile":"published","seed":"s"}';
const coin = samplePlayer('coin_flip', 'published');
function chunkOf(rounds: number, at = 0) {
  const { chunk, ...tally } = replayChunk(coin, { seed: 's', chunk: at, rounds });
  return { game: 'coin_flip', chunk, rounds, ...tally };
}

/** The verdicts with the calls of `onProgress`. */
async function replayed(resume: string | undefined, games = ['coin_flip'], rounds = 20) {
  const progress: string[] = [];
  const onProgress = (done: number, total: number): void => void progress.push(`${done}/${total}`);
  const verdicts = await replayGames({ ...setting, games, rounds, workers: 1, resume, onProgress });
  return { verdicts, progress };
}

/** A file of an earlier call. */
function earlier(...lines: string[]): string {
  const file = join(folderWith(), 'chunks.ndjson');
  writeFileSync(file, [header, ...lines].join('\n'));
  return file;
}

describe('a replay', () => {
  it('plays each game and judges them together, in their order', async () => {
    const hilo = samplePlayer('hilo', 'published');
    const { verdicts, progress } = await replayed(undefined, ['hilo', 'coin_flip']);
    const played = [hilo, coin].map((player) => ({
      player,
      tallies: [replayChunk(player, { seed: 's', chunk: 0, rounds: 20 })],
    }));
    expect(verdicts).toEqual(judge(played));
    expect(progress).toEqual(['0/2', '1/2', '2/2']);
  });

  it('may be watched or not', async () => {
    const call = { ...setting, games: ['coin_flip'], rounds: 5, workers: 1, resume: undefined };
    expect((await replayGames(call)).map(({ rounds }) => rounds)).toEqual([5]);
  });

  it('has nothing to do without games', async () => {
    expect(await replayed(undefined, [])).toEqual({ verdicts: [], progress: ['0/0'] });
  });

  it('without a file writes none, and with one each chunk as it is finished', async () => {
    const file = join(folderWith(), 'chunks.ndjson');
    const { verdicts } = await replayed(undefined);
    expect(existsSync(file)).toBe(false);
    expect((await replayed(file)).verdicts).toEqual(verdicts);
    expect(readFileSync(file, 'utf8')).toBe(`${header}\n${JSON.stringify(chunkOf(20))}\n`);
  });
});

describe('the file of finished chunks', () => {
  const kept = { game: 'coin_flip', chunk: 0, rounds: 20, counts: [15, 5, 0], complaints: ['x'] };

  it('gives the chunks that it has', async () => {
    const file = earlier(JSON.stringify(kept), '');
    const { verdicts, progress } = await replayed(file);
    expect(progress).toEqual(['1/1']);
    expect(verdicts).toEqual(judge([{ player: coin, tallies: [kept] }]));
    expect(verdicts[0]?.complaints).toEqual(['x']);
    expect(readFileSync(file, 'utf8')).toBe(`${header}\n${JSON.stringify(kept)}\n`);
  });

  it('gives one of two chunks, and gets the other', async () => {
    const first = { ...kept, rounds: 10_000, counts: [5000, 5000, 0] };
    const file = earlier(JSON.stringify(first), '');
    const { verdicts, progress } = await replayed(file, ['coin_flip'], 10_003);
    expect(progress).toEqual(['1/2', '2/2']);
    expect(verdicts).toEqual(judge([{ player: coin, tallies: [first, chunkOf(3, 1)] }]));
    expect(readFileSync(file, 'utf8').split('\n')[2]).toBe(JSON.stringify(chunkOf(3, 1)));
  });

  it('may have looks', async () => {
    const file = earlier(JSON.stringify({ ...kept, looks: [[8, 2, 0]] }), '');
    const { verdicts, progress } = await replayed(file);
    expect(progress).toEqual(['1/1']);
    expect(verdicts[0]?.path.map(({ rounds }) => rounds)).toEqual([10, 20]);
  });

  it.each<[string, string]>([
    ['a line cut short', JSON.stringify(kept).slice(0, -5)],
    ['null', 'null'],
    ['no counts', JSON.stringify({ ...kept, counts: undefined })],
    ['counts by name', JSON.stringify({ ...kept, counts: {} })],
    ['too few counts', JSON.stringify({ ...kept, counts: [15, 5] })],
    ['too many counts', JSON.stringify({ ...kept, counts: [15, 5, 0, 0] })],
    ['a count below 0', JSON.stringify({ ...kept, counts: [21, -1, 0] })],
    ['a count that is not whole', JSON.stringify({ ...kept, counts: [14.5, 5.5, 0] })],
    ['counts of fewer rounds', JSON.stringify({ ...kept, counts: [15, 4, 0] })],
    ['no complaints', JSON.stringify({ ...kept, complaints: undefined })],
    ['looks that are no list', JSON.stringify({ ...kept, looks: {} })],
    ['another number of rounds', JSON.stringify({ ...kept, rounds: 21, counts: [16, 5, 0] })],
    ['another chunk', JSON.stringify({ ...kept, chunk: 1 })],
    ['another game', JSON.stringify({ ...kept, game: 'hilo' })],
  ])('is played again where it has %s', async (_what, line) => {
    const { verdicts, progress } = await replayed(earlier(line, ''));
    expect(progress[0]).toBe('0/1');
    expect(progress).toHaveLength(2);
    expect(verdicts).toEqual(judge([{ player: coin, tallies: [chunkOf(20)] }]));
  });

  it.each([
    ['seed', header.replace('"s"', '"t"')],
    ['profile', header.replace('published', 'strict')],
    ['version', header.replace('2', '1')],
    ['kind', ''],
  ])('of another %s is refused, and stays', async (_what, first) => {
    const file = join(folderWith(), 'chunks.ndjson');
    writeFileSync(file, `${first}\n`);
    await expect(replayed(file)).rejects.toThrow(
      new CallMistake(`${file}:1:1: is the file of another audit; expected ${header}`),
    );
    expect(readFileSync(file, 'utf8')).toBe(`${first}\n`);
  });
});
