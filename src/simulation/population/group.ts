/** A group of agents with one behaviour. */
import type { ArrivalWindow } from './arrivals.ts';
import type { Behaviour } from './define-agent.ts';

/** One line of a scenario's population. */
export interface Group {
  /** How agents are named and found as peers; unique within a scenario. */
  readonly name: string;
  readonly behaviour: Behaviour;
  readonly count: number;
  readonly arrival: ArrivalWindow;
  /** Parsed values for every declared parameter. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** How many virtual IP addresses the group shares; null gives every agent its own. */
  readonly addressCount: number | null;
}
