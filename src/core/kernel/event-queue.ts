/**
 * The queue of future events: a hierarchical timing wheel over whole milliseconds (Varghese & Lauck 1987), ordered
 * totally by (time, priority, order of scheduling). Scheduling and cancelling are O(1), and an event moves down at
 * most once per level. It knows nothing of what an event does.
 *
 * Every index below is in range by construction; that is what the `!` after a typed-array read stands for.
 */
import { InvariantError } from '../base/assert.ts';
import type { Instant } from '../base/time.ts';

/** Who goes first among the events of one instant: the lower number. */
export const priority = { due: 0, delivery: 1, agent: 2, control: 3 } as const;
/** One of the four numbers in `priority`. */
export type Priority = (typeof priority)[keyof typeof priority];

/** Whatever an event wakes up; `argument` is the number it was scheduled with. */
export interface EventTarget {
  fire(argument: number): void;
  /** Reads, and changes nothing: what `fire` will need is then on its way from memory. */
  prefetch?(): number;
}

/** Names one scheduled event; after the event fired or was cancelled it names nothing. Never 0. */
export type EventHandle = number;

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
const lowMask = 2 ** 28 - 1;

/*
 * A node is 32 bytes in one buffer, so that touching an event costs one cache line: seven integers and a double.
 * The ends of a list are marked with the complement of the list's number, which lets any node leave in O(1).
 */
const nodeShift = 3;
const previousField = 1;
const lowField = 2;
const highField = 3;
const generationField = 6;
const priorityField = 7;
const argumentDouble = 2;
const nodeCountMax = 2 ** 26;
const generationMax = 2 ** 27 - 1;

/*
 * Among so many events nothing that one needs is in a cache when its turn comes, and the processor would wait for one
 * load after the other. Asked for together, those of a whole millisecond come together (memory-level parallelism).
 */
const crowdMin = 2 ** 16;
const nearMax = 64;

const lowestBit = (word: number): number => 31 - Math.clz32(word & -word);

const idle: EventTarget = {
  fire() {
    throw new InvariantError('an event fired before the first one was popped');
  },
};

export class EventQueue {
  /** The time of the event popped last, or `startMs`. */
  nowMs: Instant = 0;
  /** What the last popped event wakes up. */
  target: EventTarget = idle;
  /** What the last popped event was scheduled with. */
  argument = 0;
  /** How many events are scheduled. */
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
  /** Three tiers of bitmaps say where the first list that is not empty stands. */
  readonly #occupied = new Int32Array(listCount >> 5);
  readonly #occupiedWords = new Int32Array(levelCount);
  #occupiedLevels = 0;

  #words: Int32Array = new Int32Array(0);
  #doubles: Float64Array = new Float64Array(0);
  readonly #targets: (EventTarget | undefined)[] = [];
  #free = -1;

