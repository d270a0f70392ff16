/** Finds the scenarios of the package by name, wherever the process stands. */
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

const folder = (): string =>
  join(dirname(createRequire(import.meta.url).resolve('orrery-sim/package.json')), 'scenarios');

/** True for a word that is a name: without a folder and without an ending. */
export const isShippedName = (text: string): boolean => /^[a-z][a-z-]*$/.test(text);

/** The names of all shipped scenarios, such as `first-month`. */
export function shippedScenarios(): string[] {
  return readdirSync(folder())
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => file.slice(0, -'.yaml'.length))
    .toSorted();
}

/** The file of a shipped scenario; undefined where there is none, or a file of the user's has the same name. */
export function shippedScenario(name: string): string | undefined {
  if (!isShippedName(name) || existsSync(name)) return undefined;
  const file = join(folder(), `${name}.yaml`);
  return existsSync(file) ? relative('.', file) : undefined;
}
