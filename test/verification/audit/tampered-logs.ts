/** Logs of the generator in Python, which shares nothing with src, and what the audit says of them. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { auditHere } from '../../../src/host/app/audit/log-file/audit-here.ts';
import type { LogAudit } from '../../../src/verification/audit/log/audit-log.ts';
import { programMsMax } from '../../time-limit.ts';

const script = fileURLToPath(new URL('python/generate.py', import.meta.url));

/** True where Python is there; in CI it has to be. */
export const hasPython = spawnSync('python3', ['--version']).status === 0;

export interface GeneratedLog {
  readonly log: string;
  readonly names: string | null;
  readonly shape?: string;
  readonly tampering?: string;
}

/** Writes so many honest logs, and the tamperings that are named; all of them where none is. */
export function generated(
  seed: string,
  honest: number,
  names: readonly string[] = [],
): { folder: string; logs: GeneratedLog[] } {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-logs-'));
  const words = [script, folder, seed, String(honest), ...names];
  const { status, stderr } = spawnSync('python3', words, {
    encoding: 'utf8',
    timeout: programMsMax,
    killSignal: 'SIGKILL',
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
  });
  if (status !== 0) throw new Error(`generate.py: ${stderr}`);
  return { folder, logs: JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as GeneratedLog[] };
}

export const auditOf = async (folder: string, { log, names }: GeneratedLog): Promise<LogAudit> =>
  auditHere(join(folder, log), {
    profile: 'published',
    names: names === null ? undefined : join(folder, names),
  });

/** The names that the generator knows. */
export function tamperingNames(): string[] {
  const code = 'import json, tamper; print(json.dumps(list(tamper.TAMPERINGS)))';
  const { stdout } = spawnSync('python3', ['-B', '-c', code], {
    cwd: fileURLToPath(new URL('python', import.meta.url)),
    encoding: 'utf8',
  });
  return JSON.parse(stdout) as string[];
}
