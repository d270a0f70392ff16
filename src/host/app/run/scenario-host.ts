/** Lends the scenario loader the file system and the behaviours. */
import { dirname, relative, resolve } from 'node:path';
import type { ScenarioHost } from '../../../simulation/scenario/layers.ts';
import { loadBehaviour } from './behaviours.ts';
import { readText } from '../files/text-file.ts';

/**
 * The `ScenarioHost` of the command line: paths are relative to the file that names them. A file that cannot be
 * read throws.
 */
export const scenarioHost: ScenarioHost = {
  readText: (file) => {
    const text = readText(file);
    if (typeof text === 'string') return text;
    throw new Error(text.unread);
  },
  resolve: (fromFile, path) => relative('.', resolve(dirname(fromFile), path)),
  behaviour: loadBehaviour,
};
