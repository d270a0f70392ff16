/**
 * Every way to tamper in the table is named by its code, and no honest log is accused, in whatever shape it comes.
 * HONEST_LOGS=1000 takes so many honest ones, LOGS_SEED=text other draws. A log is made only where it is this turn's.
 */
import { rmSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { tamperings } from '../../../docs/log-tamperings.ts';
import { games } from '../../../src/platform/games/registry.ts';
import { attempts, share } from '../../campaigns.ts';
import { isCi } from '../../ci.ts';
import { auditOf, generated, hasPython, tamperingNames, type GeneratedLog } from './tampered-logs.ts';

const honestCount = Number(process.env['HONEST_LOGS'] ?? attempts('honestLogs'));
const logsSeed = process.env['LOGS_SEED'] ?? 'ci';
const tried = share('tamperings', tamperings);
const isHere = hasPython || isCi;
const { folder, logs } = isHere
  ? generated(
      logsSeed,
      honestCount,
      tried.map(({ name }) => name),
    )
  : { folder: '', logs: [] as readonly GeneratedLog[] };

afterAll(() => {
  if (folder !== '') rmSync(folder, { recursive: true });
});

/** A bet that replaces another one leaves its nonce missing. */
const alsoFound: Readonly<Record<string, readonly string[]>> = { 'nonce-reused': ['nonce-skipped'] };

describe.skipIf(!isHere)('logs of the generator in Python', () => {
  it('there are at least 80 ways to tamper, each with a log and a code', () => {
    expect(tamperings.length).toBeGreaterThanOrEqual(80);
    expect(tamperings.map(({ name }) => name).toSorted()).toEqual(tamperingNames().toSorted());
  });

  it('all 17 games are tampered with', () => {
    const text = tamperings.map(({ name }) => name.replaceAll('-', '_')).join(' ');
    const named = games.filter(({ game: { id } }) =>
      text.includes(id.replace('_flip', '').replace('_card', '')),
    );
    expect(named.map(({ game }) => game.id)).toEqual(games.map(({ game }) => game.id));
  });

  it.each(tried)('$name is named: $code', async ({ name, code }) => {
    const log = logs.find(({ tampering }) => tampering === name)!;
    const { findings } = await auditOf(folder, log);
    const codes = [...new Set(findings.map((finding) => finding.code))];
    expect(codes).toContain(code);
    expect(codes.filter((other) => other !== code && alsoFound[name]?.includes(other) !== true)).toEqual([]);
    // A row is named by its line and by the number of its bet; the header is line 1.
    for (const { line, bet } of findings) if (bet !== undefined) expect(line).toBe(bet + 1);
  });

  it.each(logs.filter(({ shape }) => shape !== undefined))(
    'an honest log is not accused: $log, $shape',
    async (log) => {
      expect((await auditOf(folder, log)).findings).toEqual([]);
    },
  );
});
