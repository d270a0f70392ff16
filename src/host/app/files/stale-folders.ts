/** Cleans up after killed processes: removes unfinished report folders and restores a report that was moved aside. */
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../process/process-alive.ts';

/** The name of the folder in which the process `pid` writes a report, beside its final place. */
export const unfinishedName = (pid: number): string => `.unfinished-${pid}`;

/** The name that the process `pid` gives an earlier report `name` until the new one stands in its place. */
export const replacedName = (pid: number, name: string): string => `.replaced-${pid}-${name}`;

const unfinished = /^\.unfinished-(\d+)$/;
const replaced = /^\.replaced-(\d+)-(.+)$/;

/** Cleans up after processes that have ended. Folders of a running process stay. */
export function clearStale(parent: string): void {
  for (const name of readdirSync(parent)) {
    const [, pid, place] = unfinished.exec(name) ?? replaced.exec(name) ?? [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    // The process was killed between moving the old report away and moving the new one to its place.
    if (place !== undefined && !existsSync(join(parent, place)))
      renameSync(join(parent, name), join(parent, place));
    else rmSync(join(parent, name), { recursive: true, force: true });
  }
}
