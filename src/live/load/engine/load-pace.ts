/** How a load passes its time: its length, its speed and its intervals. */
import type { Instant } from '../../../core/base/time.ts';
import { loadDefaults, loadLengthMs } from '../../../simulation/scenario/load-shape.ts';
import { intervalMsOf } from '../measure/series.ts';
import type { LoadCall } from '../load-call.ts';
import type { TwoClocks } from '../send/agent-time.ts';

/** The times of one load; wall milliseconds. */
export class LoadPace {
  readonly lengthMs: number;
  readonly speed: number;
  readonly intervalMs: number;
  readonly graceMs: number;
  readonly #targetFactor: number;
  readonly #startMs: Instant;

  constructor({ scenario, target, speed, durationMs }: LoadCall, startMs: Instant) {
    this.#targetFactor = target.clock.kind === 'running' ? target.clock.factor : 1;
    this.#startMs = startMs;
    this.speed = speed ?? this.#targetFactor;
    const { load } = scenario;
    const ownMs = load === undefined ? scenario.forMs / this.speed : loadLengthMs(load);
    this.lengthMs = load === undefined ? (durationMs ?? ownMs) : Math.min(durationMs ?? ownMs, ownMs);
    this.intervalMs = intervalMsOf(this.lengthMs);
    this.graceMs = load?.graceMs ?? loadDefaults.graceMs;
  }

  /** Both clocks so many wall milliseconds after the start. */
  clocksAt(agentMs: Instant, elapsedMs: number): TwoClocks {
    const targetMs = this.#startMs + elapsedMs * this.#targetFactor;
    return { agentMs, targetMs, ratio: this.speed / this.#targetFactor };
  }
}
