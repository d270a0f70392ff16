/** LoadMeasures of one worker, in all and by interval. Wall times in milliseconds from the start of the load. */
import type { Expectation } from '../../../simulation/scenario/expectation.ts';
import { LoadMeasures } from '../measure/load-measures.ts';
import { LoadInterval } from '../measure/series.ts';
import type { AgentOutcome } from '../measure/selected.ts';

/** Adds up what happens; `roll` closes intervals whose time is over. */
export class LoadRecorder {
  readonly measures: LoadMeasures;
  readonly #intervalMs: number;
  #interval = new LoadInterval(0);
  #finished: LoadInterval[] = [];
  /** Agents that act and requests in flight, kept up to date by the engine. */
  agents = 0;
  inFlight = 0;

  constructor(expectations: readonly Expectation[], intervalMs: number) {
    this.measures = new LoadMeasures(expectations);
    this.#intervalMs = intervalMs;
  }

  offered(): void {
    this.measures.counts.offered += 1;
    this.#interval.offered += 1;
    this.inFlight += 1;
    this.#level();
  }

  done(outcome: AgentOutcome): void {
    this.inFlight -= 1;
    this.measures.add(outcome);
    this.#interval.add(outcome);
  }

  agentBegan(): void {
    this.agents += 1;
    this.measures.counts.arrivals += 1;
    this.#level();
  }

  agentEnded(isDone: boolean): void {
    this.agents -= 1;
    if (isDone) this.measures.counts.ended += 1;
  }

  /** An arrival found too many agents acting. */
  dropped(): void {
    this.measures.counts.dropped += 1;
    this.#interval.dropped += 1;
  }

  /** Closes the intervals before this time. */
  roll(elapsedMs: number): void {
    const index = Math.floor(elapsedMs / this.#intervalMs);
    while (this.#interval.index < index) this.#close();
  }

  /** Removes and returns the closed intervals, at the end the open one too unless nothing has happened in it. */
  take(isEnd = false): LoadInterval[] {
    const { offered, dropped, response } = this.#interval;
    if (isEnd && offered + dropped + response.totalCount > 0) this.#close();
    const finished = this.#finished;
    this.#finished = [];
    return finished;
  }

  #close(): void {
    this.#finished.push(this.#interval);
    this.#interval = new LoadInterval(this.#interval.index + 1);
    this.#level();
  }

  #level(): void {
    this.#interval.level(this.agents, this.inFlight);
  }
}
