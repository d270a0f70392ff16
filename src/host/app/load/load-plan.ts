/** The name of a load at a queue: a coordinator and workers with other files or options have another name. */
import { createHash } from 'node:crypto';
import { Refusal } from '../../../core/base/refusal.ts';
import { readLayers } from '../../../simulation/scenario/load.ts';
import { varied } from '../../../simulation/scenario/vary.ts';
import { textOf } from '../files/text-file.ts';
import { packageVersion } from '../process/package-version.ts';
import { hashBehaviours } from '../run/behaviour-hashes.ts';
import { scenarioHost } from '../run/scenario-host.ts';
import { loadCallOf, type LoadSettings } from './load-settings.ts';

/**
 * 16 hex digits; equal for equal scenarios, behaviours, target files, options and versions. The namespace, the number of workers and
 * what only the coordinator does are left out. Throws as `loadCallOf` does.
 */
export async function loadHash(settings: LoadSettings): Promise<string> {
  const { scenario, speed, durationMs, budget, tracing } = await loadCallOf(settings);
  const { resolved, seed, profile, policies } = scenario;
  const behaviours = new Map<string, string>();
  const layers = varied(readLayers(settings.scenario, scenarioHost), settings.values);
  if (!(layers instanceof Refusal)) hashBehaviours(layers, behaviours);
  const meant = {
    version: packageVersion(),
    scenario: { resolved, seed, profile, policies, behaviours: [...behaviours] },
    target: textOf(settings.target, 'a target file'),
    options: { speed, durationMs, budget, tracing },
  };
  return createHash('sha256').update(JSON.stringify(meant)).digest('hex').slice(0, 16);
}
