/**
 * The queue of future events: a hierarchical timing wheel over whole milliseconds (Varghese & Lauck 1987), ordered
 * totally by (time, priority, order of scheduling). Scheduling and cancelling are O(1), and an event moves down at
 * most once per level. It knows nothing of what an event does.
 *
 * Every index below is in range by construction; that is what the `!` after a typed-array read stands for.
 */
import { InvariantError } from '../base/assert.ts';
import type { Instant } from '../base/time.ts';
import { idleTarget } from './event.ts';
import type { EventHandle, EventTarget, Priority } from './event.ts';
import { OccupiedLists } from './occupied-lists.ts';
import { Prefetcher } from './prefetcher.ts';

/*
 * An event lies on the level of the highest bits in which its time differs from the cursor's, so a level holds only
 * times later than everything on the levels below it, and all events of one millisecond always lie together: lists
 * that are first-in first-out keep the order of scheduling without storing it. A level has 1024 lists. On level 0
 * they are 256 milliseconds times 4 priorities, above it 1024 slots of 2^8, 2^18, 2^28, 2^38 and 2^48 ms.
 */
const levelBits = 10;
const levelCount = 6;
const listCount = levelCount << levelBits;
const slotWidthsMs = [1, 2 ** 8, 2 ** 18, 2 ** 28, 2 ** 38, 2 ** 48] as const;
/** Times are split at bit 28, where level 2 ends, so that each half is a small integer. */
const [lowMask, highUnit] = [2 ** 28 - 1, 2 ** -28];

/*
 * A node is 32 bytes, so that touching an event costs one cache line: four integers and two doubles. The ends of a list
 * are marked with the complement of the list's number, which lets any node leave in O(1).
 */
const nodeShift = 3;
const previousField = 1;
const generationField = 2;
const priorityField = 3;
const offsetDouble = 2;
const argumentDouble = 3;
const nodeCountMax = 2 ** 26;
const generationMax = 2 ** 27 - 1;
/** From so many events on, what one needs is in no cache when its turn comes. See `Prefetcher`. */
const crowdMin = 2 ** 16;

/** The queue of one kernel. Times are whole milliseconds; wrong times throw `InvariantError`. At most 2^26 events. */
export class EventQueue {
  /** The time of the event popped last, or `startMs`. */
  nowMs: Instant = 0;
  /** The target of the last popped event. */
  target: EventTarget = idleTarget;
  /** The argument of the last popped event. */
  argument = 0;
  size = 0;
  /** The slot of the event scheduled last: a small integer, lighter to keep than a handle. See `cancelSlot`. */
  scheduledSlot = 0;

  #startMs = 0;
  /** The cursor: the 256 ms window that level 0 stands for. */
  #windowMs = 0;
  #cursorLow = 0;
  #cursorHigh = 0;

  readonly #heads = new Int32Array(listCount).fill(-1);
  readonly #tails = new Int32Array(listCount).fill(-1);
  readonly #occupied = new OccupiedLists(levelCount);

  #words: Int32Array = new Int32Array(0);
  #doubles: Float64Array = new Float64Array(0);
  readonly #targets: (EventTarget | undefined)[] = [];
  #free = -1;

  readonly #prefetcher = new Prefetcher();
  /** How many of the next events have been prefetched. */
  #nearCount = 0;

  constructor(startMs: Instant) {
    if (!Number.isSafeInteger(startMs)) throw new InvariantError(`a queue can't start at ${startMs}`);
    this.nowMs = startMs;
    this.#startMs = startMs;
    this.#windowMs = startMs;
  }