  readonly #near: (EventTarget | undefined)[] = [];
  /** How many of the next events have been prefetched. */
  #nearCount = 0;
  /** Keeps those reads from being left out as useless. */
  prefetchSum = 0;

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
    const low = offset & lowMask;
    const high = (offset - low) / (lowMask + 1);
    this.#free = words[at]!;
    words[at + lowField] = low;
    words[at + highField] = high;
    words[at + priorityField] = eventPriority;
    this.#doubles[(node << 2) + argumentDouble] = argument;
    this.#targets[node] = target;
    this.#append(this.#listOf(low, high, eventPriority), node);
    this.size += 1;
    this.scheduledSlot = node;
    return words[at + generationField]! * nodeCountMax + node;
  }

  /** Takes an event back; false when it has already fired or been cancelled. */
  cancel(handle: EventHandle): boolean {
    const node = handle % nodeCountMax;
    const target = this.#targets[node];
    if (target === undefined) return false;
    const generation = this.#words[(node << nodeShift) + generationField];
    return generation === (handle - node) / nodeCountMax && this.cancelSlot(node, target);
  }

  /** Takes back the event in that slot if it is one of `target`, which must be sure to have no other event there. */
  cancelSlot(slot: number, target: EventTarget): boolean {
    if (this.#targets[slot] !== target) return false;
    this.#unlink(slot);
    this.#release(slot);
    return true;
  }

  /**
   * Moves on to the next event at or before `untilMs` and puts it into `nowMs`, `target` and `argument`;
   * false, with nothing changed, when there is none.
   */
  pop(untilMs: Instant): boolean {
    while (this.#occupiedLevels !== 0) {
      const list = this.#firstList();
      if (list >> levelBits === 0) {
        const atMs = this.#windowMs + (list >> 2);
        if (atMs > untilMs) return false;
        this.nowMs = atMs;
        if (this.#nearCount > 0) this.#nearCount -= 1;
        else if (this.size >= crowdMin) this.#prefetch(list);
        this.#take(this.#heads[list]!);
        return true;
      }
      const head = this.#heads[list]!;
      if (this.#words[head << nodeShift]! < 0) return this.#takeAlone(head, untilMs);
      if (!this.#enter(list, untilMs)) return false;
    }
    return false;
  }

  /** Moves the clock to `toMs` with no event; `pop(toMs)` must have said that none is left up to there. */
  advance(toMs: Instant): void {
    if (!(toMs >= this.nowMs && Number.isSafeInteger(toMs))) {
      throw new InvariantError(`the clock can't go from ${this.nowMs} to ${toMs}`);
    }
    this.#moveCursor(toMs - this.#startMs);
    this.nowMs = toMs;
    // Events in the slots that now hold the cursor belong further down; upper levels first, as they feed the lower.
    for (let level = levelCount - 1; level >= 1; level -= 1) {
      const list = this.#slotOfCursor(level);
      if (this.#heads[list]! >= 0) this.#redistribute(list);
    }
  }

  #prefetch(list: number): void {
    const near = this.#near;
    let count = 0;
    for (let node = this.#heads[list]!; node >= 0 && count < nearMax; count += 1) {
      near[count] = this.#targets[node];
      node = this.#words[node << nodeShift]!;
    }
    // Two rounds: the loads of one do not wait for each other, those of a target's parts wait for the target.
    let sum = 0;
    for (let index = 0; index < count; index += 1) sum += near[index]?.prefetch === undefined ? 0 : 1;
    for (let index = 0; index < count; index += 1) sum += near[index]?.prefetch?.() ?? 0;
    this.prefetchSum = sum;
    this.#nearCount = count - 1;
  }

  #slotOfCursor(level: number): number {
    const offset = this.#windowMs - this.#startMs;
    return (level << levelBits) | (Math.floor(offset / slotWidthsMs[level]!) % (1 << levelBits));
  }

  #listOf(low: number, high: number, eventPriority: number): number {
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

  #firstList(): number {
    const level = lowestBit(this.#occupiedLevels);
    const word = (level << 5) | lowestBit(this.#occupiedWords[level]!);
    return (word << 5) | lowestBit(this.#occupied[word]!);
  }

  /** The only event in the first slot of an upper level is the next one: there is nothing to put in order. */
  #takeAlone(node: number, untilMs: Instant): boolean {
    const offset = this.#offsetOf(node);
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
    const headOffset = this.#offsetOf(head);
    const fromOffset = headOffset - (headOffset % widthMs);
    const untilOffset = untilMs - this.#startMs;
    if (fromOffset > untilOffset) return false;
    // Entered too early, the cursor would stand beyond `nowMs`, where events may still be scheduled behind it.
    if (fromOffset + widthMs > untilOffset && this.#earliestOffset(head) > untilOffset) return false;
    this.#moveCursor(fromOffset);
    this.#redistribute(list);
    return true;
  }

  #offsetOf(node: number): number {
    const at = node << nodeShift;
    return this.#words[at + highField]! * (lowMask + 1) + this.#words[at + lowField]!;
  }

  #earliestOffset(head: number): number {
    let earliest = Number.POSITIVE_INFINITY;
    for (let node = head; node >= 0; node = this.#words[node << nodeShift]!) {
      earliest = Math.min(earliest, this.#offsetOf(node));
    }
    return earliest;
  }

  #moveCursor(offset: number): void {
    const low = offset & lowMask;
    this.#cursorLow = low & ~255;
    this.#cursorHigh = (offset - low) / (lowMask + 1);
    this.#windowMs = this.#startMs + offset - (low & 255);
  }

  #redistribute(list: number): void {
    const words = this.#words;
    let node = this.#heads[list]!;
    this.#heads[list] = -1;
    this.#tails[list] = -1;
    this.#markEmpty(list);
    while (node >= 0) {
      const at = node << nodeShift;
      const next = words[at]!;
      const low = words[at + lowField]!;
      this.#append(this.#listOf(low, words[at + highField]!, words[at + priorityField]!), node);
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
      this.#markOccupied(list);
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
    if (next < 0) this.#tails[~next] = previous < 0 ? -1 : previous;
    else words[(next << nodeShift) + previousField] = previous;
    if (previous >= 0) words[previous << nodeShift] = next;
    else {
      this.#heads[~previous] = next < 0 ? -1 : next;
      if (next < 0) this.#markEmpty(~next);
    }
  }

  #markOccupied(list: number): void {
    this.#occupied[list >> 5]! |= 1 << (list & 31);
    this.#occupiedWords[list >> levelBits]! |= 1 << ((list >> 5) & 31);
    this.#occupiedLevels |= 1 << (list >> levelBits);
  }

  #markEmpty(list: number): void {
    const level = list >> levelBits;
    if ((this.#occupied[list >> 5]! &= ~(1 << (list & 31))) !== 0) return;
    if ((this.#occupiedWords[level]! &= ~(1 << ((list >> 5) & 31))) !== 0) return;
    this.#occupiedLevels &= ~(1 << level);
  }

  #take(node: number): void {
    this.target = this.#targets[node]!;
    this.argument = this.#doubles[(node << 2) + argumentDouble]!;
    this.#unlink(node);
    this.#release(node);
  }

  /** Back to the pool under a new generation; a node whose generations are used up is never used again. */
  #release(node: number): void {
    const words = this.#words;
    const at = node << nodeShift;
    const generation = words[at + generationField]! + 1;
    this.#targets[node] = undefined;
    this.size -= 1;
    words[at + generationField] = generation;
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
      this.#free = node;
    }
    this.#words = words;
    this.#doubles = new Float64Array(words.buffer);
    for (let node = countBefore; node < count; node += 1) this.#targets.push(undefined);
  }
}
