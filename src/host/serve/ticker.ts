/** Runs due events of a sandbox while no request comes. */
import type { Sandbox } from './sandbox.ts';

const tickMsDefault = 250;

/** What a ticker moves, and where what the world throws goes. */
interface TickerParts {
  readonly sandbox: Sandbox;
  /** In wall milliseconds. */
  readonly tickMs: number | undefined;
  readonly onBroken: (cause: unknown) => void;
}

/** Ticks from `start` until `stop`, or until the world has thrown. */
export class Ticker {
  readonly #parts: TickerParts;
  #interval: NodeJS.Timeout | undefined;
  #isHurrying = false;

  constructor(parts: TickerParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#interval = setInterval(() => this.#tick(), this.#parts.tickMs ?? tickMsDefault).unref();
  }

  stop(): void {
    clearInterval(this.#interval);
    this.#interval = undefined;
  }

  #tick(): void {
    const { sandbox, onBroken } = this.#parts;
    try {
      sandbox.catchUp();
    } catch (error) {
      this.stop();
      onBroken(error);
      return;
    }
    if (sandbox.isBehind) this.#hurry();
  }

  /** A world that is behind its clock goes on after the requests that have come meanwhile. */
  #hurry(): void {
    if (this.#isHurrying) return;
    this.#isHurrying = true;
    setImmediate(() => {
      this.#isHurrying = false;
      if (this.#interval !== undefined) this.#tick();
    });
  }
}
