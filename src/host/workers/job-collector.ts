/**
 * Collects the points of a queue, batch by batch. A job leaves the queue only after `keep` has stored its lines, so that
 * a killed collector loses none.
 */
import { jobIdOf, pause, stalledMax } from './queue.ts';

/** What a collection asks for, and where its lines go. */
export interface PointCollection {
  /** Those that are open. */
  readonly points: readonly number[];
  /** Of the whole sweep. */
  readonly pointCount: number;
  /** The point of a line that is a result; undefined for any other text. */
  readonly pointOf: (line: string) => number | undefined;
  /** Keeps lines durably before it returns. Counts each point once. */
  readonly keep: (lines: readonly string[]) => void;
  readonly isKept: (point: number) => boolean;
  /** The line of a point whose workers died with it again and again. */
  readonly crashed: (point: number, message: string) => string;
  readonly signal: AbortSignal;
}

/** A job that has ended, by its answer or its failure. Its content is untrusted. */
export interface EndedJob {
  readonly returnvalue: unknown;
  readonly failedReason: unknown;
  readonly stalledCounter: number;
}

/** The part of a queue of batches that a collector needs. */
export interface BatchQueue {
  resume(): Promise<void>;
  /** Adds jobs; one whose id is there already stays as it is. */
  addBatches(batches: ReadonlyMap<string, readonly number[]>): Promise<void>;
  /** The ids of jobs that have ended, at most so many. */
  ended(most: number): Promise<readonly string[]>;
  /** Undefined for what is no job. */
  jobOf(id: string): Promise<EndedJob | undefined>;
  remove(id: string): Promise<void>;
  /** True where no job waits, runs or has ended. */
  isEmpty(): Promise<boolean>;
}

const pollMs = 100;
const lostCheckMs = 3_000;
const drainMax = 100;
const answersMax = 8;

/** One collection; `run` once. */
export class JobCollector {
  readonly #queue: BatchQueue;
  readonly #call: PointCollection;
  #open: readonly number[];
  /** How often a point came back without a usable answer. */
  readonly #unanswered = new Map<number, number>();

  constructor(queue: BatchQueue, call: PointCollection) {
    this.#queue = queue;
    this.#call = call;
    this.#open = call.points;
  }

  /** True when every point is kept. */
  async run(): Promise<boolean> {
    // A collector that was killed during its cleanup has left the queue paused.
    await this.#queue.resume();
    await this.#add();
    let checkedAtMs = performance.now();
    while (!this.#isDone()) {
      const taken = await this.#drain();
      if (this.#call.signal.aborted) return this.#isDone();
      if (taken > 0) continue;
      await pause(pollMs);
      if (performance.now() - checkedAtMs < lostCheckMs) continue;
      checkedAtMs = performance.now();
      // Points are missing and the queue has no job: Redis was emptied or restarted.
      if (await this.#queue.isEmpty()) await this.#replaceBatches();
    }
    return true;
  }

  #isDone(): boolean {
    this.#open = this.#open.filter((point) => !this.#call.isKept(point));
    return this.#open.length === 0;
  }

  /** Puts every batch there that still has open points; one that is there already stays as it is. */
  async #add(): Promise<void> {
    await this.#queue.addBatches(this.#batches());
  }

  /** Open points by the id of the job that they belong to. */
  #batches(): Map<string, number[]> {
    const { pointCount, isKept } = this.#call;
    const batches = new Map<string, number[]>();
    for (const point of this.#open) {
      if (isKept(point)) continue;
      const id = jobIdOf(point, pointCount);
      const batch = batches.get(id);
      if (batch === undefined) batches.set(id, [point]);
      else batch.push(point);
    }
    return batches;
  }

  /** Replaces the jobs of all open batches; called when no worker runs one of them. */
  async #replaceBatches(): Promise<void> {
    for (const id of this.#batches().keys()) await this.#queue.remove(id);
    await this.#add();
  }

  /** The number of jobs that were removed from the queue. The content of a job is untrusted. */
  async #drain(): Promise<number> {
    const ids = await this.#queue.ended(drainMax);
    const batches = this.#batches();
    const unanswered: number[] = [];
    for (const id of ids) {
      const asked = batches.get(id) ?? [];
      const job = asked.length === 0 ? undefined : await this.#queue.jobOf(id);
      this.#call.keep(linesOf(job, asked, this.#call));
      await this.#queue.remove(id);
      unanswered.push(...asked.filter((point) => !this.#call.isKept(point)));
    }
    if (unanswered.length > 0) await this.#askAgain(unanswered);
    return ids.length;
  }

  /** A job without a usable answer is done again; a point that never gets one counts as crashed. */
  async #askAgain(points: readonly number[]): Promise<void> {
    for (const point of points) {
      const times = (this.#unanswered.get(point) ?? 0) + 1;
      this.#unanswered.set(point, times);
      if (times > answersMax)
        this.#call.keep([this.#call.crashed(point, 'its workers gave no usable answer')]);
    }
    await this.#add();
  }
}

/** A batch's answers, and nothing else: no line of another point, and none that says nothing about a point. */
function linesOf(
  job: EndedJob | undefined,
  asked: readonly number[],
  { pointOf, crashed }: PointCollection,
): readonly string[] {
  if (job === undefined) return [];
  const { returnvalue, failedReason, stalledCounter } = job;
  if (Array.isArray(returnvalue)) {
    const texts = (returnvalue as readonly unknown[]).filter((line) => typeof line === 'string');
    return texts.filter((line) => asked.includes(pointOf(line) ?? 0));
  }
  // Only a job whose workers were lost again and again says something about its points.
  const isLost = stalledCounter > stalledMax && typeof failedReason === 'string';
  return isLost ? asked.map((point) => crashed(point, failedReason)) : [];
}
