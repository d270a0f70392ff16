/** Folders for tests that read and write files. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** An empty folder that is gone after the test, or when `ends` calls what it is given, with the files given. */
export function folderWith(
  files: Readonly<Record<string, string>> = {},
  ends: (end: () => void) => void = onTestFinished,
): string {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-test-'));
  ends(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}
