/** Answers the calls that the control room reads, from one served world. */
import type { Outcome } from '../../../core/base/refusal.ts';
import type {
  AgentFilter,
  AgentInFull,
  AgentPage,
  ExchangeInFull,
  ObservedHost,
  RoomCharts,
} from '../../../platform/control/observed.ts';
import { agentInFull, agentPage } from './agent-list.ts';
import { exchangeInFull } from './exchange-view.ts';
import { roomCharts } from './room-charts.ts';
import type { Watched } from './watched.ts';

/** Reads a world and its feed; changes neither. */
export class Observed implements ObservedHost {
  readonly #watched: Watched;

  constructor(watched: Watched) {
    this.#watched = watched;
  }

  agents(filter: AgentFilter): AgentPage {
    return agentPage(this.#watched, filter);
  }

  agent(number: number): Outcome<AgentInFull> {
    return agentInFull(this.#watched, number);
  }

  exchange(number: number): Outcome<ExchangeInFull> {
    return exchangeInFull(this.#watched, number);
  }

  charts(): RoomCharts {
    return roomCharts(this.#watched);
  }
}
