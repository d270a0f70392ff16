/**
 * The fault plan: outages, errors before or after the effect, slow responses, held or stepped clocks, closed markets
 * and games, price jumps. Each fault draws from a separate stream, so that adding one does not change the others.
 */
import type { DurationMs, Instant } from '../../core/base/time.ts';
import type { ErrorFault, Interruptions } from '../../core/http/dispatcher.ts';
import { chance, logNormal, type Distribution } from '../../core/kernel/distributions.ts';
import { priority, type EventTarget } from '../../core/kernel/event.ts';
import type { Kernel } from '../../core/kernel/kernel.ts';
import type { Stream } from '../../core/kernel/stream.ts';
import type { GameHours, MarketHours, PriceJump } from '../services/ports.ts';
import type { SteppableClock } from './service-clock.ts';

/** When a request fails: before its effect, after it (the effect stands), or undone (the effect is rolled back). */
export type ErrorEffect = 'before' | 'after' | 'undone';

interface FaultTime {
  readonly atMs: Instant;
  readonly service: string;
}

/** A planned fault. */
export type Fault = FaultTime &
  (
    | { readonly kind: 'outage'; readonly forMs: DurationMs }
    | {
        readonly kind: 'error';
        readonly forMs: DurationMs;
        readonly rate: number;
        readonly effect: ErrorEffect;
      }
    | { readonly kind: 'slow'; readonly forMs: DurationMs; readonly latency: Latency }
    | { readonly kind: 'clock-hold'; readonly forMs: DurationMs }
    | { readonly kind: 'clock-step'; readonly byMs: DurationMs }
    | { readonly kind: 'market-closed'; readonly market: string; readonly forMs: DurationMs }
    | { readonly kind: 'game-closed'; readonly game: string; readonly forMs: DurationMs }
    | { readonly kind: 'price-jump'; readonly market: string; readonly basisPoints: number }
  );

/** A log-normal latency by its median and 99th percentile, in milliseconds. */
export interface Latency {
  readonly medianMs: DurationMs;
  readonly p99Ms: DurationMs;
}

/** A fault in progress. */
interface Active {
  readonly fault: Fault;
  /** Later than planned if the fault was added after its start. */
  readonly endsAtMs: Instant;
  readonly stream: Stream;
  readonly strikes: Distribution<boolean>;
  readonly delay: Distribution<number>;
}

const never: Distribution<boolean> = () => false;
const noDelay: Distribution<number> = () => 0;

/**
 * The faults of a world on the kernel's clock. The dispatcher, the services and the network ask it; only it changes
 * clocks.
 */
export class FaultPlan implements Interruptions, GameHours, MarketHours, EventTarget {
  readonly #kernel: Kernel;
  readonly #clocks: ReadonlyMap<string, SteppableClock>;
  readonly #faults: Fault[] = [];
  readonly jumps: PriceJump[] = [];
  /** When faults were switched off, by their place in the timetable. */
  readonly #endedAtMs = new Map<number, Instant>();
  #active: Active[] = [];

  constructor(parts: { kernel: Kernel; clocks: ReadonlyMap<string, SteppableClock> }) {
    this.#kernel = parts.kernel;
    this.#clocks = parts.clocks;
  }

  get active(): boolean {
    return this.#active.length > 0;
  }

  /** True while any service is slow. */
  get isAnySlow(): boolean {
    return this.#active.some(({ fault }) => fault.kind === 'slow');
  }

  /** Every fault planned so far, in order of addition. */
  get timetable(): readonly Fault[] {
    return this.#faults;
  }

  /** When a fault is over: as planned, or when it was switched off; undefined for one that only happens once. */
  endMs(index: number): Instant | undefined {
    const fault = this.#faults[index];
    const plannedMs = fault !== undefined && 'forMs' in fault ? fault.atMs + fault.forMs : undefined;
    return this.#endedAtMs.get(index) ?? plannedMs;
  }

  /** Switches a fault off: one in progress ends now, and a planned one never begins. */
  switchOff(index: number): void {
    const fault = this.#faults[index];
    if (fault === undefined) return;
    this.#endedAtMs.set(index, this.#kernel.nowMs);
    this.#end(fault);
  }

