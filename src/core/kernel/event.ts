/** What the queue of events holds: targets in the order of time, priority and scheduling. */
import { InvariantError } from '../base/assert.ts';

/** The order of events at one instant: lower numbers first. */
export const priority = { due: 0, delivery: 1, agent: 2, control: 3 } as const;
/** One of the four numbers in `priority`. */
export type Priority = (typeof priority)[keyof typeof priority];

/** The target of an event; `argument` is the number it was scheduled with. */
export interface EventTarget {
  fire(argument: number): void;
  /** Reads, and changes nothing: what `fire` will need is then on its way from memory. */
  prefetch?(): number;
}

/** Identifies one scheduled event, until it fires or is cancelled. Never 0. */
export type EventHandle = number;

/** The target before the first event; it must not fire. */
export const idleTarget: EventTarget = {
  fire() {
    throw new InvariantError('an event fired before the first one was popped');
  },
};