  /** Adds an event at `atMs`, a whole number of milliseconds that is not in the past. */
  schedule(atMs: Instant, eventPriority: Priority, target: EventTarget, argument: number): EventHandle {
    const offset = atMs - this.#startMs;
    if (!(atMs >= this.nowMs && Number.isSafeInteger(atMs) && offset <= Number.MAX_SAFE_INTEGER)) {
      throw new InvariantError(`an event at ${atMs} can't be scheduled at ${this.nowMs}`);
    }
    if (this.#free < 0) this.#grow();
    const node = this.#free;
    const words = this.#words;
    const at = node << nodeShift;
    this.#free = words[at]!;
    words[at + priorityField] = eventPriority;
    this.#doubles[(node << 2) + offsetDouble] = offset;
    this.#doubles[(node << 2) + argumentDouble] = argument;
    this.#targets[node] = target;
    this.#append(this.#listOf(offset, eventPriority), node);
    this.size += 1;
    this.scheduledSlot = node;
    return words[at + generationField]! * nodeCountMax + node;
  }

  /** Cancels an event; false if it has already fired or been cancelled. */
  cancel(handle: EventHandle): boolean {
    const node = handle % nodeCountMax;
    const target = this.#targets[node];
    if (target === undefined) return false;
    const generation = this.#words[(node << nodeShift) + generationField];
    return generation === (handle - node) / nodeCountMax && this.cancelSlot(node, target);
  }

  /** Cancels the event in that slot if it belongs to `target`, which must have no other event there. */
  cancelSlot(slot: number, target: EventTarget): boolean {
    if (this.#targets[slot] !== target) return false;
    this.#unlink(slot);
    this.#release(slot);
    return true;
  }

  /**
   * Advances to the next event at or before `untilMs` and sets `nowMs`, `target` and `argument`; returns false and
   * changes nothing if there is none.
   */
  pop(untilMs: Instant): boolean {
    while (this.#occupied.levels !== 0) {
      const list = this.#occupied.first();
      if (list >> levelBits === 0) {
        const atMs = this.#windowMs + (list >> 2);
        if (atMs > untilMs) return false;
        this.nowMs = atMs;
        if (this.#nearCount > 0) this.#nearCount -= 1;
        else if (this.size >= crowdMin)
          this.#nearCount = this.#prefetcher.load(this.#heads[list]!, this.#words, this.#targets) - 1;
        this.#take(this.#heads[list]!);
        return true;
      }
      const head = this.#heads[list]!;
      if (this.#words[head << nodeShift]! < 0) return this.#takeAlone(head, untilMs);
      if (!this.#enter(list, untilMs)) return false;
    }
    return false;
  }

  /** Advances the clock to `toMs` without an event; only after `pop(toMs)` returned false. */
  advance(toMs: Instant): void {
    if (!(toMs >= this.nowMs && Number.isSafeInteger(toMs))) {
      throw new InvariantError(`the clock can't go from ${this.nowMs} to ${toMs}`);
    }
    this.#moveCursor(toMs - this.#startMs);
    this.nowMs = toMs;
    // Events in the slots that now hold the cursor belong further down; upper levels first, as they feed the lower.
    const offset = this.#windowMs - this.#startMs;
    for (let level = levelCount - 1; level >= 1; level -= 1) {
      const slot = Math.floor(offset / slotWidthsMs[level]!) % (1 << levelBits);
      const list = (level << levelBits) | slot;
      if (this.#heads[list]! >= 0) this.#redistribute(list);
    }
  }

  /** A time that no event comes before, exact within the cursor's 256 ms; Infinity without events. */
  nextNotBeforeMs(): Instant {
    if (this.#occupied.levels === 0) return Number.POSITIVE_INFINITY;
    const list = this.#occupied.first();
    const offset = this.#doubles[(this.#heads[list]! << 2) + offsetDouble]!;
    return this.#startMs + offset - (offset % slotWidthsMs[list >> levelBits]!);
  }

  #listOf(offset: number, eventPriority: number): number {
    const low = offset & lowMask;
    const high = ((offset - low) * highUnit) | 0;
    if (high === this.#cursorHigh) {
      const differing = low ^ this.#cursorLow;
      if (differing < 1 << 8) return ((low & 255) << 2) | eventPriority;
      if (differing < 1 << 18) return (1 << levelBits) | ((low >> 8) & 1023);
      return (2 << levelBits) | (low >> 18);
    }
    const differing = high ^ this.#cursorHigh;
    if (differing < 1 << 10) return (3 << levelBits) | (high & 1023);
    if (differing < 1 << 20) return (4 << levelBits) | ((high >> 10) & 1023);
    return (5 << levelBits) | (high >> 20);
  }

  /** The only event in the first slot of an upper level is the next one: there is nothing to put in order. */
  #takeAlone(node: number, untilMs: Instant): boolean {
    const offset = this.#doubles[(node << 2) + offsetDouble]!;
    if (this.#startMs + offset > untilMs) return false;
    this.#moveCursor(offset);
    this.nowMs = this.#startMs + offset;
    this.#take(node);
    return true;
  }

  /** Moves the cursor into the slot of an upper level, unless everything there is later than `untilMs`. */
  #enter(list: number, untilMs: Instant): boolean {
    const head = this.#heads[list]!;
    const widthMs = slotWidthsMs[list >> levelBits]!;
    const fromOffset = this.nextNotBeforeMs() - this.#startMs;
    const untilOffset = untilMs - this.#startMs;
    if (fromOffset > untilOffset) return false;
    // Entered too early, the cursor would stand beyond `nowMs`, where events may still be scheduled behind it.
    if (fromOffset + widthMs > untilOffset && this.#earliestOffset(head) > untilOffset) return false;
    this.#moveCursor(fromOffset);
    this.#redistribute(list);
    return true;
  }

  #earliestOffset(head: number): number {
    let earliest = Number.POSITIVE_INFINITY;
    for (let node = head; node >= 0; node = this.#words[node << nodeShift]!)
      earliest = Math.min(earliest, this.#doubles[(node << 2) + offsetDouble]!);
    return earliest;
  }

  #moveCursor(offset: number): void {
    const low = offset & lowMask;
    this.#cursorLow = low & ~255;
    this.#cursorHigh = ((offset - low) * highUnit) | 0;
    this.#windowMs = this.#startMs + offset - (low & 255);
  }

  #redistribute(list: number): void {
    const words = this.#words;
    let node = this.#heads[list]!;
    this.#heads[list] = -1;
    this.#tails[list] = -1;
    this.#occupied.delete(list);
    while (node >= 0) {
      const at = node << nodeShift;
      const next = words[at]!;
      const offset = this.#doubles[(node << 2) + offsetDouble]!;
      this.#append(this.#listOf(offset, words[at + priorityField]!), node);
      node = next;
    }
  }

  #append(list: number, node: number): void {
    const words = this.#words;
    const at = node << nodeShift;
    const tail = this.#tails[list]!;
    words[at] = ~list;
    if (tail < 0) {
      words[at + previousField] = ~list;
      this.#heads[list] = node;
      this.#occupied.add(list);
    } else {
      words[at + previousField] = tail;
      words[tail << nodeShift] = node;
    }
    this.#tails[list] = node;
  }

  #unlink(node: number): void {
    const words = this.#words;
    const at = node << nodeShift;
    const next = words[at]!;
    const previous = words[at + previousField]!;
    if (next < 0) this.#tails[~next] = previous;
    else words[(next << nodeShift) + previousField] = previous;
    if (previous >= 0) words[previous << nodeShift] = next;
    else {
      this.#heads[~previous] = next;
      if (next < 0) this.#occupied.delete(~next);
    }
  }

  #take(node: number): void {
    this.target = this.#targets[node]!;
    this.argument = this.#doubles[(node << 2) + argumentDouble]!;
    this.#unlink(node);
    this.#release(node);
  }

  /** Returns a node to the pool under a new generation; a node without further generations is never reused. */
  #release(node: number): void {
    const words = this.#words;
    const at = node << nodeShift;
    const generation = (words[at + generationField]! += 1);
    this.#targets[node] = undefined;
    this.size -= 1;
    if (generation > generationMax) return;
    words[at] = this.#free;
    this.#free = node;
  }

  #grow(): void {
    const countBefore = this.#targets.length;
    const count = Math.max(64, countBefore * 2);
    if (count > nodeCountMax) throw new InvariantError(`more than ${nodeCountMax} events are scheduled`);
    const words = new Int32Array(count << nodeShift);
    words.set(this.#words);
    for (let node = count - 1; node >= countBefore; node -= 1) {
      words[node << nodeShift] = this.#free;
      words[(node << nodeShift) + generationField] = 1;
      this.#targets.push(undefined);
      this.#free = node;
    }
    this.#words = words;
    this.#doubles = new Float64Array(words.buffer);
  }
}
