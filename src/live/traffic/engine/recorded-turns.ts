/** Requests that wait for responses which came before them in the recording. They need none of them, so that they wait only so long. */
import type { PlannedRequest, Script } from './planned-request.ts';
import { AwaitedResponses } from './waiting-requests.ts';

/**
 * A request that hangs, or waits for a rate limit, does not stop the rest. One that is late already hardly waits, so that waits do not add up
 * while the clock of the target runs on.
 */
const [waitMsMax, waitMsMin] = [100, 20];
const lateMsMax = 500;

/** What a request waits for, and until when. */
interface Wait {
  awaited: number;
  readonly timer: NodeJS.Timeout;
}

/** Releases each request when what comes before it has its response, or has taken too long. */
export class RecordedTurns<T extends PlannedRequest> {
  readonly #script: Pick<Script<T>, 'follows'>;
  readonly #go: (request: T) => void;
  readonly #waiting = new AwaitedResponses<T>();
  readonly #waits = new Map<T, Wait>();

  constructor(script: Pick<Script<T>, 'follows'>, go: (request: T) => void) {
    this.#script = script;
    this.#go = go;
  }

  offer(request: T): void {
    const awaited = this.#script.follows?.(request);
    if (awaited === undefined) {
      this.#go(request);
      return;
    }
    const lateMs = request.intendedMs > 0 ? performance.now() - request.intendedMs : 0;
    const timer = setTimeout(() => this.#tooLong(request), waitMsOf(lateMs));
    this.#waits.set(request, { awaited, timer });
    this.#waiting.add(awaited, request);
  }

  /** The request of this number has its response, or has failed. */
  over(n: number): void {
    for (const request of this.#waiting.take(n)) {
      const awaited = this.#script.follows?.(request);
      const wait = this.#waits.get(request);
      if (awaited === undefined || wait === undefined) this.#release(request);
      else {
        wait.awaited = awaited;
        this.#waiting.add(awaited, request);
      }
    }
  }

  /** Removes and returns those that wait. */
  abandon(): T[] {
    for (const { timer } of this.#waits.values()) clearTimeout(timer);
    this.#waits.clear();
    return this.#waiting.takeAll();
  }

  #tooLong(request: T): void {
    const wait = this.#waits.get(request);
    if (wait === undefined) return;
    this.#waiting.remove(wait.awaited, request);
    this.#release(request);
  }

  #release(request: T): void {
    clearTimeout(this.#waits.get(request)?.timer);
    this.#waits.delete(request);
    this.#go(request);
  }
}

const waitMsOf = (lateMs: number): number => Math.max(waitMsMin, Math.min(waitMsMax, lateMsMax - lateMs));
