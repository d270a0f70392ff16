/** Folders for tests that read and write files. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** An empty folder that is gone after the test. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-app-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
