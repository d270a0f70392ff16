/** Finds behaviours: shipped ones by name, a user's own by path, in TypeScript or JavaScript. */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, extname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createJiti } from 'jiti';
import { nearest } from '../../../core/base/nearest.ts';
import { isBehaviour, type Behaviour } from '../../../simulation/population/define-agent.ts';

/** Compiled behaviours lie beside the compiled `src`, sources beside `src`. */
const agentsFolder = fileURLToPath(new URL('../../../../agents', import.meta.url));
const ownEntry = fileURLToPath(new URL(`../../../index${extname(import.meta.url)}`, import.meta.url));

/** The names of all shipped behaviours. */
export function shippedBehaviours(): string[] {
  return readdirSync(agentsFolder)
    .filter((file) => /^[a-z-]+\.[jt]s$/.test(file))
    .map((file) => file.slice(0, -extname(file).length))
    .toSorted();
}

/** True for the path of a user's own behaviour, false for the name of a shipped one. */
export const isOwnFile = (nameOrPath: string): boolean =>
  /^\.{0,2}\//.test(nameOrPath) || isAbsolute(nameOrPath);

/** Loads a behaviour; throws an `Error` whose message says what was expected. */
export async function loadBehaviour(nameOrPath: string, fromFile: string): Promise<Behaviour> {
  if (isOwnFile(nameOrPath)) return loadFile(nameOrPath, fromFile);
  const names = shippedBehaviours();
  if (!names.includes(nameOrPath)) {
    const hint = `did you mean "${nearest(nameOrPath, names)}"? the path to a behaviour file starts with ./`;
    throw new Error(`there is no agent "${nameOrPath}"; ${hint}`);
  }
  const file = join(agentsFolder, `${nameOrPath}${extname(import.meta.url)}`);
  return behaviourIn(await import(pathToFileURL(file).href), nameOrPath);
}

async function loadFile(path: string, fromFile: string): Promise<Behaviour> {
  const file = resolve(dirname(fromFile), path);
  if (!existsSync(file)) throw new Error(`agent file "${path}" is missing; looked for ${file}`);
  let loaded: unknown;
  try {
    // jiti compiles TypeScript on any Node that we run on; plain JavaScript goes the same way.
    const jiti = createJiti(import.meta.url, { alias: { orrery: ownEntry }, interopDefault: false });
    loaded = await jiti.import(file);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message.split('\n')[0] : String(cause);
    throw new Error(`agent file "${path}" does not load: ${message}`, { cause });
  }
  return behaviourIn(loaded, path);
}

function behaviourIn(loaded: unknown, source: string): Behaviour {
  const { default: behaviour } = loaded as { default?: unknown };
  if (isBehaviour(behaviour)) return behaviour;
  throw new Error(`agent "${source}" has no behaviour; expected "export default defineAgent({...})"`);
}
