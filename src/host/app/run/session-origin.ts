/** What a session file has to agree with, where it is opened: the version of Orrery, and the behaviours of the scenario. */
import { readLayers } from '../../../simulation/scenario/load.ts';
import type { SessionOrigin } from '../../serve/session/session-file.ts';
import { packageVersion } from '../process/package-version.ts';
import { hashBehaviours } from './behaviour-hashes.ts';
import { scenarioHost } from './scenario-host.ts';

/** For a served scenario by its name or file; undefined where none is served. */
export function sessionOrigin(scenario: string | undefined): SessionOrigin {
  const hashes = new Map<string, string>();
  if (scenario !== undefined) hashBehaviours(readLayers(scenario, scenarioHost), hashes);
  const behaviours = [...hashes].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { version: packageVersion(), behaviours: Object.fromEntries(behaviours) };
}