  /** Plans a fault; one whose start has passed begins at once. */
  add(fault: Fault): void {
    const index = this.#faults.push(fault) - 1;
    if (fault.atMs <= this.#kernel.nowMs) this.#begin(fault, index);
    else this.#kernel.schedule(fault.atMs, priority.due, this, index);
  }

  /** Called by the kernel for a fault's start (its number) or end (the ones' complement of its number). */
  fire(argument: number): void {
    const index = argument < 0 ? ~argument : argument;
    const fault = this.#faults[index];
    if (fault === undefined) return;
    if (this.#endedAtMs.has(index)) return;
    if (argument < 0) this.#end(fault);
    else this.#begin(fault, index);
  }

  outageEndsAtMs(service: string): Instant | undefined {
    let endsAtMs: Instant | undefined;
    for (const active of this.#active) {
      if (active.fault.kind !== 'outage' || active.fault.service !== service) continue;
      endsAtMs = Math.max(endsAtMs ?? 0, active.endsAtMs);
    }
    return endsAtMs === undefined ? undefined : this.#withThoseThatFollow(service, endsAtMs);
  }

  /** The end of the outage, extended by outages that begin before it or at the same instant. */
  #withThoseThatFollow(service: string, endsAtMs: Instant): Instant {
    const { nowMs } = this.#kernel;
    const following = this.#faults.find(
      (fault, index) =>
        fault.kind === 'outage' &&
        fault.service === service &&
        !this.#endedAtMs.has(index) &&
        fault.atMs > nowMs &&
        fault.atMs <= endsAtMs &&
        fault.atMs + fault.forMs > endsAtMs,
    );
    if (following?.kind !== 'outage') return endsAtMs;
    return this.#withThoseThatFollow(service, following.atMs + following.forMs);
  }

  /** The effect of the first error fault that applies. All of them draw, so that none shifts the draws of another. */
  errorFault(service: string): ErrorFault {
    let struck: ErrorFault = 'none';
    for (const { fault, stream, strikes } of this.#active) {
      if (fault.kind !== 'error' || fault.service !== service) continue;
      if (strikes(stream) && struck === 'none') struck = fault.effect;
    }
    return struck;
  }

  /** The additional time that the service takes for this request; draws once for each slow fault. */
  slownessMs(service: string): DurationMs {
    let delayMs = 0;
    for (const { fault, stream, delay } of this.#active) {
      if (fault.kind === 'slow' && fault.service === service) delayMs += Math.round(delay(stream));
    }
    return delayMs;
  }

  isClosed(names: readonly string[]): boolean {
    return this.#active.some(
      ({ fault }) =>
        fault.kind === 'market-closed' && (fault.market === 'all' || names.includes(fault.market)),
    );
  }

  isGameClosed(gameId: string): boolean {
    return this.#active.some(
      ({ fault }) => fault.kind === 'game-closed' && (fault.game === 'all' || fault.game === gameId),
    );
  }

  #begin(fault: Fault, index: number): void {
    if (fault.kind === 'clock-step') {
      this.#clocks.get(fault.service)?.step(fault.byMs);
      return;
    }
    if (fault.kind === 'price-jump') {
      const { nowMs } = this.#clocks.get(fault.service) ?? this.#kernel;
      this.jumps.push({ pair: fault.market, atMs: nowMs, basisPoints: fault.basisPoints });
      return;
    }
    if (fault.kind === 'clock-hold') this.#clocks.get(fault.service)?.hold();
    const endsAtMs = this.#kernel.nowMs + fault.forMs;
    this.#active.push({
      fault,
      endsAtMs,
      stream: this.#kernel.streams.stream(`faults/${index}`),
      strikes: fault.kind === 'error' ? chance(fault.rate) : never,
      delay: fault.kind === 'slow' ? latencyOf(fault.latency) : noDelay,
    });
    this.#kernel.schedule(endsAtMs, priority.due, this, ~index);
  }

  #end(fault: Fault): void {
    this.#active = this.#active.filter((active) => active.fault !== fault);
    const isHeld = this.#active.some(
      (other) => other.fault.kind === 'clock-hold' && other.fault.service === fault.service,
    );
    if (fault.kind === 'clock-hold' && !isHeld) this.#clocks.get(fault.service)?.release();
  }
}

/** A latency as a distribution; a 99th percentile equal to the median is a constant. */
export function latencyOf({ medianMs, p99Ms }: Latency): Distribution<number> {
  return p99Ms > medianMs ? logNormal({ median: medianMs, p99: p99Ms }) : () => medianMs;
}
