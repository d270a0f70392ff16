/** Audits of the shipped games and of logs: as functions, in threads, and where a signal ends them. */
import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FileMistake } from '../../../../src/core/base/file-mistake.ts';
import { auditBets } from '../../../../src/host/app/audit/audit-bets.ts';
import { auditGames } from '../../../../src/host/app/audit/audit-games.ts';
import { allFindings } from '../../../../src/host/app/audit/audit-json.ts';
import { replayGames } from '../../../../src/host/app/audit/audit-replay.ts';
import { audit } from '../../../../src/host/app/audit/audit.ts';
import { Interrupted } from '../../../../src/host/app/process/exit.ts';
import { auditExactly, betLine } from '../../../../src/verification/audit/exact-audit.ts';
import { auditedGames } from '../../../../src/verification/audit/exact-rows.ts';
import { provePayouts } from '../../../../src/verification/audit/mapping/prove.ts';
import { folderWith } from '../../../folder-with.ts';
import { signalled } from '../process/signalled.ts';

const setting = { profile: 'published', seed: 's', games: ['coin_flip'] } as const;
const coin = new Set(['coin_flip']);

describe('an audit as a function', () => {
  it('has the bets of the games that were named, and no replay without rounds', async () => {
    const exact = auditExactly('published', coin);
    expect(await audit({ games: ['coin_flip'] })).toEqual({
      profile: 'published',
      bets: exact.rows.map(betLine),
      replay: [],
      findings: allFindings({ exact, mapped: [], replay: [] }),
      ok: true,
    });
  });

  it('replays rounds of these games under its seed, 1 unless given', async () => {
    const { replay, ok } = await audit({ games: ['coin_flip'], rounds: 20, seed: 5, profile: 'consistent' });
    const call = { games: ['coin_flip'], profile: 'consistent', rounds: 20, workers: 1, resume: undefined } as const;
    expect([replay, ok]).toEqual([await replayGames({ ...call, seed: '5' }), true]);
    const first = await audit({ games: ['coin_flip'], rounds: 20 });
    expect(first.replay).toEqual(await replayGames({ ...call, profile: 'published', seed: '1' }));
  }); // prettier-ignore

  it('names the nearest game for one that there is not', async () => {
    await expect(audit({ games: ['coin_flop'] })).rejects.toThrow(
      new Error('there is no game "coin_flop"; did you mean "coin_flip"?'),
    );
  });
});

describe('the audit of the shipped games', () => {
  const call = { profile: 'published', seed: '1', games: coin, workers: 1, resume: undefined } as const;

  it('has neither replay nor proofs unless they are asked for', async () => {
    const heard: string[] = [];
    const onProgress = (done: number, total: number): void => void heard.push(`${done}/${total}`);
    const { replay, mapped, ok } = await auditGames({ ...call, rounds: 0, isProved: false, onProgress });
    expect({ replay, mapped, ok, heard }).toEqual({ replay: [], mapped: [], ok: true, heard: ['0/0'] });
  });

  it('proves the payouts of each game, and replays it', async () => {
    const whole = await auditGames({ ...call, rounds: 20, isProved: true });
    expect(whole.mapped).toEqual(
      auditedGames(coin).flatMap((entry) => provePayouts(entry, 'published') ?? []),
    );
    expect(whole.mapped.length).toBeGreaterThan(0);
    expect(whole.replay).toEqual(await replayGames({ ...call, games: ['coin_flip'], rounds: 20 }));
    expect(whole.ok).toBe(true);
  });
});

describe('a replay that a signal ends', () => {
  it.each([1, 2])('says how many chunks it has with %i threads, and where they are kept', async (workers) => {
    signalled();
    const file = join(folderWith(), 'chunks.ndjson');
    const stopped = (resume: string | undefined) => replayGames({ ...setting, rounds: 20, workers, resume });
    await expect(stopped(undefined)).rejects.toThrow(new Interrupted('with 0 of 1 chunks replayed'));
    await expect(stopped(file)).rejects.toThrow(
      new Interrupted(`with 0 of 1 chunks replayed, kept in ${file}`),
    );
    expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(2);
  });

  it('ends after the chunk that it plays', async () => {
    let done = 0;
    signalled(() => done > 0);
    const onProgress = (count: number): void => void (done = count);
    const call = { ...setting, games: ['coin_flip', 'dice'], rounds: 20, workers: 1, resume: undefined };
    await expect(replayGames({ ...call, onProgress })).rejects.toThrow(
      new Interrupted('with 1 of 2 chunks replayed'),
    );
  });
});

it('a replay in threads has the verdicts of one without', async () => {
  const heard: string[] = [];
  const call = { ...setting, rounds: 20, resume: undefined };
  const onProgress = (done: number, total: number): void => void heard.push(`${done}/${total}`);
  expect(await replayGames({ ...call, workers: 3, onProgress })).toEqual(
    await replayGames({ ...call, workers: 1 }),
  );
  expect(heard).toEqual(['0/1', '1/1']);
});

describe('the audit of a log', () => {
  const call = { profile: 'published', names: undefined } as const;

  /** A file of so many bytes, all of them zero. */
  function emptyLog(bytes: number): string {
    const file = join(folderWith(), 'bets');
    writeFileSync(file, '');
    truncateSync(file, bytes);
    return file;
  }

  const inThread = (file: string): Interrupted => new Interrupted(`with 0 bets of ${file} read`);

  it.each([0, 1, 32 * 2 ** 20])('of %i bytes needs no thread', async (bytes) => {
    signalled();
    const audited = auditBets(emptyLog(bytes), call);
    await expect(audited).rejects.not.toThrow(Interrupted);
  });

  it('of one byte more has one, which a signal ends', async () => {
    signalled();
    const file = emptyLog(32 * 2 ** 20 + 1);
    await expect(auditBets(file, call)).rejects.toThrow(inThread(file));
  });

  it('says what is wrong with the file from its thread too', async () => {
    const file = emptyLog(32 * 2 ** 20 + 1);
    const audited = auditBets(file, call);
    await expect(audited).rejects.toThrow(FileMistake);
    await expect(audited).rejects.toMatchObject({ file, line: 1, column: 1 });
  });

  it('that is missing needs no thread', async () => {
    const file = join(folderWith(), 'none');
    await expect(auditBets(file, call)).rejects.toThrow('there is no such file');
    expect(existsSync(file)).toBe(false);
  });
});
