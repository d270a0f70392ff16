/** Makes the folders that a call names, and says beforehand where that cannot be. */
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { CallMistake } from '../process/exit.ts';

/**
 * Makes the folder and those around it that are missing, and returns the first that it made. Node's own `recursive` never
 * returns where the system has no folder to make one in, such as below /proc.
 */
export function makeFolder(folder: string): string | undefined {
  const path = resolve(folder);
  if (isFolder(path)) return undefined;
  const above = dirname(path) === path ? undefined : makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have made it since.
    if (!isFolder(path)) throw error;
  }
  return above ?? path;
}

/** Throws `CallMistake` for a value of `--out` that is a file, or lies below one: before anything is done for it. */
export function assertFolder(folder: string): void {
  let path = folder;
  while (!existsSync(path) && dirname(path) !== path) path = dirname(path);
  if (isFolder(path)) return;
  const what = path === folder ? 'this' : path;
  throw new CallMistake(`--out ${folder}: ${what} is a file; expected a folder`);
}

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();
