/** Called once before all tests of each project. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testSeed } from './seed.ts';

/** A folder for what files of one run share; the project that made it removes it. */
export function setup(): () => void {
  console.log(`random tests draw from TEST_SEED=${testSeed}`);
  if (process.env['TEST_RUN_FOLDER'] !== undefined) return () => undefined;
  const folder = mkdtempSync(join(tmpdir(), 'orrery-run-'));
  process.env['TEST_RUN_FOLDER'] = folder;
  return () => {
    rmSync(folder, { recursive: true, force: true });
    delete process.env['TEST_RUN_FOLDER'];
  };
}
