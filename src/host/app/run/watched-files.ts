/** The files that a run of a scenario depends on, and when one of them changes. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { loadScenario } from '../../../simulation/scenario/load.ts';
import { isOwnFile } from './behaviours.ts';
import { scenarioHost } from './scenario-host.ts';

const pollMs = 200;
const modulePattern = /\.(?:[cm]?[jt]s|json)$/;

/**
 * The scenario, the files that it extends, and every module in the folders of its behaviours, since a behaviour may
 * import any of them. A scenario with mistakes gives what could be read of it.
 */
export async function filesOfRun(scenario: string): Promise<string[]> {
  const files = new Set([scenarioHost.find?.(scenario) ?? scenario]);
  const folders = new Set<string>();
  const host = {
    ...scenarioHost,
    readText: (file: string): string => {
      files.add(file);
      return scenarioHost.readText(file);
    },
    behaviour: (path: string, fromFile: string): Promise<never> => {
      if (isOwnFile(path)) folders.add(dirname(resolve(dirname(fromFile), path)));
      // Modules are not imported here: this process would keep them.
      return Promise.reject(new Error('not needed'));
    },
  };
  await loadScenario(scenario, host).catch(() => undefined);
  for (const folder of folders)
    if (existsSync(folder))
      for (const name of readdirSync(folder))
        if (modulePattern.test(name)) files.add(relative('.', join(folder, name)));
  return [...files];
}

/** Times and sizes of files; a file that is not there has none. */
export type FileStates = ReadonlyMap<string, string>;

/** The present state of each file. */
export const statesOf = (files: readonly string[]): FileStates =>
  new Map(
    files.map((file) => {
      const stat = statSync(file, { throwIfNoEntry: false });
      return [file, stat === undefined ? '' : `${stat.mtimeMs} ${stat.size} ${stat.ino}`];
    }),
  );

/**
 * The first file that differs from its state in `before`; undefined once `signal` is aborted. It asks for times and sizes,
 * which works for every editor and on network drives.
 */
export async function nextChange(before: FileStates, signal: AbortSignal): Promise<string | undefined> {
  while (!signal.aborted) {
    const now = statesOf([...before.keys()]);
    const changed = [...before.keys()].find((file) => now.get(file) !== before.get(file));
    if (changed !== undefined) return changed;
    await pause(pollMs, undefined, { signal }).catch(() => undefined);
  }
  return undefined;
}
