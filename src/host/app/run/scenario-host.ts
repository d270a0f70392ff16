/** Lends the scenario loader the file system and the behaviours. */
import { dirname, relative, resolve } from 'node:path';
import { meant } from '../../../core/base/nearest.ts';
import type { ScenarioHost } from '../../../simulation/scenario/layers.ts';
import { loadBehaviour } from './behaviours.ts';
import { isFolder, readText } from '../files/text-file.ts';
import { isShippedName, shippedScenario, shippedScenarios } from './shipped-scenarios.ts';

/**
 * The `ScenarioHost` of the command line: paths are relative to the file that names them. A file that cannot be
 * read throws.
 */
export const scenarioHost: ScenarioHost = {
  readText: (file) => {
    const text = readText(file);
    if (typeof text === 'string') return text;
    // Who names a folder does not mean a shipped scenario.
    if (!isShippedName(file) || text.unread === isFolder) throw new Error(text.unread);
    const near = meant(file, shippedScenarios());
    const hint = near === undefined ? '' : ` (nearest: "${near}")`;
    throw new Error(`${text.unread}, and no shipped scenario has that name${hint}`);
  },
  find: (nameOrFile) => shippedScenario(nameOrFile) ?? nameOrFile,
  resolve: (fromFile, path) => relative('.', resolve(dirname(fromFile), path)),
  behaviour: loadBehaviour,
};
