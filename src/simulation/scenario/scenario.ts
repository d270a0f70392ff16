/** A checked scenario: everything a run needs, in the units of the core. */
import type { DurationMs, Instant } from '../../core/base/time.ts';
import type { Profile } from '../../core/base/profile.ts';
import type { Policies } from '../../core/policy/policies.ts';
import type { ScriptedCall } from '../population/script.ts';
import type { Group } from '../population/group.ts';
import type { Fault } from '../../platform/world/faults.ts';
import type { NetworkConditions } from '../../platform/world/network.ts';
import type { Expectation } from './expectation.ts';
import type { LoadPlan } from './load-shape.ts';
import type { ScenarioFile } from './schema.ts';

/** A scenario after resolution; immutable, so that several runs may share it. */
export interface Scenario {
  readonly name: string;
  readonly about: string;
  readonly seed: string;
  readonly startMs: Instant;
  readonly forMs: DurationMs;
  readonly profile: Profile;
  readonly policies: Policies;
  readonly network: NetworkConditions;
  readonly groups: readonly Group[];
  /** Single calls; each caller is a separate group. */
  readonly calls: readonly ScriptedCall[];
  /** Instants counted from the epoch. */
  readonly faults: readonly Fault[];
  readonly expectations: readonly Expectation[];
  /** How agents act on a live target; undefined where the population says it. The simulator ignores it. */
  readonly load: LoadPlan | undefined;
  /** The file with everything it builds on, as plain data, for the manifest. */
  readonly resolved: ScenarioFile;
}

/** One value of the file, by path: see `vary.ts`. */
export interface ScenarioSetting {
  /** As written. */
  readonly path: string;
  readonly value: unknown;
}

/** Overrides from the command line. */
export interface ScenarioOverrides {
  readonly seed?: string | undefined;
  readonly profile?: Profile | undefined;
  readonly policies?: Readonly<Record<string, string>>;
  /** Values of the file, by path. */
  readonly values?: readonly ScenarioSetting[];
}
