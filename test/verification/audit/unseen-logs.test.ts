/**
 * Logs of a generator whose author did not see the audit: what can be seen of a cheat in a log is found, and no honest log
 * is accused. A quarter of the cases at each turn: a log is made only where it is tried. docs/audit-method.md has the figures of the first try.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { auditHere } from '../../../src/host/app/audit/log-file/audit-here.ts';
import { share } from '../../campaigns.ts';
import { isCi } from '../../ci.ts';
import { testSeed } from '../../seed.ts';
import { programMsMax } from '../../time-limit.ts';
import { hasPython } from './tampered-logs.ts';

interface UnseenLog {
  readonly name: string;
  readonly kind: 'cheating' | 'honest';
  readonly sentence: string;
  readonly file: string;
  readonly names?: string;
  readonly profile?: 'published' | 'consistent';
  /** False for what no log shows. */
  readonly visible?: boolean;
  /** What an audit may rightly report of an honest house. */
  readonly debatable?: string;
}

const holdout = fileURLToPath(new URL('holdout/', import.meta.url));
const isHere = hasPython || isCi;
const folder = isHere ? mkdtempSync(join(tmpdir(), 'orrery-unseen-logs-')) : '';

afterAll(() => {
  if (folder !== '') rmSync(folder, { recursive: true });
});

function logsOf(seed: number): UnseenLog[] {
  const kept = JSON.parse(readFileSync(`${holdout}logs.json`, 'utf8')) as readonly unknown[];
  const only = share('unseenLogs', [...kept.keys()]).join(',');
  const words = ['-B', `${holdout}logs.py`, '--seed', String(seed), '--out', folder, '--only', only];
  const { status, stderr } = spawnSync('python3', words, {
    encoding: 'utf8',
    timeout: programMsMax,
    killSignal: 'SIGKILL',
  });
  if (status !== 0) throw new Error(`logs.py: ${stderr}`);
  const all = JSON.parse(readFileSync(join(folder, 'logs.json'), 'utf8')) as UnseenLog[];
  return all.filter(({ debatable }) => debatable === undefined);
}

const logs = isHere ? logsOf(testSeed) : [];

async function findingsOf({ file, names, profile = 'published' }: UnseenLog): Promise<readonly string[]> {
  const { findings } = await auditHere(join(folder, file), {
    profile,
    names: names === undefined ? undefined : join(folder, names),
  });
  return findings.map(({ code }) => code);
}

const cheating = logs.filter(({ kind, visible }) => kind === 'cheating' && visible === true);
const honest = logs.filter(({ kind }) => kind === 'honest');

describe.skipIf(!isHere)('logs of a generator that knows nothing of the audit', () => {
  it('there are cheating and honest ones', () => {
    expect(cheating.length).toBeGreaterThan(8);
    expect(honest.length).toBeGreaterThan(10);
  });

  it.each(cheating)('$name is found: $sentence', async (log) => {
    expect(await findingsOf(log)).not.toEqual([]);
  });

  it.each(honest)('$name is not accused: $sentence', async (log) => {
    expect(await findingsOf(log)).toEqual([]);
  });
});
