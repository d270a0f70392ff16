/** Loads modules as they are, but for those that a bug is planted in. */
import type { LoadHook } from 'node:module';
import { planted, type PlantedBug } from '../../verification/check/bugs/bug.ts';

interface Plan {
  readonly bugs: readonly PlantedBug[];
  readonly root: string;
}

let plan: Plan | undefined;

export function initialize(data: Plan): void {
  plan = data;
}

export const load: LoadHook = async (url, context, nextLoad) => {
  const loaded = await nextLoad(url, context);
  const { bugs = [], root = '' } = plan ?? {};
  const own = bugs.filter(({ file }) => url === `${root}${file}.js`);
  if (own.length === 0) return loaded;
  const { source } = loaded;
  const text = typeof source === 'string' ? source : Buffer.from(source as Uint8Array).toString();
  return { ...loaded, source: own.reduce(planted, text) };
};
