/** Lends the scenario loader the file system and the behaviours. */
import { readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import type { ScenarioHost } from '../scenario/load.ts';
import { loadBehaviour } from './behaviours.ts';

export const scenarioHost: ScenarioHost = {
  readText: (file) => {
    try {
      return readFileSync(file, 'utf8');
    } catch (cause) {
      const { code } = cause as { code?: string };
      throw new Error(
        code === 'ENOENT' ? 'there is no such file' : `the file cannot be read (${code ?? 'unknown'})`,
        {
          cause,
        },
      );
    }
  },
  resolve: (fromFile, path) => relative('.', resolve(dirname(fromFile), path)),
  behaviour: loadBehaviour,
};
