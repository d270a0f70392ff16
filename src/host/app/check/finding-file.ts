/** The smallest scenario of a finding as a file that `orrery run` takes. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { yamlOf, type ScenarioSource } from '../../../verification/check/source.ts';
import { makeFolder } from '../files/folders.ts';

const folder = join('reports', 'findings');

/** Writes the file below `reports/findings`, named after the scenario and the run, and gives back its path. */
export function findingFile(source: ScenarioSource, { seed, path }: { seed: number; path: string }): string {
  makeFolder(folder);
  const [run = '0'] = path.split(':');
  const file = join(folder, `${source.name}-${seed}-${run}.yaml`);
  writeFileSync(file, yamlOf(source));
  return file;
}
