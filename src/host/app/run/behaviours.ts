/** Finds behaviours: shipped ones by name, a user's own by path, in TypeScript or JavaScript. */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, extname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { present } from '../../../core/base/assert.ts';
import { suggestion } from '../../../core/base/nearest.ts';
import { isBehaviour, type Behaviour } from '../../../simulation/population/define-agent.ts';

/** Compiled behaviours lie beside the compiled `src`, sources beside `src`. */
const agentsFolder = fileURLToPath(new URL('../../../../agents', import.meta.url));

/** The names of all shipped behaviours. */
export function shippedBehaviours(): string[] {
  return readdirSync(agentsFolder)
    .filter((file) => /^[a-z-]+\.[jt]s$/.test(file))
    .map((file) => file.slice(0, -extname(file).length))
    .toSorted();
}

/** Every shipped behaviour by its name. */
export async function allBehaviours(): Promise<ReadonlyMap<string, Behaviour>> {
  const names = shippedBehaviours();
  const loaded = await Promise.all(names.map((name) => loadBehaviour(name, '')));
  return new Map(names.map((name, index) => [name, present(loaded[index], 'each name was loaded')]));
}

/** True for the path of a user's own behaviour, false for the name of a shipped one. */
export const isOwnFile = (nameOrPath: string): boolean =>
  /^\.{0,2}\//.test(nameOrPath) || isAbsolute(nameOrPath);

/**
 * Loads a behaviour; throws an `Error` whose message says what was expected, and a `FileMistake` with the place for a file
 * of the user's that has a mistake.
 */
export async function loadBehaviour(nameOrPath: string, fromFile: string): Promise<Behaviour> {
  if (isOwnFile(nameOrPath)) return loadFile(nameOrPath, fromFile);
  const names = shippedBehaviours();
  if (!names.includes(nameOrPath)) {
    const near = suggestion(nameOrPath, names) || 'expected a shipped behaviour; ';
    const hint = `${near}the path to a behaviour file starts with ./`;
    throw new Error(`there is no agent "${nameOrPath}"; ${hint}`);
  }
  const file = join(agentsFolder, `${nameOrPath}${extname(import.meta.url)}`);
  return present(behaviourIn(await import(pathToFileURL(file).href)), `${nameOrPath} exports a behaviour`);
}

async function loadFile(path: string, fromFile: string): Promise<Behaviour> {
  const file = resolve(dirname(fromFile), path);
  if (!existsSync(file)) throw new Error(`agent file "${path}" is missing; looked for ${file}`);
  // A compiler of TypeScript, which few runs need.
  const { exportMistake, loadModule } = await import('./load-module.ts');
  const behaviour = behaviourIn(await loadModule(file));
  if (behaviour === undefined) throw exportMistake(file);
  return behaviour;
}

/** The default export; of a CommonJS module also what it exports as a whole. */
function behaviourIn(loaded: unknown): Behaviour | undefined {
  const { default: exported } = loaded as { default?: unknown };
  return [exported, loaded].find((value) => isBehaviour(value));
}
