/**
 * Workers on other machines, over a queue. A worker counts as ready while it says so again and again; the load begins once
 * every share has one. From then on a share belongs to its worker: if that falls silent, the share is lost.
 */
import { randomUUID } from 'node:crypto';
import { disarmedLine } from '../../../core/base/plain-text.ts';
import { QueueMistake } from '../../workers/redis-address.ts';
import { ShareQueue } from '../../workers/share-queue.ts';
import { Interrupted } from '../process/exit.ts';
import { asCallMistake } from '../process/queue-address.ts';
import type { LinkOwner, LoadCommand, LoadLinks } from './load-links.ts';
import {
  readMessage,
  type QueuedJob,
  type QueuedMessage,
  type QueuedReport,
  type StandingOrder,
} from './queue-messages.ts';

/** A load over a queue. */
export interface QueuedLoad {
  readonly url: string;
  readonly name: string;
  readonly workers: number;
  readonly namespace: string;
  readonly signal: AbortSignal;
}

/** One share and its worker. */
interface Share {
  token: string | undefined;
  heardMs: number;
  /** Messages that have arrived. */
  sequence: number;
  clockErrorMs: number;
  isOver: boolean;
}

const lookMs = 250;
/** A worker says so four times as often. */
const freshMs = 4_000;
const silentMs = 8_000;

/** The coordinator's side. */
export class QueuedLinks implements LoadLinks {
  readonly aheadMs = 1_500;
  readonly #load: QueuedLoad;
  readonly #run = randomUUID();
  readonly #shares: Share[];
  #owner: LinkOwner | undefined;
  #queue: ShareQueue | undefined;
  #order: StandingOrder;
  #timer: NodeJS.Timeout | undefined;
  #lookedMs = performance.now();
  #isBegun = false;
  #missed = 0;
  #unusable = 0;
  /** What is to be said where another process coordinates since. */
  #takenOver: readonly string[] = [];

  constructor(load: QueuedLoad) {
    this.#load = load;
    const { workers } = load;
    this.#shares = Array.from({ length: workers }, () => ({
      token: undefined,
      heardMs: Number.NEGATIVE_INFINITY,
      sequence: 0,
      clockErrorMs: 0,
      isOver: false,
    }));
    this.#order = { run: this.#run, workers: this.#shares.map(() => null), start: null, stop: null };
  }

  async open(owner: LinkOwner): Promise<void> {
    this.#owner = owner;
    const { workers, namespace, url, name, signal } = this.#load;
    const data: QueuedJob = { version: 1, run: this.#run, workers, namespace };
    const busy = '--queue: another process coordinates this load already; to help, add --work';
    this.#queue = await ShareQueue.open({ url, name, shares: workers, data, signal, busy }, (share, body) =>
      this.#heard(share, body),
    ).catch((error: unknown) => {
      throw asCallMistake(error);
    });
    if (this.#queue === undefined) throw new Interrupted('no worker had begun');
    await this.#queue.publish(this.#order);
    this.#lookedMs = performance.now();
    this.#timer = setInterval(() => this.#look(), lookMs);
  }

  tell(worker: number, command: LoadCommand): void {
    if (command.kind === 'stop') this.#publish({ ...this.#order, stop: command.reason });
    // One order for all: the first worker's is that of the others.
    else if (worker === 0) {
      const { epochMs, startMs } = command.start;
      const redisMs = epochMs + (this.#queue?.clock.offsetMs ?? 0);
      this.#publish({ ...this.#order, start: { redisMs, startMs } });
    }
  }

  clockErrorMs(worker: number): number {
    return (this.#shares[worker]?.clockErrorMs ?? 0) + (this.#queue?.clock.errorMs ?? 0);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#queue?.close();
  }

  /** What was wrong with messages. */
  notes(): string[] {
    return [
      ...this.#takenOver,
      ...(this.#missed > 0 ? [`${this.#missed} reports of workers did not arrive: the series has gaps`] : []),
      ...(this.#unusable > 0 ? [`${this.#unusable} messages in the queue were not usable`] : []),
    ];
  }

  #heard(index: number, body: unknown): void {
    const share = this.#shares[index];
    const message = readMessage(body);
    if (message === undefined || share === undefined) {
      this.#unusable += 1;
      return;
    }
    if (message.run !== this.#run || share.isOver) return;
    const { token, sequence, report } = message;
    if (!this.#isBegun && report.kind === 'ready') this.#takes(share, message);
    if (token !== share.token || sequence < share.sequence) return;
    this.#missed += sequence - share.sequence;
    share.sequence = sequence + 1;
    share.heardMs = performance.now();
    this.#pass(index, report);
  }

  /** The worker that has said so last has the share; one that takes over a share begins to count again. */
  #takes(share: Share, { token, sequence }: QueuedMessage): void {
    if (share.token === token || performance.now() - share.heardMs < freshMs) return;
    share.token = token;
    share.sequence = sequence;
  }

  #pass(index: number, report: QueuedReport): void {
    const share = this.#shares[index];
    if (share === undefined) return;
    if (report.kind === 'ready') {
      share.clockErrorMs = report.clockErrorMs;
      this.#begin();
    } else if (report.kind === 'done') {
      share.isOver = true;
      const { left, stopped, ...rest } = report;
      if (left === null) this.#owner?.heard(index, { ...rest, stopped: stopped ?? undefined });
      else {
        this.#owner?.heard(index, { kind: 'update', update: report.update });
        this.#owner?.lost(index, disarmedLine(left));
      }
    } else if (report.kind === 'failed')
      this.#owner?.heard(index, {
        kind: 'failed',
        message: `worker ${index}: ${disarmedLine(report.message)}`,
      });
    else this.#owner?.heard(index, report);
  }

  /** All shares have a worker that was heard a moment ago. */
  #begin(): void {
    if (this.#isBegun) return;
    const ready = this.#shares.filter(({ heardMs }) => performance.now() - heardMs < freshMs).length;
    this.#owner?.waits(ready);
    if (ready < this.#shares.length) return;
    this.#isBegun = true;
    this.#order = { ...this.#order, workers: this.#tokens() };
    for (const index of this.#shares.keys()) this.#owner?.heard(index, { kind: 'ready' });
  }

  /** A worker that is silent is lost. Time in which this process itself was stopped does not count. */
  #look(): void {
    const nowMs = performance.now();
    const pausedMs = nowMs - this.#lookedMs - lookMs;
    this.#lookedMs = nowMs;
    for (const [index, share] of this.#shares.entries()) {
      if (pausedMs > lookMs) share.heardMs += pausedMs;
      if (!this.#isBegun || share.isOver || nowMs - share.heardMs < silentMs) continue;
      share.isOver = true;
      this.#publish({ ...this.#order, workers: this.#tokens() });
      this.#owner?.lost(index, `no report for ${silentMs / 1000} s`);
    }
  }

  #tokens(): (string | null)[] {
    return this.#shares.map(({ token, isOver }) => (isOver ? null : (token ?? null)));
  }

  #publish(order: StandingOrder): void {
    this.#order = order;
    this.#queue?.publish(order).catch((error: unknown) => {
      if (error instanceof QueueMistake) this.#takenOver = [error.message];
    });
  }
}
