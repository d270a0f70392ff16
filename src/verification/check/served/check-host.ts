/** What a check needs of its host beside files and behaviours. */
import type { Response } from '../../../core/http/message.ts';
import type { ScenarioHost } from '../../../simulation/scenario/layers.ts';
import type { Scenario } from '../../../simulation/scenario/scenario.ts';

/** Asks a served world: a method and a path, and a body where the call has one. */
export type AskServed = (method: 'GET' | 'POST', path: string, body?: unknown) => Response;

/** A host that may serve the world of a scenario. */
export interface CheckHost extends ScenarioHost {
  /** Serves a scenario at its start, under another seed than its own and with a clock that stands. Without it no world is tried as served. */
  readonly serve?: (scenario: Scenario, seed: string) => AskServed;
}
