/** Loads modules as they are, but for the one that a bug is planted in. */
import type { LoadHook } from 'node:module';
import { planted, type PlantedBug } from '../check/bugs/bug.ts';

interface Plan {
  readonly bug: PlantedBug;
  readonly root: string;
}

let plan: Plan | undefined;

export function initialize(data: Plan): void {
  plan = data;
}

export const load: LoadHook = async (url, context, nextLoad) => {
  const loaded = await nextLoad(url, context);
  if (plan === undefined || url !== `${plan.root}${plan.bug.file}.js`) return loaded;
  const { source } = loaded;
  const text = typeof source === 'string' ? source : Buffer.from(source as Uint8Array).toString();
  return { ...loaded, source: planted(text, plan.bug) };
};
