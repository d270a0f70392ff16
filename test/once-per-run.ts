/** What several files of a run need, such as a build: the first that asks makes it, and the others wait for it. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { assert } from '../src/core/base/assert.ts';

/** True for the one that makes the folder. */
const isFirst = (folder: string): boolean => {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
};

type Result<Made> = { readonly made: Made } | { readonly mistake: string };

async function resultOf<Made>(make: () => Made | Promise<Made>): Promise<Result<Made>> {
  try {
    return { made: await make() };
  } catch (error) {
    return { mistake: String(error) };
  }
}

/** What `make` returns, as JSON, for a folder of the run that it may fill. Throws in each file where it has thrown. */
export async function oncePerRun<Made>(
  name: string,
  make: (folder: string) => Made | Promise<Made>,
): Promise<Made> {
  const run = process.env['TEST_RUN_FOLDER'];
  assert(run !== undefined, 'a run of the tests has a folder');
  const [folder, file] = [join(run, name), join(run, `${name}.json`)];
  if (isFirst(folder)) {
    writeFileSync(`${file}.partial`, JSON.stringify(await resultOf(() => make(folder))));
    renameSync(`${file}.partial`, file);
  }
  while (!existsSync(file)) await pause(100);
  const result = JSON.parse(readFileSync(file, 'utf8')) as Result<Made>;
  if ('mistake' in result) throw new Error(result.mistake);
  return result.made;
}
